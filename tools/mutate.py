#!/usr/bin/env python3
"""Mutation testing: how many small changes of the sources do the tests notice?

Draws N places at random (the seed is printed) in the rooms that compute, changes one token at each (a sign, a factor, a
comparison, an argument, a term), builds all of them into one program that switches one on by an environment variable, and runs
for each the tests that reach it until one fails. Prints those that no test noticed. docs/mutants.md keeps the last result.
"""

import argparse
import collections
import concurrent.futures
import json
import pathlib
import random
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))
from mutants import schemata, sites, trial  # noqa: E402

ROOMS = ("derivation", "lowering", "numerics", "simulation", "studies", "exact", "analysis", "claims")


def find_sites(rooms, include, jobs):
    sites.load_library()
    files = sorted(path for room in rooms for path in (ROOT / "src/dalembert" / room).rglob("*.cpp"))
    arguments = ["-x", "c++", "-std=c++20", f"-I{include}", "-isystem", "/usr/include/eigen3"]
    with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
        for found in pool.map(sites.sites_of, files, [arguments] * len(files)):
            yield from found


def draw(found, wanted, seed):
    """`wanted` sites, no two of which overlap, numbered from 1."""
    rnd = random.Random(seed)
    chosen = {}
    for site in rnd.sample(found, len(found)):
        if len(chosen) == wanted:
            break
        if all(other.path != site.path or other.end <= site.begin or site.end <= other.begin for other in chosen.values()):
            chosen[len(chosen) + 1] = site
    return chosen


def text_of(number, site):
    place = site.path.relative_to(ROOT)
    return f"{number}: {place}:{site.line}: {site.kind}: `{schemata.flat(site.old)}` -> `{schemata.flat(site.new)}`"


def try_all(chosen, tests, jobs, results):
    killed = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        trials = {pool.submit(trial.killer, number, tests): number for number in chosen}
        for done in concurrent.futures.as_completed(trials):
            number = trials[done]
            test, runs = done.result()
            killed[test is not None] += 1
            results[number] = test.name if test else None
            said = f"killed by {test.name} after {runs}" if test else f"SURVIVES {runs} tests"
            print(f"{text_of(number, chosen[number])}: {said}", flush=True)
    return killed


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("wanted", nargs="?", type=int, default=150, metavar="N", help="how many mutants (150)")
    parser.add_argument("--seed", type=int, default=None, help="of the draw; random where it is not given")
    parser.add_argument("--rooms", nargs="+", default=ROOMS, metavar="ROOM")
    parser.add_argument("--only", nargs="+", type=int, metavar="NUMBER", help="of the draw, try these again")
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "build-mutate", help="folder of the build")
    parser.add_argument("--include", type=pathlib.Path, default=ROOT / "src", help="folder of the headers")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    seed = options.seed if options.seed is not None else random.randrange(10**6)

    start = time.monotonic()
    found = list(find_sites(options.rooms, options.include, options.jobs))
    chosen = draw(found, options.wanted, seed)
    print(f"{len(found)} places in {', '.join(options.rooms)}; seed {seed}; {len(chosen)} drawn", flush=True)
    tree = schemata.Schemata(ROOT, options.work.resolve(), options.jobs)
    left_out = tree.make(chosen)
    for number in sorted(left_out):
        print(f"{text_of(number, chosen[number])}: does not compile")
        del chosen[number]
    tests = trial.all_tests(tree.build)
    broken = trial.trace_all(tests, options.jobs)
    for test in broken:
        print(f"fails without a mutant, and is not counted: {test.name}")
    tests = [test for test in tests if test not in broken]
    print(f"{len(tests)} tests, built and traced in {time.monotonic() - start:.0f} s", flush=True)
    if options.only:
        chosen = {number: site for number, site in chosen.items() if number in options.only}

    results = {}
    killed = try_all(chosen, tests, options.jobs, results)
    (options.work / "results.json").write_text(json.dumps(results, indent=1), encoding="utf-8")
    print(f"seed {seed}: {killed[True]} of {len(chosen)} killed, {time.monotonic() - start:.0f} s")
    return 0 if not killed[False] else 1


if __name__ == "__main__":
    sys.exit(main())
