"""Checks and certificates that fail without cause."""

import pathlib
import unittest

from program import InFolder, run, run_json

MODELS = pathlib.Path(__file__).resolve().parent / "models"

RAMP = "x [m], h [m]\n0, 1\n0.5, 0.8\n1, 0.5\n1.2, 0.45\n"
LEAVES_THE_TABLE = """model Ramp
param m = 1 [kg], g = 9.81 [m/s^2]
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
constraint ramp: y >= table("ramp.csv", x)
initial x = 0.01 [m], y = 1.2 [m], x' = 0.6 [m/s], y' ~ -1 [m/s]
simulate 0..0.6 [s]
"""
# A dip of 2 mm, in a window that reaches beyond x = 8, where asin(x/8) has no value.
DIP = """model Dip
coord x
kinetic T = 1/2*x'^2
potential V = -0.05*exp(-((x - 5)/0.001)^2) + 0.0001*asin(x/8)
initial x = 0.1, x' = 4
simulate 0..1.9
"""


class Certificates(InFolder):
    def test_a_run_whose_steps_look_beyond_a_table_passes(self):
        code, answer = run_json("run", MODELS / "false_alarm.mech", "--strict")
        self.assertEqual(code, 0)
        self.assertEqual(answer["certificate"]["failed"], [])
        # The README of the cases: right to eleven digits as it was.
        self.assertAlmostEqual(answer["final"]["x"], 6.30393, places=5)

    def test_also_near_the_end_of_the_table(self):
        self.write("ramp.csv", RAMP)
        self.assertEqual(run("run", self.write("ramp.mech", LEAVES_THE_TABLE), "--strict").returncode, 0)

    def test_a_narrow_place_beside_an_end_of_the_range_is_still_seen(self):
        """Passed in 0.5 ms: seven steps of a run that does not see it."""
        code, answer = run_json("run", self.write("dip.mech", DIP), "--strict")
        self.assertEqual(code, 0)
        self.assertGreater(answer["statistics"]["steps"], 20)


# b follows from the rows: d·sin b = l·(sin c − sin a), 0 on this branch; swings through the flat position.
FLAT = """model Flat
param l = 0.5 [m], d = 1 [m], m = 1 [kg], k = 20 [N*m]
coord a [rad], b [rad], c [rad]
kinetic T = 1/6*m*l^2*(a'^2+c'^2) + 1/2*m*(l^2*a'^2 + l*d*a'*b'*cos(a-b) + d^2*b'^2/3)
potential V = 1/2*k*a^2
constraint X: l*cos(a) + d*cos(b) - l*cos(c) = d
constraint Y: l*sin(a) + d*sin(b) - l*sin(c) = 0
initial a = 0.5, b = 0, c = 0.5, a' = 0
simulate 0..20 [s]
"""
# x = 1e-8·cos(t) for ever, in a model of metres.
SMALL = """model Small
coord x [m], y [m]
kinetic T = 1/2*1 [kg]*(x'^2 + y'^2)
potential V = 1/2*1 [N/m]*(x^2 + y^2)
initial x = 1e-8 [m], y = 1 [m]
simulate 0..10 [s]
"""


class Checks(InFolder):
    def statuses(self, text, *checks):
        path = self.write("model.mech", text + "".join(f"check {each}\n" for each in checks))
        _, answer = run_json("run", path)
        return [each["status"] for each in answer["checks"]]

    def test_an_angle_that_the_constraints_hold_at_zero(self):
        code, answer = run_json("run", MODELS / "exact_zero_check.mech")
        self.assertEqual(code, 0)
        self.assertEqual([each["status"] for each in answer["checks"]], ["holds"])

    def test_what_is_made_of_it_is_zero_too(self):
        self.assertEqual(self.statuses(FLAT, "b' = 0", "2*m*b = 0", "sin(b) = 0", "a - c = 0", "m*(a - c) = 0",
                                       "sin(a - c) = 0"), ["holds"] * 6)

    def test_small_true_motions_are_none(self):
        self.assertEqual(self.statuses(SMALL, "x = 0", "x' = 0", "x - 1e-9*y = 0"), ["fails"] * 3)

    def test_a_tolerance_with_a_unit_is_an_amount(self):
        self.assertEqual(self.statuses(SMALL, "x = 0 { tolerance = 2e-8 [m] }", "x = 0 { tolerance = 9e-9 [m] }",
                                       "x = 0 { tolerance = 20 [nm] }", "x <= 0 { tolerance = 2e-8 [m] }",
                                       "x = const { tolerance = 1e-8 [m] }", "x = const { tolerance = 3e-8 [m] }"),
                         ["holds", "fails", "holds", "holds", "fails", "holds"])

    def test_no_rounding_is_excused_beyond_it(self):
        self.assertEqual(self.statuses(FLAT, "b = 0 { tolerance = 1e-11 [rad] }", "b = 0 { tolerance = 1e-17 [rad] }"),
                         ["holds", "fails"])

    def test_it_has_the_unit_of_the_sides(self):
        done = run("check", self.write("model.mech", SMALL + "check x = 0 { tolerance = 1e-9 [s] }\n"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("E0412", done.stderr)


class Samples(InFolder):
    def test_of_a_square_as_a_constraint_lie_on_the_motion(self):
        """x = y = 0.3 t − g t²/4: the force acts on one of two equal masses that move together. Steps of any length."""
        completed = 0
        for options in (("--tolerance", "1e-11", "--samples", "401"), ("--max-step", "0.01", "--samples", "401"),
                        ("--samples", "101"), ("--method", "rk5", "--samples", "101")):
            code, answer = run_json("run", MODELS / "squared_constraint.mech", *options)
            if answer["outcome"] != "completed" or answer["certificate"]["failed"]:
                continue  # refused, or said to be wrong
            completed += 1
            self.assertEqual(code, 0)
            for sample in answer["samples"]:
                right = 0.3 * sample["t"] - 2.4525 * sample["t"] ** 2
                for name in ("x", "y"):
                    # A square is met to the root of what its row is met to.
                    self.assertAlmostEqual(sample["state"][name], right, places=6)
        self.assertGreaterEqual(completed, 3)


if __name__ == "__main__":
    unittest.main()
