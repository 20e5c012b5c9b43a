"""Degrees of freedom, independent initial values, classes of constraints, their integrals, the growth vector."""

import collections

import linear
from states import State


def test(case):
    validity(case)
    if not case.states:
        for kind in ("degrees of freedom", "independent initial values"):
            case.outcomes.untested(kind, case.file.name, "no admissible state found")
        return
    counts(case)
    texts = {c["name"]: c["text"] for c in case.system.constraints}
    for constraint in case.facts.get("constraints", []):
        flags(case, {**constraint, "text": texts[constraint["name"]]})
    classes(case)
    for integral in case.facts.get("integrals", []):
        case.conserved("integral of a constraint", integral["text"].split("=")[0], "yes", f"{integral['text']} = const")


def validity(case):
    """A model whose contacts close along its runs, or whose constraints do not act all the time, is said of while they do not change."""
    wanted = case.changes_along_runs()
    if wanted:
        named = {name for name, _ in case.scope or ()}
        case.outcomes.judge("what is said holds while", named == wanted, f"{sorted(named)} do not change", f"along runs {sorted(wanted)} do")


def counts(case):
    system = case.system
    n = len(system.names)
    seen = collections.Counter()
    for state in [*case.states, *(s for run in case.runs() for s in run[1::5])]:
        if not system.clear(state):
            continue
        rows, _ = system.row_matrix(state)
        hol = [row for row, c in zip(rows, system.constraints) if c["kind"] == "holonomic"]
        of_all, taken, left = linear.gap(rows, n, 1e-8)
        if left * 1e4 > taken:
            continue
        seen[(n - of_all, 2 * n - of_all - linear.rank(hol, n, 1e-8))] += 1
    if not seen:
        case.outcomes.untested("degrees of freedom", case.file.name, "the rank is not clear at any state")
        return
    freedoms, initial = min(seen)
    for kind, wanted in (("degrees of freedom", freedoms), ("independent initial values", initial)):
        said = case.facts.get(kind.replace(" ", "_"))
        case.outcomes.judge(kind, said == wanted, f"{said} {kind}", f"the tangents have {wanted} ({dict(seen)})")


def flags(case, constraint):
    """Whether a row holds the time: in its text, or in the integral of one that is integrable, as x' = u, which is x = u*t."""
    system = case.system
    if not system.readable_rows():
        case.outcomes.untested("rheonomic row", constraint["name"], "its text cannot be read")
        return
    moved = 0.0
    for state in case.states[:4]:
        later = State(state.t + 0.618, state.q, state.v, state.parameters)
        for f in (system.psi, system.phi) if constraint["kind"] == "holonomic" else (system.psi,):
            moved = max(moved, abs(f(constraint, later) - f(constraint, state)))
    if constraint["class"] == "integrable" and not constraint.get("nonlinear"):
        row = next(c for c in system.constraints if c["name"] == constraint["name"])
        moved = max([moved, *(abs(system.row_matrix(state, [row])[1][0]) for state in case.states[:4])])
    # states.FLOOR.
    case.outcomes.judge("rheonomic row", constraint["rheonomic"] == (moved > 1e-9), constraint["text"], f"changes by {moved:.1e} with t")


# ---- classes, by the derived flag of the rows as forms on (q, t)


class Flag:
    def __init__(self, system, state):
        self.system, self.at, self.pivots = system, [*state.q, state.t], {}
        self.size = len(self.at)

    def rows(self, z):
        state = State(z[-1], z[:-1], [0.0] * (self.size - 1), {})
        rows, rest = self.system.row_matrix(state)
        return [[*row, b] for row, b in zip(rows, rest)]

    def reduced(self, rows, level):
        """Reduced echelon form on the pivots that were best at the first point: it changes smoothly with the point."""
        fixed = self.pivots.get(level)
        out, pivots = [list(r) for r in rows], []
        for k in range(len(fixed) if fixed is not None else min(len(out), self.size)):
            if fixed is not None:
                column = fixed[k]
                row = max(range(k, len(out)), key=lambda i: abs(out[i][column]))
            else:
                row, column = max(((i, j) for i in range(k, len(out)) for j in range(self.size)), key=lambda p: abs(out[p[0]][p[1]]))
            # Rows of length 1 and their slopes by differences, good to 1e-8: pivots below are none.
            if abs(out[row][column]) < 1e-5:
                break
            pivots.append(column)
            out[k], out[row] = out[row], out[k]
            out[k] = [x / out[k][column] for x in out[k]]
            for i in range(len(out)):
                if i != k and out[i][column] != 0.0:
                    out[i] = [x - out[i][column] * y for x, y in zip(out[i], out[k])]
        if fixed is None:
            self.pivots[level] = pivots
        return out[:len(pivots)]

    def basis(self, level, z):
        if level == 0:
            return self.reduced(linear.scaled_rows(self.rows(z)), 0)
        forms = self.basis(level - 1, z)
        if not forms:
            return []
        step = 1e-4 * 10 ** (level - 1)
        slopes = []
        for i in range(self.size):
            ahead, behind = list(z), list(z)
            ahead[i] += step
            behind[i] -= step
            slopes.append([[(x - y) / (2 * step) for x, y in zip(p, q)]
                           for p, q in zip(self.basis(level - 1, ahead), self.basis(level - 1, behind))])
        null = linear.null_space(forms, self.size, 1e-7)
        brackets = []
        for k in range(len(forms)):
            curl = [[slopes[i][k][j] - slopes[j][k][i] for j in range(self.size)] for i in range(self.size)]
            inside = linear.multiply(linear.multiply(null, curl), linear.transpose(null))
            brackets.append([inside[a][b] for a in range(len(null)) for b in range(a)])
        columns = linear.transpose(brackets) if brackets[0] else []
        tolerance = 1e-5 * 30 ** (level - 1)  # central differences leave 1e-8, and each level a larger share of it
        columns = [row for row in columns if linear.norm(row) > tolerance]
        _, sizes, v = linear.svd(columns, len(forms)) if columns else (None, [0.0] * len(forms), [[float(i == j) for j in range(len(forms))] for i in range(len(forms))])
        kernel = [vector for s, vector in zip(sizes, v) if s <= tolerance]
        return self.reduced([[sum(c * form[j] for c, form in zip(vector, forms)) for j in range(self.size)] for vector in kernel], level)

    def closed(self):
        """A basis of the integrable part of the rows at the point; None where it takes too many levels."""
        previous = self.basis(0, self.at)
        for level in range(1, 4):
            this = self.basis(level, self.at)
            if len(this) == len(previous) or not this:
                return this
            previous = this
        return None


def classes(case):
    kind = "class of a constraint"
    rows = case.facts.get("constraints", [])
    if not any(c["kind"] == "velocity" for c in rows):
        for c in rows:
            case.outcomes.judge(kind, c["class"] == "holonomic", f"{c['name']}: {c['class']}", "it has no rates")
        return
    n = len(case.system.names)
    if not case.system.readable_rows() or n > 8 or any(c["nonlinear"] for c in rows):
        case.outcomes.untested(kind, case.file.name, "more than 8 coordinates, nonlinear, or not readable")
        return
    with case.sentence(kind, case.file.name):
        integrable = collections.Counter()
        asked = case.states[1:3] or case.states[:1]
        for state in asked:
            flag = Flag(case.system, state)
            closed = flag.closed()
            if closed is None:
                case.outcomes.untested(kind, case.file.name, "more than three levels of brackets")
                return
            base = linear.rank(closed, n + 1, 1e-4)
            for c, row in zip(rows, flag.rows(flag.at)):
                if linear.rank([*closed, row], n + 1, 1e-4) == base:
                    integrable[c["name"]] += 1
        for c in rows:
            if c["kind"] == "holonomic":
                case.outcomes.judge(kind, c["class"] == "holonomic", f"{c['name']}: {c['class']}", "it has no rates")
                continue
            if c["class"] == "undecided":
                case.outcomes.untested(kind, c["name"], "undecided by the program")
                continue
            wanted = "integrable" if integrable[c["name"]] == len(asked) else "nonholonomic"
            case.outcomes.judge(kind, c["class"] == wanted, f"{c['name']}: {c['class']}", f"brackets at {len(asked)} states say {wanted}")
        listed = len(case.facts.get("integrals", []))
        if listed > base:
            case.outcomes.false("integral of a constraint", case.file.name, f"{listed} integrals of {base} integrable rows")
    growth(case)


def growth(case):
    """Dimensions of D, D + [D, D], D + [D, D] + [D, [D, D]] … of the allowed velocities."""
    said = case.facts.get("growth_vector")
    if not said:
        return
    kind = "growth vector"
    wanted = [int(x) for x in str(said).replace("(", "").replace(")", "").split(",")]
    if len(wanted) > 4 or len(case.system.names) > 6 or any(c["rheonomic"] for c in case.system.constraints):
        case.outcomes.untested(kind, said, "more than four steps, more than six coordinates, or rheonomic")
        return
    state = (case.states[1:2] or case.states)[0]
    flag = Flag(case.system, state)
    fields = flag_fields(flag)
    point = flag.at
    found, layer, vectors = [len(fields)], fields, [f(point) for f in fields]
    for depth in range(1, len(wanted)):
        layer = [bracket(f, g, 1e-3) for f in fields for g in layer]
        vectors = [*vectors, *(g(point) for g in layer)]
        # Brackets by differences with steps of 1e-3: good to 1e-6.
        found.append(linear.rank([v for v in vectors if linear.norm(v) > 1e-4], flag.size, 1e-4))
        if depth >= 2 and len(layer) > 30:
            layer = layer[:30]
    case.outcomes.judge(kind, found == wanted, said, f"brackets at a random state give {found}")


def flag_fields(flag):
    """The velocities that the rows allow, one field for each rate that is no pivot; the time is one where a row holds more than rates."""
    affine = any(abs(row[-1]) > 1e-9 for row in flag.rows(flag.at))  # states.FLOOR
    width = flag.size if affine else flag.size - 1

    def rows(z):
        return linear.scaled_rows([row[:width] + [0.0] * (flag.size - width) for row in flag.rows(z)])
    flag.pivots.clear()
    flag.reduced(rows(flag.at), 0)
    pivots = flag.pivots[0]

    def field(j):
        def value(z):
            out = [0.0] * flag.size
            out[j] = 1.0
            for pivot, row in zip(pivots, flag.reduced(rows(z), 0)):
                out[pivot] = -row[j]
            return out
        return value
    return [field(j) for j in range(width) if j not in pivots]


def bracket(f, g, step):
    def along(field, q, direction):
        ahead = field([x + step * d for x, d in zip(q, direction)])
        behind = field([x - step * d for x, d in zip(q, direction)])
        return [(x - y) / (2 * step) for x, y in zip(ahead, behind)]

    def value(q):
        return [x - y for x, y in zip(along(g, q, f(q)), along(f, q, g(q)))]
    return value
