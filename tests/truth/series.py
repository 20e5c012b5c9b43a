"""Truncated Taylor series in the time: the value of an expression and its derivatives along a motion."""

import math


class Unknown(Exception):
    """A derivative of an order that nobody gave."""


class Series:
    """c[0] + c[1] h + c[2] h^2 + …; the length says how many coefficients are known."""

    __slots__ = ("c",)

    def __init__(self, *coefficients):
        self.c = coefficients

    @staticmethod
    def of(value, length):
        return value.c if isinstance(value, Series) else (value,) + (0.0,) * (length - 1)

    # The products of one, two and three coefficients are written out: nearly all of the harness's time is spent here.

    def __add__(self, other):
        a = self.c
        if not isinstance(other, Series):
            return Series(a[0] + other, *a[1:])
        return Series(*[x + y for x, y in zip(a, other.c)])  # as many as are known of both

    __radd__ = __add__

    def __neg__(self):
        return Series(*[-x for x in self.c])

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return (-self) + other

    def __mul__(self, other):
        a = self.c
        if not isinstance(other, Series):
            return Series(*[x * other for x in a])
        b = other.c
        n = min(len(a), len(b))
        if n == 1:
            return Series(a[0] * b[0])
        if n == 2:
            return Series(a[0] * b[0], a[0] * b[1] + a[1] * b[0])
        if n == 3:
            return Series(a[0] * b[0], a[0] * b[1] + a[1] * b[0], a[0] * b[2] + a[1] * b[1] + a[2] * b[0])
        return Series(*[sum(a[i] * b[k - i] for i in range(k + 1)) for k in range(n)])

    __rmul__ = __mul__

    def __truediv__(self, other):
        a = self.c
        if not isinstance(other, Series):
            return Series(*[x / other for x in a])
        b, out = other.c, []
        for k in range(min(len(a), len(b))):
            rest = a[k]
            for i in range(k):
                rest = rest - out[i] * b[k - i]
            out.append(rest / b[0])
        return Series(*out)

    def __rtruediv__(self, other):
        return Series(*Series.of(float(other), len(self.c))) / self


class Sized:
    """A number with the sum of the sizes of the terms that it was made of: what its round-off is measured by."""

    __slots__ = ("value", "size")

    def __init__(self, value, size=None):
        self.value, self.size = value, abs(value) if size is None else size

    @staticmethod
    def of(other):
        return other if isinstance(other, Sized) else Sized(float(other))

    def __add__(self, other):
        if isinstance(other, Series):
            return NotImplemented
        other = Sized.of(other)
        return Sized(self.value + other.value, self.size + other.size)

    __radd__ = __add__

    def __neg__(self):
        return Sized(-self.value, self.size)

    def __sub__(self, other):
        return NotImplemented if isinstance(other, Series) else self + (-Sized.of(other))

    def __rsub__(self, other):
        return (-self) + other

    def __mul__(self, other):
        if isinstance(other, Series):
            return NotImplemented
        other = Sized.of(other)
        return Sized(self.value * other.value, self.size * other.size)

    __rmul__ = __mul__

    def __truediv__(self, other):
        if isinstance(other, Series):
            return NotImplemented
        other = Sized.of(other)
        value = self.value / other.value
        lost = other.size - abs(other.value)  # what cancelled in the denominator weighs with the quotient
        return Sized(value, (self.size + abs(value) * lost) / abs(other.value))

    def __rtruediv__(self, other):
        return Sized.of(other) / self

    def __pow__(self, exponent):
        value = self.value ** exponent
        if exponent > 0 or not self.value:
            return Sized(value, self.size ** exponent if exponent > 0 else abs(value))
        return Sized(value, abs(value) * (self.size / abs(self.value)) ** -exponent)

    def __abs__(self):
        return Sized(abs(self.value), self.size)

    def __float__(self):
        return float(self.value)

    def __bool__(self):
        return self.value != 0.0

    def __eq__(self, other):
        return self.value == float(other)

    def __lt__(self, other):
        return self.value < float(other)

    def __le__(self, other):
        return self.value <= float(other)

    def __gt__(self, other):
        return self.value > float(other)

    def __ge__(self, other):
        return self.value >= float(other)

    __hash__ = None


def derivative(value):
    if not isinstance(value, Series):
        return 0.0
    if len(value.c) < 2:
        raise Unknown("a derivative of higher order")
    return Series(*[k * x for k, x in enumerate(value.c)][1:])


def head(value):
    return value.c[0] if isinstance(value, Series) else value


def chain(value, derivatives):
    """f(value), where `derivatives(x, n)` lists f, f', … f^(n-1) at x."""
    if not isinstance(value, Series):
        return derivatives(value, 1)[0]
    c = value.c
    table = derivatives(c[0], len(c))
    if len(c) == 1:
        return Series(table[0])
    if len(c) == 2:
        return Series(table[0], table[1] * c[1])
    if len(c) == 3:
        return Series(table[0], table[1] * c[1], table[1] * c[2] + table[2] / 2 * c[1] * c[1])
    rest = Series(0.0, *value.c[1:])
    total = Series(*Series.of(table[-1] / math.factorial(len(table) - 1), len(value.c)))
    for k in range(len(table) - 2, -1, -1):
        total = total * rest + table[k] / math.factorial(k)
    return total


def integral_of(value, outer, inner):
    """f(value) from f' = inner(value): for asin, acos, atan, log, asinh and the like."""
    if not isinstance(value, Series):
        return outer(value)
    if len(value.c) == 1:
        return Series(outer(value.c[0]))
    slope = inner(Series(*value.c[:-1])) * derivative(value)
    slope = Series.of(slope, len(value.c) - 1)
    return Series(outer(value.c[0]), *[x / (k + 1) for k, x in enumerate(slope)])


def _of_sine(u, n):
    s, c = math.sin(u), math.cos(u)
    return [(s, c, -s, -c)[k % 4] for k in range(n)]


def _of_cosine(u, n):
    s, c = math.sin(u), math.cos(u)
    return [(c, -s, -c, s)[k % 4] for k in range(n)]


def sin(x):
    return chain(x, _of_sine) if isinstance(x, Series) else math.sin(x)


def cos(x):
    return chain(x, _of_cosine) if isinstance(x, Series) else math.cos(x)


def exp(x):
    return chain(x, lambda u, n: [math.exp(u)] * n)


def _exponent_derivatives(power):
    def table(u, n):
        out, factor = [], 1.0
        for k in range(n):
            out.append(factor * real_power(u, power - k) if factor != 0.0 else 0.0)
            factor *= power - k
        return out
    return table


def real_power(base, power):
    """base^power over the reals: no real value of a negative base under a fraction."""
    if power == int(power):
        return base ** int(power)
    if base < 0:
        raise ValueError("a fractional power of a negative number")
    return base ** power


def power(base, exponent):
    if isinstance(exponent, Series) and any(exponent.c[1:]):
        return exp(log(base) * exponent)
    exponent = float(head(exponent))
    if not isinstance(base, Series):
        return real_power(base, exponent)
    return chain(base, _exponent_derivatives(exponent))


def square(base):
    return base * base


def sqrt(x):
    return power(x, 0.5)


def log(x):
    return integral_of(x, math.log, lambda u: 1.0 / u)


def tan(x):
    return sin(x) / cos(x) if isinstance(x, Series) else math.tan(x)


def sinh(x):
    return (exp(x) - exp(-x)) / 2 if isinstance(x, Series) else math.sinh(x)


def cosh(x):
    return (exp(x) + exp(-x)) / 2 if isinstance(x, Series) else math.cosh(x)


def tanh(x):
    return sinh(x) / cosh(x) if isinstance(x, Series) else math.tanh(x)


def asin(x):
    return integral_of(x, math.asin, lambda u: 1.0 / sqrt(1 - u * u))


def acos(x):
    return integral_of(x, math.acos, lambda u: -1.0 / sqrt(1 - u * u))


def atan(x):
    return integral_of(x, math.atan, lambda u: 1.0 / (1 + u * u))


def asinh(x):
    return integral_of(x, math.asinh, lambda u: 1.0 / sqrt(1 + u * u))


def acosh(x):
    return integral_of(x, math.acosh, lambda u: 1.0 / sqrt(u * u - 1))


def atanh(x):
    return integral_of(x, math.atanh, lambda u: 1.0 / (1 - u * u))


def atan2(y, x):
    angle = math.atan2(float(head(y)), float(head(x)))
    if not isinstance(y, Series) and not isinstance(x, Series):
        return angle
    ratio = atan(y / x) if abs(head(x)) >= abs(head(y)) else -1.0 * atan(x / y)
    return ratio + (angle - head(ratio))


def absolute(x):
    return x if head(x) >= 0 else -x


def sign(x):
    return float((head(x) > 0) - (head(x) < 0))


def heaviside(x):
    return 1.0 if head(x) > 0 else 0.0


def largest(*values):
    return max(values, key=head)


def smallest(*values):
    return min(values, key=head)


FUNCTIONS = {
    "sin": sin, "cos": cos, "tan": tan, "asin": asin, "acos": acos, "atan": atan, "atan2": atan2, "exp": exp, "log": log,
    "sqrt": sqrt, "abs": absolute, "sinh": sinh, "cosh": cosh, "tanh": tanh, "asinh": asinh, "acosh": acosh, "atanh": atanh,
    "sign": sign, "heaviside": heaviside, "max": largest, "min": smallest,
    "cot": lambda x: cos(x) / sin(x), "sec": lambda x: 1.0 / cos(x), "csc": lambda x: 1.0 / sin(x),
    "norm": lambda *v: sqrt(sum(u * u for u in v)),
}
