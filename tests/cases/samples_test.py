"""States that are asked for: what is printed of them, and what is left out."""

import pathlib
import re
import unittest

from program import InFolder, run, run_json

MODELS = pathlib.Path(__file__).resolve().parent / "models"


class Printed(InFolder):
    def states(self, *arguments):
        done = run("run", *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return re.findall(r"t = (\S+) s: q = (\S+) rad, q̇ = (\S+) rad/s", done.stdout.replace("−", "-"))

    def test_states_at_times_are_printed(self):
        times = [0.5, 1.0, 2.0]
        printed = self.states(MODELS / "report_times.mech", "--at", "0.5,1,2")
        _, answer = run_json("run", MODELS / "report_times.mech", "--at", "0.5,1,2")
        self.assertEqual([float(t) for t, _, _ in printed], times)
        for (_, q, v), sample in zip(printed, answer["samples"], strict=True):
            self.assertAlmostEqual(float(q), sample["state"]["q"], places=9)  # ten digits are printed
            self.assertAlmostEqual(float(v), sample["state"]["q'"], places=8)

    def test_evenly_spaced_states_are_printed(self):
        printed = self.states(MODELS / "report_times.mech", "--samples", "5")
        self.assertEqual([float(t) for t, _, _ in printed], [0, 0.75, 1.5, 2.25, 3])

    def test_many_states_are_counted(self):
        done = run("run", MODELS / "report_times.mech", "--samples", "250")
        self.assertEqual(done.stdout.count("q̇ = "), 100)
        self.assertIn("and 150 more states", done.stdout)

    def test_the_end_counts_what_it_leaves_out(self):
        names = [f"q{i}" for i in range(9)]
        path = self.write("many.mech", "model Many\ncoord " + ", ".join(names) + "\nkinetic T = "
                          + " + ".join(f"{n}'^2" for n in names)
                          + "\n" + "\n".join(f"constraint c{i}: {n} = {i}" for i, n in enumerate(names[:5]))
                          + "\n" + "\n".join(f"reaction R{i} of c{i} conjugate {n}'" for i, n in enumerate(names[:5]))
                          + "\ninitial q8' = 1\nsimulate 0..1\n")
        end = run("run", path).stdout.partition("at the end")[2].partition("certificate")[0]
        self.assertIn("3 more coordinates, 2 more reactions", " ".join(end.split()))

    def test_a_moved_value_is_printed_with_the_digits_that_tell(self):
        path = self.write("moved.mech", "model Moved\ncoord x, y\nkinetic T = x'^2 + y'^2\n"
                          "constraint rod: x^2 + y^2 = 0.74\ninitial x = 0.5, y ~ 0.70000000001\nsimulate 0..1\n")
        self.assertIn("y(0) was moved from 0.70000000001 to 0.7\n", run("check", path).stdout)

    def test_the_impulse_of_a_contact_is_that_of_its_multiplier_too(self):
        """N is the multiplier of table_ itself (conjugate to y')."""
        _, answer = run_json("run", MODELS / "shaker.mech")
        for impact in answer["impacts"]:
            self.assertGreater(impact["reaction_impulses"]["N"], 0)
            self.assertEqual(impact["multiplier_impulses"]["lambda.table_"], impact["reaction_impulses"]["N"])


if __name__ == "__main__":
    unittest.main()
