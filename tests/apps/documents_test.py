"""The models printed in the documents run as they stand, and draw pictures that are well-formed."""

import pathlib
import re
import unittest
import xml.etree.ElementTree

from program import InFolder, run

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BLOCK = re.compile(r"^```mech\n(.*?)^```", re.MULTILINE | re.DOTALL)
TABLE = re.compile(r"^```csv\n(# (\w+\.csv).*?)^```", re.MULTILINE | re.DOTALL)


class Documents(InFolder):
    def run_block(self, text):
        """Runs a model beside the tables that the documents print."""
        for document in sorted((ROOT / "docs").glob("*.md")):
            for table, name in TABLE.findall(document.read_text(encoding="utf-8")):
                self.write(name, table)
        return run("run", self.write("model.mech", text), "--out", self.folder / "out")

    def blocks(self):
        for document in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
            for number, text in enumerate(BLOCK.findall(document.read_text(encoding="utf-8")), start=1):
                yield f"{document.name}, model {number}", text

    def test_every_printed_model_runs(self):
        blocks = list(self.blocks())
        self.assertGreaterEqual(len(blocks), 3)
        for name, text in blocks:
            with self.subTest(name):
                done = self.run_block(text)
                self.assertEqual(done.returncode, 0, done.stderr + done.stdout)

    def test_every_picture_is_well_formed(self):
        for name, text in self.blocks():
            self.run_block(text)
        pictures = list((self.folder / "out").glob("*.svg"))
        self.assertGreaterEqual(len(pictures), 3)
        for picture in pictures:
            with self.subTest(picture.name):
                root = xml.etree.ElementTree.parse(picture).getroot()
                self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")


if __name__ == "__main__":
    unittest.main()
