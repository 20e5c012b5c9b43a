"""Rows whose derivatives vanish wherever they hold: what `check` says of them, and the freedoms they leave."""

import pathlib
import re
import unittest

from program import InFolder, run, run_json

MODELS = pathlib.Path(__file__).resolve().parent / "models"

FRAME = """model Row
param a = 2, b = 3
coord x, y, z
kinetic T = 1/2*(x'^2 + y'^2 + z'^2)
constraint c: {}
initial {}
simulate 0..1
"""


def terms_of(side):
    """`x*y - 2*z` as [("x*y", "+"), ("2*z", "-")], factors in order; 0 as nothing."""
    found = re.findall(r"([+-]?)\s*((?:[^+\s(-]|\((?:[^()]|\([^()]*\))*\))+)", side.strip())
    return [("*".join(sorted(term.split("*"))), sign or "+") for sign, term in found if term != "0"]


def canonical(equation):
    """The set of signed terms of left − right, and the same of right − left: two equations that say the same share one."""
    left, right = equation.split(" = ")
    flip = {"+": "-", "-": "+"}
    one = sorted(terms_of(left) + [(t, flip[s]) for t, s in terms_of(right)])
    return sorted([one, sorted((t, flip[s]) for t, s in one)])


class VanishingRows(InFolder):
    def assert_says(self, help_text, equations):
        shown = [canonical(e) for e in help_text.split("`")[1::2]]
        self.assertEqual(sorted(shown), sorted(canonical(e) for e in equations), help_text)

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

    # Powers that are written expanded, and what to write; by hand as above.
    EXPANDED = (
        ("x^2 + 2*x*y + y^2 = 0", "x = 0.5, y = -0.5", 2, ["x + y = 0"], ""),
        ("x^2 + y^2 + z^2 - 2*x*y - 2*y*z + 2*x*z = 0", "x = 0.5, y = 1, z = 0.5", 2, ["x - y + z = 0"], ""),
        ("x^3 + 3*x^2*y + 3*x*y^2 + y^3 = 0", "x = 1, y = -1", 2, ["x + y = 0"], ""),
        ("a^2*x^2 - 2*a*b*x*y + b^2*y^2 = 0", "x = 3, y = 2", 2, ["x - 1.5*y = 0"], ""),
        ("x^2*y^2 + z^2 - 2*x*y*z = 0", "x = 1, y = 2, z = 2", 2, ["x*y - z = 0"], ""),
        ("sin(x)^2 + 2*sin(x)*sin(y) + sin(y)^2 = 0", "x = 0.5, y = -0.5", 2, ["sin(x) + sin(y) = 0"], ""),
        ("x^2 - 2*x*t + t^2 = 0", "x = 0, x' = 1", 2, ["x - t = 0"], ""),
        ("x^2 + y^2 + 2*x*y - 2*x - 2*y + 1 = 0", "x = 0.4, y = 0.6", 2, ["x + y = 1"], ""),
        ("2*x^2 + 2*x*y + y^2 = 0", "x = 0, y = 0", 1, ["x = 0", "y = 0"], ""),
        ("x^2 + 2*x*y + y^2 + z^2 = 0", "x = 1, y = -1, z = 0", 1, ["x + y = 0", "z = 0"], ""),
        ("x*(x - y)^2 = 0", "x = 1, y = 1", 2, ["x - y = 0"], "where x is not 0"),
        ("(x - y)*(x^2 - 2*x*y + y^2) = 0", "x = 1, y = 1", 2, ["x - y = 0"], ""),
        ("(x^2 + 1)*(x - y)^2 = 0", "x = 1, y = 1", 2, ["x - y = 0"], ""),
        ("x^2*(1 + y^2) + x^4 = 0", "x = 0, y = 0.3", 2, ["x = 0"], ""),
        ("(x - 1)^2 + (y*z)^2 = 0", "x = 1, y = 0, z = 0.5", 1, ["x = 1", "y*z = 0"], ""),
        ("x^2 + y^2 + 1 = 2*x*cos(z) + 2*y*sin(z)", "x = 1, y = 0", 1, ["x - cos(z) = 0", "y - sin(z) = 0"], ""),
        ("abs(x - y) + z^2 = 0", "x = 1, y = 1", 1, ["x - y = 0", "z = 0"], ""),
        ("sqrt(y^2) = 0", "x = 0.3, y = 0", 2, ["y = 0"], ""),
        ("sqrt((x-1)^2 + y^2) = 0", "x = 1, y = 0", 1, ["x = 1", "y = 0"], ""),
        ("sqrt(1 + (x - y)^2) = 1", "x = 0.3, y = 0.3", 2, ["x - y = 0"], ""),
        ("exp((x-y)^2) = 1", "x = 0.3, y = 0.3", 2, ["x - y = 0"], ""),
        ("cosh(x - y) + z^2 = 1", "x = 0.3, y = 0.3", 1, ["x - y = 0", "z = 0"], ""),
        ("ln(1 + (x-y)^2) = 0", "x = 0.3, y = 0.3", 2, ["x - y = 0"], ""),
        ("cos(x) + 2*cos(y) = 3", "x = 0, y = 0", 1, ["x = 0", "y = 0"], ""),
        ("x*abs(x) = 0", "x = 0", 2, ["x = 0"], ""),
    )

    def test_powers_that_are_written_expanded(self):
        for row, start, freedoms, equations, words in self.EXPANDED:
            with self.subTest(row=row):
                out, help_text = self.warning(self.write("row.mech", FRAME.format(row, start)))
                self.assertEqual(out["degrees_of_freedom"], freedoms)
                self.assertIn(words, help_text)
                self.assert_says(help_text, equations)

    # A run of the row has the motion of the equations that it is taken as: by d'Alembert's principle only the admissible
    # positions count. y' comes from V = y + 0.3 x.
    RUNS = (("(x - y)^3 = 0", "x = 0.3, y = 0.3", ["x = y"]), ("abs(x - y) = 0", "x = 0.3, y = 0.3", ["x = y"]),
            ("x^2*(1 + y^2) + x^4 = 0", "x = 0, y = 0.3", ["x = 0"]),
            ("(x - sin(z))^2 + (y + cos(z))^2 = 0", "x = 0, y = -1, z' = 2", ["x = sin(z)", "y = -cos(z)"]),
            ("1 - cos(x - y) = 0", "x = 0.3, y = 0.3", ["x = y"]), ("exp((x-y)^2) = 1", "x = 0.3, y = 0.3", ["x = y"]),
            ("x^4 + y^2 = 2*x^2*y", "x = 0.5, y = 0.25", ["y = x^2"]),
            ("(x^2 + y^2 - 1)^2 + (z - x)^2 = 0", "x = 0.6, y = 0.8, z = 0.6", ["x^2 + y^2 = 1", "z = x"]))

    def test_the_motion_is_that_of_the_regular_equations(self):
        frame = FRAME.replace("constraint c: {}", "potential V = y + 0.3*x\n{}")
        for row, start, equations in self.RUNS:
            with self.subTest(row=row):
                plain = "\n".join(f"constraint c{i}: {e}" for i, e in enumerate(equations))
                right = run_json("run", self.write("plain.mech", frame.format(plain, start)), "--tolerance", "1e-11")[1]
                code, out = run_json("run", self.write("row.mech", frame.format("constraint c: " + row, start)),
                                     "--tolerance", "1e-11")
                self.assertEqual((code, out["outcome"], out["certificate"]["failed"]), (0, "completed", []))
                for name in ("x", "y", "z", "x'", "y'", "z'"):
                    self.assertAlmostEqual(out["final"][name], right["final"][name], delta=1e-9, msg=name)  # 100 tolerances

    def test_a_row_that_vanishes_beside_other_factors_does_not_run(self):
        """Which factor is 0 depends on the state; so it is refused, with what holds there."""
        for row, start in (("x*(x - y)^2 = 0", "x = 1, y = 1"), ("(x - y)^3*(x + y) = 0", "x = 0.3, y = 0.3"),
                           ("a*(x - y)^2 = 0", "x = 0.3, y = 0.3")):  # a = 0 in some member of a sweep
            done = run("run", self.write("row.mech", FRAME.format(row, start)))
            self.assertEqual(done.returncode, 1, row)
            self.assertIn("E0307", done.stderr)
            self.assertIn("write `x - y = 0`, which says the same", done.stderr)

    def test_eval_calls_it_no_singular_position(self):
        model = self.write("row.mech", FRAME.format("a*x^2 + b*y^2 = 0", "z = 1"))
        shown = " ".join(run("eval", model).stdout.split())
        self.assertIn("the derivatives of c vanish wherever the constraints hold", shown)
        self.assertNotIn("singular position", shown)

    def test_an_edit_does_it(self):
        out = run_json("check", MODELS / "squared_constraint.mech")[1]
        (found,) = [d for d in out["diagnostics"] if d["code"] == "W0308"]
        self.assertEqual(found["edit"]["insert"], "x - y = 0")

    def test_members_of_a_family_are_told_once(self):
        text = """model Family
count n = 4
coord x[1..n]
kinetic T = sum(i in 1..n: 1/2*x[i]'^2)
constraint p[i in 2..n]: (x[i] - x[i-1])^2 = 0
simulate 0..1
"""
        out = run_json("check", self.write("family.mech", text))[1]
        (found,) = [d for d in out["diagnostics"] if d["code"] == "W0308"]
        self.assertIn("and 2 more of its statement", found["message"])
        self.assertIsNone(found.get("edit"))  # one text of them all
        self.assertEqual(out["degrees_of_freedom"], 1)

    def test_beside_contacts(self):
        text = """model Floor
coord x, y, z
kinetic T = 1/2*(x'^2 + y'^2 + z'^2)
potential V = 9.81*z
constraint c: ROW
constraint floor: z >= 0 { restitution = 0.5 }
initial z = 1, START
simulate 0..1
"""
        one = text.replace("ROW", "(x - y)^2 = 0").replace("START", "x' = 1, y' = 1")
        code, out = run_json("run", self.write("one.mech", one))
        self.assertEqual((code, out["outcome"], out["certificate"]["failed"]), (0, "completed", []))
        self.assertAlmostEqual(out["final"]["x"], 1, delta=1e-12)  # uniform: rounding
        # two impacts in 1 s, at t1 and 2 t1
        t1 = (2 / 9.81)**0.5
        v2 = 9.81*t1*0.25
        self.assertAlmostEqual(out["final"]["z"], v2*(1 - 2*t1) - 9.81/2*(1 - 2*t1)**2, delta=1e-8)  # 10 tolerances
        two = self.write("two.mech", text.replace("ROW", "x^2 + y^2 = 0").replace("START", "x = 0"))
        done = run("run", two)
        self.assertEqual(done.returncode, 1)
        self.assertIn("write `x = 0`, `y = 0`, each a constraint", done.stderr)

    def test_units_of_what_it_is_taken_as(self):
        text = """model Units
coord x [m], y [m], th [rad]
param l = 1 [m], m = 2 [kg]
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*9.81 [m/s^2]*y
constraint c: (x - l*sin(th))^2 + (y + l*cos(th))^2 = 0
initial th = 0.5 [rad]
simulate 0..1 [s]
"""
        out = run_json("check", self.write("units.mech", text))[1]
        self.assertEqual([(c["name"], c["multiplier_unit"]) for c in out["constraints"]], [("c", "N"), ("c.2", "N")])
        plain = text.replace("(x - l*sin(th))^2 + (y + l*cos(th))^2 = 0", "x = l*sin(th)\nconstraint d: y = -l*cos(th)")
        code, out = run_json("run", self.write("units.mech", text))
        self.assertEqual((code, out["outcome"], out["certificate"]["failed"]), (0, "completed", []))
        right = run_json("run", self.write("plain.mech", plain))[1]["final"]
        for name in ("x", "y", "th"):
            self.assertAlmostEqual(out["final"][name], right[name], delta=1e-7)  # 100 tolerances

    def test_rates_that_vanish_together(self):
        text = FRAME.format("(x' - y')^2 = 0 { law = chetaev }", "x' = 1, y' = 1")
        out, help_text = self.warning(self.write("rates.mech", text))
        self.assertEqual((out["degrees_of_freedom"], out["constraints"][0]["kind"]), (2, "velocity"))
        self.assert_says(help_text, ["x' - y' = 0"])

    def test_places_on_a_row_of_unknown_form(self):
        """(x − y)² written as a conditional: its form is not known, places on it show that it vanishes."""
        row = "if x > y then (x - y)^2 else (x - y)^4 = 0"
        out, help_text = self.warning(self.write("row.mech", FRAME.format(row, "x = 0.3, y = 0.3")))
        self.assertEqual(out["degrees_of_freedom"], 2)
        self.assertIn("whose derivatives do not vanish", help_text)
        done = run("run", self.write("row.mech", FRAME.format(row, "x = 0.3, y = 0.3")))
        self.assertEqual(done.returncode, 1)
        self.assertIn("E0307", done.stderr)

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
                self.assert_says(help_text, equations)

    def test_a_row_beside_a_regular_one(self):
        text = FRAME.format("x^2 + y^2 = 0\nconstraint d: z = t", "x = 0, y = 0, z = 0, z' = 1")
        out, _ = self.warning(self.write("two.mech", text))
        self.assertEqual((out["degrees_of_freedom"], out["independent_initial_values"]), (0, 0))

    def test_regular_rows_and_true_singular_positions_are_left_alone(self):
        for row, start, codes in (("x^2 + y^2 + z^2 = 1", "x = 1, y = 0, z = 0", []),
                                  ("x^2 - y^2 = 0", "x = 0, y = 0", ["W0302"]), ("x*y = 0", "x = 0, y = 0", ["W0302"]),
                                  ("x^2 + y^2 = z^2", "x = 0, y = 0", ["W0302"]),
                                  ("(x^2 + y^2)^2 = x^2 - y^2", "x = 0, y = 0", ["W0302"]),
                                  ("y^2 = x^3", "x = 0, y = 0", ["W0302"]), ("abs(x) = 1", "x = 1", []),
                                  ("sqrt(x^2 + y^2) = a", "x = 2, y = 0", []), ("cos(x) + cos(y) = 1", "x = 0", [])):
            found = run_json("check", self.write("row.mech", FRAME.format(row, start)))[1]["diagnostics"]
            self.assertEqual([d["code"] for d in found if d["code"].startswith("W03")], codes, row)


if __name__ == "__main__":
    unittest.main()
