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
            self.assertAlmostEqual(shape[0], shape[1] if abs(ratio) < 0.1 else -shape[1], delta=1e-9)
        self.assertAlmostEqual(self.ratios(small)[0], 0.0, delta=1e-12)
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
            self.assertAlmostEqual(found, wanted, delta=1e-9)

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
            self.assertAlmostEqual(found, wanted, delta=1e-9)


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
