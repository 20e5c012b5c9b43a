"""Steady motions and stability conditions in symbols, at random draws of the parameters."""

import math
import re

import followers
import linear
from expressions import condition, evaluate
from linearization import Linearized, grows, resonates, size
from series import head
from states import BROKEN, State

DRAWS = 24


def test(case):
    facts = case.facts.get("symbolic_steady_motions") or {}
    if not case.system.readable:
        for _ in facts.get("motions") or []:
            case.outcomes.untested("steady motion in symbols", case.file.name, "equations cannot be read")
        return
    for motion in facts.get("motions") or []:
        places = {**motion["positions"], **motion["speeds"]}
        about = ", ".join(f"{k} = {v}" for k, v in places.items())
        with case.sentence("steady motion in symbols", about):
            one_motion(case, motion, about)


def draw_parameters(case, motion):
    """Values of all sizes, of both signs where no sign is assumed; None where they miss what is assumed."""
    values = {}
    assumes = motion.get("assumes")
    for name, value in case.system.parameters.items():
        factor = math.exp(case.random.uniform(-1.6, 1.6)) if case.random.random() < 0.8 else 1.0
        drawn = (abs(value) or 1.0) * factor
        if assumes is not None and not any(re.search(rf"(?<![\w.]){re.escape(name)}(?![\w.])", text) for text in assumes):
            drawn *= case.random.choice((1, 1, 1, -1))
        if assumes is not None and any(re.fullmatch(rf"{re.escape(name)}\s*<=?\s*0", text) for text in assumes):
            drawn = -drawn
        values[name] = drawn
    special(case, motion, values)
    return values if agreed(assumes or [], case.with_parameters(values)) else None


def special(case, motion, values):
    """Now and then two parameters of one unit are equal, and one that the condition of stability puts to 0 is."""
    units = {p["name"]: p["unit"] for p in case.system.facts.get("parameters", [])}
    names = [n for n in values if units.get(n) is not None]
    if case.random.random() < 0.25 and len(names) > 1:
        one = case.random.choice(names)
        others = [n for n in names if n != one and units[n] == units[one]]
        if others:
            values[one] = values[case.random.choice(others)]
    for name in re.findall(r"(?:^|and )([\w.]+) = 0", motion.get("stable_when") or ""):
        if name in values and case.random.random() < 0.4:
            values[name] = 0.0


def agreed(conditions, environment):
    """Whether all conditions hold beyond doubt; one that has no value does not."""
    try:
        return all(condition(text, environment) is True for text in conditions)
    except BROKEN:
        return False


def drawn_state(case, motion):
    """A state of the family at random parameters; None where it is not real there or misses the constraints."""
    system = case.system
    parameters = draw_parameters(case, motion)
    if parameters is None:
        return None
    q = dict(system.start.get("state", {}))
    fixed, speeds = {}, {}
    for name, text in motion["positions"].items():
        if text == "any":
            angle = system.angles[system.names.index(name)]
            fixed[name] = case.random.uniform(-math.pi, math.pi) if angle else (0.3 + abs(q.get(name, 0.0))) * case.random.uniform(-2, 2)
    for name, text in motion["speeds"].items():
        if text == "any":
            speeds[name] = case.random.uniform(-4, 4)
    for _ in range(3):  # texts may hold each other's names
        for table, given in ((fixed, motion["positions"]), (speeds, motion["speeds"])):
            for name, text in given.items():
                if text != "any":
                    environment = case.with_parameters({**parameters, **fixed, **speeds, "t": 0.0})
                    try:
                        table[name] = head(evaluate(text, environment))
                    except BROKEN:
                        return not_real(case, motion, {**parameters, **fixed, **speeds, "t": 0.0})
    start = [fixed.get(n, q.get(n, 0.0)) for n in system.names]
    if not all(math.isfinite(x) and abs(x) < 1e4 for x in [*start, *speeds.values()]):
        return None
    if not agreed([*(motion.get("exists_where") or []), *(motion.get("holds_where") or [])],
                  case.with_parameters({**parameters, **fixed, **speeds, "t": 0.0})):
        return None
    return complete(system, start, fixed, speeds, parameters)


class SaidToExist(Exception):
    """A motion without a real value where the conditions of its existence hold."""


def not_real(case, motion, values):
    conditions = motion.get("exists_where")
    if conditions and agreed(conditions, case.with_parameters(values)):
        raise SaidToExist(str(values))


def complete(system, q, fixed, speeds, parameters):
    """Positions and rates that the motion does not name, from the constraints."""
    n = len(system.names)
    state = State(0.0, q, [0.0] * n, parameters)
    loose = [k for k, name in enumerate(system.names) if name not in fixed]
    rows = system.holonomic()
    for _ in range(30 if rows else 0):
        matrix, _ = system.row_matrix(state, rows)
        step = linear.least_squares([[row[k] for k in loose] for row in matrix], system.phis(rows, state), len(loose), 1e-7)
        moved = list(state.q)
        for k, d in zip(loose, step):
            moved[k] -= d
        state = State(0.0, moved, state.v, parameters)
        if linear.norm(step) < 1e-13 * (1 + linear.norm(state.q)):  # Newton's method has ended: rounding
            break
    given = [[float(k == system.names.index(name[:-1])) for k in range(n)] for name in speeds]
    values = list(speeds.values())
    for name in fixed:
        if name + "'" not in speeds:
            given.append([float(k == system.names.index(name)) for k in range(n)])
            values.append(0.0)
    rows, rest = system.row_matrix(state)
    matrix, right = [*rows, *given], [*[-x for x in rest], *values]
    v = linear.least_squares(matrix, right, n, 1e-9)
    # Far above rounding: the rows contradict what is given.
    if max((abs(x - y) for x, y in zip(linear.apply(matrix, v), right)), default=0.0) > 1e-7 * (1 + linear.norm(v)):
        return None
    # Likewise: the rows are not met.
    if any(abs(x) > 1e-8 * (1 + linear.norm(state.q)) for x in system.phis(system.holonomic(), state)):
        return None
    return State(0.0, state.q, v, parameters)


def rates_of_chart(system, state, motion):
    """Independent rates: those of the motion first, then what else the rows leave free."""
    n = len(system.names)
    rows, _ = system.row_matrix(state)
    basis, chosen = list(rows), []
    order = [s[:-1] for s in motion["speeds"]] + list(motion["positions"]) + system.names
    have = linear.rank(basis, n)
    for name in dict.fromkeys(order):
        row = [float(k == system.names.index(name)) for k in range(n)]
        now = linear.rank([*basis, row], n)
        if now > have:
            basis.append(row)
            chosen.append(name + "'")
            have = now
    return chosen


def positions_of_chart(system, state, motion):
    n = len(system.names)
    rows = system.row_matrix(state, system.holonomic())[0] if system.holonomic() else []
    basis = list(rows)

    def independent(names):
        """Those that add to the rank of the basis; they become part of it."""
        out = []
        for name in names:
            row = [float(k == system.names.index(name)) for k in range(n)]
            if linear.rank([*basis, row], n) > linear.rank(basis, n):
                basis.append(row)
                out.append(name)
        return out

    chosen = independent(motion["positions"])
    held = independent(system.names)
    return chosen, held


def one_motion(case, motion, about):
    system = case.system
    kind = "steady motion in symbols"
    tally = {"seen": 0, "polynomial": 0, "stability": 0, "drift": 0}
    for _ in range(DRAWS):
        try:
            state = drawn_state(case, motion)
        except SaidToExist as problem:
            case.outcomes.false("existence of a steady motion", f"{about}: {motion['exists_where']}", f"not real at {problem}")
            return
        if state is None:
            continue
        try:
            a = system.motion(state)
        except BROKEN:
            continue
        if a is None:
            continue
        rates = rates_of_chart(system, state, motion)
        positions, held = positions_of_chart(system, state, motion)
        watched = [n for n in system.names if n + "'" in rates or n in motion["positions"]]
        size_a = 1.0 + max(map(abs, a)) + sum(v * v for v in state.v)
        # States meet their rows to 1e-7 (complete).
        moving = {n: a[system.names.index(n)] for n in watched if abs(a[system.names.index(n)]) > 1e-6 * size_a}
        if moving:
            case.outcomes.false(kind, about, f"accelerations {moving} with {shown(state)} {case.shown(state)}")
            return
        tally["seen"] += 1
        flow = Linearized(system, state, [*positions, *rates], held)
        try:
            matrix = flow.compute()
        except BROKEN:
            continue
        again = by_shorter_steps(flow, matrix) if matrix is not None else None
        if again is None:
            continue
        if not (polynomial(case, motion, (matrix, again), state, about, tally) and stability(case, motion, (matrix, again), state, about, tally) and
                drift(case, motion, matrix, state, about, tally)):
            return
    if tally["seen"]:
        case.outcomes.true(kind, about)
    else:
        case.outcomes.untested(kind, about, "no draw at which it is real")
    for name, title in (("polynomial", "characteristic polynomial"), ("stability", "stability condition")):
        if tally[name]:
            case.outcomes.true(title, about)
        elif tally["seen"] and (motion["stable_when"] if name == "stability" else motion["characteristic"]):
            case.outcomes.untested(title, about, "no draw that tells")
    if tally["drift"]:
        case.outcomes.true("drift", about)
    followers.test(case, motion, about)


def settled(flow, matrix):
    """Whether shorter differences give the same: not beside a pole of the chart."""
    return by_shorter_steps(flow, matrix) is not None


def by_shorter_steps(flow, matrix):
    """The matrix by shorter differences; None where they give another one."""
    other = Linearized(flow.system, flow.state, flow.chart)
    other.held, other.step = flow.held, flow.step / 3
    try:
        again = other.compute()
    except BROKEN:
        return None
    largest = max((abs(x) for row in matrix for x in row), default=0.0)
    # 100 ACCURACY of the differences.
    agrees = again is not None and all(abs(x - y) <= 1e-6 * largest for p, q in zip(matrix, again) for x, y in zip(p, q))
    return again if agrees else None


def shown(state):
    return "{" + ", ".join(f"{k}: {v:.5g}" for k, v in state.parameters.items()) + "}"


def names_at(case, state):
    system = case.system
    values = dict(zip(system.names, state.q))
    values.update((n + "'", v) for n, v in zip(system.names, state.v))
    return case.with_parameters({**state.parameters, **values, "t": 0.0})


def polynomial(case, motion, matrices, state, about, tally):
    """The printed polynomial is that of the linear motion, up to what other differences change."""
    matrix = matrices[0]
    if not motion["characteristic"]:
        return True
    environment = names_at(case, state)
    try:
        told = [head(evaluate(text, environment)) for text in motion["characteristic"]]
    except BROKEN:
        return True
    told = [0.0] * motion["zeros"] + [c / told[-1] for c in told]
    mine, again = [linear.characteristic(linear.balanced(m)) for m in matrices]
    if len(told) != len(mine):
        case.outcomes.false("characteristic polynomial", about, f"degree {len(told) - 1}, the linear motion has {len(mine) - 1} at {case.shown(state)}")
        return False
    scale, n = max(size(matrix), 1e-6), len(mine) - 1
    if scale > 1e4:
        return True
    for k, (x, y) in enumerate(zip(told, mine)):
        # 1000 ACCURACY: a coefficient loses digits to cancellation; and what other differences change.
        if abs(x - y) > 1e-5 * scale ** (n - k) * math.comb(n, k) + 3 * abs(y - again[k]):
            case.outcomes.false("characteristic polynomial", about, f"s^{k}: {x:.8g}, differences give {y:.8g} with {shown(state)} {case.shown(state)}")
            return False
    tally["polynomial"] += 1
    return factored(case, motion, told, environment, about)


def factored(case, motion, told, environment, about):
    """The product of the printed factors is the polynomial, up to a constant."""
    product = [0.0] * motion["zeros"] + [1.0]
    for factor in motion.get("factors") or []:
        values = [head(evaluate(text, environment)) for text in factor]
        longer = [0.0] * (len(product) + len(values) - 1)
        for i, x in enumerate(product):
            for j, y in enumerate(values):
                longer[i + j] += x * y
        product = longer
    if len(product) == motion["zeros"] + 1:
        return True
    worst = max(abs(x / product[-1] - y) / (1e-30 + max(abs(y), 1e-9 * max(map(abs, told)))) for x, y in zip(product, told))
    if len(product) != len(told) or worst > 1e-6:  # formulas in doubles, with room for cancellation in their products
        case.outcomes.false("characteristic polynomial", about, f"its factors multiply to another polynomial, off by {worst:.1e}")
        return False
    return True


def drift(case, motion, matrix, state, about, tally):
    """Deviations grow with t where the eigenvalue 0 has fewer eigenvectors than its multiplicity."""
    if motion["zeros"] == 0:
        return True
    sizes = linear.svd(matrix, len(matrix))[1]  # balancing lets the one entry of a Jordan chain vanish
    small, clear = 1e-8 * max(sizes), 1e-4 * max(sizes)
    if any(small < s < clear for s in sizes):
        return True
    constant = sum(s <= small for s in sizes)
    more = vanishing(motion, names_at(case, state))
    if more > 0 and not motion["drifts"]:
        return True  # more zeros than are said: what is said of stability leaves such parameters out
    zeros = motion["zeros"] + more
    if motion["drifts"] != (zeros > constant):
        case.outcomes.false("drift", f"{about}: {'drifts' if motion['drifts'] else 'does not drift'}",
                            f"{zeros} zeros, {constant} directions that stay with {shown(state)} {case.shown(state)}")
        return False
    tally["drift"] += 1
    return True


def vanishing(motion, environment):
    """How many more roots of the printed polynomial are 0 at these parameters: where two of them are equal, say."""
    values = [head(evaluate(text, environment)) for text in motion["characteristic"]]
    # Rounding of a coefficient that is 0.
    return next((k for k, value in enumerate(values) if abs(value) > 1e-12 * max(map(abs, values))), 0)


def stability(case, motion, matrices, state, about, tally):
    when, (matrix, again) = motion["stable_when"], matrices
    if when is None:
        return True
    mine = grows(matrix)
    if mine is False:
        mine = resonates(matrix, again)
    if mine is None or size(matrix) > 1e4:
        return True
    if when in ("always", "never"):
        said = when == "always"
    else:
        try:
            said = condition(when, names_at(case, state))
        except BROKEN:
            said = False
        if said is None:
            return True
    if said == mine:
        values = [f"{s:.4g}" for s in linear.eigenvalues(matrix)]
        case.outcomes.false("stability condition", f"{about}: stable when {when}", f"it is {'un' if mine else ''}stable with {shown(state)} {case.shown(state)}: {values}")
        return False
    tally["stability"] += 1
    if said and motion.get("asymptotic"):
        values = sorted(linear.eigenvalues(matrix), key=abs)[motion["zeros"]:]
        if any(s.real > -1e-9 * size(matrix) for s in values):  # none, but for rounding: a tenth of ACCURACY
            case.outcomes.false("stability condition", f"{about}: asymptotically stable", f"{[f'{s:.4g}' for s in values]} with {shown(state)}")
            return False
    return True
