"""Derivatives of a motion through impacts on surfaces that move."""

import csv
import pathlib
import unittest

from program import InFolder, run_json

MODELS = pathlib.Path(__file__).resolve().parent / "models"

# ∂y/∂p and ∂y'/∂p of shaker.mech at 0.6 s: by the amplitude and the frequency of the table, by the height at the start.
SHAKER = {
    "A": (-112.3203677642198, -1040.617524396837),
    "w": (-0.00665383646104528, -0.09374789427466498),
    "y": (12.69888744990219, 118.4897446531665),
}

# A pendulum in x and y that strikes a wall which moves to and fro.
WALL = """model MovingWall
param l = 1, d = 0.1, a = 0.8, A = 0.02, w = 30, g = 9.81
coord x, y
kinetic T = 1/2*(x'^2 + y'^2)
potential V = g*y
constraint rod: x^2 + y^2 = l^2
constraint wall: x >= -d + A*cos(w*t) { restitution = 0.6 }
initial x = l*sin(a), y = -l*cos(a)
simulate 0..1.3 { tolerance = 1e-12 }
"""

# A block bounces with friction on a slope that goes up and down.
SLOPE = """model MovingSlope
param m = 0.5, g = 9.81, e = 0.6, A = 0.01, w = 40, mu = 0.2, s = 0.1
coord x, y
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
constraint floor: y >= A*sin(w*t) + s*x { restitution = e }
reaction N of floor conjugate y' - s*x'
friction F of N conjugate x' + s*y' { coefficient = mu }
initial x = 0, y = 0.1, x' = 1.5, y' = 0
simulate 0..0.6 { tolerance = 1e-12 }
"""

# A mass on a plate that shakes faster than it falls: it is thrown off where its force is used up, and strikes again.
THROWN = """model Thrown
param m = 1, g = 9.81, A = 0.004, w = 60, e = 0.3
coord y
kinetic T = 1/2*m*y'^2
potential V = m*g*y
constraint floor: y >= A*sin(w*t) { restitution = e }
initial y = 0, y' = A*w
simulate 0..0.15 { tolerance = 1e-12 }
"""


class Derivatives(InFolder):
    """Relative tolerances: the derivatives over an instant are extrapolated differences that keep about ten digits,
    which each impact on a moving surface may multiply (the last one of `shaker` is slow: 0.12 m/s on 0.3 m/s)."""

    def derivatives(self, model, causes, *options):
        code, answer = run_json("run", model, "--sensitivity", ",".join(causes), *options)
        self.assertEqual(code, 0)
        self.assertIsNone(answer["sensitivities"]["ended"])
        return {by["name"]: by for by in answer["sensitivities"]["by"]}

    def assert_relative(self, value, right, tolerance):
        self.assertLess(abs(value - right), tolerance * abs(right), f"{value!r} is not {right!r}")

    def test_by_the_restitution_of_a_table_that_oscillates(self):
        """Right: flights are parabolas, impact times the roots of 40 digits (mpmath), differences of them."""
        for tolerance in ("1e-9", "1e-12"):
            by = self.derivatives(MODELS / "shaker.mech", ["e"], "--at", "0.443", "--tolerance", tolerance)["e"]
            self.assert_relative(by["final"]["y"], -0.4343694248804585, 2e-9)
            self.assert_relative(by["final"]["y'"], -3.97373859824193, 2e-9)
            self.assert_relative(by["samples"][0]["derivatives"]["y'"], 1.1801574905511063, 5e-9)

    def test_by_the_motion_of_the_table(self):
        """Right: as above."""
        by = self.derivatives(MODELS / "shaker.mech", ["A", "w", "y"])
        for cause, right in SHAKER.items():
            # As above: ten digits, which the impacts multiply.
            self.assert_relative(by[cause]["final"]["y"], right[0], 2e-9)
            self.assert_relative(by[cause]["final"]["y'"], right[1], 2e-9)

    def central_difference(self, path, name, value):
        """Of runs at 1e-13, with Richardson's extrapolation; steps of 1e-5 and 5e-6 of the parameter leave 3e-8 at
        least for these models."""
        def end(at):
            code, answer = run_json("run", path, "--tolerance", "1e-13", "--set", f"{name}={at!r}")
            self.assertEqual(code, 0)
            return answer["final"]

        def central(step):
            ahead, behind = end(value + step), end(value - step)
            return {key: (ahead[key] - behind[key]) / (2 * step) for key in ahead}

        far, near = central(1e-5 * value), central(5e-6 * value)
        return {key: (4 * near[key] - far[key]) / 3 for key in near}

    def test_agree_with_differences_of_runs(self):
        for text, parameters in ((WALL, {"w": 30.0, "A": 0.02}), (SLOPE, {"w": 40.0, "e": 0.6}),
                                 (THROWN, {"A": 0.004, "w": 60.0})):
            path = self.write("model.mech", text)
            by = self.derivatives(path, parameters)
            for name, value in parameters.items():
                differences = self.central_difference(path, name, value)
                largest = max(map(abs, differences.values()))
                for key, value_there in by[name]["final"].items():
                    right = differences[key]
                    # Richardson's differences of runs at 1e-13 leave 3e-8.
                    self.assertAlmostEqual(value_there, right, delta=3e-8 * max(abs(right), 1e-2 * largest))

    def test_a_row_at_a_jump_is_that_behind_it(self):
        """Pressed by a from 0.5 s on: ∂λ/∂a = 1 then, ∂x'/∂a = t - 0.5 s; at the end of a run nothing acts yet."""
        path = self.write("model.mech", """model Pressed
param m = 1, g = 9.81, a = 3
coord z, x
kinetic T = 1/2*m*(z'^2 + x'^2)
potential V = m*g*z
force P on z = -a*heaviside(t - 0.5)
force Q on x = a*heaviside(t - 0.5)
constraint road: z >= 0
initial z = 0, z' = 0, x = 0, x' = 0
simulate 0..1 { output = 0.25 }
""")
        for end, wanted in (("1", [0, 0, 1, 1, 1]), ("0.5", [0, 0, 0])):
            path.write_text(path.read_text(encoding="utf-8").replace("0..1 ", f"0..{end} "), encoding="utf-8")
            run_json("run", path, "--sensitivity", "a", "--out", self.folder / end)
            with open(self.folder / end / "sensitivities.csv", encoding="utf-8", newline="") as file:
                rows = list(csv.reader(file))
            column = next(i for i, name in enumerate(rows[0]) if name.startswith("d(lambda.road)"))
            rate = next(i for i, name in enumerate(rows[0]) if name.startswith("d(x')"))
            self.assertEqual([round(float(row[column]), 9) for row in rows[1:]], wanted)
            for row in rows[1:]:
                # A motion of uniform acceleration: rounding.
                self.assertAlmostEqual(float(row[rate]), max(0.0, float(row[0]) - 0.5), delta=1e-9)


if __name__ == "__main__":
    unittest.main()
