"""`analyse --against`: a model against itself with a gauge, with another potential, and against itself, by accelerations of both."""

import model_text
from program import said


def test(case):
    system = case.system
    if not case.states or not case.unitless() or len(system.names) > 5:
        return
    name = system.names[0]
    same_word = {"gauge": f"lagrangian gauge = 0.7*{name}*{name}' + 0.3*t*{name}' + 0.3*{name}", "itself": "",
                 "another potential": f"potential extra = 0.3*{name}^2"}
    for what, line in same_word.items():
        with model_text.Written(system.text + "\n" + line + "\n") as other:
            one_pair(case, what, other)


def one_pair(case, what, other):
    kind, about = "same motion", f"against {what}"
    answer = case.program.call("analyse", case.file, "--against", other)
    if "same_motion" not in answer:
        case.outcomes.untested(kind, about, f"refused: {said(answer)[:6]}")
        return
    told = answer["same_motion"]
    if answer.get("verdict") in ("different", "not_shown"):
        told = False if answer["verdict"] == "different" else "not shown"
    if told not in (True, False, "yes", "no"):
        case.outcomes.untested(kind, about, f"the program says {told}")
        return
    worst = size = 0.0  # at an equilibrium accelerations are round-off: those of the other states count too
    for state in case.states[:4]:
        theirs = case.program.evaluate(other, case.system.named(state), state.t).get("accelerations")
        if theirs is None:
            continue
        cancelled = case.system.free_acceleration(case.system.matrices(state)) if case.system.readable else 0.0
        size = max([size, 1e-9, cancelled, *map(abs, [*state.accelerations, *theirs.values()])])
        worst = max(worst, *(abs(theirs[n + "''"] - a) for n, a in zip(case.system.names, state.accelerations)))
    worst /= size or 1.0
    same = worst <= 1e-8  # two derivations: rounding, times the condition of a mass matrix of a clear state
    case.outcomes.judge(kind, (told in (True, "yes")) == same, f"{about}: {told}", f"accelerations differ by {worst:.1e}")
