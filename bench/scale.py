"""Growth of the commands with the size of a system: processor time and memory of whole processes.

Each command runs on five systems at several sizes. Reported are seconds at the largest size, the exponent of growth
between the two largest sizes, the ratio to `check` of the same system at n = 10, and the largest memory. Bars: 2 s and
512 MiB at n = 200, exponent 2. At the ends of the ranges that the models declare `check` ends within the memory limit of
the program. Single systems follow: a bicycle of nine coordinates, loops of 3 to 20 bars, the slowest small system.
"""
import glob
import math
import os
import resource
import signal
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
MODELS = {
    "n_pendulum": ("../models/gallery/n_pendulum.mech", (10, 50, 100, 200)),
    "chain": ("../models/gallery/chain.mech", (10, 50, 100, 200)),
    "loop": ("scale/loop.mech", (10, 50, 100, 200)),
    "four_bars": ("scale/four_bars.mech", (10, 50, 100, 200)),
    "grid": ("scale/grid.mech", (3, 7, 10, 14)),  # n² masses
}
COMMANDS = ("check", "derive", "analyse", "report")
RANGES = (("n_pendulum", 2000), ("chain", 200))  # ends of the ranges that the models declare: `check` works there
LARGEST = 2048.0  # MiB, the memory limit of the program
BICYCLE = "../models/gallery/benchmark_bicycle.mech"
BICYCLE_BAR = 0.1  # s, for check, derive and analyse each
TRIALS = 15  # of the bicycle: the least counts, since other programs only add to it
LOOPS = range(3, 21)  # bars
LOOP_BAR = 0.5  # s, for derive of each
SMALL = (  # of up to twelve coordinates
    "../models/gallery/*.mech",
    "../models/seeds/*.mech",
    "../tests/truth/literature/*.mech",
    "scale/motor_pendulum.mech",
)
SMALL_BAR = 1.0  # s, for analyse of each
LIMIT = 60  # seconds of one process; a longer one counts as infinite
BARS = {"seconds": 2.0, "exponent": 2.0, "mebibytes": 512.0}


def cost(program, command, model, n=None):
    """(processor seconds, peak MiB) of one process; infinite where it does not end within LIMIT."""
    with tempfile.TemporaryDirectory() as folder:
        call = [program, command, os.path.join(HERE, model)]
        if n is not None:
            call += ["--set", f"n={n}"]
        if command == "report":
            call += ["-o", os.path.join(folder, "page.html")]
        # The limit is set from outside: a function that runs before the program would copy this interpreter, whose
        # 5 ms would count as the program's.
        process = subprocess.Popen(call, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        resource.prlimit(process.pid, resource.RLIMIT_CPU, (LIMIT, LIMIT))
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = status
    seconds = used.ru_utime + used.ru_stime
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL):
        seconds = math.inf
    return seconds, used.ru_maxrss / 1024.0


def rows(build):
    """Yields (name, value, unit, baseline, baseline value, ratio)."""
    program = os.path.join(build, "bin", "dalembert")
    for name, (model, sizes) in MODELS.items():
        small = max(cost(program, "check", model, sizes[0])[0], 1e-3)
        for command in COMMANDS:
            points = [cost(program, command, model, n) for n in sizes]
            seconds, memory = points[-1]
            before = max(points[-2][0], 1e-3)
            growth = math.log(max(seconds, 1e-3) / before) / math.log(sizes[-1] / sizes[-2])
            label = f"{command}_{name}_{sizes[-1]}"
            yield label, seconds, "s", "bar", BARS["seconds"], seconds / BARS["seconds"]
            yield f"{label}_growth", growth, "exponent of n", "bar", BARS["exponent"], growth / BARS["exponent"]
            yield f"{label}_memory", memory, "MiB", "bar", BARS["mebibytes"], memory / BARS["mebibytes"]
            yield f"{label}_beside", seconds, "s", f"check at n = {sizes[0]}", small, seconds / small
    for name, n in RANGES:
        seconds, memory = cost(program, "check", MODELS[name][0], n)
        yield f"check_{name}_{n}_range", seconds, "s", "bar", LIMIT, seconds / LIMIT
        yield f"check_{name}_{n}_range_memory", memory, "MiB", "bar", LARGEST, memory / LARGEST
    for command in ("check", "derive", "analyse"):
        seconds = min(cost(program, command, BICYCLE)[0] for _ in range(TRIALS))
        yield f"{command}_bicycle", seconds, "s", "bar", BICYCLE_BAR, seconds / BICYCLE_BAR
    seconds, n = max((cost(program, "derive", MODELS["loop"][0], n)[0], n) for n in LOOPS)
    yield f"derive_loop_{n}_slowest", seconds, "s", "bar", LOOP_BAR, seconds / LOOP_BAR
    models = [model for pattern in SMALL for model in sorted(glob.glob(os.path.join(HERE, pattern)))]
    seconds, model = max((cost(program, "analyse", model)[0], model) for model in models)
    name = os.path.splitext(os.path.basename(model))[0]
    yield f"analyse_{name}_slowest", seconds, "s", "bar", SMALL_BAR, seconds / SMALL_BAR
