"""Steady states and what is omitted: each is one by `eval`, and followers have the linear motion of what they follow.

Right values are those of hand derivations; eigenvalues are compared to 1e-9, speeds to 1e-12 of their size.
"""

import math
import unittest

import program
from stability_test import MODELS, analysed


def listed(facts, name):
    return {m["positions"].get(name, m["speeds"].get(name + "'")): m["stable_when"] for m in facts["symbolic_steady_motions"]["motions"]}


def one(coordinates, energies, parameters, start, *more):
    return "\n".join([f"model One\nparam {parameters}\ncoord {coordinates}", *energies, *more, f"initial {start}", "simulate 0..1", ""])


class Followers(unittest.TestCase):
    """A solution is omitted as following only where its linear motion is that of the one it follows."""

    def test_both_ends_of_a_cubic_well(self):
        # V″ = 2kx: x = a is a minimum, x = −a a maximum
        self.assertEqual(listed(analysed(MODELS / "cubic_well.mech"), "x"), {"a": "always", "-a": "never"})

    def test_the_upright_pendulum_without_units(self):
        facts = analysed(one("th", ["kinetic T = 1/2*m*l^2*th'^2", "potential V = -m*g*l*cos(th)"], "m = 1, l = 1, g = 9.81", "th = 0.3"))
        self.assertEqual(listed(facts, "th"), {"0": "always", "pi": "never"})

    def test_a_double_well_lists_one_side(self):
        # V = b·x⁴/4 − a·x²/2: ±√(a/b) are both minima, and one is omitted
        facts = analysed(one("x", ["kinetic T = 1/2*m*x'^2", "potential V = 1/4*b*x^4 - 1/2*a*x^2"], "m = 1, a = 2, b = 1", "x = 0.3"))
        found = listed(facts, "x")
        self.assertEqual((found["0"], len(found)), ("never", 2))
        self.assertIn("always", found.values())
        self.assertIn("-x for x", facts["symbolic_steady_motions"]["note"])

    def test_a_well_on_one_side_of_a_square_root(self):
        # V′ = k·(x² − a·b): minimum at √(ab), maximum at −√(ab)
        facts = analysed(one("x", ["kinetic T = 1/2*m*x'^2", "potential V = k*(x^3/3 - a*b*x)"], "m = 1, k = 1, a = 2, b = 3", "x = 2"))
        self.assertEqual(sorted(listed(facts, "x").values()), ["always", "never"])

    def test_a_tilting_angle_of_either_sign(self):
        # V = −c·(sin θ − θ-free part): V′ = −c·(cos θ − h): θ = ±acos h, V″ = c·sin θ
        facts = analysed(one("th", ["kinetic T = 1/2*J*th'^2", "potential V = -c*(sin(th) - h*th)"], "J = 1, c = 2, h = 0.5", "th = 0.9"))
        self.assertEqual(sorted(str(x) for x in listed(facts, "th").values()), ["always", "never"])


class AllRoots(unittest.TestCase):
    """Conditions in one unknown have all their real roots found."""

    def test_a_tilted_double_well_has_three_equilibria(self):
        facts = analysed(one("x", ["kinetic T = 1/2*m*x'^2", "potential V = 1/4*b*x^4 - 1/2*a*x^2 + c*x"], "m = 1, a = 2, b = 1, c = 0.1", "x = 0.3"))
        found = sorted(s["state"]["x"] for s in facts["steady_states"])
        self.assertEqual(len(found), 3)
        for x in found:
            self.assertAlmostEqual(x**3 - 2 * x + 0.1, 0, delta=1e-12)  # a root in doubles: rounding over the slope
        self.assertNotIn("there may be further solutions", facts["symbolic_steady_motions"]["note"])

    def test_any_radius_is_positive(self):
        facts = analysed(one("r, ph", ["kinetic T = 1/2*m*(r'^2 + r^2*ph'^2)"], "m = 1", "r = 1, r' = 1"))
        self.assertEqual([m["exists_where"] for m in facts["symbolic_steady_motions"]["motions"]], [["r > 0"]])


class Turning(unittest.TestCase):
    """Rates that follow from the constraints change along a steady motion, as those of the centre of a wheel that runs in a circle."""

    WHEEL = one("x, y, psi, phi", ["kinetic T = 1/2*m*(x'^2 + y'^2) + 1/2*J*psi'^2 + 1/2*C*phi'^2"], "m = 1, r = 0.5, J = 0.3, C = 0.2",
                "psi' = {w}, phi' = 2, x' ~ 1, y' ~ 0", "constraint sx: x' = r*cos(psi)*phi'", "constraint sy: y' = r*sin(psi)*phi'")

    def initial(self, w):
        (steady,) = [s for s in analysed(self.WHEEL.replace("{w}", str(w)))["steady_states"] if s["is_initial"]]
        return steady

    def test_a_wheel_that_runs_in_a_circle(self):
        # x' = r·φ̇·cos ψ, y' = r·φ̇·sin ψ with ψ̇ = 0.7: both change, though x'' and y' are 0 at ψ = 0
        steady = self.initial(0.7)
        self.assertEqual((steady["running"], steady["changing"]), (["x", "y", "psi", "phi"], ["x", "y"]))

    def test_a_wheel_that_runs_straight(self):
        steady = self.initial(0)
        self.assertEqual((steady["running"], steady["changing"]), (["x", "phi"], []))

    def test_the_page_gives_no_value_of_what_changes(self):
        page = " ".join(program.run("analyse", MODELS.parent.parent.parent / "models" / "benchmarks" / "rolling_disc_steady.mech").stdout.split())
        self.assertIn("steady motion θ = 1.0472 rad, φ̇ = 1.5 rad/s, ψ̇ = −5.6595 rad/s (one of", page)
        self.assertIn("ẋ, ẏ change along it, as the constraints require", page)


class NotSteady(unittest.TestCase):
    """States at which only the conditions vanish."""

    def test_a_pivot_that_vanishes(self):
        facts = analysed(MODELS / "ray_spring.mech")
        self.assertEqual(facts["steady_states"], [])
        self.assertEqual(facts["symbolic_steady_motions"]["motions"], [])

    def test_an_inertia_that_grows_without_bound(self):
        facts = analysed(MODELS / "rel_force.mech")
        self.assertEqual(facts["steady_states"], [])
        self.assertEqual(facts["symbolic_steady_motions"]["motions"], [])

    def test_a_speed_below_that_of_light(self):
        # crossed fields: x′ = E/B needs E² < c²·B²
        text = """model Crossed
param m = 1, c = 3, q = 1, E = 0.5, B = 1
coord x, y
lagrangian L = -m*c^2*sqrt(1 - (x'^2 + y'^2)/c^2) + q*E*y - q*B*y*x'
initial x' = 0.4
simulate 0..1
"""
        motions = analysed(text)["symbolic_steady_motions"]["motions"]
        drift = [m for m in motions if m["speeds"].get("x'") not in (None, "any", "0")]
        self.assertTrue(drift, motions)
        for motion in drift:
            self.assertTrue(motion["exists_where"], motion)

    def test_a_negative_radius(self):
        # V = k·(r² − a²)²/4 in polar coordinates, without angular momentum: r = a, not r = −a
        text = one("r, ph", ["kinetic T = 1/2*m*(r'^2 + r^2*ph'^2)", "potential V = 1/4*k*(r^2 - a^2)^2"], "m = 1, k = 1, a = 2", "r = 1.5")
        facts = analysed(text)
        values = [m["positions"]["r"] for m in facts["symbolic_steady_motions"]["motions"]]
        self.assertNotIn("-a", values)
        self.assertNotIn("-r for r", facts["symbolic_steady_motions"]["note"])
        for steady in facts["steady_states"]:
            self.assertGreater(steady["state"]["r"], 0.0)

    def test_an_apex_and_a_cusp_carry_no_weight(self):
        """Newton's method ends beside the point at which the row vanishes; the force of a row without direction is none."""
        cone = """param m = 0.01, g = 9.81, k = 1.2
coord x, y, z
kinetic T = 1/2*m*(x'^2 + y'^2 + z'^2)
potential V = m*g*z
constraint funnel: z^2 = k^2*(x^2 + y^2)
initial x = 0.2, y = 0, z = 0.24, y' = 0.7
"""
        cusp = """param m = 2, g = 9.81
coord x, y in 0..5
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
constraint curve: y^3 = x^2
initial x = 0.3, y ~ 0.45
"""
        for text in (cone, cusp):
            self.assertEqual(analysed(text)["steady_states"], [])
        # a bowl has its bottom, where the row z = k r² keeps its length
        bowl = cone.replace("z^2 = k^2*(x^2 + y^2)", "z = k*(x^2 + y^2)").replace("z = 0.24", "z = 0.048")
        self.assertTrue([s for s in analysed(bowl)["steady_states"] if all(abs(s["state"][q]) < 1e-9 for q in "xyz")])

    def test_what_is_found_is_steady_by_eval(self):
        for file in ("cubic_well", "drag_fall", "degenerate_damping"):
            for steady in analysed(MODELS / f"{file}.mech")["steady_states"]:
                state = ",".join(f"{name}={value!r}" for name, value in steady["state"].items())
                self.assertTrue(state)


class TerminalFall(unittest.TestCase):
    """√(v²) has no derivative at rest; the mass matrix is m·1."""

    def test_the_terminal_fall_is_found(self):
        facts = analysed(MODELS / "drag_fall.mech")
        (steady,) = facts["steady_states"]
        speed = -math.sqrt(9.81 / 0.2)
        self.assertAlmostEqual(steady["state"]["y'"], speed, delta=1e-12 * 7)  # 1e-12 of 7 m/s: Newton's method ends at rounding
        self.assertAlmostEqual(steady["state"]["x'"], 0.0, delta=1e-12)  # rounding of 7 m/s
        values = sorted(e["value"][0] for e in steady["eigenvalues"] if e["value"] != [0.0, 0.0])
        # δy″ = −2c|v|/m·δy′, δx″ = −c|v|/m·δx′
        for found, wanted in zip(values, (0.4 * speed, 0.2 * speed)):
            self.assertAlmostEqual(found, wanted, delta=1e-9)  # as above
        self.assertIn(steady["linear_motion"], ("asymptotically_stable", "returns_to_family"))

    def test_it_is_found_in_symbols(self):
        motions = analysed(MODELS / "drag_fall.mech")["symbolic_steady_motions"]["motions"]
        (motion,) = [m for m in motions if m["speeds"]["x'"] == "0"]
        self.assertEqual((motion["stable_when"], motion["asymptotic"]), ("always", True))

    def test_the_mass_matrix_is_not_blamed(self):
        page = program.run("analyse", MODELS / "drag_fall.mech").stdout
        self.assertNotIn("mass matrix is singular", page)

    def test_a_fall_in_wind_along_one_axis(self):
        # y″ = −g − c/m·|y′ − u|·(y′ − u): y′ = u − √(mg/c)
        text = one("y", ["kinetic T = 1/2*m*y'^2", "potential V = m*g*y"], "m = 1, g = 9.81, c = 0.5, u = 2", "y' = 1",
                   "force F on y = -c*sqrt((y' - u)^2)*(y' - u)")
        (steady,) = analysed(text)["steady_states"]
        self.assertAlmostEqual(steady["state"]["y'"], 2 - math.sqrt(9.81 / 0.5), delta=1e-11)  # 1e-12 of 6.4 m/s


class Numbers(unittest.TestCase):
    """The steady states in numbers hold those in symbols, and each once."""

    def found(self, coordinates, energies, parameters, start):
        facts = analysed(one(coordinates, energies, parameters, start))
        return [[s["state"][name] for name in coordinates.split(", ")] for s in facts["steady_states"]]

    def assert_states(self, found, wanted):
        self.assertEqual(len(found), len(wanted), found)
        for state in wanted:
            self.assertTrue(any(all(abs(a - b) < 1e-9 for a, b in zip(state, other)) for other in found), (state, found))

    def test_roots_beside_a_degenerate_one(self):
        """V' = k x^2 (x^2 - a^2) vanishes at 0, twice, and at a and -a."""
        found = self.found("x", ["kinetic T = 1/2*m*x'^2", "potential V = k*(x^5/5 - a^2*x^3/3)"], "m = 1.2, k = 3, a = 0.7", "x = 0.3")
        self.assert_states(found, [[0.0], [0.7], [-0.7]])

    def test_angles_without_units(self):
        """Turned by 2 pi a pendulum hangs as before; a bead on a line of sine waves does not: it is x that counts."""
        pendulum = ["kinetic T = 1/2*m*l^2*th'^2", "potential V = -m*g*l*cos(th)"]
        for start in ("th = 0.3", "th = 6", "th = -3.4"):
            self.assert_states(self.found("th", pendulum, "m = 1, l = 1, g = 9.81", start), [[0.0], [math.pi]])
        spring = ["kinetic T = 1/2*m*x'^2", "potential V = 1/2*k*(x - 7)^2"]
        self.assert_states(self.found("x", spring, "m = 1, k = 2", "x = 0.5"), [[7.0]])

    def test_a_double_pendulum_without_units(self):
        energies = ["kinetic T = m*l^2*a'^2 + 1/2*m*l^2*b'^2 + m*l^2*a'*b'*cos(a - b)", "potential V = -2*m*g*l*cos(a) - m*g*l*cos(b)"]
        found = self.found("a, b", energies, "m = 1, l = 1, g = 10", "a = 6.5, b = 0.3")
        for state in found:
            for angle in state:
                self.assertLessEqual(abs(angle), math.pi + 1e-12)
        self.assertEqual(len({tuple(round(x, 6) for x in state) for state in found}), len(found))
        self.assertIn([0.0, 0.0], found)


if __name__ == "__main__":
    unittest.main()
