"""What is published of a text, and the edits that correct it."""

import json
import unittest

from client import MODELS, ROOT, Client, applied

WRONG = ROOT / "tests" / "error" / "models"
ALL = {"start": {"line": 0, "character": 0}, "end": {"line": 100000, "character": 0}}


class Diagnostics(unittest.TestCase):
    def setUp(self):
        self.client = Client()
        self.addCleanup(lambda: self.assertEqual(self.client.close(), 0))

    def settled(self, uri, version):
        """What is published last of this version: parser first, then the study."""
        found = self.client.diagnostics(uri, version)
        while True:
            try:
                found = self.client.diagnostics(uri, version, timeout=0.15)
            except TimeoutError:
                return found

    def test_every_model_is_answered_without_an_error(self):
        for path in MODELS:
            uri = self.client.open(path)
            found = self.client.diagnostics(uri, 1)
            self.assertEqual([d for d in found if d["severity"] == 1], [], path.name)

    def test_every_wrong_model_is_marked_and_every_edit_removes_its_mistake(self):
        """Also the edits that `expected.json` does not name."""
        cases = json.loads((WRONG / "expected.json").read_text(encoding="utf-8"))["expected"]
        marked = named = offered = 0
        for case in cases:
            path = WRONG / case["file"]
            text = path.read_bytes().decode("utf-8", errors="replace")
            uri = self.client.open(path, text)
            before = self.settled(uri, 1)
            if "stage" not in case: # what a run or a derivation finds is no diagnostic of the text
                marked += 1
                self.assertIn(case["code"], [d.get("code") for d in before], case["file"])
            actions = self.client.ask("textDocument/codeAction", {"textDocument": {"uri": uri}, "range": ALL,
                                                                  "context": {"diagnostics": []}})["result"]
            fixes = [a for a in actions if a["kind"] == "quickfix"]
            if "edit" in case:
                named += 1
                self.assertTrue([a for a in fixes if a["diagnostics"][0]["code"] == case["code"]
                                 and a["edit"]["changes"][uri][0]["newText"] == case["edit"]["insert"]], case["file"])
            for version, fix in enumerate(fixes, start=2):
                offered += 1
                mistake = fix["diagnostics"][0]
                self.client.change(uri, applied(text, fix["edit"]["changes"][uri]), version)
                after = self.settled(uri, version)
                count = [sum((d.get("code"), d["message"]) == (mistake["code"], mistake["message"]) for d in found)
                         for found in (before, after)]
                self.assertLess(count[1], count[0], f"{case['file']}: {fix['title']}")
            self.client.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
            self.client.inbox.clear()
        self.assertGreater(marked, 180)
        self.assertGreater(named, 60)
        self.assertGreaterEqual(offered, named)

    def test_columns_count_units_of_utf_16(self):
        text = "model M\nparam m = 1 \"𝔸\", b = tehta\ncoord theta\nkinetic T = 1/2*m*theta'^2\n"
        uri = self.client.open("file:///nowhere/a.mech", text)
        found = self.settled(uri, 1)
        self.assertEqual(found[0]["range"]["start"], {"line": 1, "character": text.split("\n")[1].index("tehta") + 1})

    def test_the_names_of_a_broken_text_are_still_known(self):
        text = "model M\nparam m = 5 [kg]\ncoord x [m]\nkinetic T = 1/2*m*x'^2\n"
        uri = self.client.open("file:///nowhere/a.mech", text)
        self.settled(uri, 1)
        self.client.change(uri, text + "check x = (\n", 2)
        self.client.diagnostics(uri, 2)
        found = self.client.ask("textDocument/hover", self.client.at(uri, 1, 6))["result"]["contents"]["value"]
        self.assertIn("m = 5 [kg]", found)


if __name__ == "__main__":
    unittest.main()
