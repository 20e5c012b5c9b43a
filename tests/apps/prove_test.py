"""`prove`: verdicts and exit codes, the words of a page, the JSON, wrong equations."""

import unittest

from program import SEEDS, SLEIGH, InFolder, run, run_json

SPRING = SEEDS / "s4_spring_pendulum.mech"
HOOP = SEEDS / "s1_bead_hoop.mech"
COLLAR = SEEDS / "s3_collar_beam.mech"
COULOMB = SEEDS / "s0_rod_corner_coulomb.mech"

DASHPOTS = """model TwoDashpots
param m = 1.3 [kg], c = 0.4 [N*s/m], cc = 0.7 [N*s/m], k = 30 [N/m]
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = 1/2*k*x^2 + 1/2*k*(y - x)^2
dissipation D = cc*x'^2 + 1/2*c*(y' - x')^2
initial x = 0.1 [m], y = 0.2 [m], x' = 0.3 [m/s], y' = -0.1 [m/s]
"""

ROD = """model HingedRod
param M = 2 [kg], L = 1.2 [m], m = 0.3 [kg], g = 9.81 [m/s^2], k = 40 [N/m], s0 = 0.4 [m]
coord s [m], theta [rad]
kinetic T = 1/6*M*L^2*theta'^2 + 1/2*m*(s'^2 + s^2*theta'^2)
potential V = -M*g*L/2*cos(theta) - m*g*s*cos(theta) + 1/2*k*(s - s0)^2
initial s = 0.5 [m], theta = 0.5, s' = 0.2 [m/s], theta' = 0.7 [rad/s]
"""

CART = """model CartPole
param m1 = 2 [kg], m2 = 0.5 [kg], l = 0.8 [m], g = 9.81 [m/s^2]
coord x [m], phi [rad]
let xp = x + l*sin(phi)
let yp = -l*cos(phi)
kinetic T = 1/2*m1*x'^2 + 1/2*m2*(xp'^2 + yp'^2)
potential V = m2*g*yp
initial x = 0, phi = 0.4, x' = 0.1 [m/s], phi' = 0.3 [rad/s]
"""

TENSION = """model RodPendulum
param m = 1.2 [kg], l = 0.9 [m], g = 9.81 [m/s^2]
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
constraint rod: x^2 + y^2 = l^2
reaction S [N] of rod conjugate -(sqrt(x^2+y^2))'
initial x ~ 0.5 [m], y ~ -0.7 [m], x' = 0.2 [m/s]
"""

CIRCLE_BY_ROOTS = """model Roots
param m = 1, g = 9.81
coord x, y
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
constraint curve: y + y^5 + sin(x)*exp(y) = cos(x)
initial x = 0.3
"""
PARALLELOGRAM = """model Parallelogram
param m = 2 [kg], l = 0.5 [m], b = 0.8 [m], g = 9.81 [m/s^2], J = 0.1 [kg*m^2]
coord x [m], y [m], th [rad]
kinetic T = 1/2*m*(x'^2 + y'^2) + 1/2*J*th'^2
potential V = m*g*y
constraint c1: (x - b/2*cos(th) + b/2)^2 + (y - b/2*sin(th))^2 = l^2
constraint c2: (x + b/2*cos(th) - b/2)^2 + (y + b/2*sin(th))^2 = l^2
constraint c3: x^2 + y^2 = l^2
initial x = 0.3 [m], y ~ -0.4 [m], th = 0, x' = 1 [m/s]
"""
MANY_STOPS = """model Stops
count n = 8
param m = 1 [kg], k = 50 [N/m]
coord x[1..n] [m]
kinetic T = sum(i in 1..n: 1/2*m*x[i]'^2)
for i in 1..n {
  force F[i] on x[i] = -k*max(x[i], 0)
}
initial x[i in 1..n] = 0.1 [m]*i
"""
ROW_OF_ROOTS = "y + y^5 + sin(x)*exp(y) - cos(x)"


class Prove(InFolder):
    def test_a_true_equation_ends_with_0_and_names_its_facts_and_factors(self):
        code, out = run_json("prove", SPRING, "r*theta'' + 2*r'*theta' + g*sin(theta) = 0")
        self.assertEqual(code, 0)
        self.assertEqual(out["schema"], "dalembert.prove/1")
        self.assertEqual(out["verdict"], "proved")
        self.assertEqual(out["used"], [{"level": "equation", "name": "theta"}])
        self.assertEqual(out["combination"], {"EL.theta": "1/(m*r)"})
        self.assertEqual(out["certainty"]["method"], "modular")
        self.assertIsNone(out["counterexample"])

    def test_a_false_equation_ends_with_3_and_comes_back_corrected(self):
        code, out = run_json("prove", SPRING, "r*theta'' + 2*r*theta' + g*sin(theta) = 0")
        self.assertEqual(code, 3)
        self.assertEqual(out["verdict"], "false")
        self.assertEqual(out["diagnosis"]["kind"], "variable")
        self.assertEqual(out["diagnosis"]["mended"], "r*theta'' + 2*r'*theta' + g*sin(theta) = 0")
        self.assertEqual(run("prove", SPRING, out["diagnosis"]["mended"]).returncode, 0)

    def test_a_term_on_the_right_is_reported_with_the_sign_that_it_has_there(self):
        wrong = "m*r^2*theta'' = m*g*r*sin(theta) - 2*m*r*r'*theta'"
        diagnosis = run_json("prove", SPRING, wrong)[1]["diagnosis"]
        self.assertEqual((diagnosis["kind"], diagnosis["side"]), ("sign", "right"))
        self.assertEqual((diagnosis["was"], diagnosis["should_be"]), ("m*g*r*sin(theta)", "-m*g*r*sin(theta)"))
        self.assertEqual(diagnosis["found"], "-m*g*r*sin(theta)")  # in left - right
        page = run("prove", SPRING, wrong).stdout
        self.assertIn("m·g·r·sin θ on the right side should be −m·g·r·sin θ", page)
        missing = run_json("prove", SPRING, "m*r^2*theta'' = -m*g*r*sin(theta)")[1]["diagnosis"]
        self.assertEqual((missing["side"], missing["should_be"]), ("right", "-2*m*r*r'*theta'"))

    def test_a_correction_comes_before_a_condition(self):
        for claim in ("m*r'' + m*r*theta'^2 - m*g*cos(theta) + k*(r - a) = 0",
                      "m*r'' - m*r*theta'^2 - m*g*cos(theta) + k*(r + a) = 0"):
            out = run_json("prove", SPRING, claim)[1]
            self.assertEqual((out["verdict"], out["diagnosis"]["kind"]), ("false", "sign"), claim)

    def test_an_equation_linearised_in_all_small_quantities_is_recognised(self):
        double = SEEDS.parent / "gallery" / "double_pendulum.mech"
        cart = self.write("cart.mech", CART)
        for model, claim in ((double, "l2*theta2'' + l1*theta1'' + g*theta2 = 0"),
                             (double, "(m1 + m2)*l1*theta1'' + m2*l2*theta2'' + (m1 + m2)*g*theta1 = 0"),
                             (cart, "(m1 + m2)*x'' + m2*l*phi'' = 0"), (cart, "l*phi'' + x'' + g*phi = 0"),
                             (SPRING, "m*r'' + k*(r - a) - m*g = 0")):
            out = run_json("prove", model, claim)[1]
            self.assertEqual(out["verdict"], "special", claim)
            self.assertTrue(out["condition"].startswith("first order in "), out["condition"])
        for model, claim in ((double, "l2*theta2'' + l1*theta1'' - g*theta2 = 0"), (cart, "l*phi'' + x'' + 2*g*phi = 0")):
            self.assertEqual(run_json("prove", model, claim)[1]["verdict"], "false", claim)

    def test_mistakes_of_parameters_numbers_and_signs_are_named(self):
        cases = ((DASHPOTS, "m*x'' + (c + cc)*x' + c*(x' - y') + k*x + k*(x - y) = 0", "variable"),
                 (ROD, "(1/12*M*L^2 + m*s^2)*theta'' + 2*m*s*s'*theta' + (1/2*M*L + m*s)*g*sin(theta) = 0", "factor"),
                 (TENSION, "S = 2*l*lambda.rod", "sign"))
        for text, claim, kind in cases:
            model = self.write("wrong.mech", text)
            diagnosis = run_json("prove", model, claim)[1]["diagnosis"]
            self.assertEqual(diagnosis["kind"], kind, claim)
            self.assertNotEqual(run_json("prove", model, diagnosis["mended"])[1]["verdict"], "false", claim)

    def test_a_number_keeps_the_unit_that_was_written(self):
        model = self.write("spring.mech", "model S\nparam m = 1 [kg], k = 1 [N/m]\ncoord x [m]\nlet w = 2 [1/s]\n"
                                          "kinetic T = 1/2*m*x'^2\npotential V = 1/2*k*x^2\ninitial x = 1 [m]\n")
        for claim in ("x'' = -1 [1/s^2]*x", "x'' + k/m*x = (2 [1/s])^2*x", "k = 1 [N/m]", "E = 0.5 [J]", "x'' = -w^2*x"):
            notes = run_json("prove", model, claim)[1]["remarks"]
            self.assertFalse([note for note in notes if "neither added nor equated" in note], claim)
        notes = run_json("prove", model, "x'' = -1 [1/s]*x")[1]["remarks"]
        self.assertTrue([note for note in notes if "`-1 [1/s]*x` is in m/s" in note], notes)
        diagnosis = run_json("prove", model, "x'' = -1 [1/s^2]*x")[1]["diagnosis"]
        self.assertEqual((diagnosis["mended"], diagnosis["remedy"]), ("x'' = -k*x/m", "a factor k/m is missing"))

    def test_no_correction_repeats_one_side(self):
        model = self.write("plane.mech", "model S\nparam m = 2 [kg]\ncoord x [m], y [m]\nkinetic T = 1/2*m*(x'^2 + y'^2)\n"
                                         "initial x' = 1 [m/s], y' = 2 [m/s]\n")
        for claim in ("m*x'^2 + m*y'^2 = 1", "x'' + y'' = 1", "sqrt(x'^2 + y'^2) = 1"):
            out = run_json("prove", model, claim)[1]
            for found in [out["diagnosis"], *out["others"]]:
                left, _, right = found.get("mended", "a = b").partition(" = ")
                self.assertNotEqual(left, right, claim)

    def test_a_claim_about_parameters_alone_is_not_corrected_by_the_motion(self):
        out = run_json("prove", self.write("mass.mech", "model S\nparam m = 1, k = 2\ncoord x\nkinetic T = 1/2*m*x'^2\n"
                                           "potential V = 1/2*k*x^2\ninitial x = 1\n"), "k = 2*m")[1]
        self.assertEqual(out["diagnosis"]["kind"], "none")
        self.assertEqual((out["verdict"], out["condition"]), ("special", "m = 1, k = 2"))

    def test_a_mistake_below_roots_and_powers_is_named(self):
        bodies = SEEDS.parent.parent / "tests" / "truth" / "literature" / "three_body_plane.mech"
        true = ("x1'' + G*(m2*(x1 - x2)/sqrt((x1 - x2)^2 + (y1 - y2)^2)^3"
                " + m3*(x1 - x3)/sqrt((x1 - x3)^2 + (y1 - y3)^2)^3) = 0")
        for right, wrong, kind in (("(y1 - y3)^2", "(y1 - y3')^2", "variable"), ("(x1 - x3)^2", "(3*x1 - x3)^2", "factor"),
                                   ("(y1 - y3)^2", "(y1 + y3)^2", "sign"), ("(x1 - x3)^2", "(-x3)^2", "missing"),
                                   ("(y1 - y2)^2)^3", "(y1 - y2)^2)^2", "factor"), ("(x1 - x3)^2", "(x1 - x3)", "factor")):
            out = run_json("prove", bodies, true.replace(right, wrong))[1]
            self.assertEqual(out["diagnosis"]["kind"], kind, wrong)
            self.assertEqual(run("prove", bodies, out["diagnosis"]["mended"]).returncode, 0, wrong)

    def test_a_whole_bracket_that_a_term_lacks_is_named(self):
        saddle = SEEDS.parent.parent / "tests" / "truth" / "literature" / "rotating_saddle.mech"
        diagnosis = run_json("prove", saddle, "x'' - W + p*x = 0")[1]["diagnosis"]
        self.assertEqual((diagnosis["kind"], diagnosis["was"]), ("factor", "-W"))
        self.assertEqual(run("prove", saddle, diagnosis["mended"]).returncode, 0)

    def test_what_was_added_is_taken_out_before_something_is_made_up(self):
        model = self.write("ball.mech", "model B\nparam m = 1.3, k = 2\ncoord y\nkinetic T = 1/2*m*y'^2\n"
                                        "potential V = 1/2*k*y^2\ninitial y = 1, y' = 0.4\n")
        diagnosis = run_json("prove", model, "(m + k)*y'' = -k*y")[1]["diagnosis"]
        self.assertEqual((diagnosis["kind"], diagnosis["mended"]), ("extra", "(m)*y'' = -k*y"))

    def test_no_correction_brings_a_side_in_again(self):
        coin = SEEDS / "s2_rolling_coin.mech"
        self.assertEqual(run_json("prove", coin, "y' = r*phi'*cos(psi)")[1]["diagnosis"]["mended"], "y' = r*theta'*sin(psi)")

    def test_no_correction_cancels_what_the_claim_is_about(self):
        plane = SEEDS / "s4_tangent_plane_fixed.mech"
        for claim in ("x'' = 0", "t = 0", "t = x", "|x| = -x"):
            for diagnosis in [run_json("prove", plane, claim)[1]["diagnosis"]]:
                if diagnosis["kind"] == "none":
                    continue
                left, right = diagnosis["mended"].split(" = ")
                self.assertNotIn(left, right, claim)

    def test_a_counterexample_differs_on_its_two_sides(self):
        out = run_json("prove", SPRING, "m*r^2*theta'' + m*g*r*sin(theta) = 0")[1]
        example = out["counterexample"]
        self.assertGreater(abs(example["lhs"] - example["rhs"]), 1e-3)  # far above rounding of numbers of size 1
        self.assertEqual(set(example["state"]), {"r", "r'", "theta", "theta'"})

    def test_the_page_says_what_the_json_says(self):
        page = run("prove", HOOP, "m*r^2*theta'' + m*g*r*sin(theta) = 0").stdout
        self.assertIn("true on the constraints", page)
        self.assertIn("`hoop`, differentiated", page)
        self.assertIn("the theta-equation", page)

    def test_a_constant_is_judged_with_its_rate(self):
        code, out = run_json("prove", SPRING, "p.theta = const")
        self.assertEqual((code, out["verdict"], out["condition"], out["rate"]),
                         (3, "special", "g = 0", "-m*g*r*sin(theta)"))

    def test_a_multiplier_can_be_constant(self):
        code, out = run_json("prove", SEEDS / "s4_wheel_incline.mech", "lambda.plane = const")
        self.assertEqual((code, out["verdict"]), (0, "on_constraints"))

    def test_small_angles_are_special(self):
        out = run_json("prove", HOOP, "a*theta'' + g*theta = 0")[1]
        self.assertEqual((out["verdict"], out["condition"]), ("special", "first order in theta"))

    def test_only_the_sign_of_the_multipliers_is_a_convention(self):
        out = run_json("prove", HOOP, "lambda.hoop = m*(g*cos(theta) + a*theta'^2)")[1]
        self.assertTrue(out["convention"])
        self.assertFalse(run_json("prove", HOOP, "lambda.hoop = m*(g*cos(theta) - a*theta'^2)")[1]["convention"])

    def test_friction_is_taken_as_it_acts_at_the_start(self):
        code, out = run_json("prove", COULOMB, "F_Q = -mu*|N_Q|*sign(x'*cos(theta))")
        self.assertEqual((code, out["verdict"]), (0, "proved"))

    def test_let_defines_a_name_for_the_question(self):
        done = run("prove", COLLAR, "--let", "alpha = theta - phi", "alpha' = 0")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_an_unknown_name_is_an_error_with_the_nearest_one(self):
        done = run("prove", SLEIGH, "tetha'' = 0")
        self.assertEqual(done.returncode, 1)
        self.assertIn("E0201", done.stderr)
        self.assertIn("did you mean `theta`?", done.stderr)
        self.assertIn("<equation>:1:1", done.stderr)

    def test_division_by_what_vanishes_on_every_motion_is_an_error(self):
        done = run("prove", HOOP, "lambda.hoop/(r - a) = 0")
        self.assertEqual(done.returncode, 1)
        self.assertIn("E1002", done.stderr)

    def test_what_belongs_to_a_run_is_an_error(self):
        done = run("prove", SLEIGH, "drift(T) = 0")
        self.assertEqual(done.returncode, 1)
        self.assertIn("E1001", done.stderr)

    def test_fourth_derivatives_are_an_error(self):
        done = run("prove", SLEIGH, "x'''' = 0")
        self.assertEqual(done.returncode, 1)
        self.assertIn("E1003", done.stderr)

    def test_claims_about_the_impact_at_the_start_may_name_its_impulses(self):
        rods = SEEDS / "s4_rods_impact.mech"
        true = ("impulse(B) = -1/14*m*V*(1 + e)", "stop = 2/7*m*V*(1 + e)", "impulse(B) + stop/4 = 0",
                "m*(x1' - V) = impulse(B) - stop", "m*(x2' - V) = -impulse(B)")
        for claim in true:
            code, out = run_json("prove", rods, claim)
            self.assertEqual((code, out["verdict"]), (0, "consequence"), claim)
        for claim in ("impulse(B) = 1/14*m*V*(1 + e)", "impulse(B) = stop", "m*(x1' - V) = impulse(B) + stop"):
            code, out = run_json("prove", rods, claim)
            self.assertEqual((code, out["verdict"]), (3, "false"), claim)
        self.assertIn("not searched for", run("prove", rods, "impulse(B) = stop").stdout)
        self.assertEqual(run("prove", SEEDS / "s4_wheel_incline.mech", "impulse(N) = 0").returncode, 1)

    def test_text_that_is_no_relation_is_an_error(self):
        self.assertEqual(run("prove", SLEIGH, "x + y").returncode, 1)
        self.assertEqual(run("prove", SLEIGH, "x = y z").returncode, 1)

    def test_what_exact_arithmetic_cannot_reach_is_seen_at_real_states_and_not_called_proved(self):
        model = self.write("roots.mech", CIRCLE_BY_ROOTS)
        code, out = run_json("prove", model, f"m*x'' = lambda.curve*(cos(x)*exp(y) + sin(x)) + x'^2*({ROW_OF_ROOTS})")
        self.assertEqual((code, out["verdict"], out["certainty"]["method"]), (3, "undecided", "points"))
        self.assertEqual(out["certainty"]["states"], 40)
        self.assertLess(out["certainty"]["error"], 1e-45)  # sixty digits, with room for roots that cancel
        code, out = run_json("prove", model, "T - V = const")
        self.assertEqual((code, out["verdict"]), (3, "false"))
        self.assertIsNotNone(out["counterexample"])

    def test_what_follows_from_a_part_of_the_facts_needs_no_solved_positions(self):
        roots = self.write("roots.mech", CIRCLE_BY_ROOTS)
        parallelogram = self.write("parallelogram.mech", PARALLELOGRAM)
        stops = self.write("stops.mech", MANY_STOPS)
        chain = SEEDS.parent / "gallery" / "chain.mech"
        true = (
            (roots, "T + V = const", "consequence"),
            (roots, "y' + 5*y^4*y' + sin(x)*exp(y)*y' + cos(x)*exp(y)*x' + sin(x)*x' = 0", "on_constraints"),
            (roots, "lambda.curve*(1 + 5*y^4 + sin(x)*exp(y)) = m*y'' + m*g", "proved"),
            (roots, "2*y + 2*y^5 + 2*sin(x)*exp(y) = 2*cos(x)", "proved"),
            (parallelogram, "x*x' + y*y' = 0", "on_constraints"),
            (parallelogram, "x^2 + y^2 = l^2", "proved"),
            (parallelogram, "T + V = const", None),
            (stops, "m*x[2]'' + k*max(x[2], 0) = 0", "proved"),
            (stops, "m*(x[2]'' + x[5]'') = -k*(max(x[2], 0) + max(x[5], 0))", "consequence"),
            (chain, "x[1]' = -y[1]*y[1]'/x[1]", "on_constraints"),
        )
        for model, claim, verdict in true:
            code, out = run_json("prove", model, claim)
            self.assertEqual(code, 0, claim)
            if verdict:
                self.assertEqual(out["verdict"], verdict, claim)
        false = (
            (roots, "T - V = const"),
            (roots, "lambda.curve*(1 + 5*y^4 + sin(x)*exp(y)) = m*y'' - m*g"),
            (parallelogram, "x*x' - y*y' = 0"),
            (parallelogram, "x^2 + y^2 = b^2"),
            (stops, "m*x[2]'' + k*max(x[3], 0) = 0"),
            (chain, "x[1]' = y[1]*y[1]'/x[1]"),
        )
        for model, claim in false:
            self.assertEqual(run_json("prove", model, claim)[0], 3, claim)

    def test_a_coordinate_with_a_positive_range_is_positive(self):
        radius = "model Radius\nparam m = 1 [kg]\ncoord r [m]{}, f [rad]\nkinetic T = 1/2*m*(r'^2 + r^2*f'^2)\ninitial r = 1 [m]\n"
        claim = "sqrt(r^2*cos(f)^2 + r^2*sin(f)^2) = r"
        for declared, verdict in ((" in 0.01..100", "proved"), (" in -1..100", "special"), ("", "special")):
            model = self.write("radius.mech", radius.format(declared))
            self.assertEqual(run_json("prove", model, claim)[1]["verdict"], verdict, declared)

    def test_a_correction_says_something_of_the_motion(self):
        # (x1² + y1² − L²)·(…) is 0 whatever the rates are
        _, out = run_json("prove", SEEDS.parent / "gallery" / "chain.mech", "y[3]' = 2*x[1]'")
        self.assertEqual((out["verdict"], out["diagnosis"]["kind"]), ("false", "none"))

    def test_round_off_is_no_counterexample(self):
        model = self.write("roots.mech", CIRCLE_BY_ROOTS)
        for claim in (f"m*(x'*x'' + y'*y'' + g*y') = {ROW_OF_ROOTS}",
                      f"(x'*x'' + y'*y'' + g*y')*lambda.curve = x'*({ROW_OF_ROOTS})"):
            code, out = run_json("prove", model, claim)
            self.assertEqual((code, out["verdict"], out["counterexample"]), (3, "undecided", None), claim)
        self.assertEqual(run_json("prove", model, "m*(x'*x'' + y'*y'' - g*y') = 0")[1]["verdict"], "false")

    def test_what_differs_in_the_fourteenth_digit_is_found_out(self):
        model = self.write("roots.mech", CIRCLE_BY_ROOTS)
        code, out = run_json("prove", model, "x'*x'' + y'*y'' + (g + 1/10000000000000)*y' = 0")
        self.assertEqual((code, out["verdict"]), (3, "false"))
        self.assertIn("the state shown", run("prove", model, "x'*x'' + y'*y'' + 2*g*y' = 0").stdout)

    def test_terms_of_different_dimensions_are_named_with_their_units(self):
        code, out = run_json("prove", SLEIGH, "m*theta'' + x' = 0")
        self.assertEqual(code, 3)
        self.assertEqual(out["remarks"], ["`m*theta''` is in N/m, `x'` is in m/s: they can be neither added nor equated"])
        self.assertIn("`x` is in m, where a dimensionless number", run("prove", SLEIGH, "sin(x) = 0").stdout)
        self.assertIn("3` is a number", run_json("prove", SLEIGH, "m*x'' + 3 = 0")[1]["remarks"][0])
        self.assertEqual(run_json("prove", SLEIGH, "m*x'' = 0")[1]["remarks"], [])

    def test_one_correction_is_reported_once(self):
        for model, claim in (("s4_principal_coordinates", "m1*x1'' + (k1 - k2)*x1 - k2*x2 = 0"),
                             ("s0_sphere_turntable", "x'' = -2/5*Omega*y'")):
            self.assertEqual(run_json("prove", SEEDS / (model + ".mech"), claim)[1]["others"], [], claim)

    def test_rows_that_are_quadratic_in_the_rates_are_judged_exactly(self):
        model = SEEDS.parent / "gallery" / "appell_hamel.mech"
        out = run_json("prove", model, "z'' = -g*k^2/(1 + k^2)")[1]
        self.assertEqual((out["verdict"], out["certainty"]["method"]), ("consequence", "modular"))
        self.assertEqual(run_json("prove", model, "z'' = -g*k^2/(1 - k^2)")[1]["verdict"], "false")

    def test_an_inequality_is_proved_by_squares_only(self):
        model = self.write("squares.mech", "model S\nparam m = 1\nassume m > 0\ncoord x\nkinetic T = 1/2*m*x'^2\n"
                                           "potential V = m*x\ninitial x = 1\n")
        self.assertEqual(run_json("prove", model, "T >= 0")[1]["verdict"], "proved")
        self.assertEqual(run_json("prove", model, "V >= 0")[1]["verdict"], "false")
        self.assertEqual(run_json("prove", model, "T + 1 >= sin(x)")[1]["verdict"], "undecided")


if __name__ == "__main__":
    unittest.main()
