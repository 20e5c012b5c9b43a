"""`picture --statements`: the automatic picture of every model, written as `draw` lines, is the same picture again."""

import collections
import json
import pathlib
import re
import tempfile
import unittest

import shown

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODELS = sorted([*ROOT.glob("models/*/*.mech"), *ROOT.glob("tests/pictures/textbook/*.mech")])
OF_THE_SOURCE = {"id", "rule", "place"}
DRAWN = re.compile(r"^\s*(draw|animate)\b.*\n?", re.M)


def number(value, row):
    """A scene value with the numbers of `row` in place of their columns."""
    if isinstance(value, dict):
        return number(row[value["c"]], row) if set(value) == {"c"} else {k: number(v, row) for k, v in value.items()}
    if isinstance(value, list):
        return [number(each, row) for each in value]
    return round(value, 9) + 0.0 if isinstance(value, float) else value


def things(scene):
    """What is drawn, wherever in the text it comes from, in any order."""
    return collections.Counter(
        json.dumps({key: number(value, scene["rows"][0]) for key, value in item.items() if key not in OF_THE_SOURCE},
                   sort_keys=True) for item in scene["items"])


class Statements(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def written(self, text, beside):
        """`text` as a file, with the tables that the model reads beside it."""
        for table in beside.glob("*.csv"):
            (pathlib.Path(self.folder.name) / table.name).write_bytes(table.read_bytes())
        path = pathlib.Path(self.folder.name) / "model.mech"
        path.write_text(text, encoding="utf-8")
        return path

    def test_lines_make_the_picture_that_they_were_made_from(self):
        kinds = collections.Counter()
        for model in MODELS:
            with self.subTest(model.stem):
                bare = DRAWN.sub("", model.read_text(encoding="utf-8"))
                path = self.written(bare, model.parent)
                by_itself = shown.scene(path)
                lines = shown.run(path, "--statements")
                self.assertEqual(lines.returncode, 0, lines.stderr)
                by_lines = shown.scene(self.written(f"{bare}\n{lines.stdout}", model.parent))
                for part in ("dimension", "up", "moving_axes"):
                    self.assertEqual(by_lines[part], by_itself[part], part)
                self.assertEqual(things(by_lines), things(by_itself))
                kinds.update(item["kind"] for item in by_itself["items"])
        for kind in ("mass", "point", "rod", "spring", "trail", "curve", "arrow", "gauge", "lane"):
            self.assertGreater(kinds[kind], 0, kind)


if __name__ == "__main__":
    unittest.main()
