"""States that meet a condition in words: `relative equilibrium (th'' = 0, th' = 0) with sin(th) != 0`, `E = -m*g*l`."""

import re

import linear
from expressions import Unreadable, evaluate_sized, sides
from series import Unknown
from states import BROKEN, State

STARTS = 16     # of Newton's method, or states that are given an energy
WANTED = 4      # states
DISTINCT = 1e-3 # of the sizes: what `!=` asks for, so that a factor that nearly vanishes is none


def states_at_rest(case, text):
    """Real states of the kind of rest that `text` names, for parameters near those of the model; None where it names none."""
    match = re.fullmatch(r"(relative )?equilibrium(?: \(([^()]*)\))?(?: with (.*))?", text)
    if not match or not case.system.readable:
        return None
    system = case.system
    named = [sides(part)[0].strip() for part in (match[2] or "").split(",") if part.strip()]
    still = {name[:-1] for name in named if name.endswith("'") and not name.endswith("''")}
    if match[1] and not still:
        return None
    still = set(system.names) if not match[1] else still
    besides = [part.strip() for part in (match[3] or "").split(" and ") if part.strip()]
    different = [part.split("!=") for part in besides if "!=" in part]
    zero = [sides(part)[0].strip() for part in besides if "!=" not in part]
    found = []
    for k in range(STARTS):
        if len(found) == WANTED:
            break
        scaled = {name: value * system.random.uniform(0.8, 1.25) for name, value in system.parameters.items()} if k % 2 else {}
        state = at_rest(system, system.draw_freely(scaled), still, zero)
        if state is not None and rests(case, state, still) and all(differ(case, state, *pair) for pair in different):
            found.append(state)
    return found


def at_rest(system, state, still, zero):
    """Newton's method with shortest steps for the positions, the rates that are not 0, and the multipliers."""
    n, m = len(system.names), len(system.multipliers)
    q = [0.0 if name in zero else x for name, x in zip(system.names, state.q)]
    v = [0.0 if name in still else x for name, x in zip(system.names, state.v)]
    free_q = [i for i, name in enumerate(system.names) if name not in zero]
    free_v = [i for i, name in enumerate(system.names) if name not in still]
    x = [*(q[i] for i in free_q), *(v[i] for i in free_v), *([0.0] * m)]

    def placed(x):
        for place, i in enumerate(free_q):
            q[i] = x[place]
        for place, i in enumerate(free_v):
            v[i] = x[len(free_q) + place]
        return State(state.t, q, v, state.parameters)

    def miss(x):
        at = placed(x)
        return [*system.residuals(at, [0.0] * n, x[len(x) - m:] if m else []), *system.phis(system.holonomic(), at),
                *system.psis(system.constraints, at)]
    try:
        for _ in range(40):
            here = miss(x)
            columns = []
            for k in range(len(x)):
                step = 1e-6 * max(1.0, abs(x[k]))
                ahead = miss([y + step * (j == k) for j, y in enumerate(x)])
                behind = miss([y - step * (j == k) for j, y in enumerate(x)])
                columns.append([(a - b) / (2 * step) for a, b in zip(ahead, behind)])
            change = linear.least_squares(linear.transpose(columns), here, len(x), 1e-9)
            size = linear.norm(change)
            factor = min(1.0, 1.0 / size) if size > 0 else 1.0
            x = [y - factor * d for y, d in zip(x, change)]
            if size < 1e-12 * (1 + linear.norm(x)):  # Newton's method has ended: rounding
                return placed(x) if max(map(abs, miss(x)), default=0.0) < 1e-9 else None  # states.FLOOR
    except BROKEN:
        pass
    return None


def rests(case, state, still):
    """Whether `eval` agrees: no acceleration, and no rate of what is at rest."""
    system = case.system
    if not system.tame(state) or not system.clear(state) or not system.accelerate(state):
        return False
    rates = [v for name, v in zip(system.names, state.v) if name in still]
    quick = max(1.0, *(max(map(abs, s.accelerations), default=0.0) for s in case.states))
    # Ten times states.FLOOR: accelerations follow by the stiffness.
    return max(map(abs, [*rates, *state.accelerations]), default=0.0) <= 1e-8 * quick


def differ(case, state, left, right):
    environment = case.environment(state)
    a, size_a = evaluate_sized(left, environment)
    b, size_b = evaluate_sized(right, environment)
    return abs(a - b) > DISTINCT * max(size_a, size_b, DISTINCT)


def states_of_value(case, text):
    """Real states at which the energy, or a momentum, has the value that `text` gives it; None where it gives none."""
    head, _, besides = text.partition(" with ")
    match = re.fullmatch(r"(E|h|T \+ V|p\.[^\W\d]\w*(?:\[\d+\])?) = (.+)", head)
    if not match or match[2] == "const":
        return None
    system, found = case.system, []
    different = [part.split("!=") for part in besides.split(" and ") if "!=" in part]
    for _ in range(3 * STARTS):
        if len(found) == WANTED:
            break
        state = system.draw()
        if state is None:
            continue
        state = with_value(case, state, match[1], match[2])
        if state is not None and system.tame(state) and system.clear(state) and system.accelerate(state) and \
                all(differ(case, state, *pair) for pair in different):
            found.append(state)
    return found


def with_value(case, state, quantity, wanted):
    """The state with its rates multiplied so that the quantity has the value; None where no factor up to 8 does, or the rows do not allow it."""
    system = case.system

    def gap(factor):
        at = State(state.t, state.q, [factor * v for v in state.v], state.parameters)
        environment = case.environment(at, with_motion=False)
        return evaluate_sized(quantity, environment)[0] - evaluate_sized(wanted, environment)[0], at
    try:
        ends = [(f, gap(f)[0]) for f in (0.0, 0.5, 1.0, 2.0, 4.0, 8.0)]
        for (low, below), (high, above) in zip(ends, ends[1:]):
            if below == 0.0 or below * above > 0:
                continue
            for _ in range(200):
                middle = 0.5 * (low + high)
                if gap(middle)[0] * below > 0:
                    low = middle
                else:
                    high = middle
            at = gap(0.5 * (low + high))[1]
            off = max(map(abs, system.psis(system.constraints, at)), default=0.0)
            # states.FLOOR; what moves.
            return at if off <= 1e-9 * (1 + linear.norm(at.v)) and linear.norm(at.v) > 1e-6 else None
    except (*BROKEN, Unreadable, Unknown):
        pass
    return None


def rest_claims(case):
    """Printed equations without accelerations, and without rates: what students claim of equilibria, as if it held always."""
    out = []
    for text in case.system.plain_equations[:3]:
        if len(text) > 200 or ")'" in text:
            continue
        steady = re.sub(r"([^\W\d]\w*(?:\[\d+\])?)''", "0", text)
        out.append(steady)
        out.append(re.sub(r"([^\W\d]\w*(?:\[\d+\])?)'", "0", steady))
    return [text for text in out if re.search(r"[^\W\d]", text)]


__all__ = ["states_at_rest", "states_of_value", "rest_claims"]
