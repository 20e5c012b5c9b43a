"""A sweep under mpirun: the bytes of one process, whatever the number of processes, also where one of them dies."""

import csv
import json
import os
import pathlib
import shutil
import signal
import subprocess
import time
import unittest

from program import InFolder, PROGRAM, run

OSCILLATOR = """model Oscillator "a mass on a spring, of which some are too soft"
param m = 1 [kg], k = 4 [N/m], l = 0.5 [m]
coord x [m]
kinetic T = 1/2*m*x'^2
potential V = 1/2*k*x^2
constraint wall: x >= -l { restitution = 0.5 }
initial x = 1 [m], x' = 0 [m/s]
simulate 0..3 [s]
"""
ARGUMENTS = ("--over", "k=1..9 [N/m]:15", "--over", "x=-0.75..1 [m]:8", "--with", "m~uniform(1, 2) [kg]", "--random", "3",
             "--trajectories", "--statistics", "--first", "x = 0", "--histogram", "x", "--rows", "21")
MPIRUN = shutil.which("mpirun")


def variables(**more):
    # As root, with more processes than processors, and without a network.
    return {**os.environ, "LC_ALL": "C.UTF-8", "NO_COLOR": "1", "OMPI_ALLOW_RUN_AS_ROOT": "1",
            "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_btl": "self,vader", **more}


def started(processes, folder, *arguments):
    command = [MPIRUN, "--oversubscribe", "-n", str(processes), PROGRAM, "sweep", "--progress", "0", *map(str, arguments)]
    return subprocess.Popen(command, cwd=folder, env=variables(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def swept(processes, folder, *arguments):
    process = started(processes, folder, *arguments)
    out, said = process.communicate(timeout=120)
    return process.returncode, out, said


def files_of(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@unittest.skipUnless(MPIRUN, "mpirun is not installed")
class Ranks(InFolder):
    def setUp(self):
        super().setUp()
        self.model = self.folder / "oscillator.mech"
        self.model.write_text(OSCILLATOR, encoding="utf-8")

    def place(self, name):
        folder = self.folder / name
        folder.mkdir()
        return folder

    def test_the_files_do_not_depend_on_processes_and_threads(self):
        one = self.place("one")
        whole = subprocess.run([PROGRAM, "sweep", self.model, *ARGUMENTS, "--out", "out"], cwd=one, capture_output=True,
                               env=variables(), check=True, timeout=60)
        self.assertIn(b"without an initial state", whole.stdout)  # members that are refused are among them
        wanted = files_of(one / "out")
        self.assertEqual(wanted["members.csv"].count(b"\n"), 361)
        for processes, threads in ((1, 2), (2, 1), (3, 2)):
            with self.subTest(processes=processes):
                place = self.place(f"of{processes}")
                code, page, said = swept(processes, place, self.model, *ARGUMENTS, "--threads", threads, "--out", "out")
                self.assertEqual((code, said), (0, ""))
                self.assertEqual(files_of(place / "out"), wanted)
                self.assertEqual(page.count("360: "), 1)  # one page
        # What a sweep of one process left is completed by several.
        (one / "out" / "members.csv").write_bytes(wanted["members.csv"][:5000])
        (one / "out" / "statistics.state").unlink()
        self.assertEqual(swept(2, one, self.model, *ARGUMENTS, "--out", "out", "--resume")[0], 0)
        self.assertEqual(files_of(one / "out"), wanted)

    def test_one_object_on_standard_output(self):
        code, out, _ = swept(3, self.folder, self.model, "--over", "k=1..9 [N/m]:30", "--json")
        self.assertEqual(code, 0)
        found = json.loads(out)
        self.assertEqual((found["processes"], found["done"], len(found["results"]["end"])), (3, 30, 30))

    def test_mistakes_are_said_once(self):
        for arguments, code, words in (((self.model, "--over", "q=1..2:3"), 1, "there is no parameter or coordinate `q`"),
                                       (("nowhere.mech", "--over", "q=1..2:3"), 2, "cannot read nowhere.mech"),
                                       ((self.model, "--over", "k=1..2 [N/m]:9", "--to=1e-40"), 2, "the run starts at 0 s"),
                                       (("-", "--over", "k=1..2 [N/m]:9"), 2, "several processes read the model from a file")):
            with self.subTest(words=words):
                found, _, said = swept(3, self.folder, *arguments)
                self.assertEqual(found, code)
                self.assertEqual(said.count(words), 1)
                code_of_json, out, _ = swept(2, self.folder, *arguments, "--json")
                self.assertEqual(code_of_json, code)
                self.assertIn(words, json.loads(out)["diagnostics"][0]["message"])

    def process_of_rank(self, launcher, rank):
        """The process id of a rank, of those that this mpirun started."""
        wanted = f"OMPI_COMM_WORLD_RANK={rank}".encode()
        for path in pathlib.Path("/proc").iterdir():
            try:
                if path.name.isdigit() and int((path / "stat").read_text().rsplit(")", 1)[1].split()[1]) == launcher:
                    if wanted in (path / "environ").read_bytes().split(b"\0"):
                        return int(path.name)
            except OSError:  # it has ended
                continue
        return None

    def end_on_the_way(self, folder, end):
        long = (*ARGUMENTS, "--to", "200", "--out", "out")
        process = started(3, folder, self.model, *long)
        table = folder / "out" / "members.csv"
        deadline = time.monotonic() + 60
        while not table.exists() or table.stat().st_size < 2_000:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        end(process)
        process.communicate(timeout=60)
        self.assertNotEqual(process.returncode, 0)
        with open(table, encoding="utf-8", newline="") as file:
            left = list(csv.DictReader(file))
        self.assertLess(len(left), 360)
        # What is left goes on, with another number of processes.
        code, page, said = swept(2, folder, self.model, *long, "--resume")
        self.assertEqual((code, said), (0, ""))
        self.assertIn("were known from before", page)
        with open(table, encoding="utf-8", newline="") as file:
            self.assertEqual([int(row["member"]) for row in csv.DictReader(file)], list(range(360)))
        return files_of(folder / "out")

    def test_a_process_that_dies_and_an_interruption_leave_what_is_done(self):
        whole = self.place("whole")
        self.assertEqual(swept(2, whole, self.model, *ARGUMENTS, "--to", "200", "--out", "out")[0], 0)
        wanted = files_of(whole / "out")

        def kill_a_rank(launcher):
            victim = self.process_of_rank(launcher.pid, 2)
            self.assertIsNotNone(victim)
            os.kill(victim, signal.SIGKILL)

        self.assertEqual(self.end_on_the_way(self.place("dead"), kill_a_rank), wanted)
        self.assertEqual(self.end_on_the_way(self.place("stopped"), lambda launcher: launcher.send_signal(signal.SIGINT)), wanted)


class Launchers(InFolder):
    def test_a_launcher_without_the_module_is_refused(self):
        model = self.write("oscillator.mech", OSCILLATOR)
        empty = self.folder / "modules"
        empty.mkdir()
        arguments = ("sweep", model, "--over", "k=1..9 [N/m]:3")
        for name in ("OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"):
            done = run(*arguments, env={name: "4", "DALEMBERT_MODULES": str(empty)})
            self.assertEqual(done.returncode, 2)
            self.assertIn("started 4 processes, and each would run the whole sweep", done.stderr)
            self.assertIn("ranks_mpi.so is missing", done.stderr)
        # The others are silent, and one process needs no module.
        self.assertEqual(run(*arguments, env={"PMI_SIZE": "4", "PMI_RANK": "2", "DALEMBERT_MODULES": str(empty)}).stderr, "")
        self.assertEqual(run(*arguments, env={"PMI_SIZE": "4", "DALEMBERT_ALONE": "1"}).returncode, 0)
        self.assertEqual(run(*arguments, env={"PMI_SIZE": "1", "DALEMBERT_MODULES": str(empty)}).returncode, 0)

    @unittest.skipUnless(MPIRUN, "mpirun is not installed")
    def test_the_launcher_of_another_mpi_is_refused(self):
        model = self.write("oscillator.mech", OSCILLATOR)
        done = run("sweep", model, "--over", "k=1..9 [N/m]:3", env=variables(PMI_SIZE="3", PMI_RANK="0"))
        self.assertEqual(done.returncode, 2)
        self.assertIn("MPI sees 1 of them", done.stderr)


if __name__ == "__main__":
    unittest.main()
