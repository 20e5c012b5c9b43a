"""Steady motions and the linear motion about them, against known answers."""

import math
import unittest

from program import SEEDS, SLEIGH, run, run_json
from steady_states import CART_POLE, eigenvalues, notes, of_kind, steady

MODELS = SEEDS.parent

BALL_ON_BALL = """param m = 1, a = 0.3, R = 1, k = 0.4, g = 9.81
coord th, phi, e1, e2, e3
let wx = e2'*cos(e1) + e3'*sin(e2)*sin(e1)
let wy = e2'*sin(e1) - e3'*sin(e2)*cos(e1)
let wz = e1' + e3'*cos(e2)
let wth = wx*cos(th)*cos(phi) + wy*cos(th)*sin(phi) - wz*sin(th)
let wph = -wx*sin(phi) + wy*cos(phi)
kinetic T = 1/2*m*(R + a)^2*(th'^2 + sin(th)^2*phi'^2) + 1/2*k*m*a^2*(wx^2 + wy^2 + wz^2)
potential V = m*g*(R + a)*cos(th)
constraint lengthwise: (R + a)*th' - a*wph = 0
constraint across: (R + a)*sin(th)*phi' + a*wth = 0
initial th = 0.5, phi = 0, e1 = 0, e2 = 0.8, e3 = 0, th' = 0, phi' = 0.7, e1' = 5
"""

PEAUCELLIER = """param m = 1 [kg], e = 1 [m], f = 2 [m], b = 0.7 [m], g = 9.81 [m/s^2]
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
"""

ANTIPARALLELOGRAM = """param a = 1 [m], b = 2 [m], J1 = 0.3 [kg*m^2], J2 = 0.2 [kg*m^2], J3 = 0.5 [kg*m^2], c = 4 [N*m]
coord p [rad], q [rad], r [rad]
kinetic T = 1/2*J1*p'^2 + 1/2*J2*q'^2 + 1/2*J3*r'^2
potential V = c*cos(p)
constraint x: a*cos(p) + b*cos(r) - a*cos(q) = b
constraint y: a*sin(p) + b*sin(r) - a*sin(q) = 0*a
initial p = 1.2 [rad], q ~ -2 [rad], r ~ -1 [rad], p' = 0.3 [rad/s]
"""

SLIDER_WITH_EQUAL_LINKS = """param m = 1 [kg], M = 2 [kg], l = 0.5 [m], g = 9.81 [m/s^2]
coord phi [rad], psi [rad], s [m]
kinetic T = 1/6*m*l^2*(phi'^2 + psi'^2) + 1/2*M*s'^2
potential V = m*g*l*sin(phi)
constraint across: l*sin(phi) - l*sin(psi) = 0*l
constraint lengthwise: l*cos(phi) + l*cos(psi) = s
initial phi = 0.6 [rad], psi ~ 0.6 [rad], s ~ 0.8 [m], phi' = 1 [rad/s]
"""

KOVALEVSKAYA = """param C = 1, a = 1
coord psi, th, phi
let w1 = psi'*sin(th)*sin(phi) + th'*cos(phi)
let w2 = psi'*sin(th)*cos(phi) - th'*sin(phi)
let w3 = psi'*cos(th) + phi'
kinetic T = C*w1^2 + C*w2^2 + 1/2*C*w3^2
potential V = -C*a*sin(th)*sin(phi)
initial psi = 0, th = 1, phi = 0.3
"""

TURNED_HOOP = """model TurnedHoop
param m = 0.1 [kg], R = 0.3 [m], g = 9.81 [m/s^2], Omega = 8 [rad/s]
coord theta [rad]
let x = R*sin(theta)*cos(Omega*t)
let y = R*sin(theta)*sin(Omega*t)
let z = -R*cos(theta)
kinetic T = 1/2*m*(x'^2 + y'^2 + z'^2)
potential V = m*g*z
initial theta = 0.1 [rad], theta' = 0
"""


class TimeThatDropsOut(unittest.TestCase):
    def test_a_hoop_turned_evenly_has_its_three_equilibria(self):
        """0, pi and cos(theta) = g/(R*Omega^2), with the frequency sqrt(Omega^2 - (g/(R*Omega))^2) there."""
        code, out = run_json("analyse", "-", text=TURNED_HOOP)
        self.assertEqual(code, 0)
        self.assertTrue(out["rheonomic"])
        self.assertTrue(out["time_drops_out"])
        angles = sorted(state["state"]["theta"] for state in out["steady_states"])
        tilted = math.acos(9.81 / (0.3 * 64))
        for found, expected in zip(angles, (0.0, tilted, math.pi), strict=True):
            self.assertAlmostEqual(found, expected, delta=1e-9)  # sixty digits, rounded to doubles of up to 3
        last, = [s for s in out["steady_states"] if 0.5 < s["state"]["theta"] < 2]
        for value in eigenvalues(last):
            # Likewise, of an eigenvalue of 7 1/s.
            self.assertAlmostEqual(abs(value.imag), math.sqrt(64 - (9.81 / 0.3 / 8) ** 2), delta=1e-9)
        self.assertIn("acos(g/(R*Omega^2))", str(out))


class SteadyMotions(unittest.TestCase):
    def test_the_sleigh_runs_straight_and_turns_into_its_direction(self):
        """Eigenvalues 0, 0 and -m b u0/I_C (beyond.md 19)."""
        motion, = of_kind(steady(SLEIGH), "steady_motion")
        u0 = math.hypot(motion["state"]["x'"], motion["state"]["y'"])
        values = sorted(eigenvalues(motion), key=abs)
        self.assertEqual(values[:2], [0, 0])
        self.assertEqual(motion["zeros_along"], ["theta", "x'"])
        self.assertAlmostEqual(values[2].real, -1.4*0.35*u0/0.62, places=9)  # one quotient of numbers that are rounded
        self.assertFalse(motion["unstable"])

    def test_the_spherical_pendulum_circles(self):
        """omega^2 = (g/l) (1 + 3 cos^2)/cos about phi'^2 = g/(l cos) (beyond.md 9)."""
        path = MODELS / "gallery" / "spherical_pendulum.mech"
        motion, = of_kind(steady(path), "steady_motion")
        parameters = {p["name"]: p["value"] for p in run_json("check", path)[1]["parameters"]}
        cosine = math.cos(motion["state"]["theta"])
        ratio = parameters["g"]/parameters["l"]
        self.assertAlmostEqual(motion["state"]["phi'"]**2, ratio/cosine, places=9)  # a square of a rounded number
        fast = max(abs(s) for s in eigenvalues(motion))
        # A square of a rounded number of up to 10 1/s.
        self.assertAlmostEqual(fast**2, ratio*(1 + 3*cosine**2)/cosine, places=8)
        self.assertEqual(motion["running"], ["phi"])

    def test_the_coin_circles_as_the_lecture_says(self):
        motion, = of_kind(steady(SEEDS / "s2_rolling_coin.mech"), "steady_motion")
        v = motion["state"]
        lean = v["phi"]
        balance = (5/4*v["psi'"]**2*math.sin(lean) + 3/2*v["theta'"]*v["psi'"])*math.cos(lean) + 9.81/0.45*math.sin(lean)
        self.assertAlmostEqual(balance, 0, places=9)  # sums of terms of 20 that are rounded
        self.assertEqual((motion["zeros"], motion["family"]), (2, 2))

    def test_a_double_pendulum_of_points_swings_the_same_wherever_the_search_starts(self):
        """Rod 1 starts nearly horizontal, where y1 can be solved for no more at rest: m1 l1 l2 w^4 - M g (l1 + l2) w^2 + M g^2 = 0."""
        m1, m2, l1, l2, g = 1.522, 1.887, 0.997, 1.088, 7.321
        text = DOUBLE_PENDULUM_OF_POINTS.format(m1=m1, m2=m2, l1=l1, l2=l2, g=g)
        whole = (m1 + m2)*g*(l1 + l2)
        root = math.sqrt(whole**2 - 4*m1*l1*l2*(m1 + m2)*g**2)
        wanted = sorted(math.sqrt((whole + sign*root)/(2*m1*l1*l2)) for sign in (-1, 1))
        for twice in ("", "constraint again: sqrt((x2 - x1)^2 + (y2 - y1)^2) = l2\n"):
            states = of_kind(steady("-", text=text + twice), "equilibrium")
            lowest = min(states, key=lambda state: state["state"]["y2"])
            for found, frequency in zip(sorted(s.imag for s in eigenvalues(lowest) if s.imag > 0), wanted, strict=True):
                # Roots of the quartic of rounded masses: twelve digits.
                self.assertAlmostEqual(found, frequency, places=9)
            self.assertFalse(lowest["unstable"])

    def test_the_ball_on_a_turntable_swings_with_two_sevenths_of_its_speed(self):
        for state in of_kind(steady(SEEDS / "s0_sphere_turntable.mech"), "equilibrium"):
            # One quotient of numbers that are rounded.
            self.assertAlmostEqual(max(s.imag for s in eigenvalues(state)), 2/7*1.9, places=9)


DOUBLE_PENDULUM_OF_POINTS = """param g = {g}, l1 = {l1}, m1 = {m1}, l2 = {l2}, m2 = {m2}
coord x1, y1, x2, y2
kinetic T = 1/2*m1*(x1'^2 + y1'^2) + 1/2*m2*(x2'^2 + y2'^2)
potential V = m1*g*y1 + m2*g*y2
constraint first: sqrt(x1^2 + y1^2) = l1
constraint second: (x2 - x1)^2 + (y2 - y1)^2 = l2^2
initial x1 ~ 0.9904, y1 ~ -0.1144, x2 ~ 1.2223, y2 ~ -1.1774
"""


def model(*lines):
    return "\n".join(("model M", *lines, ""))


SKATE_ON_A_SLOPE = model(
    "param m = 1 [kg], J = 0.3 [kg*m^2], g = 9.81 [m/s^2], s = 0.3", "coord x [m], y [m], theta [rad]",
    "kinetic T = 1/2*m*(x'^2 + y'^2) + 1/2*J*theta'^2", "potential V = m*g*s*x",
    "constraint blade: x'*sin(theta) = y'*cos(theta)", "initial theta = 90 [deg]")
HEISENBERG = model(
    "param m = 1 [kg], a = 1 [m]", "coord x [m], y [m], z [m]", "kinetic T = 1/2*m*(x'^2 + y'^2 + z'^2)",
    "constraint h: z' = y*x'/a", "initial y = 0.3 [m], x' = 0.5 [m/s], y' = 0.2 [m/s]")
UPRIGHT_DISC = model(
    "param m = 1 [kg], R = 0.5 [m], J = 0.3 [kg*m^2], C = 0.2 [kg*m^2]", "coord x [m], y [m], psi [rad], phi [rad]",
    "kinetic T = 1/2*m*(x'^2 + y'^2) + 1/2*J*psi'^2 + 1/2*C*phi'^2", "constraint a: x' = R*cos(psi)*phi'",
    "constraint b: y' = R*sin(psi)*phi'", "initial psi = 0.3, psi' = 0.4 [rad/s], phi' = 2 [rad/s]")
WOUND_SPRING = model(
    "param J = 1 [kg*m^2], k = 2 [N*m/rad], theta0 = 5 [rad]", "coord theta [rad]", "kinetic T = 1/2*J*theta'^2",
    "potential V = 1/2*k*(theta - theta0)^2", "initial theta = 4")
QUARTIC = model("param m = 1 [kg], k = 2 [N/m^3]", "coord x [m]", "kinetic T = 1/2*m*x'^2",
                "potential V = 1/4*k*x^4", "initial x = 0.3 [m]")
CYCLOID = model(
    "param m = 1 [kg], r = 0.5 [m], g = 9.81 [m/s^2]", "coord theta [rad]", "let x = r*(theta - sin(theta))",
    "let y = -r*(1 - cos(theta))", "kinetic T = 1/2*m*(x'^2 + y'^2)", "potential V = m*g*y", "initial theta = 2")
BELT = model(
    "param J1 = 0.1 [kg*m^2], J2 = 0.4 [kg*m^2], r1 = 0.1 [m], r2 = 0.3 [m], M = 5 [N*m], d = 0.001 [N*m*s]",
    "coord a [rad], b [rad]", "kinetic T = 1/2*J1*a'^2 + 1/2*J2*b'^2", "dissipation D = 1/2*d*a'^2",
    "force drive on a = M", "constraint belt: r1*a = r2*b", "initial a = 0, b = 0")
TRIATOMIC = model(
    "param m = 1 [kg], M = 3 [kg], k = 200 [N/m]", "coord x[1..3] [m]",
    "kinetic T = 1/2*m*(x[1]'^2 + x[3]'^2) + 1/2*M*x[2]'^2",
    "potential V = 1/2*k*(x[2] - x[1])^2 + 1/2*k*(x[3] - x[2])^2", "initial x[1] = 0")
CRITICAL = model(
    "param m = 0.3 [kg], l = 0.7 [m], g = 9.81 [m/s^2], k = m*g*l", "coord theta [rad]",
    "kinetic T = 1/2*m*l^2*theta'^2", "potential V = m*g*l*cos(theta) + 1/2*k*theta^2", "initial theta = 0.1")
BOWL = model(
    "param m = 1 [kg], k = 3 [N/m]", "coord r [m], phi [rad]", "kinetic T = 1/2*m*(r'^2 + r^2*phi'^2)",
    "potential V = 1/2*k*r^2", "initial r = 0.5 [m], phi' = 0.1 [rad/s]")


class RoundOffIsNotPhysics(unittest.TestCase):
    def test_a_skate_at_rest_across_a_slope_slides_off(self):
        """u' = g s theta, theta'' = 0 and y' = u: one chain of four."""
        first = steady("-", text=SKATE_ON_A_SLOPE)[0]
        self.assertTrue(first["is_initial"])
        self.assertEqual((first["linear_motion"], first["zero_chains"]), ("drifts", [4, 1]))
        self.assertEqual([*map(abs, eigenvalues(first))], [0]*5)

    def test_all_eigenvalues_of_non_holonomic_particles_and_discs_vanish(self):
        for text in (HEISENBERG, UPRIGHT_DISC):
            for state in steady("-", text=text):
                self.assertEqual(set(eigenvalues(state)), {0})
                self.assertIn(state["linear_motion"], ("drifts", "neutral"))
                self.assertFalse(state["unstable"])

    def test_a_disc_that_circles_is_analysed_as_it_starts(self):
        first = steady("-", text=UPRIGHT_DISC)[0]
        self.assertTrue(first["is_initial"])
        self.assertEqual((first["family"], first["linear_motion"]), (2, "neutral"))
        self.assertEqual((first["state"]["psi'"], first["state"]["phi'"]), (0.4, 2))

    def test_zeros_without_a_family_decide_nothing(self):
        for text in (QUARTIC, CRITICAL):
            state, = steady("-", text=text)
            self.assertEqual((state["linear_motion"], state["family"], state["degenerate"]), ("undecided", 0, 1))
            self.assertEqual(eigenvalues(state), [0, 0])

    def test_a_force_that_changes_sides_leaves_no_coordinate_free(self):
        text = ("param m = 1, F0 = 2\ncoord x, y\nkinetic T = 1/2*m*(x'^2 + y'^2)\n"
                "potential V = F0*abs(x)\ninitial x = 0.5, x' = 1, y' = 3\n")
        out = run_json("analyse", "-", text=text)[1]
        self.assertEqual(out["steady_states"], [])
        words = run("analyse", "-", text=text).stdout
        self.assertNotIn("ẋ any", words)

    def test_two_particles_at_one_place_under_a_quartic_force_are_not_decided(self):
        for state in of_kind(steady(SEEDS / "s4_cyclic_drift.mech"), "equilibrium"):
            self.assertEqual(state["linear_motion"], "undecided")
            self.assertEqual(set(state["small_oscillations"]["omega_squared"]), {0})

    def test_a_molecule_drifts_and_its_modes_hold_no_rounding(self):
        """omega^2 = 0, k/m, k/m (1 + 2 m/M)."""
        state, = steady("-", text=TRIATOMIC)[:1]
        self.assertEqual((state["linear_motion"], state["zero_chains"], state["family"]), ("drifts", [2], 1))
        small = state["small_oscillations"]
        for got, wanted in zip(small["omega_squared"], (0, 200, 200*(1 + 2/3)), strict=True):
            self.assertAlmostEqual(got, wanted, delta=1e-12*200)  # a share of the largest, 1e4 ulps
        self.assertEqual(small["omega_squared"][0], 0)
        self.assertEqual(small["shapes"][1][1], 0)


QUATERNION = """param A = 1, B = 1.5, C = 2, h = %s
coord q0, q1, q2, q3
let w1 = 2*(-q1*q0' + q0*q1' + q3*q2' - q2*q3')
let w2 = 2*(-q2*q0' - q3*q1' + q0*q2' + q1*q3')
let w3 = 2*(-q3*q0' + q2*q1' - q1*q2' + q0*q3')
kinetic T = 1/2*(A*w1^2 + B*w2^2 + C*w3^2)
potential V = h*(q0^2 - q1^2 - q2^2 + q3^2)
constraint unit: q0^2 + q1^2 + q2^2 + q3^2 = 1
initial %s
"""
PARALLELOGRAM = """param a = 0.4, d = 1.2, m = 1.7, J = 0.07
coord p, q, r, b
kinetic T = 1/2*J*(p'^2 + q'^2 + r'^2) + 1/2*m*((a*p'*sin(p) + d/2*b'*sin(b))^2 + (a*p'*cos(p) + d/2*b'*cos(b))^2)
force M on p = -0.7
constraint x1: a*cos(p) + d*cos(b) = d + a*cos(q)
constraint y1: a*sin(p) + d*sin(b) = a*sin(q)
constraint x2: a*cos(p) + d/2*cos(b) = d/2 + a*cos(r)
constraint y2: a*sin(p) + d/2*sin(b) = a*sin(r)
initial p = %g, q ~ %g, r ~ %g, b ~ 0, p' = 1, q' ~ 1, r' ~ 1, b' ~ 0
"""


class Families(unittest.TestCase):
    def test_a_family_of_hanging_positions_is_listed_once(self):
        """Turned about the vertical, q1 and q2 go round a circle of which the search meets another point."""
        states = steady("-", text=QUATERNION % ("1", "q0 = 0, q1 = 0.6, q2 = 0.8, q3 = 0"))
        # A state of the family is rounded; others are 0.1 away.
        hanging = [s for s in states if abs(s["state"]["q0"]) < 1e-9 and abs(s["state"]["q3"]) < 1e-9]
        self.assertEqual((len(hanging), hanging[0]["family"]), (1, 1))

    def test_what_spins_along_a_symmetry_is_said_not_to_be_looked_for(self):
        code, out = run_json("analyse", "-", text=QUATERNION % ("0", "q0 = 1, q1 = 0, q2 = 0, q3 = 0, q3' = 1"))
        self.assertEqual((code, of_kind(out["steady_states"], "steady_motion")), (0, []))
        self.assertTrue(any("not relative equilibria that combine several coordinates" in note for note in out["steady_notes"]), out["steady_notes"])
        code, out = run_json("analyse", "-", text=CART_POLE)
        self.assertFalse(any("relative equilibria" in note for note in out["steady_notes"]))

    def test_a_parallelogram_keeps_its_freedom_near_the_flat_position(self):
        for angle in (0.05, 0.22, 0.4, 1.1, 2.9):
            code, out = run_json("check", "-", text=PARALLELOGRAM % ((angle,) * 3))
            self.assertEqual((code, out["degrees_of_freedom"]), (0, 1), angle)


class Redundant(unittest.TestCase):
    def test_three_parallel_legs_leave_one_freedom(self):
        """They say th^2 = 0 of the platform: the constraints are met to half the digits alone, and elsewhere it is rigid."""
        legs = ("param L = 0.7, m = 1.3, J = 0.2, g = 9.81, a = 0.4\ncoord x, y, th\nkinetic T = 1/2*m*(x'^2 + y'^2) + 1/2*J*th'^2\n"
                "potential V = m*g*y\nconstraint leg1: (x - a*cos(th) + a)^2 + (y - a*sin(th))^2 = L^2\nconstraint leg2: x^2 + y^2 = L^2\n"
                "constraint leg3: (x + a*cos(th) - a)^2 + (y + a*sin(th))^2 = L^2\ninitial th = 0, x = %g, y ~ 0.6, x' = 0.5\nsimulate 0..1\n")
        for x in (0.05, 0.3, 0.5):
            code, out = run_json("check", "-", text=legs % x)
            self.assertEqual((code, out["degrees_of_freedom"]), (0, 1), x)


class AnglesAndCharts(unittest.TestCase):
    def test_a_spring_that_winds_up_makes_its_angle_a_length(self):
        state, = steady("-", text=WOUND_SPRING)
        self.assertEqual(state["state"]["theta"], 5)

    def test_singular_coordinates_are_named_and_give_no_eigenvalues(self):
        for text, where in ((CYCLOID, "theta = 0"), (BOWL, "r = 0")):
            code, out = run_json("analyse", "-", text=text)
            self.assertEqual(code, 0)
            self.assertTrue(any(where in note and "singular" in note for note in out["steady_notes"]))
            # At the place itself, and not beside it.
            self.assertFalse(any(abs(s["state"].get("r", s["state"].get("theta"))) < 1e-3 for s in out["steady_states"]))

    def test_a_row_that_vanishes_at_rest_is_no_fault_of_the_mass_matrix(self):
        code, out = run_json("analyse", MODELS / "gallery" / "appell_hamel.mech")
        self.assertEqual(code, 0)
        self.assertTrue(any("the constraint matrix is rank-deficient" in note for note in out["steady_notes"]))
        self.assertFalse(any("mass matrix" in note for note in out["steady_notes"]))

    def test_a_pole_is_singular_for_every_choice_of_independent_rates(self):
        """A ball on a ball (Routh), in polar angles: below, the angle phi moves nothing; it had the root 6.16."""
        code, out = run_json("analyse", "-", text=BALL_ON_BALL)
        self.assertEqual(code, 0)
        self.assertEqual(out["steady_states"], [])
        self.assertTrue(any("th = 3.142" in note and "mass matrix" in note for note in notes(out)), notes(out))

    def test_a_folded_linkage_is_no_equilibrium(self):
        """Peaucellier's linkage with its two long arms on each other: the rows repeat, and the last joint may swing."""
        code, out = run_json("analyse", "-", text=PEAUCELLIER)
        self.assertEqual(code, 0)
        self.assertEqual(out["steady_states"], [])
        self.assertTrue(any("rank-deficient" in note for note in notes(out)), notes(out))

    def test_flat_four_bars_and_folded_cranks_are_no_equilibria(self):
        for text in (ANTIPARALLELOGRAM, SLIDER_WITH_EQUAL_LINKS):
            code, out = run_json("analyse", "-", text=text)
            self.assertEqual((code, out["steady_states"]), (0, []))
            self.assertTrue(any("rank-deficient" in note for note in notes(out)), notes(out))

    def test_a_condition_that_vanishes_to_second_order_is_no_pivot(self):
        """Kovalevskaya's top without units: psi'' vanishes with cos(theta) times cos(phi). V = -C*a*sin(theta)*sin(phi) has its
        least value at theta = phi = pi/2 and its largest one at theta = -pi/2."""
        states = steady("-", text=KOVALEVSKAYA)
        self.assertEqual([(s["precise"], s["linear_motion"]) for s in states],
                         [(True, "drifts"), (True, "unstable"), (True, "oscillates")])
        self.assertAlmostEqual(states[1]["state"]["th"], -math.pi / 2, delta=1e-12)
        self.assertEqual(eigenvalues(states[0])[:2], [0, 0])

    def test_other_rates_may_be_independent_where_a_steady_motion_is_found(self):
        """x*y' = 2*y*x': at the start y' follows x', at the steady motions with x = 0 it cannot."""
        for y in (0.15, 0.4, -0.3):
            states = steady("-", text=f"""param m = 1.3, k = 3.563
coord x, y, z, u
kinetic T = 1/2*m*(x'^2 + y'^2) + 1/4*m*(z'^2 + u'^2)
potential V = 1/2*k*x^2
constraint c1: z' = x*y' - y*x'
constraint c2: z' = y*x'
initial x = -0.541, x' ~ -0.207, y = {y}, y' ~ 0.236, z = 0.282, z' ~ 0.264, u = -0.245, u' ~ -0.525
""")
            motions = of_kind(states, "steady_motion")
            self.assertEqual([(s["state"]["x"], s["precise"], s["zeros"]) for s in motions], [(0, True, 4)], y)
            self.assertEqual(eigenvalues(motions[0]), [0, 0, 0, 0])

    def test_a_belt_drive_is_found_running_from_rest(self):
        """a' = M/d; its rate decays with d r2^2/(J1 r2^2 + J2 r1^2)."""
        motion, = of_kind(steady("-", text=BELT), "steady_motion")
        # Twelve digits of 5000: found by Newton's method, which ends at rounding.
        self.assertAlmostEqual(motion["state"]["a'"], 5000, delta=1e-8)
        self.assertEqual(motion["running"], ["a", "b"])
        value, = eigenvalues(motion)
        # Eleven digits of 0.007: one quotient.
        self.assertAlmostEqual(value.real, -0.001*0.09/(0.1*0.09 + 0.4*0.01), delta=1e-15)


if __name__ == "__main__":
    unittest.main()
