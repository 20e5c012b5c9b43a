"""What a text is shown with, each feature once: hints, lenses, colours of names, highlights, folding, layout of a range, columns
in UTF-8, and a model whose analysis takes minutes."""

import pathlib
import tempfile
import time
import unittest

from client import GALLERY, IS_SANITIZED, Client, applied

URI = "file:///nowhere/a.mech"
TEXT = """model M "a mass on a spring"
# two
# comments
param m = 2 [kg], k = 8 [N/m]
coord x [m]
kinetic T = 1/2*m*x'^2
potential V = 1/2*k*x^2
let w = sqrt(k/m)
let p = x'/1 [s]  "acceleration"
constraint c: x = 3 [m]
initial x ~ 1 [m], x' ~ 0 [m/s]
simulate 0..1 [s]
"""


def line_of(text, piece):
    return next(number for number, line in enumerate(text.split("\n")) if piece in line)


class Features(unittest.TestCase):
    def setUp(self):
        self.client = Client()
        self.addCleanup(lambda: self.assertEqual(self.client.close(), 0))

    def ask(self, method, uri=URI, **params):
        return self.client.ask(f"textDocument/{method}", {"textDocument": {"uri": uri}, **params})["result"]

    def whole(self, begin=0, end=1000):
        return {"start": {"line": begin, "character": 0}, "end": {"line": end, "character": 0}}

    def known(self, text, version=1):
        """Opens the text and waits until its meaning is known."""
        self.client.open(URI, text, version)
        self.client.diagnostics(URI, version)

    def hints(self, text, range_):
        """Hints by their place, once the analysis has come."""
        end = time.monotonic() + 20
        while time.monotonic() < end:
            found = self.ask("inlayHint", range=range_)
            if found:
                lines = text.split("\n")
                return {lines[h["position"]["line"]][:h["position"]["character"]]: h["label"] for h in found}
            time.sleep(0.05)
        return {}

    def test_hints_are_units_of_lets_and_values_that_moved(self):
        self.known(TEXT)
        hints = self.hints(TEXT, self.whole())
        self.assertEqual(hints["let w"], "[1/s]")
        self.assertEqual(hints["let p"], "[m/s^2]")
        moved = [label for place, label in hints.items() if place.startswith("initial x")]
        self.assertEqual(len(moved), 1, hints)
        self.assertRegex(moved[0], r"^→ 3\b")
        number = line_of(TEXT, "let w")
        self.assertEqual(list(self.hints(TEXT, self.whole(number, number + 1))), ["let w"])

    def test_hints_of_another_version_are_not_shown(self):
        self.known(TEXT)
        self.assertTrue(self.hints(TEXT, self.whole()))
        self.client.change(URI, TEXT + "let q = (\n", 2)
        self.assertEqual(self.ask("inlayHint", range=self.whole()), [])

    def test_lenses_are_the_commands_on_the_line_of_the_model(self):
        self.client.open(URI, "# first\n" + TEXT)
        lenses = self.ask("codeLens")
        self.assertEqual([lens["command"]["command"] for lens in lenses],
                         [f"dalembert.{name}" for name in ("run", "derive", "picture", "report")])
        self.assertEqual({lens["range"]["start"]["line"] for lens in lenses}, {1})
        self.assertEqual({lens["command"]["arguments"][0] for lens in lenses}, {URI})
        self.assertLessEqual({lens["command"]["command"] for lens in lenses},
                             set(self.client.capabilities["executeCommandProvider"]["commands"]))
        self.client.change(URI, "coord x\n", 2)
        self.assertEqual(self.ask("codeLens"), [])

    def test_names_are_coloured_by_their_kind(self):
        text = ("model M\ncount n = 2\nparam m = 1 [kg] \"𝔸\", k = 2\ninput u = 0 [N]\ncoord θ₁ [m]\nspeed v = θ₁'\n"
                "let a = sum(i in 1..n: i*m)\nlet f(s) = s^2\nkinetic T = 1/2*m*θ₁'^2\nconstraint c: θ₁ = 1 [m]\n"
                "reaction R [N] of c\nforce F on θ₁ = u\nevent e when θ₁ = 0\nfriction Q of R conjugate v { coefficient = 1 }\n")
        self.client.open(URI, text)
        lines = text.split("\n")
        found = {}
        for line, character, length, kind in self.client.names(URI):
            units = lines[line].encode("utf-16-le")
            found.setdefault(units[2 * character:2 * (character + length)].decode("utf-16-le"), set()).add(kind)
        self.assertEqual(found, {
            "M": {"model"}, "n": {"count"}, "m": {"parameter"}, "k": {"parameter"}, "u": {"input"}, "θ₁": {"coordinate"},
            "v": {"speed"}, "a": {"let"}, "i": {"index"}, "f": {"function"}, "s": {"index"}, "T": {"energy"},
            "c": {"constraint"}, "R": {"reaction"}, "F": {"force"}, "e": {"event"}, "Q": {"reaction"}})

    def test_declarations_are_marked(self):
        self.client.open(URI, "param m = 1\nlet a = m\n")
        data = self.ask("semanticTokens/full")["data"]
        self.assertEqual([data[k + 4] for k in range(0, len(data), 5)], [1, 1, 0])

    def test_highlights_and_references_are_the_places_of_a_name(self):
        self.client.open(URI, TEXT)
        at = {"line": line_of(TEXT, "let w"), "character": TEXT.split("\n")[7].index("k")}
        for method, more in (("documentHighlight", {}), ("references", {"context": {"includeDeclaration": True}})):
            places = [(h["range"]["start"]["line"], h["range"]["start"]["character"])
                      for h in self.ask(method, position=at, **more)]
            self.assertEqual(sorted(places), [(3, 18), (6, 18), (7, 13)], method)
        without = self.ask("references", position=at, context={"includeDeclaration": False})
        self.assertEqual(len(without), 2)
        self.assertEqual(self.ask("documentHighlight", position={"line": 1, "character": 1}) or [], [])

    def test_folding_and_outline(self):
        self.client.open(URI, TEXT + "for i in 1..2 {\n  check x = 3\n}\n")
        self.assertIn((1, 2), [(fold["startLine"], fold["endLine"]) for fold in self.ask("foldingRange")])
        self.assertTrue(any(fold["startLine"] == 12 for fold in self.ask("foldingRange")))
        names = [symbol["name"] for symbol in self.ask("documentSymbol")]
        for name in ("M", "x", "c", "T"):
            self.assertTrue(any(name in each for each in names), names)

    def test_a_range_is_laid_out_alone(self):
        text = "model M\nparam   m=1   [kg]\ncoord x [m]\nkinetic T=1/2*m*x'^2\n"
        self.client.open(URI, text)
        edits = self.ask("rangeFormatting", range=self.whole(1, 2), options={"tabSize": 2, "insertSpaces": True})
        self.assertEqual(applied(text, edits), text.replace("param   m=1   [kg]", "param m = 1 [kg]"))
        self.client.change(URI, text + "let a = (\n", 2)
        self.assertIn(self.ask("rangeFormatting", range=self.whole(1, 2), options={}), ([], None))

    def test_columns_count_bytes_where_the_client_wants_that(self):
        client = Client(capabilities={"general": {"positionEncodings": ["utf-8", "utf-16"]}})
        self.addCleanup(client.close)
        self.assertEqual(client.capabilities["positionEncoding"], "utf-8")
        self.assertEqual(self.client.capabilities["positionEncoding"], "utf-16")
        line = 'param m = 1 "π ∈ 𝔸"; let b = 2*tehta'
        text = f"model M\n{line}\ncoord theta\nkinetic T = 1/2*m*theta'^2\n"
        client.open(URI, text)
        begin = len(line[:line.index("tehta")].encode())
        found = client.diagnostics(URI, 1)
        while not any("tehta" in d["message"] for d in found):
            found = client.diagnostics(URI, 1)
        place = next(d["range"] for d in found if "tehta" in d["message"])
        self.assertEqual((place["start"]["character"], place["end"]["character"]), (begin, begin + 5))
        client.change(URI, text.replace("tehta", "theta"), 2)
        edits = client.ask("textDocument/rename", client.at(URI, 1, begin, newName="φ"))["result"]["changes"][URI]
        self.assertIn((1, begin, begin + 5), [(e["range"]["start"]["line"], e["range"]["start"]["character"],
                                              e["range"]["end"]["character"]) for e in edits])

    def test_one_thread_while_a_child_studies(self):
        for path in GALLERY:
            uri = self.client.open(path)
            self.assertEqual(len(list(pathlib.Path(f"/proc/{self.client.process.pid}/task").iterdir())), 1)
            self.client.diagnostics(uri, 1)

    def test_a_rename_into_a_file_that_cannot_be_read_is_refused(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "part.mech").mkdir() # a folder, no file
            main = folder / "main.mech"
            main.write_text("include \"part.mech\"\nparam m = 1\n", encoding="utf-8")
            uri = self.client.open(main)
            error = self.client.ask("textDocument/rename", self.client.at(uri, 1, 6, newName="k"))["error"]
            self.assertIn("part.mech", error["message"])
            self.assertIn("cannot be read", error["message"])


# n coordinates and n/2 constraints, each of which holds all: the classification alone takes minutes.
SLOW = """model Slow
count n = 400
count k = 200
coord q[1..n] [m]
kinetic T = 1/2*sum(i in 1..n: 1 [kg]*q[i]'^2)
constraint c[j in 1..k]: sum(i in 1..n: sin(i*j*q[i]/1 [m])) = 0
initial q[i in 1..n] = 0, q[i in 1..n]' ~ i*1 [m/s]
simulate 0..1 [s]
"""


@unittest.skipIf(IS_SANITIZED, "the analysis has no limit of memory under the sanitizers")
class Slow(unittest.TestCase):
    def test_a_model_that_takes_minutes_is_noted_and_typing_stays_quick(self):
        client = Client()
        self.addCleanup(lambda: self.assertEqual(client.close(), 0))
        client.open(URI, SLOW)
        waits = []
        noted = None
        for _ in range(3000):
            start = time.monotonic()
            client.ask("textDocument/hover", client.at(URI, 1, 6))
            waits.append(time.monotonic() - start)
            noted = next((m for m in client.inbox if m.get("method") == "textDocument/publishDiagnostics"
                          and any("takes longer than 10 s" in d["message"] for d in m["params"]["diagnostics"])), None)
            if noted:
                break
            time.sleep(0.1)
        self.assertTrue(noted, "no note")
        self.assertEqual(client.children(), [])
        waits.sort()
        self.assertLess(waits[len(waits) // 2], 0.1) # the median: single answers wait for other programs of the machine
        self.assertIn("count", client.ask("textDocument/hover", client.at(URI, 1, 6))["result"]["contents"]["value"])
        # A change ends an analysis that runs, and its own comes at once.
        client.change(URI, SLOW + "\n", 2)
        end = time.monotonic() + 10
        while not client.children() and time.monotonic() < end:
            client.ask("textDocument/hover", client.at(URI, 1, 6))
        self.assertEqual(len(client.children()), 1)
        client.inbox.clear()
        client.change(URI, TEXT, 3)
        self.assertEqual([d for d in client.diagnostics(URI, 3, timeout=9) if d["severity"] == 1], [])


if __name__ == "__main__":
    unittest.main()
