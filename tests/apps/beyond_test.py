"""Theory past the source documents: known answers that the program must find. docs/theory/coverage.md lists them all."""

import math
import unittest

from program import HOOP, SEEDS, SLEIGH, run_json

MODELS = SEEDS.parent

TABLE = """model Table "four legs, a centred load"
param m = 20 [kg], a = 0.6 [m], b = 0.4 [m], g = 9.81 [m/s^2], J_a = 1.5 [kg*m^2], J_b = 0.8 [kg*m^2]
coord z [m], alpha [rad], beta [rad]
kinetic T = 1/2*m*z'^2 + 1/2*J_a*alpha'^2 + 1/2*J_b*beta'^2
potential V = m*g*z
constraint leg1: z + a*alpha + b*beta = 0 [m]
constraint leg2: z - a*alpha + b*beta = 0 [m]
constraint leg3: z - a*alpha - b*beta = 0 [m]
constraint leg4: z + a*alpha - b*beta = 0 [m]
reaction N1 [N] of leg1 conjugate z' + a*alpha' + b*beta'
"""

PARALLELOGRAM = """model Parallelogram "four equal pairs of bars, drawn flat"
param m = 1 [kg], l = 1 [m], d = 2 [m], g = 9.81 [m/s^2]
coord x1 [m], y1 [m], x2 [m], y2 [m]
kinetic T = 1/2*m*(x1'^2 + y1'^2) + 1/2*m*(x2'^2 + y2'^2)
potential V = m*g*(x1 + x2)
constraint left: x1^2 + y1^2 = l^2
constraint right: (x2 - d)^2 + y2^2 = l^2
constraint bar: (x2 - x1)^2 + (y2 - y1)^2 = d^2
initial x1 = l, y1 = 0 [m], x2 = d + l, y2 = 0 [m]
"""

ISOKINETIC = """model Isokinetic "speed held constant by a constraint that is quadratic in the rates"
param m = 2 [kg], g = 9.81 [m/s^2], c = 3 [m/s]
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
constraint kept: 1/2*(x'^2 + y'^2) = 1/2*c^2 { law = chetaev }
initial x = 0 [m], y = 0 [m], x' ~ 2.4 [m/s], y' = 1.8 [m/s]
simulate 0..0.5 [s]
"""

# Meijaard, Papadopoulos, Ruina, Schwab (2007): M q'' + v C1 q' + (g K0 + v^2 K2) q = 0 of the benchmark bicycle.
BICYCLE = """model Whipple "lean phi and steer delta of the benchmark bicycle"
param v = 5, g = 9.81
coord phi, delta
kinetic T = 1/2*(80.81722*phi'^2 + 2*2.31941332208709*phi'*delta' + 0.29784188199686*delta'^2)
potential V = 1/2*g*(-80.95*phi^2 - 2*2.59951685249872*phi*delta - 0.80329488458618*delta^2)
force lean on phi = -v*33.86641391492494*delta' - v^2*76.59734589573222*delta
force steer on delta = v*0.85035641456978*phi' - v*1.68540397397560*delta' - v^2*2.65431523794604*delta
initial phi = 0, delta = 0
"""

TOP = """model Top
param A = 0.2 [kg*m^2], C = 0.1 [kg*m^2], m = 1 [kg], g = 9.81 [m/s^2], l = 0.3 [m]
coord psi [rad], theta [rad], phi [rad]
kinetic T = 1/2*A*(theta'^2 + psi'^2*sin(theta)^2) + 1/2*C*(phi' + psi'*cos(theta))^2
potential V = m*g*l*cos(theta)
initial theta = 0.5 [rad], phi' = 60 [rad/s], psi' ~ 1 [rad/s]
"""

SKI = """model Ski "on a slope, from rest"
param m = 1, g = 9.81, a = 0.3, J = 0.1
coord x, y, theta
kinetic T = 1/2*m*(x'^2 + y'^2) + 1/2*J*theta'^2
potential V = -m*g*x*sin(a)
constraint edge: -x'*sin(theta) + y'*cos(theta) = 0
initial x = 0, theta = 0.2, theta' = 1
"""

BEAD = """model Shifted "free fall in the field of gravity"
param m = 1 [kg], g = 9.81 [m/s^2]
coord y [m]
kinetic T = 1/2*m*y'^2
potential V = m*g*y
"""

WHEEL = """model Wheel "upright wheel on a level plane"
param m = 1 [kg], r = 0.3 [m], I = 0.1 [kg*m^2], J = 0.05 [kg*m^2]
coord x [m], y [m], phi [rad], psi [rad]
kinetic T = 1/2*m*(x'^2 + y'^2) + 1/2*I*phi'^2 + 1/2*J*psi'^2
constraint roll_x: x' = r*phi'*cos(psi)
constraint roll_y: y' = r*phi'*sin(psi)
initial x = 0 [m], y = 0 [m], phi = 0 [rad], psi = 0 [rad], phi' = 2 [rad/s], psi' = 1 [rad/s], x' ~ 0.6 [m/s]
"""

LINEAR = """model Linear
coord x, y
kinetic T = 1/2*(x'^2 + y'^2)
constraint turn: y*x' - x*y' = 0
initial x = 1, y = 1
"""


def object_of(command, model, *arguments, text=None):
    code, out = run_json(command, model, *arguments, text=text)
    assert code == 0, out
    return out


def analyse(model, *arguments, text=None):
    return object_of("analyse", model, *arguments, text=text)


class RedundantConstraints(unittest.TestCase):
    """Rows that repeat one another."""

    def test_each_leg_of_a_table_with_a_centred_load_takes_a_quarter_as_the_least_choice(self):
        forces = object_of("eval", "-", text=TABLE)["multipliers"]
        for leg in forces.values():
            self.assertAlmostEqual(leg, 20*9.81/4, places=10)  # rounding of 49 N is 1e-14

    def test_one_leg_is_not_determined_and_their_sum_is(self):
        reactions = {r["name"]: r for r in object_of("derive", "-", text=TABLE)["reactions"]}
        self.assertIs(reactions["N1"]["determined"], False)
        sound = {r["name"]: r["determined"] for r in object_of("derive", HOOP)["reactions"]}
        self.assertEqual(set(sound.values()), {True})
        total, = [c for c in object_of("check", SEEDS / "c05_four_legged_table.mech")["checks"]
                  if c["text"].startswith("lambda.leg1 + lambda.leg2 + lambda.leg3 + lambda.leg4")]
        self.assertEqual(total["status"], "proved")

    def test_a_parallelogram_loses_its_rank_where_it_is_flat(self):
        code, out = run_json("check", "-", text=PARALLELOGRAM)
        said = " ".join(d["message"] for d in out["diagnostics"])
        self.assertIn("left", said)
        self.assertIn("bar", said)
        folded = PARALLELOGRAM.replace("x1 = l, y1 = 0 [m], x2 = d + l, y2 = 0 [m]",
                                       "x1 ~ 0.6 [m], y1 = -0.8 [m], x2 ~ 2.6 [m], y2 ~ -0.8 [m]")
        code, out = run_json("check", "-", text=folded)
        self.assertEqual((code, out["degrees_of_freedom"]), (0, 1))


class Symmetries(unittest.TestCase):
    """Past the free particle: neither a uniform field nor polar coordinates hide a symmetry."""

    def test_free_fall_has_the_five_of_a_free_particle(self):
        found = [s for s in analyse("-", text=BEAD)["symmetries"] if s["conserved"] == "yes"]
        self.assertEqual(len(found), 5)
        self.assertIn({"dt": "t^2", "dq": {"y": "t*(y - g*t^2/2)"}}, [{k: s[k] for k in ("dt", "dq")} for s in found])


    def test_drifting_axes_keep_the_linear_momenta_in_polar_coordinates(self):
        """S4 (2.25), (2.26): two particles with a mutual force."""
        found = [s for s in analyse(SEEDS / "s4_cyclic_drift.mech")["symmetries"] if s["conserved"] == "yes"]
        along = [s["dq"] for s in found if s["dq"]["r1"] == "cos(th1)"]
        self.assertEqual(along, [{"r1": "cos(th1)", "r2": "cos(th2)", "th1": "-sin(th1)/r1", "th2": "-sin(th2)/r2"}])
        self.assertIn({"r1": "0", "r2": "0", "th1": "1", "th2": "1"}, [s["dq"] for s in found])
        self.assertEqual(len(found), 4)


class MomentumEquations(unittest.TestCase):
    """What is kept, and how the rest changes, where constraints are not holonomic."""

    def test_the_momentum_of_the_sleigh_along_its_blade_changes_by_turning(self):
        along, = analyse(SLEIGH)["momentum_equations"]
        self.assertEqual(along["dq"], {"x": "cos(theta)", "y": "sin(theta)", "theta": "0"})
        self.assertEqual(along["quantity"], "m*(cos(theta)*x' + sin(theta)*y')")
        self.assertEqual((along["conserved"], along["rate"]), ("no", "m*b*theta'^2"))

    def test_the_total_linear_momentum_of_the_sleigh_is_not_kept(self):
        momenta = {m["coordinate"]: m for m in analyse(SLEIGH)["momenta"]}
        self.assertEqual([momenta[c]["conserved"] for c in ("x", "y")], ["no", "no"])
        self.assertEqual(momenta["y"]["rate"], "lambda.blade*cos(theta)")

    def test_an_upright_wheel_keeps_its_momentum_along_the_way_it_rolls(self):
        rolling, = analyse("-", text=WHEEL)["momentum_equations"]
        self.assertEqual(rolling["dq"]["x"], "r*cos(psi)")
        self.assertEqual(rolling["conserved"], "yes")

    def test_the_vertical_spin_of_the_sphere_is_kept(self):
        spin, = [m for m in analyse(SEEDS / "s0_rolling_sphere.mech")["momenta"] if m["coordinate"] == "psi"]
        self.assertEqual((spin["conserved"], spin["momentum"]), ("yes", "2/5*m*r^2*(psi' + cos(theta)*phi')"))


class EnergyBalance(unittest.TestCase):
    """The power balance of a driven system."""

    def test_a_driven_hoop_works_with_lambda_times_its_speed(self):
        balance = analyse(HOOP)["energy"]["balance"]
        self.assertEqual([b["power"] for b in balance], ["a0*eps*w*lambda.hoop*cos(w*t)"])
        self.assertEqual(object_of("prove", HOOP, "h' = lambda.hoop*r'")["verdict"], "consequence")

    def test_the_turntable_works_with_minus_lambda_b(self):
        balance = {b["name"]: b["power"] for b in analyse(SEEDS / "s0_sphere_turntable.mech")["energy"]["balance"]}
        self.assertEqual(balance, {"slip_x": "-Omega*y*lambda.slip_x", "slip_y": "Omega*x*lambda.slip_y"})


class NonlinearConstraints(unittest.TestCase):
    """Rows that are quadratic in the rates, with Chetaev's law."""

    def test_a_mass_with_a_given_slope_falls_as_appell_and_hamel_say(self):
        model = MODELS / "gallery" / "appell_hamel.mech"
        out = object_of("eval", model)
        g, k = 9.81, 0.75
        a, v = out["accelerations"], out["state"]
        self.assertAlmostEqual(a["z''"], -g*k**2/(1 + k**2), places=12)  # rounding of accelerations of 4 m/s^2 is 1e-15
        self.assertAlmostEqual(a["x''"]*v["y'"], a["y''"]*v["x'"], places=12)
        self.assertEqual({c["status"] for c in object_of("run", model)["checks"]}, {"proved"})

    def test_an_isokinetic_particle_keeps_its_speed_against_its_weight(self):
        """lambda c^2 = m g y' and a = -g + (lambda/m) v across and along."""
        out = object_of("eval", "-", text=ISOKINETIC)
        v, a, force = out["state"], out["accelerations"], out["multipliers"]["lambda.kept"]
        self.assertAlmostEqual(v["x'"]**2 + v["y'"]**2, 9, places=12)  # projected: rounding of 9 is 1e-15
        self.assertAlmostEqual(force*9, 2*9.81*v["y'"], places=10)  # rounding of 35 N m/s is 1e-14
        self.assertAlmostEqual(a["x''"], force/2*v["x'"], places=12)
        self.assertAlmostEqual(a["y''"], -9.81 + force/2*v["y'"], places=12)
        # The row is not homogeneous in the rates: its force works, and h is not kept.
        ran = object_of("run", "-", text=ISOKINETIC)
        # Rates are projected at each step: rounding of v^2 = 9.
        self.assertLess(ran["certificate"]["velocity"]["kept"], 1e-12)
        self.assertNotEqual(analyse("-", text=ISOKINETIC)["energy"]["conserved"], "yes")


class LinearMotion(unittest.TestCase):
    """Eigenvalues about steady motions, against the literature."""

    def bicycle(self, v):
        state, = analyse("-", "--set", f"v={v!r}", text=BICYCLE)["steady_states"]
        return [complex(*e["value"]) for e in state["eigenvalues"]]

    def test_the_benchmark_bicycle_stops_weaving_at_its_published_speed(self):
        weave = max(self.bicycle(4.292382536341), key=lambda s: s.imag)
        # The speed has 13 digits: half of the last moves the root by 7e-13.
        self.assertAlmostEqual(weave.real, 0, places=10)
        self.assertAlmostEqual(weave.imag, 3.43503384866144, places=9)  # published to 15 digits, at a speed of 13
        self.assertGreater(max(s.real for s in self.bicycle(4.29)), 0)
        self.assertLess(max(s.real for s in self.bicycle(4.3)), 0)

    def test_the_benchmark_bicycle_capsizes_above_its_published_speed(self):
        # The speed has 13 digits: half of the last moves the root by 1e-13.
        self.assertAlmostEqual(max(s.real for s in self.bicycle(6.024262015388)), 0, places=10)
        self.assertLess(max(s.real for s in self.bicycle(6.02)), 0)
        self.assertGreater(max(s.real for s in self.bicycle(6.03)), 0)


class Integrability(unittest.TestCase):
    """Frobenius' test and growth vectors."""

    def test_growth_vectors(self):
        for model, growth in (("s0_chaplygin_sleigh", "2, 3"), ("s4_wheel_incline", "2, 3, 4"),
                              ("s2_rolling_coin", "3, 4, 5"), ("s0_rolling_sphere", "3, 5")):
            out = object_of("check", SEEDS / (model + ".mech"))
            self.assertEqual(out["growth_vector"], growth, model)
            classes = {c["class"] for c in out["constraints"] if c["kind"] == "velocity"}
            self.assertEqual(classes, {"nonholonomic"}, model)

    def test_what_is_holonomic_in_disguise_grows_no_more(self):
        out = object_of("check", "-", text=LINEAR)
        self.assertEqual((out["constraints"][0]["class"], out["growth_vector"]), ("integrable", "1"))
        rolling = object_of("check", SEEDS / "s1_rolling_cylinder.mech")
        self.assertEqual((rolling["constraints"][0]["class"], rolling["degrees_of_freedom"]), ("holonomic", 1))


class Damping(unittest.TestCase):
    """Principal coordinates with damping."""

    def test_the_modes_between_two_equal_walls_stay_apart_whatever_the_dashpots(self):
        state, = analyse(SEEDS / "c19_principal_coordinates.mech")["steady_states"]
        small = state["small_oscillations"]
        self.assertTrue(small["classical_damping"])
        m, wall, k, b, c = 1.5, 30, 4, 0.3, 0.05
        slow, fast = wall/m, (wall + 2*k)/m
        for got, wanted in zip(small["omega_squared"], (slow, fast)):
            self.assertAlmostEqual(got, wanted, places=10)  # rounding of 26 1/s^2 is 1e-14
        for got, damping, square in zip(small["damping_ratios"], (b, b + 2*c), (slow, fast)):
            self.assertAlmostEqual(got, damping/(2*m*math.sqrt(square)), places=10)


class Reactions(unittest.TestCase):
    """What multipliers are."""

    def test_multipliers_are_the_reactions_that_the_books_say(self):
        for model, wanted in (("s0_rod_corner", {"N_Q": "lambda.corner"}),
                              ("s0_rolling_sphere", {"F_u": "lambda.slip1", "F_v": "lambda.slip2"}),
                              ("s0_chaplygin_sleigh_printed", {"X": "-lambda.blade*tan(theta)", "Y": "lambda.blade"}),
                              ("s3_collar_beam", {"N": "lambda.guide/r"})):
            reactions = object_of("derive", SEEDS / (model + ".mech"))["reactions"]
            self.assertEqual({r["name"]: r["text"] for r in reactions}, wanted)
            self.assertEqual({r["determined"] for r in reactions}, {True})


class SteadyMotions(unittest.TestCase):
    """Steady motions in symbols where a holonomic row can be solved for a coordinate."""

    def test_the_coin_with_its_height_as_a_coordinate_is_stable_above_the_same_speed(self):
        motions = analyse(SEEDS / "s2_rolling_coin_normal.mech")["symbolic_steady_motions"]["motions"]
        self.assertIn("theta'^2 > g/(3*r)", [m["stable_when"] for m in motions])

    def test_a_turning_hoop_carries_its_bead_up_to_a_known_angle(self):
        """cos(theta) = g/(R w^2), stable where it exists."""
        motions = analyse(SEEDS / "c21_turning_hoop.mech")["symbolic_steady_motions"]["motions"]
        stable = {m["positions"]["theta"]: m["stable_when"] for m in motions}
        self.assertEqual(stable["acos(g/(R*w^2))"], "always")
        self.assertEqual(stable["0"], "g - R*w^2 > 0")
        self.assertEqual(stable["pi"], "never")

    def test_a_governor_is_stable_at_every_angle_that_it_can_keep(self):
        """cos(alpha) = (m + M) g/(m l psi'^2); hanging arms are stable below that."""
        motions = analyse(MODELS / "gallery/watt_governor.mech")["symbolic_steady_motions"]["motions"]
        stable = {(m["positions"]["alpha"], m["speeds"]["psi'"]): m["stable_when"] for m in motions}
        self.assertEqual(stable, {
            ("any", "sqrt(g*(m + M)/(m*l*cos(alpha)))"): "always",
            ("acos(g*(m + M)/(m*l*psi'^2))", "any"): "always",
            ("0", "any"): "psi'^2 < (m + M)*g/(m*l)",
            ("pi", "any"): "never",
        })

    def test_two_wheels_on_one_axle_are_reduced_without_a_division_that_can_vanish(self):
        out = analyse(MODELS / "gallery/two_wheeled_robot.mech")["symbolic_steady_motions"]
        self.assertEqual(out["conditions"], ["m*r*d*theta'*phi_L' - 2*b*tau_R/r", "-m*r*d*theta'^2 - tau_L - tau_R"])

    def test_a_follower_force_holds_its_beam_at_an_angle(self):
        motion, = analyse(SEEDS / "c14_follower_force.mech")["symbolic_steady_motions"]["motions"]
        self.assertEqual(motion["positions"]["theta"], "asin(2*F*sin(gamma)/(M*g - 2*P))")

    def test_the_coin_rolls_in_circles_with_the_spin_that_the_lecture_says(self):
        """(5/4 psi'^2 sin(phi) + 3/2 theta' psi') cos(phi) + (g/r) sin(phi) = 0."""
        motions = analyse(SEEDS / "s2_rolling_coin.mech")["symbolic_steady_motions"]["motions"]
        circles, = [m for m in motions if m["positions"]["phi"] == "any" and m["speeds"]["psi'"] == "any"]
        self.assertEqual(circles["speeds"]["theta'"], "-sin(phi)*(4*g/(r*cos(phi)*psi') + 5*psi')/6")
        # A coin that spins upright on the spot, and one that rolls straight.
        self.assertIn("psi'^2 > 4/5*g/r", [m["stable_when"] for m in motions])

    def test_a_top_precesses_steadily_at_any_angle(self):
        """C phi' psi' = m g l + (A - C) psi'^2 cos(theta)."""
        precession, = analyse("-", text=TOP)["symbolic_steady_motions"]["motions"]
        self.assertEqual(precession["speeds"]["phi'"], "m*g*l/(C*psi') + (A/C - 1)*cos(theta)*psi'")
        self.assertEqual((precession["stable_when"], precession["zeros"]), ("always", 2))

    def test_a_ski_is_not_said_to_race_along_its_slope(self):
        for state in analyse("-", text=SKI)["steady_states"]:
            self.assertLess(max(abs(v) for v in state["state"].values()), 100)

    def test_a_rigid_body_turns_about_its_axes_stably_or_not_as_its_moments_say(self):
        motions = analyse(SEEDS / "s4_euler_rigid_body.mech")["symbolic_steady_motions"]["motions"]
        turning = {m["positions"]["phi"]: m["stable_when"] for m in motions if m["speeds"]["psi'"] == "any"}
        self.assertEqual(set(turning), {"0", "pi/2", "pi"})
        for phi, condition in turning.items():
            quantity = condition.removesuffix(" > 0").replace("psi'", "rate").replace("^", "**")
            for moments in ((1, 2, 3), (3, 1, 2), (2, 3, 1), (3, 2, 1)):
                value = eval(quantity, {"rate": 1, **dict(zip(("Ix", "Iy", "Iz"), moments))})
                about = moments[0] if phi == "pi/2" else moments[1]
                self.assertEqual(value > 0, about != 2, (condition, moments))
        self.assertEqual(turning["pi/2"], "(Ix - Iy)*(Ix - Iz) > 0")

    def test_the_origin_of_polar_coordinates_is_no_equilibrium(self):
        motions = analyse(SEEDS / "s4_spring_pendulum.mech")["symbolic_steady_motions"]["motions"]
        self.assertEqual({m["positions"]["theta"] for m in motions}, {"0", "pi"})

    def test_a_bead_on_a_hoop_rests_below_and_cannot_above(self):
        motions = analyse(SEEDS / "s1_bead_hoop.mech")["symbolic_steady_motions"]["motions"]
        self.assertEqual({m["positions"]["theta"]: m["stable_when"] for m in motions}, {"0": "always", "pi": "never"})


if __name__ == "__main__":
    unittest.main()
