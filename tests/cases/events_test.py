"""Events whose sides a constraint, or a friction that sticks, keeps equal: one event each, not those of rounding."""

import pathlib
import unittest

from program import InFolder, run_json

MODELS = pathlib.Path(__file__).resolve().parent / "models"

PENDULUM = """model Held
param l = 0.7, g = 9.81
coord x, y, z
kinetic T = 1/2*(x'^2 + y'^2 + z'^2)
potential V = g*y
constraint rod: x^2 + y^2 = l^2{until}
{statements}
initial x = 0.3, y ~ -0.6, z = 1, z' = 2
simulate 0..3
"""

# A disc that rolls from the start; x' = R*phi' is held by a friction that sticks.
DISC = """model Disc
param m = 2, R = 0.2, g = 9.81, mu = 0.5
coord x, phi, y
kinetic T = 1/2*m*(x'^2 + y'^2) + 1/4*m*R^2*phi'^2
potential V = m*g*y - 3*x
constraint floor: y = R
reaction N of floor conjugate y'
friction F of N conjugate x' - R*phi' { coefficient = mu }
event rolls when x' = R*phi'
initial x = 0, y = R, phi = 0, x' = 1, phi' = 5
simulate 0..2
"""

# A slider crank; two conditions follow from its constraints, and sin(a) = 0 at its dead centres does not.
CRANK = """model Crank
param r = 0.3, l = 1
coord a, b, s
kinetic T = 1/2*(0.1*a'^2 + 0.2*b'^2 + s'^2)
potential V = 0.5*s
constraint X: r*cos(a) + l*cos(b) = s
constraint Y: r*sin(a) = l*sin(b)
event tip when r*sin(a) - l*sin(b) <= 0
event length when (s - r*cos(a))^2 + (r*sin(a))^2 >= l^2
event dead when sin(a) = 0
initial a = 0.5, b ~ 0.1, s ~ 1.2, a' = 6
simulate 0..4
"""

# Nothing holds the sides equal: they differ as soon as it moves.
FREE = """model Free
coord x
kinetic T = 1/2*x'^2
potential V = -x
event up when x >= 0
event down when x <= 0
event meet when x = 0
initial x = 0
simulate 0..3
"""


class Events(InFolder):
    def times(self, model, *options):
        """Of each event, by name; the run ends well and warns of nothing."""
        code, answer = run_json("run", model, *options)
        self.assertEqual(code, 0)
        self.assertNotIn("W0822", [d["code"] for d in answer.get("diagnostics", [])])
        times = {}
        for event in answer.get("events", []):
            times.setdefault(event["name"], []).append(event["t"])
        return times, answer

    def pendulum(self, statements, until=""):
        return self.write("model.mech", PENDULUM.format(statements=statements, until=until))

    def test_are_one_event_at_the_start(self):
        self.assertEqual(self.times(MODELS / "held_sides.mech")[0], {"taut": [0]})

    def test_whatever_the_relation_and_the_steps(self):
        path = self.pendulum("event equal when x^2 + y^2 = l^2\nevent back when l <= sqrt(x^2 + y^2)\n"
                             "event strict when sqrt(x^2 + y^2) < l")
        for options in ((), ("--max-step", "0.003"), ("--method", "radau"), ("--tolerance", "1e-6"), ("--step", "0.01",
                                                                                                  "--method", "rk4")):
            self.assertEqual(self.times(path, *options)[0], {"equal": [0], "back": [0]}, options)

    def test_impose_a_constraint_once(self):
        path = self.pendulum("event taut when sqrt(x^2 + y^2) <= l\nconstraint halt: z = 1 from taut")
        times, answer = self.times(path)
        self.assertEqual(times, {"taut": [0]})
        self.assertEqual([each["t"] for each in answer["impositions"]], [0])
        self.assertEqual(answer["final"]["z"], 1)

    def test_until_the_constraint_is_released(self):
        """Released at 1 s where it moves on the circle, it flies off the circle outwards: the condition goes on to hold."""
        self.assertEqual(self.times(self.pendulum("event long when sqrt(x^2 + y^2) >= l", " until 1"))[0], {"long": [0]})

    def test_of_a_disc_that_rolls(self):
        self.assertEqual(self.times(self.write("disc.mech", DISC))[0], {"rolls": [0]})

    def test_beside_events_of_the_same_mechanism(self):
        times, _ = self.times(self.write("crank.mech", CRANK))
        self.assertEqual(times["tip"], [0])
        self.assertEqual(times["length"], [0])
        self.assertGreater(len(times["dead"]), 5)

    def test_sides_that_nothing_holds_are_judged_by_what_follows(self):
        self.assertEqual(self.times(self.write("free.mech", FREE))[0], {})


if __name__ == "__main__":
    unittest.main()
