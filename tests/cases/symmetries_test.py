"""Symmetries of Lagrangians with total derivatives, and of charges in the field of a magnetic pole.

Right values are those of hand derivations. A quantity is looked at by its value at a state, which is that of the wanted
one to 1e-9.
"""

import math
import unittest

import program
from stability_test import MODELS, analysed

GALLERY = program.SEEDS.parent / "gallery"


def one(coordinates, lines, parameters, start):
    return "\n".join([f"model One\nparam {parameters}\ncoord {coordinates}", *lines, f"initial {start}", "simulate 0..1", ""])


NAMES = {"sin": math.sin, "cos": math.cos, "tan": math.tan, "sqrt": math.sqrt, "pi": math.pi}


def value(text, values):
    """A text of the language at values of its names; rates are written r_ here."""
    return eval(text.replace("^", "**").replace("'", "_"), {"__builtins__": {}}, {**NAMES, **values})


STATES = [(0.7, 1.1, 0.4, 0.3, -0.6, 0.8), (1.3, 0.6, -0.9, -0.2, 0.5, 0.7), (0.4, 1.9, 2.1, 0.9, 0.1, -0.4)]


def is_conserved(facts, names, parameters, wanted):
    """Whether a quantity of the list is a multiple of `wanted` at some states, up to a constant."""
    found = [s["quantity"] for s in facts["symmetries"] if s["conserved"] == "yes"]
    found += [m["momentum"] for m in facts["momenta"] if m["conserved"] == "yes"]
    samples = [dict(zip([*names, *(n + "_" for n in names)], [*s[: len(names)], *s[3 : 3 + len(names)]])) for s in STATES]
    right = [wanted(**sample, **parameters) for sample in samples]
    for text in found:
        try:
            left = [value(text, {**parameters, **sample, "t": 0.0}) for sample in samples]
        except (NameError, SyntaxError):
            continue
        cross = (left[0] - left[1]) * (right[0] - right[2]) - (left[0] - left[2]) * (right[0] - right[1])
        if abs(cross) < 1e-9 and abs(left[0] - left[1]) > 1e-9:  # as above: products of values below 10
            return True
    return False


class TotalDerivatives(unittest.TestCase):
    def test_a_rotation_beside_a_total_derivative(self):
        facts = analysed(MODELS / "gauge_rotation.mech")
        self.assertTrue(is_conserved(facts, ["x", "y"], {"m": 1, "k": 2, "a": 0.3}, lambda x, y, x_, y_, m, k, a: m * (x * y_ - y * x_)))
        self.assertTrue(facts["symmetry_search"]["complete"])

    def test_a_translation_beside_a_total_derivative(self):
        # F = a·x³·y²
        text = one("x, y", ["kinetic T = 1/2*m*(x'^2 + y'^2)", "lagrangian L = a*(3*x^2*y^2*x' + 2*x^3*y*y')"], "m = 1, a = 0.3", "x' = 1, y = 0.2")
        facts = analysed(text)
        self.assertTrue(is_conserved(facts, ["x", "y"], {"m": 1, "a": 0.3}, lambda x, y, x_, y_, m, a: m * x_))
        self.assertTrue(is_conserved(facts, ["x", "y"], {"m": 1, "a": 0.3}, lambda x, y, x_, y_, m, a: m * (x * y_ - y * x_)))

    def test_a_rotation_where_L_holds_the_sine_of_a_length(self):
        # F = a·sin(x)·y²: without units x is a length as well
        text = one("x, y", ["kinetic T = 1/2*m*(x'^2 + y'^2)", "lagrangian L = a*(cos(x)*y^2*x' + 2*sin(x)*y*y')"], "m = 1, a = 0.3", "x' = 1, y = 0.2")
        facts = analysed(text)
        self.assertTrue(is_conserved(facts, ["x", "y"], {"m": 1, "a": 0.3}, lambda x, y, x_, y_, m, a: m * (x * y_ - y * x_)))
        self.assertTrue(facts["symmetry_search"]["complete"])

    def test_four_coordinates_with_hidden_translations_are_not_called_complete(self):
        # parabolic coordinates of a plane beside two lengths
        text = one("u, v, z, w", ["kinetic T = 1/2*m*(u^2 + v^2)*(u'^2 + v'^2) + 1/2*m*(z'^2 + w'^2)", "potential V = z^4 + w^6"],
                   "m = 1", "u = 1, v = 0.5, u' = 1")
        self.assertFalse(analysed(text)["symmetry_search"]["complete"])

    def test_parabolic_coordinates_hide_translations(self):
        # x = (u² − v²)/2, y = u·v: ∂/∂x = (u, −v)/(u² + v²) is not among the functions looked for
        text = one("u, v", ["kinetic T = 1/2*m*(u^2 + v^2)*(u'^2 + v'^2)"], "m = 1", "u = 1, v = 0.5, u' = 1")
        self.assertFalse(analysed(text)["symmetry_search"]["complete"])

    def test_what_is_complete_is_called_so(self):
        text = one("x, y", ["kinetic T = 1/2*m*(x'^2 + y'^2)", "potential V = k*x^4 + k*y^4 + x*y^3"], "m = 1, k = 2", "x = 1, y = 0.5")
        self.assertTrue(analysed(text)["symmetry_search"]["complete"])

    def test_a_rotation_in_polar_coordinates(self):
        # F = a·r²·cos(2φ)
        text = one("r, ph", ["kinetic T = 1/2*m*(r'^2 + r^2*ph'^2)", "potential V = 1/2*k*r^2",
                             "lagrangian L = 2*a*r*cos(2*ph)*r' - 2*a*r^2*sin(2*ph)*ph'"], "m = 1, k = 2, a = 0.3", "r = 1, ph' = 0.5")
        facts = analysed(text)
        self.assertTrue(is_conserved(facts, ["r", "ph"], {"m": 1, "k": 2, "a": 0.3}, lambda r, ph, r_, ph_, m, k, a: m * r**2 * ph_))

    def test_a_magnetic_field_beside_a_total_derivative(self):
        # A = B/2·(−y, x) + ∇(a·x³·y): p_φ = m(x·y′ − y·x′) + B/2·(x² + y²)
        text = one("x, y", ["kinetic T = 1/2*m*(x'^2 + y'^2)",
                            "lagrangian L = 1/2*B*(x*y' - y*x') + a*(3*x^2*y*x' + x^3*y')"], "m = 1, B = 0.7, a = 0.3", "x' = 1, y = 0.2")
        facts = analysed(text)
        self.assertTrue(is_conserved(facts, ["x", "y"], {"m": 1, "B": 0.7, "a": 0.3},
                                     lambda x, y, x_, y_, m, B, a: m * (x * y_ - y * x_) + B / 2 * (x * x + y * y)))


class MagneticPole(unittest.TestCase):
    def test_three_components(self):
        facts = analysed(MODELS / "monopole.mech")

        def vector(r, theta, phi, r_, theta_, phi_, m, g):
            # r̂ × r²·(dr̂/dt)·m, and the pole's −g·r̂ with L = −g·cos θ·φ′
            lx = m * r * r * (-math.sin(phi) * theta_ - math.sin(theta) * math.cos(theta) * math.cos(phi) * phi_)
            ly = m * r * r * (math.cos(phi) * theta_ - math.sin(theta) * math.cos(theta) * math.sin(phi) * phi_)
            lz = m * r * r * math.sin(theta) ** 2 * phi_
            return (lx - g * math.sin(theta) * math.cos(phi), ly - g * math.sin(theta) * math.sin(phi), lz - g * math.cos(theta))
        for k in range(3):
            self.assertTrue(is_conserved(facts, ["r", "theta", "phi"], {"m": 1, "g": 0.6}, lambda **v: vector(**v)[k]), k)


class MassCentre(unittest.TestCase):
    """A body whose coordinates are not those of its mass centre."""

    def test_its_own_angular_momentum_in_the_plane(self):
        # mass centre at (x, y) + e·(cos φ, sin φ): J_G·φ′ is kept without forces
        text = one("x, y, ph", ["kinetic T = 1/2*m*((x' - e*sin(ph)*ph')^2 + (y' + e*cos(ph)*ph')^2) + 1/2*J*ph'^2"],
                   "m = 1, J = 0.4, e = 0.3", "x' = 1, ph' = 2")
        facts = analysed(text)
        spin = is_conserved(facts, ["x", "y", "ph"], {"m": 1, "J": 0.4, "e": 0.3}, lambda x, y, ph, x_, y_, ph_, m, J, e: J * ph_)
        boosts = [s for s in facts["symmetries"] if s["conserved"] == "yes" and "t" in s["dq"].values()]
        self.assertTrue(spin or len(boosts) == 2 or not facts["symmetry_search"]["complete"])


class Driven(unittest.TestCase):
    """A force f(t) alone on a coordinate: its momentum less the integral of f is constant."""

    def test_a_translation_under_a_force_that_oscillates(self):
        """V = k x^2/2 + x^4 - F y sin 3t: p_y' = F sin 3t, so p_y + F/3 cos 3t is constant."""
        facts = analysed(one("x, y", ["kinetic T = 1/2*m*(x'^2 + y'^2)", "potential V = 1/2*k*x^2 + x^4 - F*y*sin(3*t)"],
                             "m = 1.2, k = 3, F = 0.7", "x = 0.3, y' = 0.2"))
        self.assertTrue(facts["symmetry_search"]["complete"])
        shift = next(s for s in facts["symmetries"] if s["dq"] == {"x": "0", "y": "1"})
        self.assertEqual(shift["conserved"], "yes")
        for t, v in ((0.0, 0.2), (0.4, -1.1), (2.3, 0.6)):
            at = {"m": 1.2, "F": 0.7, "t": t, "y_": v}
            self.assertAlmostEqual(value(shift["quantity"], at), 1.2 * v + 0.7 / 3 * math.cos(3 * t), delta=1e-12)

    def test_two_masses_on_a_spring_under_two_forces(self):
        """p_x' + p_y' = F sin wt + c exp(-t): p_x + p_y + F/w cos wt + c exp(-t) is constant, and so is the boost."""
        facts = analysed(one("x, y", ["kinetic T = 1/2*m*x'^2 + 1/2*M*y'^2",
                                      "potential V = 1/2*k*(x - y)^2 - F*x*sin(w*t) - c*y*exp(-t)"],
                             "m = 1, M = 2, k = 3, F = 0.5, w = 2, c = 0.3", "x = 0.3, y' = 0.2"))
        shift = next(s for s in facts["symmetries"] if s["dq"] == {"x": "1", "y": "1"})
        at = {"m": 1.0, "M": 2.0, "F": 0.5, "w": 2.0, "c": 0.3, "t": 0.7, "x_": 0.4, "y_": -0.3, "exp": math.exp}
        self.assertAlmostEqual(value(shift["quantity"], at), 0.4 - 0.6 + 0.25 * math.cos(1.4) + 0.3 * math.exp(-0.7), delta=1e-12)
        self.assertIn({"x": "t", "y": "t"}, [s["dq"] for s in facts["symmetries"]])

    def test_a_search_that_is_not_complete_says_so_in_the_text(self):
        foucault = GALLERY / "foucault.mech"
        facts = analysed(foucault)
        self.assertFalse(facts["symmetry_search"]["complete"])
        for why in facts["symmetry_search"]["not_found"]:
            self.assertIn(why, " ".join(program.run("analyse", foucault).stdout.split()))


if __name__ == "__main__":
    unittest.main()
