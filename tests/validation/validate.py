#!/usr/bin/env python3
"""Compares the program with independent results; one case per call, so that each is a test of its own.

    validate.py PROGRAM oracle    MODEL.mech CASE.json    accelerations and multipliers at given states, and a trajectory
    validate.py PROGRAM reference MODEL.mech CASES.json   the state at one time of a problem with published digits
    validate.py PROGRAM checks    MODEL.mech              every `check` line of the model holds
    validate.py PROGRAM prove     MODEL.mech CASES.json   the verdict, facts and diagnosis of each equation about it

Errors are relative to the largest entry of the compared vector, at least 1.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

EVALUATION = 1e-11  # one linear solve in doubles: condition times round-off
TRAJECTORY = 1e-9   # a run at tolerance 1e-12 over the oracle's time, with its growth of errors


def call(*arguments):
    """Runs the program and returns its JSON; a failure raises with what it said."""
    process = subprocess.run([str(a) for a in arguments], capture_output=True, text=True, timeout=300)
    if process.returncode != 0:
        raise SystemExit(f"exit code {process.returncode}\n{process.stdout}\n{process.stderr}")
    return json.loads(process.stdout)


def error(got, wanted):
    if len(got) != len(wanted):
        return float("inf")
    scale = max([1.0] + [abs(w) for w in wanted])
    return max([0.0] + [abs(g - w) / scale for g, w in zip(got, wanted)])


def report(what, worst, bound):
    print(f"{what}: error {worst:.1e}, allowed {bound:.0e}")
    return worst <= bound


def evaluate(program, model, case, point):
    names = case["coordinates"]
    state = dict(zip(names, point["q"]))
    state.update((name + "'", value) for name, value in zip(names, point["v"]))
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "state.json"
        file.write_text(json.dumps({"t": point["t"], "state": state, "parameters": case["parameters"]}))
        out = call(program, "eval", model, "--state", file, "--json")
    accelerations = [out["accelerations"][name + "''"] for name in names]
    return max(error(accelerations, point["a"]), error(list(out["multipliers"].values()), point["lam"]))


def start(case, sample):
    names = case["coordinates"]
    got = [sample["state"][name] for name in names] + [sample["state"][name + "'"] for name in names]
    return error(got, case["start"]["q"] + case["start"]["v"])


def oracle(program, model, case_file):
    case = json.loads(pathlib.Path(case_file).read_text())
    names = case["coordinates"]
    points = [case["start"], *case["states"], *case["trajectory"]]
    worst = max(evaluate(program, model, case, point) for point in points)
    good = report(f"accelerations and multipliers at {len(points)} states", worst, EVALUATION)

    times = ",".join(repr(point["t"]) for point in [case["start"], *case["trajectory"]])
    out = call(program, "run", model, "--at", times, "--tolerance", "1e-12", "--json")
    multipliers = [name.removeprefix("lambda.") for name in out["samples"][0]["multipliers"]]
    if multipliers != case["constraints"]:
        print(f"constraints are {multipliers}, wanted {case['constraints']}")
        good = False
    good = report("initial state", start(case, out["samples"][0]), EVALUATION) and good
    worst = 0.0
    for point, sample in zip(case["trajectory"], out["samples"][1:], strict=True):
        state = sample["state"]
        worst = max(worst, error([state[name] for name in names], point["q"]),
                    error([state[name + "'"] for name in names], point["v"]),
                    error(list(sample["multipliers"].values()), point["lam"]))
    return report(f"trajectory at {len(case['trajectory'])} times", worst, TRAJECTORY) and good


def reference(program, model, cases_file):
    name = pathlib.Path(model).stem
    case = next(c for c in json.loads(pathlib.Path(cases_file).read_text()) if c["model"] == name)
    out = call(program, "run", model, "--at", repr(case["t"]), "--tolerance", "1e-12", "--json")
    sample = out["samples"][-1]
    got = {**sample["state"], **sample["multipliers"]}
    worst = 0.0
    for key, wanted in case["expected"].items():
        this = error([got[key]], [wanted])
        print(f"  {key}: {got[key]!r}, wanted {wanted!r}")
        worst = max(worst, this)
    return report(f"{name} at {case['t']} s", worst, case["tolerance"])


def checks(program, model):
    out = call(program, "run", model, "--json")
    for line in out["checks"]:
        print(f"  {line['status']}: {line['text']}")
    return bool(out["checks"])


def judged(program, model, case):
    """What is wrong with the verdict on one equation; empty where all is well."""
    process = subprocess.run([program, "prove", model, case["equation"], "--json"], capture_output=True, text=True, timeout=60)
    got = json.loads(process.stdout)
    wanted = case["verdict"]
    is_true = wanted in ("proved", "on_constraints", "consequence")
    wrong = []
    if process.returncode != (0 if is_true else 3):
        wrong.append(f"exit code {process.returncode}")
    if got["verdict"] != wanted:
        wrong.append(f"verdict {got['verdict']}, wanted {wanted}")
    if got["diagnosis"]["kind"] != case["diagnosis"]["kind"]:
        wrong.append(f"diagnosis {got['diagnosis']['kind']}, wanted {case['diagnosis']['kind']}")
    facts = {(fact["level"], fact["name"]) for fact in got["used"]}
    if "used" in case and facts != {(fact["level"], fact["name"]) for fact in case["used"]}:
        wrong.append(f"used {sorted(facts)}")
    if case.get("condition", got["condition"]) != got["condition"]:
        wrong.append(f"condition {got['condition']}, wanted {case['condition']}")
    if case.get("conserved", False) and not got["conserved"]:
        wrong.append("not called conserved")
    return wrong


def prove(program, model, cases_file):
    name = pathlib.Path(model).stem
    cases = [case for case in json.loads(pathlib.Path(cases_file).read_text())["cases"] if case["model"] == name]
    good = bool(cases)
    for case in cases:
        wrong = judged(program, model, case)
        print(f"  {'; '.join(wrong) or 'right'}: {case['equation']}")
        good = good and not wrong
    return good


def main():
    program, mode, *files = sys.argv[1:]
    good = {"oracle": oracle, "reference": reference, "checks": checks, "prove": prove}[mode](program, *files)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
