"""Files, pipes and texts that somebody made to do harm: refused with their place, shown, or written to without a hang."""

import os
import resource
import shutil
import signal
import subprocess
import time
import unittest
from pathlib import Path

from program import InFolder, PENDULUM, PROGRAM, SEEDS, run, run_json

HOSTILE = Path(__file__).resolve().parent / "models" / "hostile"
INTERRUPTED = 130
COMPILER = os.environ.get("CC", "cc")


class States(InFolder):
    def told(self, path):
        sleigh = SEEDS / "s0_chaplygin_sleigh.mech"
        code, out = run_json("eval", sleigh, "--state", path)
        self.assertEqual(code, 2)
        return out["diagnostics"][0]["message"]

    def test_a_number_beyond_doubles_has_its_place(self):
        self.assertIn("07_state_1e999.json, line 1, column 6: 1e999 is beyond 1.8e+308",
                      self.told(HOSTILE / "07_state_1e999.json"))

    def test_a_name_that_is_given_twice_has_its_place(self):
        self.assertIn('07b_state_twice.json, line 1, column 23: "x" is given twice; the first time at line 1',
                      self.told(HOSTILE / "07b_state_twice.json"))

    def test_others(self):
        for text, told in (('{"state": {}, "parameters": {"a": 1, "a": 1}}', 'column 38: "a" is given twice'),
                           ('{"t": 1, "state": {"x": 1e309}}', "column 25: 1e309 is beyond"),
                           ('{"state": {"x": [1, {"y": 0, "y": 0}]}}', 'column 30: "y" is given twice'),
                           ('{"state":\n{"x": 1,\n "x": 1}}', 'line 3, column 2: "x" is given twice')):
            self.assertIn(told, self.told(self.write("s.json", text)))


class Pipes(InFolder):
    def setUp(self):
        super().setUp()
        self.model = self.write("p.mech", PENDULUM)
        self.pipe = self.folder / "pipe"

    def ended_by(self, wanted, *arguments):
        """Waits until the program sleeps in the pipe, and sends one signal."""
        child = subprocess.Popen([PROGRAM, *map(str, arguments)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                 text=True)
        self.addCleanup(child.kill)
        self.await_sleep(child)
        child.send_signal(wanted)
        told = child.communicate(timeout=10)[1]
        self.assertEqual(child.returncode, INTERRUPTED, told)
        self.assertIn("interrupted while", told)

    def await_sleep(self, child):
        """The program has waited for a while, without work."""
        ticks, quiet, latest = -1, 0, time.monotonic() + 60
        while quiet < 4:
            self.assertIsNone(child.poll(), "it ended")
            self.assertLess(time.monotonic(), latest)
            fields = Path(f"/proc/{child.pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
            spent = int(fields[11]) + int(fields[12])
            quiet = quiet + 1 if spent == ticks and fields[0] == "S" else 0
            ticks = spent
            time.sleep(0.1)

    def test_a_report_into_a_pipe_without_a_reader_ends_at_once(self):
        os.mkfifo(self.pipe)
        self.ended_by(signal.SIGTERM, "report", self.model, "-o", self.pipe)
        self.ended_by(signal.SIGINT, "picture", self.model, "-o", self.pipe)

    def test_a_run_with_a_pipe_among_its_files_ends_at_once(self):
        out = self.folder / "out"
        out.mkdir()
        os.mkfifo(out / "table.csv")
        self.ended_by(signal.SIGTERM, "run", self.model, "--out", out)

    def test_a_reader_that_does_not_read_holds_nothing_up(self):
        os.mkfifo(self.pipe)
        reader = os.open(self.pipe, os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, reader)
        self.ended_by(signal.SIGTERM, "report", self.model, "-o", self.pipe)

    def test_a_slow_reader_gets_all(self):
        os.mkfifo(self.pipe)
        child = subprocess.Popen([PROGRAM, "report", str(self.model), "-o", str(self.pipe)])
        self.addCleanup(child.kill)
        with open(self.pipe, "rb") as reader:
            time.sleep(0.3)
            page = reader.read()
        self.assertEqual(child.wait(timeout=60), 0)
        self.assertTrue(page.rstrip().endswith(b"</html>"))

    def test_no_state_is_kept_in_a_pipe(self):
        out = self.folder / "out"
        out.mkdir()
        os.mkfifo(out / "run.state")
        done = run("run", self.model, "--out", out)
        self.assertEqual(done.returncode, 74)
        self.assertIn("run.state: it is not a regular file", done.stderr)


class ExportedC(InFolder):
    def test_projection_of_what_is_not_a_number_says_so(self):
        disc = SEEDS.parent / "gallery" / "rolling_disc.mech"
        self.assertEqual(run("export", "c", disc, "-o", self.folder).returncode, 0)
        shutil.copy(HOSTILE / "14_project_nan.c", self.folder)
        binary = self.folder / "project"
        subprocess.run([COMPILER, "-std=c11", "14_project_nan.c", "rolling_disc.c", "-lm", "-o", binary], check=True,
                       cwd=self.folder, timeout=120)
        told = subprocess.run([binary], capture_output=True, text=True, check=True, timeout=20).stdout
        self.assertRegex(told, r"^status 2 \(2 = not finite\), q\[1\] = -?nan\n$")

    def test_where_the_disk_is_full_neither_file_is_written(self):
        def limited():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # writing fails then, as on a full disk
            resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000))  # bytes: the header has less, the source more

        model = self.write("p.mech", PENDULUM)
        out = self.folder / "c"
        whole = self.folder / "whole"
        self.assertEqual(run("export", "c", model, "-o", whole).returncode, 0)
        self.assertLess((whole / "pendulum.h").stat().st_size, 9000)
        self.assertGreater((whole / "pendulum.c").stat().st_size, 9000)
        done = subprocess.run([PROGRAM, "export", "c", model, "-o", out], capture_output=True, text=True, check=False,
                              preexec_fn=limited, timeout=60)
        self.assertEqual(done.returncode, 74, done.stderr)
        self.assertEqual(list(out.iterdir()), [])

    def test_controls_of_direction_are_shown(self):
        self.assertEqual(run("export", "c", HOSTILE / "10_bidi_in_exported_c.mech", "-o", self.folder).returncode, 0)
        text = (self.folder / "b.h").read_text(encoding="utf-8") + (self.folder / "b.c").read_text(encoding="utf-8")
        for control in map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))):
            self.assertNotIn(control, text)
        self.assertIn("safe <U+202E>* / elif", text)
        self.assertIn("<U+2066>mass<U+202E> x", text)


class Tables(InFolder):
    def test_a_quoted_name_stays_whole(self):
        code, out = run_json("run", HOSTILE / "12_quoted_semicolon.mech", "--at", "1")
        self.assertEqual(code, 0)
        # x'' = t/2 from rest at 0, so x(1) = 1/12; the run's tolerance is 1e-9.
        self.assertAlmostEqual(out["samples"][0]["state"]["x"], 1 / 12, delta=1e-9)


if __name__ == "__main__":
    unittest.main()
