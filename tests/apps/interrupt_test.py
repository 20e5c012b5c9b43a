"""Ctrl-C ends a run at once, keeps what was computed, and says so."""

import json
import os
import signal
import subprocess
import time
import unittest

from program import InFolder, PENDULUM, PROGRAM

LONG = PENDULUM.replace("0..1 [s]", "0..1e7 [s]")


class Interrupt(InFolder):
    def interrupted(self, *arguments):
        model = self.write("long.mech", LONG)
        child = subprocess.Popen([PROGRAM, "run", str(model), *map(str, arguments)], stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, text=True, env={**os.environ, "LC_ALL": "C.UTF-8"})
        time.sleep(1.0)
        child.send_signal(signal.SIGINT)
        out, _ = child.communicate(timeout=30)
        return child.returncode, out

    def test_the_partial_result_is_kept_and_marked(self):
        code, out = self.interrupted("--json", "--out", self.folder / "o")
        self.assertEqual(code, 130)
        result = json.loads(out)
        self.assertEqual(result["outcome"], "interrupted")
        self.assertGreater(result["t_end"], 0)
        self.assertLess(result["t_end"], 1e7)
        self.assertLess(result["certificate"]["position"]["rod"], 1e-12)  # projected at each step: rounding
        self.assertEqual(json.loads((self.folder / "o" / "result.json").read_text())["outcome"], "interrupted")

    def test_the_page_says_that_it_was_interrupted(self):
        code, out = self.interrupted()
        self.assertEqual(code, 130)
        self.assertIn("interrupted", out)


if __name__ == "__main__":
    unittest.main()
