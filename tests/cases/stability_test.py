"""What `analyse` says of stability: equal factors, modes of equal frequencies, witnesses of two models.

Right values are those of hand derivations. Numbers are compared to 1e-9, which leaves 1e5 ulps for what sixty digits
give rounded once.
"""

import pathlib
import tempfile
import unittest

import program

MODELS = pathlib.Path(__file__).resolve().parent / "models"
TWO = """model Two
param {parameters}
coord x, y
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = {potential}
{more}
initial y = 0.1
simulate 0..5
"""


def analysed(text_or_file):
    """The facts of a file, or of the text of a model."""
    if isinstance(text_or_file, pathlib.Path):
        return program.run_json("analyse", text_or_file)[1]
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "model.mech"
        file.write_text(text_or_file, encoding="utf-8")
        return program.run_json("analyse", file)[1]


def motions(text_or_file):
    return analysed(text_or_file)["symbolic_steady_motions"]["motions"]


def two(parameters, potential, *more):
    return TWO.format(parameters=parameters, potential=potential, more="\n".join(more))


class EqualFactors(unittest.TestCase):
    """Roots on the axis are stable where they have as many eigenvectors as they count."""

    def test_a_one_way_coupling_is_stable_only_where_it_vanishes(self):
        (motion,) = motions(MODELS / "resonance.mech")
        self.assertEqual((motion["stable_when"], motion["grows_with_t"]), ("c = 0", ["c"]))
        page = " ".join(program.run("analyse", MODELS / "resonance.mech").stdout.split())
        self.assertIn("oscillations grow with t", page)
        self.assertIn("stable only where c = 0", page)

    def test_a_symmetric_coupling_of_equal_oscillators_is_stable(self):
        # V = k(x² + y²)/2: p = (s² + k/m)², two eigenvectors
        (motion,) = motions(two("m = 1, k = 2", "1/2*k*(x^2 + y^2)"))
        self.assertEqual((motion["stable_when"], motion["grows_with_t"]), ("always", []))

    def test_frequencies_that_may_be_equal_are_named(self):
        # x″ + k1·x = c·y, y″ + k2·y = 0: resonance where k1 = k2
        (motion,) = motions(two("m = 1, k1 = 1, k2 = 2, c = 0.3", "1/2*(k1*x^2 + k2*y^2)", "force F on x = c*y"))
        self.assertEqual(motion["stable_when"], "always")
        self.assertTrue({"k1 != k2", "k2 != k1"} & set(motion["holds_where"]), motion["holds_where"])

    def test_frequencies_that_are_never_equal_are_not(self):
        # k2 = k1 + d with d > 0
        (motion,) = motions(two("m = 1, k = 1, d = 2, c = 0.3", "1/2*(k*x^2 + (k + d)*y^2)", "force F on x = c*y"))
        self.assertEqual(motion["stable_when"], "always")
        self.assertEqual([text for text in motion["holds_where"] if "k" in text], [])

    def test_equal_roots_that_are_sums_are_found(self):
        # p = (s² + (k + d)/m)²: no power of parameters
        (motion,) = motions(two("m = 1, k = 1, d = 2, c = 0.3", "1/2*(k + d)*(x^2 + y^2)", "force F on x = c*y"))
        self.assertEqual(motion["stable_when"], "c = 0")

    def test_a_coupling_of_both_ways_that_vanishes_in_the_determinant_grows(self):
        # K = [k + c, -c; c, k - c]: trace 2k, determinant k², so (s² + k/m)² with one eigenvector
        (motion,) = motions(two("m = 1, k = 1, c = 0.3", "1/2*k*(x^2 + y^2)", "force F on x = -c*x + c*y",
                                "force G on y = -c*x + c*y"))
        self.assertEqual(motion["stable_when"], "c = 0")

    def test_three_in_a_row_grow_with_a_power(self):
        text = """model Three
param m = 1, k = 1, b = 0.2, c = 0.3
coord x, y, z
kinetic T = 1/2*m*(x'^2 + y'^2 + z'^2)
potential V = 1/2*k*(x^2 + y^2 + z^2)
force F on x = b*y
force G on y = c*z
initial z = 0.1
simulate 0..1
"""
        (motion,) = motions(text)
        self.assertEqual(sorted(motion["stable_when"].split(" and ")), ["b = 0", "c = 0"])

    def test_a_damped_mode_beside_equal_ones_does_not_hide_them(self):
        text = """model Beside
param m = 1, k = 1, c = 0.3, d = 0.5
coord x, y, z
kinetic T = 1/2*m*(x'^2 + y'^2 + z'^2)
potential V = 1/2*k*(x^2 + y^2) + k*z^2
dissipation D = 1/2*d*z'^2
force F on x = c*y
initial y = 0.1
simulate 0..1
"""
        (motion,) = motions(text)
        self.assertEqual(motion["stable_when"], "c = 0")

    def test_numbers_and_symbols_agree(self):
        facts = analysed(MODELS / "resonance.mech")
        self.assertEqual(facts["steady_states"][0]["linear_motion"], "resonates")


class DampingThatMissesAMode(unittest.TestCase):
    """A dashpot that a mode does not move leaves it undamped: at special parameters, which random draws never meet.

    The Hurwitz determinant is a square there. The right conditions are K·v = w²·M·v for a v that the dashpots miss.
    """

    def motion(self, text):
        (motion,) = motions(text)
        self.assertTrue(motion["asymptotic"])
        return motion

    def holds(self, condition, **values):
        return eval(condition.replace("^", "**"), {}, values)  # pylint: disable=eval-used

    def assert_excluded(self, motion, zeros, others):
        """Of some parameters the sentence excludes those of `zeros`, and keeps those of `others`."""
        self.assertEqual(motion["stable_when"], "always")
        for values in zeros:
            self.assertFalse(all(self.holds(text, **values) for text in motion["holds_where"]), values)
        for values in others:
            self.assertTrue(all(self.holds(text, **values) for text in motion["holds_where"]), values)

    def test_two_masses_with_a_ratio_of_their_springs(self):
        text = """model Ratio
param m = 1, M = 2, k = 1, c = 0.2
coord x, y
kinetic T = 1/2*m*x'^2 + 1/2*M*y'^2
potential V = 1/2*k*(x^2 + 2*y^2)
dissipation D = 1/2*c*(x' - y')^2
initial x = 0.1
simulate 0..1
"""
        motion = self.motion(text)
        self.assertEqual(motion["stable_when"], "always")
        self.assertTrue({"M != 2*m", "2*m != M"} & set(motion["holds_where"]), motion["holds_where"])

    def test_two_coupled_masses(self):
        # v = (1, 1): k1/m1 = k2/m2, whatever the coupling
        text = """model Coupled
param m1 = 2, m2 = 3, k1 = 4, k2 = 7, kc = 1, c = 0.2
coord x, y
kinetic T = 1/2*m1*x'^2 + 1/2*m2*y'^2
potential V = 1/2*k1*x^2 + 1/2*k2*y^2 + 1/2*kc*(x - y)^2
dissipation D = 1/2*c*(x' - y')^2
initial x = 0.1
simulate 0..1
"""
        motion = self.motion(text)
        zero = {"m1": 2, "m2": 3, "k1": 4, "k2": 6, "kc": 1, "c": 1}
        self.assert_excluded(motion, [zero, zero | {"kc": 5}], [zero | {"k2": 7}, zero | {"m1": 3}])

    def test_three_masses_with_a_dashpot_at_a_node(self):
        # the outer ones alone, the middle at rest: ka/m1 = kb/m3
        text = """model Node
param m1 = 1, m2 = 2, m3 = 1, ka = 3, kb = 4, k = 1, c = 0.2
coord x, y, z
kinetic T = 1/2*m1*x'^2 + 1/2*m2*y'^2 + 1/2*m3*z'^2
potential V = 1/2*ka*(x - y)^2 + 1/2*kb*(z - y)^2 + 1/2*k*y^2
dissipation D = 1/2*c*y'^2
initial x = 0.1
simulate 0..1
"""
        motion = self.motion(text)
        zero = {"m1": 2, "m2": 7, "m3": 3, "ka": 4, "kb": 6, "k": 1, "c": 1}
        self.assert_excluded(motion, [zero, zero | {"m2": 1}], [zero | {"kb": 5}, zero | {"m1": 1}])

    def test_a_frame_with_a_dashpot_at_a_node(self):
        # v = (−s, 1): (K·v)₁·J = −(K·v)₂·m·s
        text = """model Frame
param m = 2, J = 3, ka = 3, kb = 2, a = 1, b = 2, s = 0.5, c = 0.2
coord y, th
kinetic T = 1/2*m*y'^2 + 1/2*J*th'^2
potential V = 1/2*ka*(y + a*th)^2 + 1/2*kb*(y - b*th)^2
dissipation D = 1/2*c*(y' + s*th')^2
initial y = 0.1
simulate 0..1
"""
        motion = self.motion(text)
        symmetric = {"m": 2, "J": 3, "ka": 3, "kb": 3, "a": 1, "b": 1, "s": 0, "c": 1}
        # ka·(a − s) − kb·(b + s) = −7.5, ka·a·(a − s) + kb·b·(b + s) = 16.5, m·s = 1
        node = {"m": 2, "J": 16.5 / 7.5, "ka": 1, "kb": 3.2, "a": 1, "b": 2, "s": 0.5, "c": 1}
        away = dict(node, J=node["J"] + 1)
        self.assert_excluded(motion, [symmetric], [away])
        (condition,) = motion["holds_where"]
        left, right = condition.replace("^", "**").split(" != ")
        # One sum of products of size 10: rounding.
        self.assertAlmostEqual(eval(left, {}, node), eval(right, {}, node), delta=1e-12)  # pylint: disable=eval-used

    def test_two_dashpots_need_two_equations(self):
        # v = (1, 1, 1): k1/m1 = k2/m2 = k3/m3, no factor, so the condition is the whole quantity
        text = """model Grounded
param m1 = 1, m2 = 2, m3 = 3, k1 = 1, k2 = 2, k3 = 3, c = 0.2
coord x, y, z
kinetic T = 1/2*m1*x'^2 + 1/2*m2*y'^2 + 1/2*m3*z'^2
potential V = 1/2*k1*x^2 + 1/2*k2*y^2 + 1/2*k3*z^2
dissipation D = 1/2*c*(x' - y')^2 + 1/2*c*(y' - z')^2
initial x = 0.1
simulate 0..1
"""
        motion = self.motion(text)
        zero = {"m1": 1.0, "m2": 2.0, "m3": 3.0, "k1": 1.0, "k2": 2.0, "k3": 3.0, "c": 1.0}
        self.assertNotEqual(motion["stable_when"], "always")
        self.assertFalse(self.holds(motion["stable_when"], **zero))
        self.assertTrue(self.holds(motion["stable_when"], **(zero | {"k3": 4.0})))

    def test_where_no_mode_is_missed_nothing_is_excluded(self):
        # a double pendulum with friction in its elbow: v = (1, 1) is no mode for m1, l2 > 0
        text = """model Elbow
param m1 = 1, m2 = 2, l1 = 1, l2 = 2, g = 9.81, c = 0.2
coord a, b
kinetic T = 1/2*m1*l1^2*a'^2 + 1/2*m2*(l1^2*a'^2 + l2^2*b'^2 + 2*l1*l2*cos(a - b)*a'*b')
potential V = -(m1 + m2)*g*l1*cos(a) - m2*g*l2*cos(b)
dissipation D = 1/2*c*(a' - b')^2
initial a = 0.1
simulate 0..1
"""
        hanging = next(m for m in motions(text) if m["positions"] == {"a": "0", "b": "0"})
        self.assertEqual((hanging["stable_when"], hanging["holds_where"]), ("always", []))


class EqualFrequencies(unittest.TestCase):
    """Of modes with one frequency those are given that the damping leaves uncoupled."""

    def oscillations(self, text_or_file):
        return analysed(text_or_file)["steady_states"][0]["small_oscillations"]

    def ratios(self, small):
        return sorted(small["damping_ratios"])

    def test_a_dashpot_between_equal_oscillators(self):
        # c = 0.3: (1, −1) has 2c/(2·ω·m)·… = 0.3, (1, 1) none
        small = self.oscillations(MODELS / "degenerate_damping.mech")
        for k, ratio in enumerate(small["damping_ratios"]):
            shape = [row[k] for row in small["shapes"]]
            self.assertAlmostEqual(shape[0], shape[1] if abs(ratio) < 0.1 else -shape[1], delta=1e-9)  # sixty digits, rounded once
        self.assertAlmostEqual(self.ratios(small)[0], 0.0, delta=1e-12)  # a ratio of 0: rounding
        self.assertAlmostEqual(self.ratios(small)[1], 0.3, delta=1e-9)

    def test_three_equal_oscillators_in_a_row(self):
        # D of differences has the matrix [1 −1 0; −1 2 −1; 0 −1 1]·c with eigenvalues 0, c, 3c: ratios c·(0, 1, 3)/2
        text = """model Row
param m = 1 [kg], k = 1 [N/m], c = 0.2 [N*s/m]
coord x [m], y [m], z [m]
kinetic T = 1/2*m*(x'^2 + y'^2 + z'^2)
potential V = 1/2*k*(x^2 + y^2 + z^2)
dissipation D = 1/2*c*((x' - y')^2 + (y' - z')^2)
initial x = 0.1 [m]
simulate 0..1 [s]
"""
        for found, wanted in zip(self.ratios(self.oscillations(text)), (0.0, 0.1, 0.3)):
            self.assertAlmostEqual(found, wanted, delta=1e-9)  # sixty digits, rounded once

    def test_unequal_masses_of_one_frequency(self):
        # k = m for both: M⁻¹C = c·[1/m1 −1/m1; −1/m2 1/m2] has 0 and c(1/m1 + 1/m2) = 0.3·1.5; ratio 0.45/2
        text = """model Unequal
param m1 = 1 [kg], m2 = 2 [kg], k = 1 [N/m], c = 0.3 [N*s/m]
coord x [m], y [m]
kinetic T = 1/2*m1*x'^2 + 1/2*m2*y'^2
potential V = 1/2*k*x^2 + k*y^2
dissipation D = 1/2*c*(x' - y')^2
initial x = 0.1 [m]
simulate 0..1 [s]
"""
        for found, wanted in zip(self.ratios(self.oscillations(text)), (0.0, 0.225)):
            self.assertAlmostEqual(found, wanted, delta=1e-9)  # sixty digits, rounded once


class Witnesses(program.InFolder):
    """A state at which two models differ is none where the difference is round-off."""

    HEADER = "model {0}\nparam m = 1.1, k = 3.3, l = 0.7\ncoord x\nkinetic T = 1/2*m*x'^2\n"
    END = "initial x = 0.1\nsimulate 0..1\n"

    def answer(self, one, other):
        first = self.write("one.mech", self.HEADER.format("One") + one + "\n" + self.END)
        second = self.write("other.mech", self.HEADER.format("Other") + other + "\n" + self.END)
        return program.run_json("analyse", first, "--against", second)[1]

    def test_the_same_force_written_otherwise(self):
        # floor(0) = 0 keeps the exact comparison from an answer; both forces are the same number
        facts = self.answer("force F on x = -k*(x - l) + floor(0*x)", "force F on x = -k*x + k*l + 0*floor(x)")
        self.assertNotEqual(facts["verdict"], "different")

    def test_a_difference_that_is_one_is_shown(self):
        facts = self.answer("force F on x = -k*x", "force F on x = -k*x - 1e-2*x^3")
        self.assertEqual(facts["verdict"], "different")


if __name__ == "__main__":
    unittest.main()
