"""Symmetries found by an ansatz, momentum equations where constraints break them, Routh's effective potential."""

import unittest

from program import PENDULUM, SEEDS, SLEIGH, run, run_json

MODELS = SEEDS.parent

FREE = """model Free
param m = 1 [kg]
coord x [m]
kinetic T = 1/2*m*x'^2
"""

LINK = """model Link
param m1 = 1 [kg], m2 = 2 [kg], d = 1 [m], g = 9.81 [m/s^2]
coord x1 [m], y1 [m], x2 [m], y2 [m]
kinetic T = 1/2*m1*(x1'^2 + y1'^2) + 1/2*m2*(x2'^2 + y2'^2)
potential V = g*(m1*y1 + m2*y2)
constraint link: (x1 - x2)^2 + (y1 - y2)^2 = d^2
initial x1 = 0, x2 = 1 [m], y1 = 0, y2 = 0
"""


def symmetries(model, text=None):
    code, out = run_json("analyse", model, text=text)
    assert code == 0, out
    return out["symmetries"]


def conserved(model, text=None):
    return [s for s in symmetries(model, text) if s["conserved"] == "yes"]


def shift(entry):
    """What the generator does to time and coordinates, zeros left out."""
    out = {name: value for name, value in entry["dq"].items() if value != "0"}
    if entry["dt"] != "0":
        out["t"] = entry["dt"]
    return out


class Symmetries(unittest.TestCase):
    def test_a_free_particle_in_one_dimension_has_five(self):
        found = conserved("-", FREE)
        self.assertEqual(len(found), 5)
        self.assertIn({"t": "t^2", "x": "x*t"}, [shift(s) for s in found])

    def test_kepler_has_time_and_rotation_only(self):
        found = conserved(MODELS / "gallery" / "kepler.mech")
        self.assertEqual([shift(s) for s in found], [{"t": "1"}, {"x": "-y", "y": "x"}])
        self.assertEqual(found[1]["quantity"], "m*(x*y' - y*x')")

    def test_kepler_in_space_has_time_and_three_rotations(self):
        text = """model Kepler
param m = 1 [kg], mu = 1 [m^3/s^2]
coord x [m], y [m], z [m]
kinetic T = 1/2*m*(x'^2 + y'^2 + z'^2)
potential V = -m*mu/sqrt(x^2 + y^2 + z^2)
initial x = 1 [m], y' = 1 [m/s]
"""
        self.assertEqual(len(conserved("-", text)), 4)

    def test_a_free_body_in_euler_angles_keeps_its_three_angular_momenta(self):
        self.assertEqual(len(conserved(SEEDS / "s4_euler_rigid_body.mech")), 4, "time and three rotations")

    def test_a_charge_keeps_its_momenta_with_the_gauge_of_the_field(self):
        quantities = [s["quantity"] for s in conserved(SEEDS / "s4_charged_particle.mech")]
        self.assertIn("m*x' - e*(B0*y + E1*t)", quantities)

    def test_the_blade_of_the_sleigh_breaks_every_momentum(self):
        broken = [s for s in symmetries(SLEIGH) if s["conserved"] == "no"]
        self.assertEqual([s["rate"] for s in broken if shift(s) == {"x": "1"}], ["-lambda.blade*sin(theta)"])
        self.assertEqual([shift(s) for s in conserved(SLEIGH)], [{"t": "1"}])

    def test_two_linked_masses_keep_their_momentum_together(self):
        found = [shift(s) for s in conserved("-", LINK)]
        self.assertIn({"x1": "1", "x2": "1"}, found)
        self.assertNotIn({"x1": "1"}, found)

    def test_a_rod_breaks_translations_and_a_free_pendulum_keeps_its_rotation(self):
        self.assertEqual([shift(s) for s in conserved("-", PENDULUM)], [{"t": "1"}])
        weightless = PENDULUM.replace("potential V = m*g*y\n", "").replace(", g = 9.81 [m/s^2]", "")
        self.assertIn({"x": "-y", "y": "x"}, [shift(s) for s in conserved("-", weightless)])


class EffectivePotential(unittest.TestCase):
    def test_of_the_spherical_pendulum(self):
        _, out = run_json("analyse", MODELS / "gallery" / "spherical_pendulum.mech")
        self.assertEqual(out["effective_potential"]["cyclic"], ["phi"])
        self.assertIn("p.phi^2/2", out["effective_potential"]["text"])

    def test_is_absent_where_a_constraint_acts_on_the_cyclic_coordinate(self):
        _, out = run_json("analyse", SLEIGH)
        self.assertIsNone(out["effective_potential"])

    def test_stands_on_the_page(self):
        done = run("analyse", MODELS / "gallery" / "spherical_pendulum.mech", "--color", "never")
        self.assertIn("V_eff", done.stdout)


if __name__ == "__main__":
    unittest.main()
