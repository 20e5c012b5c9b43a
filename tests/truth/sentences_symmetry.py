"""Symmetries by Noether's equation, what they keep, momentum equations, the effective potential, silence about conserved momenta."""

import completeness
import linear
from expressions import Environment, evaluate
from sentences_energy import lagrangian, slope
from series import Series
from states import State


def rate_gap(case, said):
    """The printed rate of a printed quantity beside its rate along the motion."""
    def gap(state):
        rate, size = case.rate(said["quantity"], state)
        value, terms = case.values(said["rate"], state)
        return rate - value, size + terms
    return gap


def test(case):
    if "symmetries" not in case.facts or not case.states:
        return
    for symmetry in case.facts["symmetries"]:
        noether(case, symmetry)
    for equation in case.facts.get("momentum_equations") or []:
        momentum_equation(case, equation)
    effective_potential(case)
    silence(case)
    completeness.test(case)


def of_potential_forces(case):
    """Whether L as a text is all of it: a potential that depends on the rates does not stand in h, and may vanish at one state."""
    def agrees(state):
        told = state.answer["momenta"]
        # states.FLOOR.
        return all(abs(told[name] - slope(case, lagrangian(case), state, k, True)) <= 1e-9 * (1 + abs(told[name]))
                   for k, name in enumerate(case.system.names))
    return all("momenta" in state.answer and agrees(state) for state in case.states)


def described(symmetry):
    changes = {k: v for k, v in symmetry["dq"].items() if v != "0"}
    return f"dt = {symmetry['dt']}, dq = {changes}, keeps {str(symmetry['quantity'])[:90]}"


def noether(case, symmetry):
    system, about = case.system, described(symmetry)
    with case.sentence("symmetry", about):
        if of_potential_forces(case):
            whole = lagrangian(case)
            case.at_states("symmetry", about, lambda state: defect(case, symmetry, whole, state))

            def quantity(state):
                value, size = case.values(symmetry["quantity"], state, False)
                p = [slope(case, whole, state, k, True) for k in range(len(system.names))]
                parts = [p[k] * case.values(symmetry["dq"][name], state, False)[0] for k, name in enumerate(system.names)]
                parts.append(-case.values(case.facts["energy"]["h"], state, False)[0] * case.values(symmetry["dt"], state, False)[0])
                parts.append(-case.values(symmetry["gauge"], state, False)[0])
                return value - sum(parts), size + sum(map(abs, parts))
            case.at_states("quantity of a symmetry", about, quantity)
        else:
            case.outcomes.untested("symmetry", about, "a potential that depends on the rates")

    case.at_states("rate of a symmetry's quantity", about, rate_gap(case, symmetry))
    if symmetry["conserved"] in ("yes", "no"):
        case.conserved("quantity of a symmetry conserved", symmetry["quantity"], symmetry["conserved"], f"{about}: {symmetry['conserved']}")
    else:
        case.outcomes.untested("quantity of a symmetry conserved", about, "undecided by the program")


def defect(case, symmetry, whole, state):
    """ξ·∂L/∂q + (ξ̇ − v τ̇)·∂L/∂v + τ ∂L/∂t + L τ̇ − ḟ, where the dots are along any motion: a is drawn freely."""
    system = case.system
    a = [case.random.uniform(-1, 1) for _ in system.names]

    def with_rate(text):
        out = evaluate(text, system.environment(state, a))
        return (out.c[0], out.c[1]) if isinstance(out, Series) and len(out.c) > 1 else (float(out.c[0] if isinstance(out, Series) else out), 0.0)
    tau, tau_rate = with_rate(symmetry["dt"])
    _, gauge_rate = with_rate(symmetry["gauge"])
    parts = [-gauge_rate]
    value, size = case.values(whole, state, False)
    parts.append(value * tau_rate)
    values = {**system.parameters, **state.parameters, "t": Series(state.t, 1.0)}
    for name, q, v in zip(system.names, state.q, state.v):
        values[name], values[name + "'"] = Series(q, 0.0), Series(v, 0.0)
    out = evaluate(whole, Environment(values, {k: v for k, v in system.definitions.items() if "'" not in v}))
    parts.append(tau * out.c[1] if isinstance(out, Series) and len(out.c) > 1 else 0.0)
    for k, name in enumerate(system.names):
        xi, xi_rate = with_rate(symmetry["dq"][name])
        parts.append(xi * slope(case, whole, state, k, False))
        parts.append((xi_rate - state.v[k] * tau_rate) * slope(case, whole, state, k, True))
    return sum(parts), sum(map(abs, parts)) + 1e-6 * size


def momentum_equation(case, equation):
    system = case.system
    about = f"along {equation['dq']}: {str(equation['quantity'])[:80]}"
    with case.sentence("momentum equation", about):
        def allowed(state):
            xi = [case.values(equation["dq"][name], state, False)[0] for name in system.names]
            rows, _ = system.row_matrix(state)
            rows = linear.scaled_rows(rows)
            return max((abs(sum(x * y for x, y in zip(row, xi))) for row in rows), default=0.0), linear.norm(xi)
        if case.system.readable_rows():
            case.at_states("momentum equation", about + " (allowed)", allowed)

        case.at_states("momentum equation", about, rate_gap(case, equation))
        if equation["conserved"] in ("yes", "no"):
            case.conserved("momentum equation", equation["quantity"], equation["conserved"], f"{about}: {equation['conserved']}")


def effective_potential(case):
    facts = case.facts.get("effective_potential")
    if not facts:
        return
    kind, cyclic = "effective potential", facts["cyclic"] if isinstance(facts["cyclic"], list) else [facts["cyclic"]]
    if case.system.constraints:
        case.outcomes.untested(kind, facts["text"], "constraints")
        return
    case.at_states(kind, f"V_eff = {facts['text']}", lambda state: of_effective_potential(case, facts["text"], cyclic, state))


def of_effective_potential(case, text, cyclic, state):
    """V_eff − h where the other coordinates are at rest."""
    system = case.system
    still = State(state.t, state.q, [v if name in cyclic else 0.0 for name, v in zip(system.names, state.v)], state.parameters)
    if not system.accelerate(still):
        return 0.0, 1.0
    value, size = case.values(text, still, False)
    return value - still.answer["energies"]["h"], size


def silence(case):
    """Conserved p·c with constant c that states show and that nothing in the list says: silence reads as 'none'."""
    system = case.system
    kind = "no other conserved momentum"
    n = len(system.names)
    momenta = case.facts["momenta"]
    if any(m["conserved"] == "undecided" for m in momenta) or not case.facts.get("symmetry_search", {}).get("complete", True):
        case.outcomes.untested(kind, case.file.name, "the list says that it is not complete")
        return
    states = case.lively()
    if len(states) < n + 3:
        states = [*case.states, *(s for run in case.runs() for s in run[1::3])]
    with case.sentence(kind, case.file.name):
        rows = []
        for state in states:
            rates = [case.rate(m["momentum"], state) for m in momenta]
            size = max(s for _, s in rates)
            if size > 0:
                rows.append([r / size for r, _ in rates])
        if len(rows) < n + 3:
            case.outcomes.untested(kind, case.file.name, "too few states")
            return
        _, sizes, v = linear.svd(rows, n)
        # Derivatives are exact: rounding, 1e-15 of the parts, with room for cancellation.
        kept = [vector for s, vector in zip(sizes, v) if s <= 1e-10]
        doubtful = [s for s in sizes if 1e-10 < s < 1e-7]  # rounding has no place between: not clear
        if doubtful:
            case.outcomes.untested(kind, case.file.name, "not clear at the states drawn")
            return
        said = [m["momentum"] for m in momenta if m["conserved"] == "yes"]
        said += [s["quantity"] for s in [*case.facts["symmetries"], *(case.facts.get("momentum_equations") or [])]
             if s["conserved"] in ("yes", "undecided")]
        said += [i["text"].split("=")[0] for i in case.facts.get("integrals", [])]
        said += [case.facts["energy"]["h"]] if case.facts["energy"]["conserved"] == "yes" else []
        missing = [c for c in kept if not spanned(case, c, said, states)]
        # What is shown, no verdict.
        text = [" + ".join(f"{x:.4g} p.{name}" for x, name in zip(c, system.names) if abs(x) > 1e-9) for c in missing]
        case.outcomes.judge(kind, not missing, f"{len(said)} conserved quantities are listed", f"these are conserved, too: {text}")


def spanned(case, c, said, states):
    """Whether Σ c_i p_i is a function of the quantities in the list, or vanishes: by gradients in the tangents."""
    system = case.system
    momenta = [m["momentum"] for m in case.facts["momenta"]]
    values = []
    for state in states:
        values.append(sum(x * case.values(p, state, False)[0] for x, p in zip(c, momenta)))
    size = max(case.natural_size(p) for p in momenta)
    if max(map(abs, values)) <= 1e-9 * size:  # states.FLOOR
        return True
    state = states[-1]
    rows, _ = system.row_matrix(state)
    hol = [row for row, k in zip(rows, system.constraints) if k["kind"] == "holonomic"]
    n = len(system.names)
    surface = [[*row, *[0.0] * n] for row in hol] + [gradient_of_row(system, k, state) for k in system.constraints]
    listed = [gradient(case, text, state) for text in said]
    mine = [sum(x * g[i] for x, g in zip(c, [gradient(case, p, state) for p in momenta])) for i in range(2 * n)]
    base = [row for row in [*surface, *listed] if linear.norm(row) > 1e-12]  # gradients of length 0: rounding
    return linear.rank([*base, mine], 2 * n, 1e-5) == linear.rank(base, 2 * n, 1e-5)


def gradient(case, text, state):
    n = len(case.system.names)
    return [slope(case, text, state, i, False) for i in range(n)] + [slope(case, text, state, i, True) for i in range(n)]


def gradient_of_row(system, constraint, state, step=1e-5):
    """∂ψ/∂(q, v) by differences."""
    n, out = len(system.names), []
    for i in range(2 * n):
        sides = []
        for d in (step, -step):
            z = [*state.q, *state.v]
            z[i] += d
            sides.append(system.psi(constraint, State(state.t, z[:n], z[n:], state.parameters)))
        out.append((sides[0] - sides[1]) / (2 * step))
    return out
