"""Strange but valid models: no command ends with exit code 70, by a signal, or with a number that is none."""

import argparse
import pathlib
import sys
import unittest

from program import PROGRAM, run

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

    def test_drawn_models_end_as_they_should_for_every_command(self):
        options = argparse.Namespace(program=PROGRAM, cpu=10, commands=len(strange_models.COMMANDS), keep=None)
        for seed in range(7000, 7006):  # six models of about one second each; `strange_models.py --models 10000` tries more
            self.assertEqual(strange_models.try_model(options, seed)[2], [], f"seed {seed}")


if __name__ == "__main__":
    unittest.main()
