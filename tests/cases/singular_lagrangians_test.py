"""Singular Lagrangians: hidden constraints of coordinates without inertia are found, counted, kept and printed."""

import csv
import json
import math
import pathlib
import unittest

from program import InFolder, run, run_json

MODELS = pathlib.Path(__file__).resolve().parent / "models"
SPRINGS = MODELS / "springs_in_series.mech"

# Two massless nodes between three springs.
TWO_NODES = """model TwoNodes
param m = 2 [kg], k1 = 3 [N/m], k2 = 5 [N/m], k3 = 7 [N/m]
coord x [m], y [m], z [m]
kinetic T = 1/2*m*x'^2
potential V = 1/2*k1*(x - y)^2 + 1/2*k2*(y - z)^2 + 1/2*k3*z^2
initial x = 0.2 [m]
simulate 0..3 [s] { tolerance = 1e-11 }
"""

# The same node as in springs_in_series, the mass by its distance from the node: M = m (1 1; 1 1).
RELATIVE = """model Relative
param m = 1 [kg], k1 = 2 [N/m], k2 = 3 [N/m]
coord y [m], r [m]
kinetic T = 1/2*m*(y' + r')^2
potential V = 1/2*k1*r^2 + 1/2*k2*y^2
initial y = 0.04 [m]
simulate 0..2 [s] { tolerance = 1e-11 }
"""

HARDENING = """model Hardening
param m = 1 [kg], k = 2 [N/m], b = 30 [N/m^3]
coord x [m], y [m]
kinetic T = 1/2*m*x'^2
potential V = 1/2*k*(x - y)^2 + 1/4*b*y^4
initial y = 0.3 [m]
simulate 0..2 [s] { tolerance = 1e-11 }
"""


def hardening_node(x):
    """y of k (x − y) = b y³ by Newton's method."""
    y = 0.3 if x > 0 else -0.3
    for _ in range(60):
        y -= (2 * (y - x) + 30 * y**3) / (2 + 90 * y * y)
    return y


def by_rk4(acceleration, x, v, end, steps):
    h = end / steps
    for _ in range(steps):
        k1 = (v, acceleration(x))
        k2 = (v + h / 2 * k1[1], acceleration(x + h / 2 * k1[0]))
        k3 = (v + h / 2 * k2[1], acceleration(x + h / 2 * k2[0]))
        k4 = (v + h * k3[1], acceleration(x + h * k3[0]))
        x += h / 6 * (k1[0] + 2 * k2[0] + 2 * k3[0] + k4[0])
        v += h / 6 * (k1[1] + 2 * k2[1] + 2 * k3[1] + k4[1])
    return x, v


class SingularLagrangians(InFolder):
    def assert_counts(self, model, freedoms, values):
        code, out = run_json("check", model)
        self.assertEqual(code, 0)
        self.assertEqual((out["degrees_of_freedom"], out["independent_initial_values"]), (freedoms, values))
        self.assertNotIn("W0304", [d["code"] for d in out["diagnostics"]])
        return out

    def test_a_node_between_two_springs_is_no_freedom(self):
        out = self.assert_counts(SPRINGS, 1, 2)
        (row,) = out["constraints"]
        self.assertTrue(row["hidden"])
        self.assertIn("hidden constraint", run("check", SPRINGS).stdout)

    def test_the_motion_is_that_of_springs_in_series(self):
        code, out = run_json("run", SPRINGS, "--tolerance", "1e-11")
        self.assertEqual((code, out["outcome"], out["certificate"]["failed"]), (0, "completed", []))
        # k = k1 k2/(k1 + k2) = 1.2 N/m; the tolerance 1e-11 leaves a few of its own size
        x = 0.1 * math.cos(2 * math.sqrt(1.2))
        self.assertAlmostEqual(out["final"]["x"], x, delta=1e-9)  # 100 tolerances (1e-11)
        self.assertAlmostEqual(out["final"]["y"], 0.4 * x, delta=1e-9)
        self.assertFalse([name for name in out["final"] if "hidden" in name])

    def test_a_state_off_the_hidden_constraint_is_refused(self):
        text = SPRINGS.read_text().replace("y=0.04 [m]", "y = 0.05 [m]")
        done = run("run", self.write("off.mech", text))
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("hidden.y", done.stderr)

    def test_the_equation_of_the_node_is_proved(self):
        for claim in ("k1*(y-x)+k2*y = 0", "y = k1*x/(k1+k2)", "m*x'' = -k1*k2/(k1+k2)*x"):
            self.assertIn(run_json("prove", SPRINGS, claim)[1]["verdict"],
                          ("proved", "on_constraints", "consequence"), claim)
        # y = x holds at the equilibrium alone
        self.assertIn(run_json("prove", SPRINGS, "y = x")[1]["verdict"], ("false", "special"))

    def test_two_nodes(self):
        model = self.write("two.mech", TWO_NODES)
        self.assert_counts(model, 1, 2)
        out = run_json("run", model)[1]
        stiffness = 1 / (1 / 3 + 1 / 5 + 1 / 7)
        x = 0.2 * math.cos(3 * math.sqrt(stiffness / 2))
        self.assertAlmostEqual(out["final"]["x"], x, delta=1e-9)  # 100 tolerances (1e-11)
        self.assertAlmostEqual(out["final"]["z"], stiffness / 7 * x, delta=1e-9)  # the force over k3

    def test_a_hidden_row_has_no_multiplier_in_any_form(self):
        for form in ("lagrange", "explicit", "maggi"):
            done = run("derive", SPRINGS, "--form", form)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertNotIn("λ_hidden", done.stdout, form)
            lines = run_json("derive", SPRINGS, "--form", form)[1]["equations"]
            self.assertFalse([line for line in lines if "lambda" in json.dumps(line)], form)

    def test_members_in_lanes_are_runs(self):
        """Nine members that begin in lanes have the digits that `run` gives for each of them."""
        model = self.write("two.mech", TWO_NODES)
        folder = self.folder / "sweep"
        code, out = run_json("sweep", model, "--over", "k1=1..9:9", "--method", "rk8", "--threads", "1", "--out", folder)
        self.assertEqual((code, out["ends"]["completed"], out["uncertified"]), (0, 9, 0))
        with open(folder / "members.csv", encoding="utf-8") as file:
            members = list(csv.DictReader(file))
        for member in members:
            k1 = float(member["given k1 [N/m]"])
            final = run_json("run", model, "--method", "rk8", "--set", f"k1={k1!r} [N/m]")[1]["final"]
            for name in ("x", "y", "z", "x'", "y'", "z'"):
                column = next(c for c in member if c.split(" [")[0] == name)
                self.assertEqual(float(member[column]), final[name], (k1, name))
            stiffness = 1 / (1 / k1 + 1 / 5 + 1 / 7)
            self.assertAlmostEqual(final["x"], 0.2 * math.cos(3 * math.sqrt(stiffness / 2)), delta=1e-9)  # 100 times the tolerance

    def test_a_node_in_relative_coordinates(self):
        model = self.write("relative.mech", RELATIVE)
        self.assert_counts(model, 1, 2)
        out = run_json("run", model)[1]
        # 100 tolerances (1e-11).
        self.assertAlmostEqual(out["final"]["y"], 0.04 * math.cos(2 * math.sqrt(1.2)), delta=1e-9)

    def test_two_nodes_at_one_mass_have_rows_of_two_names(self):
        """m (a + b + c)'' = −k₁ a = −k₂ b = −k₃ c: springs in series, a = F/k₁."""
        text = """model Series
param m = 2, k1 = 3, k2 = 5, k3 = 7
coord a, b, c
kinetic T = 1/2*m*(a' + b' + c')^2
potential V = 1/2*k1*a^2 + 1/2*k2*b^2 + 1/2*k3*c^2
initial a = 0.35
simulate 0..3 { tolerance = 1e-11 }
"""
        model = self.write("series.mech", text)
        out = self.assert_counts(model, 1, 2)
        self.assertEqual([row["name"] for row in out["constraints"]], ["hidden.a-b", "hidden.a-c"])
        shown = " ".join(run("check", model).stdout.split())
        self.assertIn("Lagrange's equation of a minus that of b: a hidden constraint", shown)
        out = run_json("run", model)[1]
        self.assertEqual((out["outcome"], out["certificate"]["failed"]), ("completed", []))
        a = 0.35 * math.cos(3 * math.sqrt(1 / (1 / 3 + 1 / 5 + 1 / 7) / 2))
        for name, k in (("a", 3), ("b", 5), ("c", 7)):
            self.assertAlmostEqual(out["final"][name], 3 * a / k, delta=1e-9)  # 100 tolerances (1e-11)

    def test_a_node_at_a_spring_that_hardens(self):
        model = self.write("hardening.mech", HARDENING)
        self.assert_counts(model, 1, 2)
        out = run_json("run", model)[1]
        x0 = 0.3 + 15 * 0.3**3
        # RK4 with 4000 steps: its own error is below 1e-11
        x, v = by_rk4(lambda x: -2 * (x - hardening_node(x)), x0, 0.0, 2.0, 4000)
        # 1000 tolerances (1e-11): the node is stiff where the spring is long.
        self.assertAlmostEqual(out["final"]["x"], x, delta=1e-8)
        self.assertAlmostEqual(out["final"]["x'"], v, delta=1e-8)

    def test_what_is_not_supported_is_refused_with_the_reason(self):
        start = "model M\nparam m = 1 [kg], k = 2 [N/m], c = 4 [N*s/m], l = 1 [m]\n"
        cubic = start + ("coord x [m], u [m]\nkinetic T = 1/2*m*x'^2\npotential V = 1/2*k*(x - u)^2\n"
                         "dissipation D = 1/4*c*u'^4/(1 [m/s])^2\ninitial x = 0.1 [m]\nsimulate 0..1 [s]\n")
        multiplier = start + ("coord x [m], y [m], s [N/m]\n"
                              "lagrangian L = 1/2*m*(x'^2 + y'^2) - 9.81 [m/s^2]*m*y + s*(x^2 + y^2 - l^2)\n"
                              "initial x = 0.6 [m], y = -0.8 [m]\nsimulate 0..1 [s]\n")
        pushed = start + ("coord x [m], u [m]\nkinetic T = 1/2*m*x'^2\npotential V = 1/2*k*x^2\n"
                          "force push on u = 3 [N]\nsimulate 0..1 [s]\n")
        free = start + "coord x [m], u [m]\nkinetic T = 1/2*m*x'^2\npotential V = 1/2*k*x^2\nsimulate 0..1 [s]\n"
        cawley = "model M\ncoord x, y, z\nlagrangian L = x'*z' + 1/2*y*z^2\ninitial x = 0.2\nsimulate 0..1\n"
        christ_lee = ("model M\ncoord r, th, z\nlagrangian L = 1/2*r'^2 + 1/2*r^2*(th' - z)^2 - 1/2*r^2\n"
                      "initial r = 1, z = 0.3, th' = 0.3\nsimulate 0..1\n")
        for name, text, words in (("cubic", cubic, "is of first order and not linear in the rates"),
                                  ("multiplier", multiplier, "write `constraint c: x^2 + y^2 - l^2 = 0`"),
                                  ("pushed", pushed, "no motion satisfies this"),
                                  ("free", free, "nothing in the model determines the motion of u"),
                                  ("cawley", cawley, "holds where `z = 0`: there its force on the others vanishes"),
                                  ("christ_lee", christ_lee, "a gauge freedom of a higher stage")):
            with self.subTest(name=name):
                model = self.write(name + ".mech", text)
                done = run("run", model)
                self.assertNotEqual(done.returncode, 0)
                shown = json.dumps(run_json("check", model)[1]["diagnostics"])
                self.assertIn(words, shown.replace("l^2 - x^2 - y^2", "x^2 + y^2 - l^2"))

    def test_a_regular_mass_matrix_has_none(self):
        model = self.write("regular.mech", TWO_NODES.replace("1/2*m*x'^2", "1/2*m*(x'^2 + y'^2 + 1e-9*z'^2)"))
        self.assert_counts(model, 3, 6)

    def test_beside_contacts_it_is_said_what_to_write(self):
        text = """model Floor
param m = 1 [kg], k1 = 2 [N/m], k2 = 3 [N/m], g = 9.81 [m/s^2]
coord x [m], y [m], z [m]
kinetic T = 1/2*m*(x'^2 + z'^2)
potential V = 1/2*k1*(x - y)^2 + 1/2*k2*y^2 + m*g*z
constraint floor: FLOOR
ROW
initial x = 0.1 [m], y = 0.04 [m], z = 0.2 [m]
simulate 0..1 [s]
"""
        for floor, row, words in (
                ("z >= 0", "", "write `constraint node: k1*(x - y) - k2*y = 0`: its multiplier is 0"),
                ("z >= 0", "coord node [m]", "write `constraint node2: k1*(x - y) - k2*y = 0`: its multiplier is 0"),
                ("z + 0.1*y >= 0", "", "give y a small mass in `kinetic`")):
            out = run_json("check", self.write("floor.mech", text.replace("FLOOR", floor).replace("ROW", row)))[1]
            self.assertIn(words, [d.get("help") for d in out["diagnostics"] if d["code"] == "W0307"])
        row = "constraint node: k1*(x - y) - k2*y = 0"
        code, out = run_json("run", self.write("floor.mech", text.replace("FLOOR", "z >= 0").replace("ROW", row)))
        self.assertEqual(code, 0)
        self.assertAlmostEqual(out["final"]["x"], 0.1 * math.cos(math.sqrt(1.2)), delta=1e-9)  # springs in series

    FIRST_ORDER = """model FirstOrder
param B = 2, k = 3, c = 4, m = 1
coord COORDINATES
ENERGY
initial START
simulate 0..3 { tolerance = 1e-11 }
"""

    def first_order(self, coordinates, energy, start):
        return self.write("first.mech", self.FIRST_ORDER.replace("COORDINATES", coordinates)
                          .replace("ENERGY", energy).replace("START", start))

    def test_equations_of_first_order(self):
        """Solutions by hand, all with the time 3."""
        spiral = 0.2 * math.exp(-3 * 3 / 4)
        for coordinates, energy, start, counts, right in (
                # y' = k x, x' = −k y
                ("x, y", "lagrangian L = x*y' - 1/2*k*(x^2 + y^2)", "x = 0.2", (0, 2),
                 {"x": 0.2 * math.cos(9), "y": 0.2 * math.sin(9)}),
                # a charge without mass in a magnetic field, B y' = k x, B x' = −k y
                ("x, y", "lagrangian L = 1/2*B*(x*y' - y*x') - 1/2*k*(x^2 + y^2)", "x = 0.2", (0, 2),
                 {"x": 0.2 * math.cos(4.5), "y": 0.2 * math.sin(4.5), "x'": -0.3 * math.sin(4.5)}),
                # beside a mass of its own
                ("x, y, u", "lagrangian L = 1/2*m*u'^2 - 1/2*u^2 + x*y' - 1/2*k*(x^2 + y^2)", "x = 0.2, u = 1", (1, 4),
                 {"x": 0.2 * math.cos(9), "u": math.cos(3)}),
                # c x' = −k x
                ("x, u", "kinetic T = 1/2*m*u'^2\npotential V = 1/2*k*x^2\ndissipation D = 1/2*c*x'^2",
                 "x = 0.2, u' = 2", (1, 3), {"x": spiral, "x'": -3 / 4 * spiral, "u": 6.0})):
            with self.subTest(energy=energy):
                model = self.first_order(coordinates, energy, start)
                out = self.assert_counts(model, *counts)
                self.assertTrue(all(row["hidden"] for row in out["constraints"]))
                self.assertIn("of first order, because the mass matrix is singular",
                              " ".join(run("check", model).stdout.split()))
                code, out = run_json("run", model)
                self.assertEqual((code, out["outcome"], out["certificate"]["failed"]), (0, "completed", []))
                for name, value in right.items():
                    self.assertAlmostEqual(out["final"][name], value, delta=1e-9, msg=name)  # 100 tolerances (1e-11)

    def test_a_node_between_a_spring_and_a_dashpot(self):
        """m x'' = −k (x − u), c u' = k (x − u): Maxwell's element, by RK4 with 30000 steps (its error is below 1e-12)."""
        model = self.first_order("x, u", "kinetic T = 1/2*m*x'^2\npotential V = 1/2*k*(x - u)^2\n"
                                         "dissipation D = 1/2*c*u'^2", "x = 0.1, u = 0.02")
        self.assert_counts(model, 1, 3)
        x, v, u = 0.1, 0.0, 0.02
        rates = lambda s: (s[1], -3 * (s[0] - s[2]), 3 / 4 * (s[0] - s[2]))
        h = 1e-4
        for _ in range(30000):
            s = (x, v, u)
            k1 = rates(s)
            k2 = rates([a + h / 2 * b for a, b in zip(s, k1)])
            k3 = rates([a + h / 2 * b for a, b in zip(s, k2)])
            k4 = rates([a + h * b for a, b in zip(s, k3)])
            x, v, u = (a + h / 6 * (b + 2 * c + 2 * d + e) for a, b, c, d, e in zip(s, k1, k2, k3, k4))
        out = run_json("run", model)[1]
        self.assertEqual((out["outcome"], out["certificate"]["failed"]), ("completed", []))
        for name, value in (("x", x), ("x'", v), ("u", u)):
            self.assertAlmostEqual(out["final"][name], value, delta=1e-9, msg=name)  # 100 tolerances (1e-11)

    def test_rates_off_an_equation_of_first_order_are_refused(self):
        model = self.first_order("x, y", "lagrangian L = x*y' - 1/2*k*(x^2 + y^2)", "x = 0.2, x' = 1")
        done = run("run", model)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("hidden.y", done.stderr)

    GAUGE = """model Gauge
param m = 2, k = 3
coord a, b, u
kinetic T = 1/2*m*(a' - b')^2 + 1/2*m*u'^2
potential V = 1/2*k*(a - b - u)^2
initial a = 0.2, b = 0.7, b' = 0.1, a' = 0.1
simulate 0..2 { tolerance = 1e-11 }
"""

    def test_a_gauge_freedom_is_no_degree_of_freedom(self):
        """With w = a − b: m w'' = −k (w − u), m u'' = k (w − u). The common motion of a and b is any."""
        model = self.write("gauge.mech", self.GAUGE)
        code, out = run_json("check", model)
        self.assertEqual((code, out["degrees_of_freedom"], out["independent_initial_values"]), (0, 2, 4))
        (found,) = [d for d in out["diagnostics"] if d["code"].startswith("W03")]
        self.assertEqual(found["code"], "W0309")
        self.assertIn("the common motion of a and b", found["message"])
        self.assertIn("1 gauge freedom = 2 degrees of freedom", " ".join(run("check", model).stdout.split()))
        done = run("run", model)
        self.assertEqual(done.returncode, 1)
        self.assertIn("E0308", done.stderr)
        fixed = self.write("fixed.mech", self.GAUGE + "constraint gauge: b' = 0.1\n")
        code, out = run_json("run", fixed)
        self.assertEqual((code, out["outcome"], out["certificate"]["failed"]), (0, "completed", []))
        w = out["final"]["a"] - out["final"]["b"]
        # w + u stays at −0.5, w − u swings with 2 k/m = 3 from −0.5
        swing = -0.5 * math.cos(2 * math.sqrt(3))
        self.assertAlmostEqual(w, (-0.5 + swing) / 2, delta=1e-9)  # 100 tolerances (1e-11)
        self.assertAlmostEqual(out["final"]["u"], (-0.5 - swing) / 2, delta=1e-9)
        self.assertAlmostEqual(out["final"]["b"], 0.9, delta=1e-9)

    def test_gauges_beside_hidden_constraints(self):
        """T of a + b + c alone and V of a − b: one equation a = b, and one gauge."""
        model = self.write("both.mech", """model Both
param m = 2, k = 3
coord a, b, c
kinetic T = 1/2*m*(a' + b' + c')^2
potential V = 1/2*k*(a - b)^2
initial a = 0.2, b = 0.2, c' = 1
simulate 0..2
""")
        code, out = run_json("check", model)
        self.assertEqual(code, 0)
        # E_a = m s'' + k (a − b), E_b = m s'' − k (a − b), E_c = m s'': a = b, s'' = 0; a moves as it likes, c = s − 2 a
        self.assertEqual((out["degrees_of_freedom"], out["independent_initial_values"]), (1, 2))
        self.assertEqual(len([d for d in out["diagnostics"] if d["code"] == "W0309"]), 1)


if __name__ == "__main__":
    unittest.main()
