"""Equilibria, steady motions in symbols and state-space matrices, against known answers."""

import math
import unittest

from program import PENDULUM, SEEDS, SLEIGH, run, run_json
from steady_states import CART_POLE, eigenvalues, of_kind, steady

MODELS = SEEDS.parent


class SymbolicMotions(unittest.TestCase):
    def motions(self, model):
        code, out = run_json("analyse", model)
        self.assertEqual(code, 0)
        return out["symbolic_steady_motions"]

    def test_straight_rolling_of_the_coin_is_stable_above_a_third_of_g_over_r(self):
        """theta'^2 > g/(3 r) (beyond.md 19), found without numbers."""
        motions = self.motions(SEEDS / "s2_rolling_coin.mech")["motions"]
        straight, = [m for m in motions if m["positions"] == {"phi": "0"} and m["speeds"]["theta'"] == "any"]
        self.assertEqual(straight["speeds"]["psi'"], "0")
        self.assertEqual(straight["stable_when"], "theta'^2 > g/(3*r)")
        self.assertEqual(straight["zeros"], 2)

    def test_the_sleigh_returns_at_the_rate_m_b_u_over_i(self):
        straight, = self.motions(SLEIGH)["motions"]
        self.assertEqual(straight["zeros"], 2)
        self.assertEqual(straight["characteristic"], ["m*b*x'/(I_C*cos(theta))", "1"])

    def test_the_spherical_pendulum_circles_at_any_angle(self):
        path = MODELS / "gallery" / "spherical_pendulum.mech"
        circles = [m for m in self.motions(path)["motions"] if m["positions"]["theta"] == "any"]
        self.assertEqual(circles[0]["speeds"]["phi'"], "sqrt(g/(l*cos(theta)))")

    def test_a_search_that_was_not_made_is_said(self):
        for count, words in ((6, "12 positions and speeds exceed the limit of 10"), (9, "9 coordinates exceed the limit of 8")):
            code, out = run_json("analyse", MODELS / "gallery" / "n_pendulum.mech", "--set", f"n={count}")
            self.assertEqual((code, out["symbolic_steady_motions"]["motions"]), (0, []))
            self.assertIn(words, out["symbolic_steady_motions"]["note"])
        self.assertEqual(self.motions(SEEDS / "s2_rolling_coin.mech")["note"], "there may be further solutions")
        self.assertEqual(self.motions(MODELS / "gallery" / "double_pendulum.mech")["note"], "")

    def test_the_conditions_are_the_balance_of_the_reduced_equations(self):
        conditions = self.motions(SEEDS / "s4_two_mass_chain_x.mech")["conditions"]
        self.assertEqual(len(conditions), 2)


class Equilibria(unittest.TestCase):
    def test_a_pendulum_in_x_and_y_hangs(self):
        states = of_kind(steady("-", text=PENDULUM), "equilibrium")
        hanging, = [s for s in states if s["state"]["y"] < 0]
        self.assertAlmostEqual(hanging["state"]["y"], -1, places=12)  # Newton's method ends at rounding of 1
        # Two unknowns in sixty digits at a place that is rounded to 1e-16.
        self.assertAlmostEqual(max(s.imag for s in eigenvalues(hanging)), math.sqrt(9.81), places=9)
        self.assertAlmostEqual(hanging["reactions"]["F"], 9.81, places=9)

    def test_both_coordinates_of_the_chain_have_one_spectrum(self):
        x, = steady(SEEDS / "s4_two_mass_chain_x.mech")
        y, = steady(SEEDS / "s4_two_mass_chain_y.mech")
        for a, b in zip(eigenvalues(x), eigenvalues(y)):
            self.assertAlmostEqual(a, b, places=9)  # both spectra in sixty digits, of parameters that are rounded

    def test_caughey_tells_proportional_damping(self):
        """The dashpots of E10 are not proportional to its springs; c = beta k is (beyond.md 25)."""
        path = SEEDS / "s4_two_mass_chain_x.mech"
        given, = steady(path)
        self.assertFalse(given["small_oscillations"]["classical_damping"])
        springs = {p["name"]: p["value"] for p in run_json("check", path)[1]["parameters"]}
        beta = 0.02
        proportional, = steady(path, "--set", f"c1={beta*springs['k1']}", "--set", f"c2={beta*springs['k2']}")
        small = proportional["small_oscillations"]
        self.assertTrue(small["classical_damping"])
        for square, ratio in zip(small["omega_squared"], small["damping_ratios"]):
            # One quotient of numbers that are rounded.
            self.assertAlmostEqual(ratio, beta*math.sqrt(square)/2, places=9)

    def test_a_shift_of_a_damped_chain_is_no_mode(self):
        """It had the mode 1.5e-8 1/s with the damping ratio 1e-24, and the odd mode one of 5.5e-33."""
        text = """param m = 1 [kg], M = 2 [kg], k = 5 [N/m], c = 0.4 [N*s/m]
coord x1 [m], x2 [m], x3 [m]
kinetic T = 1/2*m*(x1'^2 + x3'^2) + 1/2*M*x2'^2
potential V = 1/2*k*((x2 - x1)^2 + (x3 - x2)^2)
dissipation D = 1/2*c*(x1' - 2*x2' + x3')^2
initial x1 = 0.1 [m]
"""
        small = steady("-", text=text)[0]["small_oscillations"]
        self.assertEqual(small["omega_squared"][0], 0)
        for found, known in zip(small["omega_squared"][1:], (5, 10), strict=True):
            self.assertAlmostEqual(found, known, places=12)
        self.assertEqual(small["damping_ratios"][:2], [None, 0])  # a shift does not oscillate: it has no ratio
        self.assertAlmostEqual(small["damping_ratios"][2], 1.6/2/math.sqrt(10), places=12)

    def test_principal_coordinates_are_orthonormal_in_the_mass(self):
        small = steady(MODELS / "gallery" / "double_pendulum.mech")[0]["small_oscillations"]
        mass, shapes = small["mass"], small["shapes"]
        for a in range(2):
            for b in range(2):
                product = sum(shapes[i][a]*mass[i][j]*shapes[j][b] for i in range(2) for j in range(2))
                self.assertAlmostEqual(product, float(a == b), places=12)  # sums of four products of printed numbers

    def test_a_chain_of_links_is_found_hanging(self):
        states = steady(MODELS / "gallery" / "chain.mech")
        # Newton's method ends at rounding; no other state is near.
        self.assertTrue(any(not s["unstable"] and abs(s["state"]["y[10]"] + 10) < 1e-9 for s in states))

    def test_the_member_of_a_family_is_not_far_from_the_start(self):
        """Newton's method goes to y = 13106 along the family x = 0."""
        text = """model Rows
param m0 = 0.911, m1 = 1.486, m2 = 1.696, m3 = 1.777, k = -2.089
coord x, y, z, u
kinetic T = 1/2*m0*x'^2 + 1/2*m1*y'^2 + 1/2*m2*z'^2 + 1/2*m3*u'^2
potential V = 1/2*k*x^2
constraint c1: z' = y*x'
constraint c2: y' = x^2*x'
initial x = 0.78, x' ~ 0.508, y = 0.507, y' ~ 0.911, z = -0.494, z' ~ 0.971, u = 0.389, u' ~ 0.464
"""
        state, = steady("-", text=text)
        self.assertEqual((state["state"]["x"], state["state"]["y"], state["family"]), (0, 0.507, 3))
        # A root of numbers that are rounded.
        self.assertAlmostEqual(max(s.real for s in eigenvalues(state)), math.sqrt(2.089/(0.911 + 1.696*0.507**2)), places=9)

    def test_a_driven_system_has_no_steady_state(self):
        code, out = run_json("analyse", SEEDS / "s1_rheonomic_bead.mech")
        self.assertEqual((code, out["steady_states"]), (0, []))
        self.assertIn("time", out["steady_note"])


class StateSpace(unittest.TestCase):
    def test_of_the_cart_and_pole(self):
        hanging = [s for s in steady("-", text=CART_POLE) if not s["unstable"]][0]
        linear = hanging["state_space"]
        self.assertEqual(linear["states"], ["x", "theta", "x'", "theta'"])
        self.assertEqual(linear["inputs"], ["F"])
        m, cart, length, g = 0.2, 1.0, 0.5, 9.81
        a, b = linear["A"], linear["B"]
        # One quotient each, of numbers that are rounded.
        self.assertAlmostEqual(a[2][1], m*g/cart, places=9)
        self.assertAlmostEqual(a[3][1], -(m + cart)*g/(cart*length), places=9)
        # Likewise.
        self.assertAlmostEqual(b[2][0], 1/cart, places=12)
        self.assertAlmostEqual(b[3][0], -1/(cart*length), places=12)
        self.assertEqual(hanging["zeros"], 2)
        self.assertEqual(hanging["zeros_along"], ["x"])

    def test_reactions_answer_inputs_at_once(self):
        text = PENDULUM.replace("coord x", "input P [N] = 0\ncoord x").replace(
            "constraint rod", "force pull on y = P\nconstraint rod")
        hanging = [s for s in steady("-", text=text) if s["state"]["y"] < 0][0]
        linear = hanging["state_space"]
        # Rounding of a quotient of 1 by 1.
        self.assertAlmostEqual(linear["D"][linear["outputs"].index("F")][0], -1, places=12)

    def test_the_page_shows_frequencies_and_zeros(self):
        done = run("analyse", "-", "--color", "never", text=CART_POLE)
        self.assertEqual(done.returncode, 0)
        for words in ("equilibrium", "eigenvalues", "2 times; free: x", "modes", "unstable"):
            self.assertIn(words, done.stdout)


if __name__ == "__main__":
    unittest.main()
