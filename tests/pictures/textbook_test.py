"""The table of textbook/README.md: what each picture shows, and how it was judged by looking at it."""

import pathlib
import re
import unittest

import shown

FOLDER = pathlib.Path(__file__).resolve().parent / "textbook"
PAGE = FOLDER.parents[2] / "docs" / "picture.md"
CLASSES = ("whole", "part", "lanes", "none")


def table():
    """Model → class and what is shown."""
    rows = re.findall(r"^\| `(\w+)` \| (\w+) \| ([^|]*) \|", (FOLDER / "README.md").read_text(encoding="utf-8"), re.M)
    return {name: (judged, items.strip()) for name, judged, items in rows}


class Textbook(unittest.TestCase):
    maxDiff = None

    def test_every_model_has_its_row(self):
        models = sorted(path.stem for path in FOLDER.glob("*.mech"))
        self.assertGreaterEqual(len(models), 40)
        self.assertEqual(sorted(table()), models)

    def test_no_model_has_lines_that_draw(self):
        for path in FOLDER.glob("*.mech"):
            text = path.read_text(encoding="utf-8")
            self.assertNotRegex(text, r"(?m)^\s*(draw|animate)\b", path.stem)
            self.assertRegex(text, r"\A# [A-Z].+\.\nmodel \w+\n", path.stem)

    def test_what_is_shown_is_what_was_judged(self):
        for name, (judged, items) in table().items():
            with self.subTest(name):
                data = shown.scene(FOLDER / f"{name}.mech")
                self.assertEqual(shown.shown(data), items)
                self.assertIn(judged, CLASSES)
                self.assertEqual(judged in ("whole", "part"), shown.has_places(data))
                self.assertEqual(judged == "none", not data["items"])

    def test_what_is_not_shown_is_said(self):
        for name in table():
            with self.subTest(name):
                data = shown.scene(FOLDER / f"{name}.mech")
                said = {word for each in data["unknown"] for word in re.split(r"[ ,]+", each["what"])}
                for item in data["items"]:
                    if item["kind"] == "lane":
                        self.assertIn(item["name"], said)

    def test_every_drawing_is_sound(self):
        for name in table():
            with self.subTest(name):
                self.assertIsNone(shown.svg_problem(FOLDER / f"{name}.mech"))

    def test_the_counts_of_the_page_are_those_of_the_table(self):
        judged = [each for each, _ in table().values()]
        counts = {each: judged.count(each) for each in CLASSES}
        wanted = (f"{len(judged)} models typed from textbooks", f"{counts['whole']} are whole",
                  f"{counts['part']} are right in part", f"{counts['lanes']} are lanes")
        text = " ".join(PAGE.read_text(encoding="utf-8").split())
        for words in wanted:
            self.assertTrue(words in text, words)
        self.assertEqual(counts["none"], 0)


if __name__ == "__main__":
    unittest.main()
