"""`export c`: compiled without a warning, the functions give what `eval` gives; their derivatives are differences."""

import json
import math
import pathlib
import random
import re
import subprocess
import tempfile
import unittest

import exported

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODELS = sorted(ROOT.glob("models/*/*.mech"))
STATES = 3  # beside the initial one
# Rounding of other sums, times the condition of the models.
CLOSE = 1e-9  # of the largest entry


WIRE = """model Wire "a bead slides with friction on a wire: one row, two coordinates"
param m = 0.2 [kg], mu = 0.15, g = 9.81 [m/s^2], L = 1 [m]
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
let slope = x/L
constraint wire: y = 1/2*x^2/L
reaction N [N] of wire conjugate (y' - slope*x')/sqrt(1 + slope^2)
friction F [N] of N conjugate (x' + slope*y')/sqrt(1 + slope^2) { coefficient = mu }
initial x = 2 [m], y ~ 2 [m], x' = -0.01 [m/s], y' ~ 0
"""
TWICE = """model Twice "a bar that is said twice, and a constraint beside it ??/"
param m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2]
coord x [m], y [m], z [m]
kinetic T = 1/2*m*(x'^2 + y'^2 + z'^2)
potential V = m*g*(y + z)
constraint a: x^2 + y^2 = l^2
constraint b: 3*(x^2 + y^2) = 3*l^2
constraint c: z = 2*y
initial x = 0.6 [m], y ~ -0.8 [m], z ~ 0, x' = 0.1 [m/s], y' ~ 0, z' ~ 0
"""
HELD = """model Held "a bar, said by its length and by its rate, and a singular mass beside it"
param m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2]
coord x [m], y [m], z [m], s [m]
kinetic T = 1/2*m*(x'^2 + y'^2 + z'^2)
potential V = m*g*(y + z)
constraint roll: x*x' + y*y' = 0
constraint bar: x^2 + y^2 = l^2
constraint c: z = 2*y
constraint d: s = x + y
initial x = 0.6 [m], y ~ -0.8 [m], x' = 0.1 [m/s]
"""


def largest(values):
    return max((abs(value) for value in values), default=0.0)


class CSource(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def assert_close(self, found, expected, what, share=CLOSE):
        apart = largest(a - b for a, b in zip(found, expected, strict=True))
        self.assertLessEqual(apart, share * max(largest(expected), 1e-3), what)  # zeros are met to 1e-12

    def compare(self, made, model, state):
        """True where both evaluate the state; they must agree then."""
        expected = made.evaluated(model, state)
        status, out = made.accelerations(state)
        if expected is None or status != 0:
            self.assertEqual(expected is None, status != 0, f"status {status} at {state}")
            return False
        accelerations, multipliers = out[0], out[1]
        friction = out[2] if made.count["frictions"] else []
        self.assert_close(accelerations, list(expected["accelerations"].values()), "accelerations")
        self.assert_close(multipliers, list(expected["multipliers"].values()), "multipliers")
        _, (reactions,) = made.call("reactions", state, read=(accelerations, multipliers),
                                    sizes=[made.count["reactions"]])
        self.assert_close(reactions + friction, list(expected["reactions"].values()), "reactions")
        _, (energies,) = made.call("energies", state, sizes=[3])
        self.assert_close(energies[2:], [expected["energies"]["h"]], "energy")
        _, (momenta,) = made.call("momenta", state, sizes=[made.count["coordinates"]])
        self.assert_close(momenta, list(expected["momenta"].values()), "momenta")
        return True

    def compare_start(self, made, start):
        """What C finds from nothing is the initial state of the program; off it, one pull is one step of the projection."""
        t, q, v = start
        status, (_, places, rates) = made.started(t, made.parameters)
        self.assertEqual(status, 0)
        for found, expected in ((places, q), (rates, v)):
            for a, b in zip(found, expected, strict=True):
                # Rows of the start are met to 1e-11 of their terms; other guesses end elsewhere on the rows.
                self.assertAlmostEqual(a, b, delta=1e-8 * max(1.0, abs(b)))
        n, m = made.count["coordinates"], made.count["constraints"]
        if made.count["frictions"] or not m or made.accelerations(start)[0]:
            return
        status, (_, _, dq, dv) = made.call("pull", start, sizes=[n, m, n, n])
        self.assertEqual(status, 0)
        # A state on its rows: rounding of them.
        self.assertLessEqual(largest(dq + dv), 1e-10 * max(1.0, largest(q + v)))
        off = (t, [x + 1e-5 for x in q], v)
        status, (_, _, dq, dv) = made.call("pull", off, sizes=[n, m, n, n])
        status, near = made.projected(off) if status == 0 else (1, off)
        if status == 0 and not made.is_redundant:
            shares = [made.call("residuals", (t, [x + d for x, d in zip(off[1], dq)], v), sizes=[m, m])[1][0], made.call(
                "residuals", off, sizes=[m, m])[1][0]]
            # A Newton step from 1e-5 squares it; rounding of the rows.
            self.assertLessEqual(largest(shares[0]), 1e-2 * largest(shares[1]) + 1e-14)

    def compare_derivatives(self, made, state):
        """The Jacobian with central differences, entry by entry."""
        n, m = made.count["coordinates"], made.count["constraints"]
        status, found = made.call("jacobian", state, sizes=[n * n, n * n, m * n, m * n])
        self.assertEqual(status, 0)
        t, q, v = state
        by = [found[0], found[1], found[2], found[3]]
        scale = max(1.0, largest(found[0] + found[1] + found[2] + found[3]))
        for level, place in ((0, q), (1, v)):
            for j in range(n):
                step = 1e-5 * max(1.0, abs(place[j]))
                sides = []
                for sign in (1, -1):
                    moved = list(place)
                    moved[j] += sign * step
                    moved_status, out = made.accelerations((t, moved, v) if level == 0 else (t, q, moved))
                    if moved_status != 0:
                        return
                    sides.append(out[:2])
                for which, height in ((0, n), (1, m)):
                    for i in range(height):
                        slope = (sides[0][which][i] - sides[1][which][i]) / (2 * step)
                        # Central differences, h = 1e-5: h² times a third derivative of up to 1e3 of the largest, and
                        # rounding over h.
                        self.assertLessEqual(abs(by[2 * which + level][i * n + j] - slope), 2e-5 * scale,
                                             f"entry {i}, {j} of {'λ' if which else 'a'} by {'qv'[level]}")

    def test_functions_agree_with_the_program(self):
        evaluated = 0
        for model in MODELS:
            with self.subTest(model.stem):
                folder = pathlib.Path(self.folder.name) / model.parent.name  # two models may have one name
                folder.mkdir(exist_ok=True)
                try:
                    made = exported.Exported(model, str(folder))
                except exported.Refused as refused:
                    self.assertIn("E0907", str(refused))
                    # contacts, and constraints that do not act all the time
                    self.assertRegex(model.read_text(), r">=|\bconstraint .*\b(from|until)\b")
                    continue
                start = made.initial() if made.starts else (0.0, [0.3] * made.count["coordinates"],
                                                           [0.1] * made.count["coordinates"])
                if made.starts:
                    self.compare_start(made, start)
                evaluated += self.compare(made, model, start)
                random.seed(model.stem)
                for _ in range(STATES):
                    t, q, v = start
                    state = (t, [x + random.uniform(-0.05, 0.05) * max(abs(x), 0.2) for x in q],
                             [x + random.uniform(-0.2, 0.2) * max(abs(x), 0.2) for x in v])
                    status, state = made.projected(state)
                    if status != 0:
                        continue
                    _, residuals = made.call("residuals", state, sizes=[made.count["constraints"]] * 2)
                    # Projected: rounding.
                    self.assertLessEqual(largest(residuals[0]), 1e-12 * max(1.0, largest(state[1])))
                    self.assertLessEqual(largest(residuals[1]), 1e-12 * max(1.0, largest(state[2])))  # likewise
                    evaluated += self.compare(made, model, state)
                    if made.accelerations(state)[0] == 0 and not made.is_redundant:
                        self.compare_derivatives(made, state)
        self.assertGreaterEqual(evaluated, 3 * len(MODELS))

    def test_a_pull_is_a_newton_step_where_rows_depend_on_one_another(self):
        """Also where one is the rate of another, and the mass matrix is singular beside it. Residuals fall by the square."""
        for text in (TWICE, HELD):
            model = pathlib.Path(self.folder.name) / "dependent.mech"
            model.write_text(text)
            made = exported.Exported(model, self.folder.name)
            self.assertTrue(made.is_redundant)
            n, m = made.count["coordinates"], made.count["constraints"]
            _, (_, q, v) = made.started(0.0, made.parameters)
            for off_q, off_v in ((1e-5, 0.0), (0.0, 1e-5)):
                off = (0.0, [x + off_q * (i + 1) for i, x in enumerate(q)], [x + off_v * (3 - i) for i, x in enumerate(v)])
                status, (_, _, dq, dv) = made.call("pull", off, sizes=[n, m, n, n])
                self.assertEqual(status, 0)
                _, before = made.call("residuals", off, sizes=[m, m])
                moved = (0.0, [x + d for x, d in zip(off[1], dq)], [x + d for x, d in zip(off[2], dv)])
                _, after = made.call("residuals", moved, sizes=[m, m])
                level = 0 if off_q else 1
                self.assertGreater(largest(before[level]), 1e-6)  # off by 1e-5 and more
                # A Newton step from 1e-5 squares it.
                self.assertLessEqual(largest(after[level]), 1e-4 * largest(before[level]))

    def test_a_large_model_is_cut_into_functions_and_keeps_its_work_off_the_stack(self):
        model = ROOT / "models/gallery/n_pendulum.mech"
        made = exported.Exported(model, self.folder.name, "--set", "n=30")
        self.assertTrue("_Thread_local" in made.source.read_text())
        n = made.count["coordinates"]
        state = (0.0, [0.1 * i for i in range(n)], [1.0 - 0.05 * i for i in range(n)])
        expected = made.evaluated(model, state, "--set", "n=30")
        status, (accelerations, _) = made.accelerations(state)
        self.assertEqual(status, 0)
        self.assert_close(accelerations, list(expected["accelerations"].values()), "accelerations")

    def test_a_state_that_cannot_be_evaluated_gives_a_status(self):
        pendulum = exported.Exported(ROOT / "models/gallery/spherical_pendulum.mech", self.folder.name)
        self.assertEqual(pendulum.accelerations((0.0, [0.0, 0.0], [0.0, 1.0]))[0], 1)  # at a pole of its coordinates
        kepler = exported.Exported(ROOT / "models/gallery/kepler.mech", self.folder.name)
        t, q, v = kepler.initial()
        self.assertEqual(kepler.accelerations((t, [0.0] * len(q), v))[0], 2)  # at the centre of attraction
        rod = exported.Exported(ROOT / "models/seeds/s0_rod_corner_coulomb.mech", self.folder.name)
        t, q, v = rod.initial()
        self.assertEqual(rod.accelerations((t, q, [0.0] * len(v)))[0], 3)  # its friction has no direction
        fourbar = exported.Exported(ROOT / "models/gallery/fourbar.mech", self.folder.name)
        t, q, v = fourbar.initial()
        far = (t, [5.0, 1.0, 100.0], v)
        self.assertEqual(fourbar.projected(far), (5, far))

    def test_no_warning_where_the_compiler_optimises(self):
        model = pathlib.Path(self.folder.name) / "wire.mech"
        model.write_text(WIRE)
        made = exported.Exported(model, self.folder.name)
        plain = exported.Exported(ROOT / "models/gallery/spherical_pendulum.mech", self.folder.name)  # no row
        for source, level in ((made.source, "-O2"), (made.source, "-O3"), (plain.source, "-O3")):
            exported.compiled(source, source.with_suffix(".o"), level, "-c")

    def test_multipliers_that_are_not_determined_have_no_derivatives(self):
        model = pathlib.Path(self.folder.name) / "twice.mech"
        model.write_text(TWICE)
        made = exported.Exported(model, self.folder.name)
        self.assertTrue(made.is_redundant)
        state = made.initial()
        self.assertTrue(self.compare(made, model, state))
        # The choice does not depend on the factor that a row is written with: three times the row, a third of λ.
        _, (_, multipliers) = made.accelerations(state)
        self.assertAlmostEqual(multipliers[0], 3 * multipliers[1], delta=1e-12)  # solved to rounding of 8 N
        status, derivatives = made.call("jacobian", state, sizes=[9, 9, 9, 9])
        self.assertEqual(status, 0)
        self.assertTrue(all(math.isfinite(x) for x in derivatives[0] + derivatives[1]))
        for of_multipliers in derivatives[2:]:
            self.assertTrue(all(math.isnan(x) for x in of_multipliers[:6]))
            self.assertTrue(all(math.isfinite(x) for x in of_multipliers[6:]))

    def test_plotted_quantities_and_computed_parameters(self):
        text = """model Outputs
param m = 2 [kg], k = 3*m*1 [1/s^2], half = k/2
coord x [m]
kinetic T = 1/2*m*x'^2
potential V = 1/2*k*x^2
initial x = 0.5 [m], x' = 0.25 [m/s]
plot half*x^2, m*x', x, x'' vs t
"""
        model = pathlib.Path(self.folder.name) / "outputs.mech"
        model.write_text(text)
        made = exported.Exported(model, self.folder.name)
        self.assertEqual(made.names["outputs"], ["half*x^2", "m*x'"])
        start = made.initial()
        _, (a, _) = made.accelerations(start)
        self.assertEqual(made.call("outputs", start, read=(a, []), sizes=[2])[1], [[0.75, 0.5]])
        values = exported.array([4.0, 0.0, 0.0])
        made.library[f"{made.prefix}_parameters"](values)
        self.assertEqual(list(values), [4.0, 12.0, 6.0])

    def test_what_is_held_stays_where_a_start_is_found(self):
        made = exported.Exported(ROOT / "models/gallery/fourbar.mech", self.folder.name)
        parameters = list(made.parameters)
        parameters[made.names["parameters"].index("L1")] = 0.45
        status, (_, q, _) = made.started(0.0, parameters)
        self.assertEqual((status, q[0]), (0, math.pi / 2))  # `initial` holds it
        status, (_, q, _) = made.started(0.0, parameters, {0: 1.2})
        self.assertEqual((status, q[0]), (0, 1.2))
        self.assertEqual(made.started(0.0, parameters, {0: 1.2, 1: 0.0, 2: 0.0})[0], 5)

    def test_the_example_of_the_documentation_runs(self):
        model = ROOT / "models/gallery/fourbar.mech"
        made = exported.Exported(model, self.folder.name)
        example = pathlib.Path(self.folder.name) / "example.c"
        example.write_text(re.search(r"```c\n(.*?)```", (ROOT / "docs/export.md").read_text(), re.S).group(1))
        binary = example.with_suffix("")
        subprocess.run([exported.COMPILER, *exported.WARNINGS, "-O1", example, made.source, "-o", binary, "-lm"],
                       check=True, timeout=60)
        told = subprocess.run([binary], capture_output=True, text=True, check=True, timeout=60).stdout
        crank, lost = re.fullmatch(r"crank at (\S+) rad, energy changed by (\S+) J\n", told).groups()
        run = json.loads(exported.program("run", model, "--to", "1", "--at", "1", "--json").stdout)
        # Order 4 in steps of 1e-3; nine digits are printed.
        self.assertAlmostEqual(float(crank), run["samples"][0]["state"]["a"], delta=1e-7)
        self.assertLess(abs(float(lost)), 1e-6)  # order 4 in steps of 1e-3, of energies of a few J

    def test_the_header_is_one_of_cpp_too(self):
        made = exported.Exported(ROOT / "models/gallery/fourbar.mech", self.folder.name)
        subprocess.run(["c++", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-x", "c++", made.header], check=True,
                       timeout=60)

    def test_names_cannot_collide_or_end_comments(self):
        text = """model Names "it ends */ here"
param m = 1 [kg] "/* a *\\/ mass", k = 2 [N/m]
coord theta[1..2] [m], theta_1 [m], names [m], counts [m]
kinetic T = 1/2*m*(theta[1]'^2 + theta[2]'^2 + theta_1'^2 + names'^2 + counts'^2)
potential V = 1/2*k*(theta[1]^2 + theta[2]^2 + theta_1^2 + names^2 + counts^2)
constraint ok: theta[1] + theta[2] = 0
reaction names_of [N] of ok conjugate theta[1]' + theta[2]'
initial theta[1] = 1 [m]
"""
        model = pathlib.Path(self.folder.name) / "names.mech"
        model.write_text(text)
        made = exported.Exported(model, self.folder.name)
        self.assertEqual(made.names["coordinates"], ["theta[1]", "theta[2]", "theta_1", "names", "counts"])
        self.compare(made, model, made.initial())

    def test_contacts_are_refused(self):
        done = exported.program("export", "c", ROOT / "models/gallery/bouncing_ball.mech", "-o", self.folder.name)
        self.assertEqual(done.returncode, 1)
        self.assertIn("E0907", done.stderr)
        self.assertEqual(list(pathlib.Path(self.folder.name).iterdir()), [])

    def test_another_format_and_a_folder_that_cannot_be_made_are_refused(self):
        model = ROOT / "models/gallery/fourbar.mech"
        self.assertEqual(exported.program("export", "fortran", model).returncode, 2)
        file = pathlib.Path(self.folder.name) / "file"
        file.write_text("")
        self.assertEqual(exported.program("export", "c", model, "-o", file / "x").returncode, 74)
        self.assertEqual(exported.program("export", "c", model, "-o", file).returncode, 74)


if __name__ == "__main__":
    unittest.main()
