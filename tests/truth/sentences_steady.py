"""Steady states by `eval`, their eigenvalues and verdicts by differences, small oscillations."""

import math

import linear
import sentences_symbolic as symbolic
from linearization import ACCURACY, Linearized, grows, nearest, resonates, size
from states import State


def test(case):
    for k, steady in enumerate(case.facts.get("steady_states") or []):
        one_state(case, steady, f"{steady['kind']} {k + 1}: " + ", ".join(f"{n} = {x:.6g}" for n, x in steady["state"].items()))


def one_state(case, steady, about):
    system = case.system
    given = steady["state"]
    state = State(system.start.get("t", 0.0), [given[n] for n in system.names], [given[n + "'"] for n in system.names], {})
    kind = f"{steady['kind'].replace('_', ' ')} is one"
    if not system.accelerate(state):
        case.outcomes.false(kind, about, f"eval refuses it: {str(state.answer.get('diagnostics'))[:150]}")
        return
    stands(case, steady, state, kind, about)
    for name, value in steady.get("reactions", {}).items():
        told = state.answer["reactions"].get(name)
        if told is not None:
            scale = max([1e-3, *map(abs, state.multipliers.values())])
            # Ten times states.RELATIVE: forces follow the rounded state by their stiffness.
            case.outcomes.judge("reaction at a steady state", abs(told - value) <= 1e-6 * max(scale, abs(told)), f"{name} = {value}", f"eval gives {told}")
    spectrum(case, steady, state, about)
    oscillations(case, steady, about)


def typical(case):
    """Accelerations of random states: what 'zero' is measured by."""
    values = sorted(max(map(abs, s.accelerations)) for s in case.states) or [1.0]
    return max(values[len(values) // 2], 1.0)


def stands(case, steady, state, kind, about):
    system = case.system
    for c in system.constraints:
        row = state.answer["constraints"][c["name"]]
        # states.RELATIVE.
        if max(abs(row["position"] or 0.0), abs(row["velocity"] or 0.0)) > 1e-7 * (1 + linear.norm(state.q) + linear.norm(state.v)):
            case.outcomes.false(kind, about, f"constraint {c['name']} is off by {row}")
            return
    zero = 1e-7 * typical(case)  # states.RELATIVE
    running = set(steady["running"])
    speeds = {n: v for n, v in zip(system.names, state.v) if n not in running}
    fast = {n: v for n, v in speeds.items() if abs(v) > 1e-9}  # states.FLOOR
    independent = [n[:-1] for n in steady["state_space"]["states"] if n.endswith("'")] if "state_space" in steady else system.names
    if steady["kind"] == "equilibrium":
        independent = system.names
    watched = {*independent, *(n for n in system.names if n not in running), *(running - set(steady["changing"]))}
    moving = {n: a for n, a in zip(system.names, state.accelerations) if n in watched and abs(a) > zero}
    case.outcomes.judge(kind, not fast and not moving, about, f"rates {fast}, accelerations {moving}")
    constant_rates(case, steady, state, about)
    if not system.readable_rows():
        return
    rows, _ = system.row_matrix(state)
    n = len(system.names)
    given = [[float(k == system.names.index(name)) for k in range(n)] for name in independent]
    case.outcomes.judge(f"{kind}: its rates follow", linear.rank([*linear.scaled_rows(rows), *given], n) == n, about,
                        f"the rates of {independent} do not determine the others")
    around(case, state, kind, about)


def constant_rates(case, steady, state, about):
    """Which rates of the coordinates that run stay as they are: by the accelerations here and further on."""
    system, running = case.system, steady["running"]
    if not running or not system.readable_rows() or "state_space" not in steady or case.facts["rheonomic"]:
        return
    rates, values = dict(zip(system.names, state.v)), dict(zip(system.names, state.q))
    chart = steady["state_space"]["states"]
    fixed = {n: values[n] for n in chart if n in values}
    speeds = {n: rates[n[:-1]] for n in chart if n.endswith("'")}
    quick, moved = max(1.0, *map(abs, state.v)), {n: 0.0 for n in running}
    for time in (0.0, 0.3 / quick, 0.7 / quick):
        later = symbolic.complete(system, [q + time * rates[n] for n, q in values.items()], fixed, speeds, {}) if time > 0.0 else state
        if later is None or not system.accelerate(later):
            continue
        moved = {n: max(x, abs(later.accelerations[system.names.index(n)])) for n, x in moved.items()}
    # States further on meet their rows to 1e-7 (symbolic.complete).
    said, seen = set(steady["changing"]), {n for n, a in moved.items() if a > 1e-6 * quick * quick * typical(case)}
    case.outcomes.judge("rates that change along a steady motion", said == seen, f"{about}: {sorted(said)}",
                        f"accelerations {moved}")


def around(case, state, kind, about):
    """The equations have values on all sides of the state, and change little."""
    system = case.system
    if system.constraints:
        return
    n = len(system.names)
    for k in range(2 * n):
        for step in (1e-6, -1e-6):
            z = [*state.q, *state.v]
            z[k] += step * max(1.0, abs(z[k]))
            beside = State(state.t, z[:n], z[n:], {})
            name = system.names[k % n] + ("'" if k >= n else "")
            if not system.accelerate(beside):
                case.outcomes.false(f"{kind}: around it", about, f"eval refuses {name} changed by {step:g}")
                return
    case.outcomes.true(f"{kind}: around it", about)


def spectrum(case, steady, state, about):
    system = case.system
    chart = steady["state_space"]["states"] if "state_space" in steady else []
    if not chart or not steady["eigenvalues"] and not steady["state_space"]["A"]:
        return
    kind = "eigenvalues"
    if not system.readable and len(system.names) > 5:
        case.outcomes.untested(kind, about, "equations that are not printed in full, and more than 5 coordinates")
        return
    with case.sentence(kind, about):
        still = [n for n in system.names if n not in chart and free(case, state, n, chart)]
        flow = Linearized(system, state, chart, still)
        matrix = flow.settled()
        if matrix is None:
            flow = Linearized(system, state, chart)
            matrix = flow.settled()
        if matrix is None:
            case.outcomes.untested(kind, about, flow.why)
            return
        told = steady["state_space"]["A"]
        scale = max(size(matrix), size(told))
        off = max(abs(x - y) for p, q in zip(matrix, told) for x, y in zip(p, q))
        largest = max([1e-3, *(abs(x) for row in [*matrix, *told] for x in row)])
        # 100 ACCURACY of the differences.
        case.outcomes.judge("state matrix", off <= 1e-6 * largest, about, f"entries differ by {off:.2e} of {largest:.2e}")
        values = [complex(*e["value"]) for e in steady["eigenvalues"]]
        worst = max(((nearest(matrix, s), s) for s in values), key=lambda p: p[0], default=(0.0, 0.0))
        case.outcomes.judge(kind, worst[0] <= 1e3 * ACCURACY and len(values) == len(matrix), about,
                            f"{worst[1]} is none: the nearest matrix that has it is {worst[0]:.1e} away; {len(values)} of {len(matrix)}")
        multiplicity(case, steady, matrix, values, about)
        verdict(case, steady, matrix, values, scale, about)
        if "linear_motion" in steady:
            linear_motion(case, steady, (matrix, flow.matrix), about)


BOUNDED = ("asymptotically_stable", "returns_to_family", "oscillates", "neutral")


def linear_motion(case, steady, matrices, about):
    """What is said of the linear motion, by the numbers of zeros and of their directions, and by the sides of the axis."""
    matrix, again = matrices
    kind, told, scale, n = "linear motion", steady["linear_motion"], size(matrix), len(matrix)
    if told in ("undecided", "unstable"):
        return
    values = linear.eigenvalues(matrix)
    zeros = [s for s in values if abs(s) < 1e-4 * scale]  # a double zero is moved by the root of ACCURACY
    if any(1e-4 * scale <= abs(s) < 1e-2 * scale for s in values):  # a triple one by the third root of 100 ACCURACY
        case.outcomes.untested(kind, f"{about}: {told}", "small eigenvalues beside large ones")
        return
    sizes = linear.svd(matrix, n)[1]
    flat = sum(1 for s in sizes if s <= max(1e-7 * sizes[0], 1e-9))  # ten times ACCURACY
    right = max((s.real for s in values), default=0.0)
    slowest = max((s.real for s in values if abs(s) >= 1e-4 * scale), default=-scale)  # as above: others are zeros
    good = right < 1e-4 * scale
    if told in BOUNDED:
        good = good and flat == len(zeros) and resonates(matrix, again) is not True
    if told == "asymptotically_stable":
        good = good and not zeros and slowest < -1e-6 * scale  # 100 ACCURACY: a single value
    if told == "returns_to_family":
        good = good and bool(zeros) and slowest < -1e-6 * scale  # 100 ACCURACY: a single value
    if told == "drifts":
        good = flat < len(zeros)
    case.outcomes.judge(kind, good, f"{about}: {told}", f"{len(zeros)} zeros with {flat} directions, largest real parts {right:.1e}, {slowest:.1e}")


def free(case, state, name, chart):
    """Whether a position that is no state is held: one that the constraints do not give by the states."""
    system = case.system
    if not system.holonomic():
        return True
    rows, _ = system.row_matrix(state, system.holonomic())
    n = len(system.names)
    chosen = [[float(k == system.names.index(c)) for k in range(n)] for c in chart if c in system.names]
    mine = [float(k == system.names.index(name)) for k in range(n)]
    return linear.rank([*rows, *chosen, mine], n) > linear.rank([*rows, *chosen], n)


def multiplicity(case, steady, matrix, values, about):
    """The number of zeros by the rank of a high power, where the powers show it."""
    n = len(matrix)
    scale = size(matrix)
    power = [[x / scale for x in row] for row in linear.balanced(matrix)]
    total = power
    for _ in range(n - 1):
        total = linear.multiply(total, power)
    mine = linear.eigenvalues(matrix)
    # Zeros of both sides are moved by the root of 100 ACCURACY.
    near = sum(1 for s in mine if abs(s) < 1e-3 * scale)
    said = sum(1 for s in values if abs(s) < 1e-3 * scale)  # as above
    case.outcomes.judge("number of small eigenvalues", near == said, about, f"{said} said, differences give {near}")


def verdict(case, steady, matrix, values, scale, about):
    kind = "unstable or not"
    mine = grows(matrix)
    if steady["unstable"]:
        largest = max(values, key=lambda s: s.real)
        shifted = complex(0.0, largest.imag)
        # a zero beside it may be one of its own (a family): what differences give again to 10 % is no round-off
        is_seen = any(abs(s - largest) <= 0.1 * largest.real for s in linear.eigenvalues(matrix))
        # The root of 100 ACCURACY.
        doubtful = nearest(matrix, shifted) < ACCURACY and largest.real < 1e-3 * scale and not is_seen
        case.outcomes.judge(kind, mine is not False and not doubtful, about + ": unstable", f"{largest} is round-off: {shifted} is an eigenvalue as well")
    elif mine is None:
        case.outcomes.untested(kind, about, "too near to the axis for differences")
    else:
        case.outcomes.judge(kind, not mine, about + ": not unstable", f"differences give {max(linear.eigenvalues(matrix), key=lambda s: s.real)}")


def oscillations(case, steady, about):
    facts = steady.get("small_oscillations")
    if not facts:
        return
    kind = "small oscillations"
    m, k, shapes = facts["mass"], facts["stiffness"], facts["shapes"]
    n = len(m)
    if not shapes or not facts["omega_squared"]:
        return
    x = linear.transpose(shapes)
    gram = [[sum(a * b for a, b in zip(u, linear.apply(m, v))) for v in x] for u in x]
    unit = max(abs(gram[i][j] - (i == j)) for i in range(n) for j in range(n))
    size_k = max(abs(v) for row in k for v in row) or 1.0
    off = max(max(abs(p - w * q) for p, q in zip(linear.apply(k, u), linear.apply(m, u))) / (linear.norm(u) * size_k)
              for u, w in zip(x, facts["omega_squared"]))
    # Products of printed numbers: rounding, times the condition of the modes.
    case.outcomes.judge(kind, unit <= 1e-8 and off <= 1e-8, about, f"shapes are off by {unit:.1e}, K x = ω² M x by {off:.1e}")
    if facts.get("damping_ratios"):
        damping, scale = facts["damping"], max(abs(v) for row in facts["damping"] for v in row)
        for i, u in enumerate(x):
            along = linear.apply(damping, u)
            beside = max((abs(sum(a * b for a, b in zip(v, along))) for j, v in enumerate(x) if j != i), default=0.0)
            told = 2 * facts["damping_ratios"][i] * math.sqrt(max(facts["omega_squared"][i], 0.0))
            own = sum(a * b for a, b in zip(u, along))
            size_u = scale * linear.norm(u) * max(map(linear.norm, x))
            # states.RELATIVE.
            good = beside <= 1e-7 * size_u and (facts["omega_squared"][i] <= 0 or abs(told - own) <= 1e-7 * size_u)
            case.outcomes.judge("damping of a mode", good, f"{about} mode {i + 1}: ratio {facts['damping_ratios'][i]:.6g}",
                                f"couples to another mode by {beside:.1e}, x C x is {own:.6g}")
    damped = any(abs(v) > 1e-12 for row in facts["damping"] for v in row)  # rounding of an entry that is 0
    if not damped:
        squares = [-(complex(*e["value"]) ** 2).real for e in steady["eigenvalues"]]
        largest = max(map(abs, facts["omega_squared"])) or 1.0
        miss = max(min(abs(s - w) for s in squares) for w in facts["omega_squared"]) if squares else 0.0
        # 100 ACCURACY: twice as many digits are lost by squares.
        case.outcomes.judge(kind, miss <= 1e-6 * largest, about + " ω²", f"no eigenvalue belongs to ω² within {miss:.1e}")
