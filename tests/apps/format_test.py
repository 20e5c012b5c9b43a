"""fmt prints, checks or replaces; its own output is canonical."""

import unittest

from program import InFolder, PENDULUM, run, run_json


class Format(InFolder):
    def test_the_result_is_canonical_and_keeps_the_comment(self):
        once = run("fmt", "-", text="coord x [m]\nkinetic T=1/2 * m*x'^2   # inertia\nparam m=1 [kg]\n")
        self.assertEqual(once.returncode, 0)
        self.assertIn("# inertia", once.stdout)
        self.assertIn("T = 1/2*m*x'^2", once.stdout)
        self.assertEqual(run("fmt", "-", text=once.stdout).stdout, once.stdout)

    def test_check_ends_with_3_and_changes_nothing(self):
        path = self.write("a.mech", "coord x   [m]\nkinetic T=x'^2\n")
        before = path.read_text()
        self.assertEqual(run("fmt", "--check", path).returncode, 3)
        self.assertEqual(path.read_text(), before)

    def test_write_replaces_the_file(self):
        path = self.write("a.mech", "coord x   [m]\nkinetic T=x'^2\n")
        self.assertEqual(run("fmt", "--write", path).returncode, 0)
        self.assertIn("kinetic T = x'^2", path.read_text())
        self.assertEqual(run("fmt", "--check", path).returncode, 0)

    def test_write_needs_a_file(self):
        self.assertEqual(run("fmt", "--write", "-", text=PENDULUM).returncode, 2)

    def test_a_text_with_errors_is_left_alone(self):
        path = self.write("a.mech", "kinetic T = (\n")
        self.assertEqual(run("fmt", "--write", path).returncode, 1)
        self.assertEqual(path.read_text(), "kinetic T = (\n")

    def test_json_says_whether_the_text_changed(self):
        _, out = run_json("fmt", "-", text="coord x   [m]\n")
        self.assertEqual((out["schema"], out["changed"], out["text"]), ("dalembert.fmt/1", True, "coord x [m]\n"))


if __name__ == "__main__":
    unittest.main()
