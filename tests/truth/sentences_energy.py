"""Split of the kinetic energy, mass matrix, König, momenta, energy and its balance, forces of a moving frame."""

import math

from expressions import evaluate_sized
from series import Series, head
from states import State


def test(case):
    facts = case.facts
    if "kinetic_split" not in facts or not case.states:
        return
    if facts["kinetic_split"]["of"] == "T" or facts["kinetic_split"]["exact"]:
        split(case)
        mass_matrix(case)
    else:
        case.outcomes.untested("split of the energy", case.file.name, "L is not a quadratic polynomial in the rates")
    koenig(case)
    for momentum in facts["momenta"]:
        momenta(case, momentum)
    energy(case)
    fictitious(case)
    centrifugal_effect(case)
    time_drops_out(case)


def kinetic(case):
    """T (or L) as one text, from the three parts."""
    parts = case.facts["kinetic_split"]
    return f"({parts['quadratic']}) + ({parts['linear']}) + ({parts['constant']})"


def lagrangian(case):
    """L = 2 T2 + T1 − h, since h = T2 − T0 + V; where L alone is given, the split is of L."""
    parts = case.facts["kinetic_split"]
    if parts["of"] == "L":
        return kinetic(case)
    return f"2*({parts['quadratic']}) + ({parts['linear']}) - ({case.facts['energy']['h']})"


def moved(state, rates=None, positions=None):
    return State(state.t, positions or state.q, rates or state.v, state.parameters)


def slope(case, text, state, index, of_rate):
    """∂text/∂v_i or ∂text/∂q_i at a state, exactly, by a series in that one variable."""
    system = case.system
    values = {**system.parameters, **state.parameters, "t": Series(state.t, 0.0)}
    for k, (name, q, v) in enumerate(zip(system.names, state.q, state.v)):
        values[name] = Series(q, 1.0 if k == index and not of_rate else 0.0)
        values[name + "'"] = Series(v, 1.0 if k == index and of_rate else 0.0)
    from expressions import Environment, evaluate
    out = evaluate(text, Environment(values, shadowed(case)))
    return out.c[1] if isinstance(out, Series) and len(out.c) > 1 else 0.0


def shadowed(case):
    """Definitions without those whose own rates a slope would misread."""
    return {k: v for k, v in case.system.definitions.items() if "'" not in v}


def split(case):
    parts = case.facts["kinetic_split"]
    for degree, name in ((2, "quadratic"), (1, "linear"), (0, "constant")):
        def homogeneous(state, degree=degree, name=name):
            one, size = case.values(parts[name], state, False)
            two, more = case.values(parts[name], moved(state, [-3 * v for v in state.v]), False)
            return two - (-3) ** degree * one, size * 3 ** degree + more
        case.at_states("split of the energy", f"{name}: {parts[name]}", homogeneous)
    if parts["of"] == "T":
        def whole(state):
            value, size = case.values(kinetic(case), state, False)
            return value - state.answer["energies"]["T"], size + abs(value)
        case.at_states("split of the energy", "T = T2 + T1 + T0", whole)


def mass_matrix(case):
    facts, n = case.facts["mass_matrix"], len(case.system.names)
    entries = facts["entries"]
    text = case.facts["kinetic_split"]["quadratic"]
    off, size, changes = 0.0, 0.0, 0.0
    first = None
    for state in case.loose:
        with case.sentence("mass matrix", "entries"):
            values = []
            for i in range(n):
                for j in range(n):
                    ahead = moved(state, [float(k == j) for k in range(n)])
                    values.append(slope(case, text, ahead, i, True))
            scale = max(map(abs, values), default=0.0)
            for k, value in enumerate(values):
                claimed, terms = case.values(entries[k // n][k % n], state, False)
                # Two formulas with exact derivatives: rounding, with room for cancellation.
                if abs(claimed - value) > 1e-8 * max(terms, scale):
                    case.outcomes.false("mass matrix", f"entry {k // n},{k % n}: {entries[k // n][k % n]}", f"{value} at {case.shown(state)}")
                    return
            off = max([off, *(abs(values[i * n + j]) for i in range(n) for j in range(n) if i != j)])
            size = max(size, scale)
            first = first or values
            changes = max(changes, max(abs(x - y) for x, y in zip(values, first)))
    case.outcomes.true("mass matrix", "entries")
    # Derivatives are exact: rounding, 1e-15 of size, with room for cancellation.
    case.outcomes.judge("mass matrix", facts["orthogonal"] == (off <= 1e-10 * size), f"orthogonal: {facts['orthogonal']}", f"off-diagonal {off}")
    case.outcomes.judge("mass matrix", facts["constant"] == (changes <= 1e-10 * size), f"constant: {facts['constant']}", f"changes by {changes}")
    if "changes_with" in facts:
        changes_with(case, text, size)


def changes_with(case, text, size):
    """Which of positions, rates and the time the mass matrix depends on: each moved alone."""
    n, seen = len(case.system.names), set()

    def entries(state):
        unit = [[slope(case, text, moved(state, [float(k == j) for k in range(n)]), i, True) for j in range(n)] for i in range(n)]
        return [x for row in unit for x in row]
    for one, other in zip(case.loose, case.loose[1:]):
        base = entries(one)
        for what, state in (("position", State(one.t, other.q, one.v, {})), ("time", State(one.t + 0.37, one.q, one.v, {}))):
            if max(abs(x - y) for x, y in zip(base, entries(state))) > 1e-10 * size:  # as in mass_matrix
                seen.add(what)
    told = set(case.facts["mass_matrix"]["changes_with"]) - {"speed"}
    case.outcomes.judge("mass matrix", told == seen, f"changes with {sorted(told)}", f"it changes with {sorted(seen)}")


def koenig(case):
    facts = case.facts.get("koenig")
    if not facts:
        return
    mass = facts["mass"]
    names = list(facts["velocity"])

    def whole(state):
        m, _ = case.values(mass, state, False)
        parts = [case.values(v, state, False)[0] for v in facts["velocity"].values()]
        relative, size = case.values(facts["relative"], state, False)
        mine = 0.5 * m * sum(v * v for v in parts)
        value, terms = case.values(kinetic(case), state, False)
        return value - mine - relative, size + terms + abs(mine)
    case.at_states("König", f"m = {mass}, {facts['velocity']}", whole)
    for name in names:
        index = case.system.names.index(name)

        def free(state, index=index):
            return slope(case, facts["relative"], state, index, True), 1e-3 + abs(case.values(facts["relative"], state, False)[1])
        case.at_states("König", f"T' does not hold {name}'", free)

        def relative_is_no_kinetic_energy_of_the_centre(state, index=index, name=name):
            p = slope(case, kinetic(case), state, index, True)
            m, _ = case.values(mass, state, False)
            v, size = case.values(facts["velocity"][name], state, False)
            return p - m * v, abs(p) + m * size
        case.at_states("König", f"p.{name} = m v_G", relative_is_no_kinetic_energy_of_the_centre)


def momenta(case, momentum):
    name = momentum["coordinate"]
    index = case.system.names.index(name)

    def is_slope(state):
        value, size = case.values(momentum["momentum"], state, False)
        return value - slope(case, kinetic(case), state, index, True), size + abs(value)

    def is_evaluated(state):
        value, size = case.values(momentum["momentum"], state, False)
        rounding = 1e-8 * max(map(abs, state.answer["momenta"].values()))  # of a sum that cancels, times the bound 1e-7
        return value - state.answer["momenta"][name], size + rounding
    if not case.states[0].answer.get("momenta"):
        case.at_states("momentum", f"p.{name} = {momentum['momentum']}", is_slope)
    else:
        case.at_states("momentum", f"p.{name} = {momentum['momentum']}", is_evaluated)

    def its_rate(state):
        rate, size = case.rate(momentum["momentum"], state)
        value, terms = case.values(momentum["rate"], state)
        return rate - value, size + terms + abs(value)
    case.at_states("rate of a momentum", f"d/dt p.{name} = {momentum['rate']}", its_rate)
    is_cyclic(case, momentum, name, index)
    if momentum["conserved"] in ("yes", "no"):
        case.conserved("conserved momentum", momentum["momentum"], momentum["conserved"], f"p.{name} conserved: {momentum['conserved']}")
    else:
        case.outcomes.untested("conserved momentum", f"p.{name}", "undecided by the program")


def is_cyclic(case, momentum, name, index):
    from sentences_symmetry import of_potential_forces  # which needs this file
    if not momentum["cyclic"] and not of_potential_forces(case):
        case.outcomes.untested("cyclic coordinate", name, "a potential that depends on the rates")
        return
    with case.sentence("cyclic coordinate", name):
        asked = case.loose if momentum["cyclic"] else [*case.loose, *case.lively()]
        steep = max(abs(slope(case, lagrangian(case), state, index, False)) for state in asked)
        size = max(case.values(lagrangian(case), state, False)[1] for state in asked)
        # Derivatives are exact: rounding, 1e-15 of the terms, with room for cancellation.
        case.outcomes.judge("cyclic coordinate", momentum["cyclic"] == (steep <= 1e-10 * size), f"{name} cyclic: {momentum['cyclic']}",
                            f"∂L/∂{name} reaches {steep:.2e}")


def energy(case):
    facts = case.facts["energy"]

    def is_h(state):
        value, size = case.values(facts["h"], state, False)
        return value - state.answer["energies"]["h"], size + abs(value)
    if "h" in case.states[0].answer.get("energies", {}):
        case.at_states("energy function", f"h = {facts['h']}", is_h)
    if facts["conserved"] in ("yes", "no"):
        case.conserved("conserved energy", facts["h"], facts["conserved"], f"h conserved: {facts['conserved']}")
    with case.sentence("power balance", str(facts["balance"])):
        def balance(state):
            rate, size = case.rate(facts["h"], state)
            powers = [case.values(part["power"], state) for part in facts["balance"]]
            return rate - sum(p for p, _ in powers), size + sum(s for _, s in powers)
        case.at_states("power balance", "h' = " + " + ".join(part["power"] for part in facts["balance"]), balance)
    energies = case.states[0].answer.get("energies", {})
    if "E" in energies and facts["is_total_energy"] in ("yes", "no"):
        gap = max(abs(s.answer["energies"]["E"] - s.answer["energies"]["h"]) for s in case.states)
        size = max(abs(s.answer["energies"]["T"]) + abs(s.answer["energies"]["V"]) for s in case.states)
        # states.FLOOR.
        case.outcomes.judge("h is the total energy", (facts["is_total_energy"] == "yes") == (gap <= 1e-9 * size),
                            f"h = E: {facts['is_total_energy']}", f"they differ by {gap:.2e} at a state")


def fictitious(case):
    """Coriolis, Euler and centrifugal parts from T1 and T0 (docs/theory/analysis.md (4))."""
    facts, parts = case.facts["fictitious_forces"], case.facts["kinetic_split"]
    n = len(case.system.names)
    if parts["of"] != "T":
        case.outcomes.untested("forces of a moving frame", case.file.name, "L is not split into T and V")
        return
    linear_parts = {}

    def factors(state):
        """∂a_k/∂q_j, the same for all forces of a state."""
        if id(state) not in linear_parts:
            linear_parts[id(state)] = [gradient_of_linear(case, parts["linear"], state, k) for k in range(n)]
        return linear_parts[id(state)]
    for i, name in enumerate(case.system.names):
        def centrifugal(state, i=i, name=name):
            value, size = case.values(facts["centrifugal"][name], state, False)
            return value - slope(case, parts["constant"], state, i, False), size + abs(value) + case.values(parts["constant"], state, False)[1]
        case.at_states("centrifugal force", f"{name}: {facts['centrifugal'][name]}", centrifugal)

        def coriolis(state, i=i, name=name):
            value, size = case.values(facts["coriolis"][name], state, False)
            a = factors(state)
            total = sum((a[j][i] - a[i][j]) * state.v[j] for j in range(n))
            return value - total, size + sum(abs(a[j][i]) + abs(a[i][j]) for j in range(n)) * max(map(abs, state.v))
        case.at_states("Coriolis force", f"{name}: {facts['coriolis'][name]}", coriolis)

        def euler(state, i=i, name=name):
            value, size = case.values(facts["euler"][name], state, False)
            step = 1e-4
            later, before = (State(state.t + d, state.q, [float(k == i) for k in range(n)], state.parameters) for d in (step, -step))
            change = (case.values(parts["linear"], later, False)[0] - case.values(parts["linear"], before, False)[0]) / (2 * step)
            return value + change, size + abs(value) + case.values(parts["linear"], later, False)[1] + 1e-12
        case.at_states("Euler force", f"{name}: {facts['euler'][name]}", euler, 1e-5)


def gradient_of_linear(case, text, state, index):
    """∂a_index/∂q_j for all j, where T1 = a·v."""
    n = len(case.system.names)
    unit = moved(state, [float(k == index) for k in range(n)])
    return [slope(case, text, unit, j, False) for j in range(n)]


def centrifugal_effect(case):
    """The centrifugal force against the weight at the start, in the metric of the inverse mass matrix."""
    facts = case.facts.get("centrifugal_effect")
    parts = case.facts["kinetic_split"]
    if not facts:
        return
    import linear
    state, n = case.system.initial(), len(case.system.names)
    if state is None:
        return
    with case.sentence("centrifugal effect", str(facts)):
        potential = f"({case.facts['energy']['h']}) - ({parts['quadratic']}) + ({parts['constant']})"
        name = next((p for p in ("g", "G") if p in case.system.parameters), None)
        without = State(state.t, state.q, state.v, {**state.parameters, name: 0.0} if name else {})
        of_others = [slope(case, potential, without, i, False) if name else 0.0 for i in range(n)]  # springs are no weight
        weight = [other - slope(case, potential, state, i, False) for i, other in enumerate(of_others)]
        force = [slope(case, parts["constant"], state, i, False) for i in range(n)]
        mass = [[slope(case, parts["quadratic"], moved(state, [float(k == j) for k in range(n)]), i, True) for j in range(n)] for i in range(n)]

        def inner(a, b):
            return sum(x * y for x, y in zip(a, linear.least_squares(mass, b, n)))
        reduction = -inner(force, weight) / inner(weight, weight)
        both = [x + y for x, y in zip(force, weight)]
        angle = math.acos(max(-1.0, min(1.0, inner(weight, both) / math.sqrt(inner(weight, weight) * inner(both, both)))))
        # The cosine of a small angle is known to 1e-16, the angle to the root of it.
        good = abs(reduction - facts["reduction"]) <= 1e-6 * (1 + abs(reduction)) and abs(angle - facts["deflection"]) <= 1e-6
        case.outcomes.judge("centrifugal effect", good, str(facts), f"reduction {reduction}, deflection {angle}")


def time_drops_out(case):
    """Whether accelerations at one state change with t alone."""
    if not case.system.readable:
        return
    changes = 0.0
    for state in case.states[:4]:
        with case.sentence("time drops out", case.file.name):
            later = State(state.t + 0.77, state.q, state.v, state.parameters)
            values = [evaluate_sized(text.split("=")[0], case.system.environment(s, state.accelerations, state.multipliers))
                      for s in (state, later) for text in case.system.equations]
            half = len(values) // 2
            for (a, size), (b, _) in zip(values[:half], values[half:]):
                changes = max(changes, abs(head(a) - head(b)) / size if size else 0.0)
    if case.facts.get("time_drops_out") or not case.facts.get("rheonomic"):
        # states.FLOOR.
        case.outcomes.judge("time drops out", changes <= 1e-9, f"rheonomic {case.facts.get('rheonomic')}, drops out {case.facts.get('time_drops_out')}",
                            f"an equation changes by {changes:.1e} of its terms with t")


__all__ = ["test", "evaluate_sized", "lagrangian", "kinetic", "slope", "moved"]
