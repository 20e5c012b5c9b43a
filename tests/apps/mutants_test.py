"""Models that once ended a command with a bug or not at all (tests/fuzz/corpus): every command ends, and none with one."""

import json
import pathlib
import unittest

from program import run

CORPUS = pathlib.Path(__file__).resolve().parent.parent / "fuzz" / "corpus"
COMMANDS = (("check",), ("derive",), ("derive", "--form", "explicit"), ("derive", "--form", "eliminated"),
            ("derive", "--form", "voronets"), ("derive", "--form", "hamilton"), ("derive", "--form", "routh"),
            ("derive", "--form", "hamel"), ("eval",), ("run",), ("run", "--form", "eliminated"), ("analyse",),
            ("report", "-o", "-"))
ENDS = (0, 1, 3, 4)  # good, an error of the model, a check that fails, numerics that say where they fail


class Mutants(unittest.TestCase):
    def test_every_command_ends_on_every_one(self):
        models = sorted(CORPUS.glob("*.mech"))
        self.assertGreater(len(models), 10)
        for model in models:
            for command in COMMANDS:
                with self.subTest(model=model.name, command=" ".join(command)):
                    done = run(command[0], model, *command[1:])
                    self.assertIn(done.returncode, ENDS, done.stderr[-500:])

    def test_a_claim_is_answered_for_every_one(self):
        for model in sorted(CORPUS.glob("*.mech")):
            with self.subTest(model=model.name):
                done = run("prove", model, "T + V = const", "--json")
                self.assertIn(done.returncode, ENDS, done.stderr[-500:])
                json.loads(done.stdout)


if __name__ == "__main__":
    unittest.main()
