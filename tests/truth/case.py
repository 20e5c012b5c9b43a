"""One model under test: the system, what `analyse` says of it, states and runs that the sentences are tested with."""

import contextlib
import math

import model_text
from expressions import Environment, Unreadable, evaluate, evaluate_sized
from program import said
from series import Series, Sized, Unknown
from states import BROKEN, State, System

STATES = 6        # random admissible states that a sentence is asked at
RUNS = 3          # random starts of runs that a conserved quantity is followed along
SPAN = 3.0        # s, of such a run, or the model's own where it is shorter
DRIFT = 1e-6      # of the size of its terms: what a run at tolerance 1e-10 may change a conserved quantity by


class Case:
    def __init__(self, program, file, outcomes, seed=1, runs=RUNS, states=STATES):
        self.program, self.file, self.outcomes, self.run_count, self.state_count = program, file, outcomes, runs, states
        self.system = System(program, file, seed)
        self.facts = {}
        if not self.system.failed:
            self.facts = program.analyse(file)
            if self.facts["exit_code"] == 70:
                outcomes.false("ends", "analyse", f"a bug of the program: {said(self.facts)}")
        self.random = self.system.random
        self.scope = scope_of(self.facts)
        self._runs, self._derived = {}, {}

    def derived(self, form):
        """What `derive` prints of one form, asked once."""
        if form not in self._derived:
            self._derived[form] = self.system.facts if form == "lagrange" else self.program.derive(self.file, form)
        return self._derived[form]

    @property
    def states(self):
        return self.system.states(self.state_count)

    def values(self, text, state, with_motion=True):
        """(value, size) of a text at a state, with all that `eval` says of it by name."""
        return evaluate_sized(text, self.environment(state, with_motion))

    def rate(self, text, state):
        """d/dt of a text along the motion, and the sum of the sizes of its parts."""
        total = evaluate(text, self.environment(state).sized())
        if not isinstance(total, Series):
            return 0.0, 0.0
        if len(total.c) < 2:
            raise Unknown("the rate of an acceleration")
        rate = Sized.of(total.c[1])
        return rate.value, rate.size

    def environment(self, state, with_motion=True):
        system = self.system
        more = {}
        answer = state.answer or {}
        for kind in ("reactions", "energies"):
            more.update({k: v for k, v in answer.get(kind, {}).items() if v is not None})
        more.update({"p." + k: v for k, v in answer.get("momenta", {}).items() if v is not None})
        more.update({"Qc." + k: v for k, v in answer.get("constraint_forces", {}).items() if v is not None})
        taken = {*system.names, *system.parameters, *system.definitions}
        more = {k: Series(v) for k, v in more.items() if k not in taken}
        environment = system.environment(state, state.accelerations if with_motion else None, state.multipliers, more)
        texts = {k: v for k, v in self.named_texts().items() if k not in taken}
        environment.values = {k: v for k, v in environment.values.items() if k not in texts}
        environment.definitions = {**environment.definitions, **texts}
        return environment

    def depends_on_position(self, potential):
        """Whether h − T2 + T0 is the potential that `eval` knows: one that depends on the rates leaves parts out of h."""
        for state in self.states:
            told = state.answer.get("energies", {}).get("V")
            value, size = evaluate_sized(potential, self.system.environment(state, state.accelerations))
            if told is None or abs(told - value) > 1e-9 * max(size, abs(told)):  # FLOOR
                return False
        return bool(self.states)

    def named_texts(self):
        """Momenta and energies by name, as `analyse` prints them; what it prints is compared with `eval` elsewhere."""
        if not hasattr(self, "_named_texts"):
            self._named_texts = {}
            for momentum in self.facts.get("momenta", []):
                if momentum["momentum"]:
                    self._named_texts["p." + momentum["coordinate"]] = momentum["momentum"]
            parts = self.facts.get("kinetic_split")
            if parts and self.facts["energy"]["h"]:
                self._named_texts["h"] = self.facts["energy"]["h"]
            if parts and parts["of"] == "T" and all((parts["quadratic"], parts["linear"], parts["constant"], self.facts["energy"]["h"])):
                self._named_texts["T"] = f"({parts['quadratic']}) + ({parts['linear']}) + ({parts['constant']})"
                potential = f"({self.facts['energy']['h']}) - ({parts['quadratic']}) + ({parts['constant']})"
                if self.depends_on_position(potential):
                    self._named_texts.update(V=potential, E=f"(T) + ({potential})")
        return self._named_texts

    @property
    def loose(self):
        """Random states that no constraint holds, with random accelerations: what a quantity is measured by that vanishes on the motions."""
        if not hasattr(self, "_loose"):
            self._loose = []
            quick = sorted(max(map(abs, s.accelerations), default=0.0) for s in self.states)
            quick = 2.0 + (quick[len(quick) // 2] if quick else 0.0)
            for _ in range(3):
                state = self.system.draw_freely()
                state.accelerations = [quick * self.random.uniform(-1, 1) for _ in state.q]
                state.multipliers = {name: self.random.uniform(-2, 2) for name in self.system.multipliers}
                self._loose.append(state)
        return self._loose

    def natural(self, measure):
        """A middle one of the sizes that `measure(state)` has at loose states."""
        sizes = []
        for state in self.loose:
            try:
                sizes.append(measure(state))
            except (*BROKEN, Unreadable, Unknown, TypeError):
                continue
        return sorted(sizes)[len(sizes) // 2] if sizes else 0.0

    def natural_size(self, text):
        return self.natural(lambda state: self.values(text, state)[1])

    def natural_rate(self, text):
        return self.natural(lambda state: self.rate(text, state)[1])

    # ---- testing one kind of sentence

    @contextlib.contextmanager
    def sentence(self, kind, text):
        """Reports what cannot be read as not tested."""
        try:
            yield
        except Unreadable as problem:
            self.outcomes.untested(kind, text, f"cannot be read: {str(problem).split(' in ')[0][:40]}")
        except Unknown as problem:
            self.outcomes.untested(kind, text, f"needs {problem}")
        except (TypeError, IndexError):
            self.outcomes.untested(kind, text, "is not an expression")
        except BROKEN as problem:
            self.outcomes.untested(kind, text, f"has no value: {type(problem).__name__}")

    def at_states(self, kind, text, difference, tolerance=1e-7):  # states.RELATIVE
        """`difference(state)` gives (a − b, size); the sentence is true where it vanishes at all states."""
        with self.sentence(kind, text):
            seen, worst, where = 0, 0.0, None
            floor = 1e-6 * self.natural(lambda state: difference(state)[1])
            for state in self.states:
                try:
                    gap, size = difference(state)
                except BROKEN:
                    continue
                if not math.isfinite(gap) or not math.isfinite(size):
                    continue
                seen += 1
                size = max(size, floor)
                this = abs(gap) / size if size > 0 else 0.0 if gap == 0 else math.inf
                if this > worst:
                    worst, where = this, state
            if seen == 0:
                self.outcomes.untested(kind, text, "no state to ask it at")
            else:
                self.outcomes.judge(kind, worst <= tolerance, text, f"off by {worst:.1e} of its terms at {self.shown(where)}")

    def shown(self, state):
        if state is None:
            return ""
        return "{" + ", ".join(f"{k}: {v:.6g}" for k, v in self.system.named(state).items()) + f"}} t = {state.t:.4g}"

    # ---- runs

    def runs(self):
        """Samples of runs from the model's start and from random ones, each a list of states. Where a sentence says that it holds while contacts
        are open (`scope`), the parts of the runs along which those it names are open, between impacts."""
        if None not in self._runs:
            self.unfinished = 0
            self._answers = [self.follow(start) for start in self.system.states(self.run_count)]
            self._runs[None] = [samples for _, samples in self._answers if len(samples) >= 3]
        if self.scope not in self._runs:
            parts = [part for answer, samples in self._answers for part in parts_within(self.scope, answer, samples)]
            self._runs[self.scope] = [part for part in parts if len(part) >= 3]
        return self._runs[self.scope]

    @contextlib.contextmanager
    def within(self, scope):
        """The runs of the sentences inside are the parts that `scope` speaks of."""
        before, self.scope = self.scope, scope
        try:
            yield
        finally:
            self.scope = before

    def changes_along_runs(self):
        """What the model's runs may change: the names of its contacts, and of constraints that do not act all the time."""
        return {one["name"] for kind in ("contacts", "imposed") for one in self.facts.get(kind, [])}

    def follow(self, start):
        system = self.system
        own = {k: v for k, v in system.named(start).items()}
        extra = [f"simulate {start.t!r}..{start.t + SPAN!r}" + ("" if not system.units.get("t") or self.unitless() else " [s]")]
        with model_text.Written(model_text.with_start(system.text, own, {} if self.unitless() else system.units, extra)) as name:
            answer = self.program.run(name, "--samples", "61" if self.changes_along_runs() else "13", "--tolerance", "1e-10")
        if "samples" not in answer:
            self.unfinished += 1
            self.refusal = said(answer)
            return answer, []
        found = []
        for sample in answer["samples"]:
            state = State(sample["t"], [sample["state"][n] for n in system.names], [sample["state"][n + "'"] for n in system.names], {})
            state.accelerations = [sample["accelerations"][n + "''"] for n in system.names] if sample.get("accelerations") else None
            state.multipliers = sample.get("multipliers", {})
            state.answer = sample
            if None in (state.accelerations or [None]):
                continue
            found.append(state)
        return answer, found

    def unitless(self):
        """A file without any unit is checked for nothing, and may not be given one here."""
        return not any(u not in ("", "1", "s") for u in (c["unit"] for c in self.system.facts["coordinates"])) and \
            not any(p["unit"] not in ("", "1") for p in self.system.facts["parameters"])

    def drift(self, text):
        """The largest change of a quantity along each run, of the size of its terms; None where no run has a value."""
        worst, floor = None, 1e-4 * self.natural_size(text)
        for samples in self.runs():
            try:
                values = [evaluate_sized(text, self.environment(state)) for state in samples]
            except BROKEN:
                continue
            size = max([floor, *(s for _, s in values)])
            change = max(abs(v - values[0][0]) for v, _ in values)
            if not math.isfinite(change):
                continue
            this = change / size if size > 0 else 0.0
            worst = this if worst is None else max(worst, this)
        return worst

    def lively(self):
        """States with other values of the parameters: a sentence in symbols is not about a zero or a sum that happens to fit."""
        if not hasattr(self, "_lively"):
            other = {name: 0.37 if value == 0.0 else value * self.random.uniform(0.8, 1.25) for name, value in self.system.parameters.items()}
            drawn = [self.system.draw(other) for _ in range(len(self.system.names) + 5)] if other else []
            self._lively = [s for s in drawn if s is not None and self.system.clear(s) and self.system.accelerate(s)]
        return self._lively

    def wound(self):
        """States with a coordinate one turn further, where the constraints admit that: q = r and q = r + 2π are both a parallelogram."""
        if not hasattr(self, "_wound"):
            self._wound = []
            for state in self.states[-2:] if self.system.holonomic() else []:
                for k in range(len(state.q)):
                    turned = State(state.t, [x + 2 * math.pi * (i == k) for i, x in enumerate(state.q)], state.v, state.parameters)
                    off = max(map(abs, self.system.phis(self.system.holonomic(), turned)))
                    if off <= 1e-9 * (1 + max(map(abs, state.q))) and self.system.accelerate(turned):  # FLOOR
                        self._wound.append(turned)
        return self._wound

    def changes(self, text, states=None):
        """d/dt of a text at the states: the largest |rate| of the sizes of its parts; None where it has none."""
        worst, floor = None, 1e-5 * self.natural_rate(text)
        for state in states or self.states:
            try:
                rate, size = self.rate(text, state)
            except BROKEN:
                continue
            size = max(size, floor)
            this = abs(rate) / size if size > 0 else 0.0
            worst = this if worst is None else max(worst, this)
        return worst

    def conserved(self, kind, text, claim, about):
        """`claim` is yes or no; no is told true by a state or a run in which the quantity changes."""
        with self.sentence(kind, about):
            rate = self.changes(text)
            if claim == "yes":
                drift = self.drift(text)
                if rate is None and drift is None:
                    self.outcomes.untested(kind, about, "no run to follow it along")
                    return
                good = (rate is None or rate <= 1e-7) and (drift is None or drift <= DRIFT)  # RELATIVE
                self.outcomes.judge(kind, good, about, f"changes: rate {rate} of its parts, drift {drift} along runs")
            else:
                if rate is None:
                    self.outcomes.untested(kind, about, "no state to ask it at")
                    return
                # FLOOR: a rate of 0, and all below likewise.
                if rate <= 1e-9 and self.lively():
                    rate = self.changes(text, self.lively())
                if rate <= 1e-9 and self.wound():
                    rate = self.changes(text, self.wound())
                if rate <= 1e-9 and self.drift(text) not in (None,) and self.drift(text) > 1e3 * DRIFT:
                    rate = 1.0
                self.outcomes.judge(kind, rate > 1e-9, about, f"is said to change, but its rate is {rate:.1e} of its parts at {len(self.states)} states")

    def with_parameters(self, values):
        return Environment({**self.system.parameters, **values}, self.system.definitions)


def scope_of(answer):
    """The contacts that are open where what an answer says holds, and the constraints that do not act or act there: sorted (name, state) pairs."""
    given = answer.get("holds_while")
    return None if given is None else tuple(sorted((one["name"], one["state"]) for one in given))


def parts_within(scope, answer, samples):
    """The parts of a run between its impacts and changes along which all is as the scope says."""
    states = {name: "absent" if state == "absent" else "present" if state == "present" else "open" for name, state in scope}
    changes = []  # (time, name, state from then on; None of an impact)
    changes += [(one["t"], name, None) for one in answer.get("impacts", []) for name in one.get("struck", [""])]
    changes += [(one["t"], one["contact"], "open" if one["change"] == "opens" else "closed") for one in answer.get("contact_changes", [])]
    for one in answer.get("impositions", []):
        changes += [(one["t"], name, "present") for name in one["imposed"]] + [(one["t"], name, "absent") for name in one["released"]]
    now, parts, part = dict(states), [], []
    changes.sort(key=lambda change: change[0])
    for sample in samples:
        while changes and changes[0][0] <= sample.t:
            _, name, state = changes.pop(0)
            parts, part = [*parts, part], []
            if name in states and state is not None:
                now[name] = state
        if now == states:
            part.append(sample)
    return [*parts, part]
