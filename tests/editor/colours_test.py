"""The grammars of editors/, by the editors themselves: committed as the generator writes them, every statement word of every
model coloured, no name taken for a word."""

import contextlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import colours
from client import MODELS, PROGRAM, ROOT, Client
from words_test import LANGUAGE

# Pieces with their classes, in order; words that are names elsewhere stand as both.
HAND = (
    ('model M; param from = 1, draw = 2 [kg*m^2/s], tolerance = 5[kN], m1 = 3 [N·m·s^(1/2)]',
     "model:statement M: ;:? param:statement from: 1:number draw: 2:number kg:unit m:unit s:unit tolerance: kN:unit m1: N:unit "
     "s:unit"),
    ("coord θ₁ [rad], x[1..2] [m], t_end",
     "coord:statement θ₁: rad:unit x: 1:number 2:number m:unit t_end:"),
    ("let energies = from + draw*tolerance - J[m]*m1[s] + p.t + theta_t",
     "let:statement energies: from: draw: tolerance: J: m: m1: s: p:part t: theta_t:"),
    ('let b = 0..t + lambda.rod - 1.5 + q\'\'  "no # comment"  # comment "no string"',
     'let:statement b: t:constant lambda:part rod: 1.5:number q: ":string no:string comment:string #:comment'),
    ("constraint c: x = from from 1 [s] until 2 [s] { law = newton; kind = velocity }",
     "constraint:statement c: x: from: from:clause 1:number s:unit until:clause 2:number law:setting newton:value kind:setting "
     "velocity:value"),
    ("for i in 1..2 { coord q[i], mass = 2; let method = rk8 }",
     "for:statement i: in:clause coord:statement q: i: mass: 2:number let:statement method: rk8:"),
    ("let method = 3; simulate 0..1 [s] { method = rk8; tolerance = method",
     "let:statement method: simulate:statement s:unit method:setting rk8:value tolerance:setting method:"),
    ("  output = 3, step = newton }", "output:setting 3:number step:setting newton:"),
    ("draw point at (x, y) turned theta for k in 1..2 { colour = a; mass = a; length = d }",
     "draw:statement point:drawing at:clause x: y: turned:clause theta: for:statement k: in:clause"),
    ("show energies, equations; let energies = 2",
     "show:statement energies:shown equations:shown let:statement energies: 2:number"),
    ("check if a <= 3 and b > 2 then sin(x) else sin",
     "check:statement if:logic a: 3:number and:logic then:logic sin:function x: else:logic sin:"),
    ("plot draw vs t", "plot:statement draw: vs:clause t:constant"),
    ("param paramx = 1, xparam = 3, in₁ = 2, t₁ = 3", "param:statement paramx: xparam: in₁: 2:number t₁:"),
    ('param x = 2 "no closing quote', 'param:statement x: 2:number no:string quote:string'),
    ("sweep m in 1..2 { count = 3; draw = uniform }",
     "sweep:statement m: in:clause count:setting 3:number draw:setting uniform:value"),
    ("draw arrow of F at (0, 0)", "draw:statement arrow:drawing of:clause F: at:clause"),
)


def places_of_hand():
    for line, (text, pieces) in enumerate(HAND):
        at = 0
        for piece in pieces.split():
            word, _, kind = piece.rpartition(":")
            at = text.index(word, at)
            if kind != "?":
                yield (line, at), kind
            at += len(word)


def plain_lines(text):
    """The lines with strings and comments blanked, and the places where those start."""
    marks = []
    lines = []
    for number, line in enumerate(text.split("\n")):
        for found in re.finditer(r'"[^"]*"?|#.*', line):
            marks.append(((number, found.start()), "comment" if found[0][0] == "#" else "string"))
            line = line[:found.start()] + " " * len(found[0]) + line[found.end():]
        lines.append(line)
    return lines, marks


def places_of_words(text):
    """Statement words, units, settings, strings and comments of a model with their classes."""
    lines, marks = plain_lines(text)
    yield from marks
    statements = "|".join(LANGUAGE["statements"])
    settings = "|".join({key for keys in LANGUAGE["settings"].values() for key in keys})
    for number, line in enumerate(lines):
        for found in re.finditer(rf"(?:^|[;{{])\s*({statements})(?=\s+[A-Za-z0-9(]|$|\s*{{)", line):
            yield (number, found.start(1)), "statement"
        for found in re.finditer(r"(?:\s|\b\d+(?:\.\d+)?(?:e-?\d+)?)\[([A-Za-z]+)", line):
            yield (number, found.start(1)), "unit"
        for found in re.finditer(rf"{{\s*({settings})\s*=", line):
            yield (number, found.start(1)), "setting"


class Committed(unittest.TestCase):
    def test_grammars_are_as_the_generator_writes_them(self):
        command = [sys.executable, "-B", str(colours.EDITORS / "make.py"), "--program", PROGRAM, "--check"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_a_grammar_that_differs_is_named(self):
        with tempfile.TemporaryDirectory() as name:
            copy = pathlib.Path(name) / "editors"
            shutil.copytree(colours.EDITORS, copy, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
            with open(copy / "vim/syntax/mech.vim", "a", encoding="utf-8") as file:
                file.write('" more\n')
            done = subprocess.run([sys.executable, "-B", str(copy / "make.py"), "--program", PROGRAM, "--check"],
                                  capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 1)
            self.assertIn("vim/syntax/mech.vim", done.stdout)


class Colours:
    """The tests of one editor; its class says which."""

    editor = ""

    @classmethod
    def setUpClass(cls):
        lacking = colours.missing(cls.editor)
        if lacking:
            print(f"skipped: {lacking} is not installed", file=sys.stderr)
            raise unittest.SkipTest(f"{lacking} is not installed")

    def compare(self, wanted):
        """`wanted`: {path: [(place, class), ...]}."""
        found = getattr(colours, f"by_{self.editor}")({path: [place for place, _ in each] for path, each in wanted.items()})
        wrong = []
        count = 0
        for path, each in wanted.items():
            for (place, kind), got in zip(each, found[str(path)], strict=True):
                count += 1
                if kind not in (got.split() or [""]):
                    wrong.append(f"{pathlib.Path(path).name}:{place[0] + 1}:{place[1] + 1}: {got!r} instead of {kind!r}")
        self.assertEqual(wrong, [])
        return count

    def test_words_and_names_of_a_text_by_hand(self):
        with tempfile.TemporaryDirectory() as name:
            path = pathlib.Path(name) / "hand.mech"
            path.write_text("\n".join(text for text, _ in HAND) + "\n", encoding="utf-8")
            self.compare({path: list(places_of_hand())})

    def test_every_statement_word_of_every_model_is_coloured(self):
        wanted = {path: list(places_of_words(path.read_text(encoding="utf-8"))) for path in MODELS}
        statements = sum(kind == "statement" for each in wanted.values() for _, kind in each)
        self.assertGreater(statements, 2000)
        self.compare(wanted)

    def test_no_name_of_a_gallery_model_is_taken_for_a_word(self):
        wanted = {}
        with contextlib.closing(Client()) as client:
            for path in sorted(ROOT.glob("models/gallery/*.mech")):
                lines = path.read_text(encoding="utf-8").split("\n")
                if any(ord(c) > 0xffff for line in lines for c in line):
                    continue # columns of the protocol count such letters twice
                wanted[path] = []
                uri = client.open(path)
                for line, character, length, kind in client.names(uri):
                    if kind not in ("function", "energy"):
                        wanted[path].append(((line, character), ""))
                        self.assertEqual(len(lines[line][character:character + length]), length)
        self.assertGreater(self.compare(wanted), 1000)


class Vim(Colours, unittest.TestCase):
    editor = "vim"

    def test_make_lists_the_mistakes_and_gq_lays_the_text_out(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "a b.mech").write_text("model M\ncoord theta [m]\nlet a = 1 + tehta\n", encoding="utf-8")
            (folder / "laid.mech").write_text("param   m=1\n", encoding="utf-8")
            (folder / "script").write_text(
                f"set encoding=utf-8\nset runtimepath^={colours.EDITORS / 'vim'}\nfiletype plugin on\n"
                f"let g:mech_program = '{PROGRAM}'\nedit {folder}/a\\ b.mech\nsilent make\n"
                "let found = map(getqflist(), {_, q -> [q.lnum, q.col, q.type, q.text]})\n"
                f"edit! {folder}/laid.mech\nsilent normal! gggqG\n"
                f"call writefile([json_encode([found, getline(1)])], '{folder}/out')\nqall!\n", encoding="utf-8")
            done = subprocess.run(["vim", "-u", "NONE", "-i", "NONE", "-es", "-N", "-S", str(folder / "script")],
                                  capture_output=True, text=True, timeout=60, check=False)
            self.assertTrue((folder / "out").exists(), done.stdout + done.stderr)
            found, laid = json.loads((folder / "out").read_text(encoding="utf-8"))
        self.assertIn([3, 13, "E", "there is no name `tehta`"], found)
        self.assertEqual(laid, "param m = 1")


class Emacs(Colours, unittest.TestCase):
    editor = "emacs"

    def test_a_text_is_laid_out_and_one_with_mistakes_left_alone(self):
        script = f"""(progn (load "{colours.EDITORS}/emacs/mech-mode.el") (setq mech-program "{PROGRAM}")
          (dolist (text '("param   m=1\\n" "param   m=(\\n"))
            (with-temp-buffer (mech-mode) (insert text) (mech-format) (princ (buffer-string)))))"""
        done = subprocess.run(["emacs", "-Q", "--batch", "--eval", script], capture_output=True, text=True, check=False)
        self.assertEqual(done.stdout, "param m = 1\nparam   m=(\n", done.stderr)

    def test_the_mode_compiles_without_a_warning(self):
        with tempfile.TemporaryDirectory() as name:
            shutil.copy(colours.EDITORS / "emacs" / "mech-mode.el", name)
            done = subprocess.run(["emacs", "-Q", "--batch", "--eval", "(setq byte-compile-error-on-warn t)", "-f",
                                   "batch-byte-compile", f"{name}/mech-mode.el"], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)


class Pygments(Colours, unittest.TestCase):
    editor = "pygments"

    def test_no_piece_of_a_model_is_an_error(self):
        lexer = colours.pygments_lexer()
        for path in MODELS:
            text = path.read_text(encoding="utf-8")
            pieces = list(lexer.get_tokens(text))
            self.assertEqual([piece for kind, piece in pieces if str(kind) == "Token.Error"], [], path.name)
            self.assertEqual("".join(piece for _, piece in pieces), text)


class TextMate(Colours, unittest.TestCase):
    editor = "textmate"


if __name__ == "__main__":
    unittest.main()
