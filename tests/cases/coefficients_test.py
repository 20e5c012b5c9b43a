"""Coefficients of friction that jump, and those of friction and restitution that are negative. References: uniform
decelerations by hand."""

import unittest

from program import InFolder, run, run_json

G = 9.81
SLIDES = """model Slides
param m=1 [kg], g=9.81 [m/s^2], d=0.1 [m], e=0.5, k=-0.5
coord x [m], y [m]
kinetic T=1/2*m*(x'^2+y'^2)
potential V=m*g*y
constraint b: y=0
reaction N [N] of b conjugate y'
friction F [N] of N conjugate x' {{coefficient={coefficient}}}
initial x=0, x'={speed} [m/s]
simulate 0..2 [s]
"""
FALLS = """model Falls
param m=1 [kg], g=9.81 [m/s^2], e={e}
coord y [m]
kinetic T=1/2*m*y'^2
potential V=m*g*y
constraint c: y >= 0 {{restitution={restitution}}}
initial y=1 [m], y'=0
simulate 0..1.5 [s]
"""


class Jumps(InFolder):
    def final(self, coefficient, speed, *arguments):
        model = self.write("model.mech", SLIDES.format(coefficient=coefficient, speed=speed))
        code, out = run_json("run", model, *arguments)
        self.assertEqual(code, 0)
        self.assertEqual(out["certificate"]["failed"], [])
        return out["final"]["x"]

    def test_the_place_of_a_jump_is_found_to_rounding(self):
        stops = 1 + (9 - 2 * 0.1 * G) / (2 * 0.6 * G)
        for coefficient in ("if x < 1 [m] then 0.1 else 0.6", "0.1 + 0.5*heaviside(x - 1 [m])",
                            "0.35 + 0.25*sign(x - 1 [m])"):
            for arguments in [], ["--method", "rk5"], ["--tolerance", "1e-6"], ["--method", "radau"]:
                self.assertAlmostEqual(self.final(coefficient, 3, *arguments), stops, delta=1e-10)

    def test_stripes_of_ice(self):
        speed, x = 4.0, 0
        while True:  # a stripe ahead
            deceleration = (0.02 if x % 2 == 0 else 0.4) * G
            if speed**2 <= 2 * deceleration * 0.1:
                break
            speed, x = (speed**2 - 2 * deceleration * 0.1)**0.5, x + 1
        stops = x * 0.1 + speed**2 / (2 * deceleration)
        found = self.final("if floor(x/d)-2*floor(x/(2*d)) < 0.5 then 0.02 else 0.4", 4)
        self.assertAlmostEqual(found, stops, delta=1e-10)
        self.assertAlmostEqual(found, 3.93873598369, delta=1e-10)


class Negative(InFolder):
    def assert_refused(self, model, words):
        result = run("run", self.write("model.mech", model))
        self.assertEqual(result.returncode, 1, result.stderr + result.stdout)
        self.assertIn("E0728", result.stderr)
        self.assertIn(words, result.stderr)

    def test_known_values_are_refused_before_the_run(self):
        for coefficient in ("-0.5", "k", "e*k - 0.1"):
            self.assert_refused(SLIDES.format(coefficient=coefficient, speed=1), "the coefficient of F is negative")
        self.assert_refused(SLIDES.format(coefficient="0.1; static_coefficient=k", speed=1),
                            "the static coefficient of F is negative: -0.5")
        self.assert_refused(FALLS.format(e=-0.2, restitution="e"), "the restitution of c is negative: -0.2")
        self.assert_refused(FALLS.format(e=0.2, restitution="-0.2"), "the restitution of c is negative: -0.2")

    def test_a_run_ends_where_one_becomes_negative(self):
        model = self.write("model.mech", SLIDES.format(coefficient="0.5 - 0.4*t/(1 [s])", speed=10))
        code, out = run_json("run", model)
        self.assertEqual(code, 4)
        self.assertIn("the coefficient of F becomes negative at t = 1.25 s", out["failure"])
        self.assertAlmostEqual(out["t_end"], 1.25, delta=1e-9)

    def test_a_run_ends_at_an_impact_whose_restitution_is_negative(self):
        model = self.write("model.mech", FALLS.format(e=0, restitution="0.1 - 0.5*t/(1 [s])"))
        code, out = run_json("run", model)
        self.assertEqual(code, 4)
        self.assertIn("the coefficient of c is negative at the impact at t = 0.451523641 s", out["failure"])

    def test_zero_is_none(self):
        for model in SLIDES.format(coefficient="0", speed=1), FALLS.format(e=0, restitution="e"):
            self.assertEqual(run("run", self.write("model.mech", model)).returncode, 0)


if __name__ == "__main__":
    unittest.main()
