#!/usr/bin/env python3
"""Fails on a broken reference in the project's documents.

Checks: relative links of Markdown files lead to files that exist, and to headings where they name one; citations
`[@key]` stand in docs/references.bib; `docs/…` paths named in source comments exist; an equation number cited in a source as
`docs/theory/NAME.md (N)` is defined there; every diagnostic code of the sources is explained in docs/errors.md, and no other;
pages in plain words keep their lines and sentences short.
"""

import argparse
import pathlib
import re
import subprocess
import sys

LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
CITATION = re.compile(r"\[@([\w:-]+)\]")
KEY = re.compile(r"^@\w+\{([^,]+),", re.MULTILINE)
DOC_PATH = re.compile(r"docs/[\w./-]+\.(?:md|toml|bib)")
EQUATION = re.compile(r"(docs/theory/[\w-]+\.md)((?:,? ?\(\d+[a-z]?\)(?:[–-]\(\d+[a-z]?\))?)+)")
HEADING = re.compile(r"^#+\s+(.*)$", re.MULTILINE)
CODE_LITERAL = re.compile(r'"([EW]\d{4})"')
CODE_WORD = re.compile(r"\b([EW]\d{4})\b")
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
BLOCK = re.compile(r"^ *```.*?^ *```|(?<=\n\n) {4}(?![-*] )[^\n]*(?:\n {4}[^\n]*)*", re.MULTILINE | re.DOTALL)
TEXT_START = re.compile(r"^(?= *$| *[-*] | *\d+\. |[#|])", re.MULTILINE)
SENTENCE_END = re.compile(r"(?<=[.!?])[)\"*]*\s+")

PLAIN_PAGES = {f"docs/{name}.md" for name in ("architecture", "cli", "editors", "errors", "export", "language", "notation", "picture", "where")}
PLAIN_PAGES |= {"README.md", "CONTRIBUTING.md", "editors/README.md", "editors/vscode/README.md"}
PLAIN_PAGES |= {f"tests/{name}/README.md" for name in ("cases", "pictures/textbook", "truth", "validation")}
PLAIN_FOLDER = "docs/theory/"
MOST_CHARACTERS = 160  # of a line: two windows side by side
MOST_WORDS = 25        # of a sentence that is understood at first reading


def tracked(root, *patterns):
    """Files of the work tree that git does not ignore."""
    out = subprocess.run(["git", "-C", str(root), "ls-files", "-co", "--exclude-standard", "--", *patterns],
                         check=True, capture_output=True, text=True).stdout
    return [root / line for line in out.splitlines() if (root / line).is_file()]


def anchor(heading):
    """The fragment that a heading is reached by, as common Markdown viewers form it."""
    kept = re.sub(r"[^\w\- ]", "", heading.strip().lower())
    return kept.replace(" ", "-")


def problems_of_links(root, path):
    text = CODE.sub("", path.read_text(encoding="utf-8"))
    for target in LINK.findall(text):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, fragment = target.partition("#")
        file = (path.parent / name).resolve() if name else path
        if not file.exists():
            yield f"{path}: the link {target} leads nowhere"
        elif fragment and file.suffix == ".md":
            headings = {anchor(h) for h in HEADING.findall(file.read_text(encoding="utf-8"))}
            if fragment not in headings:
                yield f"{path}: {target}: there is no such heading"


def texts(page):
    """The paragraphs, list items and table cells of `page`, each with the number of its first line."""
    number = 1
    for text in TEXT_START.split(page):
        for cell in text.split("|") if text.startswith("|") else [text]:
            yield number, cell
        number += text.count("\n")


def problems_of_prose(path):
    """Lines and sentences that are too long, outside blocks of code; a piece of code or a link counts as it is read."""
    page = BLOCK.sub(lambda block: "\n" * block.group().count("\n"), path.read_text(encoding="utf-8"))
    for number, line in enumerate(page.splitlines(), start=1):
        if len(line) > MOST_CHARACTERS:
            yield f"{path}:{number}: the line has {len(line)} characters, more than {MOST_CHARACTERS}"
    for number, text in texts(re.sub(r"\[([^\]]*)\]\([^)\s]*\)", r"\1", CODE.sub("code", page))):
        for sentence in SENTENCE_END.split(text):
            words = sum(1 for word in sentence.split() if re.search(r"\w", word))
            if words > MOST_WORDS:
                yield f"{path}:{number}: a sentence has {words} words, more than {MOST_WORDS}: {sentence.strip()[:60]}…"


def problems_of_citations(root, path, keys):
    for key in CITATION.findall(path.read_text(encoding="utf-8")):
        if key not in keys:
            yield f"{path}: [@{key}] is not in docs/references.bib"


def problems_of_source(root, path):
    text = path.read_text(encoding="utf-8")
    for name in sorted(set(DOC_PATH.findall(text))):
        if not (root / name).exists():
            yield f"{path}: {name} does not exist"
    for name, numbers in EQUATION.findall(text):
        if not (root / name).exists():
            continue
        theory = (root / name).read_text(encoding="utf-8")
        for number in re.findall(r"\(\d+[a-z]?\)", numbers):
            if number not in theory:
                yield f"{path}: {name} has no equation {number}"


def problems_of_codes(root, sources):
    """Codes of diagnostics stand as string literals in the sources and as words in docs/errors.md."""
    used = {}
    for path in sources:
        for code in CODE_LITERAL.findall(path.read_text(encoding="utf-8")):
            used.setdefault(code, path)
    listing = root / "docs/errors.md"
    listed = set(CODE_WORD.findall(listing.read_text(encoding="utf-8"))) if listing.exists() else set()
    for code in sorted(used.keys() - listed):
        yield f"{used[code]}: {code} is not explained in docs/errors.md"
    for code in sorted(listed - used.keys()):
        yield f"{listing}: nothing says {code}"


def find_problems(root):
    """Returns every broken reference in the tree at `root`, as lines for a person."""
    bibliography = root / "docs/references.bib"
    keys = set(KEY.findall(bibliography.read_text(encoding="utf-8"))) if bibliography.exists() else set()
    problems = []
    for path in tracked(root, "*.md"):
        problems += problems_of_links(root, path)
        problems += problems_of_citations(root, path, keys)
        name = path.relative_to(root).as_posix()
        if name in PLAIN_PAGES or name.startswith(PLAIN_FOLDER):
            problems += problems_of_prose(path)
    for path in tracked(root, "src/*", "apps/*", "tests/*.cpp", "tests/*.h", "bench/*"):
        if path.suffix in {".h", ".cpp", ".txt", ".py"}:
            problems += problems_of_source(root, path)
            problems += problems_of_citations(root, path, keys)
    problems += problems_of_codes(root, [p for p in tracked(root, "src/*", "apps/*") if p.suffix in {".h", ".cpp"}])
    return [p.replace(f"{root}/", "") for p in problems]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    problems = find_problems(parser.parse_args().root)
    for problem in problems:
        print(problem, file=sys.stderr)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
