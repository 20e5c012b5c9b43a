"""Unit quaternions: T vanishes along the gradient of q·q = 1, and the structure of the equations solves all the same."""

import json
import math
import pathlib
import unittest

from program import InFolder, run_json

MODELS = pathlib.Path(__file__).resolve().parent / "models"
CHAIN = MODELS / "quaternion_chain_20.mech"

# A free top in quaternions; `row` is how q·q = 1 is written.
TOP = """model Top
param A = 0.3 [kg*m^2], B = 0.2 [kg*m^2], C = 0.1 [kg*m^2], s = 7
coord a [1], b [1], c [1], d [1]{more}
let wx = 2*(a*b' - b*a' + d*c' - c*d')
let wy = 2*(a*c' - c*a' + b*d' - d*b')
let wz = 2*(a*d' - d*a' + c*b' - b*c')
kinetic T = 1/2*A*wx^2 + 1/2*B*wy^2 + 1/2*C*wz^2{inertia}
constraint unit: {row}
{rows}initial a = 1, b = 0, c = 0, d = 0, b' = 0.005 [1/s], c' = 0.5 [1/s], d' = 0.005 [1/s]
simulate 0..5 [s] {{ tolerance = 1e-11 }}
"""


def euler(w, end, steps):
    """Euler's equations of the same top by RK4."""
    a, b, c = 0.3, 0.2, 0.1

    def rate(w):
        return ((b - c) / a * w[1] * w[2], (c - a) / b * w[2] * w[0], (a - b) / c * w[0] * w[1])

    h = end / steps
    for _ in range(steps):
        k1 = rate(w)
        k2 = rate([x + h / 2 * k for x, k in zip(w, k1)])
        k3 = rate([x + h / 2 * k for x, k in zip(w, k2)])
        k4 = rate([x + h * k for x, k in zip(w, k3)])
        w = [x + h / 6 * (p + 2 * q + 2 * r + s) for x, p, q, r, s in zip(w, k1, k2, k3, k4)]
    return w


class Quaternions(InFolder):
    def test_a_chain_of_twenty_ball_joints_goes_by_its_structure(self):
        code, out = run_json("run", CHAIN, "--samples", "5")
        self.assertEqual((code, out["outcome"], out["certificate"]["failed"]), (0, "completed", []))
        self.assertEqual(out["statistics"]["solver"]["by"], "structure")
        # As with 1/2 kappa (q q')^2 in T: 289 steps; other machines round otherwise
        self.assertLess(abs(out["statistics"]["steps"] - 289), 30)
        self.assertLess(max(out["certificate"]["position"].values()), 1e-14)  # projected: rounding
        # The matrices, which `eval` solves by, know nothing of the square: rounding of 80 unknowns
        middle = out["samples"][2]
        state = self.write("state.json", json.dumps({"t": middle["t"], "state": middle["state"]}))
        there = run_json("eval", CHAIN, "--state", state)[1]
        for kind in ("accelerations", "multipliers"):
            largest = max(abs(x) for x in there[kind].values())
            for name, value in there[kind].items():
                # Rounding, times the condition of 80 unknowns, 1e6.
                self.assertAlmostEqual(middle[kind][name], value, delta=1e-9 * largest)

    def test_a_top_by_euler(self):
        expected = euler([0.01, 1.0, 0.01], 5.0, 4000)  # error of RK4 below 1e-12
        rows = {"a^2 + b^2 + c^2 + d^2 = 1": ("", "", ""), "s*(a^2 + b^2 + c^2 + d^2) = s": ("", "", ""),
                "sqrt(a^2 + b^2 + c^2 + d^2) = 1": ("", "", ""),
                # massless gears beside it: one that follows a mass, and two that follow one another
                "1 = a*a + b*b + c*c + d*d": (
                    ", p [rad], q [rad], u [rad], v [rad]", " + 1/2*A*p'^2",
                    "constraint gear: q = 3*p\nconstraint twins: u = v\nconstraint held: u = 0.1 [rad/s]*t\n")}
        for row, (more, inertia, gears) in rows.items():
            with self.subTest(row=row):
                model = self.write("top.mech", TOP.format(row=row, more=more, inertia=inertia, rows=gears))
                out = run_json("run", model)[1]
                self.assertEqual((out["outcome"], out["certificate"]["failed"]), ("completed", []))
                f = out["final"]
                a, b, c, d = (f[n] for n in "abcd")
                ra, rb, rc, rd = (f[n + "'"] for n in "abcd")
                self.assertAlmostEqual(math.hypot(a, b, c, d), 1, delta=1e-14)  # projected: rounding
                for value, right in zip((2 * (a * rb - b * ra + d * rc - c * rd), 2 * (a * rc - c * ra + b * rd - d * rb),
                                         2 * (a * rd - d * ra + c * rb - b * rc)), expected):
                    # 1000 tolerances (1e-11): the middle axis is unstable, which amplifies by e^4 in 5 s.
                    self.assertAlmostEqual(value, right, delta=1e-8)


if __name__ == "__main__":
    unittest.main()
