"""`prove`: claims that hold for the motion from the initial values of a model, and for no other motion."""

import unittest

from program import InFolder, run_json


class ProveMotion(InFolder):
    def test_what_is_true_of_one_motion_only_is_false_and_says_so(self):
        model = self.write("two.mech", """model Two
            param m = 2 [kg], k = 3 [N/m]
            coord x [m], y [m]
            kinetic T = 1/2*m*(x'^2 + y'^2)
            potential V = 1/2*k*y^2
            initial x = 0, x' = 1 [m/s], y = 1 [m], y' = 0
            simulate 0..2 [s]""")
        for claim, is_noted in (("x = 1 [m/s]*t", True), ("E = 5/2 [J]", True), ("y = 1 [m]*cos(sqrt(k/m)*t)", True),
                                ("x' = const", False), ("x = 1.0001 [m/s]*t", False), ("y = 1 [m]*cos(1.2248 [1/s]*t)", False)):
            out = run_json("prove", model, claim)[1]
            self.assertEqual(out["verdict"], "proved" if claim == "x' = const" else "false", claim)
            self.assertEqual("a property of this motion" in " ".join(out["remarks"]), is_noted, claim)

    def test_a_motion_along_which_the_system_changes_is_no_evidence(self):
        ball = """coord x [m], y [m]
            kinetic T = 1/2*1 [kg]*(x'^2 + y'^2)
            potential V = 1 [N]*y
            initial x = 0, x' = 1 [m/s], y = 1 [m], y' = 0
            simulate 0..3 [s]
            """
        fall = "y = 1 [m] - 1/2*1 [m/s^2]*t^2"
        for change, is_noted in (("", True), ("constraint floor: y >= 0 { restitution = 1 }", False),
                                 ("constraint stop: x' = 0 from 1 [s]", False)):
            out = run_json("prove", self.write("ball.mech", ball + change), fall)[1]
            self.assertEqual(out["verdict"], "false", change)
            self.assertEqual("a property of this motion" in " ".join(out["remarks"]), is_noted, change)


if __name__ == "__main__":
    unittest.main()
