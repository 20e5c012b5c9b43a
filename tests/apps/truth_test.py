"""`prove` and checks at real states: branches of roots, redundant rows, numbers of the model, sides that are not finite."""

import unittest

from program import SEEDS, InFolder, run, run_json

GALLERY = SEEDS.parent / "gallery"
LITERATURE = SEEDS.parent.parent / "tests" / "truth" / "literature"

PENDULUM = """model Pendulum
param m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2]
coord theta [rad]
kinetic T = 1/2*m*l^2*theta'^2
potential V = -m*g*l*cos(theta)
initial theta = -0.3 [rad]
simulate 0..2 [s]
"""

REDUNDANT = """model Redundant
param L = 1 [m], m = 1 [kg], F = 0.7 [N]
coord x [m], y [m], q [rad], r [rad]
kinetic T = 1/2*m*(x'^2 + y'^2)
force push = F on y
constraint a1: x = L*cos(q)
constraint a2: y = L*sin(q)
constraint b1: x = L*cos(r)
constraint b2: y = L*sin(r)
initial x = 1 [m], y = 0 [m], q = 0 [rad], r = 0 [rad]
simulate 0..1 [s]
"""

ROD = """model Rod
param m = 1 [kg], L = 1 [m], g = 9.81 [m/s^2]
coord x [m], y [m]
let r = sqrt(x^2 + y^2)
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
constraint rod: x^2 + y^2 = L^2
initial x = 0.6 [m], y ~ -0.8 [m]
simulate 0..0.5 [s]
"""

FALL = """model Fall
param m = 1 [kg]
coord x [m]
kinetic T = 1/2*m*x'^2
initial x = 0 [m], x' = 1 [m/s]
simulate 0..1 [s]
"""

BELT = """model Belt
param m = 1 [kg], mu = 0.2, R = 1 [m], g = 0 [m/s^2]
coord r [m], th [rad]
kinetic T = 1/2*m*(r'^2 + r^2*th'^2)
constraint ring: r = R
reaction N [N] of ring conjugate r'
friction F [N] of N conjugate r*th' { coefficient = mu }
initial r = 1 [m], th = 0 [rad], th' = 1 [rad/s]
simulate 0..1 [s]
"""


class Branches(InFolder):
    def verdict(self, model, claim):
        out = run_json("prove", self.write("m.mech", model), claim)[1]
        return out["verdict"], out["condition"], out

    def test_a_root_of_a_square_holds_on_one_side_of_its_sign(self):
        for claim, where in (("theta'' = -g/l*sqrt(1 - cos(theta)^2)", "sin(theta) >= 0"),
                             ("theta'' = g/l*sqrt(1 - cos(theta)^2)", "sin(theta) <= 0"),
                             ("sqrt(cos(theta)^2) = -cos(theta)", "cos(theta) <= 0"),
                             ("sqrt(theta^2) = theta", "theta >= 0"),
                             ("abs(theta') = -theta'", "theta' <= 0")):
            verdict, condition, out = self.verdict(PENDULUM, claim)
            self.assertEqual((verdict, condition), ("special", where), claim)
            example = out["counterexample"]
            # Far above rounding.
            self.assertGreater(abs(example["lhs"] - example["rhs"]), 1e-3 * abs(example["lhs"]), claim)

    def test_a_region_may_need_two_signs(self):
        plane = "model P\nparam m = 1\ncoord x, y\nkinetic T = 1/2*m*(x'^2 + y'^2)\ninitial x = 1, y = -2, x' = 1\n"
        for claim, where in (("sqrt(x^2) + sqrt(y^2) = x + y", "x >= 0 and y >= 0"),
                             ("sqrt(x^2) + 2*abs(y) = x - 2*y", "x >= 0 and y <= 0")):
            self.assertEqual(self.verdict(plane, claim)[:2], ("special", where), claim)
        self.assertEqual(self.verdict(plane, "sqrt(x^2) + sqrt(y^2) = x + 2*y")[0], "false")

    def test_identities_between_branches_are_proved(self):
        for claim in ("sqrt(theta^2) = abs(theta)", "abs(theta*theta') = abs(theta)*abs(theta')",
                      "sqrt(1 - cos(theta)^2) = abs(sin(theta))", "theta''^2 = (g/l)^2*(1 - cos(theta)^2)"):
            self.assertIn(self.verdict(PENDULUM, claim)[0], ("proved", "consequence"), claim)

    def test_inverse_functions_are_not_taken_for_true_on_all_angles(self):
        for claim in ("acos(cos(theta)) = theta", "acos(cos(theta)) = abs(theta)", "asin(sin(theta)) = theta",
                      "atan2(sin(theta), cos(theta)) = theta"):
            self.assertEqual(self.verdict(PENDULUM, claim)[0], "false", claim)

    def test_a_root_of_a_constraint_holds_on_its_branch(self):
        verdict, condition, _ = self.verdict(ROD, "y = -sqrt(L^2 - x^2)")
        self.assertEqual((verdict, condition), ("special", "y <= 0"))

    def test_what_has_no_real_value_is_not_decided_and_says_so(self):
        for claim in ("sqrt(-1) = 0", "(-8)^(1/3) = -2", "(-8)^(1/3) = 2"):
            verdict, _, out = self.verdict(PENDULUM, claim)
            self.assertEqual(verdict, "undecided", claim)
            self.assertIn("no value", " ".join(out["remarks"]), claim)


class RealMotion(InFolder):
    def verdict(self, model, claim):
        return run_json("prove", self.write("m.mech", model), claim)[1]

    def test_redundant_rows_prove_nothing_that_the_run_contradicts(self):
        for claim in ("y'' = 0", "E' = 0", "x = 0", "x' = 0", "q' = 0"):
            self.assertEqual(self.verdict(REDUNDANT, claim)["verdict"], "false", claim)
        for claim in ("q' = r'", "x*x' + y*y' = 0", "E' = F*y'", "x^2 + y^2 = L^2"):
            self.assertIn(self.verdict(REDUNDANT, claim)["verdict"], ("proved", "on_constraints", "consequence"), claim)

    def test_the_residual_of_a_row_without_inertia_is_no_round_off(self):
        """Two rows that say s = sin(be) carry nothing: their multipliers are round-off, and so is all of the row of s."""
        text = ("param A = 1, B = 2, C = 1.5\ncoord al, be, ga, s\nkinetic T = 1/2*A*(al'*cos(be)*cos(ga) + be'*sin(ga))^2 "
                "+ 1/2*B*(be'*cos(ga) - al'*cos(be)*sin(ga))^2 + 1/2*C*(ga' + al'*sin(be))^2\nconstraint tie: s = sin(be)\n"
                "constraint tie2: s^2 = 1 - cos(be)^2\ninitial al = 0.1, be = 0.3, ga = 0.2, s ~ 0.29, al' = 1, be' = 0.5\nsimulate 0..1\n")
        code, out = run_json("run", "-", text=text)
        self.assertEqual(code, 0)
        self.assertLess(out["certificate"]["equation_residual"], 1e-12)  # rounding of the inertia terms

    def test_equal_angles_of_two_cranks_are_no_identity(self):
        text = ("param L = 0.8, m = 1.1\ncoord x, y, q, r\nkinetic T = 1/2*m*(x'^2 + y'^2)\nconstraint a1: x = L*cos(q)\n"
                "constraint a2: y = L*sin(q)\nconstraint b1: x = L*cos(r)\nconstraint b2: y = L*sin(r)\n"
                "initial q = 0.3, x ~ 0.76, y ~ 0.24, r ~ 0.3\n")
        for claim, verdict in (("cos(q) = cos(r)", "on_constraints"), ("sin(q)^2 = 1 - cos(q)^2", "proved"), ("q = r", "false")):
            _, out = run_json("prove", "-", claim, text=text)
            self.assertEqual(out["verdict"], verdict, claim)
        _, out = run_json("prove", "-", "sin(q) = sin(r)", text=text)
        self.assertLessEqual({"a2", "b2"}, {fact["name"] for fact in out["used"]})

    def test_a_sign_that_rests_on_its_jump_is_that_of_the_motion(self):
        # Only b = 0 makes leg1 and leg2 agree where sign(beta) is 1 or -1; the motion has beta = 0 and sign(beta) = 0.
        table = ("model M\nparam m = 20 [kg]{b}, W = 150 [N], g = 9.81 [m/s^2], w = 2 [rad/s]\n"
                 "coord z [m], beta [rad]\nkinetic T = 1/2*m*z'^2 + 1/2*m*b^2*beta'^2\npotential V = m*g*z\n"
                 "force load = -W conjugate z' + 1/2*b*sin(w*t)*beta'\n"
                 "constraint leg1: z + b*sign(beta) = 0 [m]\nconstraint leg2: z - b*beta = 0 [m]\n"
                 "initial z = 0 [m], beta = 0 [rad], z' = 0 [m/s], beta' = 0 [rad/s]\nsimulate 0..0.2 [s]\n")
        with_number = table.format(b=", b = 0.4 [m]")
        false = ("b = 0 [m]", "lambda.leg2 - lambda.leg1 = 1/2*W*sin(w*t)", "sign(beta) = 1")
        for claim in false:
            self.assertEqual(self.verdict(with_number, claim)["verdict"], "false", claim)
            self.assertNotIn(self.verdict(table.format(b=", b [m]"), claim)["verdict"], ("proved", "consequence"), claim)
        for claim in ("z = 0 [m]", "beta = 0 [rad]", "sign(beta) = 0"):
            self.assertEqual(self.verdict(with_number, claim)["verdict"], "undecided", claim)
        code, result = run_json("run", self.write("m.mech", with_number + f"check {false[1]}\n"))
        self.assertEqual([check["status"] for check in result["checks"]], ["fails"], code)

    def test_a_conserved_quantity_that_drifts_convicts_the_run_and_not_its_proof(self):
        """The arms of a governor pass a pole of its moment of inertia, where errors of the steps grow without bound."""
        # A step goes over it at this tolerance; at 1e-11 rounding decides whether any does.
        text = ("param m = 1, M = 5, l = 0.3, J = 0.05, g = 9.81\ncoord psi, alpha\nlet I = J + 2*m*l^2/sin(alpha)^2\n"
                "let s = 2*l*cos(alpha)\nkinetic T = m*l^2*alpha'^2 + 1/2*I*psi'^2 + 1/2*M*s'^2\n"
                "potential V = -2*m*g*l*cos(alpha) - M*g*s\ninitial alpha = 0.6, psi' = 15\n"
                "simulate 0..0.2 { method = \"rk8\"; tolerance = 1e-9 }\ncheck I*psi' = const\ncheck T + V = const\n")
        model = self.write("governor.mech", text)
        code, result = run_json("run", model)
        self.assertEqual(code, 3)
        self.assertEqual(result["checks"][0]["status"], "fails")
        self.assertIn("the run is inaccurate", result["checks"][0]["how"])
        self.assertEqual(result["checks"][1]["status"], "proved")
        self.assertEqual(run_json("run", model, "--strict")[0], 4)
        self.assertEqual(self.verdict(text, "I*psi'' + 2*alpha'*psi'*(J - I)*cos(alpha)/sin(alpha) = 0")["verdict"], "proved")

    def test_a_projection_does_not_take_the_speed_away(self):
        """Peaucellier's cell reaches the position where its rhombus is folded, with a speed of 4 m/s: there the rank falls."""
        text = ("param L = 1, s = 0.6, c = 0.3, m = 1, g = 9.81\ncoord xa, ya, xb, yb, xc, yc, xd, yd\n"
                "kinetic T = 1/2*m*(xd'^2 + yd'^2) + 0.05*(xa'^2 + ya'^2 + xb'^2 + yb'^2 + xc'^2 + yc'^2)\npotential V = m*g*yd\n"
                "constraint oa: xa^2 + ya^2 = L^2\nconstraint ob: xb^2 + yb^2 = L^2\n"
                "constraint ac: (xa - xc)^2 + (ya - yc)^2 = s^2\nconstraint bc: (xb - xc)^2 + (yb - yc)^2 = s^2\n"
                "constraint ad: (xa - xd)^2 + (ya - yd)^2 = s^2\nconstraint bd: (xb - xd)^2 + (yb - yd)^2 = s^2\n"
                "constraint circ: (xc - c)^2 + yc^2 = c^2\nconstraint line: 2*c*xd = L^2 - s^2\n"
                "initial xc = 0.55, yc ~ 0.15, xd ~ 1.06, yd ~ 0.3, xa ~ 0.7, ya ~ 0.7, xb ~ 0.9, yb ~ -0.4\nsimulate 0..1\n")
        code, out = run_json("run", "-", text=text)
        # 1000 tolerances (1e-9): near the singular position steps lose digits.
        self.assertLess(out["certificate"]["energy_defect_rel"], 1e-6)
        if code == 0:
            return
        self.assertEqual(out["outcome"], "failed")
        # The time at which it gets there: the run ends within a hundredth of it.
        self.assertAlmostEqual(out["t_end"], 0.6116, delta=1e-2)

    def test_an_acceleration_that_vanishes_is_no_contradiction(self):
        """The linear solve leaves 1e-16 of z'' at every state, always the same."""
        for claim in ("p.z = const", "z'' = 0 [m/s^2]"):
            code, out = run_json("prove", SEEDS / "s4_wheel_incline.mech", claim)
            self.assertEqual((code, out["verdict"]), (0, "on_constraints"), claim)

    def test_inequalities_know_the_constraints(self):
        self.assertEqual(self.verdict(ROD, "r < L")["verdict"], "false")
        self.assertIn(self.verdict(ROD, "r <= L")["verdict"], ("proved", "on_constraints"))
        self.assertEqual(self.verdict(ROD, "T >= 0")["verdict"], "proved")
        self.assertEqual(self.verdict(PENDULUM, "1/2*m*l^2*theta'^2 >= 0")["verdict"], "proved")
        self.assertEqual(self.verdict(PENDULUM, "theta >= 0")["verdict"], "false")

    def test_a_claim_that_needs_the_numbers_of_the_model_names_them(self):
        out = self.verdict(PENDULUM, "theta'' = -g*sin(theta)*l^2")
        self.assertIn("l = 1 [m]", out["condition"] + " ".join(out["holds_if"]))
        self.assertIsNone(out["counterexample"])

    def test_a_claim_about_open_multipliers_is_false_only_where_a_state_refutes_it(self):
        twice = FALL.replace("coord x [m]", "coord x [m], z [m]").replace("m*x'^2", "m*(x'^2 + z'^2)").replace("x' = 1", "x' ~ 1")
        twice = twice.replace("initial x = 0 [m]", "constraint c1: x' = z'\nconstraint again: 3*x' = 3*z'\ninitial x = 0 [m], z = 0 [m]")
        for claim in ("m*x'' = lambda.c1 - 3*lambda.again", "m*x'' = lambda.c1 + 6*lambda.again"):
            out = self.verdict(twice, claim)  # all of it vanishes with multipliers of least norm
            self.assertEqual(out["verdict"], "undecided", claim)
            self.assertIn("only combinations of the multipliers", " ".join(out["remarks"]))
        self.assertEqual(self.verdict(twice, "m*x'' = lambda.c1 + 3*lambda.again")["verdict"], "proved")
        loaded = twice.replace("constraint c1", "force F on x = 2 [N]\nconstraint c1")
        out = self.verdict(loaded, "m*z'' = -lambda.c1 + 3*lambda.again")
        self.assertEqual(out["verdict"], "false")
        self.assertIsNotNone(out["counterexample"])

    def test_round_off_is_measured_by_what_cancels_in_powers_and_functions(self):
        """The rows of a parallelogram with a third crank are met to 1e-16 and can only be looked at in doubles."""
        crank = self.write("crank.mech", """model Crank
param a = 0.566, d = 1.102, m = 1.076, J = 0.084, g = 6.083
coord p, q, r, b
kinetic T = 1/2*J*(p'^2 + q'^2 + r'^2) + 1/2*m*((a*p'*sin(p) + d/2*b'*sin(b))^2 + (a*p'*cos(p) + d/2*b'*cos(b))^2)
potential V = m*g*(a*sin(p) + d/2*sin(b))
constraint x1: a*cos(p) + d*cos(b) = d + a*cos(q)
constraint y1: a*sin(p) + d*sin(b) = a*sin(q)
constraint x2: a*cos(p) + d/2*cos(b) = d/2 + a*cos(r)
constraint y2: a*sin(p) + d/2*sin(b) = a*sin(r)
initial p = 0.854, q ~ 0.854, r ~ 0.854, b ~ 0, p' = 0.788, q' ~ 0.788, r' ~ 0.788, b' ~ 0
simulate 0..2
""")
        first, second = "a*cos(p) + d*cos(b) - (d + a*cos(q))", "a*sin(p) + d*sin(b) - a*sin(q)"
        for claim in (f"({first})^2 = 0", f"({second})^2 = 0", f"({first})^4 + ({second})^2 = 0", f"sin({second}) = 0",
                      f"abs({first}) = 0", f"2*J*({second})^2*p' = 0", f"({first})*({second}) = 0"):
            _, out = run_json("prove", crank, claim)
            self.assertNotEqual(out["verdict"], "false", claim)
        for claim in (f"({first})^2 = 1e-3", f"({second} + 0.1*a*sin(p))^2 = 0", "sin(p - q + 0.1) = 0"):
            _, out = run_json("prove", crank, claim)
            self.assertEqual(out["verdict"], "false", claim)
            self.assertIsNotNone(out["counterexample"])

    def test_what_a_step_in_sixty_digits_left_is_no_difference(self):
        """Newton's method ended at 1e-50, the same for 75 digits: the square of a row was false, '3.1e-33 = 0'."""
        linkage = self.write("linkage.mech", """model Linkage
param m = 1 [kg], e = 1 [m], f = 2 [m], b = 0.7 [m], g = 9.81 [m/s^2]
coord x1 [m], y1 [m], x2 [m], y2 [m], x3 [m], y3 [m], x4 [m], y4 [m]
kinetic T = 1/2*m*(x1'^2 + y1'^2 + x2'^2 + y2'^2 + x3'^2 + y3'^2 + x4'^2 + y4'^2)
potential V = m*g*(y1 + y2 + y3 + y4)
constraint crank: (x1 - e)^2 + y1^2 = e^2
constraint long2: x2^2 + y2^2 = f^2
constraint long3: x3^2 + y3^2 = f^2
constraint r12: (x1 - x2)^2 + (y1 - y2)^2 = b^2
constraint r13: (x1 - x3)^2 + (y1 - y3)^2 = b^2
constraint r42: (x4 - x2)^2 + (y4 - y2)^2 = b^2
constraint r43: (x4 - x3)^2 + (y4 - y3)^2 = b^2
initial x1 ~ 1.85 [m], y1 ~ 0.5 [m], x2 ~ 1.85 [m], y2 ~ 0.8 [m], x3 ~ 2 [m], y3 ~ -0.1 [m], x4 ~ 2.1 [m], y4 ~ 0.2 [m], y1' = 0.2 [m/s]
""")
        for claim in ("((x4 - x2)^2 + (y4 - y2)^2 - b^2)^2 = 0", "((x1 - x2)^2 + (y1 - y2)^2 - b^2)^2 = 0",
                      "((x1 - x2)^2 + (y1 - y2)^2 - b^2)^4 + (x2^2 + y2^2 - f^2)^2 = 0"):
            _, out = run_json("prove", linkage, claim)
            self.assertNotEqual(out["verdict"], "false", claim)
        # with the long arms on each other the last joint is free: another branch, on which the rows have a lower rank
        for length in ("f=2", "f=2.5"):
            for claim in ("y1*x4 = x1*y4", "(x4 - x1)*(x2 - x3) + (y4 - y1)*(y2 - y3) = 0"):
                _, out = run_json("prove", linkage, claim, "--set", length)
                self.assertNotIn(out["verdict"], ("false", "special"), claim)
                self.assertEqual(out["holds_if"], [], claim)
        for claim in ("((x4 - x2)^2 + (y4 - y2)^2 - 0.5 [m^2])^2 = 0", "(x4 - 1.75 [m])^2 = 0"):
            _, out = run_json("prove", linkage, claim)
            self.assertEqual(out["verdict"], "false", claim)

    def test_what_a_projection_leaves_of_a_zero_refutes_nothing(self):
        """Two skates on one rod: it cannot turn. The rate th' was 4e-171, and y'' = 0 false, '2.3e-171 = 0'."""
        for a in (0.4, 0.3, 0.7, 1.1):
            rod = self.write("rod.mech", f"""model Rod
param m = 1, J = 0.3, a = {a}
coord x, y, th
kinetic T = 1/2*m*(x'^2 + y'^2) + 1/2*J*th'^2
constraint front: -sin(th)*x' + cos(th)*y' + a*th' = 0
constraint rear: -sin(th)*x' + cos(th)*y' - a*th' = 0
initial x' = 1, th = 0.3
simulate 0..1
""")
            for claim in ("p.y = const", "y'' = 0", "lambda.front + lambda.rear = 0", "x'*y'' = y'*x''"):
                _, out = run_json("prove", rod, claim)
                self.assertIn(out["verdict"], ("consequence", "on_constraints"), claim)
            _, out = run_json("eval", rod)
            self.assertEqual(out["state"]["th'"], 0)

    def test_a_rate_may_vanish_at_a_position_and_not_at_rest(self):
        """x' = v*cos(th) of a skate: with th = pi/2 it moves, x' = 0 all the same."""
        skate = self.write("skate.mech", """model Skate
param m = 1, J = 0.5, a = 0.3
coord x, y, th
kinetic T = 1/2*m*((x + a*cos(th))'^2 + (y + a*sin(th))'^2) + 1/2*J*th'^2
constraint knife: -sin(th)*x' + cos(th)*y' = 0
initial x = 0, y = 0, th = 0.2, x' = 1, y' ~ 0.2, th' = 0.5
simulate 0..1
""")
        turned = "(J + m*a^2)*th'' = m*a*(x'*cos(th) + y'*sin(th))*th'"
        for claim, kept in ((turned, ["th' = 0", "a = 0"]), ("x'^2*th' = (x'^2 + y'^2)*th'", ["y' = 0", "th = 0"])):
            _, out = run_json("prove", skate, claim)
            self.assertEqual(out["verdict"], "false", claim)
            self.assertEqual(sorted(out["holds_if"]), sorted(kept), claim)

    def test_a_condition_leaves_the_motion_determined(self):
        out = self.verdict(ROD, "m*x'' = 2*x*lambda.rod*3")
        self.assertNotIn("m = 0", out["holds_if"])
        out = self.verdict(ROD, "lambda.rod*x'' = const")
        self.assertNotEqual((out["verdict"], out["condition"]), ("special", "m = 0"))

    def test_an_equation_may_begin_with_a_minus(self):
        model = self.write("m.mech", PENDULUM)
        for claim in ("-m*l*theta'' = m*g*sin(theta)", "-(l)*theta'' = g*sin(theta)"):
            done = run("prove", model, claim, "-q")
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(run("prove", model, "-m*l*theta''").returncode, 2)
        for words in (("--", model, "-m*l*theta'' = m*g*sin(theta)"), (model, "--", "-m*l*theta'' = m*g*sin(theta)"),
                      ("-q", "--", model, "l*theta'' = -g*sin(theta)")):
            self.assertEqual(run("prove", *words).returncode, 0, words)

    def test_internal_names_are_not_printed(self):
        for claim in ("lambda.rod = const", "x''' = 0", "lambda.rod*x'' = const"):
            out = run("prove", self.write("m.mech", ROD), claim).stdout
            for name in ("multiplier_rate", "jerk", "friction_sign", "offset", "root"):
                self.assertNotIn(name, out)

    def test_friction_names_the_sign_of_its_slip(self):
        out = self.verdict(BELT, "th'' = -mu*th'^2")
        self.assertIn(out["verdict"], ("on_constraints", "consequence"))
        self.assertIn("> 0", out["where"])
        self.assertEqual(self.verdict(BELT, "r' = 0")["where"], "")
        out = self.verdict(BELT, "th'' = mu*th'^2")
        self.assertIn("< 0", out["diagnosis"]["where"])  # N < 0: the ring pushes inwards
        self.assertEqual(self.verdict(PENDULUM, "theta'' = g*sin(theta)/l")["diagnosis"]["where"], "")

    def test_a_sign_may_be_asked_of_any_quantity(self):
        for claim, is_noted in (("x'*sign(x') = abs(x')", False), ("atan2(x', x') = pi/4", False), ("heaviside(x)*x' = 0*x'", False),
                                ("sin(x) = 0", True), ("exp(x') = 1", True)):
            remarks = " ".join(self.verdict(FALL, claim)["remarks"])
            self.assertEqual("dimensionless" in remarks, is_noted, claim)


class RoundOff(InFolder):
    def test_round_off_of_a_real_state_contradicts_no_proof(self):
        # N = m·g·cos α leaves z'' = 2e-15 in doubles, and so it does at every state beside.
        for claim in ("z'' = 0", "z' = 0", "N*z'' = 0"):
            done = run("prove", SEEDS / "s4_wheel_incline.mech", claim)
            self.assertEqual(done.returncode, 0, claim + done.stderr)
        self.assertEqual(run("prove", SEEDS / "s4_wheel_incline.mech", "m*z'' = lambda.roll_x").returncode, 3)

    def test_multipliers_that_vanish_are_proved_to(self):
        for claim in ("y'' = 0", "lambda.cy = 0", "-m*x'' = lambda.cx"):
            self.assertEqual(run_json("prove", LITERATURE / "rolling_ball_plane.mech", claim)[1]["verdict"], "consequence")

    def test_large_round_off_is_not_said_to_hold(self):
        claim = "a*m*(a*p'' + d/(cos(p - b)*b'' + sin(p - b)*b'^2)/2 + g*cos(p)) = 0"
        out = run_json("prove", LITERATURE / "parallelogram_third_crank.mech", claim)[1]
        self.assertNotIn("holds at", " ".join(out["remarks"]))


class EquationsAlone(InFolder):
    def test_an_equation_of_motion_needs_no_exact_state_on_the_constraints(self):
        # Ten links: 2^10 branches of their lengths; three cranks: rows that repeat others.
        chain = ("m*(y[1]'' + {}g) = y[1]*lambda.link[1]/sqrt(x[1]^2 + y[1]^2)"
                 " + lambda.link[2]*(y[1] - y[2])/sqrt((x[1] - x[2])^2 + (y[1] - y[2])^2)")
        crank = "J*q'' = {}a*(lambda.x1*sin(q) - lambda.y1*cos(q))"
        for model, claim in ((GALLERY / "chain.mech", chain), (LITERATURE / "parallelogram_third_crank.mech", crank)):
            self.assertEqual(run_json("prove", model, claim.format(""))[1]["verdict"], "proved", claim)
            out = run_json("prove", model, claim.format("2*"))[1]
            self.assertEqual((out["verdict"], out["diagnosis"]["kind"]), ("false", "factor"), claim)
            self.assertEqual(out["diagnosis"]["mended"], claim.format(""))

    def test_what_needs_one_constraint_is_judged_by_it(self):
        out = run_json("prove", GALLERY / "chain.mech", "x[1]*x[1]' + y[1]*y[1]' = 0")[1]
        self.assertEqual((out["verdict"], out["used"][0]["name"]), ("on_constraints", "link[1]"))
        out = run_json("prove", GALLERY / "chain.mech", "x[1]*x[1]' - y[1]*y[1]' = 0")[1]
        self.assertEqual((out["verdict"], out["diagnosis"]["kind"]), ("false", "sign"))


class SampledChecks(InFolder):
    def checks(self, model, *lines):
        text = model + "".join(f"check {line}\n" for line in lines)
        return run_json("run", self.write("m.mech", text))[1]["checks"]

    def test_a_side_that_is_not_finite_fails_with_the_time(self):
        for check in self.checks(FALL, "1/x = 5 [1/m]", "1/x > 0 [1/m]", "1/x = const", "0 [1/m] < 1/x"):
            self.assertEqual(check["status"], "fails", check)
            self.assertIn("not finite at t = 0 s", check["how"])

    def test_a_loose_run_does_not_make_unequal_sides_equal(self):
        model = FALL.replace("simulate 0..1 [s]", "simulate 0..1 [s] { tolerance = 0.02 }")
        self.assertEqual([c["status"] for c in self.checks(model, "x = -x", "x' = 1.001*x'")], ["fails", "fails"])

    def test_strict_inequalities_fail_where_the_sides_are_equal(self):
        checks = self.checks(ROD, "r < L", "r <= L", "y < L", "x >= -L")
        self.assertEqual([c["status"] for c in checks], ["fails", "proved", "holds", "holds"])


if __name__ == "__main__":
    unittest.main()
