"""What `prove` says of claims that name an energy or a momentum, as students write them.

A correction gives the formula of a name, or follows from facts of the motion. It never adds what the sides differ by,
T = V + (T - V). A claim without one gets the condition under which it is true, or its counterexample alone.
Each condition is tried here at states that meet it, with energies written down by hand.
"""

import math
import re
import unittest

from program import InFolder, run, run_json

MODELS = {
    "pendulum": """model Pendulum
param m = 2 [kg], l = 0.7 [m], g = 9.81 [m/s^2]
coord th [rad]
kinetic T = 1/2*m*l^2*th'^2
potential V = -m*g*l*cos(th)
initial th = 0.4 [rad], th' = 0.3 [rad/s]
""",
    "hoop": """model Hoop
param m = 0.3 [kg], R = 0.5 [m], w = 6 [rad/s], g = 9.81 [m/s^2]
coord th [rad]
kinetic T = 1/2*m*R^2*(th'^2 + w^2*sin(th)^2)
potential V = -m*g*R*cos(th)
initial th = 0.4 [rad], th' = 0.3 [rad/s]
""",
    "kepler": """model Kepler
param m = 1.3 [kg], k = 2 [m^3/s^2]
coord r [m] in 0.01..100, th [rad]
kinetic T = 1/2*m*(r'^2 + r^2*th'^2)
potential V = -m*k/r
initial r = 1 [m], th' = 1.2 [rad/s]
""",
    "spherical": """model Spherical
param m = 1.3 [kg], l = 0.8 [m], g = 9.81 [m/s^2]
coord th [rad], ph [rad]
kinetic T = 1/2*m*l^2*(th'^2 + sin(th)^2*ph'^2)
potential V = -m*g*l*cos(th)
initial th = 0.5, ph' = 4 [rad/s]
""",
    "atwood": """model Atwood
param m1 = 2 [kg], m2 = 3 [kg], g = 9.81 [m/s^2]
coord x [m], y [m]
kinetic T = 1/2*m1*x'^2 + 1/2*m2*y'^2
potential V = -m1*g*x - m2*g*y
constraint rope: x + y = 0
reaction S [N] of rope conjugate -(x' + y')
initial x = 0, y = 0, x' = 0.2 [m/s]
""",
    "double": """model Double
param m1 = 2 [kg], m2 = 1 [kg], l1 = 0.5 [m], l2 = 0.4 [m], g = 9.81 [m/s^2]
coord a [rad], b [rad]
kinetic T = 1/2*(m1 + m2)*l1^2*a'^2 + 1/2*m2*l2^2*b'^2 + m2*l1*l2*a'*b'*cos(a - b)
potential V = -(m1 + m2)*g*l1*cos(a) - m2*g*l2*cos(b)
initial a = 0.5, b = 0.3
""",
    "helix": """model Helix
param m = 0.4 [kg], R = 0.3 [m], h = 0.1 [m], g = 9.81 [m/s^2]
coord ph [rad]
kinetic T = 1/2*m*(R^2 + h^2)*ph'^2
potential V = m*g*h*ph
initial ph = 1, ph' = 0.3 [rad/s]
""",
    "charge": """model Charge
param m = 2 [kg], q = 0.5 [C], B = 3 [T]
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = -1/2*q*B*(x*y' - y*x')
initial x = 1 [m], y' = 2 [m/s]
""",
    "rod": """model Rod
param m = 1, l = 2, g = 9.81
coord th
kinetic T = 1/6*m*l^2*th'^2
potential V = -m*g*l/2*cos(th)
initial th = 0.4, th' = 0.3
""",
}

CIRCLE = "relative equilibrium (r'' = 0, r' = 0)"
HANGING = "equilibrium (th'' = 0, th' = 0)"

# Model, claim, the correction (None: there is none to be given), the states at which the claim is true.
CLAIMS = (
    # Two names: nothing says which is meant, and the difference is no correction.
    ("pendulum", "T = V", None, ()),
    ("pendulum", "T = -V", None, ()),
    ("pendulum", "T + V = 0", None, ()),
    ("hoop", "T = V", None, ()),
    ("kepler", "T = V", None, ()),
    ("spherical", "T = V", None, ()),
    ("double", "T = V", None, ()),
    ("helix", "T = -V", None, ()),
    ("atwood", "T = V", None, ()),
    ("atwood", "T + V = 0", None, ()),
    # A value of a name is no formula of it.
    ("kepler", "E = 0", None, ()),
    ("helix", "E = 0", None, ()),
    ("spherical", "E = 0", None, ()),
    ("charge", "V = 0", None, ()),
    ("pendulum", "E = m*g*l", None, ()),
    # The virial theorem holds on circles.
    ("kepler", "T = -V/2", None, (CIRCLE,)),
    ("kepler", "2*T = -V", None, (CIRCLE,)),
    ("kepler", "2*T + V = 0", None, (CIRCLE,)),
    ("kepler", "E = V/2", None, (CIRCLE,)),
    ("kepler", "E = -m*k/(2*r)", None, (CIRCLE,)),
    ("kepler", "T = m*k/(2*r)", None, (CIRCLE,)),
    ("kepler", "T = k/(2*r)", None, ()),
    ("kepler", "r^3*th'^2 = k", "r^3*th'^2 - r^2*r'' = k", (CIRCLE,)),
    ("spherical", "cos(th) = g/(l*ph'^2)", None, ("relative equilibrium (th'' = 0, th' = 0) with sin(th) != 0",)),
    # Of sin th = 0 one solution is meant.
    ("pendulum", "th = 0", None, (HANGING + " with abs(th) < pi",)),
    ("pendulum", "th = pi", None, (HANGING + " with abs(th - pi) < pi",)),
    ("hoop", "th = 0", None, (HANGING + " with cos(th) != g/(R*w^2) and abs(th) < pi",)),
    ("double", "a = 0", None, ("equilibrium (a'' = 0, a' = 0, b'' = 0, b' = 0) with abs(a) < pi",)),
    # The formula of a name, with a slip.
    ("pendulum", "V = m*g*l*cos(th)", "V = -m*g*l*cos(th)", ()),
    ("pendulum", "T = 1/2*m*th'^2", "T = 1/2*m*th'^2*l^2", ()),
    ("pendulum", "p.th = m*l*th'", "p.th = m*l^2*th'", ()),
    ("pendulum", "L = T + V", "L = T - V", ("g = 0",)),
    ("hoop", "T = 1/2*m*R^2*th'^2", "T = 1/2*m*R^2*th'^2 + 1/2*m*R^2*w^2*sin(th)^2", ("th = 0", "w = 0")),
    ("hoop", "V = m*g*R*sin(th)", "V = -m*g*R*cos(th)", ()),
    ("kepler", "V = E + T", "V = E - T", ()),
    ("kepler", "V = -m*k", "V = -m*k/r", ()),
    ("kepler", "p.th = m*r*th'", "p.th = m*r^2*th'", ()),
    ("spherical", "p.ph = m*l^2*ph'", "p.ph = m*l^2*sin(th)^2*ph'", ()),
    ("atwood", "T = 1/2*(m1 - m2)*x'^2", "T = 1/2*(m1 + m2)*x'^2", ("x' = 0", "y' = 0", "m2 = 0")),
    ("atwood", "S = m1*g", "S = m1*g - m1*x''", ("m1 = m2", "m1 = 0", "g = 0")),
    ("double", "T = 1/2*m1*l1^2*a'^2 + 1/2*m2*l2^2*b'^2",
     "T = 1/2*m1*l1^2*a'^2 + 1/2*m2*l2^2*b'^2 + m2*l1*l2*a'*b'*cos(a - b) + 1/2*m2*l1^2*a'^2", ("a' = 0",)),
    ("helix", "T = 1/2*m*R^2*ph'^2", "T = 1/2*m*R^2*ph'^2 + 1/2*m*h^2*ph'^2", ("h = 0",)),
    ("helix", "V = m*g*ph", "V = m*g*ph*h", ()),
    ("charge", "E = T + V", "E = T", ("q = 0", "B = 0")),
    ("charge", "p.x = m*x'", "p.x = m*x' - 1/2*q*B*y", ("y = 0", "q = 0", "B = 0")),
    # What the numbers of the model make true has no mistake.
    ("rod", "d(T, th') = 4/3*th'", None, ("m = 1, l = 2",)),
    ("rod", "T = 2/3*th'^2", None, ("m = 1, l = 2",)),
    ("rod", "p.th = 4/3*th'", None, ("m = 1, l = 2",)),
)


class Definitions(InFolder):
    def prove(self, name, claim):
        path = self.write(f"{name}.mech", MODELS[name] + "simulate 0..1\n" if name == "rod" else MODELS[name] + "simulate 0..1 [s]\n")
        code, out = run_json("prove", path, claim)
        self.assertEqual(code, 3, out)
        return out

    def test_claims(self):
        for name, claim, corrected, conditions in CLAIMS:
            with self.subTest(model=name, claim=claim):
                out = self.prove(name, claim)
                self.assertEqual(out["diagnosis"].get("corrected"), corrected)
                found = {*out["holds_if"], out["condition"]} - {""}
                self.assertEqual(found, set(conditions))
                self.assertEqual(out["verdict"], "special" if conditions and corrected is None else "false")

    def test_a_name_is_not_dropped(self):
        """E = h for a pendulum: 0 = E - h says nothing of V, nor does V with its equation of motion put in."""
        out = self.prove("pendulum", "V = E - h")
        self.assertEqual((out["verdict"], out["diagnosis"].get("corrected"), out["holds_if"]), ("false", None, ["g = 0"]))

    def test_a_conserved_difference_is_told(self):
        """T + V of a pendulum keeps its value: T = -V stays true of a motion of which it once is, T = V does not."""
        wanted = "the difference of its sides is conserved: a motion that meets it once meets it always"
        for name, claim in (("pendulum", "T = -V"), ("kepler", "E = 0"), ("atwood", "T + V = 0")):
            self.assertIn(wanted, self.prove(name, claim)["remarks"])
        for name, claim in (("pendulum", "T = V"), ("charge", "V = 0"), ("kepler", "T = -V/2")):
            self.assertNotIn(wanted, self.prove(name, claim)["remarks"])

    def test_a_name_without_correction_is_explained(self):
        path = self.write("charge.mech", MODELS["charge"] + "simulate 0..1 [s]\n")
        self.assertRegex(run("prove", path, "V = 0").stdout, r"note +V stands for 1/2·q·B·\(ẋ·y − x·ẏ\)\n")


def kepler(r, rate, turn, m=1.3, k=2.0):
    return {"T": m * (rate**2 + r**2 * turn**2) / 2, "V": -m * k / r, "m": m, "k": k, "r": r, "th_1": turn,
            "E": m * (rate**2 + r**2 * turn**2) / 2 - m * k / r}


class Conditions(unittest.TestCase):
    """Each claim about circles, at circles of other sizes and other constants, and at an orbit that is none."""

    def test_at_states_that_meet_them(self):
        circles = [kepler(r, 0.0, math.sqrt(k / r**3), m, k) for r, m, k in ((0.4, 1.3, 2.0), (3.1, 0.2, 7.5))]
        ellipse = kepler(1.0, 0.3, 1.2)
        for name, claim, _, conditions in CLAIMS:
            if name != "kepler" or CIRCLE not in conditions:
                continue
            left, right = (re.sub(r"th'", "th_1", side).replace("^", "**") for side in claim.split("="))
            gap = lambda at: eval(f"({left}) - ({right})", {}, at)  # noqa: S307, B023: the table above
            for at in circles:
                self.assertAlmostEqual(gap(at), 0.0, delta=1e-12 * abs(at["V"]), msg=claim)
            self.assertGreater(abs(gap(ellipse)), 1e-2, claim)


if __name__ == "__main__":
    unittest.main()
