"""Data goes to standard output, talk to standard error; characters and colours follow the terminal."""

import unittest

from program import IMPACT, InFolder, PENDULUM, SLEIGH, run


class Streams(InFolder):
    def test_standard_input_reads_like_a_file(self):
        text = SLEIGH.read_text(encoding="utf-8")
        self.assertEqual(run("derive", "-", text=text).stdout, run("derive", SLEIGH).stdout)

    def test_a_run_fits_one_screen(self):
        for model in (SLEIGH, IMPACT):
            with self.subTest(model=model.name):
                lines = run("run", model).stdout.splitlines()
                self.assertLessEqual(len(lines), 45)
                self.assertLessEqual(max(map(len, lines)), 110)

    def test_a_run_says_what_the_reaction_is_and_how_far_to_trust_it(self):
        page = run("run", SLEIGH).stdout
        for words in ("R = λ_blade [N]", "side force of the ice", "2 degrees of freedom",
                      "5 independent initial values", "non-holonomic", "growth vector 2, 3", "certificate", "checks"):
            self.assertIn(words, page)

    def test_a_free_value_that_was_changed_is_named(self):
        page = run("run", "-", text=PENDULUM.replace("x' = 0", "x' = 0.4 [m/s]")).stdout
        self.assertIn("ẏ(0) was free and became 0.3 m/s", page)

    def test_a_locale_without_utf8_gets_ascii(self):
        done = run("run", SLEIGH, env={"LC_ALL": "C"})
        self.assertTrue(done.stdout.isascii(), [c for c in done.stdout if not c.isascii()])
        self.assertIn("lambda.blade", done.stdout)

    def test_colours_are_for_terminals_unless_forced(self):
        self.assertNotIn("\033[", run("check", SLEIGH).stdout)
        self.assertIn("\033[", run("check", SLEIGH, "--color", "always").stdout)
        self.assertNotIn("\033[", run("check", SLEIGH, "--color", "never").stdout)

    def test_quiet_keeps_warnings_to_itself_but_not_errors(self):
        model = PENDULUM.replace("reaction", "constraint again: 3*sqrt(x^2 + y^2) = 3*l\n#")
        self.assertIn("W0301", run("check", "-", text=model).stderr)
        self.assertEqual(run("check", "-", "-q", text=model).stderr, "")
        self.assertIn("error", run("check", "-", "-q", text="coord").stderr)

    def test_latex_is_a_display_each_for_equations_constraints_and_reactions(self):
        text = run("derive", SLEIGH, "--format", "latex").stdout
        self.assertIn("\\begin{align}", text)
        self.assertIn("\\ddot{\\theta}", text)
        displays = [part.splitlines()[1:] for part in text.split("\\end{align}\n")[:-1]]
        numbered = [[line for line in lines if "&" in line and "\\notag" not in line] for lines in displays]
        self.assertEqual([len(lines) for lines in numbered], [3, 1, 1])
        self.assertEqual(text.count("{"), text.count("}"))

    def test_the_sign_of_a_multiplier_is_one_everywhere_and_flips_with_its_constraint(self):
        flipped = PENDULUM.replace("sqrt(x^2 + y^2) = l", "l = sqrt(x^2 + y^2)")
        self.assertIn("F = −λ_rod", run("derive", "-", text=PENDULUM).stdout)
        self.assertIn("F = λ_rod", run("derive", "-", text=flipped).stdout)


if __name__ == "__main__":
    unittest.main()
