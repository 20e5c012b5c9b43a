"""Verdicts of `prove`: what is proved holds at real states, a counterexample differs, a corrected claim is true; the model's own checks."""

import math
import re

from case import scope_of
from expressions import Unreadable, condition, evaluate_sized, sides, tokens
from program import said
from series import Unknown
from special_states import rest_claims, states_at_rest, states_of_value
from states import BROKEN, State

TRUE = ("proved", "on_constraints", "consequence")
DIFFERENCE = 1e-3   # of its terms: what a counterexample differs by at least
CLAIMS = 14         # asked of each model
SAID = 8            # of what is said elsewhere, and inequalities


def test(case):
    if not case.states:
        return
    with case.within(None):  # a check is made along all of a run
        for check in case.program.check(case.file).get("checks", []):
            own_check(case, check)
    claims = list(dict.fromkeys([*true_claims(case), *traps(case), *mutants(case), *rest_claims(case)]))
    case.random.shuffle(claims)
    said = list(dict.fromkeys([*said_elsewhere(case), *inequalities(case)]))
    case.random.shuffle(said)
    for claim in [*claims[:CLAIMS], *said[:SAID]]:
        judge(case, claim)


# ---- claims

def true_claims(case):
    system = case.system
    out = [text for text in system.plain_equations[:3] if len(text) < 300]
    out += [f"p.{name} = const" for name in system.names[:3]]
    taken = {*system.parameters, *system.names, *system.definitions, *(r["name"] for r in system.facts.get("reactions", []))}
    out += [f"{x} = const" for x in ("E", "h") if x not in taken and ("V" in system.start.get("energies", {}) or x == "h")]
    return out


def said_elsewhere(case):
    """What `derive` and `analyse` print, asked of `prove`: equations of other forms, rates of momenta, conserved quantities, rows and their
    rates, sums of equations."""
    system, facts, out = case.system, case.facts, []
    for form in ("explicit", "eliminated", "maggi"):
        out += [e["text"] for e in case.derived(form).get("equations", []) if e.get("text") and not e.get("definitions")]
    taken = {*system.parameters, *system.names, *system.definitions}
    out += [f"p.{m['coordinate']}' = {m['rate']}" for m in facts.get("momenta", [])]
    out += [f"({s['quantity']})' = {s['rate']}" for s in facts.get("symmetries", [])]
    out += [f"{s['quantity']} = const" for s in facts.get("symmetries", []) if s["conserved"] != "no"]
    out += [i["text"] + " = const" for i in facts.get("integrals", []) if "=" not in i["text"]]
    if "energy" in facts and "h" not in taken:
        out += ["h' = " + " + ".join(f"({part['power']})" for part in facts["energy"]["balance"] or [{"power": "0"}])]
    rows = [c["text"].split("{")[0] for c in system.constraints]
    for row in rows:
        left, right = sides(row)
        out += [row, f"({left})' = ({right})'", f"({left} - ({right}))^2 = 0"]
    if len(system.plain_equations) > 1 and not any(system.units.get(name) not in (None, "", "1") for name in system.names):
        (a, b), (c, d) = sides(system.plain_equations[0]), sides(system.plain_equations[-1])
        out += [f"3*({a}) - ({c})*{system.names[0]} = 3*({b}) - ({d})*{system.names[0]}"]
    return [text for text in out if "None" not in text and len(text) < 300]


def inequalities(case):
    """True and false ones, strict or not, some with equality at a state."""
    system, out = case.system, []
    for name, q, v in zip(system.names[:3], *(list(getattr(case.states[0], k)) for k in "qv")):
        unit = system.units.get(name)
        if unit in (None, "", "1"):
            out += [f"{name}^2 >= 0", f"{name}^2 > 0", f"{name} <= {q + 0.1!r}", f"{name}^2 + {name}'^2 >= {name}*{name}'"]
    if "T" not in {*system.parameters, *system.names, *system.definitions} and "T" in system.start.get("energies", {}):
        out += ["T >= 0", "T > 0", "-T <= 0"]
    for c in system.constraints[:2]:
        left, right = sides(c["text"].split("{")[0])
        out += [f"{left} <= {right}", f"{left} < {right}"]
    case.random.shuffle(out)
    return out[:3]


def traps(case):
    """Claims that hold on one branch of a root only, or nowhere."""
    out = []
    for name, angle in list(zip(case.system.names, case.system.angles))[:4]:
        if angle:
            out += [f"sqrt(sin({name})^2) = sin({name})", f"sqrt(1 - cos({name})^2) = sin({name})", f"acos(cos({name})) = {name}"]
        else:
            out += [f"sqrt({name}^2) = {name}"]
        out += [f"sqrt({name}'^2) = -{name}'", f"abs({name}') = {name}'"]
    case.random.shuffle(out)
    return out[:3]


def mutants(case):
    """Printed equations with one sign, number or function changed."""
    out = []
    sources = [text for text in case.system.plain_equations if len(text) < 250]
    for _ in range(6):
        if sources:
            mutant = changed(case.random, case.random.choice(sources))
            if mutant:
                out.append(mutant)
    return out


def changed(random, text):
    parts = [value if kind != "number" else repr(value) for kind, value in tokens(text)]
    places = [k for k, p in enumerate(parts) if p in ("+", "-") and k > 0 and parts[k - 1] not in "(=*/^+-"]
    places += [k for k, p in enumerate(parts) if p in ("sin", "cos")]
    places += [k for k, p in enumerate(parts) if p in "*/" and parts[k - 1] not in "^"]
    if not places:
        return None
    k = random.choice(places)
    swap = {"+": "-", "-": "+", "sin": "cos", "cos": "sin", "*": "*2*", "/": "/2/"}
    parts[k] = swap[parts[k]]
    return "".join(f" {p} " if p in ("+", "-", "=") else p for p in parts)


# ---- what states say of a claim

def gaps(case, text, states):
    """(a − b, size) of an equation at the states where it has a value."""
    left, right = sides(text)
    out = []
    for state in states:
        try:
            environment = case.environment(state)
            a, size_a = evaluate_sized(left, environment)
            b, size_b = evaluate_sized(right, environment)
        except BROKEN:
            continue
        if math.isfinite(a - b):
            out.append((abs(a - b), size_a + size_b, state))
    return out


def worst_gap(case, text, states):
    """The largest gap of its terms, and where; None where the claim has no value at any state."""
    found = gaps(case, text, states)
    if not found:
        return None, None
    middle = sorted(size for _, size, _ in found)[len(found) // 2]
    left, right = sides(text)
    middle = max(middle, case.natural(lambda s: sum(evaluate_sized(side, case.environment(s))[1] for side in (left, right))))
    relative = [(gap / max(size, 1e-6 * middle, 1e-300), gap, state) for gap, size, state in found]
    for share, gap, state in sorted(relative, key=lambda p: -p[0]):
        if share <= 1e-9 or not is_round_off(case, text, gap, state):  # states.FLOOR
            return share, state
    return 0.0, None


def is_round_off(case, text, gap, state):
    """Whether the gap changes as much where the equations are changed by the last digits: multipliers that vanish, near singular positions."""
    return any(abs(other - gap) >= 0.1 * gap for other, _, _ in gaps(case, text, case.system.blurred(state)))


def mirrored(case):
    """Real states of both signs: those of the case, the initial one, those of runs."""
    return [*case.states, *(s for run in case.runs() for s in run[1::4] if s.accelerations)]


def constant(text):
    left, _, right = text.partition("=")
    return left if right.strip() == "const" else None


def judge(case, claim):
    answer = case.program.prove(case.file, claim)
    verdict = answer.get("verdict")
    if verdict is None:
        if answer["exit_code"] == 70:
            case.outcomes.false("claim", claim, f"a bug of the program: {said(answer)}")
        else:
            case.outcomes.untested("claim", claim.strip()[:60], f"refused: {said(answer)[:6]}")
        return
    with case.within(scope_of(answer)):
        of_verdict(case, claim, answer)


def of_verdict(case, claim, answer):
    verdict, kept = answer["verdict"], constant(claim)
    if verdict == "undecided":
        case.outcomes.untested("claim", claim, "not decided by the program")
    elif kept is not None:
        conserved_claim(case, claim, kept, answer)
    elif "<" in claim or ">" in claim:
        with case.sentence(f"inequality {verdict}", claim):
            inequality_claim(case, claim, answer)
    else:
        with case.sentence(f"claim {verdict}", claim):
            equation_claim(case, claim, answer)


def conserved_claim(case, claim, kept, answer):
    yes = answer["verdict"] in TRUE
    case.conserved("claim of conservation", kept, "yes" if yes else "no", f"{claim}: {answer['verdict']}")
    if yes:
        return
    given = [*(answer.get("holds_if") or []), *([answer["condition"]] if answer.get("condition") else [])]
    for text in dict.fromkeys(given):
        kept_condition(case, claim, kept, text)
    for remark in answer.get("remarks") or []:
        if match := re.match(r"its rate vanishes at (.*), for that instant only", remark):
            instant(case, claim, kept, match[1])


def kept_condition(case, claim, kept, text):
    """'constant if …': at states that meet the condition, and that the motion does not leave at once, the quantity does not change."""
    kind, about = "condition of a claim", f"{claim} if {text}"
    with case.sentence(kind, about):
        states = states_where(case, text)
        if states is None:
            case.outcomes.untested(kind, about, "no condition on a state or a parameter")
            return
        states = [state for state in states if stays(case, state, text)]
        rates = [(rate, state) for state in states if (rate := case.changes(kept, [state])) is not None]
        # states.RELATIVE.
        rates = [(rate, state) for rate, state in rates if rate <= 1e-7 or is_kept(case, state, text)]
        if not rates:
            case.outcomes.untested(kind, about, "no state where it holds and is kept")
            return
        rate, where = max(rates, key=lambda pair: pair[0])
        # states.RELATIVE.
        case.outcomes.judge(kind, rate <= 1e-7, about, f"changes by {rate:.1e} of its parts at {case.shown(where)}")


def instant(case, claim, kept, text):
    """'0 at …, for that instant only': the rate vanishes there, and the motion leaves such states."""
    kind, about = "instant of a claim", f"{claim} at {text}"
    with case.sentence(kind, about):
        states = states_where(case, text)
        rate = case.changes(kept, states) if states else None
        if rate is None:
            case.outcomes.untested(kind, about, "no state where it holds")
            return
        leaves = any(not stays(case, state, text) for state in states)
        # states.RELATIVE.
        case.outcomes.judge(kind, rate <= 1e-7 and leaves, about, f"changes by {rate:.1e} of its parts, or is kept, at {case.shown(states[0])}")


def stays(case, state, text):
    """Whether the motion keeps `q = 0` or `q' = …`: the rate, or the acceleration, is 0."""
    match = re.fullmatch(r"\s*([^\W\d]\w*(?:\[\d+\])?)('?)\s*=.*", text)
    if not match or match[1] not in case.system.names:
        return True
    k, quick = case.system.names.index(match[1]), max(1.0, *map(abs, state.accelerations))
    # states.RELATIVE.
    return abs(state.accelerations[k]) <= 1e-7 * quick and (bool(match[2]) or abs(state.v[k]) <= 1e-7)


def is_kept(case, state, text):
    """Whether the motion from the state goes on with `q = 0` or `q' = 0`, and does not leave it by a higher order of the time."""
    match = re.fullmatch(r"\s*([^\W\d]\w*(?:\[\d+\])?)('?)\s*=\s*0\s*", text)
    if not match or match[1] not in case.system.names:
        return True
    k = case.system.names.index(match[1])
    _, samples = case.follow(state)
    values = [abs((s.v if match[2] else s.q)[k]) for s in samples]
    # case.DRIFT: along a run at tolerance 1e-10.
    return not values or max(values) <= 1e-6 * max(1.0, *map(abs, state.v))


def inequality_claim(case, claim, answer):
    verdict, kind = answer["verdict"], f"inequality {answer['verdict']}"
    left, sign, right = re.split(r"(<=|>=|<|>)", claim)
    if verdict in TRUE:
        usual = case.natural(lambda s: sum(evaluate_sized(side, case.environment(s))[1] for side in (left, right)))
        for state in mirrored(case):
            environment = case.environment(state)
            a, size_a = evaluate_sized(left, environment)
            b, size_b = evaluate_sized(right, environment)
            if (a - b) * (1 if "<" in sign else -1) > 1e-9 * max(size_a + size_b, 1e-6 * usual):  # states.FLOOR
                case.outcomes.false(kind, claim, f"left {a}, right {b} at {case.shown(state)}")
                return
        case.outcomes.true(kind, claim)
        return
    given = answer.get("counterexample")
    if verdict != "false" or not given:
        case.outcomes.untested(kind, claim, "without a counterexample")
        return
    names, here = case.system.names, given["state"]
    state = State(given["t"], [here[n] for n in names], [here[n + "'"] for n in names], given.get("parameters") or {})
    if not case.system.accelerate(state):
        case.outcomes.false(kind, claim, f"eval refuses {case.shown(state)}")
        return
    a, size_a = evaluate_sized(left, case.environment(state))
    b, size_b = evaluate_sized(right, case.environment(state))
    gap = (a - b) * (1 if "<" in sign else -1)
    fails = gap > 0 or "=" not in sign and gap >= -1e-9 * (size_a + size_b)  # states.FLOOR: equal sides
    case.outcomes.judge(kind, fails, claim, f"holds at its counterexample: left {a}, right {b} at {case.shown(state)}")


def equation_claim(case, claim, answer):
    verdict, kind = answer["verdict"], f"claim {answer['verdict']}"
    states = mirrored(case)
    worst, where = worst_gap(case, claim, states)
    if worst is None:
        case.outcomes.untested(kind, claim, "has no value at the states drawn")
        return
    if verdict in TRUE:
        region = answer.get("where") or answer.get("holds_where")
        if region:
            inside = [s for s in states if condition(region, case.environment(s)) is True]
            worst, where = worst_gap(case, claim, inside) if inside else (None, None)
            if worst is None:
                case.outcomes.untested(kind, claim, f"no state where {region}")
                return
        # states.RELATIVE.
        case.outcomes.judge(kind, worst <= 1e-7, claim, f"off by {worst:.1e} of its terms at {case.shown(where)}")
        return
    if worst <= 1e-9 and verdict == "false" and not answer.get("counterexample"):  # states.FLOOR
        lively = worst_gap(case, claim, case.lively())[0] if case.lively() else None
        if lively is None or lively <= 1e-9:  # states.FLOOR
            case.outcomes.false(kind, claim, f"holds at all {len(states)} states drawn")
            return
    case.outcomes.true(kind, claim)
    conditions(case, claim, answer)
    counterexample(case, claim, answer)
    corrected(case, claim, answer)


def conditions(case, claim, answer):
    """'true where …', at states where that holds."""
    kind = "condition of a claim"
    given = [*(answer.get("holds_if") or []), *([answer["condition"]] if answer.get("condition") else [])]
    for text in given:
        about = f"{claim} if {text}"
        with case.sentence(kind, about):
            states = states_where(case, text, constant(claim) is None)
            if states is None:
                case.outcomes.untested(kind, about, "no condition on a state or a parameter")
                continue
            worst, where = worst_gap(case, claim, states) if states else (None, None)
            if worst is None:
                case.outcomes.untested(kind, about, "no state where it holds")
            else:
                # states.RELATIVE.
                case.outcomes.judge(kind, worst <= 1e-7, about, f"off by {worst:.1e} at {case.shown(where)}")


def at_quarter_turns(system, held):
    """A state with some coordinates at 0 and quarter turns: x' = v*cos(th) vanishes there, and not with the speed alone."""
    state = system.draw_freely()
    q = [system.random.choice((0.0, 0.5, -0.5, 1.0)) * math.pi if system.random.random() < 0.5 else x for x in state.q]
    return system.projected(State(state.t, q, state.v, state.parameters), held)


def states_where(case, text, is_equation=True):
    """Random states at which a parameter has a value, a coordinate or a rate vanishes, or an inequality holds; None of other conditions."""
    system = case.system
    for special in (states_at_rest, states_of_value):
        if (found := special(case, text)) is not None:
            return found
    if re.search(r"[<>]", text):
        return [s for s in [*mirrored(case), *case.lively()] if condition(text, case.environment(s)) is True]
    match = re.fullmatch(r"\s*([^\W\d]\w*(?:\[\d+\])?)('?)\s*=\s*([^=]+)", text)
    if not match:
        return None
    if match[1] in system.parameters:
        value, _ = evaluate_sized(match[3], case.with_parameters({}))
        drawn = [system.draw({match[1]: value}) for _ in range(4)]
    elif match[1] in system.names and match[2] and match[3].strip() != "0":
        value, _ = evaluate_sized(match[3], case.with_parameters({}))
        rate = system.names.index(match[1])
        drawn = [system.draw(held={"q": [], "v": [rate], "values": {rate: value}}) for _ in range(4)]
    elif match[1] in system.names and match[3].strip() == "0":
        zero = system.names.index(match[1])
        held = {"q": [] if match[2] else [zero], "v": [zero] if match[2] else []}
        drawn = [system.draw(held=held) for _ in range(4)]
        if not match[2]:
            drawn += [system.draw(held={"q": [zero], "v": [zero]}) for _ in range(2)]
        if match[2] and is_equation:
            drawn += [at_quarter_turns(system, held) for _ in range(8)]
    else:
        return None
    return [s for s in drawn if s is not None and system.tame(s) and system.clear(s) and system.regular(s) and system.accelerate(s)]


def counterexample(case, claim, answer):
    kind, given = "counterexample", answer.get("counterexample")
    if not given:
        return
    system = case.system
    left, right, here = given["lhs"], given["rhs"], given["state"]
    with case.sentence(kind, claim):
        state = State(given["t"], [here[n] for n in system.names], [here[n + "'"] for n in system.names], given.get("parameters") or {})
        if not system.accelerate(state):
            case.outcomes.false(kind, claim, f"eval refuses {case.shown(state)}")
            return
        for c in system.constraints:
            row = state.answer["constraints"][c["name"]]
            # Ten times states.RELATIVE.
            if max(abs(row["position"] or 0.0), abs(row["velocity"] or 0.0)) > 1e-6 * (1 + max(map(abs, [*state.q, *state.v]))):
                case.outcomes.false(kind, claim, f"misses constraint {c['name']} by {row}")
                return
        text_left, text_right = sides(claim)
        a, size_a = evaluate_sized(text_left, case.environment(state))
        b, size_b = evaluate_sized(text_right, case.environment(state))
        size = max(size_a, size_b)
        case.outcomes.judge(kind, abs(a - b) >= 0.5 * DIFFERENCE * size, claim, f"left {a}, right {b} differ by {abs(a - b) / (size or 1):.1e} of their terms")
        # Ten times states.RELATIVE: the program has sixty digits, eval doubles.
        case.outcomes.judge(kind, abs(a - left) + abs(b - right) <= 1e-6 * size, claim, f"said {left}, {right}; eval gives {a}, {b}")


def corrected(case, claim, answer):
    """A corrected claim is asked again, and looked at."""
    text = (answer.get("diagnosis") or {}).get("mended") or (answer.get("diagnosis") or {}).get("corrected")
    if not text:
        return
    kind = "corrected claim"
    if constant(text) is not None:
        case.outcomes.untested(kind, text, "a conserved quantity")
        return
    again = case.program.prove(case.file, text)
    if again.get("verdict") not in TRUE:
        case.outcomes.false(kind, f"{claim} → {text}", f"asked again: {again.get('verdict') or said(again)}")
        return
    try:
        region = again.get("where")
        states = [s for s in mirrored(case) if not region or condition(region, case.environment(s)) is True]
        worst, where = worst_gap(case, text, states) if states else (None, None)
    except (Unreadable, Unknown) as problem:
        case.outcomes.untested(kind, text, f"cannot be read: {str(problem)[:40]}")
        return
    if worst is None:
        case.outcomes.untested(kind, text, "has no value at the states drawn")
        return
    # states.RELATIVE.
    case.outcomes.judge(kind, worst <= 1e-7, f"{claim} → {text}", f"off by {worst:.1e} at {case.shown(where)}")


def own_check(case, check):
    """A check that is proved, at the states."""
    text, kind = check["text"], f"check {check['status']}"
    if "<" in text or ">" in text or check["status"] not in ("proved", "holds"):
        return
    if check["status"] == "holds":
        sampled_check(case, check)
        return
    with case.sentence(kind, text):
        kept = constant(text)
        if kept is not None:
            case.conserved(kind, kept, "yes", text)
            return
        worst, where = worst_gap(case, text, mirrored(case))
        if worst is None:
            case.outcomes.untested(kind, text, "has no value at the states drawn")
            return
        case.outcomes.judge(kind, worst <= 1e-7, text, f"off by {worst:.1e} at {case.shown(where)}")  # states.RELATIVE


def sampled_check(case, check):
    """A check that holds at states: to 1e-4 of its terms at least, whatever the run's tolerance."""
    text = check["text"]
    if constant(text) is not None or "at 40" not in str(check.get("how")) and "states" not in str(check.get("how")):
        return
    with case.sentence("check holds", text):
        samples = [s for run in case.runs()[:1] for s in run if s.accelerations]
        found = gaps(case, text, samples)
        if not found:
            case.outcomes.untested("check holds", text, "has no value along the run")
            return
        size = max(size for _, size, _ in found)
        worst = max(gap for gap, _, _ in found)
        case.outcomes.judge("check holds", worst <= 1e-4 * size, text, f"off by {worst:.1e} of {size:.1e} along the run")
