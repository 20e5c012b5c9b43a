#!/usr/bin/env python3
"""Tests every sentence that the program says about models, by numbers.

    run.py --program build/bin/dalembert [--models PATH...] [--random N --seed S] [--jobs J] [--part NAME...]

See README.md beside this file. The exit code is 1 where a sentence is false that open.txt does not list.
"""

import argparse
import concurrent.futures
import pathlib
import sys
import time
import traceback

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import outcomes as results  # noqa: E402
import sentences_claims  # noqa: E402
import sentences_compare  # noqa: E402
import sentences_counts  # noqa: E402
import sentences_energy  # noqa: E402
import sentences_equations  # noqa: E402
import sentences_steady  # noqa: E402
import sentences_symbolic  # noqa: E402
import sentences_symmetry  # noqa: E402
from case import Case  # noqa: E402
from program import LIMIT, Hangs, Program, said  # noqa: E402

PARTS = {"counts": sentences_counts, "energy": sentences_energy, "symmetry": sentences_symmetry, "steady": sentences_steady,
         "symbolic": sentences_symbolic, "equations": sentences_equations, "claims": sentences_claims, "compare": sentences_compare}


def judge(path, file, given):
    """All outcomes of one model."""
    found = results.Outcomes(str(file))
    try:
        case = Case(Program(path, given.limit), pathlib.Path(file), found, given.seed, given.runs, given.states)
        if case.system.failed:
            found.untested("model", file, f"refused: {said(case.system.facts)[:120]}")
            return found.all
        for name in given.part:
            try:
                PARTS[name].test(case)
            except Hangs as problem:
                found.false("ends", name, f"no answer in time: {problem}")
            except Exception:  # noqa: BLE001  the harness's own bug: shown, and counted as one
                found.untested("harness", name, traceback.format_exc(limit=-3).replace("\n", " | ")[-280:])
    except Hangs as problem:
        found.false("ends", str(file), f"no answer in time: {problem}")
    return found.all


def models_of(paths):
    for path in map(pathlib.Path, paths):
        yield from sorted(path.rglob("*.mech")) if path.is_dir() else [path]


def known_open():
    """(model, kind, part of the text) → reason, of sentences that are false and known to be."""
    table = []
    file = HERE / "open.txt"
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else []:
        if line.strip() and not line.startswith("#"):
            table.append([part.strip() for part in line.split("|", 3)])
    return table


def is_open(one, table):
    return any(model in one.model and kind == one.kind and text in one.text for model, kind, text, _ in table)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--program", required=True)
    options.add_argument("--models", nargs="*", default=None, help="files or folders; models/ and literature/ where none is named")
    options.add_argument("--random", type=int, default=0, help="so many random models beside them")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--keep", help="a folder in which the random models stay")
    options.add_argument("--jobs", type=int, default=1)
    options.add_argument("--runs", type=int, default=3, help="random starts of runs of each model")
    options.add_argument("--states", type=int, default=6, help="random states of each model")
    options.add_argument("--limit", type=int, default=LIMIT, help="seconds of CPU of one call of the program; a longer one hangs")
    options.add_argument("--part", nargs="*", default=list(PARTS), choices=list(PARTS))
    options.add_argument("--verbose", action="store_true", help="a line for each model")
    given = options.parse_args()

    import random_models
    began = time.time()
    folder = HERE.parent.parent / "models"
    files = list(models_of(given.models if given.models is not None else [folder, HERE / "literature"]))
    table, everything = known_open(), []
    with random_models.Folder(given.random, given.seed, given.keep) as drawn, concurrent.futures.ProcessPoolExecutor(given.jobs) as pool:
        files += drawn
        print(f"{len(files)} models, {len(drawn)} of them random from seed {given.seed}", flush=True)
        waiting = {pool.submit(judge, given.program, str(file), given): file for file in files}
        for done in concurrent.futures.as_completed(waiting):
            found = done.result()
            everything += found
            for one in found:
                if one.verdict == "false":
                    mark = "open " if is_open(one, table) else "FALSE"
                    print(f"{mark} {one.model}\n      {one.kind}: {one.text}\n      {one.reason}", flush=True)
            if given.verbose:
                print(f"{waiting[done]}: {len(found)} sentences, {sum(o.verdict == 'false' for o in found)} false", flush=True)
    false = [one for one in everything if one.verdict == "false"]
    known = [one for one in false if is_open(one, table)]
    print("\n".join(results.summary(everything)))
    if table:
        print("\nknown to be open:")
        print("\n".join(f"  {model} | {kind} | {text}: {reason}" for model, kind, text, reason in table))
    print(f"\n{len(everything)} sentences of {len(files)} models in {time.time() - began:.0f} s: {len(false)} false, {len(known)} of them known")
    harness = [one for one in everything if one.kind == "harness"]
    return 1 if len(false) > len(known) or harness else 0


if __name__ == "__main__":
    sys.exit(main())
