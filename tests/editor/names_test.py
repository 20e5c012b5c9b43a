"""What hangs on names: hover, definition, rename with its refusals, layout."""

import os
import pathlib
import random
import re
import shutil
import subprocess
import tempfile
import unittest

from client import GALLERY, PROGRAM, ROOT, Client, applied

NEW = "zzqx"


def checked(text, folder, name=None):
    """What `check` says of a text as an object, the new name put back to `name`."""
    path = folder / "model.mech"
    path.write_text(text, encoding="utf-8")
    done = subprocess.run([PROGRAM, "check", str(path), "--json"], capture_output=True, text=True, check=False,
                          timeout=120)
    said = re.sub(r'"(end_)?column": \d+', "", done.stdout) # a name of another length moves what stands behind it
    return done.returncode, said if name is None else said.replace(NEW, name)


class Names(unittest.TestCase):
    def setUp(self):
        self.client = Client()
        self.addCleanup(lambda: self.assertEqual(self.client.close(), 0))

    def test_every_name_of_every_gallery_model_hovers(self):
        for path in GALLERY:
            uri = self.client.open(path)
            self.client.diagnostics(uri, 1)
            for line, character, _, _ in self.client.names(uri):
                found = self.client.ask("textDocument/hover", self.client.at(uri, line, character))["result"]
                self.assertTrue(found and found["contents"]["value"].strip(), f"{path.name}:{line + 1}:{character}")

    def test_renamed_models_say_the_same(self):
        """Some names of each gallery model; all of them with DALEMBERT_NAMES=all."""
        wanted = None if os.environ.get("DALEMBERT_NAMES") == "all" else 3
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            shutil.copy(ROOT / "models" / "gallery" / "road.csv", folder)
            for path in GALLERY:
                text = path.read_text(encoding="utf-8")
                uri = self.client.open(path)
                before = checked(text, folder)
                names = {}
                for line, character, length, _ in self.client.names(uri):
                    names.setdefault(text.split("\n")[line][character:character + length], (line, character))
                chosen = random.Random(path.name).sample(sorted(names), min(len(names), wanted or len(names)))
                for old in chosen:
                    answer = self.client.ask("textDocument/rename", self.client.at(uri, *names[old], newName=NEW))
                    if "error" in answer:
                        self.assertIn("not declared", answer["error"]["message"], f"{path.name}: {old}")
                        continue
                    changed = applied(text, answer["result"]["changes"][uri])
                    self.assertEqual(checked(changed, folder, old), before, f"{path.name}: {old}")

    def refused(self, text, line, character, new_name):
        uri = self.client.open("file:///nowhere/a.mech", text)
        return self.client.ask("textDocument/rename", self.client.at(uri, line, character, newName=new_name))["error"]

    def test_a_rename_is_refused_with_its_reason(self):
        text = ("model M\nparam m = 1, k = 2\ncoord x\nkinetic T = 1/2*m*x'^2\nkinetic Tr = 1/2*k*x'^2\n"
                "check sum(i in 1..2: i) = 3\n")
        for new, word in (("param", "reserved"), ("t", "reserved"), ("k", "taken"), ("i", "taken"), ("sin", "function"),
                          ("2a", "not a name"), ("", "not a name"), ("a b", "not a name")):
            self.assertIn(word, self.refused(text, 1, 6, new)["message"], new)
        self.assertIn("together", self.refused(text, 3, 8, "K")["message"])
        self.assertIn("not declared", self.refused("check t = 0\n", 0, 6, "u")["message"])
        missing = "include \"nowhere.mech\"\n" + text
        self.assertIn("cannot be read", self.refused(missing, 2, 6, "a")["message"])

    def test_greek_letters_and_their_names_are_one_name(self):
        text = "coord θ₁\nkinetic T = 1/2*theta_1'^2\n"
        uri = self.client.open("file:///nowhere/a.mech", text)
        answer = self.client.ask("textDocument/rename", self.client.at(uri, 0, 6, newName="φ"))
        self.assertEqual(applied(text, answer["result"]["changes"][uri]), "coord φ\nkinetic T = 1/2*φ'^2\n")

    def test_an_index_is_renamed_in_its_scope_alone(self):
        text = "count n = 3\nlet a = sum(i in 1..n: i)\nlet b = sum(i in 1..n: i^2)\n"
        uri = self.client.open("file:///nowhere/a.mech", text)
        answer = self.client.ask("textDocument/rename", self.client.at(uri, 1, 12, newName="k"))
        self.assertEqual(applied(text, answer["result"]["changes"][uri]),
                         "count n = 3\nlet a = sum(k in 1..n: k)\nlet b = sum(i in 1..n: i^2)\n")

    def test_a_constraint_goes_with_its_multiplier_and_an_include(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "part.mech").write_text("coord x\nconstraint rod: x = 1\n", encoding="utf-8")
            main = folder / "main.mech"
            main.write_text("include \"part.mech\"\nplot lambda.rod vs t\n", encoding="utf-8")
            uri = self.client.open(main)
            changes = self.client.ask("textDocument/rename", self.client.at(uri, 1, 12, newName="bar"))["result"]["changes"]
            self.assertEqual(set(changes), {uri, (folder / "part.mech").as_uri()})
            found = self.client.ask("textDocument/definition", self.client.at(uri, 1, 12))["result"]
            self.assertEqual([f["uri"] for f in found], [(folder / "part.mech").as_uri()])

    def test_layout_is_that_of_fmt(self):
        text = "model M\nparam   m=1   [kg]\n# keep\ncoord x [m]\nkinetic T=1/2*m*x'^2\n"
        uri = self.client.open("file:///nowhere/a.mech", text)
        edits = self.client.ask("textDocument/formatting", {"textDocument": {"uri": uri}, "options": {}})["result"]
        laid = subprocess.run([PROGRAM, "fmt", "-"], input=text, capture_output=True, text=True, check=True).stdout
        self.assertEqual(applied(text, edits), laid)
        self.assertEqual(len(edits), 2)

    def test_completion_knows_where_it_stands(self):
        text = ("model M\nparam m = 1 [kg]\ncoord x [m]\nconstraint rod: x = 1 [m]\nsimulate 0..1 [s] { method = rk8; \n"
                "plot lambda. vs t\n")
        uri = self.client.open("file:///nowhere/a.mech", text)
        labels = lambda line, character: [i["label"] for i in self.client.ask(
            "textDocument/completion", self.client.at(uri, line, character))["result"]["items"]]
        self.assertIn("coord", labels(2, 0))
        self.assertIn("kg", labels(1, 13))
        self.assertIn("rk8", labels(4, 29))
        self.assertIn("tolerance", labels(4, 34))
        self.assertEqual(labels(5, 12), ["rod"])


if __name__ == "__main__":
    unittest.main()
