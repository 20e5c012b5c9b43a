"""What `analyse` says about models whose facts are known."""

import unittest

from program import HOOP, SEEDS, SLEIGH, run, run_json

MODELS = SEEDS.parent


CART = """param M = 1 [kg], m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2]
coord x [m], theta [rad]
kinetic T = 1/2*M*x'^2 + 1/2*m*((x' + l*theta'*cos(theta))^2 + (l*theta'*sin(theta))^2)
potential V = -m*g*l*cos(theta)
"""
CIRCUIT = """param L1 = 1 [H], J = 1 [kg*m^2], C = 1 [F]
coord q [C], theta [rad]
kinetic T = 1/2*L1*q'^2 + 1/2*J*theta'^2
potential V = q^2/(2*C)
"""
BODY = """param m1 = 1 [kg], m2 = 2 [kg], b = 1 [m], J = 3 [kg*m^2]
coord x [m], y [m], theta [rad]
kinetic T = 1/2*m1*(x'^2 + y'^2) + 1/2*m2*((x' - b*theta'*sin(theta))^2 + (y' + b*theta'*cos(theta))^2) + 1/2*J*theta'^2
"""
RELATIVISTIC = """param m = 1 [kg], c = 3 [m/s]
coord x [m]
lagrangian L = -m*c^2*sqrt(1 - x'^2/c^2)
"""
ROCKET = """param m = 1 [kg], b = 0.1 [kg/s]
coord x [m]
kinetic T = 1/2*(m - b*t)*x'^2
"""
MOTOR = """param J = 1 [kg*m^2], M = 1 [N*m], c = 1 [N*m*s]
input u = 0 [N*m]
coord phi [rad]
kinetic T = 1/2*J*phi'^2
force motor = M + u on phi
force brake = -c*phi' on phi
"""


CRANK_TWICE = """param L = 0.8 [m], m = 1.1 [kg], F0 = 2 [N]
coord x [m], y [m], q [rad], r [rad]
kinetic T = 1/2*m*(x'^2 + y'^2)
constraint a1: x = L*cos(q)
constraint a2: y = L*sin(q)
constraint b1: x = L*cos(r)
constraint b2: y = L*sin(r)
force F on y = F0
initial q = 0.3 [rad], x ~ 0.76 [m], y ~ 0.24 [m], r ~ 0.3 [rad]
"""


def analyse(model, *arguments, text=None):
    code, out = run_json("analyse", model, *arguments, text=text)
    assert code == 0, out
    return out


def momenta(out):
    return {entry["coordinate"]: entry for entry in out["momenta"]}


class Integrals(unittest.TestCase):
    def test_check_shows_what_an_integrable_constraint_keeps(self):
        code, out = run_json("check", SEEDS / "s0_rod_corner.mech")
        self.assertEqual(code, 0)
        self.assertEqual(out["integrals"], [{"text": "h*cos(theta)/sin(theta) + x", "of": ["corner"]}])

    def test_a_set_is_integrated_together(self):
        _, out = run_json("check", SEEDS / "c27_integrable_set.mech")
        self.assertEqual(out["integrals"], [{"text": "y", "of": ["rail"]}, {"text": "a*z - x*y", "of": ["slope", "rail"]}])

    def test_rows_that_are_not_integrable_alone_are_combined(self):
        _, out = run_json("check", MODELS / "gallery/two_wheeled_robot.mech")
        self.assertEqual({c["class"] for c in out["constraints"]}, {"nonholonomic"})
        self.assertEqual(out["growth_vector"], "2, 3, 4")
        self.assertEqual(out["integrals"], [{"text": "r*(phi_R - phi_L) - 2*b*theta", "of": ["left", "right"]}])

    def test_the_certificate_watches_the_drift(self):
        code, out = run_json("run", SEEDS / "c13_pfaffian_hoop.mech")
        self.assertEqual(code, 0)
        # A row of rates is not projected: 100 times the run's tolerance 1e-11.
        self.assertLess(out["certificate"]["invariants"]["r - a0*eps*sin(w*t)"], 1e-9)


class Facts(unittest.TestCase):
    def test_a_constraint_takes_the_momentum_of_a_cyclic_coordinate(self):
        facts = momenta(analyse(SLEIGH))
        self.assertTrue(facts["x"]["cyclic"])
        self.assertEqual(facts["x"]["conserved"], "no")
        self.assertEqual(facts["x"]["rate"], "-lambda.blade*sin(theta)")

    def test_the_spin_of_the_rolling_sphere_is_kept(self):
        facts = momenta(analyse(SEEDS / "s0_rolling_sphere.mech"))
        self.assertEqual(facts["psi"]["conserved"], "yes")
        self.assertIn("cos(theta)*phi'", facts["psi"]["momentum"])

    def test_a_free_charge_keeps_no_momentum_along_its_field(self):
        out = analyse(SEEDS / "s4_charged_particle.mech")
        self.assertEqual({m["conserved"] for m in out["momenta"]}, {"no"})

    def test_what_has_too_many_roots_for_exact_points_is_seen_at_real_states(self):
        out = analyse(MODELS / "gallery" / "chain.mech")
        self.assertEqual({m["conserved"] for m in out["momenta"]}, {"no"})
        self.assertEqual(out["energy"]["conserved"], "yes")

    def test_a_force_on_a_redundant_mechanism_does_its_work(self):
        """The exact states of the rows lie on another part of the variety than the motion, where nothing moves."""
        energy = analyse("-", text=CRANK_TWICE)["energy"]
        self.assertEqual(energy["conserved"], "no")
        self.assertEqual([(term["name"], term["power"]) for term in energy["balance"]], [("F", "F0*y'")])
        lift = analyse(MODELS.parent / "tests" / "truth" / "literature" / "scissor_lift.mech")["energy"]
        self.assertEqual((lift["conserved"], [term["name"] for term in lift["balance"]]), ("no", ["F"]))

    def test_a_redundant_mechanism_without_a_force_keeps_its_energy(self):
        out = analyse("-", text=CRANK_TWICE.replace("force F on y = F0\n", ""))
        self.assertEqual((out["energy"]["conserved"], out["energy"]["balance"]), ("yes", []))
        self.assertEqual([momenta(out)[q]["conserved"] for q in "xyqr"], ["no", "no", "yes", "yes"])

    def test_energy_of_a_rheonomic_constraint_follows_its_multiplier(self):
        energy = analyse(HOOP)["energy"]
        self.assertEqual(energy["conserved"], "no")
        self.assertEqual([(t["source"], t["name"]) for t in energy["balance"]], [("constraint", "hoop")])

    def test_energy_function_of_a_turning_frame_is_kept_and_is_not_the_energy(self):
        energy = analyse(SEEDS / "s4_rotating_frame.mech")["energy"]
        self.assertEqual((energy["conserved"], energy["is_total_energy"]), ("yes", "no"))

    def test_the_earth_makes_coriolis_and_centrifugal_forces(self):
        out = analyse(SEEDS / "s4_tangent_plane_fixed.mech")
        forces = out["fictitious_forces"]
        self.assertEqual(forces["coriolis"]["y"], "-2*m*omega_e*cos(alpha)*x'")
        self.assertEqual(forces["centrifugal"]["x"], "m*omega_e^2*x")
        self.assertEqual(set(forces["euler"].values()), {"0"})

    def test_the_earth_takes_its_share_off_the_weight_and_turns_the_plumb_line(self):
        """0.35 % of g at the equator, 0.1 degrees at 45 degrees (S4)."""
        model = SEEDS / "s4_tangent_plane_fixed.mech"
        start = ("--set", "w0=0 [rad/s]", "--set", "omega_e=7.2921e-5 [rad/s]", "--set", "R=6.371e6 [m]", "--set",
                 "g=9.81 [m/s^2]")
        equator = analyse(model, "--set", "alpha=90 [deg]", *start)["centrifugal_effect"]
        # "0.35 %" has two digits: R*omega^2/g is 0.00345.
        self.assertAlmostEqual(equator["reduction"], 0.0035, delta=1e-4)
        half = analyse(model, "--set", "alpha=45 [deg]", *start)["centrifugal_effect"]
        # "0.1" has one digit: the angle is 0.0991.
        self.assertAlmostEqual(half["deflection"]*180/3.141592653589793, 0.1, delta=5e-3)

    def test_a_moving_foundation_makes_an_euler_force(self):
        out = analyse(SEEDS / "s4_moving_foundation_harmonic_y.mech")
        self.assertTrue(out["rheonomic"])
        self.assertEqual(out["fictitious_forces"]["euler"]["y"], "m*A*omega^2*sin(omega*t)")
        self.assertEqual(out["kinetic_split"]["constant"], "m*A^2*omega^2*cos(omega*t)^2/2")

    def test_mass_matrix_tells_orthogonal_coordinates(self):
        self.assertTrue(analyse(MODELS / "gallery" / "spherical_pendulum.mech")["mass_matrix"]["orthogonal"])
        double = analyse(MODELS / "gallery" / "double_pendulum.mech")["mass_matrix"]
        self.assertFalse(double["orthogonal"])
        self.assertEqual(double["entries"][1][1], "m2*l2^2")

    def test_koenig_splits_the_sleigh_about_its_mass_centre(self):
        split = analyse(SLEIGH)["koenig"]
        self.assertEqual(split["mass"], "m")
        self.assertEqual(split["velocity"]["x"], "x' - b*sin(theta)*theta'")
        self.assertEqual(split["relative"], "(I_C - m*b^2)*theta'^2/2")
        self.assertIsNone(analyse(SEEDS / "s4_two_mass_chain_x.mech")["koenig"], "two masses have no common velocity")

    def test_koenig_is_not_claimed_where_mass_moves_apart(self):
        self.assertIsNone(analyse(SEEDS / "s4_rods_impact.mech")["koenig"], "two rods on one axis")
        self.assertIsNone(analyse(SEEDS / "s2_rolling_coin.mech")["koenig"], "the centre rises and falls")
        self.assertIsNone(analyse(MODELS / "gallery" / "slider_crank.mech")["koenig"], "the crank stays behind")
        self.assertIsNone(analyse("-", text=CART)["koenig"], "the bob rises and falls")
        self.assertIsNone(analyse("-", text=CIRCUIT)["koenig"], "inductances are no masses")
        self.assertEqual(analyse("-", text=BODY)["koenig"]["mass"], "m1 + m2")

    def test_koenig_puts_the_sum_of_masses_in_brackets(self):
        done = run("analyse", "-", "--color", "never", text=BODY)
        self.assertIn("T = (m₁ + m₂)·v_G²/2 + T'", done.stdout)

    def test_mass_matrix_says_what_it_changes_with(self):
        self.assertEqual(analyse("-", text=RELATIVISTIC)["mass_matrix"]["changes_with"], ["speed"])
        self.assertEqual(analyse("-", text=ROCKET)["mass_matrix"]["changes_with"], ["time"])
        self.assertEqual(analyse("-", text=CART)["mass_matrix"]["changes_with"], ["position"])

    def test_only_a_weight_in_a_turning_frame_is_taken_off(self):
        self.assertIsNone(analyse(SEEDS / "c21_turning_hoop.mech")["centrifugal_effect"])
        self.assertIsNone(analyse(SEEDS / "s4_rotating_frame.mech")["centrifugal_effect"], "a spring")

    def test_a_system_without_the_time_may_have_a_motor(self):
        self.assertEqual(analyse(SEEDS / "c21_turning_hoop.mech")["outside_work"], [{"kind": "moving_frame", "name": ""}])
        driven = analyse("-", text=MOTOR)["outside_work"]
        self.assertEqual(driven, [{"kind": "force", "name": "motor"}, {"kind": "input", "name": "u"}])
        self.assertEqual(analyse("-", text=CART)["outside_work"], [])

    def test_the_page_names_what_it_says(self):
        done = run("analyse", SLEIGH, "--color", "never")
        self.assertEqual(done.returncode, 0)
        for words in ("mass matrix", "is cyclic, not conserved", "is the energy E = T + V"):
            self.assertIn(words, done.stdout)


if __name__ == "__main__":
    unittest.main()
