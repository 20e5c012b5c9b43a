"""Frictions of one load by several names. References: constant decelerations by hand, with the tolerance of the run."""

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
        self.assert_final(out, {"N1": G, "N2": G, "F1": -0.2 * G, "F2": -0.1 * G,
                                "x": 1.5 - 0.1 * G * 0.25, "q": 0.5 - 0.05 * G * 0.25,
                                "x'": 3 - 0.1 * G, "q'": 1 - 0.05 * G}, 1e-9)
        out = self.completed(model)
        change = next(c for c in out["friction_changes"] if c["friction"] == "F2" and c["t"] > 0)
        self.assertEqual(change["change"], "sticks")
        self.assertEqual(out["final"]["q'"], 0.0)
        self.assert_final(out, {"x": 3 - 0.1 * G}, 1e-9)
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
        self.assert_final(out, {"N1": G, "N2": -G, "F2": -0.1 * G}, 1e-12)

    def test_a_wall_without_load_is_no_paradox(self):
        text = (MODELS / "two_reactions_of_one_floor.mech").read_text(encoding="utf-8")
        text = text.replace("q'^2", "q'^2 + w'^2").replace("q [m]", "q [m], w [m]")
        text = text.replace("reaction N2 [N] of floor conjugate y'", "constraint wall: w = 0\nreaction N2 [N] of wall conjugate w'")
        out = self.completed(text, "--to", "0.5")
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
            self.assertAlmostEqual(first["t"], rolls, delta=1e-9)
            left = 3 - rolls
            self.assertGreater(x_rate / slows, left)
            self.assert_final(out, {"x": x + x_rate * left - slows * left**2 / 2, "x'": x_rate - slows * left,
                                    "M": -0.004 * 2 * G}, 1e-8)

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


if __name__ == "__main__":
    unittest.main()
