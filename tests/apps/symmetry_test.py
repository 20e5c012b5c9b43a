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


BODIES = """model Bodies
param m1 = 1 [kg], m2 = 2 [kg], m3 = 3 [kg], G = 1 [m^3/(kg*s^2)]
coord x1 [m], y1 [m], x2 [m], y2 [m], x3 [m], y3 [m]
let r12 = sqrt((x1 - x2)^2 + (y1 - y2)^2)
let r13 = sqrt((x1 - x3)^2 + (y1 - y3)^2)
let r23 = sqrt((x2 - x3)^2 + (y2 - y3)^2)
kinetic T = 1/2*m1*(x1'^2 + y1'^2) + 1/2*m2*(x2'^2 + y2'^2) + 1/2*m3*(x3'^2 + y3'^2)
potential V = -G*(m1*m2/r12 + m1*m3/r13 + m2*m3/r23)
initial x1 = 1 [m], y2 = 1 [m], x3 = -1 [m], y3 = -0.5 [m], x1' = 0.1 [m/s]
"""

CLUSTER = """model Cluster "particles in space with a spring between any two"
count n = 5
param m[1..n] = 1 [kg], k = 10 [N/m], L = 1 [m]
coord x[1..n] [m], y[1..n] [m], z[1..n] [m]
kinetic T = sum(i in 1..n: 1/2*m[i]*(x[i]'^2 + y[i]'^2 + z[i]'^2))
potential V = sum(i in 1..n: sum(j in i+1..n: 1/2*k*(sqrt((x[i] - x[j])^2 + (y[i] - y[j])^2 + (z[i] - z[j])^2) - L)^2))
"""

ATWOOD = """model Atwood "two masses on a string over a pulley"
param m1 = 1 [kg], m2 = 2 [kg], J = 0.1 [kg*m^2], R = 0.2 [m], g = 9.81 [m/s^2]
coord x [m]
kinetic T = 1/2*(m1 + m2)*x'^2 + 1/2*J*(x'/R)^2
potential V = (m2 - m1)*g*x
"""

EULER = """let wx = theta'*cos(phi) + psi'*sin(theta)*sin(phi)
let wy = theta'*sin(phi) - psi'*sin(theta)*cos(phi)
let w1 = phi'*sin(theta)*sin(psi) + theta'*cos(psi)
let w2 = phi'*sin(theta)*cos(psi) - theta'*sin(psi)
let w3 = phi'*cos(theta) + psi'
initial theta = 1 [rad], phi = 0.1 [rad], psi = 0.2 [rad], phi' = 1 [rad/s], theta' = 2 [rad/s], psi' = 0.5 [rad/s]
"""

CHAPLYGIN = """model ChaplyginBall
param m = 1 [kg], R = 0.1 [m], A = 0.004 [kg*m^2], B = 0.005 [kg*m^2], C = 0.006 [kg*m^2]
coord x [m], y [m], phi [rad], theta [rad], psi [rad]
kinetic T = 1/2*m*(x'^2 + y'^2) + 1/2*(A*w1^2 + B*w2^2 + C*w3^2)
constraint c1: x' = R*wy
constraint c2: y' = -R*wx
""" + EULER

TURNTABLE = """model Turntable
param m = 1 [kg], a = 0.1 [m], J = 0.004 [kg*m^2], Omega = 1.5 [rad/s]
coord x [m], y [m], phi [rad], theta [rad], psi [rad]
kinetic T = 1/2*m*(x'^2 + y'^2) + 1/2*J*(w1^2 + w2^2 + w3^2)
constraint c1: x' - a*wy = -Omega*y
constraint c2: y' + a*wx = Omega*x
initial x = 0.3 [m], y = 0
""" + EULER


def vectors(entries):
    """The generators without their zeros."""
    return [shift(s) for s in entries]


class TotalMomenta(unittest.TestCase):
    def test_three_bodies_keep_momentum_centre_and_angular_momentum(self):
        found = vectors(conserved("-", BODIES))
        self.assertEqual(len(found), 6, "time, two translations, two boosts, a rotation")
        self.assertIn({"x1": "1", "x2": "1", "x3": "1"}, found)
        self.assertIn({"x1": "t", "x2": "t", "x3": "t"}, found)
        self.assertIn({q: ("-" + q.replace("x", "y") if q[0] == "x" else q.replace("y", "x"))
                       for q in ("x1", "y1", "x2", "y2", "x3", "y3")}, found)

    def test_ten_springs_in_space_keep_ten_quantities(self):
        self.assertEqual(len(conserved("-", CLUSTER)), 10, "time, 3 translations, 3 boosts, 3 rotations")

    def test_factors_may_be_sums_of_parameters(self):
        quantities = [s["quantity"] for s in conserved("-", ATWOOD)]
        self.assertEqual(len(quantities), 5, "a particle in a uniform field")

    def test_a_projectile_in_spherical_coordinates_keeps_its_horizontal_momentum(self):
        text = """model Spherical
param m = 1 [kg], g = 9.81 [m/s^2]
coord r [m], theta [rad], phi [rad]
kinetic T = 1/2*m*(r'^2 + r^2*theta'^2 + r^2*sin(theta)^2*phi'^2)
potential V = m*g*r*cos(theta)
initial r = 1 [m], theta = 1 [rad]
"""
        found = conserved("-", text)
        self.assertIn({"r": "sin(theta)*cos(phi)", "theta": "cos(theta)*cos(phi)/r", "phi": "-sin(phi)/(r*sin(theta))"},
                      vectors(found))

    def test_a_coordinate_without_inertia_gives_one_symmetry(self):
        text = """model Massless
param m = 1 [kg], k = 2 [N/m]
coord x [m], s [m]
kinetic T = 1/2*m*x'^2
potential V = 1/2*k*x^2
constraint c: s = 2*x
initial x = 1 [m]
"""
        empty = [s for s in symmetries("-", text) if s["quantity"] == "0"]
        self.assertEqual(vectors(empty), [{"s": "1"}])


class CombinationsWithParameters(unittest.TestCase):
    def test_chaplygins_ball_keeps_three_angular_momenta_about_the_contact(self):
        found = conserved("-", CHAPLYGIN)
        about_contact = [s for s in found if "R" in "".join(shift(s).values())]
        self.assertEqual(len(about_contact), 2)
        self.assertIn({"phi": "1"}, vectors(found))

    def test_a_ball_on_a_turntable_keeps_its_moving_energy(self):
        found = conserved("-", TURNTABLE)
        moving = [shift(s) for s in found if "t" in shift(s)]
        self.assertEqual(len(moving), 1)
        self.assertIn("Omega", "".join(moving[0].values()))

    def test_energy_itself_is_not_conserved_there(self):
        _, out = run_json("analyse", "-", text=TURNTABLE)
        self.assertEqual(out["energy"]["conserved"], "no")

    def test_a_symmetry_with_a_gauge_is_not_said_to_leave_the_lagrangian_alone(self):
        text = """model Two
param m1 = 1 [kg], m2 = 2 [kg], J = 0.1 [kg*m^2], R = 0.2 [m], g = 9.81 [m/s^2]
coord x1 [m], x2 [m], phi [rad]
kinetic T = 1/2*m1*x1'^2 + 1/2*m2*x2'^2 + 1/2*J*phi'^2
potential V = -m1*g*x1 - m2*g*x2
constraint a: x1 = R*phi
constraint b: x2 = -R*phi
"""
        done = run("analyse", "-", "--color", "never", text=text)
        self.assertIn("by the total derivative of m₁·g·t", done.stdout)

    def test_what_the_numbers_of_the_model_conserve_is_not_denied(self):
        text = """model Undamped
param m = 1 [kg], k = 2 [N/m], c = 0 [N*s/m]
coord x [m]
kinetic T = 1/2*m*x'^2
potential V = 1/2*k*x^2
dissipation D = 1/2*c*x'^2
initial x = 1 [m]
"""
        _, out = run_json("analyse", "-", text=text)
        self.assertEqual(out["energy"]["conserved"], "undecided")
        _, out = run_json("analyse", "-", text=text.replace("c = 0 [", "c = 0.1 ["))
        self.assertEqual(out["energy"]["conserved"], "no")

    def test_what_was_looked_for_is_said(self):
        _, out = run_json("analyse", "-", text=ATWOOD)
        self.assertEqual((out["symmetry_search"]["complete"], out["symmetry_search"]["not_found"]), (True, []))


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
