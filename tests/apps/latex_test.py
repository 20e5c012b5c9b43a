"""What `derive --format latex` prints is LaTeX: groups close, commands exist, columns match, lines fit the page.

No TeX is needed: the reader below knows what the printer may use.
"""

import re
import unittest

from program import SEEDS, run

MODELS = sorted(SEEDS.parent.glob("*/*.mech"))
FORMS = ["explicit", "eliminated", "voronets", "hamel", "hamilton", "routh", "impulse", "naive"]
PAGE = 38.0  # em: an A4 article's text is 36 em wide beside its equation numbers; widths below are estimates

GREEK = """alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi
omega Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega Upsilon""".split()
FUNCTIONS = "sin cos tan arcsin arccos arctan sinh cosh tanh exp ln min max".split()
WITH_GROUP = "dot ddot dddot sqrt mathrm text operatorname".split()
SIGNS = "cdot le ge ne".split()
SPACES = {"quad": 1.0, ",": 0.2, " ": 0.3}
OTHER = "frac tfrac left right bigl bigr Bigl Bigr begin end notag sum dots textbackslash".split()
KNOWN = set(GREEK + FUNCTIONS + WITH_GROUP + SIGNS + OTHER + list(SPACES) + list("_%#$&{}\\"))

TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\s+|[0-9]+|.", re.DOTALL)
SMALL = 0.7


def tokens(text):
    return [t for t in TOKEN.findall(text) if not t.isspace()]


def closing(all_tokens, at):
    """The place of the brace that closes the one at `at`."""
    depth = 0
    for i in range(at, len(all_tokens)):
        depth += {"{": 1, "}": -1}.get(all_tokens[i], 0)
        if depth == 0:
            return i
    raise ValueError("a group does not close")


def split_at(all_tokens, separator):
    """Cuts at a token outside of all groups, brackets that grow and environments."""
    parts, depth = [[]], 0
    for t in all_tokens:
        depth += (t in ("{", "\\left", "\\begin")) - (t in ("}", "\\right", "\\end"))
        if t == separator and depth == 0:
            parts.append([])
        else:
            parts[-1].append(t)
    return parts


def width(all_tokens):
    """About how wide a formula is set, em."""
    total, i = 0.0, 0
    while i < len(all_tokens):
        t = all_tokens[i]
        name = t[1:] if t.startswith("\\") else ""
        if name in ("frac", "tfrac"):
            middle = closing(all_tokens, i + 1)
            end = closing(all_tokens, middle + 1)
            inner = max(width(all_tokens[i + 2:middle]), width(all_tokens[middle + 2:end]))
            total += (SMALL if name == "tfrac" else 1.0) * inner + 0.25
            i = end
        elif t in ("_", "^"):
            end = closing(all_tokens, i + 1) if all_tokens[i + 1] == "{" else i + 1
            total += SMALL * width(all_tokens[i + 1:end + 1])
            i = end
        elif name in SPACES:
            total += SPACES[name]
        elif name in SIGNS or t in ("+", "-", "=", "<", ">"):
            total += 1.25
        elif name in FUNCTIONS:
            total += 0.45 * len(name) + 0.2
        elif name == "sum":
            total += 1.4
        elif name == "sqrt":
            total += 0.8
        elif name in GREEK or (len(t) == 1 and t.isalpha()) or t.isdigit():
            total += 0.52 * (len(t) if t.isdigit() else 1)
        elif t in ("(", ")", "[", "]", ",", ".", "/", "|"):
            total += 0.35
        elif name == "dots":
            total += 1.2
        i += 1
    return total


def terms(all_tokens):
    """The summands of a line: what a sign outside of all brackets separates. Brackets across lines do not count."""
    depth, count = 0, 1
    for i, t in enumerate(all_tokens):
        opens = t in ("{", "(") and all_tokens[i - 1] not in ("\\bigl", "\\Bigl", "\\left")
        closes = t in ("}", ")") and all_tokens[i - 1] not in ("\\bigr", "\\Bigr", "\\right")
        depth += (opens or t == "\\left") - (closes or t == "\\right")
        if depth == 0 and t in ("+", "-", "=") and i > 0 and all_tokens[i - 1] not in ("&", "=", "\\quad"):
            count += 1
    return count


class Display:
    """Some `align` or `gather` environments one after the other, read."""

    def __init__(self, text):
        self.faults = []
        body = "\n".join(line for line in text.splitlines() if not line.startswith("%"))
        for part in re.split(r"(?<=\\end\{align\})|(?<=\\end\{gather\})", body):
            if part.strip():  # else nothing is short enough to print, as the comments say
                self.read(part)

    def read(self, part):
        found = re.fullmatch(r"\s*\\begin\{(align|gather)\}(.*)\\end\{\1\}\s*", part, re.DOTALL)
        if not found:
            self.faults.append("no align or gather")
            return
        self.environment = found.group(1)
        all_tokens = tokens(found.group(2))
        self.check_commands(all_tokens)
        self.check_pairs(all_tokens)
        if not self.faults:
            for row in split_at(all_tokens, "\\\\"):
                self.check_row(row)

    def check_commands(self, all_tokens):
        for t in all_tokens:
            if t.startswith("\\") and t != "\\\\" and t[1:] not in KNOWN:
                self.faults.append(f"unknown command {t}")
            if not t.isascii() or t in ("#", "%", "$", "~", '"', "'", "`"):
                self.faults.append(f"character {t!r}")

    def check_pairs(self, all_tokens):
        stack, big = [], 0
        for i, t in enumerate(all_tokens):
            if t in ("{", "\\left"):
                stack.append(t)
            elif t == "\\begin":
                stack.append("".join(all_tokens[i + 2:closing(all_tokens, i + 1)]))
            elif t in ("}", "\\right", "\\end"):
                wanted = {"}": "{", "\\right": "\\left"}.get(t) or "".join(
                    all_tokens[i + 2:closing(all_tokens, i + 1)])
                if not stack or stack.pop() != wanted:
                    self.faults.append(f"{t} without its other half")
                    return
            elif t in ("\\bigl", "\\Bigl", "\\bigr", "\\Bigr"):
                big += 1 if t.endswith("l") else -1
        if stack or big != 0:
            self.faults.append("a bracket is left open")

    def check_row(self, row):
        if row[:5] == tokens("\\begin{aligned")[:5] or "\\begin" in row and "aligned" in "".join(row[:12]):
            begin = row.index("]") + 1 if "]" in row[:20] else closing(row, 1) + 1
            end = len(row) - 1 - row[::-1].index("\\end")
            for line in split_at(row[begin:end], "\\\\"):
                self.check_line(line, 1)
        else:
            self.check_line(row, 1 if self.environment == "align" else 0)

    def check_line(self, line, columns):
        if len(split_at(line, "&")) != columns + 1:
            self.faults.append(f"{columns} columns wanted: {' '.join(line)}")
        plain = [t for t in line if t not in ("&", "\\notag")]
        if width(plain) > PAGE and terms(plain) > 1:
            self.faults.append(f"{width(plain):.1f} em wide: {' '.join(plain)}")


class Latex(unittest.TestCase):
    def faultless(self, model, form):
        """True where the form applies; then it is read."""
        done = run("derive", model, "--form", form, "--format", "latex")
        if done.returncode == 1:
            return False  # and says why
        with self.subTest(model=model.name, form=form):
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(Display(done.stdout).faults, [])
        return True

    def test_lagranges_equations_of_every_model_are_latex_that_fits_a_page(self):
        for model in MODELS:
            self.assertTrue(self.faultless(model, "lagrange"))

    def test_other_forms_are_latex_that_fits_a_page(self):
        stride = 6  # every form meets every sixth model, another one each time
        pairs = [(model, form) for j, form in enumerate(FORMS) for model in MODELS[j % stride::stride]]
        self.assertGreater(sum(self.faultless(model, form) for model, form in pairs), len(pairs) / 2)

    def test_the_reader_finds_faults(self):
        def wrong(line):
            return Display(f"\\begin{{align}}\n{line}\n\\end{{align}}\n").faults

        self.assertEqual(wrong("m \\ddot{x} &= -k x"), [])
        self.assertNotEqual(wrong("m \\ddot{x} = -k x"), [], "no column")
        self.assertNotEqual(wrong("m \\ddot{x &= -k x"), [], "an open group")
        self.assertNotEqual(wrong("m \\ddots{x} &= -k x"), [], "no such command")
        self.assertNotEqual(wrong("m \\left(x &= -k x"), [], "an open bracket")
        self.assertNotEqual(wrong("&" + " + ".join(["k x"] * 30)), [], "too wide")
        self.assertNotEqual(wrong("\\text{θ} &= 0"), [], "not ASCII")


if __name__ == "__main__":
    unittest.main()
