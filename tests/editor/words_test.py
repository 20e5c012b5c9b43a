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


# A constraint that is an inequality takes words of its own.
OTHERS = {"constraint": "constraint d: x >= 0 {{ {} }}\n"}


def said(line):
    """The diagnostics of a model with this line."""
    done = subprocess.run([PROGRAM, "check", "-", "--json"], input=HEAD + line, capture_output=True, text=True, check=False)
    return json.loads(done.stdout)["diagnostics"]


def helps(statement, setting):
    """The words that the help of each diagnostic names."""
    return [d.get("help") or "" for d in said(LINES[statement].format(setting))]


class Words(unittest.TestCase):
    def test_settings_are_those_of_the_program(self):
        for statement in LINES:
            listed = [h for h in helps(statement, "zzqxzzqx = 1") if h.startswith("available here: ")]
            self.assertEqual(len(listed), 1, statement)
            self.assertEqual(set(listed[0].removeprefix("available here: ").split(", ")),
                             set(LANGUAGE["settings"][statement]), statement)

    def test_values_of_settings_are_those_of_the_program(self):
        met = 0
        for statement in LINES:
            for key, values in LANGUAGE["settings"][statement].items():
                known = [re.findall(r"`([^`]+)`", h) for h in helps(statement, f"{key} = zzqxzzqx") if h.startswith("known: `")]
                for words in known:
                    met += 1
                    self.assertLessEqual(set(words), set(values), f"{statement} {key}")
        self.assertGreaterEqual(met, 8)

    def test_every_value_that_is_listed_is_taken(self):
        refusals = ("is not a valid setting", "is not known", "there is no method", "unknown method", "there is no setting")
        lines_of = {**LINES, "draw": "draw rod from (0, 0) to (x, y) {{ {} }}\n"}
        self.assertEqual(set(lines_of), set(LANGUAGE["settings"]))
        for statement, form in lines_of.items():
            for key, values in LANGUAGE["settings"][statement].items():
                for value in values:
                    setting = f"{key} = {value}; restitution = 1" if statement == "impact" else f"{key} = {value}"
                    lines = [form.format(setting)]
                    if statement in OTHERS:
                        lines.append(OTHERS[statement].format(setting))
                    refused = [[d["message"] for d in said(line) if any(r in d["message"] for r in refusals)] for line in lines]
                    self.assertIn([], refused, f"{statement} {key} = {value}")

    def test_each_kind_of_word_is_listed(self):
        self.assertEqual(LANGUAGE["schema"], "dalembert.language/1")
        for kind, word in (("statements", "draw"), ("clauses", "conjugate"), ("folds", "sum"), ("functions", "atan2"),
                           ("drawings", "spring"), ("logic", "then")):
            self.assertIn(word, LANGUAGE[kind])
        self.assertIn("rk8", LANGUAGE["settings"]["simulate"]["method"])
        self.assertIn("m", LANGUAGE["units"]["with_prefixes"])


if __name__ == "__main__":
    unittest.main()
