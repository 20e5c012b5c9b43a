"""Each rule of tools/check_docs.py finds the smallest tree that breaks it, and passes the tree that does not."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import check_docs  # noqa: E402


class CheckDocs(unittest.TestCase):
    def problems(self, files):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder).resolve()
            subprocess.run(["git", "init", "-q", str(root)], check=True)
            for name, text in files.items():
                path = root / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            return check_docs.find_problems(root)

    def only(self, files, words):
        problems = self.problems(files)
        self.assertEqual(len(problems), 1, problems)
        for word in words:
            self.assertIn(word, problems[0])

    def test_whole_tree_passes(self):
        self.assertEqual(self.problems({
            "README.md": "[a](docs/a.md#the-rooms) [b](https://example.org) `[c](nowhere)` [@Key2000]\n",
            "docs/a.md": "## The rooms\n",
            "docs/references.bib": "@book{Key2000, title = {T}}\n",
            "docs/theory/t.md": "E = T + V  (1)\n",
            "docs/errors.md": "| E0101 | text |\n",
            "src/dalembert/base/a.h": '// docs/theory/t.md (1)\nauto c = "E0101";\n',
        }), [])

    def test_link_to_a_missing_file_is_found(self):
        self.only({"README.md": "[a](docs/a.md)\n"}, ["README.md", "docs/a.md leads nowhere"])

    def test_link_to_a_missing_heading_is_found(self):
        self.only({"README.md": "[a](b.md#gone)\n", "b.md": "# Here\n"}, ["no such heading"])

    def test_unknown_citation_is_found(self):
        self.only({"a.md": "see [@Nobody1999]\n"}, ["Nobody1999"])

    def test_document_named_in_a_source_must_exist(self):
        self.only({"src/dalembert/base/a.h": "// docs/gone.md\n"}, ["src/dalembert/base/a.h", "docs/gone.md does not exist"])

    def test_equation_named_in_a_source_must_exist(self):
        self.only({"src/dalembert/base/a.h": "// docs/theory/t.md (1)–(2)\n", "docs/theory/t.md": "x = 1 (1)\n"},
                  ["no equation (2)"])

    def test_code_without_explanation_is_found(self):
        self.only({"src/dalembert/base/a.cpp": 'auto c = "E0101";\n'}, ["E0101 is not explained"])

    def test_short_lines_and_sentences_pass(self):
        words = " ".join(["word"] * 24)
        block = "```console\n" + "x " * 200 + "\n```\n\n    " + "y " * 200 + "\n"
        self.assertEqual(self.problems({"docs/cli.md": f"# A\n\n{words} `a b c`. Next.\n- {words}\n\n{block}\n| {words} | b |\n"}), [])

    def test_every_line_of_an_indented_block_counts_as_an_equation(self):
        equation = "\n\n" + "    x = y + z\n" * 2 + "    " + "u " * 200 + "\n"
        self.assertEqual(self.problems({"docs/theory/forms.md": f"As follows:{equation}\nwith u.\n"}), [])
        self.only({"docs/theory/forms.md": f"As follows:{equation}" + "word " * 26 + "\n"}, ["docs/theory/forms.md", "26 words"])

    def test_long_line_of_a_page_for_users_is_found(self):
        self.only({"docs/cli.md": "a" * 161 + "\n"}, ["docs/cli.md:1", "161 characters"])

    def test_long_sentence_of_a_page_for_users_is_found(self):
        self.only({"docs/cli.md": "# A\n\n- Short.\n  " + "word " * 13 + "\n  " + "word " * 13 + "\n"}, ["docs/cli.md:3", "26 words"])
        self.only({"docs/cli.md": "| a | " + "word " * 26 + " |\n"}, ["docs/cli.md:1", "26 words"])
        self.assertEqual(self.problems({"docs/other.md": "word " * 100 + "\n"}), [])

    def test_explanation_without_code_is_found(self):
        self.only({"docs/errors.md": "| W0101 | text |\n"}, ["nothing says W0101"])


if __name__ == "__main__":
    unittest.main()
