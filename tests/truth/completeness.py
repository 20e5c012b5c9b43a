"""`complete: true`: no quantity Σ p·ξ(q) + f(q), with ξ and f of a wide set of functions, is kept that the list does not say."""

import math
import re

import linear
from expressions import Unreadable
from states import BROKEN

MOST = 3         # coordinates
SPARE = 12       # states beyond the number of functions


def test(case):
    search, system = case.facts.get("symmetry_search") or {}, case.system
    if not search.get("complete") or system.constraints or len(system.names) > MOST or not system.readable:
        return
    if any(term["source"] in ("force", "dissipation", "friction") for term in case.facts["energy"]["balance"]):
        return  # what a force happens to keep comes from no symmetry of L
    kind = "complete list of symmetries"
    with case.sentence(kind, case.file.name):
        texts = candidates(case)
        states = drawn(case, len(texts) + SPARE)
        if len(states) < len(texts) + SPARE:
            case.outcomes.untested(kind, case.file.name, "too few states")
            return
        texts, columns = measured(case, texts, states)
        _, sizes, vectors = linear.svd(linear.transpose(columns), len(columns))
        # Derivatives are exact: rounding, with room for cancellation.
        kept = [v for s, v in zip(sizes, vectors) if s <= 1e-9 * sizes[0]]
        # Singular values between rounding and what differs: not clear.
        if any(1e-9 * sizes[0] < s < 1e-7 * sizes[0] for s in sizes):
            case.outcomes.untested(kind, case.file.name, "not clear at the states drawn")
            return
        said = listed(case)
        missing = [v for v in kept if is_news(case, texts, v, said, states)]
        # What is shown, no verdict.
        shown = [" + ".join(f"{x:.4g}*{text}" for x, text in zip(v, texts) if abs(x) > 1e-6)[:160] for v in missing]
        case.outcomes.judge(kind, not missing, f"{len(said)} conserved quantities are listed", f"these are kept, too: {shown}")


def functions(case):
    """1, coordinates, sines and cosines, products of two, and with 1/sin: those of rotations in usual coordinates."""
    names = case.system.names
    whole = " ".join(m["momentum"] for m in case.facts["momenta"]) + " " + (case.facts["energy"]["h"] or "")
    angles = [n for n, turns in zip(names, case.system.angles) if turns or re.search(rf"(sin|cos)\([^()]*(?<![\w.]){re.escape(n)}(?![\w.'])", whole)]
    lengths = [n for n in names if n not in angles]
    circles = [f"{f}({a})" for a in angles for f in ("sin", "cos")]
    out = ["1", *lengths, *circles]
    out += [f"{f}({a})*cos({b})/sin({b})" for a in angles for b in angles if a != b for f in ("sin", "cos")]
    out += [f"{c}/{x}" for c in circles for x in lengths]
    gauges = [*lengths, *(f"{x}*{y}" for i, x in enumerate(lengths) for y in lengths[: i + 1]), *circles, *(f"{c}*{x}" for c in circles for x in lengths)]
    gauges += [f"{f}({a})*{g}({b})" for i, a in enumerate(angles) for b in angles[:i] for f in ("sin", "cos") for g in ("sin", "cos")]
    return out, gauges


def at_rest(case, text):
    for name in case.system.names:
        text = re.sub(rf"(?<![\w.]){re.escape(name)}'(?!')", "0", text)
    return text


def candidates(case):
    """Texts: mechanical momenta, without what a total derivative adds to them, times functions; then functions alone."""
    factors, gauges = functions(case)
    out = []
    for momentum in case.facts["momenta"]:
        p = momentum["momentum"]
        mechanical = f"(({p}) - ({at_rest(case, p)}))"
        out += [f"{mechanical}*{g}" for g in factors]
    return out + gauges


def drawn(case, count):
    system, states = case.system, []
    for _ in range(3 * count):
        state = system.draw_freely()
        state.parameters, state.answer, state.multipliers = {}, {}, {}
        try:
            state.accelerations = system.motion(state)
        except BROKEN:
            continue
        if state.accelerations and all(math.isfinite(x) for x in state.accelerations):
            states.append(state)
        if len(states) == count:
            break
    return states


def measured(case, texts, states):
    """The texts whose rates have values, and these rates, each of its largest."""
    kept, columns = [], []
    for text in texts:
        try:
            rates = [case.rate(text, state)[0] for state in states]
        except (*BROKEN, Unreadable):
            continue
        largest = max(map(abs, rates))
        if largest > 0 and math.isfinite(largest):
            kept.append(f"{1 / largest!r}*({text})")
            columns.append([r / largest for r in rates])
    return kept, columns


def listed(case):
    said = [m["momentum"] for m in case.facts["momenta"] if m["conserved"] in ("yes", "undecided")]
    said += [s["quantity"] for s in case.facts["symmetries"] if s["conserved"] in ("yes", "undecided")]
    return said + ([case.facts["energy"]["h"]] if case.facts["energy"]["conserved"] == "yes" else [])


def is_news(case, texts, vector, said, states):
    """Whether it is no function of what is listed, by gradients."""
    from sentences_symmetry import gradient
    n = len(case.system.names)
    for state in states[:2]:
        mine = [0.0] * (2 * n)
        for x, text in zip(vector, texts):
            if abs(x) > 1e-9:  # parts of round-off are left out
                mine = [a + x * b for a, b in zip(mine, gradient(case, text, state))]
        if linear.norm(mine) <= 1e-7:  # a gradient of length 0 but for these
            return False
        # Gradients of length 0: rounding.
        base = [g for g in (gradient(case, text, state) for text in said) if linear.norm(g) > 1e-12]
        if linear.rank([*base, mine], 2 * n, 1e-6) == linear.rank(base, 2 * n, 1e-6):
            return False
    return True
