"""What FMUs of models are measured by, one after another, beside `run` at 1e-12: python3 fmu_bars.py [MODEL…] prints a
line for each, and what they say together. Without models: all of models/. With --sanitize the binaries are made with
sanitizers, and Model Exchange is tried with one method. The tests demand the same of some."""

import math
import pathlib
import sys
import tempfile

import fmu_rules
from fmu_unit import DISCARD, OK, SANITIZERS, Fmu, Unit, export, run

ROOT = pathlib.Path(__file__).resolve().parents[2]
TIMES = 20
TOLERANCE = 1e-9
CLOSE = 100.0  # tolerances of Co-Simulation
LONGEST = 20.0  # s of Model Exchange


def apart(found, expected, names):
    """The largest difference of states over max(1, |x|)."""
    return max(abs(x - expected[name]) / max(1.0, abs(expected[name])) for x, name in zip(found, names, strict=True))


def instants(fmu):
    experiment = fmu.tree.find("DefaultExperiment")
    begin = float(experiment.get("startTime"))
    end = float(experiment.get("stopTime", begin + 1.0))
    return begin, (end - begin) / TIMES


class Measured:
    """The numbers of one model."""

    def __init__(self, model, fmu, options=()):
        self.model, self.fmu = model, fmu
        self.begin, self.step = instants(fmu)
        self.times = [self.begin + self.step * k for k in range(1, TIMES + 1)]
        self.expected = run(model, *options, times=self.times)
        self.is_constrained = any(name.startswith("lambda.") for name in fmu.by_name)

    def co_simulation(self, library=None, is_sanitized=False):
        """The largest difference at the times, over the tolerance."""
        names = self.fmu.state_names
        with Unit(self.fmu, "cs", library, is_sanitized) as unit:
            unit.begin(tolerance=TOLERANCE, start=self.begin)
            values = unit.ok("steps", self.begin, self.step, TIMES, *self.fmu.references(names))
        rows = [values[k * len(names):(k + 1) * len(names)] for k in range(TIMES)]
        return max(apart(row, at, names) for row, at in zip(rows, self.expected, strict=True)) / TOLERANCE

    def exchange(self, method, tolerance, pull=None, last=TIMES):
        """(error at the time `last`, steps); no error where the integrator did not come to the end."""
        with Unit(self.fmu, "me", is_logging=False) as unit:
            unit.begin_exchange(start=self.begin, values={} if pull is None else {"solver.pull": pull})
            n = len(self.fmu.states)
            status, values = unit.call("integrate", method, tolerance, self.begin, self.times[last - 1], n)
        assert status in (OK, DISCARD), status
        error = apart(values[3:], self.expected[last - 1], self.fmu.state_names) if status == OK else None
        return error, int(values[0])

    def pairs(self, tolerances=(1e-3, 1e-4, 1e-6)):
        """(method, tolerance, error and steps without pull, with it) of a constrained model."""
        last = max(1, min(TIMES, int(LONGEST / self.step)))
        for method in ("rk45", "bdf"):
            for tolerance in tolerances:
                yield (method, tolerance, *self.exchange(method, tolerance, 0.0, last),
                       *self.exchange(method, tolerance, None, last))

    def cost(self):
        """Seconds of a derivative with pull over one without."""
        seconds = []
        for values in ({}, {"solver.pull": 0.0}):
            with Unit(self.fmu, "me") as unit:
                unit.begin_exchange(start=self.begin, values=values)
                seconds.append(min(unit.ok("cost", 20000, len(self.fmu.states))[0] for _ in range(5)))
        return seconds[0] / seconds[1]


def refused_or_made(model, folder, *options):
    """The FMU of a model, or nothing where it is refused; the name of the file as well."""
    file = pathlib.Path(folder) / f"{model.parent.name}_{model.stem}.fmu"
    code, out = export(model, file, *options)
    if code != 0:
        print(f"{model.stem}: refused by {out['diagnostics'][-1]['code']}", flush=True)
        return None, file
    return Fmu(file), file


def measure(model, folder):
    """Prints what is measured of one model; its motions of Model Exchange."""
    fmu, file = refused_or_made(model, folder)
    if fmu is None:
        return []
    faults = fmu_rules.faults(fmu)
    second = file.with_suffix(".again")
    export(model, second)
    line = f"{model.stem}: {'; '.join(faults) or 'rules hold'}"
    line += "" if second.read_bytes() == file.read_bytes() else ", TWO EXPORTS DIFFER"
    try:
        measured = Measured(model, fmu)
        line += f", cs {measured.co_simulation():.3g}"
    except AssertionError as error:
        print(line, "FAILED:", str(error)[:300], flush=True)
        return []
    if not measured.is_constrained or fmu.start("solver.pull") == 0.0:
        print(line, flush=True)
        return []
    pairs = list(measured.pairs())
    print(line + f", cost {measured.cost():.2f}")
    for method, tolerance, plain, plain_steps, pulled, steps in pairs:
        ratio = "-" if not plain or pulled is None else f"{pulled / plain:.3g}"
        print(f"    {method} {tolerance:g}: {plain} -> {pulled} ({ratio}), {plain_steps} -> {steps} steps "
              f"({steps / max(1, plain_steps):.2f})", flush=True)
    return pairs


def sanitize(model, folder):
    """Plays both call sequences with a binary that sanitizers watch."""
    fmu, _ = refused_or_made(model, folder, "--no-binary")
    if fmu is None:
        return
    library = fmu.has_sources_for("-O1", *SANITIZERS)
    begin, step = instants(fmu)
    step = min(step, 0.05)
    with Unit(fmu, "cs", library, True) as unit:
        unit.begin(tolerance=1e-6, start=begin)
        unit.call("steps", begin, step, 3, *(int(v.get("valueReference")) for v in fmu.variables if v[0].tag == "Real"))
    with Unit(fmu, "me", library, True) as unit:
        unit.begin_exchange(start=begin)
        unit.call("integrate", "bdf", 1e-4, begin, begin + step, len(fmu.states))
    print(f"{model.stem}: nothing found", flush=True)


def summary(groups):
    """What the motions of Model Exchange say together, those of one model in a group. An error below the tolerance counts
    as the tolerance where errors are compared, for the integrator asks for no more."""
    pairs = [pair for group in groups for pair in group]
    worse = sum(1 for p in pairs if p[4] is None or max(p[4], p[1]) > 2.5 * max(p[2] or math.inf, p[1]))
    longer = sum(1 for p in pairs if p[5] > 1.25 * p[3] + 2)
    smaller = 0
    for group in groups:
        ratios = [math.log(max(p[4], 1e-14) / max(p[2], 1e-14)) for p in group if p[2] is not None and p[4] is not None]
        smaller += bool(ratios) and sum(ratios) <= 0.0
    print(f"pull: geometric mean of errors no larger in {smaller} of {len(groups)} models; of {len(pairs)} motions "
          f"{worse} have more than 2.5 times the error, {longer} more than 1.25 times the steps")


def main(names):
    is_sanitized = "--sanitize" in names
    models = [pathlib.Path(name) for name in names if name != "--sanitize"] or sorted(ROOT.glob("models/*/*.mech"))
    groups = []
    with tempfile.TemporaryDirectory() as folder:
        for model in models:
            if is_sanitized:
                sanitize(model, folder)
            elif pairs := measure(model, folder):
                groups.append(pairs)
    if not is_sanitized:
        summary(groups)


if __name__ == "__main__":
    main(sys.argv[1:])
