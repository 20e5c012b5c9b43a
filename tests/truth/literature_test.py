"""Facts of books about the models of `literature/`, each known independently of the program: `literature/known_facts.json`.

    freedoms, initial_values    how many
    uncounted                   the freedoms are not counted: an equation of motion holds no acceleration
    energy                      whether h is conserved: yes, no
    conserved                   quantities of which a listed one is a multiple, up to a constant
    not_conserved               quantities that no listed one is
    symmetries, complete        how many are conserved; what is said of the search
    equilibria                  how many are listed
    steady                      a state that is listed: values, its frequencies or eigenvalues to 1e-8, the word for its motion
    symbolic                    a solution in symbols: values, and where it is stable
    true, false                 equations for `prove`

Values are formulas in the parameters. A model without facts fails, so does a fact without a model.
"""

import json
import math
import os
import pathlib
import subprocess
import unittest

HERE = pathlib.Path(__file__).resolve().parent
LITERATURE = HERE / "literature"
PROGRAM = os.environ["DALEMBERT"]
KNOWN = json.loads((LITERATURE / "known_facts.json").read_text(encoding="utf-8"))
TRUE = ("proved", "consequence", "on_constraints", "supported")
FUNCTIONS = {"pi": math.pi, **{name: getattr(math, name) for name in ("sin", "cos", "tan", "asin", "acos", "exp", "log", "sqrt", "sinh", "cosh")}}


def answer(*arguments):
    done = subprocess.run([PROGRAM, *map(str, arguments), "--json", "-q"], capture_output=True, text=True, timeout=120, check=False,
                          env={**os.environ, "LC_ALL": "C.UTF-8", "NO_COLOR": "1"})
    return json.loads(done.stdout)


def value(text, names):
    """A formula of the language, or of Python, at values of its names; rates are written x_ here."""
    return eval(text.replace("^", "**").replace("'", "_"), {"__builtins__": {}}, {**FUNCTIONS, **names})  # noqa: S307  our own data


class Facts:
    """What `analyse` says of one model."""

    def __init__(self, name):
        self.file = LITERATURE / f"{name}.mech"
        self.facts = answer("analyse", self.file)
        self.parameters = {p["name"]: p["value"] for p in self.facts["parameters"]}
        self.coordinates = [c["name"] for c in self.facts["coordinates"]]

    def samples(self):
        numbers = [0.31, 0.77, 0.52, 1.13, 0.86, 0.45, 0.97, 0.64, 1.21, 0.23, 0.71, 0.38]
        for k in range(4):
            turned = numbers[k:] + numbers[:k]
            names = {"t": 0.1 + 0.2 * k}
            for i, q in enumerate(self.coordinates):
                names[q], names[q + "_"] = turned[i], turned[-1 - i] - 0.6
            yield {**self.parameters, **names}

    def conserved(self):
        found = [s["quantity"] for s in self.facts["symmetries"] if s["conserved"] == "yes"]
        return found + [m["momentum"] for m in self.facts["momenta"] if m["conserved"] == "yes"]

    def lists(self, quantity):
        """Whether one of the list is a·quantity + b at the samples."""
        samples = list(self.samples())
        right = [value(quantity, s) for s in samples]
        spread = max(abs(r - right[0]) for r in right)
        for text in self.conserved():
            left = [value(text, s) for s in samples]
            factor = (left[1] - left[0]) / (right[1] - right[0])
            gap = max(abs(a - left[0] - factor * (r - right[0])) for a, r in zip(left, right))
            # Two formulas in doubles: rounding of their terms, with room for cancellation.
            if abs(factor) > 1e-12 and gap <= 1e-9 * (abs(factor) * spread + max(map(abs, left))):
                return True
        return False

    def steady(self, wanted):
        """The steady states with these values."""
        def agrees(state):
            for name, text in wanted["at"].items():
                right = value(text, self.parameters)
                # It finds the state in a list: another differs in its first digits.
                if abs(state["state"][name] - right) > 1e-7 * (1 + abs(right)):
                    return False
            return True
        return [s for s in self.facts["steady_states"] if agrees(s)]

    def symbolic(self, wanted):
        """Where the solution in symbols with these values is stable; nothing where there is none."""
        names = next(self.samples())
        for motion in self.facts["symbolic_steady_motions"]["motions"]:
            said = {**motion["positions"], **motion["speeds"]}
            fixed = [n for n in wanted if n != "stable_when"]
            # Two formulas in doubles: rounding.
            if all(said.get(n, "any") != "any" and abs(value(said[n], names) - value(wanted[n], names)) < 1e-9 for n in fixed):
                return motion["stable_when"]
        return None


def spectrum(wanted, parameters):
    out = [complex(value(text, parameters)) for text in wanted.get("eigenvalues", [])]
    for text in wanted.get("frequencies", []):
        w = value(text, parameters)
        out += [1j * w, -1j * w]
    return out + [0j] * wanted.get("zeros", 0)


def are_equal(left, right):
    """Whether two lists of complex numbers are the same to 1e-8, in any order."""
    rest = list(right)
    for x in left:
        near = [y for y in rest if abs(x - y) <= 1e-8 * (1 + abs(x))]
        if not near:
            return False
        rest.remove(min(near, key=lambda y: abs(x - y)))
    return not rest


class KnownFacts(unittest.TestCase):
    def counts(self, known, found):
        if known.get("uncounted"):
            self.assertEqual((found.facts["degrees_of_freedom"], found.facts["independent_initial_values"]), (None, None))
        if "freedoms" in known:
            self.assertEqual(found.facts["degrees_of_freedom"], known["freedoms"])
        if "initial_values" in known:
            self.assertEqual(found.facts["independent_initial_values"], known["initial_values"])

    def conservation(self, known, found):
        for quantity in known.get("conserved", []):
            self.assertTrue(found.lists(quantity), f"{quantity} is not among {found.conserved()}")
        for quantity in known.get("not_conserved", []):
            self.assertFalse(found.lists(quantity), quantity)
        if "energy" in known:
            self.assertEqual(found.facts["energy"]["conserved"], known["energy"])
        if "symmetries" in known:
            self.assertEqual(sum(s["conserved"] == "yes" for s in found.facts["symmetries"]), known["symmetries"])
        if "complete" in known:
            self.assertEqual(found.facts["symmetry_search"]["complete"], known["complete"], found.facts["symmetry_search"])

    def steadiness(self, known, found):
        if "equilibria" in known:
            self.assertEqual(sum(s["kind"] == "equilibrium" for s in found.facts["steady_states"]), known["equilibria"])
        for wanted in known.get("steady", []):
            states = found.steady(wanted)
            self.assertTrue(states, f"{wanted['at']} is not listed")
            self.assertIn(wanted["motion"], [s["linear_motion"] for s in states])
            right = spectrum(wanted, found.parameters)
            listed = [[complex(*e["value"]) for e in s["eigenvalues"]] for s in states]
            self.assertTrue(not right or any(are_equal(right, left) for left in listed), f"{right} is not among {listed}")
        for wanted in known.get("symbolic", []):
            self.assertEqual(found.symbolic(wanted), wanted["stable_when"], wanted)

    def claims(self, known, found):
        for equation in known.get("true", []):
            self.assertIn(answer("prove", found.file, equation)["verdict"], TRUE, equation)
        for equation in known.get("false", []):
            self.assertNotIn(answer("prove", found.file, equation)["verdict"], TRUE, equation)


def checked(name):
    def test(self):
        known, found = KNOWN[name], Facts(name)
        for look in (self.counts, self.conservation, self.steadiness, self.claims):
            with self.subTest(look.__name__):
                look(known, found)
    return test


for model in KNOWN:
    setattr(KnownFacts, f"test_{model}", checked(model))


if __name__ == "__main__":
    unittest.main()
