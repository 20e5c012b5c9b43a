"""The method `taylor`: digits against references from elsewhere, what a run asks of every method, and its refusals."""

import json
import math
import unittest

from program import InFolder, SEEDS, run, run_json

GALLERY = SEEDS.parent / "gallery"

# Andrews' squeezing mechanism at t = 0.03 s: extrapolation in quadruple precision, the digits on which two tolerances
# agree. Problem: Test Set for IVP Solvers (Mazzia, Magherini; Bari, release 2.4); the values published there are right
# to 9.6 digits of the angles, 7.3 of the rates and 5.9 of the multipliers.
ANDREWS = {
    "q": {"beta": 15.81077119515370709, "Theta": -15.75637105841183946, "gamma": 4.082224011964580483e-02,
          "Phi": -5.34730116342079593e-01, "delta": 5.244099658799540693e-01, "Omega": 5.34730116342079593e-01,
          "epsilon": 1.048080741041937873},
    "v": {"beta'": 1.1399203022591060641e+03, "Theta'": -1.424379295177540073e+03, "gamma'": 1.1032911910618592e+01,
          "Phi'": 1.929337410503203e+01, "delta'": 5.73569914829502e-01, "Omega'": -1.929337410503203e+01,
          "epsilon'": 3.231791492491308e-01},
    "lambda": {"lambda.lever_x": -1.99175348104538628e+02, "lambda.lever_y": 2.9755309974971763e+01,
               "lambda.left_x": -2.30665436116221511e+01, "lambda.left_y": -3.1452725275771137e+01,
               "lambda.right_x": -2.264249478639437858e+01, "lambda.right_y": -1.1617392352611255e+01},
}

SLEIGH = """model Sleigh "centre of mass ahead of the blade"
param m = 1 [kg], I = 0.5 [kg*m^2], a = 0.3 [m]
coord x [m], y [m], th [rad]
kinetic T = m/2*((x' - a*th'*sin(th))^2 + (y' + a*th'*cos(th))^2) + I/2*th'^2
constraint blade: -x'*sin(th) + y'*cos(th) = 0
initial x = 0, y = 0, th = 0, x' = -1 [m/s], y' = 0, th' = 2 [rad/s]
simulate 0..10 [s]
"""

OSCILLATOR = """model Oscillator "damped"
param m = 2 [kg], k = 8 [N/m], c = 0.4 [N*s/m]
coord x [m]
kinetic T = 1/2*m*x'^2
potential V = 1/2*k*x^2
dissipation D = 1/2*c*x'^2
{more}
initial x = 1 [m], x' = 0
simulate 0..20 [s] {{ output = 0.5 [s] }}
export csv "x.csv" {{ columns = (t, x, x') }}
"""

BLOCK = """model Block "on a table, stopped by {law}"
param m = 2 [kg], g = 9.81 [m/s^2], mu = 0.3
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
constraint table: y = 0
reaction N [N] of table conjugate y'
{law}
initial x = 0, x' = 3 [m/s], y = 0
simulate 0..2 [s]
"""

PUSHED = """model Pushed "a block held by a jump of its force until the push is too strong"
param m = 1 [kg], f = 2 [N], k = 1 [N/s], w = 3 [1/s], b = 0.3 [N]
coord x [m]
kinetic T = 1/2*m*x'^2
force R = -f*sign(x') conjugate x'
force P = k*t + b*sin(w*t) conjugate x'
initial x = 0, x' = 0
simulate 0..3 [s] {{ method = "{method}"; tolerance = 1e-12 }}
"""


STICK = """model FallingStick "a stick dropped at an angle on a rough floor"
param m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2], mu = 0.4, e = 0.3
coord x [m], y [m], th [rad]
kinetic T = 1/2*m*(x'^2 + y'^2) + 1/24*m*l^2*th'^2
potential V = m*g*y
constraint tip: y - l/2*sin(th) >= 0 { restitution = e }
constraint tip2: y + l/2*sin(th) >= 0 { restitution = e }
reaction N [N] of tip conjugate y' - l/2*cos(th)*th'
reaction N2 [N] of tip2 conjugate y' + l/2*cos(th)*th'
friction F [N] of N conjugate x' + l/2*sin(th)*th' { coefficient = mu }
friction F2 [N] of N2 conjugate x' - l/2*sin(th)*th' { coefficient = mu }
initial x = 0, y = 1 [m], th = 0.6 [rad], x' = 0.5 [m/s], th' = 1 [rad/s]
simulate 0..2 [s]
"""

HANGING = """model Hanging "a mass at rest on a spring, between forces that cancel"
param m = 1 [kg], g = 9.81 [m/s^2], k = 1e4 [N/m]
coord x [m]
kinetic T = 1/2*m*x'^2
force W on x = -m*g
force S on x = -k*x
initial x = -9.81e-4 [m], x' = 0
simulate 0..5 [s]
"""

PARALLELOGRAM = """model Parallelogram
param m = 1 [kg], a = 1 [m], d = 2 [m]
coord p [rad], q [rad], r [rad]
kinetic T = 1/2*m*a^2*(p'^2 + r'^2) + 1/2*m*d^2*q'^2/3
constraint across: a*cos(p) + d*cos(q) = d + a*cos(r)
constraint up: a*sin(p) + d*sin(q) = a*sin(r)
initial p = 1, q = 0, r = 1, p' = 1 [rad/s], q' = 0, r' = 1 [rad/s]
simulate 0..10 [s]
"""


def digits(wanted, got):
    """Of the largest error over the largest entry."""
    size = max(abs(value) for value in wanted.values())
    error = max(abs(value - got[name]) for name, value in wanted.items())
    return -math.log10(max(error / size, 1e-17))


class Digits(InFolder):
    def final(self, model, *arguments):
        code, out = run_json("run", model, "--method", "taylor", *arguments)
        self.assertEqual((code, out["outcome"]), (0, "completed"), out)
        return out["final"], out

    def test_andrews_mechanism_has_twelve_digits_of_angles_rates_and_multipliers(self):
        for tolerance, least in (("1e-10", 10), ("1e-13", 12), ("3e-14", 12)):
            at, out = self.final(GALLERY / "andrews_squeezer.mech", "--tolerance", tolerance)
            for part, wanted in ANDREWS.items():
                self.assertGreater(digits(wanted, at), least, (tolerance, part))
            self.assertLess(out["statistics"]["steps"], 60)
            self.assertLess(max(out["certificate"]["position"].values()), 1e-14)  # projected: rounding

    def test_pendulum_in_x_and_y_over_2000_seconds(self):
        # Jacobi's elliptic functions: sin(angle/2) = k·cd(w·t, k), k = sin(π/4).
        at, out = self.final(GALLERY / "pendulum_xy.mech", "--tolerance", "1e-14", "--to", "2000")
        # 2000 s, over which the tolerance 1e-14 adds up with t^2/2 to 2e-8.
        self.assertAlmostEqual(at["x"], 0.814603068589032152, delta=1e-8)
        self.assertAlmostEqual(at["y"], -0.580018827836935462, delta=1e-8)
        self.assertLess(out["certificate"]["position"]["rod"], 1e-14)  # projected: rounding

    def test_kepler_ellipse(self):
        at, out = self.final(GALLERY / "kepler.mech", "--tolerance", "1e-13")
        # 100 tolerances (1e-13), over three turns.
        self.assertAlmostEqual(at["x"], -0.77007557841124044927, delta=1e-11)
        self.assertAlmostEqual(at["y"], 0.78834481699442438906, delta=1e-11)
        self.assertLess(out["statistics"]["steps"], 80)

    def test_chaplygin_sleigh_follows_its_closed_form(self):
        # u = c·tanh(s), θ' = (c/k)·sech(s), θ = (k/a)(gd(s) − gd(s₀)); x and y by quadrature.
        at, _ = self.final(self.write("m.mech", SLEIGH), "--tolerance", "1e-13")
        for name, wanted in {"x": 6.6232507650879155674, "y": -11.674643984397116468, "th": 5.4984327410740728594,
                             "th'": 0.00078837016275726145256}.items():
            self.assertAlmostEqual(at[name], wanted, delta=1e-11)  # 100 tolerances (1e-13)
        # A force of 1e-3 N: ten tolerances.
        self.assertAlmostEqual(abs(at["lambda.blade"]), 0.0012246663557071496053, delta=1e-12)

    def test_rows_within_long_steps_lie_on_the_motion(self):
        at, out = self.final(self.write("m.mech", OSCILLATOR.format(more="")), "--tolerance", "1e-13", "--out",
                             self.folder / "out")
        rows = [line.split(",") for line in (self.folder / "out" / "x.csv").read_text().splitlines()[1:]]
        self.assertEqual(len(rows), 41)
        self.assertLess(out["statistics"]["steps"], 30)
        d, w = 0.1, math.sqrt(4 - 0.01)
        for t, x, rate in ([float(cell) for cell in row] for row in rows):
            # Ten tolerances (1e-13), also between the steps.
            self.assertAlmostEqual(x, math.exp(-d * t) * (math.cos(w * t) + d / w * math.sin(w * t)), delta=1e-12)
            self.assertAlmostEqual(rate, -4 / w * math.exp(-d * t) * math.sin(w * t), delta=1e-12)

    def test_work_and_loss_are_as_exact_as_the_motion(self):
        more = 'check work(F) = 1/2*m*x\'^2 + 1/2*k*x^2 - 4 [J] + lost(D)'
        path = self.write("m.mech", OSCILLATOR.format(more="force F = 0.3 [N]*sin(t*3 [1/s]) conjugate x'\n" + more))
        _, out = self.final(path, "--tolerance", "1e-13")
        self.assertLess(out["certificate"]["energy_defect_rel"], 1e-12)  # ten tolerances (1e-13)
        # 100 tolerances (1e-13) of energies of 4 J.
        self.assertLess(max(abs(check["value"]) for check in out["checks"]), 1e-11)
        self.assertLess(out["statistics"]["rhs_evaluations"], 60)

    def test_a_body_at_rest_is_followed_to_the_end(self):
        # The powers at rest are rounding: they ask for no step.
        stick = self.write("stick.mech", STICK)
        for tolerance in ("1e-6", "1e-9", "1e-13"):
            at, out = self.final(stick, "--tolerance", tolerance)
            self.assertAlmostEqual(at["N"], 4.905, delta=1e-9)  # solved to rounding of 5 N
            self.assertAlmostEqual(at["N2"], 4.905, delta=1e-9)
            self.assertLess(out["statistics"]["steps"], 100)
            at, out = self.final(self.write("hanging.mech", HANGING), "--tolerance", tolerance)
            # A hundredth of the tolerance: the largest motion is 1e-3 m.
            self.assertAlmostEqual(at["x"], -9.81e-4, delta=max(1e-14, 1e-2 * float(tolerance)))
            self.assertLess(out["statistics"]["steps"], 200)


class EveryModel(unittest.TestCase):
    def test_every_model_that_has_series_keeps_its_certificate_and_its_end(self):
        run_by_taylor = 0
        for model in sorted([*SEEDS.glob("*.mech"), *GALLERY.glob("*.mech")]):
            code, out = run_json("run", model, "--method", "taylor", "--tolerance", "1e-12")
            if code == 1:
                self.assertEqual(out["diagnostics"][-1]["code"], "E0711", model.name)
                self.assertEqual(model.name, "quarter_car.mech")
                continue
            run_by_taylor += 1
            self.assertEqual((code, out["outcome"], out["certificate"]["failed"]), (0, "completed", []), model.name)
            self.assertLess(out["certificate"]["energy_defect_rel"], 1e-9, model.name)  # foucault: 2e-10
            _, other = run_json("run", model, "--method", "rk8", "--tolerance", "1e-12")
            self.assertEqual([e["kind"] for e in out["events"]], [e["kind"] for e in other["events"]], model.name)
            self.assertEqual(len(out.get("impacts", [])), len(other.get("impacts", [])), model.name)
            chaos = 1e4 if model.name in ("double_pendulum.mech", "n_pendulum.mech") else 1
            for name, value in other["final"].items():
                # Two runs at 1e-12: 1e4 tolerances, and what chaos makes of them.
                self.assertAlmostEqual(out["final"][name], value, delta=chaos * 1e-8 * max(1, abs(value)),
                                       msg=f"{model.name}: {name}")
        self.assertGreater(run_by_taylor, 60)


class Laws(InFolder):
    def outcome(self, text, *arguments):
        code, out = run_json("run", self.write("m.mech", text), "--method", "taylor", "--tolerance", "1e-12", *arguments)
        self.assertEqual((code, out["outcome"]), (0, "completed"), out)
        return out

    def test_a_block_comes_to_rest_by_friction_and_by_a_sign(self):
        stop = 3 / (0.3 * 9.81)
        by_friction = self.outcome(BLOCK.format(law="friction F [N] of N conjugate x' { coefficient = mu }"))
        by_sign = self.outcome(BLOCK.format(law="force F = -mu*m*g*sign(x') conjugate x'"))
        for out in (by_friction, by_sign):
            self.assertAlmostEqual(out["final"]["x"], 9 / (2 * 0.3 * 9.81), delta=1e-11)  # ten tolerances (1e-12)
            # It slides on the jump: the rate is held to rounding.
            self.assertAlmostEqual(out["final"]["x'"], 0, delta=1e-14)
        self.assertAlmostEqual(by_friction["friction_changes"][0]["t"], stop, delta=1e-11)
        self.assertAlmostEqual(by_sign["jump_changes"][0]["t"], stop, delta=1e-11)

    def test_a_force_that_slides_on_its_jump_balances_the_push_until_it_is_too_strong(self):
        code, out = run_json("run", self.write("m.mech", PUSHED.format(method="taylor")))
        self.assertEqual(code, 0, out)
        leaves = [change for change in out["jump_changes"] if change["change"] == "leaves"]
        t = leaves[0]["t"]
        self.assertAlmostEqual(t + 0.3 * math.sin(3 * t), 2, delta=1e-11)  # ten tolerances (1e-12)
        rate = (9 - t * t) / 2 - 0.1 * (math.cos(9) - math.cos(3 * t)) - 2 * (3 - t)
        self.assertAlmostEqual(out["final"]["x'"], rate, delta=1e-10)  # 100 tolerances (1e-12)

    def test_a_moving_constraint_and_steps_of_the_time_are_stopped_at(self):
        out = self.outcome("""model Step
param m = 1 [kg], f = 2 [N]
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + y'^2)
constraint lift: y = 0.1 [m]*sin(t*5 [1/s])
force F = f*heaviside(t - 1 [s]) + abs(t - 2 [s])*1 [N/s] conjugate x'
initial x = 0, x' = 0
simulate 0..3 [s]
""")
        self.assertAlmostEqual(out["final"]["x'"], 2 * 2 + 2 + 0.5, delta=1e-11)  # ten tolerances (1e-12)
        self.assertAlmostEqual(out["final"]["y"], 0.1 * math.sin(15), delta=1e-12)  # held by its row: rounding
        self.assertLess(out["certificate"]["energy_defect_rel"], 1e-10)  # 100 tolerances (1e-12)

    def test_events_are_located_on_the_series(self):
        text = (GALLERY / "pendulum_xy.mech").read_text(encoding="utf-8") + '\nevent lowest when x = 0 [m] "below"\n'
        out = self.outcome(text)
        period = 2.3678419475762374493
        times = [event["t"] for event in out["events"] if event["kind"] == "event"]
        self.assertEqual(len(times), 8)
        for i, t in enumerate(times):
            self.assertAlmostEqual(t, period * (1 + 2 * i) / 4, delta=1e-10)  # 100 tolerances (1e-12)

    def test_flat_positions_of_a_parallelogram_are_passed(self):
        out = self.outcome(PARALLELOGRAM)
        self.assertAlmostEqual(out["final"]["p"], 11, delta=1e-9)  # 1000 tolerances (1e-12), over three flat positions


class ChosenByAuto(InFolder):
    """`auto` begins with series where they are cheaper, says so, and gives way where they do not serve."""

    def by_auto(self, text, *arguments):
        code, out = run_json("run", self.write("m.mech", text), *arguments)
        self.assertEqual((code, out["outcome"]), (0, "completed"), out)
        return out

    def method(self, text, *arguments):
        return self.by_auto(text, *arguments)["statistics"]["method"]

    def test_it_begins_with_series_at_tight_tolerances_alone_and_says_why(self):
        sleigh = GALLERY.parent / "seeds" / "s0_chaplygin_sleigh.mech"
        for tolerance, method in (("1e-9", "rk8"), ("1e-10", "taylor"), ("1e-13", "taylor")):
            _, out = run_json("run", sleigh, "--tolerance", tolerance)
            self.assertEqual(out["statistics"]["method"], method, tolerance)
        self.assertIn("cheaper", out["statistics"]["reason"])
        self.assertIn("Taylor series, cheaper than", run("run", sleigh, "--tolerance", "1e-13").stdout)
        _, by_name = run_json("run", sleigh, "--tolerance", "1e-13", "--method", "taylor")
        self.assertEqual(by_name["final"], out["final"])

    def test_where_something_may_happen_along_the_way_it_does_not(self):
        tight = ("--tolerance", "1e-11")
        self.assertEqual(self.method(SLEIGH, *tight), "taylor")
        self.assertEqual(self.method(SLEIGH + "event turned when th = 3 [rad]\n", *tight), "rk8")
        self.assertEqual(self.method(SLEIGH, *tight, "--max-step", "0.1"), "rk8")
        self.assertEqual(self.method(SLEIGH, *tight, "--samples", "101"), "rk8")
        self.assertEqual(self.method(SLEIGH, *tight, "--form", "maggi"), "rk8")
        self.assertEqual(self.method(BLOCK.format(law="force F = -mu*m*g*sign(x') conjugate x'"), *tight), "rk8")
        kink = OSCILLATOR.format(more="force F = -1 [N/m]*abs(x) conjugate x'")
        self.assertEqual(self.method(kink, *tight), "rk8")

    def test_a_run_is_verified_by_explicit_steps(self):
        out = self.by_auto(SLEIGH, "--tolerance", "1e-11", "--verify")
        error = out["certificate"]["global_errors"]
        self.assertEqual([each["method"] for each in error["runs"] if each["method"] != "ida"], ["rk8"])
        self.assertLess(error["positions"], 1e-9)  # 100 tolerances (1e-11)

    def test_stiff_equations_are_handed_on(self):
        text = OSCILLATOR.replace("c = 0.4 [N*s/m]", "c = 4e5 [N*s/m]").format(more="")
        out = self.by_auto(text, "--tolerance", "1e-11", "--to", "20")
        statistics = out["statistics"]
        self.assertTrue(statistics["method"].startswith("taylor, rk8"), statistics)
        self.assertIn("decay", statistics["turns"][0]["reason"])
        self.assertLess(statistics["steps"], 3000)

    def test_singular_positions_are_passed_as_by_explicit_steps(self):
        out = self.by_auto(PARALLELOGRAM, "--tolerance", "1e-11")
        self.assertAlmostEqual(out["final"]["p"], 11, delta=1e-9)  # 100 tolerances (1e-11), over three flat positions


class Refusals(InFolder):
    def refusal(self, *arguments, text):
        done = run("run", self.write("m.mech", text), "--method", "taylor", *arguments)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("E0711", done.stderr)
        self.assertIn("rk8", done.stderr + "rk8" * ("--form" in arguments))
        return done.stderr

    def model(self, force):
        return OSCILLATOR.format(more=f"force F = {force} conjugate x'")

    def test_kinks_and_tables_of_the_state_are_named(self):
        for function in ("abs(x')", "min(x, 0 [m])", "max(x, 0 [m])"):
            unit = "[N*s/m]" if "'" in function else "[N/m]"
            message = self.refusal(text=self.model(f"-1 {unit}*{function}"))
            self.assertIn(function.split("(")[0] + "(", message)
        self.write("f.csv", "x [m], F [N]\n-2, 1\n0, 0\n2, -1\n")
        self.assertIn("table", self.refusal(text=self.model('table("f.csv", x)')))

    def test_a_smooth_law_of_the_same_kind_is_not_refused(self):
        done = run("run", self.write("m.mech", self.model("-1 [N]*tanh(x'/(0.1 [m/s]))")), "--method", "taylor")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_other_forms_are_refused(self):
        message = self.refusal("--form", "hamilton", text=self.model("0 [N]*x/(1 [m])"))
        self.assertIn("form lagrange", message)

    def test_the_model_may_ask_for_it(self):
        path = self.write("m.mech", OSCILLATOR.format(more="").replace("output", 'method = "taylor"; output'))
        code, out = run_json("run", path)
        self.assertEqual((code, out["statistics"]["method"]), (0, "taylor"))
        self.assertEqual(json.loads(json.dumps(out))["outcome"], "completed")


if __name__ == "__main__":
    unittest.main()
