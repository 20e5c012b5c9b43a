"""Terms that `check` uses: rheonomic, growth vectors, rows that are integrable for the model's numbers alone."""

import pathlib
import unittest

from program import InFolder, run, run_json

MODELS = pathlib.Path(__file__).resolve().parent / "models"
HEAD = "model Rows\nparam m = 1\n{}coord x, y, z\nkinetic T = 1/2*m*(x'^2 + y'^2 + z'^2)\n{}initial x = 0.3, y = 0.4, z = 0.5\nsimulate 0..1\n"


class Terms(InFolder):
    def checked(self, rows, parameters=""):
        model = self.write("rows.mech", HEAD.format(f"param {parameters}\n" if parameters else "", rows))
        code, out = run_json("check", model)
        self.assertEqual(code, 0, out)
        return model, out, {c["name"]: c for c in out["constraints"]}

    def test_a_driven_rate_is_a_condition_that_moves(self):
        """x' = u integrates to x = u t + c: rheonomic, though t does not stand in the row."""
        _, out = run_json("check", MODELS / "driven_row.mech")
        row = out["constraints"][0]
        self.assertEqual((row["class"], row["rheonomic"]), ("integrable", True))
        self.assertIn("rheonomic", run("check", MODELS / "driven_row.mech").stdout)

    def test_rows_in_whose_integrals_the_time_stands_are_rheonomic(self):
        """By hand: x' + 2 y' = u is x + 2 y = u t; x' = y' is x − y = c; y x' + x y' = u is x y = u t."""
        for row, moves in (("constraint c: x' + 2*y' = u\n", True), ("constraint c: x' = y'\n", False),
                           ("constraint c: y*x' + x*y' = u\n", True), ("constraint c: y*x' + x*y' = 0\n", False)):
            _, _, rows = self.checked(row, "u = 0.5")
            self.assertEqual((rows["c"]["class"], rows["c"]["rheonomic"]), ("integrable", moves), row)

    def test_of_several_rows_each_is_judged_by_its_own_integral(self):
        """x' = u and y' = u: both move. x' − y' = 0 beside x' = u does not: x − y = c."""
        _, _, rows = self.checked("constraint a: x' = u\nconstraint b: y' = u\n", "u = 0.5")
        self.assertEqual([rows[k]["rheonomic"] for k in "ab"], [True, True])
        _, _, rows = self.checked("constraint a: x' = u\nconstraint b: x' - y' = 0\n", "u = 0.5")
        self.assertEqual([rows[k]["rheonomic"] for k in "ab"], [True, False])

    def test_a_growth_vector_says_that_time_was_counted(self):
        """A skate on a belt has 2 directions in x, y, th, and time beside them."""
        _, out = run_json("check", MODELS / "affine_skate.mech")
        self.assertEqual((out["growth_vector"].split(",")[0], out["growth_counts_time"]), ("3", True))
        self.assertIn("time counted as a direction", run("check", MODELS / "affine_skate.mech").stdout)

    def test_a_growth_vector_of_rates_alone_counts_coordinates(self):
        model, out, _ = self.checked("constraint c: z' = y*x'\n")
        self.assertEqual((out["growth_vector"], out["growth_counts_time"]), ("2, 3", False))
        self.assertNotIn("time counted", run("check", model).stdout)

    def test_a_row_that_is_exact_for_the_numbers_says_so(self):
        """z' = a y x' + x y' is d(z − x y) for a = 1 alone: dω = (a − 1) dx ∧ dy + …"""
        model, _, rows = self.checked("constraint c: z' = a*y*x' + x*y'\n", "a = 1, b = 2")
        self.assertEqual((rows["c"]["class"], rows["c"].get("integrable_for_values_of")), ("nonholonomic", ["a"]))
        self.assertIn("integrable for a = 1", run("check", model).stdout)
        _, _, rows = self.checked("constraint c: z' = a*y*x' + x*y'\n", "a = 2")
        self.assertNotIn("integrable_for_values_of", rows["c"])

    def test_two_numbers_that_agree_are_both_named(self):
        """z' = a y x' + b x y' is exact for a = b = 3; with a = 3 alone b stays open."""
        _, _, rows = self.checked("constraint c: z' = a*y*x' + b*x*y'\n", "a = 3, b = 3")
        self.assertEqual(rows["c"].get("integrable_for_values_of"), ["a", "b"])

    def test_a_number_that_takes_a_term_away(self):
        """z' = y x' e is holonomic where e = 0."""
        _, _, rows = self.checked("constraint c: z' = e*y*x'\n", "e = 0")
        self.assertEqual(rows["c"].get("integrable_for_values_of"), ["e"])


if __name__ == "__main__":
    unittest.main()
