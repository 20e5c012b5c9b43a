#!/usr/bin/env python3
"""Runs the program on mutated models, most of them without units, with every command behind the parser.

Found is: a bug (exit code 70), a signal, a number that is none in a result that passes for good, or more than 20 s of CPU. What is
found is kept in a folder and printed with the command; --replay runs what lies in a folder again. Equal seeds mutate alike."""

import argparse
import hashlib
import pathlib
import random
import re
import signal
import subprocess
import sys
import time

from limits import allowed_cpu, limiter, sanitizer_report

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDERS = ("models/seeds", "models/gallery", "tests/truth/literature", "tests/corpus/accept", "tests/fuzz/corpus")
KEYWORDS = {"model", "param", "coord", "kinetic", "potential", "constraint", "initial", "simulate", "let", "lagrangian", "force",
            "reaction", "of", "conjugate", "on", "check", "plot", "vs"}
NUMBERS = ("0", "1", "-1", "2", "1/2", "1/3", "1e-308", "1e300", "1/10^18", "3", "-2")
ATOMS = (*NUMBERS, "t", "sqrt(2)", "sin(t)", "abs(t)", "1e-20", "x", "y", "x'", "y'", "pi")
FUNCTIONS = ("sin", "cos", "sqrt", "exp", "log", "abs", "sign", "tan", "asin", "atan", "cosh", "tanh", "heaviside")
POWERS = ("2", "-1", "1/2", "(-1/2)", "3", "0", "1/3", "-2", "4/3")
COMMANDS = (["check"], ["derive"], *(["derive", "--form", form] for form in
                                     ("voronets", "explicit", "hamilton", "eliminated", "routh", "naive", "hamel")),
            ["derive", "--format", "latex"], ["eval"], ["run"], ["run", "--form", "eliminated"], ["analyse"],
            ["report", "-o", "-"], ["prove"])
LONGEST = 20  # s of CPU; nothing here takes a tenth of it unless it hangs


def without_units(text):
    return re.sub(r"(?<=[\w)\]'])\s+\[[^\]\n]*\]", "", text)


def other_token(word, names, rnd):
    if word in "+-*/^":
        return rnd.choice("+-*/^")
    if word[0].isdigit():
        return rnd.choice((*NUMBERS, word + "0", str(rnd.randint(-3, 9))))
    if word in "()":
        return ""
    choice = rnd.random()
    if choice < 0.35:
        return rnd.choice(names)
    if choice < 0.5:
        return f"({word})^{rnd.choice(POWERS)}"
    if choice < 0.65:
        return f"{rnd.choice(FUNCTIONS)}({word})"
    if choice < 0.8:
        return word.rstrip("'") + rnd.choice(("", "'"))
    return rnd.choice(ATOMS)


def mutated(text, rnd):
    for _ in range(rnd.choice((1, 1, 2, 3))):
        tokens = [m for m in re.finditer(r"[A-Za-z_]\w*'*|\d+\.?\d*|[-+*/^]|[()]", text) if m.group() not in KEYWORDS]
        if not tokens:
            return text
        names = [m.group() for m in tokens if re.match(r"[A-Za-z_]", m.group())] or ["x"]
        at = rnd.choice(tokens)
        text = text[:at.start()] + other_token(at.group(), names, rnd) + text[at.end():]
    if rnd.random() < 0.15:
        lines = text.split("\n")
        place = rnd.randrange(len(lines))
        lines[place:place + 1] = [] if rnd.random() < 0.5 else [lines[place], rnd.choice(lines)]
        text = "\n".join(lines)
    return text


def finding(program, command, text):
    """What is wrong with how the program ends, or None."""
    name, *options = command
    rest = [] if name == "report" or "--format" in options else ["--json"]
    claim = []
    if name == "prove":
        *options, equation = options or ["T + V = const"]
        claim = [equation]
    words = [program, name, "-", *claim, *options, *rest]
    longest = allowed_cpu(program, LONGEST)
    try:
        done = subprocess.run(words, input=text.encode(), capture_output=True, timeout=15 * longest, preexec_fn=limiter(program, LONGEST), check=False)
    except subprocess.TimeoutExpired:
        return f"more than {15 * longest} s without an end", words
    if done.returncode == -signal.SIGXCPU and b"the run needs about" not in done.stderr:  # a long run that said so
        return f"more than {longest} s of CPU", words
    if done.returncode not in (0, 1, 2, 3, 4, -signal.SIGXCPU):
        return f"exit code {done.returncode}: {done.stderr.decode(errors='replace')[:150]!r}", words
    if report := sanitizer_report(done.stderr):
        return report, words
    if done.returncode == 0 and re.search(rb"[^\w.\"](nan|inf)[^\w]", done.stdout) and name in ("eval", "run"):
        return "a number that is none", words
    return None, words


def claim_of(text, rnd):
    found = re.findall(r"(?:kinetic|potential|constraint \w+:|let \w+|check)\s*(.*=.*)", text)
    return mutated(rnd.choice(found), rnd) if found and rnd.random() < 0.7 else "T + V = const"


def replay(program, folder):
    wrong = 0
    for path in sorted(pathlib.Path(folder).glob("*.mech")):
        for command in COMMANDS:
            what, words = finding(program, command, path.read_text(encoding="utf-8"))
            if what:
                wrong += 1
                print(f"{path.name}: {' '.join(words[1:])}: {what}", flush=True)
    return wrong


def fuzz(options):
    rnd = random.Random(options.seed)
    models = [p for folder in FOLDERS for p in sorted((ROOT / folder).glob("*.mech")) if p.stat().st_size < 4000]
    keep = pathlib.Path(options.keep)
    keep.mkdir(parents=True, exist_ok=True)
    end, tried, wrong = time.monotonic() + options.seconds, 0, 0
    while time.monotonic() < end:
        model = rnd.choice(models)
        text = model.read_text(encoding="utf-8")
        text = mutated(re.sub(r"simulate\s+0\s*\.\.\s*[\d.e]+", "simulate 0..0.2",
                              without_units(text) if rnd.random() < 0.8 else text), rnd)
        command = list(rnd.choice(COMMANDS))
        if command == ["prove"]:
            command.append(claim_of(text, rnd))
        what, words = finding(options.program, command, text)
        tried += 1
        if what:
            wrong += 1
            name = hashlib.sha1(text.encode()).hexdigest()[:10] + ".mech"
            (keep / name).write_text(text, encoding="utf-8")
            print(f"{name} ({model.name}): {' '.join(words[1:])}: {what}", flush=True)
    print(f"{tried} calls, {wrong} findings")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", default="findings", help="folder for the models that were found")
    parser.add_argument("--replay", help="folder of models to run again with every command")
    options = parser.parse_args()
    sys.exit(1 if (replay(options.program, options.replay) if options.replay else fuzz(options)) else 0)


if __name__ == "__main__":
    main()
