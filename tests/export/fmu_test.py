"""`export fmu`: the files obey the standard, and an importer that plays both call sequences gets the motion of `run`."""

import math
import pathlib
import subprocess
import tempfile
import unittest

import exported
import fmu_bars
import fmu_rules
from fmu_unit import DISCARD, ERROR, OK, SANITIZERS, Fmu, Unit, export, run

ROOT = pathlib.Path(__file__).resolve().parents[2]
GALLERY, SEEDS = ROOT / "models/gallery", ROOT / "models/seeds"
# A loop, a table, a knife edge, an impact, redundant rows. `./dev fmu` measures all models, with all tolerances.
CHOSEN = [GALLERY / f"{name}.mech" for name in ("fourbar", "quarter_car")]
CHOSEN += [SEEDS / f"{name}.mech" for name in ("s0_chaplygin_sleigh", "s4_rods_impact", "c05_four_legged_table")]
# The equations of models of the gallery; `./dev fmu` takes these as well.
IN_GALLERY = {ROOT / f"models/benchmarks/{name}.mech" for name in (
    "andrews_squeezer", "foucault", "fourbar_crank_rocker", "kepler_e06", "rolling_disc")}
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]

CART = """model Cart "a cart with a hanging rod <pulled> & 'pushed'"
param m = 2 [kg] in 1..3 "mass of the cart", l = 400 [mm], M = m/4 "mass of the bob", g = 9.81 [m/s^2], k = 3 [N/m]
param unused = 5 [m]
input F [N] = 1.5 in -10..10 "push"
input G [N] = 0.3 [N]*sin(2 [rad/s]*t)
coord x [mm] in -100..100 "place", theta [deg] "angle"
kinetic T = 1/2*m*x'^2 + 1/2*M*(x'^2 + 2*l*x'*theta'*cos(theta) + l^2*theta'^2)
potential V = 1/2*k*x^2 - M*g*l*cos(theta)
force push = F + G on x
initial theta = 20 [deg], x = 0.05 [m], x' = l*0.5 [1/s]
simulate 0..2 [s]
plot x + l*sin(theta), M*x', x vs t
event passes when x = 0
"""
PAIR = """model Pair "two links, of which one length is computed"
param L = 1 [m], half = L/2, m = 1 [kg], g = 9.81 [m/s^2]
input push [N] = 0.5
coord x [m], y [m], s [m]
kinetic T = 1/2*m*(x'^2 + y'^2 + s'^2)
potential V = m*g*y
constraint rod: x^2 + y^2 = L^2
constraint slide: s = x + half
force F = push on s
reaction N [N] of slide conjugate s' - x'
initial x = 0.6 [m], y ~ -0.8 [m], s ~ 0
simulate 0..1 [s]
"""
FAST = """model Fast "a pendulum at 500 rad/s"
param l = 1 [m], m = 1 [kg], g = 9.81 [m/s^2]
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
constraint rod: x^2 + y^2 = l^2
initial x = 0.6 [m], x' = 400 [m/s], y ~ -0.8 [m]
simulate 0..8 [s]
"""
STIFF = """model Stiff
param k = 1e14, c = 1e7
coord x
kinetic T = 1/2*x'^2
potential V = 1/2*k*x^2
dissipation D = 1/2*c*x'^2
initial x = 1e-3
simulate 0..1
"""
SHORT = """model Short
coord x [m]
kinetic T = 1/2*1 [kg]*x'^2
potential V = 1 [J]*table("short.csv", x)
initial x = 0.1 [m], x' = 1 [m/s]
simulate 0..0.5 [s]
"""
JUMP = """model Jump
coord x
kinetic T = 1/2*x'^2
force R = -sign(x') - x on x
initial x = 2
simulate 0..1
"""


FILES = {}  # of models and options, each made once


class InFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def made(self, model, *options, env=None):
        """The FMU of a model, or of its text, made once."""
        known = (model, options, str(env))
        if known not in FILES:
            path = model if isinstance(model, pathlib.Path) else self.write("model.mech", model)
            file = self.folder / f"{path.stem}.fmu"
            code, out = export(path, file, *options, env=env)
            self.assertEqual(code, 0, out)
            FILES[known] = Fmu(file), [d["code"] for d in out["diagnostics"]]
        fmu, self.codes = FILES[known]
        return fmu

    def built(self, model):
        """The FMU of a model and its binary, compiled here."""
        fmu = self.made(model, "--no-binary")
        fmu.library = fmu.built_once("-O0", *WARNINGS)
        return fmu


class Models(InFolder):
    def test_every_model_obeys_the_standard_or_is_refused(self):
        refused = {}
        models = sorted(set(ROOT.glob("models/*/*.mech")) - IN_GALLERY)
        self.assertGreater(len(models), 80)
        for model in models:
            with self.subTest(model.stem):
                file = self.folder / "unit.fmu"
                code, out = export(model, file, "--no-binary")
                if code == 0:
                    self.assertEqual(fmu_rules.faults(Fmu(file)), [])
                else:
                    refused[model.stem] = out["diagnostics"][-1]["code"]
        self.assertLessEqual(set(refused.values()), {"E0907", "E0908"}, refused)
        self.assertLess(len(refused), len(models) / 4)

    def test_motions_are_those_of_run(self):
        motions = []
        for model in CHOSEN:
            with self.subTest(model.stem):
                measured = fmu_bars.Measured(model, self.built(model))
                self.assertLessEqual(measured.co_simulation(), fmu_bars.CLOSE)
                if measured.is_constrained and measured.fmu.start("solver.pull") > 0:
                    motions += measured.motions((1e-4, 1e-6), has_drift=False)
        # A pulled motion is about as exact as one without pull, or better, and takes about as many steps.
        self.assertGreater(len(motions), 4)
        for motion in motions:
            self.assertFalse(motion.is_worse() or motion.is_longer() or math.isinf(motion.pulled), str(motion))

    def test_hidden_constraints_are_followed_and_have_no_multiplier(self):
        first_order = self.write("charge.mech", """model Charge
param B = 2, k = 3
coord x, y
lagrangian L = 1/2*B*(x*y' - y*x') - 1/2*k*(x^2 + y^2)
initial x = 0.2
simulate 0..3
""")
        for model in (ROOT / "tests/cases/models/springs_in_series.mech", first_order):
            with self.subTest(model.stem):
                fmu = self.built(model)
                self.assertEqual(fmu_rules.faults(fmu), [])
                self.assertFalse([name for name in fmu.by_name if "lambda" in name])
                self.assertLessEqual(fmu_bars.Measured(model, fmu).co_simulation(), fmu_bars.CLOSE)

    def test_drafts_choose_the_pull(self):
        """A slider-crank drifts off its loop. A link in free fall turns evenly: the pull restores its length and not its
        speed, by drafts as for an importer."""
        self.assertGreater(self.made(GALLERY / "slider_crank.mech", "--no-binary").start("solver.pull"), 0.0)
        self.assertNotIn("N0918", self.codes)
        fmu = self.built(SEEDS / "s4_rigid_link.mech")
        self.assertEqual(fmu.start("solver.pull"), 0.0)
        self.assertIn("N0918", self.codes)
        measured = fmu_bars.Measured(SEEDS / "s4_rigid_link.mech", fmu)
        plain, pulled = (measured.exchange("rk45", 1e-4, pull)[0] for pull in (None, 1.0))
        self.assertGreater(pulled, 2.5 * max(plain, 1e-4))
        # So does a fast pendulum, for which the first of its many turns tell.
        self.assertEqual(self.made(FAST, "--no-binary").start("solver.pull"), 0.0)
        self.assertIn("N0918", self.codes)

    def test_two_exports_are_equal(self):
        pair = self.write("pair.mech", PAIR)
        # Of a model without constraints, and of one whose pull drafts choose.
        for model, options in ((GALLERY / "kepler.mech", ["--no-binary"]), (pair, [])):
            files = [self.folder / f"{k}.fmu" for k in range(2)]
            for file in files:
                self.assertEqual(export(model, file, *options)[0], 0)
            self.assertEqual(files[0].read_bytes(), files[1].read_bytes())

    def test_functions_may_have_a_prefix(self):
        fmu = self.made(CART, "--no-binary")
        library = fmu.has_sources_for("-O1", *WARNINGS, f"-DFMI2_FUNCTION_PREFIX={fmu.name}_")
        self.assertIn(f"{fmu.name}_fmi2DoStep".encode(), library.read_bytes())

    def test_dependencies_are_those_of_the_equations(self):
        """What does not hold a state has no derivative by it; what holds it has one at some state."""
        for model in (GALLERY / "two_wheeled_robot.mech",):
            fmu = self.built(model)
            known = fmu.references(fmu.state_names)
            outputs = [(int(u.get("index")), {int(i) for i in u.get("dependencies").split()})
                       for u in fmu.tree.findall("ModelStructure/Outputs/Unknown")]
            unknown = [int(fmu.variables[i - 1].get("valueReference")) for i, _ in outputs]
            with Unit(fmu, "cs") as unit:
                unit.begin()
                unit.ok("step", 0.0, 0.01)
                for k, state in enumerate(fmu.states):
                    along = [float(i == k) for i in range(len(known))]
                    found = unit.ok("direction", len(unknown), len(known), *unknown, *known, *along)
                    place = fmu.variables.index(state) + 1
                    for (index, depends), value in zip(outputs, found, strict=True):
                        if place not in depends:
                            self.assertEqual(value, 0.0, fmu.variables[index - 1].get("name"))

    def test_directional_derivatives_are_differences(self):
        fmu = self.built(GALLERY / "fourbar.mech")
        known = fmu.references(fmu.state_names)
        shown = [int(v.get("valueReference")) for v in fmu.variables
                 if v.get("causality") == "output" and v.get("initial") == "calculated"]
        with Unit(fmu, "me") as unit:
            unit.begin_exchange(values={"solver.pull": 0.0})
            x = unit.ok("states", len(known))
            along = [math.sin(1.0 + k) for k in range(len(known))]
            sides = []
            for sign in (1, -1):
                unit.ok("x", *(a + sign * 1e-6 * d for a, d in zip(x, along, strict=True)))
                sides.append(unit.ok("dx", len(known)) + unit.ok("get", *shown))
            unit.ok("x", *x)
            n = len(known) // 2
            rates = [r + n for r in known]  # der(x) of x, and der(x,2)
            found = unit.ok("direction", len(known) + len(shown), len(known), *rates, *shown, *known, *along)
        for a, b, d in zip(*sides, found, strict=True):
            # Central differences, h = 1e-6: rounding 1e-16/h = 1e-10 of rates of up to 1e3.
            self.assertAlmostEqual((a - b) / 2e-6, d, delta=1e-6 * max(1.0, abs(d)))

    def test_the_pull_brings_a_state_back_to_the_constraints(self):
        fmu = self.built(GALLERY / "fourbar.mech")
        with Unit(fmu, "me") as unit:
            unit.begin_exchange()
            n = len(fmu.states)
            x = unit.ok("states", n)
            unit.ok("x", x[0] + 1e-3, *x[1:])
            off = unit.get("solver.residual")[0]
            self.assertGreater(off, 1e-5)  # the crank is turned by 1e-3 rad
            pull = fmu.start("solver.pull")
            unit.ok("integrate", "rk45", 1e-8, 0.0, 10 * pull, n)
            # Pulled for ten time constants: e^-10 = 5e-5, and the tolerance 1e-8.
            self.assertLess(unit.get("solver.residual")[0], 1e-3 * off)
            # Rates differ from derivatives by what the pull still does, 1e-3 rad times e^-10 and less.
            self.assertAlmostEqual(sum(unit.ok("dx", n)[:3]), sum(unit.ok("states", n)[3:]), delta=1e-3)


class Values(InFolder):
    def test_inputs_parameters_and_units(self):
        fmu = self.made(CART)
        self.assertEqual(fmu_rules.faults(fmu), [])
        self.assertEqual(sorted(set(self.codes) - {"N0216"}), ["N0911", "N0914"])
        kinds = {name: (v.get("causality"), v.get("variability")) for name, v in fmu.by_name.items()}
        self.assertEqual(kinds["F"], ("input", "continuous"))
        self.assertEqual(kinds["m"], ("parameter", "tunable"))
        self.assertEqual(kinds["l"], ("parameter", "fixed"))  # it stands in `initial`
        self.assertEqual(kinds["M"], ("calculatedParameter", "tunable"))
        self.assertNotIn("G", kinds)
        theta, length, mass = (fmu.by_name[name][0] for name in ("theta", "l", "m"))
        self.assertEqual((theta.get("unit"), theta.get("displayUnit")), ("rad", "deg"))
        self.assertEqual(fmu.by_name["der(theta)"][0].get("displayUnit"), "deg/s")
        self.assertEqual((length.get("unit"), length.get("displayUnit"), length.get("start")), ("m", "mm", "0.4"))
        self.assertEqual((mass.get("min"), mass.get("max")), ("1", "3"))
        factor = fmu.tree.find("UnitDefinitions/Unit[@name='rad']/DisplayUnit[@name='deg']").get("factor")
        # Ten places of 57.3 that is written with all digits.
        self.assertAlmostEqual(float(factor), 180 / math.pi, places=10)
        self.assertEqual(fmu.by_name["x"][0].get("nominal"), "0.1")
        self.assertIn("'M*x\\''", fmu.by_name)

    def test_inputs_from_outside_equal_those_of_run(self):
        model = self.write("model.mech", CART)
        fmu = self.made(CART)
        expected = run(model, "--set", "F=-2.5", times=[0.5, 1.0, 2.0])
        with Unit(fmu, "cs") as unit:
            unit.begin(tolerance=1e-12, values={"F": -2.5})
            values = unit.ok("steps", 0.0, 0.5, 4, *fmu.references(fmu.state_names))
        n = len(fmu.states)
        for row, at in zip((values[:n], values[n:2 * n], values[3 * n:]), expected, strict=True):
            self.assertLess(fmu_bars.apart(row, at, fmu.state_names), 1e-10)  # 100 tolerances (1e-12)

    def test_an_input_follows_its_derivative(self):
        """F = 3 − 2t, as a model that says so."""
        fmu = self.made(CART)
        same = self.write("same.mech", CART.replace("input F [N] = 1.5 in -10..10", "input F [N] = 3 [N] - 2 [N/s]*t"))
        with Unit(fmu, "cs") as unit:
            unit.begin(tolerance=1e-11, values={"F": 3.0})
            unit.ok("ramp", fmu.reference("F"), -2.0)
            unit.ok("step", 0.0, 1.0)
            self.assertAlmostEqual(unit.get("F")[0], 1.0, delta=1e-12)  # a ramp is one product: rounding
            # 100 tolerances (1e-11).
            self.assertLess(fmu_bars.apart(unit.get(*fmu.state_names), run(same, times=[1.0])[-1], fmu.state_names), 1e-9)
            self.assertEqual(unit.call("ramp", fmu.reference("m"), 1.0)[0], ERROR)
            unit.set(F=2.0)  # a value ends the ramp
            unit.ok("step", 1.0, 0.5)
            self.assertEqual(unit.get("F")[0], 2.0)

    def test_what_the_model_holds_stays_where_parameters_change(self):
        """a = π/2 is held; the nearest state on the constraints has a = 1.5478."""
        fmu = self.built(GALLERY / "fourbar.mech")
        with Unit(fmu, "cs") as unit:
            unit.begin(tolerance=1e-11, values={"L1": 0.45})
            self.assertEqual(unit.get("a")[0], math.pi / 2)
            unit.ok("step", 0.0, 1.0)
            expected = run(GALLERY / "fourbar.mech", "--set", "L1=0.45", times=[1.0])[-1]
            # 1000 tolerances (1e-11): both start from a state that was found.
            self.assertLess(fmu_bars.apart(unit.get(*fmu.state_names), expected, fmu.state_names), 1e-8)

    def test_values_that_are_set_to_what_they_are_hold_nothing(self):
        """An importer may set every start value: only a changed one counts."""
        fmu = self.built(GALLERY / "fourbar.mech")
        starts = {name: fmu.start(name) for name in fmu.state_names}
        with Unit(fmu, "cs") as unit:
            unit.begin(values=starts | {"L1": 0.45})
            self.assertLess(unit.get("solver.residual")[0], 1e-12)  # started on the rows: rounding

    def test_a_state_that_is_set_is_held(self):
        fmu = self.made(PAIR)
        with Unit(fmu, "cs") as unit:
            unit.begin(values={"x": -0.8, "L": 2.0})
            x, y, s, L, half = unit.get("x", "y", "s", "L", "half")
            self.assertEqual((x, L, half), (-0.8, 2.0, 1.0))
            self.assertAlmostEqual(y, -math.sqrt(4 - 0.64), delta=1e-12)  # started on the rows: rounding
            self.assertAlmostEqual(s, 0.2, delta=1e-12)
            force, multiplier = unit.get("N", "lambda.slide")
            self.assertAlmostEqual(force, multiplier, delta=1e-12)

    def test_computed_parameters_follow_in_the_way_of_run(self):
        model = self.write("model.mech", PAIR)
        fmu = self.made(PAIR)
        self.assertEqual(fmu.by_name["half"].get("causality"), "calculatedParameter")
        self.assertEqual(fmu.by_name["L"].get("variability"), "fixed")
        with Unit(fmu, "cs") as unit:
            unit.begin(tolerance=1e-11, values={"L": 1.4})
            unit.ok("step", 0.0, 1.0)
            expected = run(model, "--set", "L=1.4", times=[1.0])[-1]
            # 1000 tolerances (1e-11).
            self.assertLess(fmu_bars.apart(unit.get(*fmu.state_names), expected, fmu.state_names), 1e-8)

    def test_tunable_parameters_change_between_steps(self):
        fmu = self.made(CART)
        with Unit(fmu, "cs") as unit:
            unit.begin(tolerance=1e-11)
            unit.ok("step", 0.0, 0.5)
            unit.set(m=2.8)
            self.assertEqual(unit.get("M")[0], 0.7)
            before = unit.get("der(x,2)")[0]
            unit.set(m=1.2)
            self.assertNotEqual(unit.get("der(x,2)")[0], before)
        with Unit(fmu, "me") as unit:
            unit.begin_exchange()
            self.assertEqual(unit.call("set", fmu.reference("m"), 2.5)[0], ERROR)
            unit.ok("event")
            unit.set(m=2.5)

    def test_an_impact_at_the_start_has_happened(self):
        fmu = self.built(SEEDS / "s4_rods_impact.mech")
        expected = run(SEEDS / "s4_rods_impact.mech", times=[1e-9])[-1]
        for name in fmu.state_names:
            # After 1e-9 s, in which the rates change by 1e-8.
            self.assertAlmostEqual(fmu.start(name), expected[name], delta=1e-7 * max(1.0, abs(expected[name])))
        self.assertEqual(fmu.names("parameter", "tunable"), [])
        with Unit(fmu, "cs") as unit:
            unit.begin()
            state = fmu.state_names[0]
            self.assertEqual(unit.call("set", fmu.reference(state), fmu.start(state) + 1)[0], ERROR)


class Calls(InFolder):
    def test_both_call_sequences(self):
        fmu = self.built(GALLERY / "fourbar.mech")
        n = len(fmu.states)
        with Unit(fmu, "me") as unit:
            unit.ok("setup", 1, 1e-6, 0.0, 1, 5.0)
            unit.ok("enter")
            self.assertEqual(unit.ok("nominals", n), [1.0] * n)
            unit.ok("exit")
            unit.ok("events")
            unit.ok("continuous")
            x = unit.ok("states", n)
            unit.ok("time", 0.01)
            unit.ok("x", *x)
            unit.ok("dx", n)
            unit.ok("indicators", 0)
            unit.ok("completed")
            unit.ok("event")
            unit.ok("events")
            unit.ok("continuous")
            self.assertEqual(unit.call("step", 0.0, 0.1)[0], ERROR)
            unit.ok("terminate")
            unit.ok("get", 1)
            unit.ok("reset")
            unit.begin_exchange()
            unit.ok("terminate")
            self.assertEqual(unit.ok("free"), [0])  # all memory is back
        with Unit(fmu, "cs") as unit:
            unit.begin(stop=1.0)
            unit.ok("step", 0.0, 0.5)
            self.assertEqual(unit.ok("status"), [OK, 0.5])
            self.assertEqual(unit.call("time", 0.6)[0], ERROR)
            self.assertEqual(unit.call("event")[0], ERROR)
            unit.ok("step", 0.5, 0.5)
            self.assertGreater(unit.ok("geti", 0)[0], 5)
            unit.ok("others")
            unit.ok("log", 1, "logStatusDiscard")
            unit.ok("terminate")
            self.assertEqual([line for line in unit.said if " 3 " in line], [f"# unit 3 logStatusError: {line}\n" for line in (
                "fmi2SetTime is not allowed between communication steps",
                "fmi2EnterEventMode is not allowed between communication steps")])

    def test_what_is_refused(self):
        fmu = self.built(GALLERY / "fourbar.mech")
        with Unit(fmu, "cs", guid="{0}", is_logging=False) as unit:
            self.assertEqual(unit.created, ERROR)
            self.assertIn("the guid is {0}, and this unit has " + fmu.guid, unit.said[0])
        with Unit(fmu, "cs", name="-") as unit:
            self.assertEqual(unit.created, ERROR)
        end = max(int(v.get("valueReference")) for v in fmu.variables) + 1
        with Unit(fmu, "cs") as unit:
            for call in (("get", 1), ("step", 0.0, 0.1), ("exit",), ("setup", 1, 1.0, 0.0, 0, 0.0),
                         ("setup", 0, 0.0, 1.0, 1, 0.0), ("set", end, 1.0), ("set", 0, 1.0), ("set", 1, math.nan),
                         ("set", fmu.reference("solver.pull"), -1.0), ("set", fmu.reference("solver.tolerance"), 2.0),
                         ("set", fmu.reference("solver.residual"), 1.0), ("log", 1, "nothing"), ("cancel",)):
                self.assertEqual(unit.call(*call)[0], ERROR, call)
            unit.begin(stop=1.0)
            for call in (("get", end), ("geti", 1), ("step", 0.0, 0.0), ("step", 0.0, -0.1), ("step", 0.0, math.inf),
                         ("step", 0.3, 0.1), ("step", 0.0, 1.5), ("set", fmu.reference("L1"), 0.45),
                         ("set", fmu.reference("a"), 1.0), ("set", fmu.reference("der(a)"), 1.0), ("others", 0),
                         ("set", fmu.reference("solver.tolerance"), 1e-5), ("ramp", fmu.reference("g"), 1.0),
                         ("indicators", 1), ("direction", 1, 1, 1, 0, 1.0), ("direction", 1, 1, end, 1, 1.0)):
                self.assertEqual(unit.call(*call)[0], ERROR, call)
            unit.ok("step", 0.0, 0.5)  # and nothing has changed
            said = "".join(unit.said)
        for text in ("is a fixed parameter, which can be set until the initialization ends",
                     "the communication step is -0.1 s, and must be positive", "there is no real variable with the value "
                     f"reference {end}", "the step begins at 0.2", "the tolerance is 1, and must be from 1e-15 to 0.1"):
            self.assertIn(text.replace("0.2", "0.29999999999999999"), said)
        with Unit(fmu, "me") as unit:
            unit.begin_exchange()
            for call in (("x", 1.0), ("dx", 5), ("states", 7), ("events",), ("setup", 0, 0.0, 0.0, 0, 0.0)):
                self.assertEqual(unit.call(*call)[0], ERROR, call)

    def test_start_values_that_contradict_a_constraint(self):
        fmu = self.made(PAIR)
        with Unit(fmu, "cs") as unit:
            unit.ok("setup", 0, 0.0, 0.0, 0, 0.0)
            unit.set(x=0.8, y=0.7, s=1.3)
            unit.ok("enter")
            self.assertEqual(unit.call("exit")[0], ERROR)
            # 0.64 + 0.49 − 1 = 0.13
            self.assertIn("the start values contradict constraint rod (0.13 m^2)", unit.said[-1])

    def test_states_that_cannot_be_evaluated_are_discarded(self):
        fmu = self.built(GALLERY / "spherical_pendulum.mech")
        with Unit(fmu, "me") as unit:
            unit.begin_exchange()
            x = unit.ok("states", 4)
            unit.ok("x", 0.0, 0.0, 0.0, 1.0)  # at a pole of its coordinates
            self.assertEqual(unit.call("dx", 4)[0], DISCARD)
            self.assertEqual(unit.call("get", fmu.reference("der(theta,2)"))[0], DISCARD)
            self.assertIn("the accelerations are not determined", unit.said[-1])
            unit.ok("x", *x)
            unit.ok("dx", 4)

    def test_a_step_without_progress_is_discarded(self):
        fmu = self.built(STIFF)
        self.assertIn("W0913", self.codes)
        with Unit(fmu, "cs") as unit:
            unit.begin(tolerance=1e-6)
            self.assertEqual(unit.call("step", 0.0, 1.0)[0], DISCARD)
            self.assertIn("the equations are stiff", unit.said[-1])
            status, last = unit.ok("status")
            self.assertEqual(status, DISCARD)
            self.assertTrue(0.0 < last < 1.0)
            self.assertEqual(unit.call("step", last, 0.1)[0], ERROR)
            unit.ok("get", 1)
            unit.ok("terminate")
        self.write("short.csv", "x [m], V [1]\n0, 0\n0.5, 0.1\n0.7, 0.2\n")
        fmu = self.built(SHORT)
        with Unit(fmu, "cs") as unit:
            unit.begin(tolerance=1e-6)
            self.assertEqual(unit.call("step", 0.0, 2.0)[0], DISCARD)
            self.assertIn("a value is not finite", unit.said[-1])
            # A stage beyond the table quarters the step, down to 1e-13.
            self.assertAlmostEqual(unit.get("x")[0], 0.7, delta=1e-3)
            self.assertEqual(unit.ok("status")[1], unit.get("time")[0])

    def test_states_of_the_unit_are_kept_restored_and_written(self):
        fmu = self.built(GALLERY / "fourbar.mech")
        names = fmu.references(fmu.state_names)
        with Unit(fmu, "cs") as unit:
            unit.begin(tolerance=1e-7)
            unit.ok("step", 0.0, 0.3)
            unit.ok("keep")
            first = unit.ok("steps", 0.3, 0.1, 5, *names)
            for _ in range(2):
                unit.ok("restore")
                self.assertEqual(unit.ok("steps", 0.3, 0.1, 5, *names), first)
            unit.ok("write")
            unit.ok("read")
            unit.ok("restore")
            self.assertEqual(unit.ok("steps", 0.3, 0.1, 5, *names), first)
            self.assertEqual(unit.call("misread")[0], ERROR)
            unit.ok("drop")

    def test_sanitizers_find_nothing(self):
        for model in (PAIR,):
            fmu = self.made(model, "--no-binary")
            library = fmu.has_sources_for("-O0", *SANITIZERS)
            x = fmu.state_names[0]
            with Unit(fmu, "cs", library, True) as unit:
                unit.begin(tolerance=1e-6, values={x: fmu.start(x) * 1.0001, "push": 0.7})
                unit.ok("ramp", fmu.reference("push"), 0.1)
                unit.ok("keep")
                unit.ok("write")
                unit.ok("steps", 0.0, 0.01, 10, *(int(v.get("valueReference")) for v in fmu.variables
                                                  if v[0].tag == "Real"))
                unit.ok("restore")
                unit.ok("read")
                unit.ok("drop")
                unit.call("step", 5.0, -1.0)
                unit.ok("free")
            with Unit(fmu, "me", library, True) as unit:
                unit.begin_exchange()
                unit.ok("integrate", "bdf", 1e-4, 0.0, 0.05, len(fmu.states))


class Export(InFolder):
    def test_without_a_compiler_there_are_sources_and_a_note(self):
        model = self.write("model.mech", PAIR)
        for compiler, word in (("/nowhere/cc", "there is no `/nowhere/cc`"), ("false", "`false` failed"),
                               ("cc -include nowhere.h", "error: nowhere.h"), ("  ", "no compiler is named")):
            file = self.folder / "four.fmu"
            code, out = export(model, file, env={"CC": compiler})
            self.assertEqual((code, out["binary"]), (0, False), compiler)
            note = next(d for d in out["diagnostics"] if d["code"] == "N0916")
            self.assertIn(word, note["message"])
            fmu = Fmu(file)
            self.assertEqual(fmu_rules.faults(fmu), [])
            self.assertFalse(fmu.library.exists())
        with Unit(fmu, "cs", fmu.has_sources_for("-O0")) as unit:
            unit.begin()
            unit.ok("step", 0.0, 0.1)

    def test_the_compiler_of_the_environment_is_taken_with_its_arguments(self):
        marker = self.folder / "marker"
        script = self.write("own-cc", f'#!/bin/sh\necho "$@" > "{marker}"\nexec cc "$@"\n')
        script.chmod(0o755)
        fmu = self.made(PAIR, env={"CC": f"{script} -g0"})
        self.assertTrue(fmu.library.exists())
        self.assertTrue(marker.read_text().startswith("-g0 -std=c99 -O1 -fPIC -shared -fvisibility=hidden"))

    def test_what_cannot_be_exported(self):
        for model, wanted, word in ((GALLERY / "bouncing_ball.mech", "E0907", "contacts"),
                                    (GALLERY / "caught_rod.mech", "E0907", "`from`"),
                                    (SEEDS / "s3_collar_beam_coulomb.mech", "E0908", "constraint stick")):
            code, out = export(model, self.folder / "x.fmu")
            self.assertEqual(code, 1)
            self.assertEqual(out["diagnostics"][-1]["code"], wanted)
            self.assertIn(word, str(out["diagnostics"][-1]))
        code, out = export(self.write("no.mech", "model No\nparam m [kg]\ncoord x [m]\nkinetic T = 1/2*m*x'^2\n"),
                           self.folder / "x.fmu")
        self.assertEqual((code, out["diagnostics"][-1]["code"]), (1, "E0721"))
        self.assertFalse((self.folder / "x.fmu").exists())

    def test_files_that_cannot_be_written(self):
        model = self.write("model.mech", PAIR)
        for place in (model, self.folder / "model.mech" / "x.fmu"):
            done = exported.program("export", "fmu", model, "-o", place, "--no-binary")
            self.assertEqual(done.returncode, 74, done.stderr)
        self.assertEqual(model.read_text(), PAIR)
        self.assertEqual(exported.program("export", "c", model, "--no-binary").returncode, 2)

    def test_notes(self):
        self.made(JUMP, "--no-binary")
        self.assertIn("N0915", self.codes)
        self.made(PAIR.replace("simulate 0..1 [s]\n", ""), "--no-binary")
        self.assertIn("N0912", self.codes)
        fmu = self.made(CART, "--set", "G=0.2", "--no-binary")
        self.assertNotIn("N0911", self.codes)
        self.assertEqual(fmu.by_name["G"].get("causality"), "input")

    def test_inputs_whose_rates_would_be_needed_are_fixed(self):
        """What moves a constraint or a momentum needs the derivatives of the input, which no importer gives."""
        for model, is_fixed in ((PAIR.replace("L^2", "(L + 1 [m/N]*push)^2"), True),
                                (PAIR.replace("s'^2)", "(s' + 1 [m/s/N]*push)^2)"), True), (PAIR, False)):
            fmu = self.made(model, "--no-binary")
            kind = fmu.by_name["push"]
            self.assertEqual((kind.get("causality"), kind.get("variability")),
                             ("parameter", "fixed") if is_fixed else ("input", "continuous"))
            self.assertEqual("N0917" in self.codes, is_fixed)
            self.assertEqual(fmu_rules.faults(fmu), [])

    def test_the_file_is_named_after_the_model(self):
        model = self.write("model.mech", PAIR)
        done = subprocess.run([exported.DALEMBERT, "export", "fmu", model, "--no-binary"], capture_output=True,
                              text=True, cwd=self.folder, check=True, timeout=60)
        self.assertTrue(done.stdout.startswith("wrote pair.fmu\nFMI 2.0"), done.stdout)
        self.assertEqual(Fmu(self.folder / "pair.fmu").tree.get("modelName"), "Pair")

    def test_a_model_named_as_a_file_of_the_unit(self):
        for name in ("Fmu", "fmi2"):
            fmu = self.made(f"model {name}\ncoord x\nkinetic T = 1/2*x'^2\nsimulate 0..1\n", "--no-binary")
            self.assertEqual(fmu_rules.faults(fmu), [])
            with Unit(fmu, "cs", fmu.has_sources_for("-O0")) as unit:
                unit.begin()
                unit.ok("step", 0.0, 0.1)


if __name__ == "__main__":
    unittest.main()
