"""Ctrl-C and a kill at any moment of any command: output is whole or absent, files are whole or untouched, and the
program ends soon.

The number of attempts stands in the variable STOPS (16 where it is not given), the seed in STOP_SEED; by hand:
STOPS=1000 DALEMBERT=../../build/bin/dalembert python3 -m unittest stop_test"""

import json
import os
import random
import signal
import subprocess
import tempfile
import time
import unittest

from program import InFolder, PENDULUM, PROGRAM, SEEDS, SLEIGH

ATTEMPTS = int(os.environ.get("STOPS", "16"))
SEED = int(os.environ.get("STOP_SEED", "1"))
ROOT = SEEDS.parent.parent
GALLERY = ROOT / "models" / "gallery"
SCALE = ROOT / "bench" / "scale"
ALLOWED = 0.2  # s of processor time from the signal to the end
LONGEST = 4.0  # s from the start to the signal
FORMS = ("lagrange", "explicit", "eliminated", "hamilton", "routh", "naive", "voronets")
PENDULUM_LONG = PENDULUM.replace("0..1 [s]", "0..100000 [s]") + 'plot x, y vs t "path"\nexport csv "own.csv" { columns = (t, x, F) }\n'


class Case:
    """A command, and what it may leave behind."""

    def __init__(self, name, *arguments, out=None, page=None, keeps=False):
        self.name, self.arguments, self.out, self.page, self.keeps = name, [str(a) for a in arguments], out, page, keeps


def cases(folder):
    """All commands, on models that take from a hundredth of a second to many seconds."""
    models = {
        "chain": (GALLERY / "chain.mech", "--set", "n=100"),
        "loop": (SCALE / "loop.mech", "--set", "n=60"),
        "grid": (SCALE / "grid.mech", "--set", "n=60"),
        "four_bars": (SCALE / "four_bars.mech", "--set", "n=60"),
        "bicycle": (GALLERY / "benchmark_bicycle.mech",),
        "rattleback": (ROOT / "tests" / "truth" / "literature" / "rattleback.mech",),
        "squeezer": (GALLERY / "andrews_squeezer.mech",),
        "pendulums": (GALLERY / "n_pendulum.mech", "--set", "n=500"),
        "sleigh": (SLEIGH,),
    }
    out, page, matrices = folder / "out", folder / "page.html", folder / "matrices"
    found = []
    for name, model in models.items():
        for command in ("check", "derive", "analyse", "eval"):
            found.append(Case(f"{command} {name}", command, *model))
            found.append(Case(f"{command} {name} --json", command, *model, "--json"))
        found.append(Case(f"report {name}", "report", *model, "-o", page, page=page))
        found.append(Case(f"run {name}", "run", *model, "--to", "1000", "--out", out, out=out, keeps=True))
        found.append(Case(f"run {name} --json", "run", *model, "--to", "1000", "--json", keeps=True))
        found.append(Case(f"prove {name}", "prove", *model, "T + V = const"))
        found.append(Case(f"prove {name} --json", "prove", *model, "T - V = const", "--json"))
        found.append(Case(f"fmt {name}", "fmt", model[0]))
    for form in FORMS:
        found.append(Case(f"derive --form {form}", "derive", *models["squeezer"], "--form", form))
    for layout in ("latex", "mathml", "html"):
        found.append(Case(f"derive --format {layout}", "derive", *models["bicycle"], "--format", layout))
    found.append(Case("derive --members", "derive", *models["chain"], "--members"))
    found.append(Case("analyse --out", "analyse", *models["pendulums"][:1], "--out", matrices, out=matrices))
    own = folder / "own.mech"
    own.write_text(PENDULUM_LONG, encoding="utf-8")
    found.append(Case("run plots", "run", own, "--out", out, out=out, keeps=True))
    return found


def processor_time(pid):
    """User and system time of a process that lives, s."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Stopped(InFolder):
    def setUp(self):
        super().setUp()
        self.random = random.Random(SEED)
        self.whole = {}  # the undisturbed standard output of a command that has ended by itself

    def attempt(self, case, wanted):
        """Sends `wanted` at a random moment; returns the exit code, both streams and the time to the end."""
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            child = subprocess.Popen([PROGRAM, *case.arguments], stdout=out, stderr=err, start_new_session=True,
                                     env={**os.environ, "LC_ALL": "C.UTF-8", "NO_COLOR": "1"})
            try:
                time.sleep(self.random.choice((0.05, 0.3, 1.0, LONGEST)) * self.random.random())
                before = processor_time(child.pid)
                os.kill(child.pid, wanted)
                _, status, usage = os.wait4(child.pid, 0)
            finally:
                child.returncode = 0
                try:
                    os.kill(child.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            out.seek(0)
            err.seek(0)
            latency = max(0.0, usage.ru_utime + usage.ru_stime - before)
            return os.waitstatus_to_exitcode(status), out.read().decode(), err.read().decode(), latency

    def test_any_command_at_any_moment(self):
        latencies = []
        ended = {}
        every = cases(self.folder)
        for number in range(ATTEMPTS):
            case = self.random.choice(every)
            wanted = signal.SIGKILL if number % 2 else self.random.choice((signal.SIGINT, signal.SIGTERM))
            self.wanted = wanted
            if case.page:
                case.page.write_text("the old page", encoding="utf-8")
            for path in case.out.iterdir() if case.out and case.out.exists() else ():
                path.unlink()
            code, out, err, latency = self.attempt(case, wanted)
            context = f"attempt {number}: {case.name}, {wanted!r}, exit code {code}, {latency:.2f} s\n{err[-300:]}"
            ended[code] = ended.get(code, 0) + 1
            self.require_whole_files(case, context)
            if wanted == signal.SIGKILL:
                continue
            latencies.append((latency, case.name))
            self.require_whole_output(case, code, out, err, context)
            self.assertLessEqual(latency, 5 * ALLOWED if "out" in case.name else 2 * ALLOWED, context)
        if ATTEMPTS >= 200:
            latencies.sort()
            print(f"\n{ATTEMPTS} attempts, exit codes {dict(sorted(ended.items()))}, time to the end: "
                  f"median {latencies[len(latencies) // 2][0]:.3f} s, 99 % {latencies[len(latencies) * 99 // 100][0]:.3f} s, "
                  f"worst {latencies[-5:]}")

    def require_whole_output(self, case, code, out, err, context):
        if code == -self.wanted:  # before the program has begun
            self.assertEqual(out + err, "", context)
            return
        self.assertIn(code, (0, 1, 3, 4, 130), context)
        is_json = "--json" in case.arguments
        if code == 130:
            self.assertIn("interrupted while ", err, context)
        if is_json:
            found = json.loads(out)
            if code == 130 and not found.get("outcome"):
                self.assertEqual([d["code"] for d in found["diagnostics"]], ["E0004"], context)
        elif code == 130 and not case.keeps:
            self.assertEqual(out, "", context)
        elif out and not case.keeps:
            self.assertTrue(out.endswith("\n"), context)
            self.assertEqual(self.whole.setdefault(case.name, out), out, context)

    def require_whole_files(self, case, context):
        if case.page:
            text = case.page.read_text(encoding="utf-8")
            whole = text.startswith("<!doctype html>") and text.rstrip().endswith("</html>")
            self.assertTrue(whole or text == "the old page", context)
        for path in case.out.iterdir() if case.out and case.out.exists() else ():
            if path.name.startswith(".dalembert-unfinished-"):
                continue
            self.assert_whole_file(path, context)


if __name__ == "__main__":
    unittest.main()
