"""Families of a model's text (`let d[i in 1..n] = …`, `sum(i in 1..n: …)`) and functions (`let f(a, b) = …`) as plain texts."""

import re

from model_text import split_at_commas, statements

INTEGER = re.compile(r"[-+*()\d\s]+")
MEMBERS = 400  # of one family: more are not written out


class Function(str):
    """The text of a function, with the names of its arguments."""

    __slots__ = ("arguments",)


def integer(text, names):
    """The value of an index; None where the text is no expression of whole numbers."""
    text = re.sub(r"[^\W\d]\w*", lambda match: str(names.get(match[0], "?")), text)
    return eval(text) if INTEGER.fullmatch(text) and re.search(r"\d", text) else None  # noqa: S307


def counts(text):
    found = {}
    for statement in statements(text):
        if statement.startswith("count "):
            for part in split_at_commas(statement[6:]):
                match = re.match(r"\s*(\w+)\s*=\s*(\d+)", part)
                if match:
                    found[match[1]] = int(match[2])
    return found


def written_out(text, names):
    """A text with its indices as numbers, its sums in full and its conditions on indices decided; `names` are the values of the indices."""
    text = unfolded_sums(text, names)
    match = re.fullmatch(r"\s*if\s+(.*?)\s*(<=|>=|!=|=|<|>)\s*(.*?)\s+then\s+(.*?)\s+else\s+(.*)", text, re.DOTALL)
    if match:
        left, right = integer(match[1], names), integer(match[3], names)
        if left is not None and right is not None:
            holds = {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right, "=": left == right, "!=": left != right}
            return written_out(match[4] if holds[match[2]] else match[5], names)

    def index(match):
        value = integer(match[2], names)
        return match[0] if value is None else f"{match[1]}[{value}]"
    text = re.sub(r"(\w)\[([^\[\]]*)\]", index, text)
    return re.sub(r"(?<![\w.\[])[^\W\d]\w*(?![\w(\[])", lambda m: str(names.get(m[0], m[0])), text)


def unfolded_sums(text, names):
    while match := re.search(r"(?<!\w)sum\(\s*(\w+)\s+in\s+([^:]*?)\.\.([^:]*?):", text):
        depth, end = 1, match.end()
        while depth > 0 and end < len(text):
            depth += (text[end] == "(") - (text[end] == ")")
            end += 1
        low, high = integer(match[2], names), integer(match[3], names)
        if low is None or high is None or high - low > MEMBERS:
            return text
        body = text[match.end():end - 1]
        parts = [f"({written_out(body, {**names, match[1]: k})})" for k in range(low, high + 1)]
        text = f"{text[:match.start()]}({' + '.join(parts) or '0'}){text[end:]}"
    return text


def members(text, word):
    """(name, index, low, high, body) of the families that the statements `word` declare."""
    found = []
    for statement in statements(text):
        if not statement.startswith(word + " "):
            continue
        bare = re.sub(r'"[^"]*"', "", statement[len(word):])
        for part in split_at_commas(bare) if word == "let" else [bare]:
            match = re.match(r"\s*(\w+)\[\s*(\w+)\s+in\s+(.*?)\.\.(.*?)\]\s*(?:\[[^\]]*\])?\s*[=:](.*)", part, re.DOTALL)
            if match:
                found.append([x.strip() for x in match.groups()])
    return found


def lets(text):
    """NAME[k] = TEXT of each member of the families of `let`."""
    names, found = counts(text), {}
    for name, index, low, high, body in members(text, "let"):
        low, high = integer(low, names), integer(high, names)
        if low is not None and high is not None and high - low <= MEMBERS:
            found.update((f"{name}[{k}]", written_out(body, {**names, index: k})) for k in range(low, high + 1))
    return found


def constraint_text(text, constraint):
    """The text of a constraint; that of a member with its own index."""
    match = re.fullmatch(r"(\w+)\[(\d+)\]", constraint["name"])
    for name, index, *_ in members(text, "constraint") if match else []:
        if name == match[1]:
            return written_out(constraint["text"].split("{")[0], {**counts(text), index: int(match[2])})
    return constraint["text"]


def functions(text):
    """NAME() → TEXT of the functions of `let`."""
    found = {}
    for statement in statements(text):
        match = re.match(r"let\s+([^\W\d]\w*)\(([^()]*)\)\s*=(.*)", re.sub(r'"[^"]*"', "", statement), re.DOTALL)
        if match:
            function = Function(match[3].strip())
            function.arguments = [argument.strip() for argument in match[2].split(",")]
            found[match[1] + "()"] = function
    return found
