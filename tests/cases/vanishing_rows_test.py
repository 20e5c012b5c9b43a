"""Rows whose derivatives vanish wherever they hold: what `check` says of them, and the freedoms they leave."""

import pathlib
import unittest

from program import InFolder, run_json

MODELS = pathlib.Path(__file__).resolve().parent / "models"

FRAME = """model Row
param a = 2, b = 3
coord x, y, z
kinetic T = 1/2*(x'^2 + y'^2 + z'^2)
constraint c: {}
initial {}
simulate 0..1
"""


class VanishingRows(InFolder):
    def warning(self, model):
        code, out = run_json("check", model)
        self.assertEqual(code, 0)
        (found,) = [d for d in out["diagnostics"] if d["code"].startswith("W03")]
        self.assertEqual(found["code"], "W0308")
        self.assertNotIn("nearby", str(found))
        self.assertNotIn("branches", str(found))
        return out, found["help"]

    def test_a_sum_of_squares(self):
        out, help_text = self.warning(MODELS / "sum_of_squares.mech")
        self.assertEqual((out["degrees_of_freedom"], out["independent_initial_values"]), (0, 0))
        self.assertIn("`x = 0`, `y = 0`", help_text)

    def test_a_square(self):
        out, help_text = self.warning(MODELS / "squared_constraint.mech")
        self.assertEqual((out["degrees_of_freedom"], out["independent_initial_values"]), (1, 2))
        self.assertIn("`x - y = 0`", help_text)

    # Zero sets by hand; freedoms are 3 less their codimension.
    CASES = (
        ("(x - y)^4 = 0", "x = 0, y = 0", 2, ["x - y = 0"]),
        ("(x - y)^3 = 0", "x = 0, y = 0", 2, ["x - y = 0"]),
        ("x^2 + y^2 = 2*x*y", "x = 0.5, y = 0.5", 2, ["x - y = 0"]),
        ("a*x^2 + b*(y - z)^2 = 0", "x = 0, y = 1, z = 1", 1, ["x = 0", "y - z = 0"]),
        ("a*x^2 + x^2*y^2 + (z - 1)^2 = 0", "x = 0, z = 1", 1, ["x = 0", "z - 1 = 0"]),
        ("1 - cos(x) = 0", "x = 0", 2, ["x = 0"]),
        ("2 - cos(x) - cos(y - z) = 0", "x = 0, y = 1, z = 1", 1, ["x = 0", "y - z = 0"]),
        ("(x^2 + y^2 + z^2)^2 = 0", "x = 0, y = 0, z = 0", 0, ["x = 0", "y = 0", "z = 0"]),
        ("(x^2 + y^2 - 1)^2 = 0", "x = 0.6, y = 0.8", 2, ["x^2 + y^2 - 1 = 0"]),
        ("x^2 + y^2 + z^2 + 5 = 2*x + 4*y", "x = 1, y = 2, z = 0", 0, ["x = 1", "y = 2", "z = 0"]),
    )

    # Powers that are written expanded, and what to write, as the program prints it; by hand as above.
    EXPANDED = (
        ("x^2 + 2*x*y + y^2 = 0", "x = 0.5, y = -0.5", 2, "write `x + y = 0`, which says the same"),
        ("x^2 + y^2 + z^2 - 2*x*y - 2*y*z + 2*x*z = 0", "x = 0.5, y = 1, z = 0.5", 2, "`x - y + z = 0`"),
        ("x^3 + 3*x^2*y + 3*x*y^2 + y^3 = 0", "x = 1, y = -1", 2, "`x + y = 0`"),
        ("a^2*x^2 - 2*a*b*x*y + b^2*y^2 = 0", "x = 3, y = 2", 2, "`x - 1.5*y = 0`"),
        ("x^2*y^2 + z^2 - 2*x*y*z = 0", "x = 1, y = 2, z = 2", 2, "`x*y - z = 0`"),
        ("sin(x)^2 + 2*sin(x)*sin(y) + sin(y)^2 = 0", "x = 0.5, y = -0.5", 2, "`sin(x) + sin(y) = 0`"),
        ("x^2 - 2*x*t + t^2 = 0", "x = 0, x' = 1", 2, "`t - x = 0`"),
        ("x^2 + y^2 + 2*x*y - 2*x - 2*y + 1 = 0", "x = 0.4, y = 0.6", 2, "`x + y = 1`"),
        ("2*x^2 + 2*x*y + y^2 = 0", "x = 0, y = 0", 1, "`x = 0`, `y = 0`, each a constraint"),
        ("x^2 + 2*x*y + y^2 + z^2 = 0", "x = 1, y = -1, z = 0", 1, "`x + y = 0`, `z = 0`, each a constraint"),
        ("x*(x - y)^2 = 0", "x = 1, y = 1", 2, "write `x - y = 0`, which says the same where x is not 0"),
        ("(x - y)*(x^2 - 2*x*y + y^2) = 0", "x = 1, y = 1", 2, "`x - y = 0`"),
        ("(x^2 + 1)*(x - y)^2 = 0", "x = 1, y = 1", 2, "write `x - y = 0`, which says the same"),
    )

    def test_powers_that_are_written_expanded(self):
        for row, start, freedoms, words in self.EXPANDED:
            with self.subTest(row=row):
                out, help_text = self.warning(self.write("row.mech", FRAME.format(row, start)))
                self.assertEqual(out["degrees_of_freedom"], freedoms)
                self.assertIn(words, help_text.replace("x - t", "t - x") if "t - x" in words else help_text)

    def test_products_without_a_power_are_regular(self):
        for row, start in (("x^2 - y^2 = 0", "x = 1, y = 1"), ("x^2 + 2*x*y + y^2 = 1", "x = 0.5, y = 0.5"),
                           ("x^2 + 2*x*y + 2*y^2 = 1", "x = 1, y = 0"), ("y = x^2", "x = 0, y = 0")):
            found = run_json("check", self.write("row.mech", FRAME.format(row, start)))[1]["diagnostics"]
            self.assertEqual([d["code"] for d in found if d["code"].startswith("W03")], [], row)

    def test_powers_sums_and_quadratic_forms(self):
        for row, start, freedoms, equations in self.CASES:
            with self.subTest(row=row):
                out, help_text = self.warning(self.write("row.mech", FRAME.format(row, start)))
                self.assertEqual(out["degrees_of_freedom"], freedoms)
                for equation in equations:
                    left, right = equation.split(" = ")
                    terms = sorted(left.replace("- ", "+ -").split(" + "))
                    shown = [sorted(e.split(" = ")[0].replace("- ", "+ -").split(" + "))
                             for e in help_text.split("`")[1::2]]
                    negated = [sorted(t[1:] if t.startswith("-") else "-" + t for t in e) for e in shown]
                    self.assertIn(terms, shown + negated, help_text + right)

    def test_a_row_beside_a_regular_one(self):
        text = FRAME.format("x^2 + y^2 = 0\nconstraint d: z = t", "x = 0, y = 0, z = 0, z' = 1")
        out, _ = self.warning(self.write("two.mech", text))
        self.assertEqual((out["degrees_of_freedom"], out["independent_initial_values"]), (0, 0))

    def test_regular_rows_and_true_singular_positions_are_left_alone(self):
        for row, start, codes in (("x^2 + y^2 + z^2 = 1", "x = 1, y = 0, z = 0", []),
                                  ("x^2 - y^2 = 0", "x = 0, y = 0", ["W0302"]), ("x*y = 0", "x = 0, y = 0", ["W0302"])):
            found = run_json("check", self.write("row.mech", FRAME.format(row, start)))[1]["diagnostics"]
            self.assertEqual([d["code"] for d in found if d["code"].startswith("W03")], codes, row)


if __name__ == "__main__":
    unittest.main()
