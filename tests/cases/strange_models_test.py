"""Strange but valid models: no command ends with exit code 70, by a signal, or with a number that is none."""

import argparse
import pathlib
import sys
import unittest

from program import PROGRAM, run, run_json

ROOT = pathlib.Path(__file__).resolve().parent.parent
HOSTILE = ROOT / "cases" / "models" / "hostile"
sys.path.insert(0, str(ROOT / "fuzz"))
import strange_models  # noqa: E402


class StrangeModels(unittest.TestCase):
    def test_a_selection_whose_bound_has_a_name_is_printed_and_run(self):
        model = HOSTILE / "01_if_of_let_exit70.mech"
        for command in ("check", "derive", "run", "analyse"):
            self.assertEqual(run(command, model).returncode, 0, command)
        self.assertIn("with s = √(a² + b²)", run("derive", model).stdout)
        self.assertEqual(run("report", model, "-o", "-").returncode, 0)

    def test_a_name_may_be_one_underscore(self):
        for command in ("check", "derive", "run"):
            self.assertEqual(run(command, HOSTILE / "02_underscore_name_exit70.mech").returncode, 0, command)

    def test_the_pole_of_a_tangent_is_known(self):
        done = run("run", HOSTILE / "15_tan_pole.mech")
        self.assertEqual(done.returncode, 1)
        self.assertIn("`tan(pi/2)` has no value", done.stderr)

    def test_a_row_without_a_value_is_said_to_have_none(self):
        model = "coord M\nkinetic T = M'^2\nconstraint row: M' + sqrt(t)*M' = 1/t\ninitial M' ~ 1\nsimulate 0..0.1\n"
        done = run("check", "-", text=model)
        self.assertEqual(done.returncode, 1)
        self.assertIn("constraint row", done.stderr)
        self.assertIn("it has no finite value at the states that were tried", done.stderr)

    def test_a_claim_without_inertia_is_judged(self):
        # The graph grows while the factors of a product in it are looked at.
        model = ("param dx = 1.7\ncoord θ\nkinetic T = 0\n"
                 "potential V = (1.7e308 + θ)*sqrt(1.7) + tan(tan(dx))\ninitial θ = 1\nsimulate 0..1e-9\n")
        for claim in ("(2*θ - 0.4)^4 = const", "sqrt(θ) = const"):
            self.assertNotIn(run("prove", "-", claim, text=model).returncode, (70, -11), claim)

    def test_a_motion_without_a_linear_form_ends_with_the_reason(self):
        model = ("coord E, v1\nkinetic T = 1/2*E'^2 + 1/2*v1'^2\n"
                 "force X on v1 = (if heaviside(E) >= v1 + E then E - 1 else v1^(1/2))\n"
                 "initial E ~ 1, v1' = 1.7\nsimulate 0..1e-9\n")
        done = run("run", "-", "--method", "radau", text=model)
        self.assertEqual(done.returncode, 4)
        self.assertIn("a derivative of the equations of motion is not finite", " ".join(done.stdout.split()))

    def test_numbers_beyond_doubles_are_said_in_words(self):
        model = ("param m = 1e-300\ncoord y\nkinetic T = m*y'^2\npotential V = 123456789012345678901234567890*y\n"
                 "initial y' ~ 0.3\nsimulate 0..0.2\n")
        for command in ("eval", "run"):
            self.assertNotRegex(run(command, "-", "--json", text=model).stdout, r"\bnan\b")
        model = "coord k\nkinetic T = 1/2*k'^2\nconstraint a: k' = 10^6*k\ninitial k = 1\nsimulate 0..0.2\n"
        self.assertNotRegex(run("run", "-", text=model).stdout, r"\bnan\b")

    def test_a_row_that_rounding_alone_would_meet_is_not_met(self):
        """atan never reaches 2.6: far out, x + 0.26 = x, and a claim would be proved of a state that is none."""
        model = """coord x
kinetic T = x'^2
constraint u: x + 0.1*(sin(-0.4) - atan(atan(x)/(exp(9.81) + 3))) = (x - 0.3)
initial x ~ 2
simulate 0..0.1
"""
        for command in (("eval",), ("run",)):
            done = run(*command, "-", text=model)
            self.assertEqual(done.returncode, 1, command)
            self.assertIn("found no initial positions that satisfy constraint u", done.stderr)
            self.assertIn("its residual is 0.26", done.stderr)
        for claim in ("asin(x') = (x'*t + (t + t))", "x' = 1", "x'*t = 0"):
            self.assertIn(run("prove", "-", claim, text=model).returncode, (1, 3), claim)
        # Rows that vanish where they hold, and rows of large numbers, are met.
        for row, start, end in (("x^2 - 2*x + 1 = 0", "x ~ 1", 1), ("x + 1 = 1e20", "x ~ 0", 1e20)):
            _, result = run_json("eval", "-", text=f"coord x\nkinetic T = x'^2\nconstraint u: {row}\ninitial {start}\n")
            # A row that vanishes where it holds has its double root to half of the digits.
            self.assertAlmostEqual(result["state"]["x"] / end, 1, delta=1e-7, msg=row)

    def test_a_gap_that_jumps_below_zero_at_the_start_is_a_step(self):
        model = """coord a
kinetic T = a'^2/2
constraint th: a + 0.1 >= sign(a)
initial a = 0, a' = 3
simulate 0..0.2
"""
        for options in ((), ("--method", "radau"), ("--method", "rk5")):
            _, result = run_json("run", "-", *options, text=model)
            self.assertEqual(result["outcome"], "failed")
            self.assertIn("th steps up by 1 at a = 0", result["failure"])
            # It fails within first_instants, 1e-9 of the time.
            self.assertLess(result["t_end"], 1e-9)

    def test_a_table_of_too_many_rows_is_refused(self):
        model = "coord x\nkinetic T = 1/2*x'^2\ninitial x' = 1\nsimulate 0..1 { output = 1e-300 }\n"
        done = run("run", "-", text=model)
        self.assertEqual(done.returncode, 1)
        self.assertIn("error[E0803]: `output = 1e-300` would give 1e+300 rows", done.stderr)
        self.assertEqual(run("run", "-", text=model.replace("1e-300", "0.1")).returncode, 0)

    def test_drawn_models_end_as_they_should_for_every_command(self):
        options = argparse.Namespace(program=PROGRAM, cpu=10, commands=len(strange_models.COMMANDS), keep=None)
        for seed in range(7000, 7006):  # six models of about one second each; `strange_models.py --models 10000` tries more
            self.assertEqual(strange_models.try_model(options, seed)[2], [], f"seed {seed}")


if __name__ == "__main__":
    unittest.main()
