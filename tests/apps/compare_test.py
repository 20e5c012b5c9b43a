"""Two models of one system: the same motion under a change of coordinates or of gauge, or not."""

import unittest

from program import InFolder, PENDULUM, SEEDS, run, run_json

FIXED = SEEDS / "s4_moving_foundation_harmonic_x.mech"
MOVING = SEEDS / "s4_moving_foundation_harmonic_y.mech"
CHARGE = SEEDS / "s4_charged_particle.mech"

LANDAU = """model Landau "the same charge, asymmetric gauge"
param m = 1.3 [kg], e = 0.9 [C], B0 = 2.4 [T], E1 = 0.5 [V/m], E2 = -0.8 [V/m], E3 = 0.3 [V/m]
coord x [m], y [m], z [m]
kinetic T = 1/2*m*(x'^2 + y'^2 + z'^2)
potential U = -e*(E1*x + E2*y + E3*z) - e*B0*x*y'
"""

ANGLE = """model Angle
param m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2]
coord theta [rad]
kinetic T = 1/2*m*l^2*theta'^2
potential V = -m*g*l*cos(theta)
"""


class Comparison(InFolder):
    def test_a_moving_frame_changes_the_energy_function_and_not_the_motion(self):
        """H_x - H_y = p x0' (E12)."""
        code, out = run_json("analyse", FIXED, "--against", MOVING, "--map", "x = y + A*sin(omega*t)")
        self.assertEqual((code, out["lagrangian"], out["same_motion"]), (0, "same", True))
        self.assertEqual(out["energy_difference"], "m*A*omega*cos(omega*t)*(y' + A*omega*cos(omega*t))")

    def test_both_coordinates_of_the_chain_agree_with_forces_and_damping(self):
        code, out = run_json("analyse", SEEDS / "s4_two_mass_chain_x.mech", "--against",
                             SEEDS / "s4_two_mass_chain_y.mech", "--map", "x1 = y1", "--map", "x2 = y1 + y2")
        self.assertEqual(code, 0)
        self.assertEqual(set(out["force_defect"].values()), {"0"})

    def test_a_gauge_changes_the_lagrangian_and_not_the_motion(self):
        code, out = run_json("analyse", CHARGE, "--against", self.write("landau.mech", LANDAU))
        self.assertEqual((code, out["lagrangian"]), (0, "gauge"))
        self.assertEqual(out["gauge"], "-e*B0*x*y/2")

    def test_another_field_is_found_out(self):
        other = self.write("landau.mech", LANDAU.replace("e*B0*x*y'", "2*e*B0*x*y'"))
        code, out = run_json("analyse", CHARGE, "--against", other)
        self.assertEqual((code, out["lagrangian"], out["same_motion"]), (3, "different", False))

    def test_an_angle_meets_the_constraint_of_the_pendulum_in_x_and_y(self):
        angle = self.write("angle.mech", ANGLE)
        done = run("analyse", "-", "--against", angle, "--map", "x = l*sin(theta)", "--map", "y = -l*cos(theta)",
                   text=PENDULUM)
        self.assertEqual(done.returncode, 0)
        self.assertIn("the same motion", done.stdout)
        code, out = run_json("analyse", "-", "--against", angle, "--map", "x = l*sin(theta)", "--map",
                             "y = -2*l*cos(theta)", text=PENDULUM)
        self.assertEqual((code, out["broken_constraints"]), (3, ["rod"]))

    def test_a_map_that_leaves_a_coordinate_out_is_refused_by_name(self):
        code, out = run_json("analyse", "-", "--against", self.write("angle.mech", ANGLE), text=PENDULUM)
        self.assertEqual((code, out["diagnostics"][0]["code"]), (1, "E0724"))
        self.assertIn("coordinate x", out["diagnostics"][0]["message"])

    def test_a_mistake_in_the_map_is_shown_in_its_own_line(self):
        done = run("analyse", "-", "--against", self.write("angle.mech", ANGLE), "--map", "x = l*sin(thta)", "--map",
                   "y = -l*cos(theta)", text=PENDULUM)
        self.assertEqual(done.returncode, 1)
        self.assertIn("thta", done.stderr)


OSCILLATOR = """model Oscillator
param m = 1 [kg], k = 4 [N/m], gamma = 0.3 [1/s]
coord x [m]
kinetic T = 1/2*m*x'^2
potential V = 1/2*k*x^2
dissipation D = 1/2*m*gamma*x'^2
initial x = 1 [m]
"""

GROWING = """model Growing "the same damping in L"
param m = 1 [kg], k = 4 [N/m], gamma = 0.3 [1/s]
coord x [m]
lagrangian L = exp(gamma*t)*(1/2*m*x'^2 - 1/2*k*x^2)
initial x = 1 [m]
"""

CROSSED = """model Crossed
param m = 1 [kg], k = 4 [N/m]
coord x [m], y [m]
lagrangian L = m*x'*y' - k*x*y
initial x = 1 [m], y = 0.2 [m]
"""

PLANE = """model Plane
param m = 1 [kg], k = 4 [N/m]
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = 1/2*k*(x^2 + y^2)
initial x = 1 [m], y = 0.2 [m]
"""


class EquationsUpToAMatrix(InFolder):
    def compared(self, first, second, *options):
        return run_json("analyse", "-", "--against", self.write("second.mech", second), *options, text=first)

    def same(self, first, second):
        code, out = self.compared(first, second)
        return code, out["verdict"], out["same_motion"]

    def test_damping_in_the_lagrangian_is_the_same_motion(self):
        self.assertEqual(self.same(GROWING, OSCILLATOR), (0, "same", True))
        self.assertEqual(self.same(OSCILLATOR, GROWING), (0, "same", True))

    def test_a_crossed_lagrangian_is_two_oscillators(self):
        self.assertEqual(self.same(CROSSED, PLANE), (0, "same", True))

    def test_a_mass_divided_out_is_the_same_motion(self):
        divided = OSCILLATOR.replace("1/2*m*x'^2", "0.5 [kg]*x'^2").replace("1/2*k*x^2", "0.5 [kg]*k/m*x^2").replace(
            "1/2*m*gamma*x'^2", "0.5 [kg]*gamma*x'^2")
        self.assertEqual(self.same(OSCILLATOR, divided), (0, "same", True))

    def test_a_model_has_the_motion_and_the_constraints_of_itself(self):
        lift = SEEDS.parent.parent / "tests" / "truth" / "literature" / "scissor_lift.mech"
        code, out = run_json("analyse", lift, "--against", lift)
        self.assertEqual((code, out["verdict"], out["broken_constraints"]), (0, "same", []))

    def test_a_difference_is_shown_by_a_state(self):
        code, out = self.compared(OSCILLATOR, OSCILLATOR.replace("m*gamma*x'^2", "2*m*gamma*x'^2"))
        self.assertEqual((code, out["verdict"]), (3, "different"))
        at = out["witness"]
        x, v = at["positions"]["x"], at["rates"]["x'"]
        self.assertAlmostEqual(at["accelerations"]["x''"], -4*x - 0.3*v)  # seven places, for a sum of two terms
        self.assertAlmostEqual(at["accelerations_against"]["x''"], -4*x - 0.6*v)

    def test_another_length_of_the_rod_is_not_the_same_motion(self):
        code, out = self.compared(PENDULUM, PENDULUM.replace("sqrt(x^2 + y^2) = l", "sqrt(x^2 + y^2) = 2*l").replace(
            "initial x = l", "initial x = 2*l"))
        self.assertEqual((code, out["verdict"]), (3, "different"))
        self.assertEqual(out["witness"]["constraint"], "rod")

    def test_a_radius_with_a_range_above_zero_is_the_distance(self):
        """sqrt(r^2 cos^2 f + r^2 sin^2 f) = r; without the range it is |r|."""
        plane = """model Plane
param m = 1, K = 2
coord x, y
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = -K/sqrt(x^2 + y^2)
initial x = 1, y' = 1
"""
        polar = """model Polar
param m = 1, K = 2
coord r in 0.01..100, f
kinetic T = 1/2*m*(r'^2 + r^2*f'^2)
potential V = -K/r
initial r = 1, f' = 1
"""
        maps = ("--map", "x = r*cos(f)", "--map", "y = r*sin(f)")
        code, out = self.compared(plane, polar, *maps)
        self.assertEqual((code, out["lagrangian"], out["verdict"]), (0, "same", "same"))
        code, out = self.compared(plane, polar.replace(" in 0.01..100", ""), *maps)
        self.assertEqual((code, out["verdict"]), (3, "different"))

    def test_one_line_of_a_plane_is_not_the_whole_motion(self):
        code, out = self.compared(PLANE, PLANE + "constraint line: y = 0\n")
        self.assertEqual((code, out["verdict"], out["witness"]), (3, "not_shown", None))
        self.assertIn("degrees of freedom", out["reason"])

    def test_without_numbers_nothing_is_called_different(self):
        bare = OSCILLATOR.replace("k = 4 [N/m]", "k [N/m]")
        code, out = self.compared(bare, bare.replace("1/2*k*x^2", "k*x^2"))
        self.assertEqual((code, out["verdict"], out["same_motion"]), (3, "not_shown", False))


class Tables(InFolder):
    def test_state_space_is_written_with_names(self):
        text = PENDULUM.replace("coord x", "input P [N] = 0\ncoord x").replace(
            "constraint rod", "force pull on y = P\nconstraint rod")
        done = run("analyse", "-", "--out", self.folder / "out", text=text)
        self.assertEqual(done.returncode, 0)
        head, *rows = (self.folder / "out" / "steady1_A.csv").read_text().splitlines()
        self.assertEqual(head, "A,x,x'")
        self.assertEqual(rows[0], "x,0,1")
        self.assertTrue((self.folder / "out" / "steady1_D.csv").read_text().startswith("D,P\n"))


if __name__ == "__main__":
    unittest.main()
