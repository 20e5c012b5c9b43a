"""Which forces of redundant constraints are determined, and that the others are marked wherever they are printed."""

import json
import math
import pathlib
import unittest

from program import InFolder, run, run_json

MODELS = pathlib.Path(__file__).resolve().parent / "models"
CARDAN = MODELS / "cardan_pair.mech"
AXLE = MODELS / "axle_planar.mech"

# Three feet in a line under a beam: two rows would do, each foot is open, their sum is m g.
THREE_FEET = """model ThreeFeet
param m = 2 [kg], J = 0.3 [kg*m^2], l = 1 [m], g = 9.81 [m/s^2]
coord x [m], y [m], th [rad]
kinetic T = 1/2*m*(x'^2 + y'^2) + 1/2*J*th'^2
potential V = m*g*y
constraint f1: y - l*sin(th) = 0
constraint f2: y = 0
constraint f3: y + l*sin(th) = 0
reaction N1 [N] of f1 conjugate y' - l*cos(th)*th'
reaction N2 [N] of f2 conjugate y'
reaction N3 [N] of f3 conjugate y' + l*cos(th)*th'
initial x' = 1 [m/s]
simulate 0..1 [s]
check N1 + N2 + N3 = m*g
plot N1, N2 vs t
"""

# A third crank on a parallelogram: its three rows depend on one another on the constraints alone; the drive does not.
THREE_CRANKS = """model ThreeCranks
param m = 1 [kg], r = 0.5 [m], a = 1 [m], w = 2 [rad/s]
coord p [rad], q [rad], s [rad], x [m], y [m], th [rad]
kinetic T = 1/2*m*(x'^2 + y'^2) + 1/2*0.1 [kg*m^2]*th'^2 + 1/2*0.01 [kg*m^2]*(p'^2 + q'^2 + s'^2)
potential V = 9.81 [m/s^2]*m*y
constraint px: x - a*cos(th) = r*cos(p) - a
constraint py: y - a*sin(th) = r*sin(p)
constraint qx: x = r*cos(q)
constraint qy: y = r*sin(q)
constraint sx: x + a*cos(th) = r*cos(s) + a
constraint sy: y + a*sin(th) = r*sin(s)
constraint drive: p = 0.4 [rad] + w*t
reaction D [N*m] of drive conjugate p'
reaction Fx [N] of px conjugate x' + a*sin(th)*th' + r*sin(p)*p'
initial p = 0.4 [rad], q ~ 0.4 [rad], s ~ 0.4 [rad], th = 0
simulate 0..1 [s]
"""

# A ladder with two rungs too many: bars of one direction that hold one another.
LADDER = """model Ladder
param m = 1 [kg], g = 9.81 [m/s^2], l = 1 [m]
coord x [m], y [m], u [m], v [m]
kinetic T = 1/2*m*(x'^2 + y'^2 + u'^2 + v'^2)
potential V = m*g*(y + v)
constraint r1: x = u
constraint r2: x = u
constraint r3: 2*x = 2*u
constraint rod: y = v + l
constraint wall: y = 3*l
reaction A [N] of r1 conjugate x' - u'
reaction B [N] of r2 conjugate x' - u'
reaction W [N] of wall conjugate y'
initial y = 3 [m], v = 2 [m], x = 0, u = 0
force push on x = 5 [N]
simulate 0..1 [s]
"""

# A double Cardan joint beside a rigid shaft: the two joints repeat the shaft.
SHAFTS = """model Shafts
param J = 1 [kg*m^2], k = 0.8, M = 2 [N*m]
coord a [rad], b [rad], c [rad]
kinetic T = 1/2*J*(a'^2 + b'^2 + c'^2)
constraint i: sin(c)*cos(a)*k = cos(c)*sin(a)
constraint o: sin(c)*cos(b)*k = cos(c)*sin(b)
constraint shaft: sin(a)*cos(b) = cos(a)*sin(b)
constraint stop: a = 0.7 [rad]
reaction S [N*m] of stop conjugate a'
force load on b = -M
initial a = 0.7 [rad], b ~ 0.7 [rad], c ~ 0.8 [rad]
simulate 0..0.1 [s]
"""

MARK = "(not determined)"


class Determinacy(InFolder):
    def reactions(self, model):
        return {r["name"]: r["determined"] for r in run_json("derive", model)[1]["reactions"]}

    def test_a_drive_of_two_cardan_branches_is_determined(self):
        self.assertEqual(self.reactions(CARDAN), {"D": True})
        self.assertNotIn("not determined", run("check", CARDAN).stdout)
        (found,) = [d for d in run_json("check", CARDAN)[1]["diagnostics"] if d["code"] == "W0301"]
        self.assertIn("constraints i1, o1, v are redundant", found["message"])
        out = run_json("run", CARDAN)[1]
        self.assertNotIn("D", out["not_determined"])
        # D = M + J (b' b'' + c' c'')/a' + J a'' with tan(a) = k tan(c), a = b = w t: by hand at t = 1 s
        k, w, a = 0.9, 2.0, 2.0
        h = 1e-4
        c = lambda t: math.atan2(math.sin(w * t), k * math.cos(w * t))
        rate = (c(1 + h) - c(1 - h)) / (2 * h)
        second = (c(1 + h) - 2 * c(1) + c(1 - h)) / h**2
        self.assertAlmostEqual(out["final"]["D"], 3 + rate * second / a, delta=1e-5)  # differences of step 1e-4

    def test_wheels_on_one_axle_share_their_side_force(self):
        self.assertEqual(self.reactions(AXLE)["HL"], True)
        self.assertNotEqual(self.reactions(AXLE)["SL"], True)
        text = run("run", AXLE, "--out", self.folder).stdout
        end = next(line for line in text.splitlines() if "at the end" in line)
        self.assertNotRegex(end, r"HL = [^,]*not determined")
        if "SL = " in end:
            self.assertRegex(end, r"SL = [^,]*not determined")
        heading = (self.folder / "table.csv").read_text().splitlines()[0]
        for name in ("SL", "SR"):
            self.assertIn(f"{name} {MARK} [N]", heading)
        self.assertIn("HL [N]", heading)
        self.assertIn("not determined: SL, SR", "".join(p.read_text() for p in self.folder.glob("plot1*.svg")))

    def test_eval_marks_what_is_one_choice(self):
        state = run_json("run", AXLE)[1]["final"]
        names = ("x", "y", "psi", "a", "c")
        path = self.write("state.json", json.dumps({"t": 5.0, "state": {n + p: state[n + p] for n in names
                                                                        for p in ("", "'")}}))
        lines = run("eval", AXLE, "--state", path).stdout.splitlines()
        for name, is_open in (("HL", False), ("HR", False), ("SL", True), ("SR", True)):
            (line,) = [each for each in lines if f" {name} " in each + " "]
            self.assertEqual(MARK in line, is_open, line)
        out = run_json("eval", AXLE, "--state", path)[1]
        self.assertEqual([n for n in out["not_determined"] if not n.startswith("lambda")], ["SL", "SR"])

    def assert_open(self, name, text, open_ones, determined):
        model = self.write(name + ".mech", text)
        found = self.reactions(model)
        self.assertEqual({r for r in found if found[r] is not True}, set(open_ones), name)
        out = run_json("run", model)[1]
        self.assertEqual(out["outcome"], "completed", name)
        self.assertEqual({n for n in out["not_determined"] if "." not in n}, set(open_ones), name)
        for force, value in determined.items():
            # Ten tolerances (1e-9) of the force.
            self.assertAlmostEqual(out["final"][force], value, delta=1e-8 * max(1, abs(value)))
        return out

    def test_other_redundant_mechanisms(self):
        out = self.assert_open("feet", THREE_FEET, ["N1", "N2", "N3"], {})
        self.assertTrue(all(check["status"] in ("holds", "proved") for check in out["checks"]))
        self.assert_open("cranks", THREE_CRANKS, ["Fx"], {})
        # of the wall: 2 m g carried through the rod
        self.assert_open("ladder", LADDER, ["A", "B"], {"W": 2 * 9.81})
        # the shafts stand still: the stop carries the load
        self.assert_open("shafts", SHAFTS, [], {"S": 2.0})

    def test_independent_rows_leave_nothing_open(self):
        out = run_json("run", self.write("feet.mech", THREE_FEET.replace("constraint f2: y = 0\n", "").replace(
            "reaction N2 [N] of f2 conjugate y'\n", "").replace(" + N2", "").replace(", N2", "")))[1]
        self.assertNotIn("not_determined", out)


if __name__ == "__main__":
    unittest.main()
