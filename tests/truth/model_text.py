"""A model file as text: its statements, its plain `let`s, and the same model with another start."""

import re
import tempfile

DROPPED = ("initial", "check", "plot", "export", "show", "simulate", "animate", "draw")


def without_comment(line):
    inside = False
    for k, c in enumerate(line):
        if c == '"':
            inside = not inside
        if c == "#" and not inside:
            return line[:k]
    return line


def statements(text):
    """The statements of a file, lines joined where an operator, a comma or an open bracket says so, and split at semicolons."""
    out, current, depth = [], "", 0
    for raw in text.splitlines():
        line = without_comment(raw).rstrip()
        if not line.strip():
            if depth == 0 and current.strip():
                continue
            continue
        starts_on = re.match(r"\s*([-+*/^=,)]|<=|>=)", line) is not None
        if current and depth == 0 and not starts_on and not re.search(r"[-+*/^=,(<>:]\s*$", current):
            out.append(current)
            current = ""
        current = f"{current} {line.strip()}" if current else line.strip()
        bare = re.sub(r'"[^"]*"', "", line)
        depth += sum(bare.count(c) for c in "([{") - sum(bare.count(c) for c in ")]}")
    if current:
        out.append(current)
    return [piece.strip() for statement in out for piece in split_at_semicolons(statement)]


def split_at_semicolons(statement):
    pieces, depth, start, inside = [], 0, 0, False
    for k, c in enumerate(statement):
        if c == '"':
            inside = not inside
        if inside:
            continue
        depth += (c in "([{") - (c in ")]}")
        if c == ";" and depth == 0:
            pieces.append(statement[start:k])
            start = k + 1
    return [piece for piece in [*pieces, statement[start:]] if piece.strip()]


def plain_lets(text):
    """NAME = EXPRESSION of the `let` and `speed` statements that are neither families nor functions."""
    found = {}
    for statement in statements(text):
        match = re.match(r"(?:let|speed)\s+(.*)", statement, re.DOTALL)
        if not match:
            continue
        for part in split_at_commas(re.sub(r'"[^"]*"', "", match[1])):
            name = re.match(r"\s*([^\W\d]\w*)\s*(?:\[[^\]]*\])?\s*=(.*)", part, re.DOTALL)
            if name and not re.match(r"\s*if\b", name[2]) and not re.match(r"\s*[^\W\d]\w*\[", part):
                found[name[1]] = name[2].strip()
    return found


def energies_named_otherwise(text):
    """NAME = EXPRESSION of a declared energy that is called E or h, which would be the total energy and the energy function."""
    found = {}
    for statement in statements(text):
        match = re.match(r"(?:kinetic|potential|lagrangian)\s+([Eh])\s*=(.*)", re.sub(r'"[^"]*"', "", statement), re.DOTALL)
        if match:
            found[match[1]] = match[2].strip()
    return found


def split_at_commas(text):
    pieces, depth, start = [], 0, 0
    for k, c in enumerate(text):
        depth += (c in "([{") - (c in ")]}")
        if c == "," and depth == 0:
            pieces.append(text[start:k])
            start = k + 1
    return [*pieces, text[start:]]


def bare(text):
    """The model without its start, its run, its checks and its pictures."""
    kept = [s for s in statements(text) if s.split(None, 1)[0] not in DROPPED]
    return "\n".join(kept) + "\n"


def unit_text(unit):
    return "" if unit in (None, "", "1") else f" [{unit.replace('·', '*')}]"


def with_start(text, state, units, extra=(), free=True):
    """The same model from another start: `state` maps x and x' to numbers."""
    sign = "~" if free else "="
    lines = [f"initial {name} {sign} {value!r}{unit_text(units.get(name))}" for name, value in state.items()]
    return bare(text) + "\n".join([*lines, *extra]) + "\n"


class Written:
    """A temporary model file."""

    def __init__(self, text):
        self.file = tempfile.NamedTemporaryFile("w", suffix=".mech", encoding="utf-8")
        self.file.write(text)
        self.file.flush()
        self.name = self.file.name

    def __enter__(self):
        return self.name

    def __exit__(self, *_):
        self.file.close()


def scoped(line, tag):
    """(text, definitions) of a printed line, the names that it defines for itself marked as its own: another line gives them another meaning."""
    own = {d["name"]: f"{d['name']}_of_{tag}" for d in line.get("definitions", [])}

    def marked(text):
        return re.sub(r"(?<![\w.])[^\W\d]\w*(?![\w(\[.])", lambda match: own.get(match[0], match[0]), text)
    return marked(line["text"]) if line.get("text") else None, {own[d["name"]]: marked(d["text"]) for d in line.get("definitions", [])}
