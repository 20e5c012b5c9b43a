"""The certificate suite: small models whose numbers are known by hand.

Energy account, work, losses and their signs, multipliers, impulses, linear motion, strict checks: each number is a formula in
the test, so that a wrong sign, factor or index in what a run says of itself is seen.
"""

import math
import unittest

from program import InFolder, run_json

G = 9.81


class Certificates(InFolder):
    def rows(self, text, columns):
        """Runs a model and returns the outcome and the last row of its exported columns."""
        model = self.write("m.mech", text + f'\nexport csv "o.csv" {{ columns = ({columns}) }}\n')
        code, out = run_json("run", model, "--out", self.folder / "out")
        self.assertIn("outcome", out, out)
        lines = (self.folder / "out" / "o.csv").read_text(encoding="utf-8").splitlines()
        return code, out, [float(cell) for cell in lines[-1].split(",")]

    def closes(self, out, bound=1e-9):  # the default tolerance
        self.assertLess(out["certificate"]["energy_defect_rel"], bound)
        # Solved to rounding of the forces; with room for one that is small.
        self.assertLess(out["certificate"]["equation_residual"], 1e-10)

    def test_01_a_damper_takes_what_the_energy_loses(self):
        m, k, c, t = 2.0, 8.0, 1.0, 3.0
        _, out, (x, v, lost, energy) = self.rows(
            f"coord x [m]\nkinetic T = 1/2*({m} [kg])*x'^2\npotential V = 1/2*({k} [N/m])*x^2\n"
            f"dissipation D = 1/2*({c} [N*s/m])*x'^2\ninitial x = 1 [m], x' = 0\nsimulate 0..{t} [s]",
            "x, x', lost(D), T + V")
        decay, omega = c / (2 * m), math.sqrt(k / m - (c / (2 * m)) ** 2)
        exact = math.exp(-decay * t) * (math.cos(omega * t) + decay / omega * math.sin(omega * t))
        rate = -math.exp(-decay * t) * (omega + decay**2 / omega) * math.sin(omega * t)
        self.assertAlmostEqual(x, exact, delta=1e-8)  # ten tolerances (1e-9)
        self.assertAlmostEqual(v, rate, delta=1e-8)
        self.assertAlmostEqual(lost, k / 2 - (m * rate**2 + k * exact**2) / 2, delta=1e-8)
        self.assertAlmostEqual(lost + energy, k / 2, delta=1e-8)
        self.closes(out)

    def test_02_a_constant_force_does_its_work(self):
        _, out, (x, work, energy) = self.rows(
            "coord x [m]\nkinetic T = 1/2*(2 [kg])*x'^2\nforce F = 6 [N] conjugate x'\ninitial x' = -1 [m/s]\n"
            "simulate 0..2 [s]", "x, work(F), T")
        # Uniform acceleration is exact in steps: rounding, below the tolerance.
        self.assertAlmostEqual(x, -1 * 2 + 3 * 2**2 / 2, delta=1e-9)
        self.assertAlmostEqual(work, 6 * x, delta=1e-8)  # work and energy of 12 J: ten tolerances
        self.assertAlmostEqual(energy, 1 + work, delta=1e-8)
        self.closes(out)

    def test_03_a_mass_that_grows_keeps_its_momentum(self):
        _, out, (v, h) = self.rows(
            "coord x [m]\nkinetic T = 1/2*(2 [kg])*(1 + t/(4 [s]))*x'^2\ninitial x' = 3 [m/s]\nsimulate 0..4 [s]", "x', h")
        self.assertAlmostEqual(v, 1.5, delta=1e-8)  # ten tolerances (1e-9)
        self.assertAlmostEqual(h, 0.5 * 4 * 1.5**2, delta=1e-8)
        self.closes(out)

    def test_04_a_potential_that_rises_gives_energy(self):
        _, out, (x, h) = self.rows(
            "coord x [m]\nkinetic T = 1/2*(1 [kg])*x'^2\npotential V = -(3 [N/s])*t*x\nsimulate 0..2 [s]", "x, h")
        self.assertAlmostEqual(x, 3 * 2**3 / 6, delta=1e-8)  # x'' = 3t; ten tolerances (1e-9)
        self.assertAlmostEqual(h, 0.5 * (1.5 * 4) ** 2 - 3 * 2 * 4, delta=1e-7)  # ten tolerances of energies of 24 J
        self.closes(out)

    def test_05_a_sliding_block_stops_and_friction_has_taken_its_energy(self):
        mu, v = 0.3, 2.0
        _, out, (x, work) = self.rows(
            f"param g = {G} [m/s^2]\ncoord x [m], y [m]\nkinetic T = 1/2*(2 [kg])*(x'^2 + y'^2)\n"
            "potential V = (2 [kg])*g*y\nconstraint floor: y = 0\nreaction N [N] of floor conjugate y'\n"
            f"friction R [N] of N conjugate x' {{ coefficient = {mu} }}\ninitial x' = {v} [m/s]\nsimulate 0..5 [s]",
            "x, work(R)")
        self.assertEqual(out["outcome"], "completed")
        self.assertEqual([change["change"] for change in out["friction_changes"]], ["sticks"])
        # Uniform deceleration is exact in steps: rounding.
        self.assertAlmostEqual(out["friction_changes"][0]["t"], v / (mu * G), delta=1e-13)
        self.assertAlmostEqual(x, v**2 / (2 * mu * G), delta=1e-12)  # likewise of a way, and of a work of 4 J
        self.assertAlmostEqual(work, -0.5 * 2 * v**2, delta=1e-12)
        self.assertLess(out["certificate"]["slip"]["R"], 1e-15)  # what sticks has the speed 0: rounding
        self.closes(out)

    def test_06_a_bead_on_a_turning_rod_keeps_h_and_not_its_energy(self):
        omega, t = 2.0, 1.0
        _, out, (r, h, energy) = self.rows(
            f"param w = {omega} [rad/s]\ncoord r [m]\nkinetic T = 1/2*(1 [kg])*(r'^2 + w^2*r^2)\ninitial r = 0.1 [m]\n"
            f"simulate 0..{t} [s]", "r, h, T")
        self.assertAlmostEqual(r, 0.1 * math.cosh(omega * t), delta=1e-9)  # the tolerance (1e-9)
        self.assertAlmostEqual(h, -0.5 * omega**2 * 0.01, delta=1e-9)
        # Ten tolerances: the motion grows by e^2.
        self.assertAlmostEqual(energy, 0.5 * omega**2 * 0.01 * math.cosh(2 * omega * t), delta=1e-8)
        self.closes(out)

    def test_07_a_pendulum_from_the_horizontal_pulls_three_times_its_weight_at_the_bottom(self):
        quarter = 1.854074677301372 / math.sqrt(G)  # K(1/2)·√(l/g)
        _, out, (x, tension) = self.rows(
            f"param m = 2 [kg], l = 1 [m], g = {G} [m/s^2]\ncoord x [m], y [m]\nkinetic T = 1/2*m*(x'^2 + y'^2)\n"
            "potential V = m*g*y\nconstraint rod: sqrt(x^2 + y^2) = l\nreaction N [N] of rod at (x, y) along (-x/l, -y/l)\n"
            f"initial x = l, y ~ 0\nsimulate 0..{quarter!r} [s]", "x, N")
        self.assertAlmostEqual(x, 0, delta=1e-7)  # 100 tolerances (1e-9): the speed at the bottom is 4.4 m/s
        self.assertAlmostEqual(tension, 3 * 2 * G, delta=1e-6)  # likewise, of a force of 60 N
        self.closes(out)

    def test_08_two_equal_rows_share_a_weight_that_their_reaction_carries(self):
        text = (f"param g = {G} [m/s^2]\ncoord x [m], y [m]\nkinetic T = 1/2*(3 [kg])*(x'^2 + y'^2)\n"
                "potential V = (3 [kg])*g*y\nconstraint a: y = 0\nconstraint b: 2*y = 0\nsimulate 0..1 [s]")
        _, out = run_json("eval", self.write("m.mech", text))
        # Chosen by a decomposition: rounding of 30 N.
        self.assertAlmostEqual(out["constraint_forces"]["y"], 3 * G, delta=1e-9)
        self.assertAlmostEqual(out["accelerations"]["y''"], 0, delta=1e-9)

    def test_09_units_change_no_motion(self):
        ends = []
        for mass, stiffness, start, end in (("2 [kg]", "8 [N/m]", "0.1 [m]", "1 [s]"),
                                            ("2000 [g]", "0.008 [N/mm]", "10 [cm]", "1000 [ms]")):
            _, _, (x, energy) = self.rows(
                f"coord x [m]\nkinetic T = 1/2*({mass})*x'^2\npotential V = 1/2*({stiffness})*x^2\n"
                f"initial x = {start}\nsimulate 0..{end}", "x, T + V")
            self.assertAlmostEqual(x, 0.1 * math.cos(2), delta=1e-9)  # the tolerance (1e-9), of a swing of 0.1 m
            self.assertAlmostEqual(energy, 0.04, delta=1e-10)  # 1e-9 of the amplitude squared
            ends.append(x)
        self.assertAlmostEqual(*ends, delta=1e-12)  # 2000 [g] is 2 [kg] to an ulp: rounding

    def test_10_strict_and_loose_checks_at_the_bound(self):
        text = ("coord x [m]\nkinetic T = 1/2*(1 [kg])*x'^2\npotential V = 1/2*(1 [N/m])*x^2\ninitial x = 1 [m]\n"
                "simulate 0..1 [s]\ncheck x <= 1\ncheck x < 1\ncheck x > 0.54 [m]\ncheck x > 0.55 [m]\n")
        _, out = run_json("run", self.write("m.mech", text.replace("1\ncheck", "1 [m]\ncheck")))
        self.assertEqual([check["status"] == "fails" for check in out["checks"]], [False, True, False, True])

    def test_11_an_impact_returns_the_share_of_its_speed(self):
        text = ("coord x [m]\nkinetic T = 1/2*(2 [kg])*x'^2\nimpact I [N*s] conjugate x' { restitution = 0.25 }\n"
                "initial x = 0, x' = -4 [m/s]\ncheck x' = 1 [m/s]\ncheck I = 10 [N*s]\ncheck T = 1 [J]\n")
        code, out = run_json("run", self.write("m.mech", text))
        self.assertEqual(code, 0, out)
        self.assertEqual([check["status"] for check in out["checks"] if check["status"] == "fails"], [])

    def test_12_the_linear_motion_has_the_matrices_of_the_book(self):
        text = ("param m = 2 [kg], M = 6 [kg], k = 8 [N/m], c = 4 [N*s/m]\ninput u [N] = 0\ncoord x [m], y [m]\n"
                "kinetic T = 1/2*m*x'^2 + 1/2*M*y'^2\npotential V = 1/2*k*x^2\ndissipation D = 1/2*c*x'^2\n"
                "force F = u conjugate x'\nconstraint bar: y - x = 1 [m]\nreaction S [N] of bar conjugate y' - x'\n"
                "initial x = 0, y ~ 1 [m]\nsimulate 0..1 [s]\n")
        _, out = run_json("analyse", self.write("m.mech", text))
        space = out["steady_states"][0]["state_space"]
        for row, wanted in zip(space["A"], [[0, 1], [-1, -0.5]]):
            for entry, number in zip(row, wanted):
                # Matrices by exact derivatives: rounding of numbers up to 6.
                self.assertAlmostEqual(entry, number, delta=1e-12)
        self.assertEqual([round(row[0], 12) for row in space["B"]], [0, 0.125])
        # S = M·y'': what the bar does to the second mass, 6·x'' with x'' = −x − x'/2 + u/8
        s = space["outputs"].index("S")
        for entry, number in zip(space["C"][s], [-6, -3]):
            self.assertAlmostEqual(entry, number, delta=1e-12)  # as above
        self.assertAlmostEqual(space["D"][s][0], 0.75, delta=1e-12)

    def test_13_a_driven_mass_meets_its_constraint_on_every_level(self):
        _, out, (x, force, work, h) = self.rows(
            "coord x [m], y [m]\nkinetic T = 1/2*(2 [kg])*(x'^2 + y'^2)\npotential V = 1/2*(8 [N/m])*(x - y)^2\n"
            "constraint drive: x = (1 [m])*sin(3*t/(1 [s]))\nreaction R [N] of drive conjugate x'\n"
            "initial x ~ 0, y = 0, y' = 0\nsimulate 0..1 [s]", "x, R, work(R), h")
        self.assertAlmostEqual(x, math.sin(3), delta=1e-12)  # held by its row: rounding
        # y'' + 4y = 4 sin 3t from rest: y = (4/5)·(3/2·sin 2t − sin 3t)
        y = 0.8 * (1.5 * math.sin(2) - math.sin(3))
        rate = 0.8 * (3 * math.cos(2) - 3 * math.cos(3))
        # 100 tolerances of forces of 8 N/m times the error.
        self.assertAlmostEqual(force, 2 * -9 * math.sin(3) + 8 * (math.sin(3) - y), delta=1e-7)
        energy = 0.5 * 2 * (9 * math.cos(3) ** 2 + rate**2) + 4 * (math.sin(3) - y) ** 2
        self.assertAlmostEqual(h, energy, delta=1e-7)
        self.assertAlmostEqual(work, energy - 9, delta=1e-7)
        for level in ("position", "velocity", "acceleration"):
            # Projected, and solved to rounding of 9 m/s^2.
            self.assertLess(max(abs(v) for v in out["certificate"][level].values()), 1e-9, level)
        self.closes(out)

    def test_14_a_particle_of_constant_speed_turns_into_the_force(self):
        m, force, v, angle, t = 2.0, 6.0, 3.0, 2.0, 1.5
        _, out, (vx, vy, multiplier, work) = self.rows(
            f"coord x [m], y [m]\nkinetic T = 1/2*({m} [kg])*(x'^2 + y'^2)\nforce F = {force} [N] conjugate x'\n"
            f"constraint pace: x'^2 + y'^2 = ({v} [m/s])^2 {{ law = chetaev }}\n"
            f"initial x' = {v * math.cos(angle)!r} [m/s], y' ~ {v * math.sin(angle)!r} [m/s]\nsimulate 0..{t} [s]",
            "x', y', lambda.pace, work(F)")
        # m v φ' = −F sin φ; m x'' = F + 2 λ x' and x' x'' + y' y'' = 0 give λ = −F x'/(2 v²)
        angle = 2 * math.atan(math.tan(angle / 2) * math.exp(-force * t / (m * v)))
        self.assertAlmostEqual(vx, v * math.cos(angle), delta=1e-8)  # ten tolerances (1e-9)
        self.assertAlmostEqual(vy, v * math.sin(angle), delta=1e-8)
        self.assertAlmostEqual(multiplier, -force * math.cos(angle) / (2 * v), delta=1e-8)
        # x = −(m v²/F)·ln sin φ, up to a constant
        # Ten tolerances of energies of 18 J.
        self.assertAlmostEqual(work, -m * v**2 * (math.log(math.sin(angle)) - math.log(math.sin(2.0))), delta=1e-7)
        self.assertLess(out["certificate"]["velocity"]["pace"], 1e-12)  # projected: rounding of 9
        self.closes(out)

    def test_15_the_tolerance_refers_to_the_declared_range_of_a_coordinate(self):
        errors = []
        for interval in ("", " in -1e-6..1e-6"):
            _, _, (x,) = self.rows(
                f"coord x [m]{interval}\nkinetic T = 1/2*(1 [kg])*x'^2\npotential V = 1/2*(400 [N/m])*x^2\n"
                "initial x = 1e-7 [m]\nsimulate 0..1 [s] { tolerance = 1e-7 }", "x")
            errors.append(abs(x - 1e-7 * math.cos(20)))
        # ten tolerances of 1e-7 of the declared range 1e-6
        self.assertLess(errors[1], 1e-12)
        self.assertGreater(errors[0], 10 * errors[1])

    def test_16_a_free_particle_in_turning_axes_goes_straight(self):
        m, w, t = 2.0, 1.5, 2.0
        _, out, (x, y, h, energy) = self.rows(
            f"param w = {w} [rad/s]\ncoord x [m], y [m]\n"
            f"kinetic T = 1/2*({m} [kg])*((x' - w*y)^2 + (y' + w*x)^2)\ninitial x = 1 [m], x' = 0.5 [m/s], y' = -1 [m/s]\n"
            f"simulate 0..{t} [s]", "x, y, h, T")
        straight = complex(1, 0) + t * (complex(0.5, -1) + 1j * w)  # velocity at rest plus w × r
        turned = straight * complex(math.cos(w * t), -math.sin(w * t))
        self.assertAlmostEqual(x, turned.real, delta=1e-8)  # ten tolerances (1e-9)
        self.assertAlmostEqual(y, turned.imag, delta=1e-8)
        self.assertAlmostEqual(h, m / 2 * (0.25 + 1 - w**2), delta=1e-8)  # Jacobi's integral
        self.assertAlmostEqual(energy, m / 2 * (0.25 + (w - 1) ** 2), delta=1e-8)
        self.closes(out)


if __name__ == "__main__":
    unittest.main()
