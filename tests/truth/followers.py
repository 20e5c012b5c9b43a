"""What the list of steady motions in symbols leaves out as following from others by a change of signs."""

import math
import re

import linear
import sentences_symbolic as symbolic
from expressions import evaluate
from linearization import Linearized, size
from series import head
from states import BROKEN

CHANGE = re.compile(r"(-|pi - )?([\w'\[\],.]+?)( \+ pi)? for \2(?=$|,| and )")


def mirrors(note, names):
    """`-theta for theta and phi + pi for phi, and with -w for w` of the note, each as {name: change}."""
    text = re.search(r"are omitted: those with ([^;]*)", note)
    out = []
    for part in text.group(1).split(", and with ") if text else []:
        changes = {}
        for sign, name, after in CHANGE.findall(part):
            changes[name] = (lambda x: x + math.pi) if after else (lambda x: math.pi - x) if sign == "pi - " else (lambda x: -x)
        if changes and all(name in names for name in changes):
            out.append(changes)
    return out


def test(case, motion, about):
    """What the note leaves out as following from a motion has its linear motion, or is listed."""
    facts = case.facts["symbolic_steady_motions"]
    names = [*motion["positions"], *motion["speeds"]]
    for changes in mirrors(facts.get("note") or "", names):
        kind, text = "omitted follower", f"{about}: with {', '.join(changes)} changed"
        for _ in range(4):
            try:
                state = symbolic.drawn_state(case, motion)
                turned = state and mirrored(case, motion, state, changes)
                matrices = turned and [matrix_at(case, motion, s) for s in (state, turned)]
            except (symbolic.SaidToExist, BROKEN):
                continue
            if not matrices or None in matrices:
                continue
            here, there = [linear.characteristic(linear.balanced(m)) for m in matrices]
            scale, n = max(map(size, matrices)), len(here) - 1
            # 1000 ACCURACY: a coefficient loses digits to cancellation.
            same = all(abs(x - y) <= 1e-5 * scale ** (n - k) * math.comb(n, k) for k, (x, y) in enumerate(zip(here, there)))
            case.outcomes.judge(kind, same or is_listed(case, turned), text, f"another linear motion, with {symbolic.shown(state)}")
            break


def mirrored(case, motion, state, changes):
    """The state with the changes, put onto the constraints; None where it does not stay."""
    system = case.system
    values = dict(zip(system.names, state.q))
    fixed = {name: values[name] for name in motion["positions"]}
    speeds = {name: state.v[system.names.index(name[:-1])] for name in motion["speeds"]}
    for table in (fixed, speeds):
        table.update({name: change(table[name]) for name, change in changes.items() if name in table})
    out = symbolic.complete(system, [fixed.get(n, values[n]) for n in system.names], fixed, speeds, state.parameters)
    a = out and system.motion(out)
    watched = [system.names.index(n) for n in motion["positions"]] + [system.names.index(n[:-1]) for n in motion["speeds"]]
    # Both states meet their rows to 1e-7 (symbolic.complete).
    return out if a and all(abs(a[k]) <= 1e-6 * (1 + max(map(abs, a)) + sum(v * v for v in out.v)) for k in watched) else None


def matrix_at(case, motion, state):
    rates = symbolic.rates_of_chart(case.system, state, motion)
    positions, held = symbolic.positions_of_chart(case.system, state, motion)
    flow = Linearized(case.system, state, [*positions, *rates], held)
    matrix = flow.compute()
    return matrix if matrix is not None and symbolic.settled(flow, matrix) else None


def is_listed(case, state):
    """Whether a motion of the list has the values of the state."""
    environment = symbolic.names_at(case, state)
    for motion in case.facts["symbolic_steady_motions"]["motions"]:
        def has(name, text):
            told, mine = head(evaluate(text, environment)), head(evaluate(name, environment))
            turn = abs(told - mine) % (2 * math.pi)
            # As states.RELATIVE.
            return min(turn, 2 * math.pi - turn) <= 1e-7 * (1 + abs(mine)) or abs(told - mine) <= 1e-7 * (1 + abs(mine))
        try:
            if all(text == "any" or has(name, text) for name, text in [*motion["positions"].items(), *motion["speeds"].items()]):
                return True
        except BROKEN:
            continue
    return False


