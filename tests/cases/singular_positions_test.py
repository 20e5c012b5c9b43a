"""Positions at which the rank of the constraint rows falls: passed on the smooth branch, whatever the steps, and told.

Right values are closed forms (a parallelogram stays one: p = q, coupler at rest relative to its direction; the N-four-bar
benchmark moves as one pendulum) or those of the table in this folder's models, obtained by independent integration.
Tolerances: 100 times that of the run for states, since errors grow along unstable motions; 1e-6 s for times.
"""

import json
import math
import pathlib
import random
import unittest

import program

MODELS = pathlib.Path(__file__).resolve().parent / "models"

# Peaucellier's inversor: two corners of its rhombus meet, and the two bars between them and the fixed point are one.
PEAUCELLIER = """model Peaucellier
param L = 0.5, b = 0.2, d = 0.2, m = 1, g = 9.81
coord xA, yA, xB, yB, xD, yD, xP, yP
kinetic T = 1/2*m*(xA'^2 + yA'^2 + xB'^2 + yB'^2 + xD'^2 + yD'^2 + xP'^2 + yP'^2)
potential V = m*g*(yA + yB + yD + yP)
constraint CA: sqrt((xA - d)^2 + yA^2) = d
constraint OB: sqrt(xB^2 + yB^2) = L
constraint OD: sqrt(xD^2 + yD^2) = L
constraint AB: sqrt((xA - xB)^2 + (yA - yB)^2) = b
constraint AD: sqrt((xA - xD)^2 + (yA - yD)^2) = b
constraint BP: sqrt((xP - xB)^2 + (yP - yB)^2) = b
constraint DP: sqrt((xP - xD)^2 + (yP - yD)^2) = b
initial xA = 0.35, yA ~ 0.13, xB ~ 0.37, yB ~ 0.33, xD ~ 0.5, yD ~ 0.01, xP ~ 0.53, yP ~ 0.2, yP' = 0.3
simulate 0..0.5
"""


def passages(result):
    """The times of the singular positions that a run tells."""
    return [event["t"] for event in result["events"] if event["kind"] == "singular_position"]


def parallelogram(start, rate, extra="", more_coordinates="", more_kinetic="", more_potential=""):
    """Cranks p and q of one length, a coupler b that stays parallel to the base."""
    return f"""model Parallelogram
param a = 0.31, d = 1.13, J1 = 0.9, J2 = 1.7, Jb = 0.6, m = 1.4, g = 9.81
coord p, b, q{more_coordinates}
let vx = -a*p'*sin(p) - d/2*b'*sin(b)
let vy = a*p'*cos(p) + d/2*b'*cos(b)
kinetic T = 1/2*J1*p'^2 + 1/2*J2*q'^2 + 1/2*Jb*b'^2 + 1/2*m*(vx^2 + vy^2){more_kinetic}
potential V = m*g*(a*sin(p) + d/2*sin(b)){more_potential}
constraint cx: a*cos(p) + d*cos(b) = d + a*cos(q)
constraint cy: a*sin(p) + d*sin(b) = a*sin(q)
{extra}
initial p = {start}, q = {start}, b ~ 0, p' = {rate}, q' ~ {rate}
"""


def crossings(start, rate, end):
    """Times of the multiples of pi that p = start + rate*t passes up to `end`."""
    low, high = sorted((start, start + rate * end))
    return sorted((k * math.pi - start) / rate for k in range(math.ceil(low / math.pi), math.floor(high / math.pi) + 1))


class SingularPositions(program.InFolder):
    def run_model(self, text, *options):
        code, result = program.run_json("run", self.write("model.mech", text), *options)
        self.assertEqual(code, 0, (text, options, result.get("failure"), result.get("certificate", {}).get("failed")))
        return result

    def run_file(self, name, *options):
        code, result = program.run_json("run", MODELS / name, *options)
        self.assertEqual(code, 0, (name, options, result.get("failure"), result.get("certificate", {}).get("failed")))
        return result

    def assert_parallel(self, result, context):
        state = result["final"]
        self.assertAlmostEqual(state["p"], state["q"], delta=1e-7, msg=context)  # 100 tolerances (1e-9)
        self.assertAlmostEqual(state["b"], 0.0, delta=1e-7, msg=context)

    def test_a_pushed_parallelogram_keeps_its_branch_for_steps_of_any_length(self):
        # shared cases: p' = 3 rad/s for ever, q = 0, p(2.5 s) = 8.7 rad
        for step in ("0.0005", "0.002", "0.003", "0.01", "0.05"):
            result = self.run_file("change_points.mech", "--to", "2.5", "--max-step", step)
            state = result["final"]
            self.assertAlmostEqual(state["p"], 8.7, delta=1e-8, msg=step)  # ten tolerances (1e-9)
            self.assertAlmostEqual(state["s"], 8.7, delta=1e-8, msg=step)
            self.assertAlmostEqual(state["q"], 0.0, delta=1e-8, msg=step)
            self.assertEqual(len(passages(result)), 2, step)
            for told, right in zip(passages(result), crossings(1.2, 3.0, 2.5)):
                # 100 tolerances (1e-9) of the angle, over 3 rad/s.
                self.assertAlmostEqual(told, right, delta=1e-7, msg=step)

    def test_two_positions_in_one_step_and_one_at_the_very_end_of_a_step_are_told_once(self):
        # Backwards p = 1.2 + 3t passes 0 at -0.4 s, which is the end of the 200th step of 0.002 s.
        right = [-0.4, (-math.pi - 1.2) / 3, (-2 * math.pi - 1.2) / 3]
        for options in ((), ("--max-step", "0.002")):
            result = self.run_file("change_points.mech", "--to=-2.5", *options)
            told = passages(result)
            self.assertEqual(len(told), 3, (options, told))
            for one, other in zip(told, right):
                self.assertAlmostEqual(one, other, delta=1e-6, msg=options)  # times are told to 1e-6 s

    def test_a_fast_oscillator_in_the_same_model_changes_nothing(self):
        for rate in (100, 1000):
            text = parallelogram(1.0, 6.0, more_coordinates=", z", more_kinetic=" + 1/2*z'^2",
                                 more_potential=f" + {rate * rate / 2}*z^2") + "initial z = 0.3\n"
            with_it = self.run_model(text, "--to", "1.2")
            without = self.run_model(parallelogram(1.0, 6.0), "--to", "1.2")
            self.assert_parallel(with_it, rate)
            # 1000 tolerances: in the oscillator the steps are short, and many.
            self.assertAlmostEqual(with_it["final"]["p"], without["final"]["p"], delta=1e-6)
            self.assertEqual(len(passages(with_it)), len(passages(without)))
            for told, right in zip(passages(with_it), passages(without)):
                self.assertAlmostEqual(told, right, delta=1e-6)

    def test_parallelograms_neither_end_early_nor_change_their_branch(self):
        draw = random.Random(46)
        loads = ("", "force load on q = 1.7", "force load on b = -0.8", "dissipation D = 0.05*b'^2")
        for i in range(16):
            start, rate = draw.uniform(-3, 3), draw.choice((-1, 1)) * draw.uniform(4, 8)
            step = draw.choice(("0.001", "0.002", "0.005", "0.01"))
            result = self.run_model(parallelogram(start, rate, loads[i % 4]), "--to", "1.5", "--max-step", step)
            self.assert_parallel(result, (start, rate, step))
            crossed = abs(math.floor(result["final"]["p"] / math.pi) - math.floor(start / math.pi))
            self.assertEqual(len(passages(result)) % 2, crossed % 2, (start, rate, step))
            self.assertGreaterEqual(len(passages(result)), crossed, (start, rate, step))

    def test_every_method_passes(self):
        for options in (("--method", "radau"), ("--method", "rk5", "--max-step", "0.005"), ("--method", "taylor"),
                        ("--method", "rk4", "--step", "0.002"), ("--tolerance", "1e-12")):
            result = self.run_file("change_points.mech", "--to", "2.5", *options)
            self.assertAlmostEqual(result["final"]["p"], 8.7, delta=1e-7, msg=options)  # 100 tolerances (1e-9)
            self.assertEqual(len(passages(result)), 2, options)

    def test_every_tolerance_and_method_tells_each_passage_once(self):
        for options, delta in ((("--tolerance", "1e-6"), 1e-6), (("--tolerance", "1e-12", "--max-step", "0.002"), 1e-9),
                               (("--method", "ida"), 1e-6), (("--method", "radau13", "--tolerance", "1e-11"), 1e-8),
                               (("--method", "rattle", "--step", "0.0005"), 20 * 0.0005**2),  # of second order
                               (("--method", "symmetric", "--step", "0.01"), 20 * 0.01**2),
                               (("--method", "spark4", "--step", "0.002"), 1e-8),
                               (("--method", "spark6", "--step", "0.01"), 1e-8)):
            result = self.run_file("change_points.mech", "--to", "2.5", *options)
            self.assertAlmostEqual(result["final"]["p"], 8.7, delta=delta, msg=options)
            self.assertEqual(len(passages(result)), 2, options)
            for told, right in zip(passages(result), crossings(1.2, 3.0, 2.5)):
                # Times are told to 1e-6 s, and where steps are worse to these.
                self.assertAlmostEqual(told, right, delta=max(1e-6, delta), msg=options)

    def test_at_the_very_position_accelerations_and_multipliers_are_limits(self):
        # p' = 3 rad/s for ever, no accelerations; lambda_ly = -a*m*p'^2*sin(p)/2, lambda_lx = lambda_ly*cot(p)
        for k in (1, 2):
            at = (k * math.pi - 1.2) / 3
            times = [at - 1e-3, at - 1e-6, at, at + 1e-5]
            result = self.run_file("change_points.mech", "--to", "2.5", "--at", ",".join(map(repr, times)))
            for sample in result["samples"]:
                for name in ("p''", "q''", "s''"):
                    # Rounding of the rows over what is left of the one that vanishes: 1e-16/1e-6 and more.
                    self.assertAlmostEqual(sample["accelerations"][name], 0.0, delta=1e-6, msg=(k, name))
                p = 1.2 + 3 * sample["t"]
                # Multipliers of size 2: limits, extrapolated from beside the position.
                self.assertAlmostEqual(sample["multipliers"]["lambda.lx"], -2.25 * math.cos(p), delta=1e-5)
                self.assertAlmostEqual(sample["multipliers"]["lambda.ly"], -2.25 * math.sin(p), delta=1e-5)

    def test_a_multiplier_that_grows_without_bound_has_no_value_at_the_very_position(self):
        # Without gravity p' stays; a torque on the coupler: lambda_cy = -m*a*p'^2*sin(p)/2 - load/d, lambda_cx = lambda_cy*cot(p)
        text = parallelogram(1.0, 6.0, "force load on b = -0.8")
        at = (math.pi - 1.0) / 6.0
        times = [at - 1e-3, at - 1e-5, at, at + 1e-4]
        result = self.run_model(text, "--set", "g=0", "--to", "0.8", "--at", ",".join(map(repr, times)))
        for sample in result["samples"]:
            p = 1.0 + 6.0 * sample["t"]
            # Rounding of the rows over what is left of the one that vanishes: 1e-16/1e-6 and more.
            self.assertAlmostEqual(sample["accelerations"]["p''"], 0.0, delta=1e-6, msg=sample["t"])
            across = -1.4 * 0.31 * 36 * math.sin(p) / 2 + 0.8 / 1.13
            # Multipliers of size 1: limits, extrapolated from beside the position.
            self.assertAlmostEqual(sample["multipliers"]["lambda.cy"], across, delta=1e-5)
            along = sample["multipliers"]["lambda.cx"]
            if sample["t"] == at:
                self.assertIsNone(along)
                self.assertAlmostEqual(sample["constraint_forces"]["p"], 0.0, delta=1e-5)
            else:
                # A multiplier of 1e4 at 1e-5 s from the position: relative.
                self.assertAlmostEqual(along * math.tan(p) / across, 1.0, delta=1e-4, msg=sample["t"])
        table = self.run_model(text + "plot lambda.cx vs t\n", "--set", "g=0", "--to", "0.8", "--at", repr(at))
        self.assertEqual(table["outcome"], "completed")

    def test_events_of_steps_that_are_made_again_are_met_in_time(self):
        """A long step over a position is made again along the branch: what was seen in it counts as not seen. p = π/3 + 2 t."""
        text = """model Events
param a = 1 [m], d = 1.7 [m], J1 = 0.5 [kg*m^2], J2 = 1 [kg*m^2], J3 = 2 [kg*m^2]
coord p [rad], q [rad], r [rad], z [m]
kinetic T = 1/2*J1*p'^2 + 1/2*J2*q'^2 + 1/2*J3*r'^2 + 1/2*(1 [kg])*z'^2
constraint cx: a*cos(p) + d*cos(q) - a*cos(r) = d
constraint cy: a*sin(p) + d*sin(q) - a*sin(r) = 0
initial p = 60 [deg], p' = 2 [rad/s], q ~ 0, r ~ 60 [deg], z' = 0.4 [m/s]
simulate 0..6 [s]
event flat when p >= 180 [deg]
event round when r >= 360 [deg]
event after when p >= 185 [deg]
event beside when z >= 0.5 [m]
"""
        right = {"flat": math.pi / 3, "round": 5 * math.pi / 6, "after": (185 / 180 - 1 / 3) * math.pi / 2, "beside": 1.25}
        for options in ((), ("--max-step", "0.5"), ("--max-step", "0.03"), ("--tolerance", "1e-6"), ("--tolerance", "1e-12"),
                        ("--method", "radau"), ("--method", "rk5")):
            result = self.run_model(text, *options)
            met = {event["name"]: event["t"] for event in result["events"] if event["kind"] == "event"}
            self.assertEqual(sorted(met), sorted(right), options)
            for name, time in right.items():
                self.assertAlmostEqual(met[name], time, delta=1e-8, msg=(name, options))  # speeds are constant: rounding of a root
        stops = self.run_model(text.replace("180 [deg]\n", "180 [deg] { stop = true }\n"))
        self.assertAlmostEqual(stops["final"]["p"], math.pi, delta=1e-8)

    def test_beside_a_position_the_equations_hold_with_the_multipliers_shown(self):
        """A parallelogram with a third crank, a torque M on the first: λ ∝ 1/sin p, and J q'' = a (λ_x1 sin q − λ_y1 cos q)."""
        inertia, a, d, m, torque = 0.064, 0.494, 0.843, 1.689, -0.319
        text = f"""model ThirdCrank
param a = {a}, d = {d}, m = {m}, J = {inertia}
coord p, q, r, b
kinetic T = 1/2*J*(p'^2 + q'^2 + r'^2) + 1/2*m*((a*p'*sin(p) + d/2*b'*sin(b))^2 + (a*p'*cos(p) + d/2*b'*cos(b))^2)
force M on p = {torque}
constraint x1: a*cos(p) + d*cos(b) = d + a*cos(q)
constraint y1: a*sin(p) + d*sin(b) = a*sin(q)
constraint x2: a*cos(p) + d/2*cos(b) = d/2 + a*cos(r)
constraint y2: a*sin(p) + d/2*sin(b) = a*sin(r)
initial p = 0.674, q ~ 0.674, r ~ 0.674, b ~ 0, p' = 1.775, q' ~ 1.775, r' ~ 1.775, b' ~ 0
simulate 0..3
"""
        acceleration = torque / (3 * inertia + m * a * a)
        reach = (math.pi - 0.674) / 1.775  # p passes π at 1.775 t + p'' t²/2 = π − 0.674
        passed = 2 * (math.pi - 0.674) / (1.775 + math.sqrt(1.775**2 + 2 * acceleration * (math.pi - 0.674)))
        self.assertGreater(passed, reach)
        times = [passed + x for x in (-0.05, -0.02, -5e-3, -1e-3, 1e-3, 0.02, 0.05)]
        result = self.run_model(text, "--tolerance", "1e-10", "--at", ",".join(map(repr, times)))
        for sample in result["samples"]:
            state, lam = sample["state"], sample["multipliers"]
            self.assertAlmostEqual(sample["accelerations"]["q''"], acceleration, delta=1e-9)  # the tolerance, ten times
            for q, x, y in (("q", "lambda.x1", "lambda.y1"), ("r", "lambda.x2", "lambda.y2")):
                terms = (lam[x] * math.sin(state[q]), -lam[y] * math.cos(state[q]))
                # what rounding leaves of the terms; the multipliers themselves are up to a thousand times as large
                self.assertAlmostEqual(inertia * sample["accelerations"][q + "''"], a * sum(terms), delta=1e-13 * max(1.0, abs(lam[x])))

    def test_peaucellier_at_small_tolerances(self):
        # B and D meet at t = 0.4011644 s; xD(0.5 s) by rk8 at 1e-8, 1e-9 and 1e-10
        for options in (("1e-11", "taylor"), ("1e-11", "auto"), ("1e-12", "taylor"), ("1e-12", "rk8"), ("1e-12", "auto")):
            result = self.run_model(PEAUCELLIER, "--tolerance", options[0], "--method", options[1])
            self.assertAlmostEqual(result["final"]["xD"], 0.498984827, delta=1e-8, msg=options)  # nine digits are given
            self.assertEqual(len(passages(result)), 1, options)
            # Seven digits are given, and 1e-6 s for the passage.
            self.assertAlmostEqual(passages(result)[0], 0.4011644, delta=2e-6, msg=options)
            self.assertLess(result["statistics"]["steps"], 500, options)
            if options[0] == "1e-11":
                self.assertEqual(result["certificate"]["failed"], [], options)

    def test_dead_centres_are_told_with_their_times(self):
        # shared cases, README
        result = self.run_file("dead_centres.mech")
        self.assertAlmostEqual(result["final"]["a"], 11.577671033766553, delta=1e-7)  # 100 tolerances (1e-9)
        self.assertEqual(len(passages(result)), 4)
        for told, right in zip(passages(result), (0.3626917650, 1.1757594436, 1.9888271223, 2.8018948010)):
            # Ten digits are given; ten tolerances (1e-9) of the angle over its rate.
            self.assertAlmostEqual(told, right, delta=1e-8)
        text = program.run("run", MODELS / "dead_centres.mech").stdout
        self.assertIn("passed 4 singular positions at t = 0.362692, 1.17576, 1.98883, 2.80189 s: the row", " ".join(text.split()))

    def test_the_four_bar_windows_pass_their_flat_positions(self):
        # All cranks and the couplers' ends move as one: theta'' = g*((n + 1)/2 + n)/((n + 1)/3 + n)*sin(theta).
        for n, end in ((1, 10.0), (2, 10.0), (7, 2.0)):
            result = self.run_file("four_bar_windows.mech", "--set", f"n={n}", "--to", end)
            pull = 9.81 * ((n + 1) / 2 + n) / ((n + 1) / 3 + n)
            theta, rate, steps = 0.0, 1.0, 20000
            h = end / steps
            for _ in range(steps):  # Störmer–Verlet's error is h^2: Richardson is not needed for 1e-5
                rate += h / 2 * pull * math.sin(theta)
                theta += h * rate
                rate += h / 2 * pull * math.sin(theta)
            state = result["final"]
            # 10 s with 20000 steps: h^2 = 2.5e-7, amplified by the unstable position.
            self.assertAlmostEqual(state["x[0]"], math.sin(theta), delta=1e-4, msg=n)
            for i in range(n + 1):
                # Rows that hold: ten tolerances (1e-9).
                self.assertAlmostEqual(state[f"x[{i}]"] - i, state["x[0]"], delta=1e-8, msg=(n, i))
                self.assertAlmostEqual(state[f"y[{i}]"], state["y[0]"], delta=1e-8, msg=(n, i))
            self.assertLess(result["certificate"]["energy_defect_rel"], 1e-9, n)  # the default tolerance
            self.assertEqual(len(passages(result)), 10 if end == 10.0 else 2, n)

    def test_the_four_bar_windows_keep_energy_and_rows_however_many_they_are(self):
        # The rank falls by n at one instant, ten times in 10 s. The smallest singular value of the rows falls like 1/n
        # as well, and the equations are solved by structure and by matrices in turn close to the position.
        for n, end, flat in ((2, 10.0, 10), (8, 10.0, 10), (30, 0.9, 1)):
            result = self.run_file("four_bar_windows.mech", "--set", f"n={n}", "--to", end, "--samples", "41")
            certificate = result["certificate"]
            self.assertLess(certificate["energy_defect_rel"], 1e-9, n)
            self.assertLess(max(certificate["position"].values()), 1e-12, n)
            self.assertLess(max(certificate["velocity"].values()), 1e-11, n)
            self.assertEqual(len(passages(result)), flat, n)
            for sample in result["samples"]:
                x, y = ([sample["state"][f"{name}[{i}]"] for i in range(n + 1)] for name in "xy")
                for i in range(n + 1):
                    self.assertAlmostEqual(math.hypot(x[i] - i, y[i]), 1.0, delta=1e-12, msg=(n, i, sample["t"]))
                for i in range(1, n + 1):
                    coupler = math.hypot(x[i] - x[i - 1], y[i] - y[i - 1])
                    self.assertAlmostEqual(coupler, 1.0, delta=1e-12, msg=(n, i, sample["t"]))

    def test_two_mechanisms_pass_each_at_its_time(self):
        draw = random.Random(7)
        for _ in range(6):
            s, u = draw.uniform(0.3, 2.8), draw.uniform(0.3, 2.8)
            ps, pu = draw.uniform(4, 7), -draw.uniform(4, 7)
            result = self.run_model(f"""model Two
coord p, b, q, u, w, v
kinetic T = 0.5*p'^2 + 0.3*b'^2 + 0.7*q'^2 + 0.4*u'^2 + 0.2*w'^2 + 0.6*v'^2
constraint c1: 0.3*cos(p) + 0.9*cos(b) = 0.9 + 0.3*cos(q)
constraint s1: 0.3*sin(p) + 0.9*sin(b) = 0.3*sin(q)
constraint c2: 0.5*cos(u) + 0.7*cos(w) = 0.7 + 0.5*cos(v)
constraint s2: 0.5*sin(u) + 0.7*sin(w) = 0.5*sin(v)
initial p = {s}, q ~ {s}, b ~ 0, p' = {ps}, q' ~ {ps}, u = {u}, v ~ {u}, w ~ 0, u' = {pu}, v' ~ {pu}
""", "--to", "2", "--max-step", "0.01")
            state = result["final"]
            self.assertAlmostEqual(state["p"], s + 2 * ps, delta=1e-7)  # 100 tolerances (1e-9)
            self.assertAlmostEqual(state["u"], u + 2 * pu, delta=1e-7)
            right = sorted(crossings(s, ps, 2) + crossings(u, pu, 2))
            if min(b - a for a, b in zip(right, right[1:])) < 0.02:
                continue  # two as one: not told apart
            self.assertEqual(len(passages(result)), len(right))
            for told, time in zip(passages(result), right):
                self.assertAlmostEqual(told, time, delta=1e-6)  # times are told to 1e-6 s

    def test_two_positions_close_together_are_told_each_with_its_time(self):
        for gap in (0.01, 0.003, 0.001):
            for options in (("--max-step", "0.002"), ("--max-step", "0.005")):
                result = self.run_model(f"""model Two
coord p, b, q, u, w, v
kinetic T = 0.5*p'^2 + 0.3*b'^2 + 0.7*q'^2 + 0.4*u'^2 + 0.2*w'^2 + 0.6*v'^2
constraint c1: 0.3*cos(p) + 0.9*cos(b) = 0.9 + 0.3*cos(q)
constraint s1: 0.3*sin(p) + 0.9*sin(b) = 0.3*sin(q)
constraint c2: 0.5*cos(u) + 0.7*cos(w) = 0.7 + 0.5*cos(v)
constraint s2: 0.5*sin(u) + 0.7*sin(w) = 0.5*sin(v)
initial p = 1, q ~ 1, b ~ 0, p' = 5, q' ~ 5, u = {1 - gap!r}, v ~ {1 - gap!r}, w ~ 0, u' = 5, v' ~ 5
""", "--to", "0.9", *options)
                self.assertAlmostEqual(result["final"]["p"], 5.5, delta=1e-7)  # 100 tolerances (1e-9)
                self.assertAlmostEqual(result["final"]["u"], 5.5 - gap, delta=1e-7)
                self.assertEqual(len(passages(result)), 2, (gap, options))
                for told, right in zip(passages(result), ((math.pi - 1) / 5, (math.pi - 1 + gap) / 5)):
                    self.assertAlmostEqual(told, right, delta=1e-6, msg=(gap, options))  # times are told to 1e-6 s

    def test_parallelograms_of_any_lengths_and_inertias(self):
        draw = random.Random(4)
        for i in range(12):
            a, d, j1, j2, jb = (round(10 ** draw.uniform(-1, 0.5), 6) for _ in range(5))
            start, rate = draw.uniform(-3, 3), draw.choice((-1, 1)) * draw.uniform(4, 9)
            fast = (100, 1000)[i % 2]
            text = parallelogram(start, rate, more_coordinates=", z", more_kinetic=" + 1/2*z'^2",
                                 more_potential=f" + {fast * fast / 2}*z^2") + "initial z = 0.3\n"
            options = ("--set", f"a={a}", "--set", f"d={d}", "--set", f"J1={j1}", "--set", f"J2={j2}", "--set", f"Jb={jb}",
                       "--set", "g=0", "--to", "0.8", "--max-step", draw.choice(("0.0005", "0.002", "0.01")),
                       "--tolerance", draw.choice(("1e-6", "1e-9", "1e-12")))
            result = self.run_model(text, *options)
            # The loosest tolerance is 1e-6: ten of these.
            self.assertAlmostEqual(result["final"]["p"], start + 0.8 * rate, delta=1e-5, msg=options)
            self.assert_parallel(result, options)
            right = crossings(start, rate, 0.8)
            self.assertEqual(len(passages(result)), len(right), options)
            for told, time in zip(passages(result), right):
                # The loosest tolerance is 1e-6: ten of these.
                self.assertAlmostEqual(told, time, delta=1e-5, msg=options)

    def test_cranks_of_nearly_one_length_go_over_to_the_other_branch(self):
        # There is no singular position: the curve of positions turns within the root of the share, and p and q part.
        for share in (1e-3, 1e-7, 1e-9, 1e-11):
            for options in ((), ("--max-step", "0.002")):
                result = self.run_model(f"""model Unequal
param a = 0.31, c = {0.31 * (1 + share)!r}, d = 1.13
coord p, b, q
kinetic T = 0.45*p'^2 + 0.85*q'^2 + 0.3*b'^2
potential V = 3*sin(p) + 7*sin(b)
constraint cx: a*cos(p) + d*cos(b) = d + c*cos(q)
constraint cy: a*sin(p) + d*sin(b) = c*sin(q)
initial p = 1.1, q ~ 1.1, b ~ 0, p' = 5, q' ~ 5
""", "--to", "0.8", *options)
                self.assertGreater(result["final"]["p"] - result["final"]["q"], 4.0, (share, options))
                self.assertEqual(passages(result), [], (share, options))

    def test_the_end_of_a_reach_is_no_passage(self):
        text = """model Pull
coord x, y
kinetic T = 1/2*(x'^2 + y'^2)
constraint rod: x^2 + y^2 = 1
constraint drive: x = t/2
initial y ~ 1
"""
        for options in ((), ("--max-step", "0.01")):
            code, result = program.run_json("run", self.write("pull.mech", text), "--to", "3", *options)
            self.assertEqual(code, 4, options)
            self.assertEqual(passages(result), [], options)
            self.assertIn("become linearly dependent there", result["failure"])

    def test_contacts_frictions_and_jumps_change_nothing_at_the_positions(self):
        """A parallelogram with p = q, b = 0 is one pendulum of the coordinate p: it says what is right, laws included."""
        ball = (", h", " + 1/2*0.1*h'^2", " + 0.981*h")
        block = (", u, k", " + 1/2*(u'^2 + k'^2)", " + 9.81*u")
        mass = (", k", " + 1/2*k'^2", " + 8*k^2")
        weight = (", k", " + 1/2*k'^2", " + 9.81*k")
        belt = "constraint belt: u = 0\nreaction N of belt conjugate u'\n"
        laws = {
            "ball": (*ball, "constraint floor: h >= 0 { restitution = 0.8 }\ninitial h = 0.5\n"),
            "block": (*block, belt + "friction F of N conjugate k' { coefficient = 0.3 }\ninitial k = 0, k' = 2\n"),
            "switch": ("", "", "", "force M on p = if p < 2.9 then 3 else -2\n"),
            "sign": (*mass, "force M on k = -0.5*sign(k')\ninitial k = 0.3, k' = 0\n"),
            "stop": ("", "", "", "constraint stop: 4.5 - p >= 0 { restitution = 0.7 }\n"),
            "stop beside it": ("", "", "", f"constraint stop: {math.pi + 1e-2!r} - p >= 0 {{ restitution = 0.7 }}\n"),
            "until": (*mass, "constraint hold: k = 0.3 until 0.25\ninitial k = 0.3, k' = 0\n"),
            "event": (*weight, "event caught when k <= 0\nconstraint hold: k = 0 from caught\n"
                               "initial k = 0.8, k' = 0\n"),
        }
        for name, (more, kinetic, potential, law) in laws.items():
            one = self.run_model(f"""model One
coord p{more}
kinetic T = 1/2*(0.9 + 1.7 + 1.4*0.31^2)*p'^2{kinetic}
potential V = 1.4*9.81*0.31*sin(p){potential}
{law}initial p = 1.2, p' = 5
""", "--to", "1.1", "--tolerance", "1e-11")
            text = parallelogram(1.2, 5.0, law, more, kinetic, potential)
            for step in (None, "0.01", "0.002"):
                result = self.run_model(text, "--to", "1.1", *(("--max-step", step) if step else ()))
                for quantity, right in one["final"].items():
                    if quantity.startswith(("p", "h", "k")):
                        # 1000 tolerances (1e-9): errors grow beside an impact
                        self.assertAlmostEqual(result["final"][quantity], right, delta=1e-6, msg=(name, step, quantity))
                self.assert_parallel(result, (name, step))
                self.assertEqual(len(passages(result)), 2, (name, step))

    def test_what_happens_at_the_very_position_is_taken_there(self):
        # Without gravity p = 1.2 + 5 t passes pi at t: a ball lands, a block comes to rest, a hold ends, a force jumps.
        t = (math.pi - 1.2) / 5
        laws = {
            "ball": (", h", " + 1/2*0.1*h'^2", " + 0.981*h",
                     f"constraint floor: h >= 0 {{ restitution = 0.8 }}\ninitial h = {4.905 * t * t!r}\n"),
            "hold": (", k", " + 1/2*k'^2", " + 8*k^2", f"constraint hold: k = 0.3 until {t!r}\ninitial k = 0.3, k' = 0\n"),
            "block": (", u, k", " + 1/2*(u'^2 + k'^2)", " + 9.81*u",
                      "constraint belt: u = 0\nreaction N of belt conjugate u'\n"
                      f"friction F of N conjugate k' {{ coefficient = {2 / (9.81 * t)!r} }}\ninitial k = 0, k' = 2\n"),
        }
        for name, (more, kinetic, potential, law) in laws.items():
            text = parallelogram(1.2, 5.0, law, more, kinetic, potential).replace("m*g*(a*sin(p) + d/2*sin(b))", "0")
            for step in (None, "0.01", "0.002"):
                result = self.run_model(text, "--to", "0.8", *(("--max-step", step) if step else ()))
                self.assertAlmostEqual(result["final"]["p"], 5.2, delta=1e-7, msg=(name, step))  # 100 tolerances (1e-9)
                self.assert_parallel(result, (name, step))

    def test_each_passage_of_one_row_is_told(self):
        """Cones, and curves with a node: the row goes through zero along a straight line."""
        cone = """model Cone
coord x, y, z
kinetic T = 1/2*(x'^2 + y'^2 + z'^2)
constraint c: z^2 = {0}*x^2 + {1}*y^2
"""
        lemniscate = """model Lemniscate
coord x, y
kinetic T = 1/2*(x'^2 + y'^2)
constraint c: (x^2 + y^2)^2 = x^2 - y^2
initial x = 0.9, y ~ -0.2, x' = -4
simulate 0..4
"""
        free = "initial x = 0.3, y = 0.4, x' = -0.3, y' = -0.4, z = {0!r}, z' = {1!r}\nsimulate 0..3\n"
        round_cone = cone.format(1, 1) + free.format(0.5, -0.5)
        elliptical = cone.format(2, 0.5) + free.format(math.sqrt(0.26), -math.sqrt(0.26))
        falling = cone.format(1, 1) + "potential V = 10*z\ninitial x = 0.3, y = 0, z = 0.3\nsimulate 0..0.5\n"
        # x = 0.3 - 10 t^2/4 on the cone; the free motions pass the apex at 1 s, which is the end of short steps.
        for text, right in ((round_cone, [1.0]), (elliptical, [1.0]), (falling, [math.sqrt(0.12)])):
            for options in ((), ("--max-step", "0.01"), ("--method", "radau"), ("--method", "taylor")):
                told = passages(self.run_model(text, *options))
                self.assertEqual(len(told), len(right), (text, options, told))
                self.assertAlmostEqual(told[0], right[0], delta=1e-7, msg=options)  # 100 tolerances (1e-9)
        # Half of the lemniscate has the length 2.622057554; it is run through at constant speed.
        for options in ((), ("--max-step", "0.01"), ("--tolerance", "1e-12")):
            result = self.run_model(lemniscate, *options)
            self.assertEqual(result["certificate"]["failed"], [], options)
            told = passages(result)
            self.assertEqual(len(told), 9, (options, told))
            start = math.sqrt((math.sqrt(1 + 8 * 0.81) - 1 - 2 * 0.81) / 2)
            slope = 0.9 * (2 - 4 * (0.81 + start**2)) / (-start * (2 + 4 * (0.81 + start**2)))
            half = 2.622057554292119 / (4 * math.hypot(1, slope))
            for earlier, later in zip(told, told[1:]):
                self.assertAlmostEqual(later - earlier, half, delta=1e-6, msg=options)  # times are told to 1e-6 s

    def test_a_run_that_passes_is_the_same_whether_it_is_sampled_or_not(self):
        plain = self.run_file("dead_centres.mech", "--max-step", "0.004")
        sampled = self.run_file("dead_centres.mech", "--max-step", "0.004", "--samples", "200")
        self.assertEqual(json.dumps(plain["final"]), json.dumps(sampled["final"]))


if __name__ == "__main__":
    unittest.main()
