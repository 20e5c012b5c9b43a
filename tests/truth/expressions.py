"""The expression texts of the language, read and evaluated: for numbers, and for series in the time."""

import functools
import math
import re

import series

TOKEN = re.compile(r"""\s*(?:
    (?P<number>\d+(?:\.(?!\.)\d+)?(?:[eE][+-]?\d+)?|\.\d+)(?P<unit>\s*\[[^\]]*\])?
  | (?P<name>[^\W\d][\w]*(?:\.[^\W\d]\w*)*)(?P<index>\[[^\]]*\])?
  | (?P<op><=|>=|!=|[-+*/^()',<>=|])
)""", re.VERBOSE)
UNIT_FACTORS = {"deg": math.pi / 180, "rev": 2 * math.pi, "rpm": math.pi / 30, "%": 0.01, "g": 1e-3, "h": 3600.0, "min": 60.0,
                "mm": 1e-3, "cm": 1e-2, "km": 1e3, "ms": 1e-3, "kN": 1e3, "mH": 1e-3}
COHERENT = {"m", "kg", "s", "N", "J", "W", "Pa", "Hz", "A", "C", "V", "Ohm", "F", "H", "Wb", "T", "rad", "K", "mol", "cd", "1", ""}


class Unreadable(Exception):
    """A text that this reader does not know, or a name that nothing defines."""


def unit_factor(text):
    """What a number is multiplied by to be in coherent SI units."""
    factor, turn = 1.0, 1
    for piece in re.findall(r"[*/·]|[^\s*/·()]+", text.strip()[1:-1]):
        if piece in "*·":
            turn = 1
        elif piece == "/":
            turn = -1
        else:
            name, _, exponent = piece.partition("^")
            if name in UNIT_FACTORS:
                factor *= UNIT_FACTORS[name] ** (turn * int(exponent or 1))
            elif name not in COHERENT:
                raise Unreadable(f"unit {name}")
            turn = 1
    return factor


def tokens(text):
    if text is None:
        raise Unreadable("too long to be printed")
    out, at = [], 0
    text = text.rstrip()
    while at < len(text):
        match = TOKEN.match(text, at)
        if not match:
            raise Unreadable(f"'{text[at:at + 20]}' in '{text[:60]}'")
        at = match.end()
        if match["number"]:
            factor = unit_factor(match["unit"]) if match["unit"] else 1.0
            out.append(("number", float(match["number"]) * factor))
        elif match["name"]:
            out.append(("name", match["name"] + (match["index"] or "").replace(" ", "")))
        else:
            out.append(("op", match["op"]))
    return out


class Reader:
    """Turns tokens into the source of a Python expression."""

    def __init__(self, text):
        self.text, self.tokens, self.at = text, tokens(text), 0

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ("end", None)

    def take(self, *operators):
        kind, value = self.peek()
        if kind == "op" and value in operators:
            self.at += 1
            return value
        return None

    def want(self, operator):
        if not self.take(operator):
            raise Unreadable(f"'{operator}' wanted in '{self.text[:80]}'")

    def terms(self):
        """The summands of a sum, each with its sign."""
        out = [self.product()]
        while sign := self.take("+", "-"):
            term = self.product()
            out.append(term if sign == "+" else f"(-{term})")
        return out

    def sum(self):
        return "(" + "+".join(self.terms()) + ")"

    def product(self):
        out = self.unary()
        while sign := self.take("*", "/"):
            out = f"({out}{sign}{self.unary()})"
        return out

    def unary(self):
        if self.take("-"):
            return f"(-{self.unary()})"
        if self.take("+"):
            return self.unary()
        base = self.postfix()
        if not self.take("^"):
            return base
        exponent = self.unary()
        return f"SQUARE({base})" if exponent == "2.0" else f"POWER({base},{exponent})"

    def postfix(self):
        kind, value = self.peek()
        if kind == "number":
            self.at += 1
            return self.primes(repr(value))
        if kind == "name":
            self.at += 1
            return self.named(value)
        if self.take("("):
            inner = self.sum()
            self.want(")")
            return self.primes(inner)
        if self.take("|"):
            inner = self.sum()
            self.want("|")
            return self.primes(f"F['abs']({inner})")
        raise Unreadable(f"'{value}' in '{self.text[:80]}'")

    def primes(self, inner):
        while self.take("'"):
            inner = f"DERIVATIVE({inner})"
        return inner

    def named(self, name):
        if self.peek() == ("op", "("):
            self.at += 1
            arguments = [self.sum()]
            while self.take(","):
                arguments.append(self.sum())
            self.want(")")
            if name == "der":
                return f"DERIVATIVE({arguments[0]})"
            if name not in series.FUNCTIONS:
                return self.primes(f"CALL(E,{name + '()'!r},[{','.join(arguments)}])")
            return self.primes(f"F[{name!r}]({','.join(arguments)})")
        dots = 0
        while self.take("'"):
            dots += 1
        return f"NAME(E,{name!r},{dots},{name + dots * chr(39)!r})"

    def end(self):
        if self.at != len(self.tokens):
            raise Unreadable(f"'{self.peek()[1]}' in '{self.text[:80]}'")


def look_up(environment, name, dots, whole):
    """The value of a name with its dots (`whole`): given as such, or as the derivative of what it stands for."""
    given = environment.values.get(whole)
    if given is None:
        given = environment.find(whole)
    if given is not None:
        return given
    value = environment.find(name)
    for k in range(1, dots + 1):
        nearer = environment.find(name + "'" * k)
        value = nearer if nearer is not None else None if value is None else environment.derivative(value)
    if value is None:
        raise Unreadable(f"name {name}" + "'" * dots)
    return value


def call(environment, name, arguments):
    """A function of the model: its text, where its arguments have these values."""
    while isinstance(environment, Scope):
        environment = environment.outer
    text = environment.definitions.get(name)
    if text is None or len(text.arguments) != len(arguments):
        raise Unreadable(f"function {name}")
    return evaluate(text, Scope(environment, dict(zip(text.arguments, arguments))))


CONTEXT = {"CALL": call, "F": series.FUNCTIONS, "POWER": series.power, "SQUARE": series.square, "DERIVATIVE": series.derivative, "NAME": look_up}


@functools.lru_cache(maxsize=20000)
def compiled(text):
    """One Python function of an environment for each summand of the text."""
    reader = Reader(text)
    terms = reader.terms()
    reader.end()
    return [eval(compile(f"lambda E: {term}", "<text>", "eval"), CONTEXT) for term in terms]  # noqa: S307


class Environment:
    """Names with values, and names with texts that are evaluated when they are first asked for."""

    def __init__(self, values, definitions=None):
        self.values, self.definitions = values, definitions or {}
        self.found, self.open = {}, set()

    def sized(self):
        """The same names, their values with sizes."""
        def with_size(value):
            if isinstance(value, series.Series):
                return series.Series(*[series.Sized.of(x) for x in value.c])
            return series.Sized.of(value)
        return Environment({name: with_size(value) for name, value in self.values.items()}, self.definitions)

    def find(self, name):
        value = self.values.get(name)
        if value is not None:
            return value
        if name in self.found:
            return self.found[name]
        if name not in self.definitions or name in self.open:
            return math.pi if name in ("pi", "π") else None
        self.open.add(name)
        value = self.found[name] = evaluate(self.definitions[name], self)
        self.open.discard(name)
        return value

    @staticmethod
    def derivative(value):
        if not isinstance(value, series.Series):
            raise series.Unknown("a derivative of a plain number")
        return series.derivative(value)


class Scope:
    """The names inside a function: its arguments, then those of the model."""

    def __init__(self, outer, values):
        self.outer, self.values = outer, values

    def find(self, name):
        value = self.values.get(name)
        return value if value is not None else self.outer.find(name)

    derivative = staticmethod(Environment.derivative)


def evaluate(text, environment):
    terms = compiled(text)
    total = 0.0 + terms[0](environment)
    for term in terms[1:]:
        total = total + term(environment)
    return total


def evaluate_sized(text, environment):
    """The value, and the sum of the sizes of its terms: what round-off is measured by."""
    value = series.Sized.of(series.head(evaluate(text, environment.sized())))
    return value.value, value.size


@functools.lru_cache(maxsize=20000)
def sides(text):
    """An equation as its two sides."""
    left, sign, right = text.partition("=")
    if not sign or "=" in right or "<" in text or ">" in text:
        raise Unreadable(f"no equation: {text[:80]}")
    return left, right


def condition(text, environment, margin=1e-6):
    """Whether a condition 'a < b and c > 0' holds; None where it is too close to call."""
    words = re.split(r"\s+(and|or)\s+|\s*(,)\s*(?![^()]*\))", text)
    words = [word for word in words if word]
    result, joint = None, "and"
    for word in words:
        if word in ("and", "or", ","):
            joint = word
            continue
        this = comparison(word, environment, margin)
        if result is None or this is None:
            result = this if result is None and joint == "and" and word is words[0] else None
            if this is None:
                return None
            continue
        result = (result and this) if joint != "or" else (result or this)
    return result


def comparison(text, environment, margin):
    parts = re.split(r"(<=|>=|!=|<|>|=|≠|≤|≥)", text)
    if len(parts) < 3:
        raise Unreadable(f"condition {text[:80]}")
    outcome = True
    for k in range(0, len(parts) - 2, 2):
        left, size_left = evaluate_sized(parts[k], environment)
        right, size_right = evaluate_sized(parts[k + 2], environment)
        gap, size = left - right, size_left + size_right
        sign = parts[k + 1]
        if sign == "=" and abs(gap) <= 1e-12 * size:  # equal but for rounding of the terms
            continue
        if abs(gap) <= margin * size:
            return None
        if sign == "=":
            return False
        outcome = outcome and (gap < 0 if sign in ("<", "<=", "≤") else gap > 0 if sign in (">", ">=", "≥") else True)
    return outcome
