"""On a terminal, work that takes more than a second says what is being done; elsewhere a sweep does where it is asked."""

import os
import pty
import re
import select
import signal
import subprocess
import time
import unittest

from program import InFolder, PENDULUM, PROGRAM

LONG = PENDULUM.replace("0..1 [s]", "0..1e7 [s]")


def read_block(terminal):
    """The next block of what is written to a terminal; empty once nobody has its other end."""
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""


class Progress(InFolder):
    def on_terminal(self, *arguments, seconds=1.8, awaited="", out=subprocess.DEVNULL):
        """Runs with standard error on a terminal, interrupts after some seconds or once it has written what is awaited,
        and returns what it received."""
        own, theirs = pty.openpty()
        child = subprocess.Popen([PROGRAM, *map(str, arguments)], stdout=theirs if out is None else out, stderr=theirs,
                                 env={**os.environ, "LC_ALL": "C.UTF-8", "TERM": "xterm"})
        os.close(theirs)
        text, start, is_stopped = b"", time.monotonic(), False
        while True:
            if select.select([own], [], [], 0.05)[0]:
                block = read_block(own)
                if not block:
                    break
                text += block
            passed = time.monotonic() - start
            if not is_stopped and (awaited.encode() in text if awaited and passed < 30 else passed > seconds):
                child.send_signal(signal.SIGINT)
                is_stopped = True
        os.close(own)
        return child.wait(timeout=30), text.decode()

    def test_a_long_run_shows_its_share_in_one_line_and_erases_it(self):
        code, text = self.on_terminal("run", self.write("long.mech", LONG), awaited="integrating the motion: ")
        self.assertEqual(code, 130)
        self.assertIn("\rintegrating the motion: 0 %", text)
        # On a slow machine the note on the number of steps falls into the time of the line, which it erases first; it may
        # be the last that does.
        note = r"\r\x1b\[Kdalembert: the run needs [^\n]*\n"
        text = re.sub(note + "(?=dalembert: interrupted)", "\r\033[K", text)
        before, _, behind = re.sub(note, "", text).rpartition("\r\033[K")
        self.assertNotIn("\n", before[before.index("integrating"):])
        self.assertTrue(behind.startswith("dalembert: interrupted while integrating the motion"), behind)

    def test_a_sweep_shows_how_fast_its_members_are(self):
        model = self.write("short.mech", PENDULUM.replace("0..1 [s]", "0..20 [s]"))
        many = ("sweep", model, "--over", "m=1..2 [kg]:100000")
        code, text = self.on_terminal(*many, awaited="members/s, ")
        self.assertEqual(code, 130)
        self.assertRegex(text, r"\rrunning the members: \d+ %, [\d.e+]+ members/s, ")
        # For a pipe it is a line of its own, where it is asked for.
        child = subprocess.Popen([PROGRAM, *map(str, many), "--progress", "0.3"], stdout=subprocess.DEVNULL,
                                 stderr=subprocess.PIPE, text=True)
        line = child.stderr.readline()
        while line and "members/s" not in line:  # first what is done before, and members none of which is finished
            self.assertRegex(line, r"^dalembert: [a-z ]+(: \d+ %)?\n$")
            line = child.stderr.readline()
        child.send_signal(signal.SIGINT)
        child.communicate(timeout=30)
        self.assertRegex(line, r"^dalembert: running the members: \d+ %, [\d.e+]+ members/s, \d+ s left\n$")

    def test_the_terminal_of_a_launcher_has_no_colours(self):
        variables = {"LC_ALL": "C.UTF-8", "TERM": "xterm"}
        model = self.write("short.mech", PENDULUM)
        for launcher, has_colours in (({}, True), ({"PMI_SIZE": "1"}, False), ({"DALEMBERT_ALONE": "1"}, False)):
            environment = {**os.environ, **variables, **launcher}
            environment.pop("NO_COLOR", None)
            own, theirs = pty.openpty()  # controls nobody, as that which mpirun makes
            child = subprocess.Popen([PROGRAM, "check", model], stdout=theirs, stderr=subprocess.DEVNULL, env=environment)
            os.close(theirs)
            page = b"".join(iter(lambda: read_block(own), b""))  # it arrives in pieces, some after the child's end
            os.close(own)
            self.assertEqual(child.wait(timeout=30), 0)
            self.assertIn(b"Pendulum", page)
            self.assertEqual(b"\033[" in page, has_colours)

    def test_quiet_work_shows_nothing(self):
        _, text = self.on_terminal("run", self.write("long.mech", LONG), "--quiet")
        self.assertNotIn("\r\033", text)
        self.assertNotIn("%", text)

    def test_an_object_for_a_pipe_comes_without_progress(self):
        _, text = self.on_terminal("run", self.write("long.mech", LONG), "--json")
        self.assertNotIn("%", text)

    def test_what_is_done_soon_shows_nothing(self):
        code, text = self.on_terminal("check", self.write("short.mech", PENDULUM))
        self.assertEqual((code, text), (0, ""))

    def test_a_pipe_receives_no_progress(self):
        child = subprocess.Popen([PROGRAM, "run", self.write("long.mech", LONG)], stdout=subprocess.DEVNULL,
                                 stderr=subprocess.PIPE, text=True)
        time.sleep(1.5)
        child.send_signal(signal.SIGINT)
        _, err = child.communicate(timeout=30)
        self.assertNotIn("\r", err)
        self.assertNotIn("%", err)
        self.assertIn("\ndalembert: interrupted while integrating the motion, at t = ", "\n" + err)


if __name__ == "__main__":
    unittest.main()
