"""Lines that once read carelessly: zeros with a sign, rounding shown as a value, names left unset, plurals, repeated sentences."""

import pathlib
import re
import unittest

from program import run

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
GALLERY = ROOT / "models" / "gallery"
MODELS = pathlib.Path(__file__).parent / "models"


def page(*arguments, text=None):
    return " ".join(run(*arguments, text=text).stdout.split())


class Numbers(unittest.TestCase):
    def test_a_zero_has_no_sign(self):
        for command, model in (("eval", "chain"), ("eval", "kepler"), ("run", "bead_leaves_hoop")):
            self.assertNotRegex(page(command, GALLERY / f"{model}.mech"), "−0 ", model)

    def test_rounding_is_zero(self):
        self.assertIn("b = 0 rad,", page("run", MODELS / "exact_zero_check.mech"))
        self.assertIn("th = 0 rad,", page("run", MODELS / "flat_landing.mech"))
        out = page("eval", MODELS / "three_rods.mech", "--state", MODELS / "three_rods_state.json")
        self.assertIn("λ_plank 0 N/m", out)

    def test_a_small_value_alone_stays(self):
        out = page("run", "-", text="coord x [m]\nkinetic T = 1 [kg]*x'^2\ninitial x = 1e-20 [m]\nsimulate 0..1 [s]\n")
        self.assertIn("x = 1·10⁻²⁰ m", out)

    def test_a_check_without_a_defect_says_so(self):
        out = page("run", MODELS / "exact_zero_check.mech")
        self.assertIn("✓ b = 0 holds to rounding", out)
        self.assertNotIn("holds to 0", out)

    def test_a_model_without_units_has_no_seconds(self):
        out = page("analyse", MODELS / "resonance.mech")
        self.assertIn("eigenvalues ±i, ±i to first order", out)
        self.assertNotIn("s⁻¹", out)
        self.assertIn("ω = 1 s⁻¹", page("analyse", MODELS / "degenerate_damping.mech"))

    def test_a_probability_is_set_as_a_number(self):
        out = page("prove", MODELS / "hoop_relative_equilibrium.mech", "sin(th) = 0")
        self.assertRegex(out, r"probability of error \d·10⁻")


class Zeros(unittest.TestCase):
    def test_two_counts_of_zeros_say_what_they_count(self):
        # r, θ and the rates of all three at any φ; in numbers φ as well
        out = page("analyse", MODELS / "monopole.mech")
        self.assertIn("s, without φ: 0 (3 times), and", out)
        self.assertIn("eigenvalues 0 (4 times; free: r, θ, φ)", out)

    def test_a_motion_that_runs_is_counted_alike(self):
        out = page("analyse", MODELS / "hoop_relative_equilibrium.mech")
        self.assertNotIn("without", out)


class Names(unittest.TestCase):
    def test_momenta_are_named_like_their_coordinates(self):
        out = page("analyse", GALLERY / "two_wheeled_robot.mech")
        self.assertIn("p_φ_L = Jw·φ̇_L", out)
        self.assertNotIn("p_phi", out)

    def test_states_that_were_not_examined_are_one_sentence_with_units(self):
        out = page("analyse", GALLERY / "spherical_pendulum.mech")
        self.assertIn("at θ = 0 rad, φ = 0 rad; at θ = 3.142 rad, φ = 0 rad: the mass matrix is singular", out)
        self.assertEqual(out.count("the mass matrix is singular"), 1)
        self.assertIn("those with −θ for θ;", out)

    def test_a_condition_of_an_instant_is_set(self):
        self.assertIn("its rate vanishes at φ̇ = 0, for that instant only",
                      page("prove", MODELS / "dead_centre.mech", "T = const"))

    def test_a_divisor_with_a_unit_stands_in_brackets(self):
        self.assertIn("= −g·sin(th)/(2 [m]) mistake", page("prove", MODELS / "numbers.mech", "th'' = -g*sin(th)/(2 [m])"))


class Sentences(unittest.TestCase):
    def test_passages_of_one_reason_are_one_sentence(self):
        out = page("run", MODELS / "exact_zero_check.mech")
        self.assertIn("passed 44 singular positions at t = 0.226725, 0.680175,", out)
        self.assertEqual(out.count("the row of constraint X vanishes there"), 1)

    def test_a_family(self):
        self.assertIn("(one of a one-parameter family)", page("analyse", GALLERY / "spherical_pendulum.mech"))
        self.assertIn("(one of a family with 4 parameters)", page("analyse", GALLERY / "rolling_disc.mech"))

    def test_a_force_that_adds_to_the_weight_increases_it(self):
        self.assertIn("increases the effective weight by 1.49·10⁻⁶ %", page("analyse", GALLERY / "foucault.mech"))

    def test_a_coordinate_that_is_in_no_energy_has_no_momentum(self):
        self.assertNotIn("p_θ = 0", page("analyse", GALLERY / "huygens_cycloid.mech"))

    def test_a_momentum_without_a_cyclic_coordinate(self):
        out = page("analyse", GALLERY / "stick_slip_belt.mech")
        self.assertIn("y is not cyclic, but its momentum is conserved: p_y = m·ẏ", out)
        self.assertEqual(len(re.findall("steady states", out)), 1)

    def test_an_equation_does_not_begin_with_a_minus(self):
        self.assertIn("steady where F = 0", page("analyse", MODELS / "rel_force.mech"))
        self.assertIn("integral x/y = const", page("analyse", MODELS / "ray_spring.mech"))

    def test_equal_factors_are_a_power(self):
        self.assertIn("s: (s² + k/m)² = 0", page("analyse", MODELS / "resonance.mech"))

    def test_a_name_whose_rate_holds_more_than_the_equation(self):
        # (a) holds z', a', b' by the damper; written with zz' it needs th'
        model = """model Leg
param m = 1 [kg], k = 200 [N/m], px = 0.3 [m], py = 0.2 [m], c = 4 [N*s/m], J = 1 [kg*m^2]
coord z [m], th [rad], a [rad], b [rad]
let rx = px*cos(th) - py*sin(th); let ry = px*sin(th) + py*cos(th)
let zz = z + a*ry - b*rx
kinetic T = 1/2*m*z'^2 + 1/2*J*(th'^2 + a'^2 + b'^2)
potential V = 1/2*k*zz^2
dissipation D = 1/2*c*(z' + a'*ry - b'*rx)^2
"""
        done = run("derive", "-", text=model)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("(a)", done.stdout)


class LongNumbers(unittest.TestCase):
    def test_long_numbers_are_printed_with_a_power_of_ten(self):
        model = """model Stiff
param m = 1 [kg]
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = 1/2*1e200 [N/m]*x^2 + 1e-200 [N/m]*y^2 + 1/3*1e30 [N/m]*x*y
"""
        for style, wanted in (("text", "m·ẍ + 1e200·x + 1e30/3·y = 0"), ("text", "2e-200·y"), ("latex", "10^{200} x"),
                              ("mathml", "<msup><mn>10</mn><mn>200</mn></msup>")):
            printed = run("derive", "-", "--format", style, text=model).stdout
            self.assertIn(wanted, printed)
            self.assertNotIn("0" * 25, printed)

    def test_the_root_of_a_square_is_an_absolute_value(self):
        model = "param m = 1, W = -3\ncoord x\nkinetic T = 1/2*m*(x'^2 + W*sqrt(W^2)*x^2 + (x^2)^(3/2))\n"
        self.assertEqual(run("prove", "-", "x'' = W*x*abs(W) + 3/2*x*abs(x)", text=model).returncode, 0)
        self.assertEqual(run("prove", "-", "x'' = W*x*abs(W) + 3/2*x^2", text=model).returncode, 3)
        printed = run("derive", "-", text=model).stdout
        self.assertIn("W·abs(W)", printed)
        self.assertNotIn("√", printed)

    def test_the_energy_of_a_charge_in_a_magnetic_field_holds_no_rates_of_v(self):
        """V = -q B (x y' - y x')/2 does no work: E = T, and E = T + V is false."""
        charge = """model Charge
param m = 2 [kg], q = 0.5 [C], B = 3 [T], k = 1 [N/m]
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = -1/2*q*B*(x*y' - y*x')
"""
        self.assertIn("is the energy E = T\n", run("analyse", "-", text=charge).stdout)
        spring = charge + "potential U = 1/2*k*x^2\n"
        self.assertIn("is the energy E = T + V, with the part of V without rates\n",
                      " ".join(run("analyse", "-", text=spring).stdout.split("\n               ")))


class Options(unittest.TestCase):
    def test_what_is_misspelt_is_told_with_the_nearest(self):
        model = GALLERY / "kepler.mech"
        for words, wanted in ((("--method", "rk9"), "--method: there is no `rk9`, only auto, rk8,"),
                              (("--method", "rk9"), "; did you mean rk8?"),
                              (("--form", "hamiltn"), "did you mean hamilton?"),
                              (("--sample", "3"), "run has no option --sample; did you mean --samples?"),
                              (("--to",), "--to needs a value"),
                              (("--to", "1", "--to", "2"), "--to is given more than once"),
                              (("extra",), "run takes no further argument: extra")):
            done = run("run", model, *words)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(wanted, done.stderr)


if __name__ == "__main__":
    unittest.main()
