"""`prove` where the solution of the equations rounds, and where the constraints have several branches."""

import unittest

from program import InFolder, run_json

# The rolling of a disc and the turning of its plane, each written twice.
ROLLING_TWICE = """model Twice
param m = 1 [kg], J = 0.1 [kg*m^2], w = 0.7 [rad/s], R = 0.5 [m]
coord x [m], y [m], th [rad], ph [rad]
kinetic T = 1/2*m*(x'^2 + y'^2) + 1/2*J*(th'^2 + ph'^2)
constraint n1: x' = R*ph'*cos(th)
constraint n2: y' = R*ph'*sin(th)
constraint n3: x'*cos(th) + y'*sin(th) = R*ph'
constraint n4: x'*sin(th) - y'*cos(th) = 0
constraint t1: th = w*t
constraint t2: th' = w
reaction P [N*m] of t1 conjugate th'
reaction P2 [N*m] of t2 conjugate th'
initial x = 0, y = 0, ph = 0, ph' = 2 [rad/s]
"""

# Two cranks of equal length: they are parallel (a = b), or crossed.
CRANKS = """model Cranks
param l = 1 [m], d = 2 [m], m = 1 [kg], g = 9.81 [m/s^2]
coord a [rad], b [rad]
kinetic T = 1/2*m*l^2*(a'^2 + 2*b'^2)
potential V = m*g*l*(sin(a) + sin(b))
constraint rod: (l*cos(a) - l*cos(b) - d)^2 + (l*sin(a) - l*sin(b))^2 = d^2
initial a = 0.3, b = 0.3, a' = 0.5 [rad/s]
"""


class ProveRoundOff(InFolder):
    def test_what_the_solution_of_repeated_rows_rounds_is_no_difference(self):
        model = self.write("twice.mech", ROLLING_TWICE)
        for claim in ("P + P2 = 0", "ph'' = 0", "x''*cos(th) + y''*sin(th) = R*ph''"):
            self.assertEqual(run_json("prove", model, claim)[0], 0, claim)
        self.assertEqual(run_json("prove", model, "x'' = ph''*R")[1]["verdict"], "false")
        self.assertEqual(run_json("prove", model, "lambda.t1 = 0")[1]["verdict"], "undecided")

    def test_what_the_branch_of_the_start_makes_0_is_said_so(self):
        model = self.write("cranks.mech", CRANKS)
        code, out = run_json("prove", model, "a = b")
        self.assertEqual((code, out["verdict"]), (3, "false"))
        self.assertIn("on which the motion starts", out["remarks"][0])
        self.assertEqual(run_json("prove", model, "1/(a - b) = 3")[1]["verdict"], "false")
        crossed = run_json("prove", model, "l*sin((a - b)/2) = d*sin((a + b)/2)")
        self.assertEqual((crossed[0], crossed[1]["verdict"]), (3, "false"))


if __name__ == "__main__":
    unittest.main()
