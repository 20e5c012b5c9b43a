"""`--method ida`: another code, on the equations with multipliers, comes to the same motion as the methods of this one."""

import unittest

from program import InFolder, SEEDS, run, run_json

MODELS = SEEDS.parent
FRICTION = MODELS / "gallery" / "stick_slip_belt.mech"
# A flyball governor with stiff springs and dampers: the sleeve follows the balls on a strong spring.
GOVERNOR = """model Governor "Flyballs on a stiff sleeve, driven, in Cartesian coordinates of one arm"
param m = 1 [kg], M = 2 [kg], l = 0.3 [m], J = 0.1 [kg*m^2], g = 9.81 [m/s^2], k = 1e5 [N/m], c = 1e4 [N*s/m], r = 5 [N*m*s]
param w = 8 [1/s], z0 = 0.5 [m]
coord x [m], z [m], phi [rad], s [m]
kinetic T = m*(x'^2 + z'^2 + x^2*phi'^2) + 1/2*J*phi'^2 + 1/2*M*s'^2
potential V = -2*m*g*z - M*g*s + 1/2*k*(s - z0)^2
dissipation D = 1/2*c*s'^2
constraint arm: x^2 + z^2 = l^2
constraint sleeve: (s - z)^2 + x^2 = l^2
force motor on phi = r*(w - phi')
initial z = 0.25 [m], x ~ 0.16583123951777 [m], s ~ 0.5 [m], phi = 0 [rad], x' = 0, phi' = 8 [1/s]
simulate 0..1 [s]
"""


def difference(a, b):
    scale = {name: max(1.0, abs(value)) for name, value in b.items()}
    return max(abs(a[name] - b[name]) / scale[name] for name in b)


class Ida(InFolder):
    def end(self, model, method, *arguments):
        code, out = run_json("run", model, "--method", method, *arguments)
        self.assertIn(code, (0, 3), out.get("diagnostics"))
        return out

    def agree(self, model, bound, *arguments, other="rk8"):
        one = self.end(model, "ida", *arguments)
        two = self.end(model, other, *arguments)
        self.assertEqual(one["statistics"]["method"], "ida")
        self.assertLess(difference(one["final"], two["final"]), bound)
        return one

    def test_positions_rates_and_multipliers_agree_with_those_of_rk8(self):
        for model, bound in (("gallery/fourbar", 3e-6), ("benchmarks/ball_on_turntable", 1e-7),
                             ("benchmarks/chain10", 1e-7), ("gallery/rolling_disc", 1e-6)):
            with self.subTest(model=model):
                self.agree(MODELS / f"{model}.mech", bound, "--tolerance", "1e-10")

    def test_results_lie_on_the_constraints(self):
        out = self.end(MODELS / "gallery" / "andrews_squeezer.mech", "ida", "--tolerance", "1e-9")
        self.assertLess(max(out["certificate"]["position"].values()), 1e-14)  # projected at the end: rounding
        self.assertEqual(out["certificate"]["failed"], [])

    def test_a_stiff_governor_moves_alike_by_three_codes(self):
        model = self.write("governor.mech", GOVERNOR)
        self.agree(model, 1e-8, "--tolerance", "1e-11", other="radau")
        self.agree(model, 1e-8, "--tolerance", "1e-11", other="auto")

    def test_times_asked_for_and_verification(self):
        out = self.end(MODELS / "benchmarks" / "ball_on_turntable.mech", "ida", "--at", "0.5,1.25,11", "--verify",
                       "--tolerance", "1e-8")
        self.assertEqual([sample["t"] for sample in out["samples"]], [0.5, 1.25, 11])
        self.assertLess(out["certificate"]["global_errors"]["positions"], 1e-5)  # 1000 tolerances (1e-8)

    def test_it_is_the_second_opinion_of_a_verified_run(self):
        gallery = MODELS / "gallery"
        for name in ("andrews_squeezer", "fourbar", "rolling_disc"):
            with self.subTest(model=name):
                out = self.end(gallery / f"{name}.mech", "auto", "--verify")
                found = out["certificate"]["global_errors"]
                opinion = found["runs"][-1]
                self.assertEqual((opinion["method"], opinion["tolerance"]), ("ida", 1e-11))
                # `ida` adds up 1e4 tolerances (1e-11), as the runs above show.
                self.assertLess(opinion["positions"], 1e-7)
                self.assertLess(max(opinion["positions"], opinion["rates"]), 10 * opinion["own_error"])
                self.assertLess(found["positions"], 1e-9)  # the other runs: one tolerance (1e-9)
                self.assertEqual(max(run["positions"] for run in found["runs"][:-1]), found["positions"])
                self.assertEqual(out["certificate"]["failed"], [])

    def test_as_a_second_opinion_it_is_left_out_where_it_cannot_follow(self):
        out = self.end(FRICTION, "auto", "--verify")
        self.assertNotIn("ida", [run["method"] for run in out["certificate"]["global_errors"]["runs"]])
        redundant = self.end(SEEDS / "c05_four_legged_table.mech", "auto", "--verify")
        opinion = redundant["certificate"]["global_errors"]["runs"][-1]
        self.assertEqual(opinion["method"], "ida")
        self.assertIn("repeat others", opinion["left_out"])
        self.assertEqual(redundant["certificate"]["failed"], [])

    def test_what_it_cannot_follow_is_refused(self):
        done = run("run", FRICTION, "--method", "ida")
        self.assertEqual(done.returncode, 1)
        self.assertIn("without friction, contacts and functions that jump", done.stderr)
        done = run("run", MODELS / "gallery" / "fourbar.mech", "--method", "ida", "--form", "eliminated")
        self.assertEqual(done.returncode, 1)


if __name__ == "__main__":
    unittest.main()
