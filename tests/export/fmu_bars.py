"""What FMUs of models are measured by, one after another, beside `run` at 1e-12: python3 fmu_bars.py [MODEL…] prints a
line for each, and what they say together. Without models: all of models/. With --sanitize the binaries are made with
sanitizers, and Model Exchange is tried with one method. The tests demand the same of some."""

import dataclasses
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
LOST = 1.0  # an error as large as the state
NO_CHANGE = 1e-3  # of the logarithm of a ratio


def apart(found, expected, names):
    """The largest difference of states over max(1, |x|)."""
    return max(abs(x - expected[name]) / max(1.0, abs(expected[name])) for x, name in zip(found, names, strict=True))


def instants(fmu):
    experiment = fmu.tree.find("DefaultExperiment")
    begin = float(experiment.get("startTime"))
    end = float(experiment.get("stopTime", begin + 1.0))
    return begin, (end - begin) / TIMES


@dataclasses.dataclass
class Motion:
    """One motion of Model Exchange, without pull and with it: errors are the largest differences to `run` at the times,
    over max(1, |x|)."""
    model: str
    method: str
    tolerance: float
    plain: float
    plain_steps: int
    pulled: float
    steps: int
    drift: float  # of the motion without pull from the constraints at the end, over the tolerance

    def ratio(self):
        """Of the errors. One below the tolerance counts as the tolerance, for the integrator asks for no more; two motions
        that do not reach the end are alike."""
        if math.isinf(self.plain):
            return 1.0 if math.isinf(self.pulled) else 0.0
        return max(self.pulled, self.tolerance) / max(self.plain, self.tolerance)

    def is_lost(self):
        """Neither follows the motion: a state is off by itself, or by a unit."""
        return min(self.plain, self.pulled) >= LOST

    def is_worse(self):
        return self.ratio() > 2.5

    def is_longer(self):
        """Takes more than 1.25 times the steps; 2 more are allowed where there are few."""
        return self.steps > 1.25 * self.plain_steps + 2

    def __str__(self):
        return (f"{self.model} {self.method} {self.tolerance:g}: {self.plain:.3g} -> {self.pulled:.3g} ({self.ratio():.3g}), "
                f"{self.plain_steps} -> {self.steps} steps ({self.steps / max(1, self.plain_steps):.2f})"
                f"{', lost' if self.is_lost() else ', lost without pull' if self.plain >= LOST else ''}")


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

    def exchange(self, method, tolerance, pull=None):
        """(Largest difference at the times, steps, state at the end); a motion that the integrator does not follow to
        its end has no error."""
        n = len(self.fmu.states)
        with Unit(self.fmu, "me", is_logging=False) as unit:
            unit.begin_exchange(start=self.begin, values={} if pull is None else {"solver.pull": pull})
            status, values = unit.call("integrate", method, tolerance, self.begin, self.times[-1], n, TIMES)
        assert status in (OK, DISCARD), status
        rows = [values[3 + k * n:3 + (k + 1) * n] for k in range((len(values) - 3) // n)]
        error = max(apart(row, at, self.fmu.state_names) for row, at in zip(rows, self.expected, strict=True)) \
            if status == OK else math.inf
        return error, int(values[0]), rows[-1] if status == OK else None

    def distance(self, state):
        """How far the state at the end is from the constraints, by one Newton step of the projection: what the pull adds
        to the derivatives within one second."""
        sides = []
        for pull in (0.0, 1.0):
            with Unit(self.fmu, "me") as unit:
                unit.begin_exchange(start=self.begin, values={"solver.pull": pull})
                unit.ok("time", self.times[-1])
                unit.ok("x", *state)
                status, derivatives = unit.call("dx", len(state))
                if status != OK:
                    return math.inf
                sides.append(derivatives)
        return max(abs(b - a) / max(1.0, abs(x)) for a, b, x in zip(*sides, state, strict=True))

    def motions(self, tolerances=(1e-3, 1e-4, 1e-6), has_drift=True):
        """What is measured of each motion of a constrained model; whether also how far it drifts without pull."""
        for method in ("rk45", "bdf"):
            for tolerance in tolerances:
                plain, plain_steps, end = self.exchange(method, tolerance, 0.0)
                drift = self.distance(end) / tolerance if end and has_drift else math.inf
                pulled, steps, _ = self.exchange(method, tolerance)
                yield Motion(f"{self.model.parent.name}/{self.model.stem}", method, tolerance, plain, plain_steps, pulled, steps, drift)

    def cost(self):
        """Seconds of a derivative with pull over one without."""
        seconds = []
        for values in ({}, {"solver.pull": 0.0}):
            with Unit(self.fmu, "me") as unit:
                unit.begin_exchange(start=self.begin, values=values)
                seconds.append(min(unit.ok("cost", 20000, len(self.fmu.states))[0] for _ in range(5)))
        return seconds[0] / seconds[1]


def refused_or_made(model, folder, *options):
    """The FMU of a model, or nothing where it is refused; the name of the file, and the codes of what is said of it."""
    file = pathlib.Path(folder) / f"{model.parent.name}_{model.stem}.fmu"
    code, out = export(model, file, *options)
    if code != 0:
        print(f"{model.stem}: refused by {out['diagnostics'][-1]['code']}", flush=True)
        return None, file, []
    return Fmu(file), file, [d["code"] for d in out["diagnostics"]]


def measure(model, folder):
    """Prints what is measured of one model; its motions of Model Exchange."""
    fmu, file, codes = refused_or_made(model, folder)
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
    if not measured.is_constrained or "N0912" in codes:
        print(line, flush=True)
        return []
    motions = list(measured.motions())
    line += f", cost {measured.cost():.2f}, pull {fmu.start('solver.pull'):g} s"
    print(line + (" (N0918)" if "N0918" in codes else ""))
    for motion in motions:
        print(f"    {motion}, drift {motion.drift:.3g} tolerances", flush=True)
    return motions


def sanitize(model, folder):
    """Plays both call sequences with a binary that sanitizers watch."""
    fmu, _, _ = refused_or_made(model, folder, "--no-binary")
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
    """What the motions of Model Exchange say together, those of one model in a group."""
    motions = [motion for group in groups for motion in group]
    for what, chosen in (("more than 2.5 times the error", [m for m in motions if m.is_worse()]),
                         ("more than 1.25 times the steps", [m for m in motions if m.is_longer()])):
        print(f"{what}: {len(chosen)} of {len(motions)} motions, {sum(m.plain < LOST for m in chosen)} of these not lost")
        for motion in chosen:
            print(f"    {motion}")
    lost = {}
    for motion in motions:
        if motion.is_lost():
            lost.setdefault(motion.model, []).append(f"{motion.method} {motion.tolerance:g}")
    print(f"lost with pull and without: {sum(map(len, lost.values()))}: "
          f"{'; '.join(f'{name}: ' + ', '.join(which) for name, which in lost.items())}")
    means = [(group[0].model, sum(math.log(max(m.ratio(), 1e-2)) for m in group) / len(group),
              any(m.drift > 1.0 for m in group)) for group in groups]
    drifting = [mean for _, mean, drifts in means if drifts]
    smaller = sum(mean < -NO_CHANGE for _, mean, _ in means)
    print(f"geometric mean of errors smaller in {smaller} of {len(means)} models, in "
          f"{sum(mean < -NO_CHANGE for mean in drifting)} of the {len(drifting)} that drift by more than the tolerance; over "
          f"all {math.exp(sum(mean for _, mean, _ in means) / max(1, len(means))):.3f}")
    for word, kept in (("as large", lambda mean: abs(mean) <= NO_CHANGE), ("larger", lambda mean: mean > NO_CHANGE)):
        print(f"    {word}: " + ", ".join(f"{name} {math.exp(mean):.3f}" + ("" if drifts else " (no drift)")
                                          for name, mean, drifts in means if kept(mean)))


def main(names):
    is_sanitized = "--sanitize" in names
    models = [pathlib.Path(name) for name in names if name != "--sanitize"] or sorted(ROOT.glob("models/*/*.mech"))
    groups = []
    with tempfile.TemporaryDirectory() as folder:
        for model in models:
            if is_sanitized:
                sanitize(model, folder)
            elif motions := measure(model, folder):
                groups.append(motions)
    if not is_sanitized:
        summary(groups)


if __name__ == "__main__":
    main(sys.argv[1:])
