"""Rigid tables on several feet with isotropic friction. References: Coulomb's law with the normal forces by the balance of
the body (three legs) or by springs (four and six), integrated in plain Python by Gragg-Bulirsch-Stoer extrapolation of order
16; 100 and 200 steps agree to 10 digits. Bounds of 1e-7: a hundred times the tolerance of the runs."""

import unittest

from friction_test import feet
from program import InFolder, run, run_json

G = 9.81
MARK = "(not determined)"
TRIANGLE = [(0.3, 0), (-0.2, 0.25), (-0.2, -0.25)]
SQUARE = [(0.3, 0.2), (-0.3, 0.2), (-0.3, -0.2), (0.3, -0.2)]
HEXAGON = [(0.3, 0.0), (0.15, 0.26), (-0.15, 0.26), (-0.3, 0), (-0.15, -0.26), (0.15, -0.26)]
MU = [0.2, 0.3, 0.25, 0.35, 0.3, 0.2]


def table(legs, coefficients, height, side="=", rates=(2.5, 0.6, 3), turned=0.3, springs=False, more=""):
    """A body of 2 kg on legs; its floor forces act at `height` below its centre."""
    n = range(1, len(legs) + 1)
    lines = [f"model Table\nparam m = 2 [kg], J = 0.3 [kg*m^2], Ja = 0.2 [kg*m^2], h = {height} [m], g = {G} [m/s^2]",
             "coord x [m], y [m], z [m], th [rad], a [rad], b [rad]"]
    kinetic = "1/2*m*(x'^2 + y'^2 + z'^2) + 1/2*J*th'^2 + 1/2*Ja*(a'^2 + b'^2)"
    potential = "m*g*z"
    for i, (p, mu) in enumerate(zip(legs, coefficients), 1):
        lines.append(f"param px{i} = {p[0]} [m], py{i} = {p[1]} [m], mu{i} = {mu}\n"
                     f"let rx{i} = px{i}*cos(th) - py{i}*sin(th); let ry{i} = px{i}*sin(th) + py{i}*cos(th)\n"
                     f"let sx{i} = x' - h*b' - th'*ry{i}; let sy{i} = y' + h*a' + th'*rx{i}\n"
                     f"let foot{i} = z + a*ry{i} - b*rx{i}")
    if springs:
        lines.append("param k = 2000 [N/m], c = 40 [N*s/m], mf = 0.1 [kg]\n"
                     "coord " + ", ".join(f"f{i} [m]" for i in n))
        kinetic += "".join(f" + 1/2*mf*f{i}'^2" for i in n)
        potential += "".join(f" + 1/2*k*(foot{i} - f{i})^2" for i in n)
        lines.append("dissipation D = " + " + ".join(f"1/2*c*(foot{i}' - f{i}')^2" for i in n))
    lines += [f"kinetic T = {kinetic}", f"potential V = {potential}"]
    for i in n:
        foot = f"f{i}" if springs else f"foot{i}"
        lines.append(f"constraint c{i}: {foot} {side} 0\nreaction N{i} [N] of c{i} conjugate {foot}'\n"
                     f"friction Fx{i} [N] of N{i} conjugate sx{i} {{ coefficient = mu{i} }}\n"
                     f"friction Fy{i} [N] of N{i} conjugate sy{i} {{ coefficient = mu{i} }}")
    start = f"initial th = {turned}, x' = {rates[0]} [m/s], y' = {rates[1]} [m/s], th' = {rates[2]} [rad/s]"
    lines.append(start + (f", z = {-2 * G / len(legs) / 2000} [m]" if springs else ""))
    return "\n".join(lines) + "\n" + more + "simulate 0..1 [s]\n"


class Tables(InFolder):
    def solved(self, text, *arguments):
        code, out = run_json("run", self.write("model.mech", text), *arguments)
        self.assertEqual(out["outcome"], "completed", out.get("failure"))
        self.assertEqual(out["certificate"]["failed"], [])
        self.assertEqual(code, 0)
        return out

    def assert_final(self, out, expected, tolerance=1e-7):  # 100 tolerances (1e-9)
        for name, value in expected.items():
            self.assertAlmostEqual(out["final"][name], value, delta=tolerance, msg=name)

    def refused(self, text):
        done = run("run", self.write("model.mech", text))
        self.assertNotIn(done.returncode, (0, 70))
        return done.stdout + done.stderr

    def test_three_legs(self):
        for side in ("=", ">="):
            model = table(TRIANGLE, MU, 0.4, side)
            self.assert_final(self.solved(model, "--to", "0.3"),
                              {"x": 0.6577134344, "y": 0.1509252420, "th": 1.1467078147})
            self.assert_final(self.solved(model, "--to", "0.5"),
                              {"x": 0.9934030578, "y": 0.2160686100, "th": 1.6572403078})

    def test_four_and_six_legs_on_springs(self):
        # a car that brakes with its wheels locked is of this kind
        four = {"x": 0.8070087895, "y": 0.1628347984, "th": 1.3434968416, "a": -0.0005545678, "b": 0.0055301865}
        for side in ("=", ">="):
            self.assert_final(self.solved(table(SQUARE, MU, 0.4, side, springs=True), "--to", "0.4"), four)
        self.assert_final(self.solved(table(HEXAGON, MU, 0.4, springs=True), "--to", "0.4"),
                          {"x": 0.8204057615, "y": 0.1824226710, "th": 1.4381260397, "a": -0.0012350358,
                           "b": 0.0032720815})

    def test_a_sled_grips_along_and_across_its_runners(self):
        # F = -N (mu1^2 s1, mu2^2 s2)/|(mu1 s1, mu2 s2)|, s1 along and s2 across the sled
        legs = [(0.5, 0.0, 0.05, 0.5), (-0.4, 0.3, 0.08, 0.6), (-0.4, -0.3, 0.06, 0.4)]
        lines = ["model Sled\nparam m = 40 [kg], J = 6 [kg*m^2], Ja = 2 [kg*m^2], h = 0.3 [m], g = 9.81 [m/s^2]",
                 "coord x [m], y [m], z [m], th [rad], a [rad], b [rad]",
                 "kinetic T = 1/2*m*(x'^2 + y'^2 + z'^2) + 1/2*J*th'^2 + 1/2*Ja*(a'^2 + b'^2)\npotential V = m*g*z"]
        for i, (px, py, along, across) in enumerate(legs, 1):
            lines.append(f"let rx{i} = {px} [m]*cos(th) - {py} [m]*sin(th); let ry{i} = {px} [m]*sin(th) + {py} [m]*cos(th)\n"
                         f"let sx{i} = x' - h*b' - th'*ry{i}; let sy{i} = y' + h*a' + th'*rx{i}\n"
                         f"let foot{i} = z + a*ry{i} - b*rx{i}\nconstraint c{i}: foot{i} >= 0\n"
                         f"reaction N{i} [N] of c{i} conjugate foot{i}'\n"
                         f"friction L{i} [N] of N{i} conjugate sx{i}*cos(th) + sy{i}*sin(th) {{ coefficient = {along} }}\n"
                         f"friction S{i} [N] of N{i} conjugate -sx{i}*sin(th) + sy{i}*cos(th) {{ coefficient = {across} }}")
        lines.append("initial th = 0.2, x' = 4 [m/s], y' = -0.5 [m/s], th' = 1.5 [rad/s]\nsimulate 0..0.6 [s]\n")
        self.assert_final(self.solved("\n".join(lines)), {"x": 2.0078841351, "y": 0.3249314520, "th": 1.2148148684})

    def test_chains_of_four_and_six_feet(self):
        def places(out, n):
            return [out["final"][f"{q}[{i}]"] for i in range(1, n + 1) for q in "xy"]
        four = feet([1, 2, 0.5, 1.5], [0.3, 0.2, 0.4, 0.25], {(1, 2): 0.5, (2, 3): 0.5, (3, 4): 0.5},
                    [(0, 0, 1, 0.3), (0.5, 0, 1, -1), (0.5, 0.5, 0.2, -1), (0, 0.5, 0.2, -1.4)])
        six = feet([1, 2, 0.5, 1.5, 1, 0.7], [0.3, 0.2, 0.4, 0.25, 0.3, 0.2], {(i, i + 1): 0.5 for i in range(1, 6)},
                   [(0, 0, 1, 0.8), (0.5, 0, 1, -1), (1, 0, 1, 0.6), (1.5, 0, 1, -1.5), (2, 0, 1, 0.4), (2.5, 0, 1, -0.5)])
        wanted = {4: [0.1890839414, 0.0403102233, 0.6486764865, -0.1566026825, 0.5296143048, 0.3290146533, 0.0332801964,
                      0.2685791271],
                  6: [0.290531846, 0.114810386, 0.710580619, -0.156407291, 1.182649305, 0.008368786, 1.625860308,
                      -0.223070207, 2.057582961, 0.029151027, 2.548993632, -0.063128721]}
        for n, model in ((4, four), (6, six)):
            for side in ("=", ">="):
                out = self.solved(model.replace("] = 0\nreaction", f"] {side} 0\nreaction"), "--to", "0.2")
                for found, value in zip(places(out, n), wanted[n]):
                    self.assertAlmostEqual(found, value, delta=1e-7)  # 100 tolerances (1e-9)
        # all of four come to rest within 1 s
        out = self.solved(four, "--to", "1")
        self.assertEqual([out["final"][f"{q}[{i}]'"] for i in range(1, 5) for q in "xy"], [0.0] * 8)
        self.assertTrue({"Fx1", "Fy1"} <= set(out["not_determined"]))

    def test_four_rigid_legs_that_turn_are_not_determined(self):
        for side in ("=", ">="):
            message = self.refused(table(SQUARE, MU, 0.4, side))
            self.assertIn("redundant", message)
            self.assertIn("three under a rigid body", " ".join(message.split()))

    def test_four_equal_legs_that_slide_straight_on(self):
        # deceleration mu g along the path, whatever each leg carries; the legs in front carry more by h
        for height, side in ((0, "="), (0, ">="), (0.4, "=")):
            rate = 2.5 if height else (2.5**2 + 0.6**2) ** 0.5
            model = table(SQUARE, [0.3] * 4, height, side, rates=(2.5, 0 if height else 0.6, 0), turned=0)
            way = rate**2 / (2 * 0.3 * G)
            out = self.solved(model)
            self.assert_final(out, {"x": way * 2.5 / rate, "y": way * (0 if height else 0.6) / rate, "th": 0, "x'": 0})
            stops = next(c for c in out["friction_changes"] if c["change"] == "sticks")
            self.assertAlmostEqual(stops["t"], rate / (0.3 * G), delta=1e-8)  # ten tolerances (1e-9)
            for i in range(1, 5):
                self.assertIn(f"N{i}", out["not_determined"])
                self.assertIn(f"Fx{i}", out["not_determined"])
            # A body at rest: rounding of 20 N.
            self.assertAlmostEqual(sum(out["final"][f"N{i}"] for i in range(1, 5)), 2 * G, delta=1e-9)

    def test_what_feet_at_rest_leave_open_is_marked(self):
        # Two feet and a rod at rest: Fx is one number for both, Fy and N are determined.
        model = self.write("rod.mech", f"""model Rod
param g = {G} [m/s^2]
coord x[1..2] [m], y[1..2] [m], z[1..2] [m]
kinetic T = sum(i in 1..2: 1/2*(1 [kg])*(x[i]'^2 + y[i]'^2 + z[i]'^2))
potential V = sum(i in 1..2: (1 [kg])*g*z[i])
constraint rod: x[2] - x[1] = 0.4 [m]
constraint f[i in 1..2]: z[i] = 0
reaction N[i in 1..2] [N] of f[i] conjugate z[i]'
friction Fx[i in 1..2] [N] of N[i] conjugate x[i]' {{ coefficient = 0.3 }}
friction Fy[i in 1..2] [N] of N[i] conjugate y[i]' {{ coefficient = 0.3 }}
force P on x[1] = 1 [N]
initial x[1] = 0, x[2] = 0.4 [m]
simulate 0..0.1 [s]
""")
        text = run("run", model, "--out", self.folder).stdout
        end = next(part for part in text.splitlines() if "at the end" in part)
        self.assertNotIn(MARK, end.split("N")[0])
        heading = (self.folder / "table.csv").read_text().splitlines()[0]
        for name, is_open in (("Fx[1]", True), ("Fx[2]", True), ("Fy[1]", False), ("N[1]", False)):
            self.assertEqual(f"{name} {MARK}" in heading, is_open, heading)
        lines = run("eval", model).stdout.splitlines()
        for name, is_open in (("Fx₁", True), ("Fx₂", True), ("Fy₁", False), ("N₁", False)):
            (line,) = [each for each in lines if f" {name} " in each]
            self.assertEqual(MARK in line, is_open, line)
        out = run_json("run", model)[1]
        self.assertEqual(out["outcome"], "completed", out.get("failure"))
        self.assertEqual({n for n in out["not_determined"] if not n.startswith("lambda")}, {"Fx[1]", "Fx[2]"})
        # A body at rest: rounding of 1 N.
        self.assertAlmostEqual(out["final"]["Fx[1]"] + out["final"]["Fx[2]"], -1, delta=1e-12)
        self.assertAlmostEqual(out["final"]["N[1]"], G, delta=1e-12)


if __name__ == "__main__":
    unittest.main()
