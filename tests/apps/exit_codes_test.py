"""Every way to end has its own exit code."""

import json
import resource
import subprocess
import unittest

from program import IMPACT, InFolder, PENDULUM, PROGRAM, SEEDS, SLEIGH, run, run_json


class ExitCodes(InFolder):
    def test_a_good_model_ends_with_0(self):
        for command in ("check", "derive", "eval", "run"):
            with self.subTest(command=command):
                self.assertEqual(run(command, SLEIGH).returncode, 0)

    def test_an_impact_without_simulate_ends_with_0(self):
        self.assertEqual(run("run", IMPACT).returncode, 0)

    def test_a_syntax_error_ends_with_1_and_shows_the_line(self):
        done = run("check", "-", text="coord x [m]\nkinetic T = 1/2 x'^2\n")
        self.assertEqual(done.returncode, 1)
        self.assertIn("kinetic T = 1/2 x'^2", done.stderr)
        self.assertIn("error[E", done.stderr)
        self.assertEqual(done.stdout, "")

    def test_an_empty_model_is_refused_and_not_a_crash(self):
        done = run("check", "-", text="")
        self.assertEqual(done.returncode, 1)
        self.assertIn("error[E", done.stderr)

    def test_usage_errors_end_with_2(self):
        for arguments in ((), ("fly",), ("run",), ("check", SLEIGH, "--fast"), ("run", SLEIGH, "--tolerance", "-1"),
                          ("run", SLEIGH, "--method", "magic"), ("derive", SLEIGH, "--form", "newton")):
            with self.subTest(arguments=arguments):
                self.assertEqual(run(*arguments).returncode, 2)

    def test_a_longest_step_has_a_range(self):
        for step in ("0", "-1", "nan", "1e300", "fast"):
            with self.subTest(step=step):
                done = run("run", SLEIGH, f"--max-step={step}")
                self.assertEqual(done.returncode, 2)
                self.assertIn("--max-step", done.stderr)
        free = run_json("run", SLEIGH, "--to", "1")[1]
        bound = run_json("run", SLEIGH, "--to", "1", "--max-step", "0.001")[1]
        self.assertGreater(bound["statistics"]["steps"], 900)
        self.assertLess(free["statistics"]["steps"], 100)

    def test_a_certificate_that_fails_ends_with_4_where_that_is_asked_for(self):
        model = ("coord x\nkinetic T = 1/2*x'^2\npotential V = 5000*x^2\ninitial x = 1\n"
                 "simulate 0..400 { tolerance = 1e-3 }\n")
        self.assertEqual(run("run", "-", text=model).returncode, 0)
        strict = run("run", "-", "--strict", text=model)
        self.assertEqual(strict.returncode, 4)
        self.assertIn("warning[W0810]", strict.stderr)
        self.assertIn("the energy balance does not close", strict.stdout)
        done = run("run", "-", "--strict", "--json", text=model)
        self.assertEqual(done.returncode, 4)
        result = json.loads(done.stdout)
        self.assertEqual(result["certificate"]["failed"], ["energy"])
        self.assertIn("W0810", [d["code"] for d in result["diagnostics"]])
        page = run("report", "-", "-o", "-", "--strict", text=model)
        self.assertEqual(page.returncode, 4)
        self.assertIn("the energy balance does not close", page.stdout)
        good = model.replace("1e-3", "1e-9")
        self.assertEqual(run("run", "-", "--strict", text=good).returncode, 0)

    def test_a_missing_file_ends_with_2_and_names_it(self):
        done = run("check", self.folder / "none.mech")
        self.assertEqual(done.returncode, 2)
        self.assertIn("none.mech", done.stderr)

    def test_a_folder_is_no_model(self):
        self.assertEqual(run("check", self.folder).returncode, 2)

    def test_a_form_that_does_not_apply_ends_with_1_and_says_why(self):
        for command in ("derive", "run"):
            done = run(command, SLEIGH, "--form", "routh")
            self.assertEqual(done.returncode, 1)
            self.assertIn("E0610", done.stderr)
            self.assertIn("x: the constraint blade acts on it", done.stderr)

    def test_nothing_is_run_by_wrong_equations(self):
        done = run("run", SLEIGH, "--form", "naive")
        self.assertEqual(done.returncode, 1)
        self.assertIn("E0611", done.stderr)
        self.assertEqual(run("derive", SLEIGH, "--form", "naive").returncode, 0)

    def test_every_form_that_applies_runs_and_passes_the_checks(self):
        for form in ("lagrange", "explicit", "eliminated", "maggi", "voronets", "chaplygin", "hamel", "hamilton"):
            with self.subTest(form=form):
                done = run("run", SLEIGH, "--form", form)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_a_false_check_ends_with_3_and_says_which(self):
        done = run("run", "-", text=PENDULUM + "check F = 2*m*g\n")
        self.assertEqual(done.returncode, 3)
        self.assertIn("✗ F = 2·m·g", done.stdout)

    def test_numerics_that_fail_end_with_4_and_say_when(self):
        model = ("param k = 1 [m/s^2], m = 1 [kg]\ncoord x [m]\nkinetic T = 1/2*m*x'^2\n"
                 "force push on x = -m*k*sqrt(x/(1 [m]))\ninitial x = 1 [m], x' = 0\nsimulate 0..10 [s]\n")
        code, result = run_json("run", "-", text=model)
        self.assertEqual(code, 4)
        self.assertEqual(result["outcome"], "failed")
        self.assertIn("t = ", result["failure"])
        self.assertLess(result["t_end"], 10)

    def test_failed_numerics_beat_a_false_check(self):
        model = ("param k = 1 [m/s^2], m = 1 [kg]\ncoord x [m]\nkinetic T = 1/2*m*x'^2\n"
                 "force push on x = -m*k*sqrt(x/(1 [m]))\ninitial x = 1 [m], x' = 0\nsimulate 0..10 [s]\n"
                 "check x = 2 [m]\n")
        self.assertEqual(run("run", "-", text=model).returncode, 4)

    def test_help_and_version_end_with_0(self):
        self.assertIn("dalembert 0.", run("--version").stdout)
        for command in ("check", "derive", "eval", "run", "fmt"):
            with self.subTest(command=command):
                done = run(command, "--help")
                self.assertEqual(done.returncode, 0)
                self.assertLess(done.stdout.index("Examples"), done.stdout.index("--json"))



class LimitOfTheParent(unittest.TestCase):
    def test_memory_that_the_parent_limits_ends_with_71_and_an_object(self):
        def limited(*arguments):
            def limit():
                resource.setrlimit(resource.RLIMIT_AS, (100 << 20, 100 << 20))  # bytes: too few for sixty links
            return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, preexec_fn=limit,
                                  timeout=60, check=False)

        if limited("--version").returncode != 0:
            self.skipTest("this build needs more memory to start")
        done = limited("derive", SEEDS.parent / "gallery" / "n_pendulum.mech", "--set", "n=60", "--json")
        self.assertEqual(done.returncode, 71)
        self.assertEqual(json.loads(done.stdout)["diagnostics"][0]["code"], "E0005")


if __name__ == "__main__":
    unittest.main()
