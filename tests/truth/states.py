"""A system as numbers: random admissible states of a model, its equations as functions of the state, motions through states.

The equations are those that `derive` prints, evaluated by an evaluator of our own; `eval` is compared with them, so that each tests the other.
"""

import contextlib
import math
import random

import families
import linear
import model_text
from expressions import Environment, Unreadable, compiled, evaluate, evaluate_sized, sides
from series import Series, Unknown, head

BROKEN = (ValueError, ZeroDivisionError, OverflowError, ArithmeticError)
RELATIVE = 1e-7   # a sentence about reals, evaluated in doubles at states of a well conditioned draw
FLOOR = 1e-9      # of the scale of a state: what round-off leaves of a vanishing quantity


class State:
    """t, q and v with the parameters, and what eval makes of them."""

    def __init__(self, t, q, v, parameters):
        self.t, self.q, self.v, self.parameters = t, list(q), list(v), parameters
        self.accelerations = self.multipliers = self.answer = None


class System:
    def __init__(self, program, file, seed=1):
        self.program, self.file = program, file
        with open(file, encoding="utf-8") as given:
            self.text = given.read()
        self.random = random.Random(f"{seed} {file.name}")
        self.facts = program.derive(file)
        self.failed = "equations" not in self.facts
        if self.failed:
            self.start = {}
            return
        self.names = [c["name"] for c in self.facts["coordinates"]]
        self.angles = [c["unit"] in ("rad", "deg", "1", "") and c["unit"] in ("rad", "deg") for c in self.facts["coordinates"]]
        self.parameters = {p["name"]: p["value"] for p in self.facts["parameters"]}
        self.constraints = [{**c, "text": families.constraint_text(self.text, c)} for c in self.facts["constraints"]]
        lines = [e for e in self.facts["equations"] if "text" in e]
        self.plain_equations = [e["text"] for e in lines if not e.get("definitions")]
        self.multipliers = [c["multiplier"] for c in self.constraints if "multiplier" in c]  # a hidden row is an equation of motion
        self.definitions = {**model_text.plain_lets(self.text), **families.lets(self.text), **families.functions(self.text),
                            **model_text.energies_named_otherwise(self.text)}
        self.equations = []
        for k, line in enumerate(lines):
            text, own = model_text.scoped(line, f"equation_{k}")
            self.equations.append(text)
            self.definitions.update(own)
        self.definitions = {k: v for k, v in self.definitions.items() if k not in self.parameters and k not in self.names}
        self.start = program.call("eval", file)
        self.units = self.start.get("units", {})
        self.readable = self.can_read()

    # ---- values

    def environment(self, state, accelerations=None, multipliers=None, more=None, positions_only=False):
        """Names at a state; with accelerations the coordinates are series in the time."""
        values = {**self.parameters, **state.parameters}
        if positions_only:
            values["t"] = Series(state.t)
            values.update((name, Series(q)) for name, q in zip(self.names, state.q))
        elif accelerations is None:
            values["t"] = Series(state.t, 1.0)
            for name, q, v in zip(self.names, state.q, state.v):
                values[name], values[name + "'"] = Series(q, v), Series(v)
        else:
            values["t"] = Series(state.t, 1.0, 0.0)
            for name, q, v, a in zip(self.names, state.q, state.v, accelerations):
                values[name], values[name + "'"], values[name + "''"] = Series(q, v, a / 2), Series(v, a), Series(a)
        for name, value in (multipliers or {}).items():
            values[name] = Series(value)
        values.update(more or {})
        return Environment(values, self.definitions)

    def value(self, text, state, accelerations=None, multipliers=None, more=None):
        return head(evaluate(text, self.environment(state, accelerations, multipliers, more)))

    # ---- equations

    def can_read(self):
        """Whether the printed equations and constraints can be evaluated; else everything goes through `eval`."""
        if len(self.equations) != len(self.names):
            return False
        state = State(0.37, [0.3 + 0.1 * k for k in range(len(self.names))], [0.2] * len(self.names), {})
        try:
            self.matrices(state)
        except (Unreadable, Unknown, KeyError, TypeError):
            return False
        except BROKEN:
            return True
        return True

    def residuals(self, state, a, multipliers):
        environment = self.environment(state, a, dict(zip(self.multipliers, multipliers)))
        out = []
        for text in self.equations:
            left, right = sides(text)
            out.append(head(evaluate(left, environment)) - head(evaluate(right, environment)))
        return out

    def row(self, constraint, state, accelerations):
        return self.difference(constraint, self.environment(state, accelerations))

    @staticmethod
    def difference(constraint, environment):
        """The left side of a row without its right one."""
        left, right = sides(constraint["text"].split("{")[0])
        out = evaluate(left, environment) - evaluate(right, environment)
        return out if isinstance(out, Series) else Series(out, 0.0, 0.0)

    def row_matrix(self, state, only=None):
        """A, the coefficients of the rates in ψ = A·v + b, and b."""
        n = len(self.names)
        chosen = only if only is not None else self.constraints
        linear_ones = [c for c in chosen if not c.get("nonlinear")]

        def at(rates):
            return self.psis(linear_ones, State(state.t, state.q, rates, state.parameters))
        still = at([0.0] * n)
        slopes = [[x - y for x, y in zip(at([float(i == j) for j in range(n)]), still)] for i in range(n)] if linear_ones else []
        plain = dict(zip((c["name"] for c in linear_ones), zip(linear.transpose(slopes), still)))
        rows, rest = [], []
        for constraint in chosen:
            row, left = plain.get(constraint["name"]) or self.nonlinear_row(constraint, state)
            rows.append(row)
            rest.append(left)
        return rows, rest

    def nonlinear_row(self, constraint, state):
        n, row = len(self.names), []
        for i in range(n):
            step = [1e-4 * (i == j) for j in range(n)]
            ahead = State(state.t, state.q, [x + d for x, d in zip(state.v, step)], state.parameters)
            behind = State(state.t, state.q, [x - d for x, d in zip(state.v, step)], state.parameters)
            row.append((self.psi(constraint, ahead) - self.psi(constraint, behind)) / 2e-4)
        return row, self.psi(constraint, state) - sum(x * y for x, y in zip(row, state.v))

    def psi(self, constraint, state):
        return self.psis([constraint], state)[0]

    def psis(self, constraints, state):
        """The rows as equations of the rates."""
        if not constraints:
            return []
        if not self.readable_rows():
            rows = self.evaluated(state)["constraints"]
            return [rows[c["name"]]["velocity"] for c in constraints]
        environment = self.environment(state)
        return [self.difference(c, environment).c[c["kind"] == "holonomic"] for c in constraints]

    def phi(self, constraint, state):
        return self.phis([constraint], state)[0]

    def phis(self, constraints, state):
        if not self.readable_rows():
            rows = self.evaluated(state)["constraints"]
            return [rows[c["name"]]["position"] for c in constraints]
        environment = self.environment(State(state.t, state.q, (), state.parameters), positions_only=True)
        return [self.difference(c, environment).c[0] for c in constraints]

    def readable_rows(self):
        if not hasattr(self, "_rows"):
            self._rows = True
            probe = State(0.37, [0.3 + 0.1 * k for k in range(len(self.names))], [0.2] * len(self.names), {})
            for constraint in self.constraints:
                try:
                    self.row(constraint, probe, [0.0] * len(self.names))
                except (Unreadable, Unknown, TypeError):
                    self._rows = False
                except BROKEN:
                    pass
        return self._rows

    def matrices(self, state):
        """M, h, the columns of λ, A and γ with  M a + h − G λ = 0,  A a = γ  as printed."""
        n, m = len(self.names), len(self.multipliers)
        zero, none = [0.0] * n, [0.0] * m
        base = self.residuals(state, zero, none)
        unit = lambda k, size: [float(k == j) for j in range(size)]  # noqa: E731
        mass = linear.transpose([[x - y for x, y in zip(self.residuals(state, unit(k, n), none), base)] for k in range(n)])
        force = [[y - x for x, y in zip(self.residuals(state, zero, unit(k, m)), base)] for k in range(m)]
        rows, _ = self.row_matrix(state)
        gamma = []
        for constraint in self.constraints:
            row = self.row(constraint, state, zero)
            gamma.append(-2 * row.c[2] if constraint["kind"] == "holonomic" else -row.c[1])
        return mass, base, force, rows, gamma

    def solve(self, state):
        """Accelerations from the printed equations; None where they do not determine them."""
        x = self.unknowns(*self.matrices(state))
        return None if x is None else x[:len(self.names)]

    def blurred(self, state, share=1e-13):
        """The state with accelerations and multipliers that are off by what errors of that share of the largest coefficient of the equations make
        of them, and their round-off: the better the equations are conditioned, the less. Nothing where they cannot be read."""
        if not self.readable or state.accelerations is None:
            return []
        n, out = len(self.names), []
        try:
            exact = self.matrices(state)
            x = self.unknowns(*exact)
            for _ in range(3 if x is not None else 0):
                near = self.unknowns(*[shaken(part, self.random, share) for part in exact], noise=1e4 * share)
                if near is None:
                    continue
                one = State(state.t, state.q, state.v, state.parameters)
                own = 10 * share * self.free_acceleration(exact)
                force = 10 * share * max(map(abs, exact[1]), default=0.0)
                one.accelerations = [a + y - z + own * self.random.uniform(-1, 1) for a, y, z in zip(state.accelerations, near, x)]
                one.multipliers = {name: state.multipliers.get(name, 0.0) + y - z + force * self.random.uniform(-1, 1) / (linear.norm(column) or 1.0)
                                   for name, y, z, column in zip(self.multipliers, near[n:], x[n:], exact[2])}
                one.answer = state.answer
                out.append(one)
        except BROKEN:
            pass
        return out

    @staticmethod
    def free_acceleration(matrices):
        """The largest force by its inertia: the accelerations that the constraints cancel are of this size."""
        mass, base, *_ = matrices
        return max((abs(h / mass[i][i]) for i, h in enumerate(base) if mass[i][i] != 0.0), default=0.0)

    def unknowns(self, mass, base, force, rows, gamma, noise=0.0):
        """Accelerations and multipliers; None where the equations do not determine the accelerations. What is below the noise, as a share of
        the rows, is no rank."""
        n, m = len(self.names), len(self.multipliers)
        matrix = [mass[i] + [-force[k][i] for k in range(m)] for i in range(n)] + [row + [0.0] * m for row in rows]
        right = [-x for x in base] + gamma
        scaled = [norm_one(row, value) for row, value in zip(matrix, right)]
        matrix, right = [row for row, _ in scaled], [value for _, value in scaled]
        x = linear.solve(matrix, right) if noise == 0.0 and len(rows) == m else None
        if x is None:
            x = linear.least_squares(matrix, right, n + m, max(noise, 1e-11))
        defect = max((abs(p - q) for p, q in zip(linear.apply(matrix, x), right)), default=0.0)
        if defect > 1e-7 * max(1.0, max(map(abs, right), default=0.0)):  # RELATIVE: larger ones contradict one another
            return None
        return x

    # ---- the program's own evaluation

    def named(self, state):
        out = dict(zip(self.names, state.q))
        out.update((name + "'", v) for name, v in zip(self.names, state.v))
        return out

    def evaluated(self, state):
        if state.answer is None:
            state.answer = self.program.evaluate(self.file, self.named(state), state.t, state.parameters)
        return state.answer

    def accelerate(self, state):
        """Fills in accelerations and multipliers by `eval`; False where it refuses the state."""
        answer = self.evaluated(state)
        if "accelerations" not in answer or any(x is None for x in answer["accelerations"].values()):
            return False
        state.accelerations = [answer["accelerations"][name + "''"] for name in self.names]
        state.multipliers = {name: x if x is not None else math.nan for name, x in answer.get("multipliers", {}).items()}
        return True

    def motion(self, state):
        """Accelerations by whatever is quickest: the printed equations, or `eval`."""
        if self.readable:
            return self.solve(state)
        return state.accelerations if self.accelerate(state) else None

    # ---- admissible states

    def initial(self):
        """The consistent initial state of the model, or None."""
        if "state" not in self.start or "accelerations" not in self.start:
            return None
        given = self.start["state"]
        state = State(self.start["t"], [given[n] for n in self.names], [given[n + "'"] for n in self.names], {})
        state.answer = self.start
        return state if self.accelerate(state) else None

    def holonomic(self):
        return [c for c in self.constraints if c["kind"] == "holonomic"]

    def draw(self, parameters=None, spread=1.0, t=None, held=None):
        """A random state on the constraints, or None: by Newton's method on the positions, by projection on the velocities. `held` lists
        coordinates ("q") and rates ("v") that are 0; rates in "values" have the values given there."""
        return self.projected(self.draw_freely(parameters, spread, t), held)

    def draw_freely(self, parameters=None, spread=1.0, t=None):
        """A random state, constraints or not."""
        given = self.start.get("state", {})
        q = []
        for name, angle in zip(self.names, self.angles):
            middle = given.get(name, 0.0)
            q.append(middle + spread * self.random.uniform(-1, 1) * (1.5 if angle else 0.5 * (0.3 + abs(middle))))
        v = [given.get(name + "'", 0.0) + spread * self.random.uniform(-2, 2) * (1.0 if angle else 0.5)
             for name, angle in zip(self.names, self.angles)]
        time = self.start.get("t", 0.0) + (self.random.uniform(0, 1) if t is None else t)
        return State(time, q, v, parameters or {})

    def projected(self, state, held=None):
        """The state moved onto the constraints: positions first, then rates, by shortest steps."""
        held = held or {"q": [], "v": []}
        try:
            return self.on_velocities(self.on_positions(state, held["q"]), held["v"], held.get("values", {}))
        except BROKEN:
            return None

    def on_positions(self, state, zeros=()):
        rows, n = self.holonomic(), len(self.names)
        if not rows and not zeros:
            return state
        units = [[float(k == zero) for k in range(n)] for zero in zeros]
        for _ in range(40):
            miss = [*self.phis(rows, state), *(state.q[zero] for zero in zeros)]
            matrix = [*self.row_matrix(state, rows)[0], *units]
            step = linear.least_squares(matrix, miss, n, 1e-7)
            size = linear.norm(step)
            factor = min(1.0, 1.0 / size) if size > 0 else 1.0
            state = State(state.t, [x - factor * d for x, d in zip(state.q, step)], state.v, state.parameters)
            if size < 1e-13 * (1 + linear.norm(state.q)):  # Newton's method has ended: rounding
                break
        scale = max((linear.norm(r) for r in matrix), default=1.0) * (1 + linear.norm(state.q))
        # FLOOR.
        return state if max(map(abs, [*self.phis(rows, state), *(state.q[zero] for zero in zeros)])) <= 1e-9 * scale else None

    def on_velocities(self, state, zeros=(), values=None):
        values = values or {}
        if state is None or not self.constraints and not zeros:
            return state
        n = len(self.names)
        units = [[float(k == zero) for k in range(n)] for zero in zeros]
        for _ in range(12 if any(c.get("nonlinear") for c in self.constraints) else 2):
            matrix = [*self.row_matrix(state)[0], *units]
            miss = [*self.psis(self.constraints, state), *(state.v[zero] - values.get(zero, 0.0) for zero in zeros)]
            step = linear.least_squares(matrix, miss, n, 1e-9)
            state = State(state.t, state.q, [x - d for x, d in zip(state.v, step)], state.parameters)
        scale = max(linear.norm(r) for r in matrix) * (1 + linear.norm(state.v))
        off = [*self.psis(self.constraints, state), *(state.v[zero] - values.get(zero, 0.0) for zero in zeros)]
        return state if max(map(abs, off)) <= 1e-9 * scale else None  # FLOOR

    def states(self, count):
        """The initial state and random admissible ones at which the motion is determined."""
        if not hasattr(self, "_states"):
            first = self.initial()
            self._states, self.refused = [first] if first else [], []
            self._tries = 0
        if not self.readable_rows() and len(self.names) > 6:
            self._states = self._states + self.along_the_run(count - len(self._states))
            return self._states[:count]
        while len(self._states) < count and self._tries < 4 * count + 8:
            self._tries += 1
            state = self.draw()
            if state is None or not self.tame(state) or not self.clear(state):
                continue
            if self.accelerate(state):
                self._states.append(state)
            else:
                self.refused.append(state)
        return self._states[:count]

    def clear(self, state):
        """Whether the rank of the rows is beyond doubt: a state beside a singular one says little of the others."""
        if not self.constraints:
            return True
        rows, _ = self.row_matrix(state)
        if any(not 1e-3 * usual <= linear.norm(row) <= 1e6 * usual for row, usual in zip(rows, self.row_sizes())):
            return False  # scaled to length 1, a row that vanishes would be round-off
        for some in (rows, [r for r, c in zip(rows, self.constraints) if c["kind"] == "holonomic"]):
            sizes = linear.svd(linear.scaled_rows(some), len(self.names))[1] if some else []
            if any(1e-9 < s < 1e-3 for s in sizes):  # between rounding and a rank beyond doubt
                return False
        return linear.rank(rows, len(self.names)) >= self.rank_at_start()  # else on another branch of the solutions

    def rank_at_start(self):
        """The rank of the rows at the initial state."""
        if not hasattr(self, "_rank"):
            first = self.initial()
            self._rank = linear.rank(self.row_matrix(first)[0], len(self.names)) if first else 0
        return self._rank

    def row_sizes(self):
        """The usual length of each row: a middle one of a few random states, on the constraints or not."""
        if not hasattr(self, "_row_sizes"):
            drawn = []
            for _ in range(5):
                with contextlib.suppress(*BROKEN):
                    drawn.append([linear.norm(row) for row in self.row_matrix(self.draw_freely())[0]])
            self._row_sizes = [sorted(sizes)[len(sizes) // 2] for sizes in zip(*drawn)]
        return self._row_sizes

    def regular(self, state):
        """Whether no row of the mass matrix vanishes beside its usual size, as at the pole of a sphere: accelerations are round-off there."""
        if not self.readable:
            return True
        if not hasattr(self, "_mass_sizes"):
            drawn = []
            for _ in range(5):
                with contextlib.suppress(*BROKEN):
                    drawn.append([linear.norm(row) for row in self.matrices(self.draw_freely())[0]])
            self._mass_sizes = [sorted(sizes)[len(sizes) // 2] for sizes in zip(*drawn)]
        try:
            # Half of the digits would be lost.
            return all(linear.norm(row) >= 1e-8 * usual for row, usual in zip(self.matrices(state)[0], self._mass_sizes))
        except BROKEN:
            return False

    def along_the_run(self, count):
        """States of the model's own run, where the printed constraints cannot be read and `eval` would be asked too often."""
        found = []
        answer = self.program.run(self.file, "--samples", str(max(count, 1) + 1)) if count > 0 else {}
        for sample in answer.get("samples", [])[1:]:
            state = State(sample["t"], [sample["state"][n] for n in self.names], [sample["state"][n + "'"] for n in self.names], {})
            if self.accelerate(state):
                found.append(state)
        return found

    @staticmethod
    def tame(state):
        return all(math.isfinite(x) and abs(x) < 1e6 for x in [*state.q, *state.v])


def norm_one(row, value):
    size = linear.norm(row)
    return ([x / size for x in row], value / size) if size > 0 else (row, value)


def shaken(values, random, share):
    """A vector or matrix, each entry off by up to a share of the largest."""
    size = share * max((abs(x) for row in values for x in (row if isinstance(row, list) else [row])), default=0.0)
    return [[x + size * random.uniform(-1, 1) for x in row] if isinstance(row, list) else row + size * random.uniform(-1, 1) for row in values]


def close(a, b, size, relative=RELATIVE, floor=0.0):
    return abs(a - b) <= relative * max(size, abs(a), abs(b)) + floor


def text_sized(system, text, state, accelerations=None, multipliers=None, more=None):
    return evaluate_sized(text, system.environment(state, accelerations, multipliers, more))


__all__ = ["State", "System", "close", "compiled", "text_sized", "BROKEN", "RELATIVE", "FLOOR"]
