"""Methods of fixed steps: orders against another method, what they keep, and what they refuse."""

import math

from program import InFolder, SEEDS, run_json

GALLERY = SEEDS.parent / "gallery"

HEAD = """coord x [m], y [m]
param m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2], A = 0.2 [m], w = 4 [1/s], c = 0.5 [N*s/m]
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
"""

PENDULUM = "model Pendulum\n" + HEAD + """constraint rod: x^2 + y^2 = l^2
initial x = 0.6 [m], y = -0.8 [m]
simulate 0..3 [s]
"""

DRIVEN = "model Driven\n" + HEAD + """constraint rod: (x - A*sin(w*t))^2 + y^2 = l^2
initial x = 0.6 [m], y = -0.8 [m], x' = 0.8 [m/s], y' = 0
simulate 0..3 [s]
"""

DAMPED = "model Damped\n" + HEAD + """dissipation D = 1/2*c*(x'^2 + y'^2)
constraint rod: x^2 + y^2 = l^2
initial x = 0.6 [m], y = -0.8 [m]
simulate 0..3 [s]
"""

DOUBLE = """model DoublePendulum
param m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2]
coord x [m], y [m], u [m], w [m]
kinetic T = 1/2*m*(x'^2 + y'^2 + u'^2 + w'^2)
potential V = m*g*(y + w)
constraint upper: x^2 + y^2 = l^2
constraint lower: (u - x)^2 + (w - y)^2 = l^2
initial x = 0.6 [m], y = -0.8 [m], u = 1.2 [m], w = -1.6 [m]
simulate 0..3 [s]
"""

TOP = """model Top "heavy symmetric top in Euler's angles"
param A = 0.02 [kg*m^2], C = 0.03 [kg*m^2], m = 1 [kg], g = 9.81 [m/s^2], l = 0.1 [m]
coord psi [rad], th [rad], phi [rad]
kinetic T = A/2*(th'^2 + (psi'*sin(th))^2) + C/2*(phi' + psi'*cos(th))^2
potential V = m*g*l*cos(th)
initial psi = 0, th = 0.5 [rad], phi = 0, phi' = 40 [rad/s]
simulate 0..2 [s]
"""

QUATERNION = """model Quaternion "heavy top by a unit quaternion"
param A = 0.02 [kg*m^2], C = 0.03 [kg*m^2], G = 0.981 [J]
coord a, b, c, d
let bx = 2*(a*b' - b*a' + d*c' - c*d')
let by = 2*(a*c' - c*a' + b*d' - d*b')
let bz = 2*(a*d' - d*a' + c*b' - b*c')
kinetic T = A/2*(bx^2 + by^2) + C/2*bz^2
potential V = G*(a^2 - b^2 - c^2 + d^2)
constraint unit: a^2 + b^2 + c^2 + d^2 = 1
initial a = 0.9689124217106447, b = 0.24740395925452294, c = 0, d = 0, d' = 15 [1/s]
simulate 0..1 [s]
"""

SLEIGH = """model Sleigh
param m = 1 [kg], J = 0.05 [kg*m^2], a = 0.2 [m]
coord x [m], y [m], th [rad]
kinetic T = m/2*((x' - a*th'*sin(th))^2 + (y' + a*th'*cos(th))^2) + J/2*th'^2
constraint blade: -x'*sin(th) + y'*cos(th) = 0
initial x = 0, y = 0, th = 0, x' = 0.5 [m/s], th' = 1 [rad/s]
simulate 0..3 [s] { method = symmetric; step = 0.01 [s] }
"""

BALL = """model Ball
param m = 1 [kg], g = 9.81 [m/s^2], e = 0.5
coord y [m]
kinetic T = 1/2*m*y'^2
potential V = m*g*y
constraint floor: y >= 0 { restitution = e }
initial y = 1 [m], y' = 0
simulate 0..0.8 [s] { method = spark4; step = 0.01 [s] }
"""

TABLE = "model Block\n" + HEAD + """constraint table: y = 0
reaction N [N] of table conjugate y'
friction F [N] of N conjugate x' { coefficient = 0.3 }
initial x = 0, x' = 1 [m/s], y = 0
simulate 0..1 [s] { method = spark6; step = 0.01 [s] }
"""

JUMPING = "model Jumping\n" + HEAD + """force F on x = -0.3 [N]*sign(x')
initial x = 0, x' = 1 [m/s], y = 0
simulate 0..1 [s] { method = rattle; step = 0.01 [s] }
"""


def groups(final):
    """Positions, rates and multipliers by their names."""
    names = [name for name, value in final.items() if isinstance(value, float) and name != "t"]
    kinds = ([n for n in names if "'" not in n and "." not in n], [n for n in names if n.endswith("'")],
             [n for n in names if n.startswith("lambda")])
    return [kind for kind in kinds if kind]


class FixedSteps(InFolder):
    def end(self, path, *arguments):
        code, out = run_json("run", path, *arguments)
        self.assertEqual(out.get("outcome"), "completed", out)
        self.assertIn(code, (0, 3), out)
        return out["final"], out

    # Steps are long: the next term of the error may be a fifth of it, log2(1.2) = 0.26.
    def expect_order(self, path, method, order, step, slack=0.3):
        truth, _ = self.end(path, "--method", "rk8", "--tolerance", "1e-13")
        ends = [self.end(path, "--method", method, "--step", str(h))[0] for h in (step, step / 2)]
        for names in groups(truth):
            coarse, fine = (max(abs(end[name] - truth[name]) for name in names) for end in ends)
            self.assertAlmostEqual(math.log2(coarse / fine), order, delta=slack, msg=f"{path} {method} {names}")

    def test_orders_of_positions_rates_and_multipliers_against_order_eight(self):
        models = {"pendulum": (PENDULUM, 1), "driven": (DRIVEN, 1), "damped": (DAMPED, 1), "double": (DOUBLE, 1)}
        for name, (text, scale) in models.items():
            path = self.write(f"{name}.mech", text)
            for method, order, step in (("rattle", 2, 0.01), ("spark4", 4, 0.02), ("spark6", 6, 0.03)):
                self.expect_order(path, method, order, step * scale)

    def test_orders_on_a_closed_loop_and_with_a_mass_matrix_that_changes(self):
        top = self.write("top.mech", TOP)
        for method, order, step in (("rattle", 2, 0.0005), ("spark4", 4, 0.002), ("spark6", 6, 0.004)):
            self.expect_order(top, method, order, step)
        for method, order, step in (("rattle", 2, 0.002), ("spark4", 4, 0.005), ("spark6", 6, 0.005)):
            self.expect_order(GALLERY / "fourbar.mech", method, order, step)

    def test_coordinates_without_mass_are_followed_where_constraints_fix_them(self):
        # The length of a quaternion, and the parameter of a curve, have no mass of their own.
        quaternion = self.write("q.mech", QUATERNION)
        for method, order, step in (("rattle", 2, 0.0005), ("spark4", 4, 0.001), ("spark6", 6, 0.004)):
            self.expect_order(quaternion, method, order, step, slack=0.45)
        # Put onto the row at each step: rounding.
        self.assertLess(self.end(quaternion, "--method", "spark4", "--step", "0.001")[1]["certificate"]["position"]["unit"], 1e-14)
        self.expect_order(GALLERY / "huygens_cycloid.mech", "spark4", 4, 0.01)

    def test_constraints_of_rates_are_followed_symmetrically(self):
        path = self.write("sleigh.mech", SLEIGH)
        self.expect_order(path, "symmetric", 2, 0.01)
        self.expect_order(GALLERY / "rolling_disc.mech", "symmetric", 2, 0.01)
        at, out = self.end(path)
        self.assertIn("no structure is promised", out["statistics"]["structure"])
        self.assertEqual(out["statistics"]["step"], 0.01)
        self.assertLess(out["certificate"]["velocity"]["blade"], 1e-14)  # put onto the row at each step: rounding
        units = {"x": "[m]", "y": "[m]", "th": "[rad]"}
        starts = [f"{name} = {at[name]!r} {unit}" for name, unit in units.items()]
        starts += [f"{name}' = {-at[name + chr(39)]!r} {unit[:-1]}/s]" for name, unit in units.items()]
        back = SLEIGH[:SLEIGH.index("initial")] + "initial " + ", ".join(starts) + SLEIGH[SLEIGH.index("\nsimulate"):]
        there, _ = self.end(self.write("back.mech", back))
        for name, value in {"x": 0, "y": 0, "th": 0, "x'": -0.5, "y'": 0, "th'": -1}.items():
            # A symmetric method goes back: what its iterations leave in each of the steps.
            self.assertAlmostEqual(there[name], value, delta=1e-11, msg=name)

    def test_the_energy_of_a_long_run_is_as_near_at_its_end_as_at_its_begin(self):
        path = self.write("pendulum.mech", PENDULUM)
        short = self.end(path, "--method", "rattle", "--step", "0.01", "--to", "20")[1]
        long = self.end(path, "--method", "rattle", "--step", "0.01", "--to", "1000")[1]
        defects = [out["certificate"]["energy_defect_abs"] for out in (short, long)]
        self.assertGreater(defects[0], 1e-6)  # far above rounding, or the run would show nothing
        self.assertLess(defects[1], 1.2 * defects[0])
        self.assertEqual(long["statistics"]["steps"], 100000)
        self.assertEqual(long["certificate"]["failed"], [])

    def test_steps_meet_the_times_asked_for_and_are_not_longer_than_said(self):
        path = self.write("pendulum.mech", PENDULUM)
        _, out = self.end(path, "--method", "spark4", "--step", "0.3", "--at", "0.5,1,2.95")
        self.assertEqual([sample["t"] for sample in out["samples"]], [0.5, 1.0, 2.95])
        self.assertEqual(out["statistics"]["steps"], 2 + 2 + 7 + 1)

    def test_redundant_rows_are_followed(self):
        code, out = run_json("run", SEEDS / "c05_four_legged_table.mech", "--method", "rattle", "--step", "0.01")
        self.assertEqual((code, out["outcome"]), (0, "completed"), out)
        twice = self.write("twice.mech", PENDULUM.replace("initial", "constraint again: 2*x^2 + 2*y^2 = 2*l^2\ninitial", 1))
        once = self.end(self.write("once.mech", PENDULUM), "--method", "spark6", "--step", "0.02")[0]
        both = self.end(twice, "--method", "spark6", "--step", "0.02")[0]
        for name in ("x", "y", "x'", "y'"):
            # The same steps; what the iterations leave, and which rows are taken.
            self.assertAlmostEqual(both[name], once[name], delta=1e-10)

    def test_events_are_located_on_the_dense_output(self):
        text = PENDULUM.replace("simulate", "event low when x <= 0\nsimulate")
        path = self.write("event.mech", text)
        times = []
        for arguments in (("--method", "rk8", "--tolerance", "1e-12"), ("--method", "spark6", "--step", "0.02")):
            events = self.end(path, *arguments)[1]["events"]
            times.append(next(event["t"] for event in events if event["name"] == "low"))
        # 0.02^6 = 6e-11, times what is left of it in some 60 steps.
        self.assertAlmostEqual(times[0], times[1], delta=1e-8)

    def test_contacts_are_followed_between_impacts(self):
        at, out = self.end(self.write("ball.mech", BALL))
        fall = math.sqrt(2 / 9.81)
        self.assertAlmostEqual(out["impacts"][0]["t"], fall, delta=1e-12)  # free fall is exact in steps: rounding
        rest = 0.8 - fall
        # Likewise of what is left behind the impact.
        self.assertAlmostEqual(at["y"], 0.5 * 9.81 * fall * rest - 9.81 / 2 * rest**2, delta=1e-11)

    def test_bounces_are_followed_to_rest(self):
        gallery = SEEDS.parent / "gallery"
        for name in ("bouncing_ball", "ball_with_backspin"):
            for method in ("rattle", "spark4", "symmetric"):
                with self.subTest(model=name, method=method):
                    out = run_json("run", gallery / f"{name}.mech", "--method", method, "--step", "0.02")[1]
                    self.assertEqual(out["outcome"], "completed", out.get("failure"))
                    self.assertEqual(out["certificate"]["failed"], [])
                    self.assertIn("closes", [change["change"] for change in out["contact_changes"]])
        # Put onto the rolling at each step: rounding.
        self.assertAlmostEqual(out["final"]["x'"] - 0.1 * out["final"]["phi'"], 0, delta=1e-15)

    def test_friction_and_jumps_are_located(self):
        for text, sticks in ((TABLE, True), (JUMPING, False)):
            for method in ("rattle", "spark4", "spark6", "symmetric"):
                with self.subTest(method=method, friction=sticks):
                    end, out = self.end(self.write("m.mech", text), "--method", method, "--step", "0.03", "--to", "4")
                    changes = out["friction_changes"] if sticks else out["jump_changes"]
                    slowing = 0.3 * 9.81 if sticks else 0.3
                    self.assertEqual([change["change"] for change in changes], ["sticks" if sticks else "slides"])
                    # Uniform deceleration is exact in steps: rounding.
                    self.assertAlmostEqual(changes[0]["t"], 1 / slowing, delta=1e-13)
                    self.assertAlmostEqual(end["x"], 1 / (2 * slowing), delta=1e-13)
                    self.assertEqual(end["x'"], 0)
                    self.assertEqual(out["certificate"]["failed"], [])

    def test_stick_and_slip_keep_the_order(self):
        belt = SEEDS.parent / "gallery" / "stick_slip_belt.mech"
        truth, exact = self.end(belt, "--method", "rk8", "--tolerance", "1e-12", "--to", "7.3")
        for method, order in (("rattle", 2), ("spark4", 4), ("spark6", 6)):
            errors = []
            for step in ("0.04", "0.02"):
                end, out = self.end(belt, "--method", method, "--step", step, "--to", "7.3")
                self.assertEqual([c["change"] for c in out["friction_changes"]],
                                 [c["change"] for c in exact["friction_changes"]])
                errors.append(max(abs(end[name] - truth[name]) for name in ("x", "x'")))
            with self.subTest(method=method):
                # The next term of the error may be a fifth of it: log2(1.2) = 0.26.
                self.assertAlmostEqual(math.log2(errors[0] / errors[1]), order, delta=0.3)

    def test_a_second_run_tells_the_error(self):
        path = self.write("pendulum.mech", PENDULUM)
        _, out = self.end(path, "--method", "rattle", "--step", "0.05", "--verify")
        found = out["certificate"]["global_errors"]
        self.assertGreater(found["positions"], 1e-3)  # steps of 0.05: h^2 = 2.5e-3
        self.assertIn("global error", out["certificate"]["failed"])

    def refusal(self, path, *arguments):
        code, out = run_json("run", path, *arguments)
        self.assertEqual(code, 1, out)
        return out["diagnostics"][-1]

    def test_what_they_cannot_follow_is_said_with_the_edit(self):
        wrong = self.refusal(self.write("m.mech", SLEIGH.replace("= symmetric", "= rattle")))
        self.assertEqual(wrong["code"], "E0713")
        self.assertIn("blade is one of rates", wrong["message"])
        self.assertEqual(wrong["edit"]["insert"], "symmetric")
        form = self.refusal(self.write("m.mech", SLEIGH), "--form", "eliminated")
        self.assertIn("needs the form lagrange", form["message"])

    def test_a_step_is_wanted_by_them_and_by_no_other(self):
        path = self.write("m.mech", PENDULUM)
        missing = self.refusal(path, "--method", "spark4")
        self.assertEqual(missing["code"], "E0714")
        self.assertIn("step = 0.01 [s]", missing["help"])
        self.assertEqual(self.refusal(path, "--method", "rk8", "--step", "0.1")["code"], "E0714")
        code, out = run_json("run", self.write("m.mech", PENDULUM.replace("[s]\n", "[s] { step = 0.1 [s] }\n")))
        self.assertEqual((code, out["diagnostics"][-1]["code"]), (1, "E0714"))

    def test_steps_that_are_too_long_end_the_run_with_a_reason(self):
        code, out = run_json("run", self.write("m.mech", PENDULUM), "--method", "rattle", "--step", "3")
        self.assertEqual((code, out["outcome"]), (4, "failed"))
        self.assertIn("too long for this motion", out["failure"])
