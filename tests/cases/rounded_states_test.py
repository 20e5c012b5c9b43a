"""States of redundant mechanisms, given with 12 to 17 digits, are no singular positions.

The rows of these mechanisms depend on one another at every admissible state, by construction: rods and cranks of one
length, side by side. A state that is written with some digits lies off the constraints by as much.
"""

import json
import math
import pathlib
import random
import unittest

import program

MODELS = pathlib.Path(__file__).resolve().parent / "models"

FOUR_RODS = """model FourRods "A plank hung on four parallel rods"
param l = 0.7, c = 0.9, m = 4, g = 9.81
coord xa, ya, xb, yb
kinetic T = m/6*(xa'^2 + ya'^2 + xb'^2 + yb'^2 + xa'*xb' + ya'*yb')
potential V = m*g*(ya + yb)/2
constraint a: xa^2 + ya^2 = l^2
constraint b: (xb - c)^2 + yb^2 = l^2
constraint plank: (xb - xa)^2 + (yb - ya)^2 = c^2
constraint m1: ((2*xa + xb - c)/3)^2 + ((2*ya + yb)/3)^2 = l^2
constraint m2: ((xa + 2*xb - 2*c)/3)^2 + ((ya + 2*yb)/3)^2 = l^2
initial xa = l*sin(0.4), ya = -l*cos(0.4), xb ~ c + l*sin(0.4), yb ~ -l*cos(0.4), xa' = 0.3
simulate 0..2
"""

THREE_CRANKS = """model ThreeCranks "A coupler on three parallel cranks"
param a = 0.4, d = 0.6, e = 0.9
coord p, q, s, b
kinetic T = 1/2*(p'^2 + 2*q'^2 + s'^2) + 0.3*b'^2
potential V = 2*sin(p)
constraint x1: a*cos(p) + d*cos(b) = d + a*cos(q)
constraint y1: a*sin(p) + d*sin(b) = a*sin(q)
constraint x2: a*cos(p) + (d + e)*cos(b) = d + e + a*cos(s)
constraint y2: a*sin(p) + (d + e)*sin(b) = a*sin(s)
initial p = 0.8, q ~ 0.8, s ~ 0.8, b ~ 0, p' = 1
simulate 0..2
"""


def plank(theta, rate):
    x, y = 0.7 * math.sin(theta), -0.7 * math.cos(theta)
    u, w = 0.7 * rate * math.cos(theta), 0.7 * rate * math.sin(theta)
    return {"xa": x, "ya": y, "xb": x + 0.9, "yb": y, "xa'": u, "ya'": w, "xb'": u, "yb'": w}


def cranks(theta, rate):
    return {"p": theta, "q": theta, "s": theta, "b": 0.0, "p'": rate, "q'": rate, "s'": rate, "b'": 0.0}


class RoundedStates(program.InFolder):
    def evaluate(self, model, state):
        path = self.write("state.json", json.dumps({"t": 0, "state": state}))
        done = program.run("eval", model, "--state", path, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout, json.loads(done.stdout)

    def test_the_plank_on_three_rods_has_multipliers_at_a_state_given_to_rounding(self):
        # shared cases: no singular position, multipliers as at any state, of least norm
        done = program.run("eval", MODELS / "three_rods.mech", "--state", MODELS / "three_rods_state.json")
        self.assertEqual(done.returncode, 0)
        self.assertNotIn("singular", done.stdout)

    def test_no_rounded_state_is_called_a_singular_position(self):
        draw = random.Random(12)
        models = ((MODELS / "three_rods.mech", plank), (self.write("four.mech", FOUR_RODS), plank),
                  (self.write("cranks.mech", THREE_CRANKS), cranks))
        for i in range(42):
            model, state_of = models[i % 3]
            theta, rate, digits = draw.uniform(-3, 3), draw.uniform(-3, 3), draw.randint(12, 17)
            if state_of is cranks and abs(math.sin(theta)) < 0.05:
                continue  # that is one
            state = {name: float(f"%.{digits}g" % x) for name, x in state_of(theta, rate).items()}
            text, _ = self.evaluate(model, state)
            self.assertNotIn("singular", text, (str(model), theta, digits))

    def test_a_singular_position_is_called_one(self):
        # All cranks lie along the coupler.
        text, _ = self.evaluate(self.write("cranks.mech", THREE_CRANKS), cranks(0.0, 1.0))
        self.assertIn("singular position", text)


if __name__ == "__main__":
    unittest.main()
