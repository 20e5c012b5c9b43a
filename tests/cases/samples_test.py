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
            # Nine digits behind the point are printed of rates above 1.
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

    def test_samples_of_a_long_step_over_a_singular_position_meet_the_constraints(self):
        # A parallelogram with a third crank: b = 0 and p = q = r throughout, by its rows. Steps of rk8 are half a turn long here, and
        # the dense output of one that passes p = π is good to 1e-8 only.
        path = self.write("cranks.mech", """model Cranks
param a = 0.786, d = 0.977, m = 1.239, J = 0.148
coord p, q, r, b
kinetic T = 1/2*J*(p'^2 + q'^2 + r'^2) + 1/2*m*((a*p'*sin(p) + d/2*b'*sin(b))^2 + (a*p'*cos(p) + d/2*b'*cos(b))^2)
force M on p = 0.017
constraint x1: a*cos(p) + d*cos(b) = d + a*cos(q)
constraint y1: a*sin(p) + d*sin(b) = a*sin(q)
constraint x2: a*cos(p) + d/2*cos(b) = d/2 + a*cos(r)
constraint y2: a*sin(p) + d/2*sin(b) = a*sin(r)
initial p ~ 0.345351721683459, q ~ 0.34535172168345885, r ~ 0.34535172168345896, b ~ -1.3227431180269335e-16
initial p' ~ 1.624095045223185, q' ~ 1.6240950452231857, r' ~ 1.6240950452231855, b' ~ 6.881362441894724e-16
simulate 0.31872453366274334..3.3187245336627433
""")
        _, answer = run_json("run", path, "--samples", "61", "--tolerance", "1e-10")
        self.assertEqual(answer["outcome"], "completed")
        for sample in answer["samples"]:
            at = sample["state"]
            for name in ("b", "b'"):
                self.assertLess(abs(at[name]), 1e-11, sample["t"])  # 0 exactly
            self.assertLess(abs(at["p"] - at["q"]) + abs(at["p"] - at["r"]), 1e-11, sample["t"])
            # J₀·p̈ = 0.017 with J₀ = 3J + m·a²: a uniform acceleration
            t = sample["t"] - 0.31872453366274334
            speed = 1.624095045223185 + 0.017 / (3 * 0.148 + 1.239 * 0.786**2) * t
            self.assertLess(abs(at["p'"] - speed), 1e-8, sample["t"])  # 100 tolerances, as inside all steps

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
