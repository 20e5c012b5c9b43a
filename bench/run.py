#!/usr/bin/env python3
"""Runs the benchmarks and prints every result beside a baseline measured in the same run.

    ./dev bench [NAME] [--json]
    ./dev bench machine_code --docs     also writes docs/performance.md (bench/performance.py)

NAME: accuracy (bench/accuracy.py), chain, derive, editor, ensemble, four_bar, interpreter, lanes, machine, machine_code (chain, four_bar, machine, lanes and ensemble), picture, prove, textbook, scale, start;
none: all. A ratio says how many times faster (smaller) than its baseline a result is; those of machine_code are times over baselines, so that 1 is as fast and less is faster.

Standard library only.
"""
import argparse
import json
import math
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time

import editor
import performance
import scale

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
PYTHON = "/usr/bin/python3"  # Debian's, which has Debian's python3-sympy


def lines_of(*command):
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def result(name, value, unit, baseline, baseline_value, ratio):
    return {"name": name, "value": value, "unit": unit, "baseline": baseline, "baseline_value": baseline_value,
            "ratio": ratio}


def slope(points, key):
    """Exponent of growth of `key` with n between the two largest n."""
    (a, b) = points[-2:]
    return math.log(b[key] / a[key]) / math.log(b["n"] / a["n"])


def bench_derive(build):
    program = os.path.join(build, "bin", "bench_derive")
    sizes = [10, 20, 50, 100, 200]
    points = [lines_of(program, str(n))[0] for n in sizes]
    sympy = float(subprocess.run([PYTHON, os.path.join(HERE, "sympy_cart.py"), "10"], check=True, capture_output=True,
                                 text=True).stdout)
    ten, last = points[0], points[-1]
    yield result("derive_cart_10", ten["seconds"], "s", "SymPy LagrangesMethod, mass matrix and forcing", sympy,
                 sympy / ten["seconds"])
    yield result("tape_cart_10", ten["operations"], "operations", "limit", 1300, ten["operations"] / 1300)
    yield result("memory_chain_200", last["peak_mib"], "MiB", "limit", 64, last["peak_mib"] / 64)
    for key, wanted in (("residual_operations", 1), ("mass_operations", 2), ("seconds", 2)):
        yield result(f"growth_of_{key}", slope(points, key), "exponent of n", "expected", wanted,
                     slope(points, key) / wanted)
    for p in points:
        yield result(f"derive_cart_{p['n']}_per_link", p["seconds"] / p["n"], "s", "n = 10", ten["seconds"] / 10,
                     p["seconds"] / p["n"] / (ten["seconds"] / 10))


def bench_interpreter(build):
    for point in lines_of(os.path.join(build, "bin", "bench_interpreter")):
        yield result(f"interpreter_{point['name']}", point["interpreter_ns"], "ns",
                     "the same tape by cc -O2", point["c_ns"], point["interpreter_ns"] / point["c_ns"])


def exponent(points):
    """Of the growth of time with links, by least squares through all points."""
    xs = [math.log(p["links"]) for p in points]
    ys = [math.log(p["structure_ns"]) for p in points]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys)) / sum((a - x) ** 2 for a in xs)


def exponent_result(name, points):
    value = exponent(points)
    return result(name, value, f"exponent of n, {points[0]['links']} to {points[-1]['links']}", "expected", 1, value)


def bench_chain(build):
    points = lines_of(os.path.join(build, "bin", "bench_chain"))
    for point in points:
        name = point["name"]
        yield result(name, point["structure_ns"], "ns", "code written by hand for this chain", point["hand_ns"],
                     point["hand_ns"] / point["structure_ns"])
        if point["hand_lane_ns"] > 0:
            yield result(f"{name}_lanes", point["lane_ns"], f"ns for one of {point['lanes']}",
                         "one of eight by vectors written by hand", point["hand_lane_ns"],
                         point["hand_lane_ns"] / point["lane_ns"])
        yield result(f"{name}_lanes_scalar", point["lane_ns"], f"ns for one of {point['lanes']}", "one state at a time",
                     point["structure_ns"], point["structure_ns"] / point["lane_ns"])
        difference = max(point["largest_difference"], point["lane_difference"])
        yield result(f"{name}_difference", difference, "of the largest acceleration", "limit", 1e-11,
                     1e-11 / max(difference, 1e-16))
        if point["matrices_ns"] > 0:
            yield result(f"{name}_matrices", point["structure_ns"], "ns", "the same by full matrices",
                         point["matrices_ns"], point["matrices_ns"] / point["structure_ns"])
    if points:
        yield exponent_result("chain_exponent", points)
    yield from chain_forms(build)


def chain_forms(build):
    forms = lines_of(os.path.join(build, "bin", "bench_chain_forms"))
    of = {form: [p for p in forms if p["form"] == form] for form in ("relative", "cartesian", "absolute", "pinned", "first", "klu")}
    for form in ("relative", "cartesian"):
        if not of[form]:
            continue
        yield exponent_result(f"chain_exponent_{form}", of[form])
        largest = max(p["difference"] for p in of[form])
        yield result(f"chain_{form}_difference", largest, "of the largest acceleration", "limit", 1e-9,
                     1e-9 / max(largest, 1e-16))
    if of["pinned"]:
        ours, opened = of["pinned"][0]["structure_ns"], of["absolute"][0]["structure_ns"]
        yield result("chain_100_pinned", ours, "ns, with both multipliers", "the open chain", opened, opened / ours)
    if of["first"]:
        short, long = of["first"]
        yield result("chain_first_evaluation", long["seconds"], "s from the text of 1000 links to their accelerations",
                     "100 links", short["seconds"], short["seconds"] / long["seconds"])
    if of["klu"]:
        point = of["klu"][0]
        yield result("rods_100_klu", point["structure_ns"], "ns, all of it", "KLU on the same matrix, factors and solution alone",
                     point["klu_ns"], point["klu_ns"] / point["structure_ns"])


def bench_four_bar(build):
    models = os.path.join(ROOT, "models")
    points = lines_of(os.path.join(build, "bin", "bench_four_bar"), models)
    for point in points:
        yield result("four_bar", point["program_ns"], "ns with both multipliers", "code written by hand", point["hand_ns"],
                     point["hand_ns"] / point["program_ns"])
        yield result("four_bar_run", point["run_ns"], "ns with both multipliers", "code written by hand", point["hand_ns"],
                     point["hand_ns"] / point["run_ns"])
        yield result("four_bar_difference", point["largest_difference"], "relative, from the code written by hand", "limit",
                     1e-10, 1e-10 / max(point["largest_difference"], 1e-16))
    simbody = os.path.join(build, "bin", "bench_simbody")
    if not os.path.exists(simbody):
        print("without Simbody (Debian: libsimbody-dev): the rows four_bar_simbody and chain_..._simbody are left out", file=sys.stderr)
        return
    there, *chains = lines_of(simbody)
    for point in points:
        best = min(there["ball_ns"], there["planes_ns"])
        yield result("four_bar_simbody", point["program_ns"], "ns with both multipliers", "Simbody", best,
                     best / point["program_ns"])
        difference = max(abs(a - b) / max(1, abs(b)) for a, b in zip(there["accelerations"], point["accelerations"]))
        yield result("four_bar_simbody_difference", difference, "relative, of the accelerations", "limit", 1e-10,
                     1e-10 / max(difference, 1e-16))
    for chain in chains:
        name = f"chain_{chain['links']}_simbody"
        yield result(name, chain["structure_ns"], "ns in relative angles", "Simbody", chain["simbody_ns"],
                     chain["simbody_ns"] / chain["structure_ns"])
        yield result(f"{name}_difference", chain["difference"], "of the largest acceleration", "limit", 1e-9,
                     1e-9 / max(chain["difference"], 1e-16))


def bench_machine(build):
    for point in lines_of(os.path.join(build, "bin", "bench_machine"), os.path.join(ROOT, "models")):
        name = point["name"]
        yield result(f"machine_{name}", point["machine_ns"], "ns", "the interpreter on the same tape",
                     point["interpreter_ns"], point["interpreter_ns"] / point["machine_ns"])
        yield result(f"lanes_{name}", point["lane_ns"], f"ns for one of {point['lanes']}", "one state at a time",
                     point["machine_ns"], point["machine_ns"] / point["lane_ns"])
        yield result(f"compile_rate_{name}", point["compile_seconds"] / point["operations"] * 1e6, "us for an operation",
                     "limit", 0.3, 0.3 / (point["compile_seconds"] / point["operations"] * 1e6))
        if point["cc_seconds"] > 0:
            yield result(f"compile_{name}", point["compile_seconds"], "s", "the same tape by cc -O1",
                         point["cc_seconds"], point["cc_seconds"] / point["compile_seconds"])
            yield result(f"{name}_dynamics" if name == "double_pendulum" else name, point["machine_ns"], "ns",
                         "the same tape by cc -O2", point["cc_ns"], point["cc_ns"] / point["machine_ns"])


def bench_lanes(build):
    point = lines_of(os.path.join(build, "bin", "bench_lanes"))[0]
    yield result("ensemble_rk4", point["lane_ns"], f"ns for a step of one of {point['members']} double pendulums",
                 "a loop written by hand for one", point["hand_ns"], point["hand_ns"] / point["lane_ns"])
    yield result("ensemble_rk4_difference", point["largest_difference"], f"rad behind {point['steps']} steps", "limit", 1e-9,
                 1e-9 / max(point["largest_difference"], 1e-16))
    for each in lines_of(os.path.join(build, "bin", "bench_members"), os.path.join(ROOT, "models")):
        assert each["same"], f"{each['name']}: members in lanes differ from members alone"
        yield result(each["name"], each["together_us"] * 1e-6, f"s for one of {each['members']} members by rk8", "one after the other",
                     each["alone_us"] * 1e-6, each["alone_us"] / each["together_us"])
    if point["program_ns"] > 0:
        yield result("double_pendulum", point["program_ns"], "ns for the accelerations of one state",
                     "their closed form written by hand", point["closed_form_ns"],
                     point["closed_form_ns"] / point["program_ns"])
        yield result("double_pendulum_run", point["run_ns"], "ns for the accelerations of one state",
                     "their closed form written by hand", point["closed_form_ns"], point["closed_form_ns"] / point["run_ns"])


def bench_textbook(build):
    sympy = float(subprocess.run([PYTHON, os.path.join(HERE, "sympy_trigsimp.py")], check=True, capture_output=True,
                                 text=True).stdout)
    for point in lines_of(os.path.join(build, "bin", "bench_textbook"), os.path.join(ROOT, "models")):
        yield result(f"human_form_{point['name']}", point["seconds"], "s",
                     "SymPy trigsimp of one equation of the double pendulum", sympy, sympy / point["seconds"])


def bench_prove(build):
    points = {p["name"]: p for p in lines_of(os.path.join(build, "bin", "bench_prove"), ROOT)}
    limit = 0.050  # seconds for one claim
    yield result("prove_median", points["median"]["seconds"], "s", "limit", limit, limit / points["median"]["seconds"])
    yield result("prove_slowest", points["slowest"]["seconds"], "s", "limit", limit,
                 limit / points["slowest"]["seconds"])
    yield result("prove_beside_deriving", points["median"]["seconds"], "s", "read and derive the same models, median",
                 points["derive"]["seconds"], points["median"]["seconds"] / points["derive"]["seconds"])


def whole_process(command, times=9):
    least = math.inf
    for _ in range(times):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        least = min(least, time.perf_counter() - start)
    return least


def bench_start(build):
    sleigh = os.path.join(ROOT, "models", "seeds", "s0_chaplygin_sleigh.mech")
    ours = whole_process([os.path.join(build, "bin", "dalembert"), "run", sleigh])
    sympy = whole_process([PYTHON, "-c", "import sympy"])
    with tempfile.TemporaryDirectory() as folder:
        coin = os.path.join(ROOT, "models", "seeds", "s2_rolling_coin.mech")
        page = whole_process([os.path.join(build, "bin", "dalembert"), "report", coin, "-o",
                              os.path.join(folder, "coin.html")])
    yield result("report_coin_process", page, "s", "python3 -c 'import sympy'", sympy, sympy / page)
    yield result("run_sleigh_process", ours, "s", "python3 -c 'import sympy'", sympy, sympy / ours)


def sweep_seconds(program, launcher, threads):
    """The time of the members of one sweep, s; what comes before and after is left out."""
    model = os.path.join(ROOT, "models", "gallery", "double_pendulum.mech")
    command = [*launcher, program, "sweep", model, "--over", "theta1=10..170 [deg]:40", "--over", "theta2=-90..90 [deg]:20",
               "--rows", "2", "--threads", str(threads), "--json"]
    # One launcher for root and for a machine with two processors.
    environment = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout)["seconds"]


def bench_ensemble(build, rounds=5):
    """In rounds, one of each after the other, so that what else the machine does is shared among them; least times count."""
    program = os.path.join(build, "bin", "dalembert")
    # Processes are not bound to processors: the system finds them one that is free, as it does for threads.
    mpirun = ["mpirun", "--oversubscribe", "--bind-to", "none", "-n", "2"] if shutil.which("mpirun") else None
    times = {"one": [], "threads": [], "ranks": [], "hand_one": [], "hand_two": []}
    for _ in range(rounds):
        times["one"].append(sweep_seconds(program, [], 1))
        times["threads"].append(sweep_seconds(program, [], 2))
        if mpirun:
            times["ranks"].append(sweep_seconds(program, mpirun, 1))
        by_hand = lines_of(os.path.join(build, "bin", "bench_processors"))[0]
        times["hand_one"].append(by_hand["one_seconds"])
        times["hand_two"].append(by_hand["two_seconds"])
    one, two = min(times["one"]), min(times["threads"])
    yield result("threads_2", two, "s for 800 double pendulums", "one thread", one, one / two)
    if mpirun:
        ranks = min(times["ranks"])
        yield result("ranks_2", ranks, "s for 800 double pendulums", "one process", one, one / ranks)
    hand_one, hand_two = min(times["hand_one"]), min(times["hand_two"])
    yield result("threads_2_limit", hand_two, "s for two processes of a loop written by hand, half each", "one process", hand_one,
                 hand_one / hand_two)


def run_seconds(program, model, *options):
    """(seconds of the integration, steps, seconds of the process but for it, proofs of checks and files) of one run."""
    start = time.perf_counter()
    done = subprocess.run([program, "run", model, *options, "--json"], check=True, capture_output=True, text=True)
    whole = time.perf_counter() - start
    found = json.loads(done.stdout)["statistics"]
    seconds = found["seconds"]
    return seconds["integrate"], found["steps"], whole - seconds["integrate"] - seconds["output"]


def bench_runs(build, rounds=5):
    """Whole runs: how the time of a step grows with the links of a pendulum, and what comes before the first step."""
    program = os.path.join(build, "bin", "dalembert")
    pendulum = os.path.join(ROOT, "models", "gallery", "n_pendulum.mech")
    andrews = os.path.join(ROOT, "models", "gallery", "andrews_squeezer.mech")
    steps, starts, pythons = {100: [], 1000: []}, [], []
    for _ in range(rounds):
        for links, end in ((100, "1"), (1000, "0.1")):
            seconds, count, _ = run_seconds(program, pendulum, "--set", f"n={links}", "--to", end)
            steps[links].append(seconds / count)
        starts.append(run_seconds(program, andrews)[2])
        pythons.append(whole_process([PYTHON, "-c", "pass"], 1))
    short, long = min(steps[100]), min(steps[1000])
    yield result("run_1000_links", long, "s for a step of the run of 1000 links", "of 100 links", short, short / long)
    yield result("run_before_integration", min(starts), "s of the whole process of Andrews' mechanism", "python3 -c pass",
                 min(pythons), min(pythons) / min(starts))


def bench_machine_code(build):
    for group in (bench_chain, bench_four_bar, bench_machine, bench_lanes, bench_runs, bench_ensemble):
        for each in group(build):
            yield {**each, "ratio": each["value"] / each["baseline_value"]}


def bench_picture(build):
    coin = os.path.join(ROOT, "models", "seeds", "s2_rolling_coin.mech")
    program = os.path.join(build, "bin", "dalembert")
    check = whole_process([program, "check", coin])
    picture = whole_process([program, "picture", coin])
    yield result("picture_coin_process", picture, "s", "check of the same model", check, picture / check)
    chain = lines_of(os.path.join(build, "bin", "bench_picture"), os.path.join(ROOT, "models"))[0]
    yield result("scene_chain_600_frames", chain["scene_seconds"], "s", "its run", chain["run_seconds"],
                 chain["scene_seconds"] / chain["run_seconds"])


def bench_scale(build):
    for row in scale.rows(build):
        yield result(*row)


def bench_editor(build):
    for row in editor.rows(build):
        yield result(*row)


GROUPS = {"chain": bench_chain, "derive": bench_derive, "editor": bench_editor, "ensemble": bench_ensemble, "four_bar": bench_four_bar, "machine_code": bench_machine_code,
          "interpreter": bench_interpreter, "lanes": bench_lanes, "machine": bench_machine,
          "prove": bench_prove, "picture": bench_picture, "textbook": bench_textbook, "scale": bench_scale, "start": bench_start}


def processor():
    """Its name; of a virtual machine that says little, with what its instructions tell."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as info:
            text = info.read()
    except OSError:
        return platform.processor() or platform.machine()
    name = next((line.split(":", 1)[1].strip() for line in text.splitlines() if line.startswith("model name")), platform.machine())
    return f"{name}{' with AVX-512' if ' avx512f ' in text else ' with AVX2' if ' avx2 ' in text else ''}"


def table(results):
    width = max(len(r["name"]) for r in results)
    for r in results:
        print(f"{r['name']:<{width}}  {r['value']:.6g} {r['unit']}   {r['baseline']}: {r['baseline_value']:.6g}   "
              f"ratio {r['ratio']:.4g}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", nargs="?", choices=sorted(GROUPS))
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--docs", action="store_true", help="with machine_code: writes docs/performance.md")
    parser.add_argument("--build", required=True)
    options = parser.parse_args()
    chosen = [options.name] if options.name else [name for name in GROUPS if name != "machine_code"]  # it repeats others
    results = [r for name in chosen for r in GROUPS[name](options.build)]
    if options.docs:
        if options.name != "machine_code":
            parser.error("--docs goes with machine_code")
        for name in performance.missing(results):
            print(f"the row {name} is missing", file=sys.stderr)
        performance.write(results, f"{processor()}, {os.cpu_count()} processors")
    if options.json:
        machine = {"system": platform.platform(), "processor": platform.machine(), "cores": os.cpu_count()}
        json.dump({"schema": "dalembert.bench/1", "machine": machine, "results": results}, sys.stdout, indent=1)
        print()
    else:
        table(results)


if __name__ == "__main__":
    main()
