"""Ensembles: every member is the run that `run` would make, whoever computes it, and a killed sweep goes on."""

import csv
import json
import math
import os
import signal
import subprocess
import time
import unittest

from program import InFolder, PROGRAM, run, run_json

OSCILLATOR = """model Oscillator "a mass on a spring"
param m = 1 [kg], k = 4 [N/m]
coord x [m]
kinetic T = 1/2*m*x'^2
potential V = 1/2*k*x^2
initial x = 1 [m], x' = 0 [m/s]
simulate 0..3 [s] { tolerance = 1e-11 }
"""

PENDULUM = """model Pendulum "a bead on a wire, upright or not"
param m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2]
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
constraint rod: x^2 + y^2 = l^2
initial x = 0.6 [m], y ~ -0.8 [m], x' = 0 [m/s]
simulate 0..1 [s]
plot T + V
"""

BALL = """model Ball "a ball that bounces"
param m = 1 [kg], g = 9.81 [m/s^2], e = 0.5
coord y [m]
kinetic T = 1/2*m*y'^2
potential V = m*g*y
constraint floor: y >= 0 { restitution = e }
initial y = 1 [m], y' = 0 [m/s]
simulate 0..0.46 [s]
"""


ROLLING = """model Rolling "a wheel that moves a pin along a circle"
param R = 0.25 [m]
coord x [m], y [m], phi [rad]
kinetic T = 0.5 [kg]*(x'^2 + y'^2) + 0.5 [kg*m^2]*phi'^2
constraint roll: x' = R*phi'
constraint circle: x^2 + y^2 = 1 [m^2]
initial x ~ 0.6 [m], y ~ -0.8 [m], phi = 0, phi' = 2 [rad/s], x' ~ 0
simulate 0..0.000001 [s]
"""


class Sweeps(InFolder):
    def swept(self, text, *arguments):
        code, out = run_json("sweep", "-", *arguments, text=text)
        self.assertEqual(out["schema"], "dalembert.sweep/1")
        return code, out

    def test_a_parameter_against_the_closed_form(self):
        code, out = self.swept(OSCILLATOR, "--over", "k=1..9 [N/m]:5")
        self.assertEqual(code, 0)
        self.assertEqual(out["results"]["given"]["k"], [1, 3, 5, 7, 9])
        for k, x, v, least in zip(*(out["results"]["given"]["k"], *(out["results"]["values"][name]
                                                                    for name in ("x", "x'", "x.min")))):
            self.assertAlmostEqual(x, math.cos(math.sqrt(k) * 3), delta=1e-9)  # 100 tolerances (1e-11)
            # Likewise of speeds of up to 3 m/s, 1000.
            self.assertAlmostEqual(v, -math.sqrt(k) * math.sin(math.sqrt(k) * 3), delta=1e-8)
            # The tables' rows stand beside the minimum: an error of (omega*dt/2)^2/2, with some hundred rows in 3 s.
            self.assertAlmostEqual(least, math.cos(min(math.sqrt(k) * 3, math.pi)), delta=1e-3)
        self.assertEqual(out["ends"], {"completed": 5, "stopped": 0, "failed": 0, "refused": 0})
        self.assertEqual(out["uncertified"], 0)

    def test_values_of_a_list(self):
        code, out = self.swept(OSCILLATOR, "--over", "k=9,1,4.5 [N/m]", "--over", "x=0.5..1 [m]:2")
        self.assertEqual(code, 0)
        self.assertEqual(out["results"]["given"]["k"], [9, 9, 1, 1, 4.5, 4.5])
        self.assertEqual(out["results"]["given"]["x"], [0.5, 1] * 3)
        axis = out["axes"][0]
        self.assertEqual((axis["choice"], axis["count"], axis["values"]), ("listed", 3, [9, 1, 4.5]))
        self.assertEqual((axis["low"], axis["high"]), (1, 9))
        for k, x0, x in zip(out["results"]["given"]["k"], out["results"]["given"]["x"], out["results"]["values"]["x"]):
            self.assertAlmostEqual(x, x0 * math.cos(math.sqrt(k) * 3), delta=1e-8)  # 1000 tolerances (1e-11)
        self.assertIn("3 values: 9, 1, 4.5 N/m", run("sweep", "-", "--over", "k=9,1,4.5 [N/m]", text=OSCILLATOR).stdout)

    def test_values_of_a_list_have_units_of_their_own_and_may_be_computed(self):
        _, out = self.swept(PENDULUM, "--over", "m=500 [g], 1 [kg], 2*3 [kg]")
        self.assertEqual(out["results"]["given"]["m"], [0.5, 1, 6])
        _, out = self.swept(OSCILLATOR + "sweep k in (1, 4) [N/m]\n")
        self.assertEqual(out["results"]["given"]["k"], [1, 4])

    def test_initial_values_and_their_rates(self):
        _, out = self.swept(OSCILLATOR, "--over", "x=0..2 [m]:3", "--over", "x'=-4..4 [m/s]:3")
        given, values = out["results"]["given"], out["results"]["values"]
        self.assertEqual(given["x"], [0, 0, 0, 1, 1, 1, 2, 2, 2])
        self.assertEqual(given["x'"], [-4, 0, 4] * 3)
        for x0, v0, x in zip(given["x"], given["x'"], values["x"]):
            self.assertAlmostEqual(x, x0 * math.cos(6) + v0 / 2 * math.sin(6), delta=1e-9)  # 100 tolerances (1e-11)

    def test_a_varied_guess_is_held(self):
        _, out = self.swept(ROLLING, "--over", "x=0..0.6 [m]:3")
        for given, x, y in zip(*(out["results"][part][name] for part, name in (("given", "x"), ("values", "x.min"), ("values", "y.max")))):
            self.assertAlmostEqual(x, given, delta=1e-12)  # what is given is held: rounding
            # In 1e-6 s the pin moves by 5e-7 m.
            self.assertAlmostEqual(y, -math.sqrt(1 - given**2), delta=1e-5)  # the other guess gives way
        _, out = self.swept(ROLLING, "--over", "x'=0..1 [m/s]:3")  # the wheel turns at 2 rad/s
        self.assertEqual(out["results"]["end"], ["refused", "completed", "refused"])
        # In 1e-6 s the acceleration of 0.3 m/s^2 changes it by 3e-7.
        self.assertAlmostEqual(out["results"]["values"]["x'.min"][1], 0.5, delta=1e-6)
        self.assertIn("contradict constraint roll", out["reasons"][0]["text"])

    def test_a_member_is_the_run_with_these_values(self):
        for method in ("auto", "rk5", "radau"):  # the first two in lanes
            _, out = self.swept(PENDULUM, "--over", "l=1..2 [m]:2", "--over", "x=0.1..0.6 [m]:2", "--method", method)
            _, alone = run_json("run", "-", "--set", "l=2 [m]", "--method", method, text=PENDULUM)
            for name in ("x", "y", "x'", "y'"):
                self.assertEqual(out["results"]["values"][name][3], alone["final"][name])
            self.assertIn("T + V.max", out["results"]["values"])
            self.assertEqual(out["alone"], 0)

    def test_contacts_along_the_runs(self):
        _, out = self.swept(BALL, "--over", "e=0.2..0.8:3", "--over", "y=0.7..1 [m]:2")
        for e, height, y in zip(*(out["results"]["given"][name] for name in ("e", "y")),
                                out["results"]["values"]["y"]):
            first = math.sqrt(2 * height / 9.81)
            left = 0.46 - first
            self.assertGreater(2 * e * first, left)  # one impact
            # Free fall and one impact are exact in steps: rounding.
            self.assertAlmostEqual(y, e * 9.81 * first * left - 9.81 / 2 * left**2, delta=1e-9)

    def test_the_sweeps_of_the_model_itself(self):
        text = OSCILLATOR + "sweep k in 1..9 [N/m] { count = 3 }\nsweep x in 0.9..1.1 [m] { draw = normal; count = 4 }\n"
        _, out = self.swept(text)
        self.assertEqual(out["members"], 12)
        self.assertEqual(out["axes"][1]["mean"], 1)
        self.assertEqual(out["axes"][1]["deviation"], 0.1)
        self.assertEqual(run("run", "-", text=text).returncode, 0)  # other commands do not mind

    def test_random_members_do_not_depend_on_the_threads(self):
        arguments = ("--with", "k~normal(4, 0.4) [N/m]", "--with", "x~uniform(0.5, 1.5) [m]", "--random", "40")
        one = self.swept(OSCILLATOR, *arguments, "--threads", "1")[1]
        three = self.swept(OSCILLATOR, *arguments, "--threads", "3")[1]
        self.assertEqual(one["results"], three["results"])
        self.assertEqual(one["summary"], three["summary"])
        other = self.swept(OSCILLATOR, *arguments, "--seed", "2")[1]
        self.assertNotEqual(one["results"]["given"], other["results"]["given"])

    def test_members_that_cannot_run_do_not_stop_the_others(self):
        code, out = self.swept(PENDULUM, "--over", "x=0.5..1.5 [m]:3")
        self.assertEqual(code, 0)
        self.assertEqual(out["results"]["end"], ["completed", "completed", "refused"])
        self.assertIsNone(out["results"]["values"]["x"][2])
        self.assertEqual(out["reasons"][0]["first"], 2)
        self.assertEqual(out["summary"]["x"]["count"], 2)
        page = run("sweep", "-", "--over", "x=0.5..1.5 [m]:3", text=PENDULUM).stdout
        self.assertIn("2 completed, 1 without an initial state", page)

    def test_where_no_member_can_run_the_exit_code_says_so(self):
        self.assertEqual(self.swept(PENDULUM, "--over", "x=1.5..2 [m]:3")[0], 4)

    def test_a_method_without_its_step_is_refused_once(self):
        model = OSCILLATOR.replace("tolerance = 1e-11", "method = rattle")
        done = run("sweep", "-", "--over", "k=1..9 [N/m]:5", text=model)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertEqual(done.stderr.count("E0714"), 1)
        self.assertIn("{ method = rattle; step = 0.01 [s] }", done.stderr)
        done = run("sweep", "-", "--over", "k=1..9 [N/m]:5", "--method", "spark6", text=OSCILLATOR)
        self.assertEqual((done.returncode, done.stderr.count("E0714")), (1, 1))
        self.assertEqual(self.swept(model, "--over", "k=1..9 [N/m]:5", "--step", "0.01")[0], 0)

    def test_mistakes_are_shown_in_the_range_that_was_given(self):
        for over, code, words in (("q=1..2:3", "E0831", "there is no parameter or coordinate `q`"),
                                  ("m=1..2 [m]:3", "E0412", "`m` is in [kg]"),
                                  ("m'=1..2:3", "E0831", "`m'` cannot be varied"),
                                  ("y'=1..2 [m/s]:3", "E0831", "add `initial y' = 0`"),
                                  ("m=1..2 [kg]:0", "E0803", "whole number"),
                                  ("m=1..x [kg]:3", "E0505", "numbers or expressions of parameters"),
                                  ("m=1,2,x [kg]", "E0505", "numbers or expressions of parameters"),
                                  ("m=1,2 [m]", "E0412", "`m` is in [kg]")):
            with self.subTest(over=over):
                done = run("sweep", "-", "--over", over, text=PENDULUM)
                self.assertEqual(done.returncode, 1)
                self.assertEqual(done.stderr.count(f"error[{code}]"), 1)
                self.assertIn(words, done.stderr)
                self.assertIn("sweep " + over.split("=")[0], done.stderr)
        self.assertIn("error[E0832]", run("sweep", "-", text=PENDULUM).stderr)
        for given, reason, edit in (
                ("m~normal(1,-0.1) [kg]", "the standard deviation of `m` is negative: -0.1 [kg]", "--with 'm~normal(1, 0.1) [kg]'"),
                ("m~uniform(2,1) [kg]", "the least value of `m`, 2 [kg], is above the greatest, 1 [kg]",
                 "--with 'm~uniform(1, 2) [kg]'")):
            done = run("sweep", "-", "--with", given, text=PENDULUM)
            self.assertEqual(done.returncode, 1)
            self.assertIn(reason, done.stderr)
            self.assertIn(edit, done.stderr)
        done = run("sweep", "-", text=PENDULUM + "sweep m in 2..1 [kg] { draw = uniform }\n")
        self.assertIn("write the lower end first: `sweep m in 1..2 [kg] { draw = uniform }`", done.stderr)
        for wrong in (("--over", "m"), ("--over", "m=2"), ("--over", "m=1,2:3"), ("--with", "m~normal(1)"), ("--with", "m~cauchy(1, 2)"),
                      ("--resume",), ("--over", "m=1..2 [kg]:3", "--method", "leapfrog"), ("--over", "m=1..2 [kg]:3", "--threads", "0")):
            with self.subTest(wrong=wrong):
                self.assertEqual(run("sweep", "-", *wrong, text=PENDULUM).returncode, 2)


class SweepFiles(InFolder):
    def setUp(self):
        super().setUp()
        self.model = self.folder / "oscillator.mech"
        self.model.write_text(OSCILLATOR, encoding="utf-8")
        self.arguments = ("sweep", self.model, "--over", "k=1..9 [N/m]:40", "--with", "m~uniform(1, 2) [kg]",
                          "--random", "25")

    def wait_while(self, condition):
        deadline = time.monotonic() + 60
        while condition():
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)

    def members(self, folder):
        with open(folder / "members.csv", encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def test_a_killed_sweep_goes_on_where_it_was(self):
        whole, killed = self.folder / "whole", self.folder / "killed"
        self.assertEqual(run(*self.arguments, "--out", whole).returncode, 0)
        wanted = (whole / "members.csv").read_bytes()
        self.assertEqual([int(row["member"]) for row in self.members(whole)], list(range(1000)))
        worker = subprocess.Popen([PROGRAM, *map(str, self.arguments), "--to", "300", "--out", str(killed)],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.wait_while(lambda: not (killed / "members.csv").exists() or (killed / "members.csv").stat().st_size < 2_000)
        worker.send_signal(signal.SIGKILL)
        worker.wait()
        # Another end is another sweep: nothing of it is mixed in.
        done = run(*self.arguments, "--out", killed, "--resume")
        self.assertEqual(done.returncode, 74)
        self.assertIn("belongs to another sweep: --to is 300.0 there and absent here", done.stderr)
        # A table of the same sweep that was cut off, also within a row, is completed to the same bytes.
        for name in ("sweep.json", "members.sums"):
            (killed / name).write_bytes((whole / name).read_bytes())
        for left in (0, 100, len(wanted) // 3, len(wanted) - 1, len(wanted)):
            with self.subTest(left=left):
                (killed / "members.csv").write_bytes(wanted[:left] if left > 0 else b"")
                done = run(*self.arguments, "--out", killed, "--resume")
                if left < wanted.index(b"\n") + 1:
                    self.assertEqual(done.returncode, 74)  # not even a heading
                    continue
                self.assertEqual(done.returncode, 0)
                self.assertEqual((killed / "members.csv").read_bytes(), wanted)
        # The same sweep in other words, and from another folder.
        (killed / "members.csv").write_bytes(wanted[:len(wanted) // 3])
        same = ("sweep", self.write("copy.mech", "# a copy\n" + OSCILLATOR), "--over", "k = 1.0..9[N/m]: 40", "--with",
                "m ~ uniform(1,2)[kg]", "--random", "25")
        self.assertEqual(run(*same, "--out", killed, "--resume").returncode, 0)
        self.assertEqual((killed / "members.csv").read_bytes(), wanted)
        self.assertEqual((killed / "sweep.json").read_bytes(), (whole / "sweep.json").read_bytes())
        result = json.loads((killed / "result.json").read_text(encoding="utf-8"))
        self.assertEqual(result["done"], 1000)
        self.assertIn("all known from before", run(*same, "--out", killed, "--resume").stdout)
        first = json.loads((whole / "result.json").read_text(encoding="utf-8"))
        self.assertEqual(result["summary"], first["summary"])

    def test_pictures_of_one_axis_and_of_two(self):
        for over, wanted in ((("k=1..9 [N/m]:5",), ["curves.svg"]),
                             (("k=1..9 [N/m]:5", "x=-1..1 [m]:4"), ["map_h.svg", "map_x.svg", "map_xt.svg"]),
                             (("k=1,2,3 [N/m]", "x=-1..1 [m]:4", ), ["map_h.svg", "map_x.svg", "map_xt.svg"]),
                             (("k=9,1,2 [N/m]", "x=-1..1 [m]:4", ), ["map_h.svg", "map_x.svg", "map_xt.svg"]),
                             (("k=1..9 [N/m]:2", "x=0..1 [m]:2", "m=1..2 [kg]:2"), [])):
            with self.subTest(over=over):
                out = self.folder / "_".join(over).replace("/", "")
                arguments = [word for each in over for word in ("--over", each)]
                done = run("sweep", self.model, *arguments, "--out", out)
                self.assertEqual(done.returncode, 0)
                self.assertEqual("no maps: 3 quantities are varied" in done.stdout, len(over) == 3)
                self.assertEqual(sorted(path.name for path in out.glob("*.svg")), wanted)
                for path in (*out.glob("*.svg"), *out.glob("*.json")):
                    self.assert_whole_file(path, str(over))

    def test_a_new_sweep_leaves_no_picture_of_the_one_before(self):
        out = self.folder / "again"
        for over, wanted in ((("--over", "x=-1..1 [m]:3"), ["map_h.svg", "map_x.svg", "map_xt.svg", "mine.svg"]),
                             ((), ["curves.svg", "mine.svg"])):
            out.mkdir(exist_ok=True)
            (out / "mine.svg").write_text("<svg/>", encoding="utf-8")
            self.assertEqual(run("sweep", self.model, "--over", "k=1..9 [N/m]:3", *over, "--out", out).returncode, 0)
            self.assertEqual(sorted(path.name for path in out.glob("*.svg")), wanted)

    def test_what_is_done_behind_a_slow_member_is_kept(self):
        model = self.write("slow.mech", OSCILLATOR.replace("1/2*k*x^2", "1/2*k*x^2 + 1/4*k*x^4/(1 [m])^2"))
        out = self.folder / "slow"
        worker = subprocess.Popen([PROGRAM, "sweep", model, "--over", "k=1e11,1,2,3,4,5,6,7,8 [N/m]", "--rows", "2",
                                   "--threads", "2", "--out", out],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        kept = out / "waiting.state"
        self.wait_while(lambda: not kept.exists() or kept.stat().st_size < 900)
        worker.send_signal(signal.SIGINT)
        _, said = worker.communicate(timeout=30)
        self.assertEqual(worker.returncode, 130)
        self.assertIn("8 of 9 are done", said)
        result = json.loads((out / "result.json").read_text())
        self.assertEqual((result["done"], result["waiting"]), (0, 8))

    def test_two_random_axes_are_points(self):
        out = self.folder / "out"
        random = ("--with", "k~uniform(1, 9) [N/m]", "--with", "x~normal(1, 0.1) [m]", "--random", "30")
        self.assertEqual(run("sweep", self.model, *random, "--out", out).returncode, 0)
        for name in ("map_h.svg", "map_x.svg", "map_xt.svg"):
            self.assert_whole_file(out / name, name)
            self.assertEqual((out / name).read_text(encoding="utf-8").count("h0"), 30)

    def test_an_interrupted_sweep_keeps_what_is_done(self):
        out = self.folder / "out"
        worker = subprocess.Popen([PROGRAM, *map(str, self.arguments), "--to", "2000", "--out", str(out)],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                  env={**os.environ, "LC_ALL": "C.UTF-8"})
        self.wait_while(lambda: not (out / "members.csv").exists() or (out / "members.csv").stat().st_size < 1_000)
        worker.send_signal(signal.SIGINT)
        page, said = worker.communicate(timeout=30)
        self.assertEqual(worker.returncode, 130)
        self.assertIn("--resume goes on with the others", said)
        self.assertIn("of 1000", page)
        rows = self.members(out)
        self.assertEqual([int(row["member"]) for row in rows], list(range(len(rows))))
        self.assertEqual(json.loads((out / "result.json").read_text(encoding="utf-8"))["done"], len(rows))


if __name__ == "__main__":
    unittest.main()
