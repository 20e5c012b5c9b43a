"""Frictions of one load by several names, and slips in planes of several feet. References: constant decelerations by hand;
for feet that a rod couples Coulomb's law with |slip| replaced by sqrt(slip^2 + eps^2), integrated by Runge-Kutta steps of
order 4 (h = eps/5) with the rod by index reduction, eps = 1e-5 and 1e-4. A slip of eps is left where the law sticks, so
that these differ from the law itself by eps times the time in rates at rest and by less than 1e-7 while all slide."""

import math
import pathlib
import unittest

from program import InFolder, run, run_json

MODELS = pathlib.Path(__file__).resolve().parent / "models"
G = 9.81


class Frictions(InFolder):
    def completed(self, model, *arguments):
        path = model if isinstance(model, pathlib.Path) else self.write("model.mech", model)
        code, out = run_json("run", path, *arguments)
        self.assertEqual(out["outcome"], "completed", out.get("failure"))
        self.assertEqual(out["certificate"]["failed"], [])
        self.assertEqual(code, 0)
        return out

    def assert_final(self, out, expected, tolerance):
        for name, value in expected.items():
            self.assertAlmostEqual(out["final"][name], value, delta=tolerance, msg=name)


class NamesOfOneLoad(Frictions):
    """A point of 1 kg: x' from 3 m/s by 0.2 g, q' from 1 m/s by 0.1 g, both pressed by m g. Closed forms, to rounding."""

    def check_floor(self, model):
        out = self.completed(model, "--to", "0.5")
        # Uniform decelerations are exact in steps: rounding.
        self.assert_final(out, {"N1": G, "N2": G, "F1": -0.2 * G, "F2": -0.1 * G,
                                "x": 1.5 - 0.1 * G * 0.25, "q": 0.5 - 0.05 * G * 0.25,
                                "x'": 3 - 0.1 * G, "q'": 1 - 0.05 * G}, 1e-9)
        out = self.completed(model, "--to", "1.5")
        change = next(c for c in out["friction_changes"] if c["friction"] == "F2" and c["t"] > 0)
        self.assertEqual(change["change"], "sticks")
        self.assertEqual(out["final"]["q'"], 0.0)
        self.assert_final(out, {"x": 4.5 - 0.1 * G * 2.25}, 1e-9)  # likewise
        # Linear deceleration: located to the rounding of the step, far below the tolerance of the run.
        self.assertAlmostEqual(change["t"], 1 / (0.1 * G), delta=1e-9)

    def test_of_an_equation(self):
        self.check_floor(MODELS / "two_reactions_of_one_floor.mech")

    def test_of_an_inequality(self):
        text = (MODELS / "two_reactions_of_one_floor.mech").read_text(encoding="utf-8")
        self.check_floor(text.replace("floor: y = 0", "floor: y >= 0"))

    def test_neither_is_one_of_many(self):
        done = run("derive", MODELS / "two_reactions_of_one_floor.mech")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("one of many", done.stdout)

    def test_by_the_opposite_speed_it_is_the_negative(self):
        text = (MODELS / "two_reactions_of_one_floor.mech").read_text(encoding="utf-8")
        out = self.completed(text.replace("N2 [N] of floor conjugate y'", "N2 [N] of floor conjugate -y'"), "--to", "0.5")
        self.assert_final(out, {"N1": G, "N2": -G, "F2": -0.1 * G}, 1e-12)  # forces are solved to rounding of 10 N

    def test_a_wall_without_load_is_no_paradox(self):
        text = (MODELS / "two_reactions_of_one_floor.mech").read_text(encoding="utf-8")
        text = text.replace("q'^2", "q'^2 + w'^2").replace("q [m]", "q [m], w [m]")
        text = text.replace("reaction N2 [N] of floor conjugate y'", "constraint wall: w = 0\nreaction N2 [N] of wall conjugate w'")
        out = self.completed(text, "--to", "0.5")
        # Forces are solved to rounding; friction of a load of 0 is 0.
        self.assert_final(out, {"N2": 0, "F2": 0, "q'": 1, "x'": 3 - 0.1 * G}, 1e-12)

    CYLINDER = """model Cylinder
param m = 2 [kg], R = 0.1 [m], g = 9.81 [m/s^2], mu = 0.3, arm = 0.004 [m]
coord x [m], y [m], ph [rad]
kinetic T = 1/2*m*(x'^2 + y'^2) + 1/4*m*R^2*ph'^2
potential V = m*g*y
constraint floor: y SIDE R
reaction N [N] of floor conjugate y'
reaction Nr [N] of floor conjugate y'
friction F [N] of N conjugate x' - R*ph' { coefficient = mu }
friction M [N*m] of Nr conjugate ph' { coefficient = arm }
initial y = R, x' = 2 [m/s]
simulate 0..3 [s]
"""

    def test_a_cylinder_slides_rolls_and_stops(self):
        # m x'' = -mu m g, J ph'' = R mu m g - arm m g until x' = R ph'; then (m + J/R^2) x'' = -arm m g/R, J = m R^2/2.
        for side in ("=", ">="):
            out = self.completed(self.CYLINDER.replace("SIDE", side))
            rolls = 2 / (0.3 * G + 2 * (0.3 * G - 0.04 * G))
            slows = 0.04 * G / 1.5
            x_rate = 2 - 0.3 * G * rolls
            x = 2 * rolls - 0.15 * G * rolls**2
            first = next(c for c in out["friction_changes"] if c["friction"] == "F" and c["change"] == "sticks")
            self.assertAlmostEqual(first["t"], rolls, delta=1e-9)  # uniform decelerations are exact in steps: rounding
            left = 3 - rolls
            self.assertGreater(x_rate / slows, left)
            self.assert_final(out, {"x": x + x_rate * left - slows * left**2 / 2, "x'": x_rate - slows * left,
                                    "M": -0.004 * 2 * G}, 1e-8)  # ten tolerances (1e-9)

    def test_an_ellipse_of_a_force_and_a_moment_is_pointed_out(self):
        model = self.CYLINDER.replace("SIDE", "=").replace("M [N*m] of Nr", "M [N*m] of N")
        done = run("check", self.write("one.mech", model))
        self.assertIn("W0617", done.stderr + done.stdout)
        self.assertIn("reaction N2 [N] of floor conjugate y'", done.stderr + done.stdout)

    def test_in_an_impact_each_has_its_own_bound(self):
        # A disc that does not turn about x: it falls with y' = -2 m/s, plastic; P = m 2, F1 = -0.2 P, F2 = -0.1 P.
        text = (MODELS / "two_reactions_of_one_floor.mech").read_text(encoding="utf-8")
        text = text.replace("floor: y = 0", "floor: y >= 0").replace("initial", "initial y = 0, y' = -2 [m/s],")
        out = self.completed(text, "--to", "1e-6")
        # After 1e-6 s, in which friction takes 2e-6 m/s more.
        self.assertAlmostEqual(out["final"]["x'"], 3 - 0.2 * 2, delta=1e-5)
        self.assertAlmostEqual(out["final"]["q'"], 1 - 0.1 * 2, delta=1e-5)

    def test_a_share_of_a_load_has_no_friction(self):
        done = run("run", self.write("share.mech", """model Plank
param m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2]
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
constraint floor: y = 0
reaction N1 [N] of floor at (x - l, y) along (0, 1)
reaction N2 [N] of floor at (x + l, y) along (0, 1)
friction F1 [N] of N1 conjugate x' { coefficient = 0.2 }
friction F2 [N] of N2 conjugate x' { coefficient = 0.1 }
initial x' = 1 [m/s]
simulate 0..1 [s]
"""))
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("E0616", done.stderr)


def feet(masses, coefficients, rods, state, more=""):
    """Point masses on a plane, joined by rods {(i, j): length}; `state` has x, y, x', y' of each."""
    n = len(masses)
    lines = [f"model Feet\nparam g = {G} [m/s^2]",
             f"coord x[1..{n}] [m], y[1..{n}] [m], z[1..{n}] [m]"]
    lines += [f"param m{i} = {m} [kg], mu{i} = {mu}" for i, (m, mu) in enumerate(zip(masses, coefficients), 1)]
    lines.append("kinetic T = " + " + ".join(f"1/2*m{i}*(x[{i}]'^2 + y[{i}]'^2 + z[{i}]'^2)" for i in range(1, n + 1)))
    lines.append("potential V = " + " + ".join(f"m{i}*g*z[{i}]" for i in range(1, n + 1)))
    for (i, j), length in rods.items():
        lines.append(f"constraint rod{i}{j}: (x[{j}]-x[{i}])^2 + (y[{j}]-y[{i}])^2 = {length ** 2:.12g} [m^2]")
    for i in range(1, n + 1):
        lines.append(f"constraint f{i}: z[{i}] = 0\nreaction N{i} [N] of f{i} conjugate z[{i}]'")
        lines.append(f"friction Fx{i} [N] of N{i} conjugate x[{i}]' {{ coefficient = mu{i} }}")
        lines.append(f"friction Fy{i} [N] of N{i} conjugate y[{i}]' {{ coefficient = mu{i} }}")
    values = [f"{q}[{i}]{dot} = {values[k]} [{unit}]" for i, values in enumerate(state, 1)
              for k, (q, dot, unit) in enumerate((("x", "", "m"), ("y", "", "m"), ("x", "'", "m/s"), ("y", "'", "m/s")))]
    lines.append("initial " + ", ".join(values))
    return "\n".join(lines) + "\n" + more + "simulate 0..2 [s]\n"


class Feet(Frictions):
    def places(self, out, n):
        return [out["final"][f"{q}[{i}]"] for i in range(1, n + 1) for q in "xy"]

    def assert_places(self, out, expected, tolerance):
        for found, wanted in zip(self.places(out, len(expected) // 2), expected):
            self.assertAlmostEqual(found, wanted, delta=tolerance)

    def test_two_feet_and_a_rod(self):
        # shared/cases: DOP853, 8 digits
        out = self.completed(MODELS / "two_feet.mech", "--to", "0.25")
        self.assert_places(out, [0.27112363, 0.06569206, 0.50474400, -0.25899474], 1e-8)  # eight digits are given
        out = self.completed(MODELS / "two_feet.mech")
        stops = next(c for c in out["friction_changes"] if c["friction"] == "Fx[2]")
        # By the regularised law, which is off by less than 1e-7 while all slide.
        self.assertAlmostEqual(stops["t"], 0.46434464, delta=1e-7)
        # by the regularised law: eps times what is left of the time
        self.assert_places(out, [0.42106664, 0.07958300, 0.51377014, -0.30952630], 2e-6)
        for name in ("x[1]'", "y[1]'", "x[2]'", "y[2]'"):
            self.assertEqual(out["final"][name], 0.0)
        self.assertLessEqual(math.hypot(out["final"]["Fx[1]"], out["final"]["Fy[1]"]), 0.3 * G)

    def test_a_chain_of_three(self):
        model = feet([1, 2, 0.5], [0.3, 0.2, 0.4], {(1, 2): 0.5, (2, 3): 0.5},
                     [(0, 0, 1, 0.3), (0.5, 0, 1, -1), (0.5, 0.5, 0.2, -1)])
        out = self.completed(model, "--to", "0.2")
        # Eight digits are given, of runs with two eps.
        self.assert_places(out, [0.18909051, 0.04030799, 0.64867717, -0.15661867, 0.53020854, 0.32914381], 2e-8)
        out = self.completed(model)
        # As for two feet: eps times what is left of the time.
        self.assert_places(out, [0.32170665, 0.05088440, 0.72855922, -0.23975452, 0.55173555, 0.22793489], 1e-6)

    def test_a_triangle(self):
        model = feet([1, 1, 2], [0.3, 0.3, 0.3], {(1, 2): 0.4, (2, 3): 0.3, (1, 3): 0.5},
                     [(0, 0, 1, -0.4), (0.4, 0, 1, 0.6), (0.4, 0.3, 0.25, 0.6)])
        out = self.completed(model, "--to", "0.2")
        # As in the chain of three.
        self.assert_places(out, [0.16173680, -0.05812397, 0.53490157, 0.08591788, 0.42687019, 0.36579146], 2e-8)
        out = self.completed(model)
        # Rates at rest are off by eps = 1e-5 times a tenth of a second.
        self.assert_places(out, [0.21245938, -0.08304818, 0.56685345, 0.10243725, 0.42773938, 0.36823280], 1e-6)

    def test_a_rod_that_is_pushed_turns_about_the_other_end(self):
        model = feet([1, 1], [0.3, 0.3], {(1, 2): 0.4}, [(0, 0, 0, 0), (0.4, 0, 0, 0)],
                     "force P on y[1] = 8 [N/s]*t\nforce Q on x[1] = 1 [N/s]*t\n")
        out = self.completed(model, "--to", "0.9")
        slides = next(c for c in out["friction_changes"] if c["change"] == "slides")
        # the rod takes the force along it to the other foot
        # The force is linear in t and reaches its bound at this time: located to 1e-10 of it.
        self.assertAlmostEqual(slides["t"], 0.3 * G / 8, delta=1e-9)
        self.assert_places(out, [0.04872, 0.19408, 0.39879, 0.00057], 1e-4)  # five digits are given


if __name__ == "__main__":
    unittest.main()
