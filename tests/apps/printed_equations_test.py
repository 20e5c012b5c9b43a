"""Every name in a printed equation is defined, and every equation is true where the program itself puts the system.

All models of models/ in all forms. The numbers come from `eval`; the equations are read back here, from their text.
"""

import functools
import json
import math
import re
import unittest

from program import InFolder, SEEDS, run

MODELS = sorted(SEEDS.parent.glob("*/*.mech"))
# The other forms of nine coordinates take seconds each, minutes in a build with sanitizers; tests/truth has them.
FEW_FORMS = {"benchmark_bicycle": ("lagrange", "hamel", "routh")}
FORMS = "lagrange explicit eliminated voronets hamel hamilton routh naive impulse".split()
LONGEST = 20_000  # characters of an equation with its definitions
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)?(?:\[[^\]]*\])?'*")
FUNCTIONS = {"sin": math.sin, "cos": math.cos, "tan": math.tan, "asin": math.asin, "acos": math.acos,
             "atan": math.atan, "atan2": math.atan2, "exp": math.exp, "log": math.log, "sqrt": math.sqrt,
             "abs": abs, "sinh": math.sinh, "cosh": math.cosh, "tanh": math.tanh, "min": min, "max": max,
             "sign": lambda x: math.copysign(1.0, x) if x else 0.0, "heaviside": lambda x: float(x > 0)}
BUILT_IN = {*FUNCTIONS, "t", "pi", "jump", "impulse", "if", "then", "else"}


def names(text):
    """The names of an expression, without primes; those in an index are not."""
    return {found.rstrip("'") for found in NAME.findall(text)}


def value(text, values):
    """The number that an expression has; KeyError where a name has no value."""
    def replaced(match):
        name = match.group()
        return f"F[{name!r}]" if name in FUNCTIONS else "math.pi" if name == "pi" else f"V[{name!r}]"

    code = re.sub(r"(?<![\w.])" + NAME.pattern, replaced, text).replace("^", "**")
    return eval(code, {"F": FUNCTIONS, "V": values, "math": math})  # pylint: disable=eval-used


def head(defined):
    """`xG` or `f(a, b)` as a name and the arguments of a function, which are none for a value."""
    name, _, arguments = defined.partition("(")
    return name, [a.strip() for a in arguments.rstrip(")").split(",")] if arguments else []


def meaning(defined, text, values):
    """What a definition gives its name: a number, or a function of numbers."""
    _, arguments = head(defined)
    if not arguments:
        return value(text, values)
    return lambda *given: value(text, {**values, **dict(zip(arguments, given, strict=True))})


@functools.lru_cache(maxsize=None)
def answer(model, form):
    """What `derive` prints as JSON, or nothing where the form does not apply."""
    done = run("derive", model, "--form", form, "--members", "--json")
    out = json.loads(done.stdout)
    return out if done.returncode == 0 else None


def lines(out):
    """What defines names, then the equations."""
    return [e for key in ("quantities", "equations") for e in out.get(key, []) if e["text"] is not None]


class Motion:
    """The state of `eval` and the states just before and after it on the motion."""

    STEP = 1e-4

    def __init__(self, model, out):
        done = run("eval", model, "--json")
        self.state = json.loads(done.stdout) if done.returncode == 0 else None
        self.parameters = {p["name"]: p["value"] for p in out["parameters"]}
        self.definitions = []

    def is_known(self):
        return self.state is not None and None not in self.parameters.values()

    def define(self, text):
        left, right = text.split(" = ", 1)
        self.definitions.append((left, right))

    def values(self, shift=0, push=0.0):
        """Names with their values after `shift` steps; `push` is added to accelerations and multipliers."""
        h = shift * self.STEP
        out = dict(self.parameters)
        out["t"] = self.state["t"] + h
        rates = {k[:-2]: a for k, a in self.state["accelerations"].items()}
        for name, a in rates.items():
            q, v = self.state["state"][name], self.state["state"][name + "'"]
            out[name] = q + h * v + h * h * a / 2
            out[name + "'"] = v + h * a
            out[name + "''"] = a + push
        out.update({k: x + push for k, x in self.state["multipliers"].items()})
        for left, right in self.definitions:
            try:
                out[head(left)[0]] = meaning(left, right, out)
            except KeyError:
                pass
        return out

    def with_rates(self, push=0.0):
        """The values at the state, own names with their first and second derivatives."""
        before, now, after = self.values(-1), self.values(0, push), self.values(1)
        for left, _ in self.definitions:
            if head(left)[1] or not all(left in side for side in (before, now, after)):
                continue
            if left + "'" not in now:
                now[left + "'"] = (after[left] - before[left]) / (2 * self.STEP)
            if left + "''" not in now:
                now[left + "''"] = (after[left] - 2 * now[left] + before[left]) / self.STEP**2
        return now


class PrintedEquations(InFolder):
    def each(self):
        for model in MODELS:
            for form in FEW_FORMS.get(model.stem, FORMS):
                out = answer(model, form)
                if out is not None:
                    yield model, form, out

    def test_every_name_is_defined(self):
        count = 0
        for model, form, out in self.each():
            known = {c["name"] for c in out["coordinates"]} | {p["name"] for p in out["parameters"]} | BUILT_IN
            known |= {r["name"] for r in out["reactions"]} | {"lambda." + c["name"] for c in out["constraints"]}
            known |= {table["name"] for table in out.get("tables", [])}
            known |= {force["force"] for force in out["power_coefficients"]}
            known |= {"impulse"} | {i for i in re.findall(r"^impact (\w+)", model.read_text("utf-8"), re.M)}
            known |= set(re.findall(r"^function (\w+)", model.read_text("utf-8"), re.M))
            for line in lines(out):
                if "kind" in line:
                    known |= names(line["text"].split(" = ")[0])
                own = set(known)
                for definition in line.get("definitions", []):
                    name, arguments = head(definition["name"])
                    self.assertLessEqual(names(definition["text"]), own | set(arguments), (model.name, form, definition))
                    own.add(name)
                self.assertLessEqual(names(line["text"]), own, (model.name, form, line["text"]))
                count += 1
        self.assertGreater(count, 1000)

    def test_every_line_has_a_bound(self):
        for model, form, out in self.each():
            for line in lines(out):
                length = len(line["text"]) + sum(len(d["text"]) for d in line.get("definitions", []))
                self.assertLessEqual(length, LONGEST, (model.name, form))
                self.assertTrue(line["latex"], (model.name, form))

    def test_every_equation_is_true_where_the_system_moves(self):
        count = 0
        for model, form, out in self.each():
            if form in ("naive", "impulse"):
                continue
            motion = Motion(model, out)
            if not motion.is_known():
                continue
            for line in lines(out):
                count += self.is_true(model, form, motion, line)
        self.assertGreater(count, 400)

    def is_true(self, model, form, motion, line):
        """Tests one line; 0 where it holds what has no value, such as friction. Central differences with the step 1e-4 err by
        some 1e-8 of a third derivative, which is large in the fast models: hence 1e-6."""
        if line.get("kind") in ("structure_coefficient", "correction", "reduced_lagrangian", "hamiltonian", "routhian",
                                "effective_potential"):
            return 0
        own = Motion.__new__(Motion)
        own.state, own.parameters, own.definitions = motion.state, motion.parameters, list(motion.definitions)
        for definition in line.get("definitions", []):
            own.definitions.append((definition["name"], definition["text"]))
        left, right = line["text"].split(" = ", 1)
        if line.get("kind") in ("speed_definition", "momentum") and NAME.fullmatch(left):
            motion.define(line["text"])
        try:
            here, pushed = own.with_rates(), own.with_rates(1.0)
            residual = value(left, here) - value(right, here)
            other = value(left, pushed) - value(right, pushed)
            size = max(abs(value(left, here)), abs(value(right, here)), abs(other))
        except (KeyError, SyntaxError, ZeroDivisionError, ValueError):
            return 0
        self.assertLessEqual(abs(residual), 1e-5 * size + 1e-6, (model.name, form, line["text"]))
        return 1


BOWL = """param m = 1 [kg], R = 1 [m], a = 0.2 [m], g = 9.81 [m/s^2]
coord phi [rad], psi [rad]
kinetic T = 1/2*m*(R - a)^2*phi'^2 + 1/5*m*a^2*psi'^2
potential V = -m*g*(R - a)*cos(phi)
constraint roll: (R - a)*phi' + a*psi' = 0
"""

TOP = """param A = 1 [kg*m^2], B = 2 [kg*m^2], C = 0.5 [kg*m^2], m = 1 [kg], g = 9.81 [m/s^2], l = 0.4 [m]
coord psi [rad], theta [rad], phi [rad]
speed p = psi'*sin(theta)*sin(phi) + theta'*cos(phi)
speed q = psi'*sin(theta)*cos(phi) - theta'*sin(phi)
speed r = psi'*cos(theta) + phi'
kinetic T = 1/2*(A*p^2 + B*q^2 + C*r^2)
potential V = m*g*l*cos(theta)
"""

SLEIGH = """param m = 2 [kg], J = 0.3 [kg*m^2], e = 0.2 [m]
coord x [m], y [m], theta [rad]
let ux = cos(theta)
let uy = sin(theta)
let xG = x - e*ux
let yG = y - e*uy
kinetic T = 1/2*m*(xG'^2 + yG'^2) + 1/2*J*theta'^2
constraint blade: -x'*uy + y'*ux = 0
reaction S [N] of blade at (x, y) along (-uy, ux)
"""

TRAILER = """param m = 1 [kg], J = 0.1 [kg*m^2], d = 0.7 [m]
coord x [m], y [m], a [rad], b [rad], c [rad]
kinetic T = 1/2*m*(x'^2 + y'^2) + 1/2*J*(a'^2 + b'^2 + c'^2)
constraint k1: -x'*sin(a) + y'*cos(a) = 0
constraint k2: -(x - d*cos(b))'*sin(b) + (y - d*sin(b))'*cos(b) = 0
constraint k3: -(x - d*cos(b) - d*cos(c))'*sin(c) + (y - d*sin(b) - d*sin(c))'*cos(c) = 0
speed v = x'*cos(a) + y'*sin(a)
speed w = a'
"""


class CommonFactors(unittest.TestCase):
    """What elimination multiplies equations by, and what parameters all terms share, is divided out."""

    @staticmethod
    def texts(model, form, key="equations"):
        out = json.loads(run("derive", "-", "--form", form, "--json", text=model).stdout)
        return [line["text"] for line in out[key]]

    def test_redundant_rows_are_left_out_where_accelerations_are_solved(self):
        """Two cranks of one length under a force: off the constraints the rows are independent and nothing moves."""
        text = ("param L = 0.8, m = 1.1\ncoord x, y, q, r\nkinetic T = 1/2*m*(x'^2 + y'^2)\nconstraint a1: x = L*cos(q)\n"
                "constraint a2: y = L*sin(q)\nconstraint b1: x = L*cos(r)\nconstraint b2: y = L*sin(r)\nforce F on y = 2\n"
                "initial q = 0.3, q' = 0.5, x ~ 0.76, y ~ 0.24, r ~ 0.3\n")
        start = json.loads(run("eval", "-", "--json", text=text).stdout)
        values = {**start["state"], "L": 0.8, "m": 1.1}
        solved = json.loads(run("derive", "-", "--form", "explicit", "--json", text=text).stdout)
        self.assertIn("constraint b2 follows from the others", solved["notes"][0])
        for line in solved["equations"][:4]:
            printed = value(line["text"].split("=")[1], values)
            # The printed formula has other sums than eval: rounding, times the condition of two angles.
            self.assertAlmostEqual(printed, start["accelerations"][line["coordinate"] + "''"], delta=1e-9)
        self.assertEqual([line["text"] for line in solved["equations"][4:]], [None] * 4)
        self.assertEqual([m["text"] for m in json.loads(run("derive", "-", "--json", text=text).stdout)["multipliers"]], [None] * 4)
        eliminated = json.loads(run("derive", "-", "--form", "eliminated", "--json", text=text).stdout)
        both = {**values, **start["accelerations"]}
        left, right = eliminated["equations"][0]["text"].split("=")
        self.assertAlmostEqual(value(left, both), value(right, both), delta=1e-9)

    def test_a_form_that_would_divide_by_zero_on_the_constraints_is_refused(self):
        crank = SEEDS.parent.parent / "tests" / "truth" / "literature" / "parallelogram_third_crank.mech"
        done = run("derive", crank, "--form", "eliminated")
        self.assertEqual(done.returncode, 1)
        self.assertIn("would divide by 0 at the initial state", done.stderr)

    def test_a_difference_of_parameters_is_divided_out(self):
        self.assertEqual(self.texts(BOWL, "lagrange")[0], "m*((R - a)*phi'' + g*sin(phi)) = lambda.roll")
        self.assertEqual(self.texts(BOWL, "voronets"), ["7*(R - a)*phi'' + 5*g*sin(phi) = 0"])

    def test_no_sum_of_squares_of_sine_and_cosine_remains(self):
        for form in ("eliminated", "hamel", "voronets"):
            for text in self.texts(TOP, form):
                self.assertNotRegex(text, r"cos\((\w+)\)\^2 \+ sin\(\1\)\^2|sin\((\w+)\)\^2 \+ cos\(\2\)\^2", form)
                self.assertNotRegex(text, r"^-?sin\(theta\)\*\(.*\) = 0$", form)

    def test_two_sines_are_one_product(self):
        rates = self.texts(TRAILER, "eliminated", "quantities")
        self.assertIn("c' = cos(a - b)*sin(b - c)*v/d", rates)

    def test_a_definition_holds_no_name_that_is_not_defined(self):
        out = json.loads(run("derive", "-", "--json", text=SLEIGH).stdout)
        self.assertEqual(out["equations"][0]["definitions"], [{"name": "xG", "text": "x - e*cos(theta)"}])
        self.assertEqual([d["name"] for d in out["reactions"][0]["definitions"]], ["ux", "uy"])

    def test_a_function_of_the_model_is_defined_as_written(self):
        text = run("check", SEEDS.parent / "gallery" / "benchmark_bicycle.mech").stdout
        for line in ("with px(i, k) = x + ax(w + c + fx(i, 0·w, k), fy(i, 0·w, k), rR + fz(i, 0·w, k))",
                     "with fy(i, j, k) = (i·cos tilt − k·sin tilt)·sin δ + j·cos δ", "with xF = px(−c, −rF)"):
            self.assertIn(line, " ".join(text.split()))


if __name__ == "__main__":
    unittest.main()
