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
        first_order = start + ("coord x [m], u [m]\nkinetic T = 1/2*m*x'^2\npotential V = 1/2*k*(x - u)^2\n"
                               "dissipation D = 1/2*c*u'^2\ninitial x = 0.1 [m]\nsimulate 0..1 [s]\n")
        multiplier = start + ("coord x [m], y [m], s [N/m]\n"
                              "lagrangian L = 1/2*m*(x'^2 + y'^2) - 9.81 [m/s^2]*m*y + s*(x^2 + y^2 - l^2)\n"
                              "initial x = 0.6 [m], y = -0.8 [m]\nsimulate 0..1 [s]\n")
        pushed = start + ("coord x [m], u [m]\nkinetic T = 1/2*m*x'^2\npotential V = 1/2*k*x^2\n"
                          "force push on u = 3 [N]\nsimulate 0..1 [s]\n")
        free = start + "coord x [m], u [m]\nkinetic T = 1/2*m*x'^2\npotential V = 1/2*k*x^2\nsimulate 0..1 [s]\n"
        for name, text, words in (("first_order", first_order, "is of first order"),
                                  ("multiplier", multiplier, "write `constraint c: x^2 + y^2 - l^2 = 0`"),
                                  ("pushed", pushed, "no motion satisfies this"), ("free", free, "")):
            model = self.write(name + ".mech", text)
            done = run("run", model)
            self.assertNotEqual(done.returncode, 0, name)
            shown = json.dumps(run_json("check", model)[1]["diagnostics"])
            self.assertIn(words, shown.replace("l^2 - x^2 - y^2", "x^2 + y^2 - l^2"), name)

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


if __name__ == "__main__":
    unittest.main()
