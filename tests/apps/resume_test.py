"""`run --resume`: a run that was killed or interrupted goes on to the very numbers of one that was not."""

import json
import os
import random
import shutil
import signal
import subprocess
import time
import unittest

from program import InFolder, PROGRAM, SEEDS, run

PENDULUM = SEEDS.parent / "benchmarks" / "pendulum_2000s.mech"
BELT = SEEDS.parent / "gallery" / "stick_slip_belt.mech"
STIFF = """model Stiff "A mass on a strong damper, pulled to and fro"
param m = 1 [kg], d = 1e5 [N*s/m], k = 100 [N/m], F = 5 [N], w = 3 [1/s]
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = 1/2*k*(x - y)^2
dissipation D = 1/2*d*x'^2
force pull on y = F*sin(w*t)
initial x = 0.1 [m], y = 0 [m]
simulate 0..1500 [s]
plot x, y vs t
"""


def has_ida():
    return run("run", PENDULUM, "--method", "ida", "--to", "0.1").returncode in (0, 3)


SEED = int(os.environ.get("KILL_SEED", "1"))


def numbers(folder):
    """All that the results in a folder say, but for what differs from run to run: times taken and paths."""
    def cleaned(value):
        if isinstance(value, dict):
            return {key: cleaned(each) for key, each in value.items() if key not in ("seconds", "files")}
        return [cleaned(each) for each in value] if isinstance(value, list) else value

    out = {"result.json": cleaned(json.loads((folder / "result.json").read_text(encoding="utf-8")))}
    for path in sorted(folder.iterdir()):
        if path.name not in ("result.json", "run.json", "run.state"):
            out[path.name] = path.read_bytes()
    return out


class Resumed(InFolder):
    def setUp(self):
        super().setUp()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        self.random = random.Random(SEED)
        self.whole, self.parts = self.folder / "whole", self.folder / "parts"

    def stopped(self, seconds, wanted, *arguments):
        """Runs the program and sends it a signal; returns whether that ended it."""
        child = subprocess.Popen([PROGRAM, "run", *map(str, arguments), "--out", str(self.parts)], stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            child.wait(timeout=seconds)
            return False
        except subprocess.TimeoutExpired:
            child.send_signal(wanted)
            child.wait(timeout=60)
            return True
        finally:
            child.kill()

    def interrupt(self, duration, signals, *arguments):
        """Goes on with a run between signals; returns how many of these ended it."""
        more, ended = (), 0
        for wanted in signals:
            ended += self.stopped(self.random.uniform(0.2, 0.5) * duration, wanted, *arguments, *more)
            more = ("--resume",)
            if (self.parts / "result.json").exists() and (self.parts / "run.state").exists():
                partial = json.loads((self.parts / "result.json").read_text(encoding="utf-8"))
                self.assertEqual(partial["outcome"], "interrupted")
                self.assertTrue(partial["partial"])
                self.assertTrue((self.parts / "table.csv").exists())
        return ended

    def check(self, *arguments, signals=(signal.SIGKILL, signal.SIGKILL, signal.SIGINT)):
        start = time.monotonic()
        first = run("run", *arguments, "--out", self.whole)
        duration, ended = time.monotonic() - start, 0
        for _ in range(12):  # on a busy machine the first run may take many times what the next one takes
            ended = self.interrupt(duration, signals, *arguments)
            if ended > 0:
                break
            shutil.rmtree(self.parts)
            duration /= 2
        done = run("run", *arguments, "--out", self.parts, "--resume")
        self.assertIn(done.returncode, (first.returncode, 0), done.stderr)
        self.assertEqual(numbers(self.parts), numbers(self.whole))
        self.assertFalse((self.parts / "run.state").exists())
        self.assertGreater(ended, 0, "no run was ended")

    def test_explicit_steps(self):
        self.check(PENDULUM, "--method", "rk8", "--to", "4000")

    def test_explicit_steps_of_lower_order(self):
        self.check(PENDULUM, "--method", "rk5", "--to", "800", "--samples", "50")

    def test_implicit_steps(self):
        self.check(PENDULUM, "--method", "radau", "--to", "1500", "--tolerance", "1e-9")

    def test_series(self):
        self.check(PENDULUM, "--method", "taylor", "--to", "6000")

    def test_turns_of_auto(self):
        model = self.write("stiff.mech", STIFF)
        self.check(model)
        turned = json.loads((self.whole / "result.json").read_text(encoding="utf-8"))["statistics"]["method"]
        self.assertIn("radau", turned)

    def test_friction_and_verification(self):
        self.check(BELT, "--to", "600", "--verify", signals=(signal.SIGKILL, signal.SIGTERM))

    def test_steps_of_one_length(self):
        self.check(PENDULUM, "--method", "rattle", "--step", "1e-3", "--to", "300")

    def test_steps_of_one_length_between_changes_of_friction(self):
        self.check(BELT, "--method", "spark4", "--step", "0.002", "--to", "60")

    @unittest.skipUnless(has_ida(), "the library of IDA is not installed")
    def test_another_code(self):
        self.check(PENDULUM, "--method", "ida", "--to", "100")

    def kept(self):
        """Leaves a run in `parts` that was killed with a state to go on from."""
        child = subprocess.Popen([PROGRAM, "run", PENDULUM, "--to", "200000", "--out", self.parts],
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        state, latest = self.parts / "run.state", time.monotonic() + 60
        without_state = 200  # bytes
        while child.poll() is None and time.monotonic() < latest:
            if state.exists() and state.stat().st_size > without_state:
                break
            time.sleep(0.01)
        child.kill()
        child.wait(timeout=60)
        self.assertGreater(state.stat().st_size, without_state)

    def test_another_run_is_refused(self):
        self.kept()
        other = self.write("other.mech", PENDULUM.read_text(encoding="utf-8") + "\n# a remark\n")
        for arguments, reason in (((other, "--to", "200000"), "blanks, comments or names of files of the model differ"),
                                  ((PENDULUM, "--to", "200001"), "--to is 200000.0 there and 200001.0 here"),
                                  ((PENDULUM, "--to", "200000", "--set", "m=2 [kg]"), "--set is absent there and `m=2 [kg]` here"),
                                  ((PENDULUM, "--to", "200000", "--tolerance", "1e-7"), "--tolerance is absent there and 1e-07 here"),
                                  ((PENDULUM, "--to", "200000", "--verify"), "--verify is absent there and given here"),
                                  ((PENDULUM, "--to", "200000", "--method", "rk5"), "--method is absent there and rk5 here")):
            done = run("run", *arguments, "--out", self.parts, "--resume")
            self.assertEqual(done.returncode, 74, arguments)
            self.assertIn(f"belongs to another run: {reason};", done.stderr)
        record = self.parts / "run.json"
        record.write_text(record.read_text(encoding="utf-8").replace('"version": "', '"version": "9'), encoding="utf-8")
        self.assertIn("version", run("run", PENDULUM, "--to", "200000", "--out", self.parts, "--resume").stderr)

    def test_a_damaged_state_is_told_and_the_run_begins_anew(self):
        run("run", PENDULUM, "--to", "20", "--out", self.whole)
        for damage in (lambda b: b[:len(b) // 2], lambda b: b[:-1], lambda b: b[:200] + bytes([b[200] ^ 1]) + b[201:], lambda b: b""):
            shutil.rmtree(self.parts, ignore_errors=True)
            self.kept()
            state = (self.parts / "run.state").read_bytes()
            run("run", PENDULUM, "--to", "20", "--out", self.parts)
            (self.parts / "run.state").write_bytes(damage(state))
            done = run("run", PENDULUM, "--to", "20", "--out", self.parts, "--resume")
            self.assertIn("is damaged; the run starts over", done.stderr)
            self.assertEqual(numbers(self.parts), numbers(self.whole))

    def test_a_complete_run_is_left_as_it_is(self):
        run("run", PENDULUM, "--to", "20", "--out", self.parts)
        before = numbers(self.parts)
        done = run("run", PENDULUM, "--to", "20", "--out", self.parts, "--resume")
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertIn("is complete: there is nothing to continue", done.stderr)
        self.assertEqual(numbers(self.parts), before)
        done = run("run", PENDULUM, "--to", "20", "--out", self.parts, "--resume", "--json")
        self.assertEqual(json.loads(done.stdout)["outcome"], "completed")

    def test_there_must_be_a_folder_and_in_it_a_run(self):
        self.assertEqual(run("run", PENDULUM, "--resume").returncode, 2)
        done = run("run", PENDULUM, "--to", "20", "--out", self.parts, "--resume")
        self.assertIn("holds no saved state; the run starts from its beginning", done.stderr)
        (self.parts / "run.json").unlink()
        done = run("run", PENDULUM, "--to", "20", "--out", self.parts, "--resume")
        self.assertEqual(done.returncode, 74)
        self.assertIn("nothing says of which run", done.stderr)


if __name__ == "__main__":
    unittest.main()
