#!/usr/bin/env python3
"""Writes the grammars of the editors from the word list of the program.

    editors/make.py --program build/bin/dalembert            writes them
    editors/make.py --program build/bin/dalembert --check    fails where a committed one differs

The words come from `dalembert language --json` alone; how each editor is told of them stands in `grammar/`, one file each.
"""

import argparse
import json
import pathlib
import subprocess
import sys

from grammar import emacs, pygments_lexer, textmate, vim
from grammar.words import Words

HERE = pathlib.Path(__file__).resolve().parent


def written(words):
    """Each generated file with its text, by its path below this folder."""
    return {
        "vscode/syntaxes/mech.tmLanguage.json": textmate.grammar(words),
        "vim/syntax/mech.vim": vim.grammar(words),
        "emacs/mech-mode.el": emacs.grammar(words),
        "pygments/mech.py": pygments_lexer.grammar(words),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, help="the program dalembert")
    parser.add_argument("--check", action="store_true", help="compare with the committed files instead of writing")
    options = parser.parse_args()
    listed = subprocess.run([options.program, "language", "--json"], check=True, capture_output=True, text=True).stdout
    different = []
    for name, text in written(Words(json.loads(listed))).items():
        path = HERE / name
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        different.append(name)
        if not options.check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    for name in different:
        print(f"editors/{name}: {'differs from what editors/make.py writes' if options.check else 'written'}")
    return 1 if options.check and different else 0


if __name__ == "__main__":
    sys.exit(main())
