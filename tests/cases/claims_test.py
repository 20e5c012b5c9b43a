"""What `prove` says of claims that hold for the model's numbers, at rest, for one energy, or for an instant."""

import pathlib
import re
import unittest

from program import InFolder, run, run_json

MODELS = pathlib.Path(__file__).resolve().parent / "models"
LITERATURE = MODELS.parent.parent / "truth" / "literature"
PENDULUM = """model Pendulum
param m = {m} [kg], l = {l} [m], g = 9.81 [m/s^2]
coord th [rad]
kinetic T = 1/2*m*l^2*th'^2
potential V = -m*g*l*cos(th)
initial th = 0.4 [rad], th' = 0.3 [rad/s]
simulate 0..1 [s]
"""


def conditions(answer):
    return [*answer["holds_if"], *([answer["condition"]] if answer["condition"] else [])]


def instants(answer):
    found = [re.match(r"its rate vanishes at (.*), for that instant only", remark) for remark in answer["remarks"]]
    return [match[1] for match in found if match]


class Claims(InFolder):
    def prove(self, model, claim, *more):
        code, out = run_json("prove", model, claim, *more)
        self.assertIn(code, (0, 3), out)
        return out

    def model(self, text, name="model.mech"):
        return self.write(name, text)


class Numbers(Claims):
    def assert_numbers(self, answer, *numbers):
        """The claim holds for these values, and no others are named."""
        self.assertIn(answer["verdict"], ("special", "false"))
        named = next(c for c in conditions(answer) if numbers[0] in c)
        self.assertEqual(sorted(named.split(", ")), sorted(numbers), answer)
        self.assertNotIn("not of every one", " ".join(answer["remarks"]))

    def test_half_of_g_is_true_for_two_metres(self):
        """4.905 s⁻² = g/l for g = 9.81 m/s² and l = 2 m alone; m, J, R, M do not matter."""
        self.assert_numbers(self.prove(MODELS / "numbers.mech", "th'' = -4.905 [1/s^2]*sin(th)"), "l = 2 [m]", "g = 9.81 [m/s^2]")

    def test_a_length_that_is_written_as_a_number_is_named(self):
        self.assert_numbers(self.prove(MODELS / "numbers.mech", "th'' = -g*sin(th)/(2 [m])"), "l = 2 [m]")

    def test_ones_are_named(self):
        """m = 1 and l = 1 hide in a claim without them."""
        unit = self.model(PENDULUM.format(m=1, l=1))
        self.assert_numbers(self.prove(unit, "th''*(1 [kg*m^2]) = -m*g*l*sin(th)"), "m = 1 [kg]", "l = 1 [m]")
        self.assert_numbers(self.prove(unit, "th'' = -g*sin(th)/(1 [m])"), "l = 1 [m]")

    def test_rolling_numbers(self):
        """x'' of the ball of numbers.mech is M g sin 30°/(M + J/R²) = 6.4·9.81·0.5/(6.4 + 3.2) = 3.27 m/s²."""
        answer = self.prove(MODELS / "numbers.mech", "x'' = 3.27 [m/s^2]")
        self.assert_numbers(answer, "g = 9.81 [m/s^2]", "J = 0.8 [kg·m^2]", "R = 0.5 [m]", "M = 6.4 [kg]")

    def test_a_value_that_is_rounded_counts_as_what_it_stands_for(self):
        """s'' = g sin(30°)/(1 + J/(m R²)) = 3.27 m/s²; 0.5235987755982988 is π/6 to the last digit of a double, 0.5236 to 2e-6."""
        for angle, wanted in (("0.5235987755982988", "special"), ("30 [deg]", "special"), ("0.5236", "false")):
            answer = self.prove(self.model(f"""model Disc
param m = 4 [kg], R = 0.5 [m], J = 0.5 [kg*m^2], al = {angle}, g = 9.81 [m/s^2]
coord s [m], ph [rad]
kinetic T = 1/2*m*s'^2 + 1/2*J*ph'^2
potential V = -m*g*s*sin(al)
constraint roll: s' = R*ph'
initial s' = 1 [m/s]
simulate 0..1 [s]
"""), "s'' = 3.27 [m/s^2]")
            self.assertEqual(answer["verdict"], wanted, answer)
            self.assertEqual(any("differ by at most" in remark for remark in answer["remarks"]), wanted == "false", answer)

    def test_a_property_of_the_motion_stays_one(self):
        """E of the pendulum's own motion is true of it alone."""
        answer = self.prove(self.model(PENDULUM.format(m=1, l=1)), "E = -8.990528253 [J]")
        self.assertEqual(answer["verdict"], "false")
        self.assertEqual([c for c in conditions(answer) if "kg" in c], [])


class Rest(Claims):
    HOOP = MODELS / "hoop_relative_equilibrium.mech"

    def assert_at(self, answer, wanted):
        self.assertIn(wanted, conditions(answer))
        self.assertIn(answer["verdict"], ("special", "false"))

    def test_the_bead_on_a_turning_hoop(self):
        """m R² th'' = m R² w² sin th cos th − m g R sin th = m R² w² sin th (cos th − g/(R w²))."""
        answer = self.prove(self.HOOP, "cos(th) = g/(R*w^2)")
        self.assert_at(answer, "relative equilibrium (th'' = 0, th' = 0) with sin(th) != 0")
        self.assertEqual(answer["diagnosis"]["kind"], "none")
        answer = self.prove(self.HOOP, "sin(th) = 0")
        self.assert_at(answer, "relative equilibrium (th'' = 0, th' = 0) with cos(th) != g/(R*w^2)")
        self.assertIn("th''", answer["diagnosis"].get("corrected", "th''"))

    def test_it_is_said_in_the_terms_of_the_field(self):
        text = run("prove", self.HOOP, "cos(th) = g/(R*w^2)").stdout
        self.assertRegex(text, r"if +in relative equilibrium \(.*= 0, .*= 0\) with sin th ≠ 0\n")

    def test_a_pendulum_that_hangs(self):
        answer = self.prove(self.model(PENDULUM.format(m=2, l=0.7)), "sin(th) = 0")
        self.assert_at(answer, "equilibrium (th'' = 0, th' = 0)")

    def test_a_spring_pendulum_that_hangs(self):
        """m r'' = m r th'² + m g cos th − k (r − a): r = a + m g/k at rest with th = 0, and not upside down."""
        model = self.model("""model SpringPendulum
param m = 1.3 [kg], k = 40 [N/m], a = 0.8 [m], g = 9.81 [m/s^2]
coord r [m] in 0..5, th [rad]
kinetic T = 1/2*m*(r'^2 + r^2*th'^2)
potential V = -m*g*r*cos(th) + 1/2*k*(r - a)^2
initial r = 1 [m], th = 0.3
simulate 0..1 [s]
""")
        answer = self.prove(model, "r = a + m*g/k")
        self.assertTrue(any("equilibrium" in c and "with th = 0" in c for c in conditions(answer)), answer)

    def test_a_conical_pendulum(self):
        """th'' = sin th cos th ph'² − (g/l) sin th: cos th = g/(l ph'²) at a relative equilibrium with sin th ≠ 0."""
        model = self.model("""model Conical
param m = 1.3 [kg], l = 0.8 [m], g = 9.81 [m/s^2]
coord th [rad], ph [rad]
kinetic T = 1/2*m*l^2*(th'^2 + sin(th)^2*ph'^2)
potential V = -m*g*l*cos(th)
initial th = 0.5, ph' = 4 [rad/s]
simulate 0..1 [s]
""")
        self.assert_at(self.prove(model, "l*ph'^2*cos(th) = g"), "relative equilibrium (th'' = 0, th' = 0) with sin(th) != 0")

    def test_a_circular_orbit(self):
        """r'' = r ph'² − G/r²: ph'² r³ = G on a circle."""
        model = self.model("""model Orbit
param m = 1, G = 2
coord r in 0.1..9, ph
kinetic T = 1/2*m*(r'^2 + r^2*ph'^2)
potential V = -G*m/r
initial r = 1.1, ph' = 1.2
simulate 0..1
""")
        self.assert_at(self.prove(model, "r^3*ph'^2 = G"), "relative equilibrium (r'' = 0, r' = 0)")

    def test_a_mass_on_a_turning_table(self):
        """m r'' = m W² r − k (r − a): r = k a/(k − m W²) at rest, m W² r = k (r − a) too."""
        model = self.model("""model Turntable
param m = 1 [kg], k = 40 [N/m], a = 0.4 [m], W = 3 [rad/s]
coord r [m] in 0..3
kinetic T = 1/2*m*(r'^2 + r^2*W^2)
potential V = 1/2*k*(r - a)^2
initial r = 0.6 [m], r' = 0.1 [m/s]
simulate 0..1 [s]
""")
        for claim in ("r = k*a/(k - m*W^2)", "k*(r - a) = m*r*W^2"):
            self.assert_at(self.prove(model, claim), "equilibrium (r'' = 0, r' = 0)")

    def test_equilibria_of_a_rod_on_two_walls(self):
        """V = m g y/2 + k x²/2 on x² + y² = l²: x (k − m g/(2 y)) = 0 along the rod, so y = m g/(2 k) or x = 0."""
        model = self.model("""model Ladder
param m = 3 [kg], l = 2 [m], g = 9.81 [m/s^2], k = 8 [N/m]
coord x [m], y [m]
kinetic T = 1/6*m*(x'^2 + y'^2)
potential V = m*g*y/2 + 1/2*k*x^2
constraint bar: x^2 + y^2 = l^2
initial x = 0.3 [m], y ~ 1.9 [m]
simulate 0..1 [s]
""")
        at = "equilibrium (x'' = 0, x' = 0, y'' = 0, y' = 0)"
        self.assert_at(self.prove(model, "y = m*g/(2*k)"), f"{at} with x != 0")
        self.assert_at(self.prove(model, "x = 0"), f"{at} with y != 1/2*m*g/k")
        self.assertEqual(conditions(self.prove(model, "y = -m*g/(2*k)")), [])

    def test_a_pendulum_whose_row_holds_a_root(self):
        answer = self.prove(MODELS.parent.parent.parent / "models" / "gallery" / "pendulum_xy.mech", "x = 0")
        self.assertEqual((answer["verdict"], answer["condition"]), ("special", "equilibrium (x'' = 0, x' = 0, y'' = 0, y' = 0)"))

    def test_a_rope_stops_both_masses(self):
        """At rest k s = M g sin be − m g sin al; u = −s rests too, so it is an equilibrium. No correction repeats s."""
        model = self.model("""model Wedge
param m = 1.2 [kg], M = 2 [kg], al = 0.5 [rad], be = 0.3 [rad], g = 9.81 [m/s^2], k = 30 [N/m]
coord s [m], u [m]
kinetic T = 1/2*m*s'^2 + 1/2*M*u'^2
potential V = m*g*s*sin(al) + M*g*u*sin(be) + 1/2*k*s^2
constraint rope: s + u = 0
initial s = 0.1 [m], u ~ -0.1 [m]
simulate 0..1 [s]
""")
        answer = self.prove(model, "s = (M*g*sin(be) - m*g*sin(al))/k")
        self.assert_at(answer, "equilibrium (s'' = 0, s' = 0, u'' = 0, u' = 0)")
        self.assertEqual(answer["diagnosis"]["kind"], "none")
        answer = self.prove(model, "s = (M*g*sin(be) + m*g*sin(al))/k")
        self.assertEqual([c for c in conditions(answer) if "equilibrium" in c], [])

    def test_sums_of_equations(self):
        """Two springs in a row, pulled by F0: k x = F0 is the sum of both equations at rest."""
        model = self.model("""model TwoMasses
param m = 0.5 [kg], k = 20 [N/m], K = 30 [N/m], F0 = 3 [N]
coord x [m], y [m]
kinetic T = 1/2*m*x'^2 + 1/2*m*y'^2
potential V = 1/2*k*x^2 + 1/2*K*(y - x)^2
force F on y = F0
initial x = 0.1 [m]
simulate 0..1 [s]
""")
        for claim in ("x = F0/k", "y = F0/k + F0/K", "K*(y - x) = k*x"):
            self.assert_at(self.prove(model, claim), "equilibrium (x'' = 0, x' = 0, y'' = 0, y' = 0)")
        for claim in ("x = F0/K", "y = F0/k"):
            self.assertEqual([c for c in conditions(self.prove(model, claim)) if "equilibrium" in c], [])

    def test_what_makes_no_equilibrium_is_no_condition(self):
        """On the rod x² + y² = l² with y = 0 nothing rests: the weight has no support."""
        model = self.model("""model PendulumXY
param m = 1.3 [kg], l = 0.9 [m], g = 9.81 [m/s^2]
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
constraint rod: sqrt(x^2 + y^2) = l
reaction F [N] of rod conjugate -(x*x' + y*y')/sqrt(x^2 + y^2)
initial x = 0.6 [m], y ~ -0.8 [m], x' = 0
simulate 0..1 [s]
""")
        answer = self.prove(model, "x = 0")
        self.assertEqual([c for c in conditions(answer) if "y = 0" in c], [])
        answer = self.prove(model, "F = m*g")
        self.assertNotIn("lambda", answer["diagnosis"].get("corrected", ""))

    def test_a_condition_does_not_rule_out_all_that_meets_it(self):
        """m g = 0 has no solution: y = 0 is no rest of the plane pendulum, nor th = 0 of a skate on a slope. Of two swinging masses
        m r² a'' = −m g r sin a at rest: the exception is r = 0, and not the balance m cos a = M cos b, which rest needs."""
        for model, claim in (("pendulum_plane", "m*g = 2*y*lambda.rod"), ("knife_edge_incline", "-m*g*sin(al) = lambda.edge*sin(th)")):
            answer = self.prove(LITERATURE / f"{model}.mech", claim)
            self.assertEqual([c for c in conditions(answer) if c.endswith((" y = 0", " th = 0"))], [], claim)
        answer = self.prove(LITERATURE / "atwood_swinging_two.mech", "g*sin(a) = 0")
        self.assertEqual([c for c in conditions(answer) if "cos" in c], [])
        self.assertTrue(any("r != 0" in c for c in conditions(answer)), conditions(answer))

    def test_one_energy(self):
        """½ m l² th'² − m g l cos th = E: th'² = 2 (g/l) cos th for E = 0, = 2 (g/l)(cos th − cos b) for E = −m g l cos b."""
        model = self.model(PENDULUM.format(m=2, l=0.7).replace("[m/s^2]", "[m/s^2], b = 0.9 [rad]"))
        self.assertIn("E = 0", conditions(self.prove(model, "th'^2 = 2*g/l*cos(th)")))
        answer = conditions(self.prove(model, "th'^2 = 2*g/l*(cos(th) - cos(b))"))
        self.assertTrue(any(re.fullmatch(r"E = -m\*l\*g\*cos\(b\)", c) for c in answer), answer)

    def test_one_momentum(self):
        model = self.model("""model Ring
param m = 1.5, c = 0.4
coord r in 0.1..9, ph
kinetic T = 1/2*m*(r'^2 + r^2*ph'^2)
potential V = 1/2*m*r^2
initial r = 1.1, ph' = 1.2
simulate 0..1
""")
        self.assertIn("p.ph = m*c with r != 0", conditions(self.prove(model, "ph' = c/r^2")))


    def test_the_value_of_an_integral_has_its_unit(self):
        model = self.model("""model Kepler
param m = 1.3 [kg], G = 2 [m^3/s^2]
coord r [m], ph [rad]
kinetic T = 1/2*m*(r'^2 + r^2*ph'^2)
potential V = -G*m/r
initial r = 1 [m], ph' = 1.2 [rad/s]
simulate 0..2 [s]
""")
        self.assertIn("p.ph = 1.56 [N·m·s]", conditions(self.prove(model, "m*r^2*ph' = 1.56 [N*m*s]")))
        self.assertIn("p.ph = 6/5 [m^2/s]*m", conditions(self.prove(model, "r^2*ph' = 1.2 [m^2/s]")))


class Driven(Claims):
    """A slider-crank whose motor turns it: b = 0 at both dead centres, a = 0 and a = pi, at other times."""

    CRANK = MODELS.parent.parent.parent / "models" / "gallery" / "slider_crank.mech"

    def test_conditions_are_tried_at_other_times(self):
        """x = r + l at a = 0 and l − r at a = π; at both the piston's acceleration is not 0."""
        for claim in ("x = r + l", "B_x = m_p*x'"):
            self.assertNotIn("b = 0", conditions(self.prove(self.CRANK, claim)), claim)
        self.assertIn("b = 0", conditions(self.prove(self.CRANK, "M = 0")))

    def test_a_force_is_not_corrected_by_its_definition_times_one(self):
        for model, claim in ((self.CRANK, "M = 0"), (self.CRANK.parent / "fourbar.mech", "P_x = 0")):
            self.assertEqual(self.prove(model, claim)["diagnosis"]["kind"], "none")
        answer = self.prove(self.CRANK.parent / "fourbar.mech", "P_x = -lambda.loop_x")
        self.assertEqual(answer["diagnosis"]["corrected"], "P_x = lambda.loop_x")


class Conservation(Claims):
    def test_the_kinetic_energy_of_a_driven_crank(self):
        """dT/dt = phi' (M0 − b phi'): T is constant for phi' = M0/b; at phi' = 0 its rate vanishes for that instant."""
        answer = self.prove(MODELS / "dead_centre.mech", "T = const")
        self.assertEqual((answer["verdict"], answer["condition"]), ("special", "phi' = M0/b"))
        self.assertNotIn("s' = 0", conditions(answer))
        self.assertEqual(instants(answer), ["phi' = 0"])

    def test_a_rate_that_the_motion_keeps(self):
        """p_th' = −m g r sin th: constant where g = 0; th = 0 is kept, and th' = 0 is not."""
        model = self.model("""model Polar
param m = 1, g = 9.81
coord r, th
kinetic T = 1/2*m*(r'^2 + r^2*th'^2)
potential V = -m*g*r*cos(th)
initial r = 1, th = 0.3
simulate 0..1
""")
        answer = self.prove(model, "p.th = const")
        self.assertIn("th = 0", answer["holds_if"])
        self.assertNotIn("th' = 0", conditions(answer))

    def test_a_place_that_the_rows_do_not_let_rest_is_no_condition(self):
        """b = 0 of a driven crank: dE/dt = M*w vanishes there, and b' = r*w*cos(a)/l does not."""
        answer = self.prove(Driven.CRANK, "T + V = const")
        self.assertEqual((answer["verdict"], conditions(answer)), ("false", []))

    def test_terminal_speed(self):
        """E' = −c v² + F v: constant for x' = F/c (linear drag with a constant pull), for an instant at x' = 0."""
        model = self.model("""model Pull
param m = 2, c = 0.5, P = 3
coord x, y
kinetic T = 1/2*m*(x'^2 + y'^2)
dissipation D = 1/2*c*x'^2
force F on x = P
initial x' = 1, y' = 1
simulate 0..1
""")
        answer = self.prove(model, "T = const")
        self.assertIn("x' = P/c", conditions(answer))
        self.assertEqual(instants(answer), ["x' = 0"])


class Contacts(Claims):
    """What holds between impacts only says so: the restitution 0.8 takes 36 % of the energy of a ball."""

    GALLERY = MODELS.parent.parent.parent / "models" / "gallery"

    def test_a_conservation_law_between_impacts(self):
        ball = self.GALLERY / "bouncing_ball.mech"
        answer = self.prove(ball, "E = const")
        self.assertEqual((answer["verdict"], answer["holds_while"]), ("proved", [{"name": "floor", "state": "open"}]))
        self.assertIn("true between impacts, while floor is open\n", run("prove", ball, "E = const").stdout)
        self.assertIn("what follows holds between impacts, while floor is open\n", run("analyse", ball).stdout)

    def test_an_equation_before_constraints_are_imposed(self):
        rod = self.GALLERY / "caught_rod.mech"
        self.assertIn("true, while across and upward are absent\n", run("prove", rod, "y'' = -g").stdout)
        self.assertIn("false\n", run("prove", rod, "y'' = g").stdout)
        _, facts = run_json("analyse", rod)
        self.assertEqual(facts["holds_while"], [{"name": n, "state": "absent"} for n in ("across", "upward")])

    def test_a_constraint_that_acts_until_a_time(self):
        model = self.model("model Peg\nparam m = 1\ncoord x, y\nkinetic T = 1/2*m*(x'^2 + y'^2)\nconstraint peg: x = 0 until 0.5\n"
                           "initial y' = 1\nsimulate 0..1\n")
        self.assertIn("while peg acts\n", run("prove", model, "p.y = const").stdout)

    def test_an_identity_and_a_model_without_contacts_hold_always(self):
        self.assertTrue(run("prove", self.GALLERY / "bouncing_ball.mech", "y^2 - y*y = 0").stdout.startswith("✓ true: an identity\n"))
        model = self.model(PENDULUM.format(m=1, l=1))
        self.assertNotIn("holds_while", self.prove(model, "E = const"))
        self.assertNotIn("validity", run("analyse", model).stdout)


class Unused(Claims):
    def test_a_thousand_parameters_that_nothing_uses(self):
        """The work does not grow with their square: before, 1000 took 30 s, and 4000 would have taken half an hour."""
        text = "coord x\nkinetic T = 1/2*x'^2\npotential V = x^2\ninitial x = 1\nsimulate 0..1\n"
        bare = self.model(text, "bare.mech")
        full = self.model(text + "".join(f"param pp{k} = {k + 1}\n" for k in range(4000)), "full.mech")
        answers = []
        for model in (bare, full):
            answers.append(self.prove(model, "x'' = -3*x"))
        for answer in answers:
            self.assertEqual((answer["verdict"], answer["diagnosis"]["corrected"]), ("false", "x'' = -2*x"))
        self.assertEqual(answers[0]["holds_if"], answers[1]["holds_if"])


if __name__ == "__main__":
    unittest.main()
