"""Equations of every form, and what each form says beside them, at random admissible states."""

import sentences_symmetry
from expressions import evaluate_sized, sides
from model_text import scoped
from series import Sized

FORMS = ("lagrange", "explicit", "eliminated", "maggi", "voronets", "chaplygin", "hamel", "hamilton", "routh", "naive")
EQUATIONS = ("speed_definition", "dependent_rate", "kinematics", "momentum")  # quantities that are equations of a state


def test(case):
    if not case.states:
        return
    for form in FORMS:
        facts = case.derived(form)
        if "equations" in facts:
            form_holds(case, form, facts)
    multipliers_and_reactions(case)
    evaluation(case)


def definitions_of(facts):
    """NAME = TEXT of what a form defines, and what the lines of the definitions define for themselves."""
    found = {}
    for k, quantity in enumerate(facts.get("quantities", [])):
        if quantity["kind"] in ("speed_definition", "momentum"):
            text, own = scoped(quantity, f"definition_{k}")
            left, right = sides(text)
            found.update({left.strip(): right, **own})
    return found


def form_holds(case, form, facts):
    kind = f"equations: {form}"
    defined = definitions_of(facts)
    before = case.system.definitions
    case.system.definitions = {**before, **defined}
    try:
        for k, equation in enumerate(facts["equations"]):
            text, own = scoped(equation, f"line_{k}")
            if text:
                case.system.definitions = {**before, **defined, **own}
                about = f"{equation.get('coordinate') or equation.get('speed') or equation.get('canonical')}: {equation['text']}"
                case.at_states(kind, about, lambda state, text=text: gap(case, text, state))
        for k, quantity in enumerate(facts.get("quantities", [])):
            text, own = scoped(quantity, f"quantity_{k}")
            case.system.definitions = {**before, **defined, **own}
            one_quantity(case, form, facts, {**quantity, "text": text})
    finally:
        case.system.definitions = before


def gap(case, text, state):
    left, right = sides(text)
    environment = case.environment(state)
    a, size_a = evaluate_sized(left, environment)
    b, size_b = evaluate_sized(right, environment)
    return a - b, size_a + size_b


def one_quantity(case, form, facts, quantity):
    kind, text = f"quantity: {quantity['kind']}", quantity.get("text")
    if not text:
        return
    if quantity["kind"] == "speed_definition" and quantity["name"] not in case.system.names:
        own = before_definition(case, quantity)
        if own is None:
            case.outcomes.untested(kind, text, "a name that only the form defines")
        else:
            case.at_states(kind, text, own)
    elif quantity["kind"] in EQUATIONS:
        case.at_states(kind, text, lambda state: gap(case, text, state))
    elif quantity["kind"] == "hamiltonian":
        def hamiltonian(state):
            value, size = evaluate_sized(sides(text)[1], case.environment(state))
            return value - state.answer["energies"]["h"], size
        case.at_states(kind, text, hamiltonian)
    elif quantity["kind"] == "reduced_lagrangian":
        def reduced(state):
            value, size = evaluate_sized(sides(text)[1], case.environment(state))
            return value - lagrangian(case, state), size
        if lagrangian(case, case.states[0]) is not None:
            case.at_states(kind, text, reduced)
    elif quantity["kind"] == "routhian" and lagrangian(case, case.states[0]) is not None:
        cyclic = [q["name"].removeprefix("p.") for q in facts["quantities"] if q["kind"] == "momentum"]

        def routhian(state):
            value, size = evaluate_sized(sides(text)[1], case.environment(state))
            rates = dict(zip(case.system.names, state.v))
            parts = [case.values(f"p.{name}", state)[0] * rates[name] for name in cyclic]
            return value - lagrangian(case, state) + sum(parts), size + sum(map(abs, parts))
        case.at_states(kind, text, routhian)
    elif quantity["kind"] == "effective_potential" and not case.system.constraints:
        cyclic = [q["name"].removeprefix("p.") for q in facts["quantities"] if q["kind"] == "momentum"]
        case.at_states(kind, text, lambda state: sentences_symmetry.of_effective_potential(case, sides(text)[1], cyclic, state))
    elif quantity["kind"] == "naive_equation":
        belongs = [q for q in facts["quantities"] if q["kind"] == "correction" and q["name"] == f"E.{quantity['name']}"]
        if not belongs:
            case.at_states(kind, text, lambda state: gap(case, text, state))
        else:
            case.at_states(kind, text, lambda state: with_correction(case, quantity, belongs[0], state))
    elif quantity["kind"] != "correction" or form != "naive":
        case.outcomes.untested(kind, text, "no test is known")


def lagrangian(case, state):
    """L = Σ p v − h by what `eval` says, also of a potential that depends on the rates."""
    momenta, energies = state.answer["momenta"] or {}, state.answer["energies"]
    if "h" not in energies or any(momenta.get(name) is None for name in case.system.names):
        return None
    return sum(momenta[name] * v for name, v in zip(case.system.names, state.v)) - energies["h"]


def with_correction(case, naive, correction, state):
    """What inserting the constraints into L gives lacks E on the right."""
    gained, size = gap(case, naive["text"], state)
    factor, _ = case.values(naive["divided_by"], state)
    value, terms = case.values(sides(correction["text"])[1], state)
    return factor * gained - value, abs(factor) * size + terms


def before_definition(case, quantity):
    """Compares a speed's printed definition with what the model's own text says of it."""
    import model_text
    own = model_text.plain_lets(case.system.text).get(quantity["name"])
    if own is None:
        return None

    def difference(state):
        a, size_a = evaluate_sized(sides(quantity["text"])[1], case.environment(state))
        b, size_b = evaluate_sized(own, case.environment(state))
        return a - b, size_a + size_b
    return difference


def multipliers_and_reactions(case):
    facts = case.system.facts
    before = case.system.definitions
    try:
        for kind, lines in (("multiplier in symbols", facts.get("multipliers", [])), ("reaction", facts.get("reactions", []))):
            for k, line in enumerate(lines):
                text, own = scoped(line, f"force_{k}")
                case.system.definitions = {**before, **own}
                if text:
                    case.at_states(kind, f"{line['name']} = {line['text']}",
                                   lambda state, one=line["name"], text=text, kind=kind: force_gap(case, kind, one, text, state))
    finally:
        case.system.definitions = before


def force_gap(case, kind, name, text, state):
    value, size = case.values(text, state)
    if kind == "multiplier in symbols":
        return value - state.multipliers[name], size + max(map(abs, state.multipliers.values()))
    told = state.answer["reactions"][name]
    return (0.0, 1.0) if told is None else (value - told, size + abs(told))


def evaluation(case):
    """Accelerations of `eval` satisfy every row of the equations and of the constraints."""
    for constraint in case.system.constraints:
        if not case.system.readable_rows():
            break

        def row_holds(state, constraint=constraint):
            row = case.system.row(constraint, state, [Sized.of(a) for a in state.accelerations])
            value = Sized.of(2 * row.c[2] if constraint["kind"] == "holonomic" else row.c[1])
            return value.value, value.size
        case.at_states("eval: acceleration of a constraint", constraint["text"], row_holds)
