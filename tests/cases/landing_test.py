"""Contacts struck at one instant. Values by hand: without restitution a body whose struck corners press one another is at
rest in every order of its strikes, by the total impulse m v; the rates in closed form. Tolerances are those of the run
(1e-9), the impulses are solved to rounding and rest on the speed at the strike."""

import math
import pathlib
import unittest

from program import InFolder, run, run_json

MODELS = pathlib.Path(__file__).resolve().parent / "models"
FLAT = (MODELS / "flat_landing.mech").read_text(encoding="utf-8")
V = math.sqrt(2 * 9.81 * 0.4)  # m/s, of a fall from 0.5 m to 0.1 m


class Landing(InFolder):
    def completed(self, text, *arguments):
        code, out = run_json("run", self.write("model.mech", text), *arguments)
        self.assertEqual(out["outcome"], "completed", out.get("failure"))
        self.assertEqual(out["certificate"]["failed"], [])
        self.assertEqual(code, 0)
        return out

    def refused(self, text):
        done = run("run", self.write("model.mech", text))
        self.assertNotEqual(done.returncode, 0)
        words = " ".join((done.stdout + done.stderr).split())
        self.assertIn("the outcome depends on which is struck first", words)
        self.assertIn("a small distance between them decides it", words)

    def assert_final(self, out, expected, tolerance=1e-8):  # ten tolerances (1e-9)
        for name, value in expected.items():
            self.assertAlmostEqual(out["final"][name], value, delta=tolerance, msg=name)

    def test_a_wide_box_falls_flat_and_rests(self):
        out = self.completed(FLAT)
        self.assert_final(out, {"th": 0, "y": 0.1, "x": 3, "th'": 0, "y'": 0, "NL": 9.81, "NR": 9.81})
        self.assertEqual(len(out["impacts"]), 1)
        impulses = out["impacts"][0]["contacts"]
        # Ten tolerances (1e-9).
        self.assertAlmostEqual(impulses["left"]["impulse"], V, delta=1e-8)  # half of 2 kg times V
        self.assertAlmostEqual(impulses["right"]["impulse"], V, delta=1e-8)
        self.assertAlmostEqual(out["impacts"][0]["energy_lost"], V * V, delta=1e-7)  # ten tolerances of 8 J

    def test_with_friction_that_slides_all_the_time(self):
        text = FLAT.replace("mu = 0.3", "mu = 0.1").replace("x' = 1", "x' = 2")
        text = text.replace("initial", "friction FL [N] of NL conjugate xL' { coefficient = mu }\n"
                            "friction FR [N] of NR conjugate xR' { coefficient = mu }\ninitial")
        fall = V / 9.81
        speed = 2 - 0.1 * V  # all impulses of friction are -mu times the normal ones, whatever the order
        out = self.completed(text, "--to", "1.5")
        left = 1.5 - fall
        self.assert_final(out, {"th": 0, "y": 0.1, "x'": speed - 0.981 * left,
                                "x": 2 * fall + speed * left - 0.4905 * left**2})

    def test_a_box_with_feet_at_different_distances(self):
        # J = m (b^2 + h^2)/3 = 1/30 kg m^2, G12 = 1/m - x1 x2/J < 0: total impulse m V, without a moment.
        text = FLAT.replace("xL = x - b*cos(th) + h*sin(th)", "xL = x - b/2*cos(th) + h*sin(th)")
        text = text.replace("yL = y - b*sin(th) - h*cos(th)", "yL = y - b/2*sin(th) - h*cos(th)")
        out = self.completed(text)
        self.assert_final(out, {"th": 0, "y": 0.1, "NL": 2 * 9.81 * 2 / 3, "NR": 2 * 9.81 / 3})
        impulses = out["impacts"][0]["contacts"]
        self.assertAlmostEqual(impulses["left"]["impulse"], 2 * V * 2 / 3, delta=1e-8)  # ten tolerances (1e-9)
        self.assertAlmostEqual(impulses["right"]["impulse"], 2 * V / 3, delta=1e-8)

    def test_a_tall_box_rocks_by_the_order(self):
        # 2 b^2 < h^2: a corner that is struck lifts the other one, so that each order ends with another corner open.
        self.refused(FLAT.replace("b = 0.2 [m], h = 0.1 [m]", "b = 0.1 [m], h = 0.2 [m]"))

    def test_a_box_that_bounces(self):
        self.refused(FLAT.replace("e = 0", "e = 0.5"))

    def test_a_small_distance_decides_it(self):
        text = FLAT.replace("b = 0.2 [m], h = 0.1 [m]", "b = 0.1 [m], h = 0.2 [m]")
        out = self.completed(text.replace("left: yL >= 0", "left: yL >= 1e-4 [m]"), "--to", "0.27")
        self.assertEqual(out["impacts"][0]["struck"], ["left"])

    WEDGE = """model Wedge "A point falls into a corner between two planes"
param m = 1 [kg], g = 9.81 [m/s^2], a = ANGLE
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
constraint right: y*cos(a) - x*sin(a) >= 0
constraint left: y*cos(a) + x*sin(a) >= 0
initial y = 1 [m]
simulate 0..1 [s]
"""

    def test_a_point_rests_in_a_narrow_corner(self):
        # Planes of 60 degrees: the normals have an obtuse angle, each strike drives the point into the other plane.
        out = self.completed(self.WEDGE.replace("ANGLE", "pi/3"))
        self.assert_final(out, {"x": 0, "y": 0, "x'": 0, "y'": 0})
        impulses = out["impacts"][0]["contacts"]
        each = math.sqrt(2 * 9.81) / (2 * math.cos(math.pi / 3))
        self.assertAlmostEqual(impulses["left"]["impulse"], each, delta=1e-8)  # ten tolerances (1e-9)
        self.assertAlmostEqual(impulses["right"]["impulse"], each, delta=1e-8)

    def test_in_a_wide_corner_it_slides_up_by_the_order(self):
        self.refused(self.WEDGE.replace("ANGLE", "pi/6"))

    BALLS = """model Balls
coord x1, x2, x3
kinetic T = 1/2*(x1'^2 + x2'^2 + x3'^2)
constraint left: x2 >= x1 { restitution = RESTITUTION }
constraint right: x3 >= x2 { restitution = RESTITUTION }
initial x1 = -1, x2 = 0, x3 = 1, x1' = 1, x2' = 0, x3' = -1
simulate 0..2
"""

    def test_elastic_balls_from_both_sides_exchange_speeds(self):
        # left, right, left or right, left, right: equal elastic balls hand their speeds on.
        out = self.completed(self.BALLS.replace("RESTITUTION", "1"))
        self.assert_final(out, {"x1'": -1, "x2'": 0, "x3'": 1}, 1e-12)  # speeds handed on at once: rounding of 1 m/s

    def test_balls_that_lose_energy_do_not(self):
        self.refused(self.BALLS.replace("RESTITUTION", "0.5"))


if __name__ == "__main__":
    unittest.main()
