"""Derivatives of a motion (`run --sensitivity`): closed forms, differences of complete runs over models of every kind,
jumps in time and in the state, where they end, and refusals."""

import csv
import json
import math
import unittest

from program import InFolder, SEEDS, run, run_json

MODELS = SEEDS.parent
GALLERY = MODELS / "gallery"

OSCILLATOR = """model Oscillator "damped; its frequency is declared in terms of it"
param m = 2 [kg], k = 8 [N/m], c = 0.4 [N*s/m], x0 = 0.7 [m], v0 = 0.5*x0*sqrt(k/m)
coord x [m]
kinetic T = 1/2*m*x'^2
potential V = 1/2*k*x^2
dissipation D = 1/2*c*x'^2
initial x = x0, x' = v0
simulate 0..3 [s] { tolerance = 1e-12 }
"""

GUESSED = """model Guessed "a pendulum whose start is far from its circle"
param m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2], x0 = 1.6 [m], y0 = -0.9 [m], w = 0.8 [m/s]
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + 3*y'^2)
potential V = m*g*y
constraint rod: x^2 + y^2 = l^2
initial x ~ x0, y ~ y0, x' ~ w, y' ~ 0
simulate 0..1 [s] { tolerance = 1e-12 }
"""

PUSHES = """model Pushes "pushes that begin, end and grow at times of their own, and a spring that begins at xs"
param m = 1.5 [kg], F = 2 [N], t0 = 0.4 [s], d = 0.5 [s], P = 0.31 [s], k = 30 [N/m], xs = 0.2 [m]
coord x [m]
kinetic T = 1/2*m*x'^2
force push on x = F*(heaviside(t - t0) - heaviside(t - t0 - d)) + F*floor(t/P)/7
                  - k*(x - xs)*heaviside(x - xs) - F/3*heaviside(x - xs)
initial x = 0, x' = 0.1 [m/s]
simulate 0..2 [s] { tolerance = 1e-12 }
"""

TOP = """model Top "a heavy top by a unit quaternion"
param m = 1 [kg], g = 9.81 [m/s^2], h = 0.3 [m], A = 0.2 [kg*m^2], C = 0.1 [kg*m^2], spin = 30 [rad/s]
coord a [1], b [1], c [1], d [1]
constraint unit: a^2 + b^2 + c^2 + d^2 = 1
let wx = 2*(a*b' - b*a' + c*d' - d*c')
let wy = 2*(a*c' - c*a' + d*b' - b*d')
let wz = 2*(a*d' - d*a' + b*c' - c*b')
kinetic T = 1/2*A*(wx^2 + wy^2) + 1/2*C*wz^2
potential V = m*g*h*(a^2 - b^2 - c^2 + d^2)
initial a = cos(0.2), b = sin(0.2), c = 0, d = 0, wz = spin, wx = 0, wy = 0.1 [rad/s]
simulate 0..0.5 [s] { tolerance = 1e-12 }
"""

STIFF = """model Stiff "a mass that a strong damper and a stiff spring hold back"
param m = 1 [kg], k = 2e5 [N/m], c = 3e4 [N*s/m], F = 5 [N]
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = 1/2*k*x^2 + 1/2*k*(y - x)^2
dissipation D = 1/2*c*(x'^2 + (y' - x')^2)
force push on y = F*cos(t*1 [rad/s])
initial x = 1e-3 [m], y = 0, x' = 0, y' = 0
simulate 0..5 [s] { method = "radau"; tolerance = 1e-10 }
"""

# model, its parameters, the end in s, the largest difference. It is relative to the size of each derivative, at least
# that which the quantity would have that grew as its parameter: the differences have about nine digits of these.
KINDS = {
    "free": (GALLERY / "double_pendulum.mech", "m1,l2,g", 2, 1e-6),
    "holonomic": (GALLERY / "fourbar.mech", "L1,L2,m2", 1, 1e-6),
    "loops": (GALLERY / "andrews_squeezer.mech", "sa,i5", 0.01, 1e-6),
    "a chain": (GALLERY / "chain.mech", "m,L", 0.7, 1e-6),
    "rolling": (GALLERY / "rolling_disc.mech", "m,R,g", 1, 1e-6),
    "a bicycle": (GALLERY / "benchmark_bicycle.mech", "mH,c,v", 1, 1e-6),
    "redundant": (SEEDS / "c05_four_legged_table.mech", "m,a", 1, 1e-6),
    "a rope that is wound up": (SEEDS / "c22_winding_pendulum.mech", "l0,w", 2, 1e-6),
    "a wire that breathes": (SEEDS / "s1_rheonomic_bead.mech", "a0,eps,w", 1, 1e-6),
    "damped": (SEEDS / "c19_principal_coordinates.mech", "m,k,b", 3, 1e-6),
    "a table of a road": (GALLERY / "quarter_car.mech", "ms,mw", 2, 1e-6),
    "a friction that slides": (SEEDS / "s0_rod_corner_coulomb.mech", "m,l", 0.2, 1e-6),
    "gyroscopic": (SEEDS / "s4_charged_particle.mech", "m,B0", 2, 1e-6),
}


def values(run_of, at=()):
    code, result = run_json("run", *run_of, *at)
    assert code in (0, 3), result["diagnostics"]
    return result["final"]


def differences(model, cause, end, text=None, share=1e-4):
    """Central differences of runs, extrapolated once: the error is that of rounding and tolerance over the step."""
    name, value = cause["name"], cause["value"]
    step = share * abs(value)

    def at(x):
        unit = f" [{cause['unit']}]" if cause["unit"] not in ("", "1") else ""
        unit = unit.replace("·", "*").replace("²", "^2")
        code, result = run_json("run", model, "--tolerance", "1e-12", "--to", repr(end), "--set", f"{name}={x!r}{unit}",
                                text=text)
        assert code in (0, 3), result["diagnostics"]
        return result["final"]

    def central(h):
        ahead, behind = at(value + h), at(value - h)
        return {key: (ahead[key] - behind[key]) / (2 * h) for key in cause["final"]}

    near, far = central(step), central(2 * step)
    return {key: (4 * near[key] - far[key]) / 3 for key in near}


class Sensitivities(InFolder):
    def follow(self, model, names, *more, text=None):
        code, result = run_json("run", model, "--sensitivity", names, *more, text=text)
        self.assertIn(code, (0, 3), result.get("diagnostics"))
        return result

    def require_differences(self, model, names, end, allowed, text=None, share=1e-4):
        result = self.follow(model, names, "--tolerance", "1e-12", "--to", end, text=text)
        found = result["sensitivities"]
        self.assertIsNone(found["ended"])
        self.assertEqual(found["t"], end)
        self.assertEqual([cause["name"] for cause in found["by"]], names.split(","))
        for cause in found["by"]:
            expected = differences(model, cause, end, text, share)
            for key, value in cause["final"].items():
                if value is None:
                    continue
                size = abs(expected[key]) + 1e-3 * max(abs(result["final"][key]), 1e-3) / abs(cause["value"])
                self.assertLessEqual(abs(value - expected[key]), allowed * size,
                                     f"{key} by {cause['name']}: {value}, differences {expected[key]}")

    def test_agree_with_differences_of_runs(self):
        for kind, (model, names, end, allowed) in KINDS.items():
            with self.subTest(kind):
                self.require_differences(model, names, end, allowed)

    def test_agree_with_differences_where_equations_jump(self):
        self.require_differences("-", "m,F,t0,d,P,k,xs", 1.73, 1e-6, text=PUSHES)

    def test_agree_with_differences_of_a_quaternion(self):
        self.require_differences("-", "m,h,A,C,spin", 0.5, 1e-6, text=TOP)

    def test_agree_with_differences_of_a_start_moved_far(self):
        # The nearest point itself is found to 1e-10 of the way, which is what differences see.
        self.require_differences("-", "l,x0,y0,w", 0.5, 5e-6, text=GUESSED, share=2e-3)

        def nearest(l, x0, y0):
            """The point of the circle that is nearest in the metric diag(1, 3), by its angle."""
            a = math.atan2(y0, x0)
            for _ in range(50):
                x, y = l * math.cos(a), l * math.sin(a)
                a -= (3 * (y - y0) * x - (x - x0) * y) / (y * y - (x - x0) * x + 3 * x * x - 3 * (y - y0) * y)
            return l * math.cos(a), l * math.sin(a)

        found = self.follow("-", "l,x0", "--at", 0, text=GUESSED)["sensitivities"]["by"]
        h = 1e-4
        for cause, move in zip(found, [(h, 0), (0, h)]):
            ahead, behind = nearest(1 + move[0], 1.6 + move[1], -0.9), nearest(1 - move[0], 1.6 - move[1], -0.9)
            for key, a, b in zip(("x", "y"), ahead, behind):
                # Central differences, h = 1e-4: h^2/6 of the third derivative.
                self.assertAlmostEqual(cause["samples"][0]["derivatives"][key], (a - b) / (2 * h), delta=1e-7)
        by = self.follow("-", "x0,x,w,x'", text=GUESSED)["sensitivities"]["by"]
        for parameter, initial in (by[0:2], by[2:4]):
            self.assertEqual((parameter["of"], initial["of"]), ("parameter", "initial value"))
            self.assertEqual(parameter["final"], initial["final"])

    def test_follow_stiff_motions_by_implicit_steps(self):
        # The fast part has gone: x and y follow the force, and k(y − x) + c(ẏ − ẋ) = F cos t up to ÿ.
        result = self.follow("-", "F,k,c", text=STIFF)
        found = result["sensitivities"]
        self.assertEqual(found["method"], "radau")
        self.assertLess(found["steps"], 300)
        by_force = found["by"][0]["final"]
        # Linear in F, but for the transient of the start, which has decayed to e^(−5k/c).
        self.assertAlmostEqual(by_force["y"] * 5 / result["final"]["y"], 1, delta=1e-7)  # 1000 tolerances (1e-10)
        for cause in found["by"][1:]:
            expected = differences("-", cause, 5, STIFF)
            for key in ("x", "y"):
                # Differences of runs, whose steps of 1e-4 change the motion little beside the tolerance.
                self.assertAlmostEqual(cause["final"][key] / expected[key], 1, delta=1e-4)

    def test_oscillator_by_closed_forms(self):
        m, k, c, x0, t = 2.0, 8.0, 0.4, 0.7, 3.0

        def x(k, x0):
            v0, delta = 0.5 * x0 * math.sqrt(k / m), c / (2 * m)
            w = math.sqrt(k / m - delta**2)
            return math.exp(-delta * t) * (x0 * math.cos(w * t) + (v0 + delta * x0) / w * math.sin(w * t))

        # Complex differences have no cancellation; here the fourth order of real ones is enough: 1e-11.
        def derivative(f, at, h=1e-3):
            return (8 * (f(at + h) - f(at - h)) - (f(at + 2 * h) - f(at - 2 * h))) / (12 * h)

        by_k, by_x0 = self.follow("-", "k,x0", text=OSCILLATOR)["sensitivities"]["by"]
        self.assertAlmostEqual(by_k["final"]["x"], derivative(lambda value: x(value, x0), k), delta=1e-10)
        self.assertAlmostEqual(by_x0["final"]["x"], derivative(lambda value: x(k, value), x0), delta=1e-10)

    def test_value_that_is_set_no_longer_follows(self):
        free = self.follow("-", "k", text=OSCILLATOR)["sensitivities"]["by"][0]["final"]
        held = self.follow("-", "k", "--set", "v0=0.7", text=OSCILLATOR)["sensitivities"]["by"][0]["final"]
        self.assertGreater(abs(free["x"] - held["x"]), 1e-3)  # far above the tolerance 1e-12

    def test_by_an_initial_value_is_1_at_the_start(self):
        result = self.follow(GALLERY / "kepler.mech", "x,y'", "--samples", 2, "--to", 1)
        by_x, by_rate = result["sensitivities"]["by"]
        self.assertEqual(by_x["samples"][0]["derivatives"], {"x": 1.0, "y": 0.0, "x'": 0.0, "y'": 0.0})
        self.assertEqual(by_rate["samples"][0]["derivatives"], {"x": 0.0, "y": 0.0, "x'": 0.0, "y'": 1.0})
        self.assertEqual(by_x["samples"][1]["derivatives"], by_x["final"])

    def test_run_itself_stays_as_it_is(self):
        model = GALLERY / "fourbar.mech"
        plain = run_json("run", model)[1]
        followed = self.follow(model, "L1,L2")
        for result in (plain, followed):
            del result["statistics"]
            result.pop("sensitivities", None)
        self.assertEqual(plain, followed)

    def test_file_has_the_times_of_the_table(self):
        out = self.folder / "out"
        done = run("run", GALLERY / "fourbar.mech", "--to", 1, "--sensitivity", "L1", "--sensitivity", "m2", "--out", out)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"derivatives +at t = 1 s by L₁: ")
        rows, table = (list(csv.reader((out / name).read_text(encoding="utf-8").splitlines()))
                       for name in ("sensitivities.csv", "table.csv"))
        self.assertEqual([row[0] for row in rows], [row[0] for row in table])
        self.assertIn("d(lambda.loop_x)/d(m2) [m/s^2]", rows[0])
        result = json.loads((out / "result.json").read_text(encoding="utf-8"))
        final = result["sensitivities"]["by"][1]["final"]
        self.assertEqual([float(cell) for cell in rows[-1][1:]][-len(final):], list(final.values()))

    def test_passes_impacts(self):
        result = self.follow(GALLERY / "bouncing_ball.mech", "h,g,e", "--to", 1)
        found = result["sensitivities"]
        self.assertIsNone(found["ended"])
        g, e, h = 9.81, 0.8, 1
        fall = math.sqrt(2 * h / g)
        # Behind the first impact y = e v s − g s²/2, v = √(2 g h), s = t − √(2 h/g).
        v, s = g * fall, 1 - fall
        by = {cause["name"]: cause["final"]["y"] for cause in found["by"]}
        # Ten tolerances (1e-9).
        self.assertAlmostEqual(by["e"], v * s, delta=1e-8)
        self.assertAlmostEqual(by["h"], e * g / v * s - (e * v - g * s) / (g * fall), delta=1e-8)

    def test_ends_where_nearby_motions_differ(self):
        text = ("param h = 0 [m]\ncoord y [m]\nkinetic T = 1/2*1 [kg]*y'^2\npotential V = 9.81 [N]*y\n"
                "constraint floor: y >= 0\ninitial y = h, y' = 0\nsimulate 0..1 [s]\n")
        done = run("run", "-", "--sensitivity", "h", text=text)
        self.assertIn("warning[W0834]: the derivatives of the motion end at t = 0 s: for nearby values of h",
                      done.stderr)

    def test_ends_where_a_start_cannot_follow(self):
        # x is held at −1 and y at 0: no other length of the rod fits.
        code, result = run_json("run", MODELS / "benchmarks" / "pendulum_2000s.mech", "--to", 1, "--sensitivity", "L")
        self.assertEqual(code, 0)
        self.assertEqual(result["sensitivities"]["ended"]["t"], 0)
        self.assertIn("as soon as L changes", result["sensitivities"]["ended"]["reason"])
        self.assertNotIn("final", result["sensitivities"]["by"][0])

    def test_refusals_name_the_edit(self):
        model = GALLERY / "fourbar.mech"
        for arguments, message, advice in [
            (["--sensitivity", "L22"], "there is no parameter, coordinate or rate `L22`", "did you mean `L2`?"),
            (["--sensitivity", "L1", "--method", "rattle", "--step", "0.01"], "by the method rattle",
             "leave out --method rattle"),
        ]:
            done = run("run", model, *arguments)
            self.assertEqual(done.returncode, 1)
            self.assertIn("error[E0833]", done.stderr)
            self.assertIn(message, done.stderr)
            self.assertIn(advice, done.stderr)
        done = run("run", GALLERY / "n_pendulum.mech", "--sensitivity", "n")
        self.assertIn("`n` is a count", done.stderr)
        done = run("run", "-", "--sensitivity", "x", text="model M \"m\"\nparam m = 1\ncoord x\nkinetic T = m*x'^2\n"
                                                          "initial x' = 1\nsimulate 0..1\n")
        self.assertIn("add `initial x = 0` to the model", done.stderr)
        self.assertEqual(run("run", model, "--sensitivity", "L1,,L2").returncode, 2)

    def test_family_stands_for_its_members(self):
        found = self.follow(GALLERY / "n_pendulum.mech", "m", "--to", 0.1)["sensitivities"]
        self.assertEqual([cause["name"] for cause in found["by"]][:2], ["m[1]", "m[2]"])


if __name__ == "__main__":
    unittest.main()
