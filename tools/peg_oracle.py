#!/usr/bin/env python3
"""Decides by the grammar itself which texts are mech models: the independent oracle of the parser's corpus.

Reads a grammar in the peggy dialect (actions and labels are ignored) and interprets it as a packrat PEG: ordered choice, no
backtracking into a finished choice, every (rule, position) parsed once.

  peg_oracle.py GRAMMAR FILE…                              prints accept or reject for each file
  peg_oracle.py GRAMMAR --corpus DIR --parser PROGRAM      compares with the corpus and with the parser
  … --mutations N --seed S                                 and on N random edits of the corpus

PROGRAM reads texts separated by NUL bytes and prints one line, accept or reject, for each. The corpus is DIR/accept/*.mech,
DIR/reject/*.mech and the lines of DIR/*.cases: `accept TEXT` or `reject TEXT`, where \\n \\r \\t \\uXXXX \\\\ are escapes and lines
that start with neither word are remarks. Exit code 1 where any two disagree.
"""
import argparse
import pathlib
import random
import re
import subprocess
import sys
import threading

# ---- reading the grammar: text → {rule: expression}, an expression being a nested tuple

TOKEN = re.compile(r"""
    (?P<blank>\s+|//[^\n]*)
  | (?P<string>"(?:\\.|[^"\\])*")
  | (?P<class>\[(?:\\.|[^\]\\])*\])
  | (?P<name>[A-Za-z_][A-Za-z0-9_]*)
  | (?P<sign>[=/:()*+?!&$.])
""", re.X)


def skip_action(text, at):
    """Returns the position behind the braces that open at `at`; strings inside may hold braces."""
    depth = 0
    while True:
        c = text[at]
        if c == '"':
            at = re.compile(r'"(?:\\.|[^"\\])*"').match(text, at).end()
            continue
        depth += {"{": 1, "}": -1}.get(c, 0)
        at += 1
        if depth == 0:
            return at


def tokenize(text):
    tokens, at = [], 0
    while at < len(text):
        if text[at] == "{":
            at = skip_action(text, at)
            continue
        match = TOKEN.match(text, at)
        if not match:
            raise SystemExit(f"grammar: cannot read {text[at:at + 30]!r}")
        if match.lastgroup != "blank":
            tokens.append((match.lastgroup, match.group()))
        at = match.end()
    return tokens


def unescape(text):
    text = re.sub(r"\\u([0-9A-Fa-f]{4})", lambda m: chr(int(m.group(1), 16)), text)
    return re.sub(r"\\(.)", lambda m: {"n": "\n", "r": "\r", "t": "\t"}.get(m.group(1), m.group(1)), text)


class GrammarReader:
    def __init__(self, text):
        self.tokens = tokenize(text) + [("end", ""), ("end", "")]
        self.at = 0

    def peek(self, ahead=0):
        return self.tokens[self.at + ahead]

    def accept(self, sign):
        if self.peek() != ("sign", sign):
            return False
        self.at += 1
        return True

    def rules(self):
        rules = {}
        while self.peek()[0] != "end":
            name = self.peek()[1]
            self.at += 1
            if not self.accept("="):
                raise SystemExit(f"grammar: expected = behind {name}")
            rules[name] = self.choice()
        return rules

    def choice(self):
        parts = [self.sequence()]
        while self.accept("/"):
            parts.append(self.sequence())
        return parts[0] if len(parts) == 1 else ("choice", parts)

    def sequence(self):
        parts = []
        while self.starts_item():
            parts.append(self.item())
        return parts[0] if len(parts) == 1 else ("sequence", parts)

    def starts_item(self):
        kind, text = self.peek()
        if kind == "name":
            return self.peek(1) != ("sign", "=")
        return kind in ("string", "class") or (kind == "sign" and text in "(!&$.")

    def item(self):
        if self.peek()[0] == "name" and self.peek(1) == ("sign", ":"):
            self.at += 2
        for sign, kind in (("!", "not"), ("&", "and"), ("$", "text")):
            if self.accept(sign):
                inner = self.item()
                return inner if kind == "text" else (kind, inner)
        expression = self.primary()
        for sign, kind in (("*", "many"), ("+", "some"), ("?", "maybe")):
            if self.accept(sign):
                return (kind, expression)
        return expression

    def primary(self):
        kind, text = self.peek()
        self.at += 1
        if kind == "name":
            return ("rule", text)
        if kind == "string":
            return ("literal", unescape(text[1:-1]))
        if kind == "class":
            return ("class", re.compile(text))
        if (kind, text) == ("sign", "."):
            return ("any",)
        inner = self.choice()
        if not self.accept(")"):
            raise SystemExit("grammar: a ) is missing")
        return inner


# ---- interpreting it: every expression becomes a function (text, position, memo) → end, or -1


def compile_sequence(parts):
    def run(text, at, memo):
        for part in parts:
            at = part(text, at, memo)
            if at < 0:
                return -1
        return at
    return run


def compile_choice(parts):
    def run(text, at, memo):
        for part in parts:
            end = part(text, at, memo)
            if end >= 0:
                return end
        return -1
    return run


def compile_many(inner, least):
    def run(text, at, memo):
        count = 0
        while True:
            end = inner(text, at, memo)
            if end < 0 or end == at:
                break
            at, count = end, count + 1
        return at if count >= least else -1
    return run


class Oracle:
    def __init__(self, grammar, start="File"):
        self.rules = {}
        self.start = start
        for name, expression in GrammarReader(grammar).rules().items():
            self.rules[name] = self.memoized(name, self.compile(expression))

    def memoized(self, name, inner):
        def run(text, at, memo):
            key = (name, at)
            end = memo.get(key)
            if end is None:
                end = memo[key] = inner(text, at, memo)
            return end
        return run

    def compile(self, expression):
        kind, *rest = expression
        if kind == "sequence":
            return compile_sequence([self.compile(part) for part in rest[0]])
        if kind == "choice":
            return compile_choice([self.compile(part) for part in rest[0]])
        if kind in ("many", "some"):
            return compile_many(self.compile(rest[0]), 1 if kind == "some" else 0)
        if kind == "rule":
            return lambda text, at, memo, name=rest[0]: self.rules[name](text, at, memo)
        if kind == "literal":
            return lambda text, at, memo, word=rest[0]: at + len(word) if text.startswith(word, at) else -1
        if kind == "any":
            return lambda text, at, memo: at + 1 if at < len(text) else -1
        if kind == "class":
            return lambda text, at, memo, match=rest[0].match: at + 1 if match(text, at) else -1
        inner = self.compile(rest[0])
        if kind == "maybe":
            return lambda text, at, memo: max(inner(text, at, memo), at)
        wanted = kind == "and"
        return lambda text, at, memo: at if (inner(text, at, memo) >= 0) == wanted else -1

    def accepts(self, text):
        return self.rules[self.start](text, 0, {}) >= 0


# ---- the corpus


def load_corpus(folder):
    """Returns (title, text, whether it must be accepted) for every case."""
    cases = []
    for verdict in ("accept", "reject"):
        for path in sorted((folder / verdict).glob("*.mech")):
            cases.append((str(path.relative_to(folder)), path.read_bytes().decode("utf-8"), verdict == "accept"))
    for path in sorted(folder.glob("*.cases")):
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
            verdict, _, text = line.partition(" ")
            if verdict in ("accept", "reject"):
                cases.append((f"{path.name}:{number}", unescape(text), verdict == "accept"))
    return cases


PIECES = re.compile(r"\w+|\s+|\.\.|[^\w\s]")
SPICE = ["\n", " ", "\t", ",", ";", "(", ")", "[", "]", "{", "}", "'", "..", ".", "=", "~", "<=", "+", "-", "*", "/", "^", "|", ":",
         "2", "1.5", "x", "[kg m]", "[i in 1..n]", "in", "at", "if", "then", "else", "not", "and", "sum(i in 1..n: x)", "#c\n", '"s"',
         "\r", "\r\n", "vs", "conjugate", "of", "on", " in N", "let", "force", "(a = b)", "max(a, b)", "θ", "₁", "1e3"]


def mutate(texts, chance):
    """Returns one of `texts` after a few random edits: pieces dropped, doubled, exchanged, put in, or taken from another text."""
    pieces = PIECES.findall(chance.choice(texts))
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        at = chance.randrange(len(pieces) + 1)
        edit = chance.randrange(5)
        if edit == 0 and pieces:
            del pieces[min(at, len(pieces) - 1)]
        elif edit == 1 and pieces:
            pieces.insert(at, chance.choice(pieces))
        elif edit == 2 and len(pieces) > 1:
            i, j = chance.randrange(len(pieces)), chance.randrange(len(pieces))
            pieces[i], pieces[j] = pieces[j], pieces[i]
        elif edit == 3:
            other = PIECES.findall(chance.choice(texts))
            begin = chance.randrange(len(other) + 1)
            pieces[at:at] = other[begin:begin + chance.randrange(1, 6)]
        else:
            pieces.insert(at, chance.choice(SPICE))
    return "".join(pieces)


def ask_parser(program, texts):
    given = "\0".join(texts).encode("utf-8")
    answer = subprocess.run([program], input=given, stdout=subprocess.PIPE, check=True).stdout.decode().split()
    if len(answer) != len(texts):
        raise SystemExit(f"{program} answered {len(answer)} of {len(texts)} texts")
    return [word == "accept" for word in answer]


def compare(oracle, options):
    cases = load_corpus(pathlib.Path(options.corpus))
    texts = [text for _, text, _ in cases]
    parsed = ask_parser(options.parser, texts)
    wrong = 0
    for (title, text, wanted), ours in zip(cases, parsed):
        grammar = oracle.accepts(text)
        if not grammar == ours == wanted:
            wrong += 1
            print(f"{title}: corpus {wanted}, grammar {grammar}, parser {ours}\n  {text!r}")
    chance = random.Random(options.seed)
    short = [text for text in texts if text and len(text) < 400]
    edited = [mutate(short, chance).replace("\0", "") for _ in range(options.mutations)]
    parsed = ask_parser(options.parser, edited) if edited else []
    accepted = 0
    for text, ours in zip(edited, parsed):
        grammar = oracle.accepts(text)
        accepted += grammar
        if grammar != ours:
            wrong += 1
            print(f"mutation: grammar {grammar}, parser {ours}\n  {text!r}")
    print(f"{len(cases)} cases ({sum(c[2] for c in cases)} to accept), {len(edited)} mutations ({accepted} accepted, seed "
          f"{options.seed}), {wrong} disagreements")
    return wrong == 0


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("grammar")
    options.add_argument("files", nargs="*")
    options.add_argument("--corpus")
    options.add_argument("--parser")
    options.add_argument("--mutations", type=int, default=0)
    options.add_argument("--seed", type=int, default=1)
    options = options.parse_args()
    oracle = Oracle(pathlib.Path(options.grammar).read_text(encoding="utf-8"))
    if options.corpus:
        return 0 if compare(oracle, options) else 1
    for path in options.files:
        text = pathlib.Path(path).read_bytes().decode("utf-8")
        print("accept" if oracle.accepts(text) else "reject", path)
    return 0


if __name__ == "__main__":
    # expressions nest, and so does the interpreter
    sys.setrecursionlimit(1_000_000)
    threading.stack_size(512 * 1024 * 1024)
    result = []
    worker = threading.Thread(target=lambda: result.append(main()))
    worker.start()
    worker.join()
    sys.exit(result[0] if result else 2)
