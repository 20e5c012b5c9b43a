#!/usr/bin/env python3
"""Draws strange models from the grammar, every kind of statement among them, and gives each to every command of the program.

A model is drawn so that it is often valid: most have no units, few coordinates, and a kinetic energy that is positive. Strange are
the names (underscores, Greek letters, words of other languages), the numbers (the smallest and the largest that a double holds), the
functions (poles, kinks, jumps), constants where variables are usual, and statements that have nothing to act on.

Found is: exit code 70, a signal, more than --cpu seconds of CPU, or a number that is none in JSON, SVG, HTML or C. What is found is
kept in a folder, with the command in its first line; --replay runs such a folder again with every command."""

import argparse
import concurrent.futures
import hashlib
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile

from limits import allowed_cpu, limiter, sanitizer_report

NAMES = ("x", "y", "q", "th", "_", "_a", "a_", "__", "phi", "M", "T1", "lambda1", "N", "e", "i", "θ", "ψ", "X_1", "dx", "s", "r", "u", "k", "v1", "E", "x_y_z", "g0")
PLAIN = ("1", "2", "3", "1/2", "-1", "0.3", "1.7", "9.81", "-0.4", "2.5", "1/3")
STRANGE = ("0", "1e300", "1e-300", "1.7e308", "2.3e-308", "4e-320", "1e17", "1/10^18", "123456789012345678901234567890", "pi", "pi/2", "sqrt(2)", "0.1+0.2", "10^6", "-0", "1e154")
SMOOTH = ("sin", "cos", "exp", "cosh", "tanh", "atan")
ROUGH = ("abs", "sign", "heaviside", "tan", "log", "sqrt", "asin", "sinh")
FORMS = ("voronets", "explicit", "hamilton", "eliminated", "routh", "naive", "hamel", "boltzmann_hamel", "maggi")
COMMANDS = (["check"], ["check", "--json"], ["derive"], ["derive", "--json"], ["derive", "--format", "latex"], ["derive", "--format", "mathml"],
            ["derive", "--form", None], ["eval"], ["eval", "--json"], ["run"], ["run", "--json"], ["run", "--form", None, "--json"], ["run", "--verify"],
            ["run", "--method", "radau", "--samples", "7"], ["run", "--at", "0.05"], ["analyse"], ["analyse", "--json"], ["report", "-o", "-"], ["picture", "-o", "-"],
            ["export", "c", "-o", "FOLDER/model"], ["format"], ["prove", "CLAIM"], ["prove", "CLAIM", "--json"], ["sweep", "--json"])
NO_NUMBER = re.compile(r"(?<![\w.\"'&-])-?(?:nan|inf|NaN|Infinity)(?![\w(])")


class Maker:
    """One model, drawn statement by statement."""

    def __init__(self, rnd):
        self.rnd = rnd
        self.free = list(NAMES)
        rnd.shuffle(self.free)
        self.coords, self.params, self.lets, self.inputs = [], [], [], []
        self.rows, self.inequalities, self.reactions, self.events, self.potentials = [], [], [], [], []
        self.lines = []

    def name(self):
        return self.free.pop() if self.free else f"z{self.rnd.randrange(10**6)}"

    def chance(self, p):
        return self.rnd.random() < p

    def number(self):
        return self.rnd.choice(STRANGE if self.chance(0.12) else PLAIN)

    def atom(self, rates, time):
        pool = [*self.coords, *self.coords, *self.params, *self.lets, *self.inputs, self.number(), self.number()]
        if rates:
            pool += [f"{c}'" for c in self.coords]
        if time:
            pool += ["t"]
        return self.rnd.choice(pool)

    def expression(self, depth, rates=False, time=True):
        if depth == 0:
            return self.atom(rates, time)
        one = self.expression(depth - 1, rates, time)
        kind = self.rnd.randrange(12)
        if kind < 4:
            return f"({one} {self.rnd.choice('+-')} {self.expression(depth - 1, rates, time)})"
        if kind < 7:
            return f"{one}*{self.expression(depth - 1, rates, time)}"
        if kind == 7:
            return f"{one}/({self.expression(depth - 1, rates, time)} + {self.rnd.choice(PLAIN)})"
        if kind == 8:
            return f"({one})^{self.rnd.choice(('2', '3', '(1/2)', '(-1)', '(-2)', '4', '(3/2)', '0'))}"
        if kind == 9:
            return f"{self.rnd.choice(ROUGH)}({one})"
        if kind == 10 and self.chance(0.4):
            return f"(if {self.condition()} then {one} else {self.expression(depth - 1, rates, time)})"
        return f"{self.rnd.choice(SMOOTH)}({one})"

    def condition(self):
        text = f"{self.expression(1)} {self.rnd.choice(('<', '<=', '>', '>='))} {self.expression(1)}"
        if self.chance(0.2):
            text += f" {self.rnd.choice(('and', 'or'))} {self.expression(0)} > {self.number()}"
        return f"not ({text})" if self.chance(0.1) else text

    def say(self, text):
        self.lines.append(text + (f'  "{self.rnd.choice(("a note", "ü", "a*b", "$x$ <b>", "100 %", "{}"))}"' if self.chance(0.08) else ""))

    def head(self):
        if self.chance(0.7):
            self.lines.append(f"model {self.rnd.choice(('Strange', 'M_1', 'T', '_m'))}")
        for _ in range(self.rnd.randrange(4)):
            name = self.name()
            self.say(f"param {name} = {self.number()}" if self.chance(0.97) else f"param {name}")
            self.params.append(name)
        if self.chance(0.1):
            self.say(f"count {self.name()} = {self.rnd.choice('1234')}")
        self.coords += [self.name() for _ in range(self.rnd.choice((1, 1, 2, 2, 3)))]
        self.say("coord " + ", ".join(self.coords))
        if self.chance(0.12):
            name = self.name()
            self.say(f"input {name} = {self.rnd.choice(('sin(t)', '0', 't^2', self.number()))}")
            self.inputs.append(name)
        for _ in range(self.rnd.choice((0, 0, 1, 2))):
            name = self.name()
            self.say(f"let {name} = {self.expression(2)}")
            self.lets.append(name)
        if self.chance(0.1) and len(self.coords) > 1:
            self.say(f"speed {self.name()} = {self.coords[0]}' + {self.expression(1, time=False)}*{self.coords[1]}'")
        if self.chance(0.06):
            self.say(f"function {self.name()}({self.coords[0]})")

    def energies(self):
        squares = [f"{self.rnd.choice(('1/2', '1', *self.params))}*{c}'^2" for c in self.coords if not self.chance(0.05)]
        if self.chance(0.3):
            squares.append(f"1/4*({self.rnd.choice(SMOOTH)}({self.atom(False, False)})*{self.rnd.choice(self.coords)}')^2")
        if self.chance(0.05):
            squares.append(self.expression(2, rates=True))
        self.say(f"kinetic T = {' + '.join(squares) or '0'}")
        for _ in range(self.rnd.choice((0, 1, 1, 2))):
            name = self.rnd.choice(("V", "", self.name()))
            if name not in self.potentials or not name:
                self.potentials.append(name)
                self.say(f"potential {name} = {self.expression(self.rnd.randrange(4), time=self.chance(0.3))}".replace("  ", " "))
        if self.chance(0.15):
            self.say(f"dissipation D = 1/2*{self.number()}*({self.expression(1, rates=True)})^2")
        if self.chance(0.06):
            self.say(f"lagrangian L = {self.expression(2, rates=True)}")
        if self.chance(0.3):
            self.say(f"force {self.name()} on {self.rnd.choice(self.coords)} = {self.expression(2, rates=True)}")
        if self.chance(0.1):
            self.say(f"force {self.name()} = {self.expression(2, rates=True)} conjugate {self.rnd.choice(self.coords)}'")

    def constraints(self):
        for _ in range(self.rnd.choice((0, 0, 0, 1, 1, 2))):
            name, relation = self.name(), self.rnd.choice(("=", "=", "=", ">=", "<="))
            rates = self.chance(0.3) and relation == "="
            coordinate = self.rnd.choice(self.coords)
            left = f"{self.rnd.choice(self.coords)}' + {self.expression(1)}*{self.rnd.choice(self.coords)}'" if rates else f"{coordinate} + 0.1*{self.expression(2)}"
            tail = self.rnd.choice(("", "", "", " from 0.1", " until 0.1", " { restitution = 0.5 }" if relation != "=" else ""))
            self.say(f"constraint {name}: {left} {relation} {self.expression(1)}{tail}")
            (self.rows if relation == "=" else self.inequalities).append(name)
            if self.chance(0.4):
                reaction = self.name()
                self.say(f"reaction {reaction} of {name} conjugate {coordinate if len(self.coords) == 1 else self.rnd.choice(self.coords)}'")
                self.reactions.append(reaction)
                if self.chance(0.4):
                    self.say(f"friction {self.name()} of {reaction} conjugate {self.rnd.choice(self.coords)}' {{ coefficient = {self.rnd.choice(PLAIN)} }}")
        if self.chance(0.05):
            self.say(f"impact {self.name()} conjugate {self.rnd.choice(self.coords)}' when {self.condition()} {{ restitution = 1/2 }}")
        if self.chance(0.12):
            name = self.name()
            self.say(f"event {name} when {self.expression(1, rates=True)} {self.rnd.choice(('<=', '>='))} {self.expression(1)}"
                     + self.rnd.choice(("", " { stop = true }")))
            self.events.append(name)

    def tail(self):
        values = [f"{c}{self.rnd.choice(('', chr(39)))} {self.rnd.choice('==~')} {self.number()}" for c in self.coords if self.chance(0.8)]
        if values:
            self.say("initial " + ", ".join(values))
        end = self.rnd.choice(("0.1", "0.1", "0.2", "1e-9", "-0.1"))
        self.lines.append(f"simulate 0..{end}" + self.rnd.choice(("", "", " { tolerance = 1e-6 }", " { method = rk5 }", " { step = 0.01 }")))
        if self.chance(0.3):
            self.say(f"check {self.expression(2, rates=True)} {self.rnd.choice(('=', '>=', '<'))} {self.expression(1)}")
        if self.chance(0.2):
            self.say(f"check {self.rnd.choice(('T + V', 'T', self.expression(1, rates=True)))} = const")
        if self.chance(0.2):
            self.say(f"plot {self.expression(1, rates=True)}, {self.rnd.choice([*self.coords, *self.reactions])} vs {self.rnd.choice(('t', *self.coords))}")
        if self.chance(0.1):
            self.say(f"draw point at ({self.expression(1)}, {self.expression(1)})")
        if self.chance(0.06):
            self.say(f"draw line through ({self.expression(1)}, {self.number()}), ({self.number()}, {self.expression(1)})")
        if self.chance(0.04):
            self.say(f"assume {self.expression(0)} > 0")
        if self.params and self.chance(0.15):
            self.say(f"sweep {self.rnd.choice(self.params)} in 1..2 {{ count = 2 }}")
        if self.chance(0.04):
            self.say(f"for {self.name()} in 1..2 {{ check {self.coords[0]} < {self.number()} }}")

    def text(self):
        self.head()
        self.energies()
        self.constraints()
        self.tail()
        return "\n".join(self.lines) + "\n"

    def claim(self):
        return f"{self.expression(1, rates=True)} = {self.rnd.choice(('const', self.expression(2, rates=True)))}"


def drawn(seed):
    maker = Maker(random.Random(seed))
    return maker.text(), maker


def none_in(text):
    found = NO_NUMBER.search(text)
    return text[max(0, found.start() - 40):found.end() + 20].replace("\n", " ") if found else None


def finding(program, words, text, seconds):
    """What is wrong with how the program ends, or None."""
    bounded, seconds = limiter(program, seconds), allowed_cpu(program, seconds)
    with tempfile.TemporaryDirectory() as folder:
        words = [word.replace("FOLDER", folder) for word in words]
        command = [program, words[0], "-", *words[1:]]
        try:
            done = subprocess.run(command, input=text.encode(), capture_output=True, timeout=20 * seconds, preexec_fn=bounded, check=False)
        except subprocess.TimeoutExpired:
            return f"more than {20 * seconds} s without an end"
        if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            return None if b"the run needs about" in done.stderr else f"more than {seconds} s of CPU"
        if done.returncode == 70 or done.returncode < 0:
            return f"exit code {done.returncode}: {done.stderr.decode(errors='replace')[:200]!r}"
        if report := sanitizer_report(done.stderr):
            return report
        written = "".join(path.read_text(errors="replace") for path in sorted(pathlib.Path(folder).iterdir()) if path.is_file())
        strange = none_in(written) if words[0] == "export" else None
        if "--json" in words or words[0] in ("report", "picture"):
            strange = none_in(done.stdout.decode(errors="replace"))
        return f"a number that is none: {strange}" if strange else None


def commands_for(seed, maker):
    rnd = random.Random(f"{seed} commands")
    for command in COMMANDS:
        claim = maker.claim() if maker else "T = const"
        yield [claim if word == "CLAIM" else rnd.choice(FORMS) if word is None else word for word in command]


def try_model(options, seed):
    text, maker = drawn(seed)
    found = []
    commands = list(commands_for(seed, maker))
    if options.commands < len(commands):
        commands = random.Random(f"{seed} chosen").sample(commands, options.commands)
    for words in commands:
        what = finding(options.program, words, text, options.cpu)
        if what:
            found.append((words, what))
    if found and options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
        name = hashlib.sha1(text.encode()).hexdigest()[:10] + ".mech"
        (options.keep / name).write_text(f"# {' '.join(found[0][0])}\n{text}", encoding="utf-8")
    return seed, len(commands), found


def replay(options):
    wrong = 0
    for path in sorted(options.replay.glob("*.mech")):
        for words in commands_for(path.name, None):
            what = finding(options.program, words, path.read_text(encoding="utf-8"), options.cpu)
            wrong += what is not None
            if what:
                print(f"{path.name}: {' '.join(words)}: {what}", flush=True)
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--models", type=int, default=200, help="how many models (200)")
    parser.add_argument("--commands", type=int, default=len(COMMANDS), help="how many commands for each, drawn at random (all)")
    parser.add_argument("--seed", type=int, default=1, help="of the first model; the next one has the next")
    parser.add_argument("--cpu", type=int, default=10, help="seconds of CPU that a command may take (10)")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=pathlib.Path, help="folder for the models that were found")
    parser.add_argument("--replay", type=pathlib.Path, help="folder of models to run again with every command")
    parser.add_argument("--show", action="store_true", help="print the models, run nothing")
    options = parser.parse_args()
    if options.replay:
        return 1 if replay(options) else 0
    seeds = range(options.seed, options.seed + options.models)
    if options.show:
        for seed in seeds:
            print(f"# seed {seed}\n{drawn(seed)[0]}")
        return 0
    calls = wrong = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for seed, count, found in pool.map(lambda seed: try_model(options, seed), seeds):
            calls += count
            wrong += len(found)
            for words, what in found:
                print(f"seed {seed}: {' '.join(words)}: {what}", flush=True)
    print(f"{len(seeds)} models, {calls} calls, {wrong} findings")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
