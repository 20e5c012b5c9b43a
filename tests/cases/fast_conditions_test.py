"""Contacts and frictions whose conditions oscillate much faster than the steps of a run at rest or in free flight.
References: the first root of the condition, a closed formula, by a search in sixty steps a period with bisection; the
motion behind it by Runge-Kutta steps of order 4."""

import unittest

from program import InFolder, run_json

STICKS = """model Sticks
param m=1 [kg], g=9.81 [m/s^2], A={A} [N], c={c} [N/s], w={w} [rad/s]
coord x [m], y [m], q [rad]
kinetic T=1/2*m*(x'^2+y'^2)+1/2*(1 [kg*m^2])*q'^2
potential V=m*g*y
{forces}
constraint b: y=0
reaction N [N] of b conjugate y'
friction F [N] of N conjugate x' {{coefficient=0.3;static_coefficient=0.5}}
initial x=0, q=0, q'=w
simulate 0..{end} [s]
"""
OPENS = """model Opens
param m=1 [kg], g=9.81 [m/s^2], A=0.725782 [N], c=0.298549 [N/s], w=300 [rad/s]
coord y [m]
kinetic T=1/2*m*y'^2
potential V=m*g*y
force P on y = c*t + A*sin(w*t)
constraint b: y>=0 {restitution=0.5}
reaction N [N] of b conjugate y'
initial y=0
simulate 0..30.5 [s]
"""
ROD = """model Rod
param m = 1 [kg], l = 0.4844556386916773 [m], w = 600 [rad/s], g=1.6 [m/s^2]
coord y [m], q [rad]
kinetic T = 1/2*m*y'^2 + 1/24*m*l^2*q'^2
potential V = m*g*y
constraint a: y + l/2*sin(q) >= 0 { restitution = 0.5 }
constraint b: y - l/2*sin(q) >= 0 { restitution = 0.5 }
initial y = 1.8533703541036437 [m], y' = 1.383239912806466 [m/s], q'=w
simulate 0..3.5 [s]
"""
TABLE = """model Table
param m = 1 [kg], A = {A} [m], w = {w} [rad/s]
coord y [m]
kinetic T = 1/2*m*y'^2
constraint fl: y >= A*sin(w*t) {{ restitution = 0.5 }}
initial y = {y} [m], y' = {v} [m/s]
simulate 0..{end} [s]
"""
RELAY = """model Relay
coord x
kinetic T=1/2*x'^2
force F on x = -sign(x - 0.01*sin(300*t))
initial x=0.5, x'=0
simulate 0..3
"""


class FastConditions(InFolder):
    def completed(self, model, *arguments):
        code, out = run_json("run", self.write("model.mech", model), *arguments)
        self.assertEqual(out["outcome"], "completed", out.get("failure"))
        self.assertEqual(out["certificate"]["failed"], [])
        self.assertEqual(code, 0)
        return out

    def test_a_relay_with_a_fast_dither_switches_at_every_crossing(self):
        for arguments in ([], ["--at", "1"], ["--method", "rk5"]):
            out = self.completed(RELAY, *arguments)
            self.assertEqual(len(out["jump_changes"]), 3)
            # Parabolas between roots found in steps of 1e-6 s with bisection.
            for change, time in zip(out["jump_changes"], (0.9900345393372, 0.9914263095559, 1.0039621826137)):
                self.assertAlmostEqual(change["t"], time, delta=1e-9)
            self.assertAlmostEqual(out["final"]["x"], -0.0102401484505, delta=1e-8)

    def first_slip(self, model, *arguments):
        out = self.completed(model, *arguments)
        return out, next(c["t"] for c in out["friction_changes"] if c["change"] == "slides")

    def test_a_ripple_of_48_hz_ends_sticking_at_its_first_crest_that_suffices(self):
        model = STICKS.format(A=0.5, c=0.1, w=300, end=46, forces="force P on x = c*t + A*sin(w*t)")
        for arguments in [], ["--at", "20"], ["--method", "rk5"], ["--max-step", "3"]:
            out, first = self.first_slip(model, *arguments)
            self.assertAlmostEqual(first, 44.0503269, delta=1e-7)
            self.assertAlmostEqual(out["final"]["x"], 2.9023148, delta=1e-6)

    def test_products_chirps_sines_of_sines_and_loads_that_a_rotor_makes(self):
        for w, forces, expected in [
            (500, "force P on x = c*t + A*sin(w*t)*cos(0.37*w*t)", 10.0184659334),
            (300, "force P on x = c*t + A*sin(w*t*(1+t/(50 [s])))", 10.0190085582),
            (300, "force P on x = c*t + A*sin(3*sin(w*t))", 10.012961947),
            (300, "force P on x = c*t + 0.2*A*sin(2*q)\nforce Q on y = -0.1 [N]*cos(q)", 10.6516952462),
        ]:
            _, first = self.first_slip(STICKS.format(A=0.4, c=0.45, w=w, end=11, forces=forces))
            self.assertAlmostEqual(first, expected, delta=1e-8, msg=forces)

    def test_a_closed_contact_opens_at_the_first_crest(self):
        for arguments in [], ["--at", "20"], ["--method", "rk5"]:
            out = self.completed(OPENS, *arguments)
            first = next(c["t"] for c in out["contact_changes"] if c["t"] > 0)
            self.assertAlmostEqual(first, 30.4365160398, delta=1e-8)

    def test_a_spinning_rod_strikes_with_the_end_that_comes_first(self):
        for arguments in [], ["--method", "rk5"]:
            out = self.completed(ROD, *arguments)
            contacts = out["impacts"][0]["contacts"]
            self.assertGreater(contacts["b"]["impulse"], 1.0)
            self.assertEqual(contacts["a"]["impulse"], 0.0)
            self.assertAlmostEqual(out["impacts"][0]["t"], 2.52630591553, delta=1e-9)
            self.assertAlmostEqual(out["final"]["y"], 8.145, delta=5e-4)

    def test_a_shaking_table_strikes_a_puck_at_the_first_crest_that_reaches_it(self):
        for numbers, expected in [
            ({"A": 0.0006248512067058468, "w": 3000, "y": 0.004618991121209282, "v": -0.008265427487481344, "end": 3},
             0.484273539073),
            ({"A": 0.001, "w": 2000, "y": 0.002, "v": -0.001, "end": 2}, 1.00291526641),
        ]:
            for arguments in [], ["--at", "0.3"]:
                out = self.completed(TABLE.format(**numbers), *arguments)
                self.assertAlmostEqual(out["impacts"][0]["t"], expected, delta=1e-9)


if __name__ == "__main__":
    unittest.main()
