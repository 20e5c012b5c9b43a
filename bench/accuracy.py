#!/usr/bin/env python3
"""Digits of positions, rates and multipliers against the work they take, on problems with known answers.

    ./dev bench accuracy [--json]     measures, and prints the tables
    ./dev bench accuracy --docs       measures, and writes docs/accuracy.md and its diagrams

The problems and where their digits come from: bench/accuracy/references.json. Digits are −log10 of the largest error over
the largest entry of the positions (rates, multipliers) compared. Standard library only.
"""
import argparse
import json
import math
import os
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
METHODS = ("rk8", "rk5", "radau", "taylor", "ida")
TOLERANCES = (1e-4, 1e-6, 1e-8, 1e-10, 1e-12, 1e-13, 3e-14)
MOST_SECONDS = 4  # of one process; a run that takes longer is left out, and so are those of its method with smaller tolerances
HAND = ("dop853", "odeint", "cvode", "ida")  # other codes, on equations written by hand: bench/accuracy/hand_problems.cpp
COLOURS = {"rk8": "#1b6ca8", "rk5": "#d1495b", "radau": "#2e7d32", "taylor": "#e08e0b", "ida": "#6a4c93",
           "hand dop853": "#7f8c8d", "hand odeint": "#b5651d", "hand cvode": "#00838f", "hand ida": "#ad1457"}


def problems():
    with open(os.path.join(ROOT, "bench", "accuracy", "references.json"), encoding="utf-8") as file:
        return json.load(file)


def digits(got, wanted):
    """−log10 of the error, None where nothing is known to compare with; 16 at most."""
    if not wanted:
        return None
    largest = max(abs(value) for value in wanted.values())
    error = max(abs(got[name] - value) for name, value in wanted.items()) / largest
    return 16.0 if error < 1e-16 else -math.log10(error)


def answer(command):
    """What a program prints, and the time of its whole process, s.
    @raises subprocess.TimeoutExpired where it takes longer than MOST_SECONDS"""
    begin = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, timeout=MOST_SECONDS, check=False)
    return json.loads(done.stdout) if done.stdout.startswith("{") else {}, time.perf_counter() - begin


def point_of(problem, name, tolerance, out):
    """One row of the tables."""
    return {"problem": problem["name"], "method": name, "tolerance": tolerance,
            "q": digits(out["state"], problem["q"]), "v": digits(out["state"], problem["v"]),
            "multipliers": digits(out["multipliers"], problem["multipliers"]), "drift": out["drift"], "steps": out["steps"],
            "evaluations": out["evaluations"], "seconds": out["seconds"]}


def measure(programs, problem, method, tolerance):
    """A method of this library: warm runs to the end alone (own_runs), and a whole process of `dalembert run` with its
    table, where that ends in time. None where the method does not reach the end."""
    model = os.path.join(ROOT, problem["model"])
    out, _ = answer([programs.own, model, repr(problem["t"]), method, repr(tolerance)])
    if not out:
        return None
    point = point_of(problem, method, tolerance, out)
    command = [programs.program, "run", model, "--json", "--method", method, "--tolerance", repr(tolerance), "--at", repr(problem["t"])]
    try:
        cold, seconds = answer(command)
        point["process"] = seconds if cold.get("outcome") == "completed" else None
    except subprocess.TimeoutExpired:
        point["process"] = None
    return point


def measure_by_hand(programs, problem, method, tolerance):
    """Another code on equations written by hand; None where it does not reach the end."""
    out, _ = answer([programs.hand, problem["name"], method, repr(tolerance)])
    return point_of(problem, "hand " + method, tolerance, out) if out else None


def least(point):
    """Digits that all of positions, rates and multipliers have."""
    return min(value for value in (point["q"], point["v"], point["multipliers"]) if value is not None)


def seconds_for(points, digits):
    """The time that one method takes for these digits, by interpolation of its logarithm between the runs made; that of the
    cheapest run where all have more, None where none has as many."""
    known = sorted((least(p), math.log10(p["seconds"])) for p in points)
    if not known or known[-1][0] < digits:
        return None
    if known[0][0] >= digits:
        return 10 ** min(cost for _, cost in known)
    for (low, cheap), (high, dear) in zip(known, known[1:]):
        if low <= digits <= high:
            share = (digits - low) / (high - low) if high > low else 1.0
            return 10 ** (cheap + share * (dear - cheap))
    return None


def ratio(times, name, best):
    """Cell of a table: how many times the time of `best` a method takes."""
    return "not reached" if times[name] is None else f"{times[name] / best:.2g}"


def ratios(points):
    """How many times the time of the fastest method here other codes take, at 6 and at 9 digits of q, v and λ; rows of a table."""
    others = [f"hand {method}" for method in HAND] + ["ida"]
    lines = ["| problem | digits | fastest here | DOP853, by hand | odeint, by hand | CVODE, by hand | IDA, by hand | IDA, same programs |",
             "|---|---|---|---|---|---|---|---|"]
    for problem in problems():
        own = [p for p in points if p["problem"] == problem["name"]]
        for wanted in (6, 9):
            times = {m: seconds_for([p for p in own if p["method"] == m], wanted) for m in (*METHODS, *others)}
            here = {m: times[m] for m in METHODS if m != "ida" and times[m] is not None}
            if not here:
                lines.append(f"| {problem['title']} | {wanted} | not reached | | | | | |")
                continue
            best = min(here, key=here.get)
            cells = " | ".join(ratio(times, name, here[best]) for name in others)
            lines.append(f"| {problem['title']} | {wanted} | {best}, {here[best] * 1e3:.3g} ms | {cells} |")
    return lines


def measured(programs):
    for problem in problems():
        for how, methods in ((measure_by_hand, HAND), (measure, METHODS)):
            for method in methods:
                for tolerance in TOLERANCES:
                    print(f"{problem['name']} {method} {tolerance:g}{', by hand' if how is measure_by_hand else ''}", file=sys.stderr)
                    try:
                        point = how(programs, problem, method, tolerance)
                    except subprocess.TimeoutExpired:
                        break  # smaller tolerances take longer
                    if point:
                        yield point


def against(dividend, divisor):
    """The quotient of two times, as text; what was not reached has none."""
    return "not reached" if dividend is None or divisor is None else f"{dividend / divisor:.2f}"


def verdict(quotients, wanted, is_upper=False):
    """Whether a goal is met, as text: by all codes compared with that get there."""
    known = [float(q) for q in quotients if q != "not reached"]
    if not known:
        return "the other does not get there"
    return "yes" if all(q <= wanted if is_upper else q >= wanted for q in known) else "no"


def goals(points):
    """The ratios that the project has set itself, measured; lines of a page."""
    def of(problem, method):
        return [p for p in points if p["problem"] == problem and p["method"] == method]

    def at(method, tolerance):
        return next((p["seconds"] for p in of("andrews", method) if p["tolerance"] == tolerance), None)

    here = [seconds_for(of("andrews", method), 9) for method in METHODS if method != "ida"]
    best = min((t for t in here if t is not None), default=None)
    explicit = against(best, seconds_for(of("andrews", "hand dop853"), 9))
    lines = ["| ratio of times | wanted | measured | met |", "|---|---|---|---|",
             f"| Andrews, 9 digits: fastest here over DOP853 by hand | at most 0.8 | {explicit} | {verdict([explicit], 0.8, True)} |"]
    for tolerance, wanted in ((1e-10, 1.5), (1e-13, 2.2)):
        quotient = against(at("rk8", tolerance), at("taylor", tolerance))
        lines.append(f"| Andrews at {tolerance:g}: rk8 over taylor | at least {wanted} | {quotient} | {verdict([quotient], wanted)} |")
    for problem in problems():
        wanted = 1 if problem["name"] == "spring_pendulum" else 5
        for count in (6, 9):
            own = [seconds_for(of(problem["name"], m), count) for m in METHODS if m != "ida"]
            fastest = min((t for t in own if t is not None), default=None)
            by_hand, same = (against(seconds_for(of(problem["name"], m), count), fastest) for m in ("hand ida", "ida"))
            lines.append(f"| {problem['title']}, {count} digits: IDA over the fastest here | at least {wanted} | by hand {by_hand}; same programs {same} | "
                         f"{verdict([by_hand, same], wanted)} |")
    return lines


def cell(value):
    return "" if value is None else f"{value:.1f}"


def milliseconds(value):
    return "" if value is None else f"{value * 1e3:.3g}"


def table(points):
    lines = ["| method | tolerance | digits q | v | λ | largest drift | steps | evaluations | ms, warm, end alone | ms, cold process with table |",
             "|---|---|---|---|---|---|---|---|---|---|"]
    for p in points:
        lines.append(f"| {p['method']} | {p['tolerance']:g} | {cell(p['q'])} | {cell(p['v'])} | {cell(p['multipliers'])} | "
                     f"{p['drift']:.0e} | {p['steps']} | {p['evaluations']} | {p['seconds'] * 1e3:.3g} | {milliseconds(p.get('process'))} |")
    return lines


def panel(left, key, scale, label, points):
    """Digits over the logarithm of `key` times `scale`, one line for each method, as SVG."""
    width, height, bottom, top = 360, 320, 44, 34
    powers = [math.log10(p[key] * scale) for p in points]
    low, high = math.floor(min(powers) * 2) / 2, math.ceil(max(powers) * 2) / 2

    def x(value):
        return left + (math.log10(value * scale) - low) / (high - low) * width

    def y(value):
        return height - bottom - max(0.0, value) / 16 * (height - bottom - top)

    out = []
    for value in range(0, 17, 4):
        out.append(f'<line x1="{left}" x2="{left + width}" y1="{y(value):.1f}" y2="{y(value):.1f}" stroke="#ddd"/>')
        out.append(f'<text x="{left - 8}" y="{y(value) + 4:.1f}" text-anchor="end">{value}</text>')
    for power in range(math.ceil(low), math.floor(high) + 1):
        place = x(10.0 ** power / scale)
        out.append(f'<line x1="{place:.1f}" x2="{place:.1f}" y1="{top}" y2="{height - bottom}" stroke="#ddd"/>')
        out.append(f'<text x="{place:.1f}" y="{height - bottom + 16}" text-anchor="middle">10'
                   f'<tspan dy="-5" font-size="9">{power}</tspan></text>')
    out.append(f'<text x="{left + width / 2}" y="{height - 8}" text-anchor="middle">{label}</text>')
    for method in COLOURS:
        places = [(x(p[key]), y(least(p))) for p in points if p["method"] == method]
        path = " ".join(f"{a:.1f},{b:.1f}" for a, b in places)
        out.append(f'<polyline points="{path}" fill="none" stroke="{COLOURS[method]}" stroke-width="2"/>')
        out += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3" fill="{COLOURS[method]}"/>' for a, b in places]
    return out


def diagram(problem, points):
    """Digits over evaluations and over time, as SVG."""
    out = ['<svg xmlns="http://www.w3.org/2000/svg" width="920" height="320" font-family="sans-serif" font-size="12">',
           '<rect width="920" height="320" fill="white"/>', f'<text x="40" y="18" font-size="14">{problem["title"]}</text>',
           '<text transform="translate(12 155) rotate(-90)" text-anchor="middle">digits</text>',
           *panel(40, "evaluations", 1, "evaluations of the equations", points),
           *panel(450, "seconds", 1e3, "milliseconds", points)]
    for place, method in enumerate(COLOURS):
        out.append(f'<text x="825" y="{48 + 18 * place}" fill="{COLOURS[method]}">{method}</text>')
    return "\n".join([*out, "</svg>", ""])


HEAD = """# Accuracy

The accuracy and cost of the integration methods on problems with known answers.
`./dev bench accuracy --docs` measures them again and writes this page.

- Digits are −log10 of the largest error over the largest entry, at most 16.
  They are given separately for positions q, rates v and multipliers λ.
- The drift is the largest violation of a constraint along the run, of positions and of rates, in the units of the constraint.
- Evaluations are those of the equations of motion. `taylor` evaluates a series of up to 32 orders at one of them.
- Times are of one machine, and only their ratios mean something. Those of short runs vary by up to a half if the machine has other work.
- Each diagram shows the digits that q, v and λ all have.
- `ida` is IDA of SUNDIALS on the residual and the Jacobian of the same programs ([how](theory/numerics.md#ida)).
- Two references were made for this page, in quadruple precision (`bench/accuracy/reference_motions.cpp`).

Methods that begin with `hand` are other codes on equations written by hand in C++ (`bench/accuracy/hand_problems.cpp`):

- a plain DOP853, and Boost.odeint's Fehlberg 7(8), on q̈ with the multipliers eliminated.
  Row exchanges are used for the whole system, the tridiagonal system for the ten links;
- CVODE on the same (Adams; BDF for the stiff problem);
- IDA on the stabilised index-2 form.

Nothing is projected there and nothing recorded. The drift is that of the end alone.

## What is timed

All times in the tables, diagrams and ratios, except those of the last column, follow one rule (`bench/accuracy/least_time.h`).
The time is the least of the runs in one process that take 0.2 s together, at most 500 runs.
Both sides give the end alone, and the digits are those of that end.

- By hand (`hand_runs`): from the given q and v to the end, including memory and the set-up of the code.
  There is no projection, no recording and no check. λ is computed once and not timed.
- Here (`own_runs`): from the consistent initial state to the end, with records at the start and the end alone.
  - The model is read and the programs are made before the clock starts, or in runs that are not the least.
    A run that takes 0.2 s is the only one, and its time includes what it makes.
  - The time includes the work of each step: projection onto the constraints, energy balance, certificate, and
    the integrals that the model's checks require. The same holds for `ida`.

The last column is different: one cold process of `dalembert run MODEL --json` with a table of 501 records, from its start to its exit.
It includes reading, deriving, lowering, compiling and printing.

- By hand there is nothing comparable.
- A process that takes longer than 4 s is left out, and so are those with smaller tolerances. "Not reached" below means in this time.

## Beside other codes

How many times longer other codes take than the fastest method here, for the digits that q, v and λ all have.
Values are interpolated between the runs made.
"""


def write_docs(points):
    folder = os.path.join(ROOT, "docs", "accuracy")
    os.makedirs(folder, exist_ok=True)
    lines = [HEAD, *ratios(points), "", "## Against the goals", "", *goals(points), ""]
    for problem in problems():
        own = [p for p in points if p["problem"] == problem["name"]]
        if not own:
            continue
        with open(os.path.join(folder, problem["name"] + ".svg"), "w", encoding="utf-8") as file:
            file.write(diagram(problem, own))
        known = f" The reference has {problem['digits']} digits." if "digits" in problem else ""
        lines += [f"## {problem['title']}", "", f"[{problem['model']}](../{problem['model']}), at {problem['t']} s. "
                  f"Source: {problem['source']}.{known}", "", f"![digits over evaluations and over time](accuracy/{problem['name']}.svg)",
                  "", *table(own), ""]
    with open(os.path.join(ROOT, "docs", "accuracy.md"), "w", encoding="utf-8") as file:
        file.write("\n".join(lines).rstrip() + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--hand", required=True, help="the program hand_runs")
    parser.add_argument("--own", required=True, help="the program own_runs")
    parser.add_argument("--docs", action="store_true", help="write docs/accuracy.md")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    points = list(measured(arguments))
    if arguments.json:
        print(json.dumps(points, indent=1))
    elif arguments.docs:
        write_docs(points)
    else:
        for problem in problems():
            print("\n".join([problem["title"], *table([p for p in points if p["problem"] == problem["name"]]), ""]))
        print("\n".join([*ratios(points), "", *goals(points)]))


if __name__ == "__main__":
    main()
