"""`check --dump STAGE` prints what a stage holds."""

import ctypes
import json
import re
import signal
import subprocess
import time
import unittest

from program import IMPACT, PENDULUM, PROGRAM, SEEDS, SLEIGH, InFolder, run

STAGES = ("text", "study", "equations", "classification", "integrals", "constraints", "families", "programs", "initial",
          "checks", "facts", "result")


def forbid_machine_code():
    """In a new process: memory that was written may not be run (Linux 6.3)."""
    pr_set_mdwe, refuse_gain = 65, 1
    ctypes.CDLL(None).prctl(pr_set_mdwe, refuse_gain, 0, 0, 0)


class Interpreted(unittest.TestCase):
    def test_a_run_without_machine_code_says_so_and_has_the_same_numbers(self):
        command = [PROGRAM, "run", "-"]
        usual = subprocess.run([*command, "--json"], input=PENDULUM, capture_output=True, text=True, check=True)
        found = subprocess.run([*command, "--json"], input=PENDULUM, capture_output=True, text=True, check=True,
                               preexec_fn=forbid_machine_code)
        expected, interpreted = json.loads(usual.stdout), json.loads(found.stdout)
        if "interpreted" not in interpreted["statistics"]:
            self.skipTest("this system cannot forbid it")
        self.assertNotIn("interpreted", expected["statistics"])
        self.assertEqual(interpreted["final"], expected["final"])
        page = subprocess.run(command, input=PENDULUM, capture_output=True, text=True, check=True,
                              preexec_fn=forbid_machine_code)
        self.assertIn("by the interpreter, some three times slower than machine code: ", " ".join(page.stdout.split()))


class Stages(InFolder):
    def dump(self, stage, model=None, text=PENDULUM):
        done = run("check", "-" if model is None else model, "--dump", stage, "-q", text=text if model is None else None)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_every_stage_is_printed(self):
        for model in (SLEIGH, IMPACT):
            for stage in STAGES:
                with self.subTest(model=model.stem, stage=stage):
                    self.assertGreater(len(self.dump(stage, model).splitlines()), 1)

    def test_the_text_is_the_canonical_layout(self):
        self.assertEqual(self.dump("text"), run("fmt", "-", text=PENDULUM).stdout)

    def test_the_study_holds_what_was_declared(self):
        study = self.dump("study")
        for part in ("coordinates", "parameters", "energies", "constraints", "reactions", "initial", "simulate"):
            with self.subTest(part=part):
                self.assertRegex(study, rf"(?m)^{part} ")

    def test_the_equations_are_those_of_derive(self):
        self.assertEqual(self.dump("equations"), run("derive", "-", "--full", text=PENDULUM).stdout)

    def test_the_classes_and_integrals_are_those_of_the_constraints(self):
        bicycle = SEEDS.parent / "gallery" / "benchmark_bicycle.mech"
        classes = self.dump("classification", bicycle)
        self.assertRegex(classes, r"rear_z: integrable")
        self.assertRegex(classes, r"front_x: non-holonomic")
        self.assertRegex(classes, r"growth +3, 5, 7")
        self.assertRegex(self.dump("integrals", bicycle), r"integral +rR.cos.*\+ z = const +from rear_z")

    def test_families_are_one_line_for_many_equations(self):
        self.assertRegex(self.dump("families", SEEDS.parent / "gallery" / "n_pendulum.mech"), r"i (=|in) 2(\.\.|, )")
        self.assertIn("none", self.dump("families"))

    def test_a_judgement_needs_an_equation(self):
        self.assertIn("no equation was asked", self.dump("judgement"))

    def test_the_facts_are_those_of_analyse(self):
        self.assertEqual(self.dump("facts"), run("analyse", "-", text=PENDULUM).stdout)

    def test_programs_name_every_input_and_output(self):
        programs = self.dump("programs")
        for name in ("M[x,x]", "h[y]", "A[rod,x]", "gamma[rod]", "phi[rod]", "Qc[x]", "residual[y]", "low of x"):
            with self.subTest(name=name):
                self.assertIn(f": {name}\n", programs)
        code, *blocks = programs.split("\n\n")
        self.assertRegex(code, "^These programs are run by (machine code for|the interpreter, because) .*[.]$")
        for block in blocks:
            named = set(re.findall(r"output (y\d+):", block))
            computed = set(re.findall(r"(?m)^  (y\d+) =", block))
            self.assertEqual(named, computed)
            read = set(re.findall(r"\bx\d+\b", block.split("output", 1)[1]))
            self.assertLessEqual(read, set(re.findall(r"input (x\d+):", block)))

    def test_the_initial_state_meets_the_constraint(self):
        initial = self.dump("initial")
        self.assertRegex(initial, r"x = 0\.6")
        self.assertRegex(initial, r"y = -0\.8")
        self.assertIn("1 degree of freedom", initial)

    def test_checks_say_what_needs_a_run(self):
        checks = self.dump("checks", text=PENDULUM + "check x = 0.6 [m]\ncheck T + V = const\n")
        self.assertIn("needs a run", checks)
        self.assertIn("proved", checks)

    def test_the_result_is_a_run(self):
        self.assertIn("certificate", self.dump("result"))

    def test_the_time_of_a_stage_is_said_beside_it(self):
        done = run("check", SLEIGH, "--dump", "equations")
        self.assertRegex(done.stderr, r"equations \(Equations\), [\d.e-]+ m?s")

    def test_an_unknown_stage_is_answered_with_the_stages(self):
        done = run("check", SLEIGH, "--dump", "tokens")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stdout, "")
        for stage in STAGES:
            self.assertIn(stage, done.stderr)

    def test_json_is_refused(self):
        self.assertEqual(run("check", SLEIGH, "--dump", "study", "--json").returncode, 2)

    def test_an_expensive_stage_can_be_interrupted(self):
        model = self.folder / "long.mech"
        model.write_text(PENDULUM.replace("0..1 [s]", "0..60000 [s]"), encoding="utf-8")
        with subprocess.Popen([PROGRAM, "check", str(model), "--dump", "result"], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True) as child:
            time.sleep(1.0)
            child.send_signal(signal.SIGINT)
            out, talk = child.communicate(timeout=30)
        self.assertEqual((child.returncode, out), (130, ""))
        self.assertIn("interrupted while", talk)

    def test_a_stage_that_cannot_be_made_ends_as_it_does_elsewhere(self):
        impossible = PENDULUM.replace("sqrt(x^2 + y^2) = l", "x^2 + y^2 = -1 [m^2]").replace("/sqrt(x^2 + y^2)", "")
        impossible = re.sub(r"reaction .*\n", "", impossible)
        self.assertEqual(run("check", "-", "--dump", "study", text=impossible).returncode, 0)
        self.assertEqual(run("check", "-", "--dump", "initial", text=impossible).returncode,
                         run("eval", "-", text=impossible).returncode)


if __name__ == "__main__":
    unittest.main()
