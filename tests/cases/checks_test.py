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


if __name__ == "__main__":
    unittest.main()
