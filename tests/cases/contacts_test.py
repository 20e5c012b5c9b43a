"""Contacts, where forces and rows jump in time: they open, are struck, and are judged by the certificate.

Right values: of tables by the cubic pieces in closed form (docs/theory/tables.md) and free fall between them, else by hand.
Ends agree to 1e-8: the tolerance of a run is 1e-9 and the motions are short, with accelerations of 10 m/s².
"""

import pathlib
import tempfile
import unittest

import random_contacts
from program import InFolder, run_json

MODELS = pathlib.Path(__file__).resolve().parent / "models"
G = 9.81


def opened(result):
    """What changes after the start."""
    return [(change["contact"], change["change"], round(change["t"], 9)) for change in result["contact_changes"]
            if change["t"] > 0]


class ContactsAtJumps(InFolder):

    def result(self, text, *options):
        code, result = run_json("run", self.write("model.mech", text), *options)
        self.assertEqual(result["outcome"], "completed", result.get("failure"))
        self.assertEqual(result["certificate"]["failed"], [])
        self.assertEqual(code, 0, result["checks"])
        return result

    def assert_end(self, result, name, value, within=1e-8):  # ten tolerances (1e-9), as above
        self.assertAlmostEqual(result["final"][name], value, delta=within, msg=name)

    def lift(self, platform, files, more=""):
        """A mass of 1 kg on a platform."""
        for name, text in files.items():
            self.write(name, text)
        return ('model Lift "a mass on a platform"\nparam m = 1 [kg], g = 9.81 [m/s^2]\ncoord z [m]\n'
                "kinetic T = 1/2*m*z'^2\npotential V = m*g*z\n" + more +
                f"constraint road: z >= {platform}\nreaction N [N] of road conjugate z'\n"
                f"initial z = {platform}, z' ~ 0\ncheck N >= 0\n")

    def test_a_contact_opens_where_a_table_makes_its_force_jump_below_zero(self):
        code, result = run_json("run", MODELS / "table_kink_opens.mech")
        self.assertEqual((code, result["certificate"]["failed"]), (0, []))
        self.assertEqual(opened(result), [("road", "opens", 0.8)])
        self.assert_end(result, "z", 0.4 - G * 0.4**2 / 2)  # its rate is 0 at the point
        self.assert_end(result, "N", 0.0)

    def test_times_of_report_and_lengths_of_steps_do_not_change_the_motion(self):
        for options in (["--samples", "17"], ["--at", "0.31,0.8,0.93"], ["--max-step", "0.013"], ["--verify"],
                        ["--method", "rk5"]):
            _, result = run_json("run", MODELS / "table_kink_opens.mech", *options)
            self.assertEqual(opened(result), [("road", "opens", 0.8)], options)
            self.assert_end(result, "z", -0.3848)

    def test_a_platform_that_is_a_body_is_left_at_the_same_instant(self):
        self.write("lomin.csv", (MODELS / "lomin.csv").read_text(encoding="utf-8"))
        result = self.result("""model Body "the platform is a body"
param m = 1 [kg], M = 3 [kg], g = 9.81 [m/s^2]
coord z [m], p [m]
kinetic T = 1/2*m*z'^2 + 1/2*M*p'^2
potential V = m*g*z + M*g*p
constraint drive: p = table("lomin.csv", t)
constraint road: z >= p
reaction N [N] of road conjugate z' - p'
initial z = 0, p = 0, z' = 0, p' ~ 0
simulate 0..1.2 [s]
check N >= 0
""")
        self.assertEqual(opened(result), [("road", "opens", 0.8)])
        self.assert_end(result, "z", -0.3848)

    def test_it_lands_again_and_opens_again(self):
        rows = [(0, 0), (0.25, -0.05), (0.5, -0.3), (0.6, -0.3), (0.7, 0.1), (0.8, 0.2), (1.5, 0.2)]
        table = "t [s], h [m]\n" + "\n".join(f"{t}, {h}" for t, h in rows) + "\n"
        result = self.result(self.lift('table("h.csv", t)', {"h.csv": table}) + "simulate 0..1.4 [s]\n")
        self.assertEqual([change for _, change, _ in opened(result)], ["opens", "closes", "opens"])
        for (_, _, at), right in zip(opened(result), (0.25, 0.4160625, 0.6567213541666667)):
            self.assertAlmostEqual(at, right, delta=1e-8)  # ten tolerances (1e-9)
        self.assert_end(result, "z", 1.3857974719584043)
        self.assert_end(result, "z'", -1.6707609244791657)

    def test_a_force_that_falls_to_zero_just_after_the_start_of_a_step_is_located(self):
        rows = [(0, -0.335), (0.14, -0.394), (0.298, 0.018), (0.746, 0.346), (1.18, -0.379), (1.2, 0.4), (1.545, 0.327),
                (1.58, 0.253), (1.857, 0.025), (2, -0.079)]
        table = "t [s], h [m]\n" + "\n".join(f"{t}, {h}" for t, h in rows) + "\n"
        # A step ends at 1.19 s, in the middle of the piece, and the force passes 0 a thousandth of a step later.
        result = self.result(self.lift('table("h.csv", t)', {"h.csv": table}) +
                             "simulate 0..1.79 [s] { max_step = 0.01 [s] }\n")
        name, change, at = opened(result)[-1]
        self.assertEqual(change, "opens")
        piece = 6 * 0.779 / 0.02**2  # h'' at 1.18 s; both slopes are 0, so that it falls linearly to its negative
        self.assertAlmostEqual(at, 1.18 + 0.02 * (1 + G / piece) / 2, delta=1e-8)  # ten tolerances (1e-9)
        self.assert_end(result, "z", 33.29972470748424)

    def test_a_check_sees_both_sides_of_a_jump_and_no_half_force(self):
        code, result = run_json("run", MODELS / "check_at_a_jump.mech", "--at", "0.5")
        self.assertEqual((code, result["checks"][0]["status"]), (0, "holds"))
        self.assertEqual(opened(result), [("road", "opens", 0.5)])
        self.assert_end(result, "z", (20 - G) * 0.7**2 / 2)
        self.assertEqual([sample["t"] for sample in result["samples"]], [0.5])
        self.assertEqual(result["samples"][0]["reactions"]["N"], 0)  # after the jump

    def test_a_force_that_jumps_at_the_start_acts_from_the_start_on(self):
        force = "force P on z = 15 [N]*heaviside(t)\n"
        result = self.result(self.lift("0 [m]", {}, force) + "simulate 0..1 [s]\n", "--samples", "3")
        self.assertEqual(opened(result), [])
        self.assert_end(result, "z", (15 - G) / 2)
        self.assertEqual(result["samples"][0]["t"], 0)
        self.assertEqual(result["samples"][0]["reactions"]["N"], 0)

    def test_a_run_that_ends_at_a_jump_ends_before_it(self):
        force = "force P on z = 15 [N]*heaviside(t - 0.5 [s])\n"
        result = self.result(self.lift("0 [m]", {}, force) + "simulate 0..0.5 [s]\n")
        self.assertEqual(opened(result), [])
        self.assertAlmostEqual(result["final"]["N"], G, delta=1e-9)  # a mass at rest: rounding of 10 N
        self.assertEqual(result["t_end"], 0.5)

    def test_a_gap_whose_rate_jumps_is_struck_or_left(self):
        up = self.result(self.lift("max(0 [m], (2 [m/s])*(t - 0.5 [s]))", {}) + "simulate 0..1 [s]\n")
        self.assertEqual(len(up["impacts"]), 1)
        self.assert_end(up, "z", 1.0)
        self.assert_end(up, "z'", 2.0)
        down = self.result(self.lift("min(0 [m], (-20 [m/s])*(t - 0.5 [s]))", {}) + "simulate 0..1 [s]\n")
        self.assertEqual(opened(down), [("road", "opens", 0.5)])
        self.assert_end(down, "z", -G / 8)

    def test_a_mass_leaves_a_road_where_its_curvature_jumps(self):
        self.write("road.csv", "x [m], h [m]\n-5, 0\n1, 0\n1.5, -1.5\n2, -6\n20, -100\n")
        for road in ('table("road.csv", x)', "(-2 [1/m])*max(0 [m], x - 1 [m])^2",
                     "(if x < 1 [m] then 0 [m] else (-3 [1/m])*(x - 1 [m])^2)"):
            result = self.result(f"""model Road "over an edge"
param m = 1 [kg], g = 9.81 [m/s^2]
coord x [m], z [m]
kinetic T = 1/2*m*(x'^2 + z'^2)
potential V = m*g*z
let gap = z - {road}
constraint road: gap >= 0
reaction N [N] of road conjugate gap'
initial x = 0, z = 0, x' = 3 [m/s], z' ~ 0
simulate 0..0.6 [s]
check N >= 0
""")
            self.assertEqual([change for _, change, _ in opened(result)], ["opens"], road)
            # Uniform motion, located to rounding.
            self.assertAlmostEqual(result["contact_changes"][-1]["t"], 1 / 3, delta=1e-9)
            self.assert_end(result, "x", 1.8)
            self.assert_end(result, "z", -G * (0.6 - 1 / 3)**2 / 2)

    def test_friction_ends_with_the_contact_and_begins_with_it(self):
        pull = "20 [N]*(heaviside(t - 0.2 [s]) - heaviside(t - 0.3 [s]))"
        result = self.result(f"""model Pulled "lifted for a tenth of a second"
param m = 1 [kg], g = 10 [m/s^2], mu = 0.2
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
force Q on y = {pull}
constraint floor: y >= 0
reaction N [N] of floor conjugate y'
friction F [N] of N conjugate x' {{ coefficient = mu }}
initial x = 0, y = 0, x' = 3 [m/s], y' = 0
simulate 0..0.4 [s]
check N >= 0
""")
        # Up with 10 m/s² for 0.1 s, then down from 0.05 m with 1 m/s upwards: it is in the air at 0.4 s.
        self.assertEqual(opened(result), [("floor", "opens", 0.2)])
        self.assert_end(result, "x'", 3 - 0.2 * 10 * 0.2)
        self.assert_end(result, "x", 3 * 0.2 - 0.2 * 10 * 0.2**2 / 2 + 2.6 * 0.2)
        self.assert_end(result, "y", 0.05 + 0.1 - 0.05)

    def test_a_force_of_the_state_that_jumps_lets_a_contact_go(self):
        for force in ("15 [N]*heaviside(x - 0.5 [m])", "15 [N]*trunc(x/(0.5 [m]))",
                      "if x < 0.5 [m] then 0 [N] else 15 [N]"):
            with self.subTest(force):
                self.gate(force)

    def gate(self, force):
        result = self.result(f"""model Gate "lifted past a place"
param m = 1 [kg], g = 9.81 [m/s^2]
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
force Q on y = {force}
constraint floor: y >= 0
reaction N [N] of floor conjugate y'
initial x = 0, y = 0, x' = 1 [m/s], y' = 0
simulate 0..0.9 [s]
check N >= 0
""")
        self.assertEqual(opened(result), [("floor", "opens", 0.5)])
        self.assert_end(result, "y", (15 - G) * 0.4**2 / 2)

    def test_an_input_that_jumps_lets_a_contact_go(self):
        force = "input F [N] = if t < 0.4 [s] then 3 [N] else 12 [N]\nforce P on z = F\n"
        result = self.result(self.lift("0 [m]", {}, force) + "simulate 0..1 [s]\n")
        self.assertEqual(opened(result), [("road", "opens", 0.4)])
        self.assert_end(result, "z", (12 - G) * 0.6**2 / 2)

    def test_two_masses_on_one_another_part_at_a_jump(self):
        result = self.result("""model Stack "the lower one is pulled down"
param m = 1 [kg], M = 2 [kg], g = 9.81 [m/s^2]
coord a [m], b [m]
kinetic T = 1/2*M*a'^2 + 1/2*m*b'^2
potential V = M*g*a + m*g*b
force P on a = if t < 0.3 [s] then 40 [N] else -60 [N]
constraint low: a >= -20 [m]
constraint high: b >= a
reaction N [N] of high conjugate b' - a'
initial a = 0, b = 0, a' = 0, b' = 0
simulate 0..0.6 [s]
check N >= 0
""")
        up = 40 / 3 - G
        height, rate = up * 0.3**2 / 2, up * 0.3
        self.assertEqual(opened(result)[-1], ("high", "opens", 0.3))
        self.assert_end(result, "b", height + rate * 0.3 - G * 0.3**2 / 2)
        self.assert_end(result, "a", height + rate * 0.3 - (G + 30) * 0.3**2 / 2)

    def test_random_models_pass_only_without_pull_and_penetration(self):
        for seed in (0, 1, 2, 3, 4, 5, 6, 7, 8, 16, 24, 29, 1002, 1028):
            with tempfile.TemporaryDirectory() as folder:
                path, maker = random_contacts.write_model(seed, folder)
                _, result = run_json("run", path, "--out", f"{folder}/o")
                self.assertEqual(result["outcome"], "completed", seed)
                self.assertEqual(result["certificate"]["failed"], [], seed)
                self.assertEqual(random_contacts.breaches(f"{folder}/o"), [], seed)
                end = random_contacts.state_of(result)
                _, other = run_json("run", path, *random_contacts.variations(maker)[2])
                for name, value in random_contacts.state_of(other).items():
                    # 100 tolerances (1e-9) in two runs with other steps.
                    self.assertAlmostEqual(value, end[name], delta=1e-7 * (1 + abs(value)), msg=f"{seed}: {name}")


if __name__ == "__main__":
    unittest.main()
