"""A program that is killed or interrupted at any moment leaves whole files or none, and results that can be read.

The number of attempts stands in the variable KILLS (40 where it is not given), the seed in KILL_SEED."""

import json
import os
import random
import signal
import subprocess
import time
import unittest

from program import InFolder, PENDULUM, PROGRAM, run

ATTEMPTS = int(os.environ.get("KILLS", "40"))
SEED = int(os.environ.get("KILL_SEED", "1"))
SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
LONG = PENDULUM.replace("0..1 [s]", "0..{} [s]") + 'plot x, y vs t "path"\nexport csv "own.csv" {{ columns = (t, x, F) }}\n'
MESSY = "".join(f"param   a{i}=1   [m]   # number {i}\n" for i in range(400)) + PENDULUM


class Killed(InFolder):
    def setUp(self):
        super().setUp()
        # What a shell made this test ignore, in the background or under nohup, would be handed down to the program.
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        self.random = random.Random(SEED)

    def stop(self, duration, *arguments):
        """Runs the program and sends it a signal at a random moment; returns the signal and the exit code."""
        wanted = self.random.choice(SIGNALS)
        child = subprocess.Popen([PROGRAM, *map(str, arguments)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                 start_new_session=True)
        time.sleep(self.random.uniform(0, duration))
        child.send_signal(wanted)
        try:
            return wanted, child.wait(timeout=30)
        finally:
            child.kill()

    def duration(self, *arguments):
        start = time.monotonic()
        subprocess.run([PROGRAM, *map(str, arguments)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False,
                       timeout=60)
        return time.monotonic() - start

    def leftovers(self, folder):
        return [path.name for path in folder.iterdir() if path.name.startswith(".dalembert-unfinished-")]

    def test_a_page_is_whole_or_the_old_one(self):
        model, page = self.write("p.mech", PENDULUM), self.folder / "page.html"
        span = 1.2 * self.duration("report", model, "-o", page)
        for attempt in range(ATTEMPTS):
            page.write_text("the old page", encoding="utf-8")
            _, code = self.stop(span, "report", model, "-o", page)
            text = page.read_text(encoding="utf-8")
            whole = text.startswith("<!doctype html>") and text.rstrip().endswith("</html>")
            self.assertTrue(whole or text == "the old page", f"attempt {attempt}: {code}: {text[:80]} … {text[-80:]}")
            self.assertTrue(whole or code != 0)
        run("report", model, "-o", page)
        self.assertEqual(self.leftovers(self.folder), [])

    def test_a_formatted_model_is_the_old_or_the_new_one(self):
        model = self.write("m.mech", MESSY)
        new = run("fmt", model).stdout
        span = 1.2 * self.duration("fmt", "--write", model)
        for attempt in range(ATTEMPTS):
            model.write_text(MESSY, encoding="utf-8")
            _, code = self.stop(span, "fmt", "--write", model)
            text = model.read_text(encoding="utf-8")
            self.assertIn(text, (MESSY, new), f"attempt {attempt}: {code}")
        run("fmt", "--write", self.write("m.mech", MESSY))
        self.assertEqual(self.leftovers(self.folder), [])

    def test_the_files_of_a_run_are_whole_and_a_partial_result_says_so(self):
        out = self.folder / "o"
        for attempt in range(ATTEMPTS):
            seconds = self.random.choice((1, 1000, 10**7))
            model = self.write("m.mech", LONG.format(seconds))
            for path in out.iterdir() if out.exists() else ():
                path.unlink()
            wanted, code = self.stop(0.4, "run", model, "--out", out)
            context = f"attempt {attempt}: {wanted}, {code}, {seconds} s"
            if code == 130 and not (out / "result.json").exists():  # before the run had a state
                self.assertEqual([p for p in out.iterdir()] if out.exists() else [], [], context)
            elif code in (0, 130):
                result = json.loads((out / "result.json").read_text(encoding="utf-8"))
                self.assertEqual(result["outcome"], "interrupted" if code == 130 else "completed", context)
                self.assertEqual(sorted(map(os.path.basename, result["files"])), sorted({p.name for p in out.iterdir()} - {"run.json", "run.state"}), context)
                self.assertGreater(len((out / "table.csv").read_text(encoding="utf-8").splitlines()), 1, context)
            else:
                self.assertEqual(code, -wanted, context)
            self.require_whole(out, context)
        run("run", self.write("m.mech", LONG.format(1)), "--out", out)
        self.assertEqual(self.leftovers(out), [])

    def require_whole(self, out, context):
        for path in out.iterdir() if out.exists() else ():
            if path.name.startswith(".dalembert-unfinished-") or path.name == "run.state":
                continue
            self.assert_whole_file(path, context)


if __name__ == "__main__":
    unittest.main()
