"""`language --json` says what the program does: its settings and their words are those that the elaboration takes."""

import json
import re
import subprocess
import unittest

from client import PROGRAM

HEAD = "model M\nparam m = 1, mu = 0.1\ncoord x, y\nkinetic T = 1/2*m*(x'^2 + y'^2)\nconstraint c: y = 0\nreaction N of c conjugate y'\n"
LINES = {
    "animate": "animate {{ {} }}\n", "check": "check x = 0 {{ {} }}\n", "constraint": "constraint d: x = 0 {{ {} }}\n",
    "event": "event e when x = 0 {{ {} }}\n", "export": "export csv \"a.csv\" {{ {} }}\n",
    "friction": "friction F of N conjugate x' {{ coefficient = mu; {} }}\n", "impact": "impact I conjugate x' {{ {} }}\n",
    "plot": "plot x {{ {} }}\n", "simulate": "simulate 0..1 {{ {} }}\n", "sweep": "sweep m in 1..2 {{ {} }}\n",
}
LANGUAGE = json.loads(subprocess.run([PROGRAM, "language", "--json"], capture_output=True, text=True, check=True).stdout)


def helps(statement, setting):
    """The words that the help of each diagnostic names."""
    done = subprocess.run([PROGRAM, "check", "-", "--json"], input=HEAD + LINES[statement].format(setting),
                          capture_output=True, text=True, check=False)
    return [d.get("help") or "" for d in json.loads(done.stdout)["diagnostics"]]


class Words(unittest.TestCase):
    def test_settings_are_those_of_the_program(self):
        for statement in LINES:
            said = [h for h in helps(statement, "zzqxzzqx = 1") if h.startswith("available here: ")]
            self.assertEqual(len(said), 1, statement)
            self.assertEqual(set(said[0].removeprefix("available here: ").split(", ")),
                             set(LANGUAGE["settings"][statement]), statement)

    def test_values_of_settings_are_those_of_the_program(self):
        met = 0
        for statement in LINES:
            for key, values in LANGUAGE["settings"][statement].items():
                said = [re.findall(r"`([^`]+)`", h) for h in helps(statement, f"{key} = zzqxzzqx") if h.startswith("known: `")]
                for words in said:
                    met += 1
                    self.assertLessEqual(set(words), set(values), f"{statement} {key}")
        self.assertGreaterEqual(met, 8)

    def test_each_kind_of_word_is_listed(self):
        self.assertEqual(LANGUAGE["schema"], "dalembert.language/1")
        for kind, word in (("statements", "draw"), ("clauses", "conjugate"), ("folds", "sum"), ("functions", "atan2"),
                           ("drawings", "spring"), ("logic", "then")):
            self.assertIn(word, LANGUAGE[kind])
        self.assertIn("rk8", LANGUAGE["settings"]["simulate"]["method"])
        self.assertIn("m", LANGUAGE["units"]["with_prefixes"])


if __name__ == "__main__":
    unittest.main()
