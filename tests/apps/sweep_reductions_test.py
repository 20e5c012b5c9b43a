"""What a sweep keeps of its members beside their ends: first passages, exponents, histograms, statistics, trajectories."""

import csv
import fcntl
import json
import math
import re
import shutil
import signal
import statistics
import subprocess
import time
import unittest

from program import InFolder, PROGRAM, SEEDS, run, run_json

OSCILLATOR = """model Oscillator "a mass on a spring"
param m = 1 [kg], k = 4 [N/m]
coord x [m]
kinetic T = 1/2*m*x'^2
potential V = 1/2*k*x^2
initial x = 1 [m], x' = 0 [m/s]
simulate 0..3 [s] { tolerance = 1e-11 }
"""
UNSTABLE = OSCILLATOR.replace("1/2*k*x^2", "-1/2*k*x^2").replace("0..3", "0..20")
BALL = """model Ball "a ball that bounces"
param m = 1 [kg], g = 9.81 [m/s^2]
coord y [m]
kinetic T = 1/2*m*y'^2
potential V = m*g*y
constraint floor: y >= 0 { restitution = 0.5 }
initial y = 1 [m], y' = 0 [m/s]
simulate 0..1 [s]
"""


class Reductions(InFolder):
    def swept(self, text, *arguments):
        code, out = run_json("sweep", "-", *arguments, text=text)
        self.assertEqual(code, 0, out.get("diagnostics"))
        return out

    def test_first_passages_against_the_closed_form(self):
        out = self.swept(OSCILLATOR, "--over", "k=1..9 [N/m]:5", "--first", "x = 0.5 [m]", "--first", "far: x < -0.9 [m]",
                         "--first", "x'", "--to", "2")
        for k, half, far, turn in zip(out["results"]["given"]["k"],
                                      *(out["results"]["values"][name] for name in ("passage.first", "far.first",
                                                                                    "passage3.first"))):
            omega = math.sqrt(k)
            # 100 tolerances (1e-11), over the rate of 0.87 and more.
            self.assertAlmostEqual(half, math.acos(0.5) / omega, delta=1e-9)
            wanted = math.acos(-0.9) / omega
            if wanted < 2:
                self.assertAlmostEqual(far, wanted, delta=1e-9)
            else:
                self.assertIsNone(far)  # it does not get there in time
            if math.pi / omega < 2:
                # Where the rate turns, located by its own sign: 1000 tolerances.
                self.assertAlmostEqual(turn, math.pi / omega, delta=1e-8)  # what holds at the start is no passage
        self.assertLess(out["summary"]["far.first"]["count"], 5)
        page = run("sweep", "-", "--over", "k=1..9 [N/m]:5", "--first", "far: x < -0.9 [m]", "--to", "2", text=OSCILLATOR).stdout
        self.assertIn("far is met by 4 of 5 members", page)

    def test_events_of_the_model_are_kept_and_may_stop_a_member(self):
        text = OSCILLATOR + "event low when x <= 0 { stop = true }\n"
        out = self.swept(text, "--over", "k=1..9 [N/m]:3")
        self.assertEqual(out["ends"]["stopped"], 3)
        self.assertEqual(out["results"]["values"]["low.first"], out["results"]["values"]["t"])

    def test_exponents_of_motions_that_are_known(self):
        out = self.swept(UNSTABLE, "--over", "k=1..4 [N/m]:2", "--lyapunov")
        for wanted, found, error in zip((1, 2), out["results"]["values"]["lyapunov"], out["results"]["values"]["lyapunov.error"]):
            self.assertAlmostEqual(found, wanted, delta=1e-5)  # ten times the distance of the neighbour, 1e-6
            self.assertLess(error, 1e-4)  # distances are good to 1e-4: twice that over the half of 20 s is 2e-5
        quiet = self.swept(OSCILLATOR, "--over", "k=1..9 [N/m]:3", "--to", "200", "--lyapunov")["results"]["values"]
        for found, error in zip(quiet["lyapunov"], quiet["lyapunov.error"]):
            self.assertLess(abs(found), max(3 * error, 1e-6))  # an exponent of 0 is told to its error
            # Distances swing by a factor of up to 3: ln 3 over a quarter of 200 s is 0.022.
            self.assertLess(error, 0.05)
        # Short runs, in which the initial direction still turns: the error says how far the exponent is off.
        damped = OSCILLATOR.replace("1/2*k*x^2", "-1/2*k*x^2").replace("0..3", "0..10") + "dissipation D = 0.5 [N*s/m]*x'^2\n"
        short = self.swept(damped, "--over", "k=0.2..2 [N/m]:4", "--lyapunov")["results"]
        for k, found, error in zip(short["given"]["k"], short["values"]["lyapunov"], short["values"]["lyapunov.error"]):
            self.assertLess(abs(found - (math.sqrt(1 + 4 * k) - 1) / 2), 2 * error)
            # The other direction is e^(-1.34*2.5) = 0.035 after a quarter of 10 s: over that 0.014.
            self.assertLess(error, 0.02)
        # In two coordinates with a rod: the upright position of a pendulum, exponent sqrt(g/l).
        rod = PENDULUM_UP
        code, out = run_json("sweep", "-", "--over", "l=1..4 [m]:2", "--lyapunov", text=rod)
        self.assertEqual(code, 0)
        for length, found in zip((1, 4), out["results"]["values"]["lyapunov"]):
            # The other direction has decayed to e^(-3.1*5) = 2e-7 after half of 10 s.
            self.assertAlmostEqual(found, math.sqrt(9.81 / length), delta=1e-3)

    def test_an_exponent_needs_a_smooth_motion(self):
        done = run("sweep", "-", "--over", "m=1..2 [kg]:3", "--lyapunov", text=BALL)
        self.assertEqual(done.returncode, 2)
        self.assertIn("--lyapunov needs a smooth motion", done.stderr)

    def test_histograms_count_every_member(self):
        arguments = ("--with", "x~uniform(0, 1) [m]", "--random", "500", "--histogram", "h:10", "--histogram", "x.max")
        out = self.swept(OSCILLATOR, *arguments)
        energy, top = out["histograms"]
        self.assertEqual((len(energy["counts"]), sum(energy["counts"]), energy["without"]), (10, 500, 0))
        values = out["results"]["values"]["h"]
        self.assertEqual((energy["low"], energy["high"]), (min(values), max(values)))
        width = (energy["high"] - energy["low"]) / 10
        for k, count in enumerate(energy["counts"]):
            low = energy["low"] + k * width
            # A value at the border of a bin may be counted on either side.
            self.assertAlmostEqual(sum(low <= v < low + width for v in values), count, delta=1)
        self.assertEqual(len(top["counts"]), 16)  # twice the cube root
        for wrong, words in (("nothing", "no member has such a number"), ("h:0", "--histogram")):
            done = run("sweep", "-", *arguments, "--histogram", wrong, text=OSCILLATOR)
            self.assertEqual(done.returncode, 2)
            self.assertIn(words, done.stderr)

    def test_mistakes_in_conditions_are_shown_in_them(self):
        done = run("sweep", "-", "--over", "m=1..2 [kg]:3", "--first", "z = 1 [m]", text=OSCILLATOR)
        self.assertEqual(done.returncode, 1)
        self.assertIn("event passage when z = 1 [m]", done.stderr)
        self.assertEqual(run("sweep", "-", "--over", "m=1..2 [kg]:3", "--first", ": x", text=OSCILLATOR).returncode, 2)
        for option in ("--statistics", "--trajectories"):
            self.assertEqual(run("sweep", "-", "--over", "m=1..2 [kg]:3", option, text=OSCILLATOR).returncode, 2)


PENDULUM_UP = """model Upright "a pendulum that stands on its head"
param m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2]
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
constraint rod: x^2 + y^2 = l^2
initial x = 0 [m], y = l, x' = 0 [m/s]
simulate 0..10 [s]
"""


class SweepTables(InFolder):
    def rows(self, path):
        with open(path, encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def test_statistics_are_those_of_the_members_at_each_instant(self):
        model = self.write("oscillator.mech", OSCILLATOR)
        out = self.folder / "out"
        arguments = ("sweep", model, "--with", "k~normal(4, 0.4) [N/m]", "--random", "101", "--rows", "7")
        self.assertEqual(run(*arguments, "--statistics", "--histogram", "x", "--out", out).returncode, 0)
        given = [float(row["given k [N/m]"]) for row in self.rows(out / "members.csv")]
        found = self.rows(out / "statistics.csv")
        self.assertEqual([float(row["t [s]"]) for row in found], [0, 0.5, 1, 1.5, 2, 2.5, 3])
        for row in found:
            values = sorted(math.cos(math.sqrt(k) * float(row["t [s]"])) for k in given)
            self.assertEqual(int(row["x count"]), 101)
            # 100 tolerances (1e-11).
            self.assertAlmostEqual(float(row["x mean [m]"]), statistics.fmean(values), delta=1e-9)
            self.assertAlmostEqual(float(row["x deviation [m]"]), statistics.stdev(values), delta=1e-9)
            for share in (5, 25, 50, 75, 95):
                self.assertAlmostEqual(float(row[f"x q{share / 100} [m]"]), values[share], delta=1e-9)
        for name in ("fan_x.svg", "fan_xt.svg", "histogram_x.svg"):
            self.assert_whole_file(out / name, name)
        # Ends that differ have no common instants.
        text = OSCILLATOR.replace("0..3 [s]", "0..m*3 [s/kg]")
        done = run("sweep", "-", "--over", "m=1..2 [kg]:3", "--statistics", "--out", self.folder / "other", text=text)
        self.assertEqual(done.returncode, 2)
        self.assertIn("--to", done.stderr)

    @unittest.skipUnless(shutil.which("h5dump"), "the tools of HDF5 are not installed")
    def test_trajectories_are_the_tables_of_the_runs(self):
        model = self.write("ball.mech", BALL + "event low when y <= 0.3 [m] { stop = true }\n")
        out = self.folder / "out"
        done = run("sweep", model, "--over", "y=-0.5..1 [m]:4", "--rows", "9", "--trajectories", "--out", out)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.dumped(out, "end"), ["refused", "completed", "stopped", "stopped"])
        counts = [int(n) for n in self.dumped(out, "rows")]
        self.assertEqual(counts[0], 0)
        alone = self.folder / "alone"
        one = self.write("one.mech", model.read_text(encoding="utf-8").replace("y = 1 [m]", "y = 0.5 [m]"))
        self.assertEqual(run("run", one, "--out", alone).returncode, 0)
        members = self.rows(out / "members.csv")
        for name, unit in (("y", "m"), ("y'", "m/s"), ("t", "s"), ("h", "J")):
            values = self.dumped(out, name)
            self.assertEqual(len(values), 4 * 9)
            last = [float(values[9 * m + counts[m] - 1]) for m in range(1, 4)]
            heading = f"{name} [{unit}]"
            self.assertEqual(last, [float(row[heading]) for row in members[1:]])
            self.assertTrue(all(v == "nan" for m in range(4) for v in values[9 * m + counts[m]:9 * m + 9]))
        for instant, y in zip(self.dumped(out, "t")[18:18 + counts[2] - 1], self.dumped(out, "y")[18:]):
            # Free fall is exact in steps; the instants are rounded.
            self.assertAlmostEqual(float(y), 0.5 - 9.81 / 2 * float(instant)**2, delta=1e-9)
        attributes = subprocess.run(["h5dump", "-A", out / "trajectories.h5"], capture_output=True, text=True, check=True).stdout
        for word in ("model Ball", "restitution = 0.5", "m/s", "dalembert", "parameters"):
            self.assertIn(word, attributes)

    def dumped(self, out, name):
        """The values of a dataset, row by row."""
        text = subprocess.run(["h5dump", "-y", "-w", "1", "-m", "%.17g", "-d", f"/{name}", out / "trajectories.h5"],
                              capture_output=True, text=True, check=True).stdout
        data = re.search(r"DATA \{(.*?)\}", text, re.S).group(1)
        return [word.strip() for word in data.replace("\n", " ").split(",")]

    @unittest.skipUnless(shutil.which("h5dump"), "the tools of HDF5 are not installed")
    def test_a_killed_sweep_is_readable_and_completed(self):
        arguments = ["sweep", SEEDS / "s2_rolling_coin.mech", "--with", "phi~uniform(0.2, 0.6) [rad]", "--random", "6000",
                     "--to", "0.5", "--rows", "5", "--method", "rk8", "--tolerance", "1e-11", "--trajectories", "--statistics"]
        whole, killed = self.folder / "whole", self.folder / "killed"
        self.assertEqual(run(*arguments, "--out", whole, timeout=120).returncode, 0)
        for wait in (0.0, 0.2):
            worker = subprocess.Popen([PROGRAM, *map(str, arguments), "--threads", "1", "--out", str(killed)],
                                      stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            deadline = time.monotonic() + 60
            while not (killed / "trajectories.h5").exists():
                self.assertLess(time.monotonic(), deadline)
                time.sleep(0.01)
            reader = open(killed / "trajectories.h5", "rb")  # as HDF5 holds a file that is read, until all is done
            fcntl.flock(reader, fcntl.LOCK_SH)
            state = killed / "statistics.state"  # kept now and then, behind the trajectories; it grows with the members
            while not state.exists() or state.stat().st_size < 60_000:
                self.assertIsNone(worker.poll())
                self.assertLess(time.monotonic(), deadline)
                time.sleep(0.01)
            time.sleep(wait)
            worker.send_signal(signal.SIGKILL)
            worker.wait()
            self.assertEqual(worker.returncode, -signal.SIGKILL)
            ends = self.dumped(killed, "end")  # readable as it is
            done = ends.index("not_run")
            self.assertEqual(ends, ["completed"] * done + ["not_run"] * (6000 - done))
            again = run(*arguments, "--out", killed, "--resume", timeout=120)
            self.assertEqual(again.returncode, 0, again.stderr)
            self.assertIn("were known from before", again.stdout)
            for name in ("members.csv", "statistics.csv", "fan_phi.svg"):
                self.assertEqual((killed / name).read_bytes(), (whole / name).read_bytes(), name)
            self.assertEqual([int(row["member"]) for row in self.rows(killed / "members.csv")], list(range(6000)))
            for name in ("phi", "F_n", "rows", "end"):
                self.assertEqual(self.dumped(killed, name), self.dumped(whole, name), name)
            reader.close()
            shutil.rmtree(killed)

    def test_without_the_module_the_program_says_what_is_missing(self):
        model = self.write("oscillator.mech", OSCILLATOR)
        out = self.folder / "out"
        done = run("sweep", model, "--over", "m=1..2 [kg]:3", "--trajectories", "--out", out, "--json",
                   env={"DALEMBERT_MODULES": str(self.folder)})
        self.assertEqual(done.returncode, 69)
        self.assertEqual(json.loads(done.stdout)["diagnostics"][0]["code"], "E0006")
        self.assertIn("trajectories_hdf5.so is missing", done.stderr)


if __name__ == "__main__":
    unittest.main()
