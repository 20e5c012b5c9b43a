"""What decides the stability of steady motions in symbols, what it assumes, and where the motion exists."""

import random
import unittest

from program import run, run_json

HOOP = """param m = 1 [kg], R = 1 [m], g = 9.81 [m/s^2], w = 5 [rad/s]
coord theta [rad]
kinetic T = 1/2*m*R^2*(theta'^2 + w^2*sin(theta)^2)
potential V = -m*g*R*cos(theta)
"""
MOLECULE = """param m = 1 [kg], M = 2 [kg], k = 3 [N/m]
coord x1 [m], x2 [m], x3 [m]
kinetic T = 1/2*m*(x1'^2 + x3'^2) + 1/2*M*x2'^2
potential V = 1/2*k*((x2 - x1)^2 + (x3 - x2)^2)
"""
SADDLE = """param m = 1 [kg], k = 3 [N/m], W = 2 [rad/s]
coord x [m], y [m]
kinetic T = 1/2*m*((x' - W*y)^2 + (y' + W*x)^2)
potential V = 1/2*k*(x^2 - y^2)
"""
TOP = """param I1 = 1 [kg*m^2], I3 = 2 [kg*m^2], m = 1 [kg], l = 0.3 [m], g = 9.81 [m/s^2]
coord alpha [rad], beta [rad], psi [rad]
kinetic T = 1/2*I1*(beta'^2 + alpha'^2*cos(beta)^2) + 1/2*I3*(psi' + alpha'*sin(beta))^2
potential V = m*g*l*cos(alpha)*cos(beta)
"""
CENTRAL = """param m = 1, k = 1, n = -2
coord r, phi
kinetic T = 1/2*m*(r'^2 + r^2*phi'^2)
force F = -k*r^n on r
"""
REPELLED = """param m = 1 [kg], k = 3 [N/m]
coord r [m], phi [rad]
kinetic T = 1/2*m*(r'^2 + r^2*phi'^2)
potential V = -1/2*k*r^2
"""
OSCILLATOR = """param m = 1 [kg], k = %s [N/m], c = 1 [N*s/m]
coord x [m]
kinetic T = 1/2*m*x'^2
potential V = 1/2*k*x^2
dissipation D = 1/2*c*x'^2
"""
SHAFT = """param m = 1 [kg], k = 100 [N/m], ce = 1 [N*s/m], ci = 1 [N*s/m], W = 5 [rad/s]
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = 1/2*k*(x^2 + y^2)
force fx = -ce*x' - ci*(x' + W*y) on x
force fy = -ce*y' - ci*(y' - W*x) on y
"""
DAMPED_BETWEEN = """param m = 1 [kg], k = 4 [N/m], d = 0.3 [N*s/m]
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = 1/2*k*(x^2 + (y - x)^2 + y^2)
dissipation D = 1/2*d*(x' - y')^2
"""
STOERMER = """param al = 1.5
coord rho, z, phi
lagrangian L = 1/2*(rho'^2 + z'^2 + rho^2*phi'^2) + al*rho^2*phi'/sqrt(rho^2 + z^2)^3
"""
SLEIGH_WITH_WHEEL = """param m = 1, J = 0.5, Jw = 0.2, a = 0.3
coord x, y, th, al
kinetic T = 1/2*m*((x + a*cos(th))'^2 + (y + a*sin(th))'^2) + 1/2*J*th'^2 + 1/2*Jw*(th' + al')^2
constraint knife: -sin(th)*x' + cos(th)*y' = 0
initial x' = 1
"""


def motions(text):
    code, out = run_json("analyse", "-", text=text)
    assert code == 0, out
    return out["symbolic_steady_motions"]


def truth(condition, values):
    """The value of a condition of the language over numbers."""
    return eval(condition.replace("^", "**").replace("'", "_"), {"__builtins__": {}}, values)  # noqa: S307


class Stability(unittest.TestCase):
    def test_a_bead_on_a_hoop_says_where_it_exists_and_what_is_assumed(self):
        tilted = next(m for m in motions(HOOP)["motions"] if "acos" in m["positions"]["theta"])
        self.assertEqual((tilted["stable_when"], tilted["exists_where"]), ("always", ["g <= R*w^2"]))
        self.assertIn("g > 0", tilted["assumes"])
        page = run("analyse", "-", "--color", "never", text=HOOP).stdout
        self.assertIn("exists where g ≤ R·w²", page)

    def test_a_molecule_has_its_two_modes(self):
        motion = motions(MOLECULE)["motions"][0]
        self.assertEqual((motion["stable_when"], motion["basis"]), ("always", "proof"))
        self.assertEqual(motion["assumes"], ["m > 0", "M > 0", "k > 0"])
        found = sorted(eval(f[0], {"m": 1.0, "M": 2.0, "k": 3.0}) for f in motion["factors"])  # noqa: S307
        self.assertEqual(found, [3.0, 6.0])

    def test_a_mode_that_no_damper_meets_does_not_decay(self):
        """Pervasive damping (Merkin): a damper between two equal masses leaves the even mode alone."""
        motion = motions(DAMPED_BETWEEN)["motions"][0]
        self.assertEqual((motion["stable_when"], motion["asymptotic"]), ("always", False))
        self.assertEqual([len(f) for f in motion["factors"]], [3, 3])
        beside = motions(DAMPED_BETWEEN.replace("(x' - y')", "x'"))["motions"][0]
        self.assertEqual((beside["stable_when"], beside["asymptotic"]), ("always", True))
        for model in (DAMPED_BETWEEN.replace("1/2*k*(x^2 + (y - x)^2 + y^2)", "-1/2*k*(x^2 + y^2)"), DAMPED_BETWEEN):
            page = run("analyse", "-", "--color", "never", text=model).stdout
            self.assertNotIn("0 > 0", page)
            self.assertNotIn("asymptotically stable", page)

    def test_zeros_without_a_family_of_their_own_drift(self):
        """At rest in the field of a dipole a charge is held across the lines and drifts along them (Stoermer)."""
        page = run("analyse", "-", "--color", "never", text=STOERMER).stdout
        self.assertIn("drifts to first order; the other deviations remain small", " ".join(page.split()))
        rest, circle = motions(STOERMER)["motions"][:2]
        self.assertEqual((rest["zeros"], rest["drifts"], circle["zeros"], circle["drifts"]), (3, True, 1, False))
        self.assertTrue(motions(MOLECULE)["motions"][0]["drifts"])  # as a whole
        self.assertFalse(motions(MOLECULE + "force spring = -k*x2 on x2\n")["motions"][0]["drifts"])
        self.assertFalse(motions(HOOP)["motions"][0]["drifts"])

    def test_deviations_that_leave_a_family_decay_to_a_neighbour(self):
        motion = motions(SLEIGH_WITH_WHEEL)["motions"][0]
        self.assertEqual((motion["zeros"], motion["drifts"], motion["asymptotic"]), (3, False, True))
        page = " ".join(run("analyse", "-", "--color", "never", text=SLEIGH_WITH_WHEEL).stdout.split())
        self.assertIn("stable (deviations decay to a neighbouring member of the family) where", page)

    def test_a_rotating_saddle_is_stable_beyond_a_speed(self):
        motion = motions(SADDLE)["motions"][0]
        draw = random.Random(1)
        for _ in range(100):
            v = {name: draw.uniform(0.2, 3) for name in ("m", "k", "W")}
            self.assertEqual(truth(motion["stable_when"], v), v["m"]*v["W"]**2 > v["k"], motion["stable_when"])

    def test_signs_by_which_a_condition_was_divided_are_named(self):
        """W^4 > p^2 is W^2 > p for p > 0 alone; sqrt(k*r/m) needs k/m > 0 and r > 0; two inductances L1*L2 > M^2 and each > 0."""
        saddle = "param m = 0.4, W = 1, p = 0.5\ncoord x, y\nkinetic T = 1/2*m*((x' - W*y)^2 + (y' + W*x)^2)\n" \
                 "potential V = 1/2*m*p*(x^2 - y^2)\n"
        found = motions(saddle)["motions"][0]
        self.assertEqual((found["stable_when"], found["assumes"]), ("W^2 - p > 0", ["p > 0"]))
        circle = "param m = 1, k = 2\ncoord r, th\nkinetic T = 1/2*m*(r'^2 + r^2*th'^2)\nforce F = -k*r^2 on r\n"
        orbit = next(m for m in motions(circle)["motions"] if m["positions"]["r"] == "any" and m["speeds"].get("th'") != "any")
        self.assertEqual(sorted(orbit["assumes"]), ["k > 0", "m > 0"])
        coils = "param L1 = 1, L2 = 2, M = 0.3, C1 = 1, C2 = 2\ncoord q1, q2\n" \
                "kinetic T = 1/2*L1*q1'^2 + 1/2*L2*q2'^2 + M*q1'*q2'\npotential V = q1^2/(2*C1) + q2^2/(2*C2)\n"
        self.assertLessEqual({"L1 > 0", "L2 > 0", "C1 > 0", "C2 > 0"}, set(motions(coils)["motions"][0]["assumes"]))

    def test_a_sleeping_top_needs_its_spin(self):
        upright = next(m for m in motions(TOP)["motions"] if m["positions"] == {"alpha": "0", "beta": "0"})
        draw = random.Random(2)
        for _ in range(100):
            v = {name: draw.uniform(0.2, 3) for name in ("I1", "I3", "m", "l", "g", "psi_")}
            wanted = (v["I3"]*v["psi_"])**2 > 4*v["I1"]*v["m"]*v["g"]*v["l"]
            self.assertEqual(truth(upright["stable_when"], v), wanted, upright["stable_when"])

    def test_an_exponent_is_of_either_sign(self):
        circles = [m for m in motions(CENTRAL)["motions"] if m["positions"]["r"] == "any"]
        self.assertEqual(circles[0]["stable_when"], "n + 3 > 0")

    def test_a_negative_parameter_is_not_assumed_positive(self):
        self.assertEqual(motions(OSCILLATOR % "-3")["motions"][0]["stable_when"], "k > 0")
        self.assertEqual(motions(OSCILLATOR % "3")["motions"][0]["stable_when"], "always")

    def test_what_no_parameters_make_real_is_left_out(self):
        found = motions(REPELLED)
        self.assertTrue(found["left_out_unreal"])
        self.assertFalse([m for m in found["motions"] if "sqrt" in str(m["speeds"])])

    def test_inner_damping_drives_a_shaft_beyond_a_speed(self):
        motion = motions(SHAFT)["motions"][0]
        draw = random.Random(3)
        for _ in range(100):
            v = {name: draw.uniform(0.2, 3) for name in ("m", "k", "ce", "ci", "W")}
            wanted = v["ci"]*v["W"] < (v["ce"] + v["ci"])*(v["k"]/v["m"])**0.5
            self.assertEqual(truth(motion["stable_when"], v), wanted, motion["stable_when"])
        self.assertTrue(motion["asymptotic"])


if __name__ == "__main__":
    unittest.main()
