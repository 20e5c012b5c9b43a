"""What a run or a sweep keeps in its folder is whole, belongs to it, and is written by one process at a time."""

import json
import shutil
import signal
import struct
import subprocess
import time
import unittest
from pathlib import Path

from program import InFolder, PENDULUM, PROGRAM, run

HOSTILE = Path(__file__).resolve().parent / "models" / "hostile"
UNWRITTEN = 74
SWEPT = PENDULUM + "sweep l in 1..2 [m] { count = 40 }\n"


class Kept(InFolder):
    def setUp(self):
        super().setUp()
        self.out = self.folder / "out"

    def start(self, *arguments):
        child = subprocess.Popen([PROGRAM, *map(str, arguments), "--out", str(self.out)], stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL, start_new_session=True)
        self.addCleanup(child.wait)
        self.addCleanup(child.kill)
        return child

    def await_bytes(self, child, name, least):
        """Waits until a file of the folder has so many bytes."""
        path, latest = self.out / name, time.monotonic() + 60
        while not (path.exists() and path.stat().st_size >= least):
            self.assertIsNone(child.poll(), "it ended")
            self.assertLess(time.monotonic(), latest, f"no {name}")
            time.sleep(0.01)

    def kill(self, child):
        child.kill()
        child.wait(timeout=60)

    def interrupted_run(self, *arguments):
        child = self.start("run", *arguments)
        self.await_bytes(child, "run.state", 200)
        self.await_bytes(child, "result.json", 1)
        self.kill(child)

    def refused(self, *arguments):
        """What is said where nothing is written."""
        before = {path.name: path.read_bytes() for path in self.out.iterdir()}
        done = run(*arguments, "--out", self.out, "--resume")
        self.assertEqual(done.returncode, UNWRITTEN, done.stderr)
        self.assertEqual({path.name: path.read_bytes() for path in self.out.iterdir()}, before)
        return done.stderr


class Tables(Kept):
    def setUp(self):
        super().setUp()
        for name in ("03_table_resume.mech", "f.csv"):
            shutil.copy(HOSTILE / name, self.folder / name)
        self.model, self.table = self.folder / "03_table_resume.mech", self.folder / "f.csv"

    def change(self):
        self.table.write_text(self.table.read_text(encoding="utf-8").replace("100,100", "100,101"), encoding="utf-8")

    def test_a_run_is_not_continued_with_another_table(self):
        self.interrupted_run(self.model, "--to", "60000")
        self.change()
        told = self.refused("run", self.model, "--to", "60000")
        self.assertRegex(told, r"belongs to another run: the table \S*f\.csv has other contents there than here")

    def test_a_sweep_is_not_continued_with_another_table(self):
        arguments = ("sweep", self.model, "--to", "20", "--threads", "1")
        child = self.start(*arguments)
        self.await_bytes(child, "members.csv", 2000)
        self.kill(child)
        self.change()
        told = self.refused(*arguments)
        self.assertRegex(told, r"belongs to another sweep: the table \S*f\.csv has other contents there than here")

    def test_a_complete_run_is_not_that_of_another_table(self):
        self.assertEqual(run("run", self.model, "--to", "1", "--out", self.out).returncode, 0)
        self.change()
        self.assertIn("has other contents there than here", self.refused("run", self.model, "--to", "1"))

    def test_results_do_not_replace_a_table(self):
        model = self.write("export.mech", self.model.read_text(encoding="utf-8") + 'export csv "f.csv" { columns = (t, x) }\n')
        before = self.table.read_bytes()
        done = run("run", model, "--to", "1", "--out", self.folder)
        self.assertEqual(done.returncode, UNWRITTEN)
        self.assertIn("the model reads this table", done.stderr)
        self.assertEqual(self.table.read_bytes(), before)


class Runs(Kept):
    def setUp(self):
        super().setUp()
        self.model = self.write("p.mech", PENDULUM)

    def test_a_run_that_lost_its_state_is_not_complete(self):
        self.interrupted_run(self.model, "--to", "100000")
        (self.out / "run.state").unlink()
        told = self.refused("run", self.model, "--to", "100000")
        self.assertRegex(told, r"its state, \S*run\.state, is missing, and the run has not come to its end")
        done = run("run", self.model, "--to", "1", "--out", self.out)  # anew
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_complete_run_answers_for_its_files(self):
        self.assertEqual(run("run", self.model, "--out", self.out).returncode, 0)
        self.assertIn("nothing to continue", run("run", self.model, "--out", self.out, "--resume").stderr)
        for name in ("table.csv", "result.json"):
            path = self.out / name
            whole = path.read_bytes()
            digit = next(i for i in range(len(whole) // 2, len(whole)) if whole[i:i + 1] in b"12345678")
            path.write_bytes(whole[:digit] + bytes([whole[digit] + 1]) + whole[digit + 1:])
            self.assertIn(f"{name} was changed after the run", self.refused("run", self.model))
            path.unlink()
            self.assertIn(f"{name} is missing", self.refused("run", self.model))
            path.write_bytes(whole)
        self.assertEqual(run("run", self.model, "--out", self.out, "--resume").returncode, 0)

    def test_the_state_of_another_run_is_not_taken(self):
        self.interrupted_run(self.model, "--to", "100000")
        state = (self.out / "run.state").read_bytes()
        shutil.rmtree(self.out)
        self.interrupted_run(self.model, "--to", "90000")
        (self.out / "run.state").write_bytes(state)
        child = subprocess.Popen([PROGRAM, "run", str(self.model), "--to", "90000", "--out", str(self.out), "--resume"],
                                 stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.addCleanup(child.kill)
        self.assertIn("is damaged; the run starts over", child.stderr.readline())
        child.kill()
        child.communicate(timeout=60)


class Locks(Kept):
    def setUp(self):
        super().setUp()
        self.model = self.write("p.mech", SWEPT)

    def test_a_folder_has_one_writer_at_a_time(self):
        first = self.start("sweep", self.model, "--to", "20000")
        self.await_bytes(first, "sweep.json", 100)
        for command in ("sweep", "run"):
            for more in ((), ("--resume",)):
                done = run(command, self.model, "--to", "1", "--out", self.out, *more)
                self.assertEqual(done.returncode, UNWRITTEN, (command, more, done.stderr))
                self.assertIn("is in use by another run or sweep", done.stderr)
        first.send_signal(signal.SIGSTOP)  # a process that stands still keeps its lock
        self.assertEqual(run("sweep", self.model, "--to", "1", "--out", self.out).returncode, UNWRITTEN)
        self.kill(first)
        done = run("sweep", self.model, "--to", "1", "--out", self.out)
        self.assertEqual(done.returncode, 0, done.stderr)


class Members(Kept):
    def setUp(self):
        super().setUp()
        self.model = self.write("p.mech", SWEPT)
        self.assertEqual(run("sweep", self.model, "--out", self.out).returncode, 0)
        self.members = self.out / "members.csv"
        self.rows = self.members.read_text(encoding="utf-8").splitlines(keepends=True)

    def told_with(self, rows):
        self.members.write_text("".join(rows), encoding="utf-8")
        return self.refused("sweep", self.model)

    def test_a_row_that_was_edited_is_told(self):
        for member in (0, 17, 39):
            fields = self.rows[member + 1].split(",")
            fields[5] = str(float(fields[5]) + 1e-9)
            rows = [*self.rows]
            rows[member + 1] = ",".join(fields)
            self.assertIn(f"what it has of member {member} is not what was written", self.told_with(rows))

    def test_rows_that_were_removed_exchanged_or_copied_are_told(self):
        without = self.rows[:5] + self.rows[6:]
        exchanged = [*self.rows[:5], self.rows[6], self.rows[5], *self.rows[7:]]
        copied = [*self.rows[:5], self.rows[5], self.rows[5], *self.rows[6:]]
        for rows in (without, exchanged, copied):
            self.assertIn("is not what was written", self.told_with(rows))

    def test_rows_at_the_end_that_are_missing_are_run_again(self):
        whole = self.members.read_bytes()
        for rows in (self.rows[:20], [*self.rows[:20], self.rows[20][:9]], self.rows[:1]):
            self.members.write_text("".join(rows), encoding="utf-8")
            done = run("sweep", self.model, "--out", self.out, "--resume")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(self.members.read_bytes(), whole)

    def test_without_checksums_or_a_record_nothing_is_continued(self):
        for name, told in (("members.sums", "its checksums, "),
                           ("sweep.json", "sweep.json, which says of which sweep it is, is missing")):
            path = self.out / name
            whole = path.read_bytes()
            path.unlink()
            self.assertIn(told, self.refused("sweep", self.model))
            path.write_bytes(whole)
        self.assertEqual(run("sweep", self.model, "--out", self.out, "--resume").returncode, 0)

    def test_statistics_that_were_changed_are_made_anew(self):
        arguments = ("sweep", self.model, "--statistics", "--rows", "5", "--out", self.out)
        self.assertEqual(run(*arguments).returncode, 0)
        whole = (self.out / "statistics.csv").read_bytes()
        state = bytearray((self.out / "statistics.state").read_bytes())
        state[len(state) // 2] ^= 64
        (self.out / "statistics.state").write_bytes(state)
        self.assertEqual(run(*arguments, "--resume").returncode, 0)
        self.assertEqual((self.out / "statistics.csv").read_bytes(), whole)

    def test_trajectories_that_were_changed_are_told(self):
        arguments = ("sweep", self.model, "--trajectories", "--rows", "5")
        done = run(*arguments, "--out", self.out)
        if done.returncode == 69:
            self.skipTest("the module for HDF5 is not built")
        self.assertEqual(done.returncode, 0, done.stderr)
        path = self.out / "trajectories.h5"
        whole = path.read_bytes()
        self.assertEqual(run(*arguments, "--out", self.out, "--resume").returncode, 0)
        self.assertEqual(path.read_bytes(), whole)
        x = float((self.out / "members.csv").read_text(encoding="utf-8").splitlines()[8].split(",")[6])
        at = whole.find(struct.pack("<d", x))
        self.assertGreater(at, 0, "x at the end of member 7 stands in the file")
        path.write_bytes(whole[:at] + struct.pack("<d", x + 1e-6) + whole[at + 8:])
        self.assertIn("trajectories.h5 cannot be continued: what it has of member 7 is not what was written",
                      self.refused(*arguments))
        path.write_bytes(whole)
        (self.out / "trajectories.sums").unlink()
        self.assertIn("its checksums, ", self.refused(*arguments))

    def test_what_cannot_be_read_again_is_not_written_to(self):
        (self.out / "waiting.state").mkdir()
        self.assertIn("not a regular file", run("sweep", self.model, "--out", self.out, "--resume").stderr)

    def test_a_record_is_one_object(self):
        self.assertEqual(json.loads((self.out / "sweep.json").read_text(encoding="utf-8"))["members"], 40)


if __name__ == "__main__":
    unittest.main()
