"""Steady motions in symbols against those in numbers: one linear motion about each, on every model."""

import math
import re
import unittest

from program import SEEDS, run_json

MODELS = SEEDS.parent
FUNCTIONS = {name: getattr(math, name) for name in ("sin", "cos", "tan", "sqrt", "asin", "acos", "atan", "exp", "log", "pi")}


def python_text(text):
    """The language's expression as one of Python: powers, primes and members written as names."""
    text = re.sub(r"\[(\d+)\]", r"_of_\1", text.replace("^", "**"))
    return re.sub(r"(\w+)('+)", lambda m: f"dot{len(m.group(2))}_{m.group(1)}", text)


def value(text, names):
    return eval(python_text(text), {"__builtins__": {}}, names)


def names_at(out, state):
    """What every name of a model is at a state."""
    numbers = {python_text(p["name"]): p["value"] for p in out["parameters"]}
    return {**FUNCTIONS, **numbers, **{python_text(name): number for name, number in state.items()}}


def lies_on(motion, names):
    """True where a state is of this family of motions."""
    try:
        wanted = {name: value(text, names) for part in ("positions", "speeds")
                  for name, text in motion[part].items() if text != "any"}
    except (ValueError, ZeroDivisionError):
        return False
    # Far above rounding; other families are far away.
    return all(math.isclose(value(name, names), number, rel_tol=1e-7, abs_tol=1e-7) for name, number in wanted.items())


def polynomial(roots):
    """Coefficients of the product of s - root, highest power first."""
    out = [1.0]
    for root in roots:
        out = [a - root*b for a, b in zip([*out, 0], [0, *out])]
    return out


class SymbolsAndNumbers(unittest.TestCase):
    def compare(self, out, state):
        """Compares each symbolic motion that `state` lies on with its eigenvalues; returns how many there are."""
        names = names_at(out, state["state"])
        values = sorted((complex(*e["value"]) for e in state["eigenvalues"]), key=abs)
        seen = 0
        for motion in out["symbolic_steady_motions"]["motions"]:
            if not lies_on(motion, names):
                continue
            wanted = [value(text, names) for text in reversed(motion["characteristic"])]
            got = polynomial(values[len(values) - len(wanted) + 1:])
            for a, b in zip(got, wanted, strict=True):
                # Coefficients are products of eigenvalues, whose double values have half of the digits.
                self.assertAlmostEqual(a/(1 + abs(b)), b/(1 + abs(b)), places=6, msg=f"{out['model']} {motion}")
            if motion["stable_when"] in ("always", "never"):
                self.assertEqual(state["unstable"], motion["stable_when"] == "never", f"{out['model']} {motion}")
            seen += 1
        return seen

    def test_say_the_same_of_every_model(self):
        seen = 0
        for path in sorted(MODELS.glob("*/*.mech")):
            code, out = run_json("analyse", path)
            self.assertEqual(code, 0, path)
            seen += sum(self.compare(out, state) for state in out["steady_states"])
        self.assertGreater(seen, 50)


if __name__ == "__main__":
    unittest.main()
