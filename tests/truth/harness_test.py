"""The harness itself: its arithmetic, and that it finds out a sentence that was tampered with."""

import cmath
import copy
import math
import os
import pathlib
import random
import tempfile
import unittest

import expressions
import families
import linear
import linearization
import model_text
import random_models
import sentences_claims
import sentences_counts
import sentences_energy
import sentences_equations
import sentences_steady
import sentences_symbolic
import sentences_symmetry
from case import Case, scope_of
from outcomes import Outcomes
from program import Program
from series import Series

PROGRAM = os.environ["DALEMBERT"]
HOOP = """model Hoop
param m = 1, R = 0.5, w = 6, g = 9.81
coord th, ph
kinetic T = 1/2*m*R^2*(th'^2 + sin(th)^2*ph'^2)
potential V = -m*g*R*cos(th)
initial th = 0.6, ph' = 6
simulate 0..2
"""
SLEIGH = """model Sleigh
param m = 1.4, J = 0.6, b = 0.3
coord x, y, th
kinetic T = 1/2*m*((x' - b*sin(th)*th')^2 + (y' + b*cos(th)*th')^2) + 1/2*J*th'^2
constraint blade: y'*cos(th) = x'*sin(th)
initial x = 0.1, y = 0.2, th = 0.3, x' = 1, y' ~ 0.3, th' = 0.7
simulate 0..2
"""
RESONANCE = """model Resonance
param m = 1, k = 1, c = 0.2
coord x, y
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = 1/2*k*(x^2 + y^2)
force F on x = c*y
initial y = 0.1
simulate 0..2
"""
WELL = """model Well
param m = 1, k = 1, a = 2
coord x
kinetic T = 1/2*m*x'^2
potential V = k*(x^3/3 - a^2*x)
initial x = 2.1
simulate 0..2
"""
DASHPOT = """model Dashpot
param m = 1, k = 1, c = 0.3
coord x, y
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = 1/2*k*(x^2 + y^2)
dissipation D = 1/2*c*(x' - y')^2
initial x = 0.1
simulate 0..2
"""
GAUGE = """model Gauge
param m = 1, k = 2, a = 0.3
coord x, y
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = 1/2*k*(x^2 + y^2)
lagrangian L = a*(2*x*y*x' + x^2*y')
initial x = 0.1, y' = 0.2
simulate 0..2
"""
BALL = """model Ball
param m = 1, g = 9.81, e = 0.8
coord y
kinetic T = 1/2*m*y'^2
potential V = m*g*y
constraint floor: y >= 0 { restitution = e }
initial y = 1
simulate 0..2
"""
BELT = """model Belt
param m = 1, u = 2
coord x, y
kinetic T = 1/2*m*(x'^2 + y'^2)
constraint drive: x' = u
initial x = 0.3, x' = 2, y' = 0.4
simulate 0..2
"""
WHEEL = """model Wheel
param m = 1, r = 0.5, J = 0.3, C = 0.2
coord x, y, psi, phi
kinetic T = 1/2*m*(x'^2 + y'^2) + 1/2*J*psi'^2 + 1/2*C*phi'^2
constraint slip_x: x' = r*cos(psi)*phi'
constraint slip_y: y' = r*sin(psi)*phi'
initial psi' = 0.7, phi' = 2, x' ~ 1, y' ~ 0
simulate 0..2
"""


class Arithmetic(unittest.TestCase):
    def test_eigenvalues_are_roots_of_the_characteristic_polynomial(self):
        draw = random.Random(3)
        for n in range(1, 9):
            a = [[draw.gauss(0, 1) for _ in range(n)] for _ in range(n)]
            polynomial = linear.characteristic(a)
            for s in linear.eigenvalues(a):
                # Half of the digits: sums of s^k that cancel, and s where the slope of the polynomial is small.
                self.assertLess(abs(sum(c * s**k for k, c in enumerate(polynomial))), 1e-8 * (1 + abs(s)) ** n)

    def test_eigenvalues_of_a_rotation_lie_on_the_axis(self):
        # Rounding of eigenvalues of size 2.
        self.assertLess(linear.matched(linear.eigenvalues([[0.0, 1.0], [-4.0, 0.0]]), [2j, -2j]), 1e-12)
        self.assertLess(linear.matched(linear.eigenvalues([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]),
                                       [1.0, cmath.exp(2j * math.pi / 3), cmath.exp(-2j * math.pi / 3)]), 1e-12)

    def test_a_row_that_is_scaled_has_the_same_rank(self):
        self.assertEqual(linear.rank([[1.0, 2.0, 3.0], [2e9, 4e9, 6e9], [1e-9, 0.0, 0.0]], 3), 2)

    def test_series_differentiate_expressions(self):
        environment = expressions.Environment({"x": Series(0.3, 0.5, 0.7), "a": 2.0}, {"y": "x^2*sin(a*x) + sqrt(x)"})
        h = 1e-4

        def at(k):
            x = 0.3 + 0.5 * k * h + 0.7 * k * k * h * h
            return x * x * math.sin(2 * x) + math.sqrt(x)
        # Central differences, h = 1e-4: h²/12 of the fourth derivative, and rounding of 1e-16/h² = 1e-8.
        self.assertAlmostEqual(expressions.evaluate("y''", environment).c[0], (at(1) + at(-1) - 2 * at(0)) / h**2, places=6)
        self.assertAlmostEqual(expressions.evaluate("y'", environment).c[0], (at(1) - at(-1)) / (2 * h), places=6)

    def test_powers_bind_as_in_the_language(self):
        empty = expressions.Environment({})
        for text, value in (("-2^2", -4.0), ("2^-1", 0.5), ("6/2*3", 9.0), ("2^3^2", 512.0), ("1/2 [kg]", 0.5), ("180 [deg]", math.pi)):
            # One or two operations on numbers below 512: rounding.
            self.assertAlmostEqual(expressions.evaluate(text, empty), value, places=12, msg=text)

    def test_conditions_that_are_too_close_are_not_called(self):
        empty = expressions.Environment({"a": 1.0})
        self.assertIs(expressions.condition("a > 0 and a < 2", empty), True)
        self.assertIs(expressions.condition("a > 0 and a < 0.5", empty), False)
        self.assertIs(expressions.condition("a^2 > 1", empty), None)

    def test_statements_join_lines_and_split_at_semicolons(self):
        text = "param a = 1,\n  b = 2 # c\nlet u = a +\n  b; let v = (a\n *b)\ncheck a = 1"
        self.assertEqual(model_text.plain_lets(text), {"u": "a + b", "v": "(a *b)"})
        self.assertNotIn("check", model_text.bare(text))

    def test_random_models_are_those_of_their_seed(self):
        self.assertEqual(random_models.model(4, 2), random_models.model(4, 2))
        self.assertNotEqual(random_models.model(4, 2)[1], random_models.model(5, 2)[1])


class Tampered(unittest.TestCase):
    """True sentences come out true; the same sentences changed come out false."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.cases = {}
        for name, text in (("hoop", HOOP), ("sleigh", SLEIGH), ("resonance", RESONANCE), ("well", WELL), ("dashpot", DASHPOT), ("gauge", GAUGE),
                           ("ball", BALL), ("belt", BELT), ("wheel", WHEEL)):
            file = pathlib.Path(cls.folder.name) / f"{name}.mech"
            file.write_text(text, encoding="utf-8")
            cls.cases[name] = Case(Program(PROGRAM), file, Outcomes(name), 1, 1, 3)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def false_kinds(self, name, part, tamper):
        case, before, scope = self.cases[name], self.cases[name].facts, self.cases[name].scope
        case.facts, case.outcomes = copy.deepcopy(before), Outcomes(name)
        tamper(case.facts)
        case.scope = scope_of(case.facts)
        try:
            part.test(case)
        finally:
            case.facts, case.scope = before, scope
        return {one.kind for one in case.outcomes.all if one.verdict == "false"}

    def found_out(self, name, part, kind, tamper):
        self.assertEqual(self.false_kinds(name, part, lambda facts: None), set())
        self.assertIn(kind, self.false_kinds(name, part, tamper))

    def test_a_wrong_number_of_freedoms_is_found_out(self):
        self.found_out("sleigh", sentences_counts, "degrees of freedom", lambda f: f.update(degrees_of_freedom=3))

    def test_a_wrong_class_is_found_out(self):
        self.found_out("sleigh", sentences_counts, "class of a constraint", lambda f: f["constraints"][0].update({"class": "integrable"}))

    def test_a_wrong_growth_vector_is_found_out(self):
        self.found_out("sleigh", sentences_counts, "growth vector", lambda f: f.update(growth_vector="2, 2"))

    def test_conservation_that_is_denied_is_found_out(self):
        self.found_out("hoop", sentences_energy, "conserved momentum", lambda f: f["momenta"][1].update(conserved="no"))

    def test_conservation_that_is_invented_is_found_out(self):
        self.found_out("hoop", sentences_energy, "conserved momentum", lambda f: f["momenta"][0].update(conserved="yes"))

    def test_a_wrong_rate_is_found_out(self):
        self.found_out("hoop", sentences_energy, "rate of a momentum",
                       lambda f: f["momenta"][0].update(rate=f["momenta"][0]["rate"] + " + 0.001*th"))

    def test_a_wrong_symmetry_is_found_out(self):
        self.found_out("sleigh", sentences_symmetry, "symmetry", lambda f: f["symmetries"][1]["dq"].update(x="y"))

    def test_a_list_that_lacks_a_conserved_momentum_is_found_out(self):
        def forget(facts):
            facts["momenta"][1]["conserved"] = "no"
            facts["symmetries"] = [s for s in facts["symmetries"] if s["dq"]["ph"] == "0"]
        self.found_out("hoop", sentences_symmetry, "no other conserved momentum", forget)

    def test_a_wrong_verdict_about_stability_is_found_out(self):
        def turn(facts):
            for steady in facts["steady_states"]:
                steady["unstable"] = not steady["unstable"]
        self.found_out("hoop", sentences_steady, "unstable or not", turn)

    def test_an_eigenvalue_that_is_none_is_found_out(self):
        self.found_out("hoop", sentences_steady, "eigenvalues",
                       lambda f: f["steady_states"][0]["eigenvalues"][-1]["value"].__setitem__(1, 3.0))

    def test_a_wrong_condition_is_found_out(self):
        def turn(facts):
            for motion in facts["symbolic_steady_motions"]["motions"]:
                motion["stable_when"] = {"always": "never", "never": "always"}.get(motion["stable_when"], "always")
        self.found_out("hoop", sentences_symbolic, "stability condition", turn)

    def test_a_drift_that_is_none_is_found_out(self):
        def turn(facts):
            for motion in facts["symbolic_steady_motions"]["motions"]:
                motion["drifts"] = not motion["drifts"]
        for name in ("hoop", "sleigh"):
            self.found_out(name, sentences_symbolic, "drift", turn)

    def test_growth_of_equal_frequencies_that_is_denied_is_found_out(self):
        self.found_out("resonance", sentences_symbolic, "stability condition",
                       lambda f: f["symbolic_steady_motions"]["motions"][0].update(stable_when="always"))

    def test_a_follower_with_another_stability_is_found_out(self):
        def omit(facts):
            symbolic = facts["symbolic_steady_motions"]
            symbolic["motions"] = [m for m in symbolic["motions"] if m["stable_when"] == "always"]
            symbolic["note"] = "solutions that follow from these are omitted: those with -x for x"
        self.found_out("well", sentences_symbolic, "omitted follower", omit)

    def test_modes_that_damping_couples_are_found_out(self):
        def turn(facts):
            small = facts["steady_states"][0]["small_oscillations"]
            small["shapes"], small["damping_ratios"] = [[1.0, 0.0], [0.0, 1.0]], [0.15, 0.15]
        self.found_out("dashpot", sentences_steady, "damping of a mode", turn)

    def test_a_list_called_complete_without_a_rotation_is_found_out(self):
        def forget(facts):
            facts["symmetries"] = [s for s in facts["symmetries"] if s["dt"] != "0"]
            facts["symmetry_search"]["complete"] = True
        self.found_out("gauge", sentences_symmetry, "complete list of symmetries", forget)

    def test_conservation_through_impacts_is_found_out(self):
        def forget(facts):
            del facts["holds_while"]
        self.found_out("ball", sentences_energy, "conserved energy", forget)
        self.found_out("ball", sentences_symmetry, "quantity of a symmetry conserved", forget)
        self.found_out("ball", sentences_counts, "what is said holds while", forget)

    def test_a_proof_that_holds_through_impacts_is_found_out(self):
        case = self.cases["ball"]
        answer = case.program.prove(case.file, "y'' = -g")
        for tampered, wanted in (({**answer}, {"true"}), ({k: v for k, v in answer.items() if k != "holds_while"}, {"false"})):
            case.outcomes = Outcomes("ball")
            with case.within(scope_of(tampered)):
                sentences_claims.of_verdict(case, "E = const", {**tampered, "verdict": "proved"})
            self.assertEqual({one.verdict for one in case.outcomes.all}, wanted)

    def test_a_driven_row_that_is_called_scleronomic_is_found_out(self):
        self.found_out("belt", sentences_counts, "rheonomic row", lambda f: f["constraints"][0].update(rheonomic=False))

    def test_rates_that_change_in_a_steady_motion_are_found_out(self):
        def still(facts):
            for steady in facts["steady_states"]:
                steady["changing"] = steady["changing"][:1]
        self.found_out("wheel", sentences_steady, "rates that change along a steady motion", still)

    def test_a_steady_state_that_is_none_is_found_out(self):
        def move(facts):
            for steady in facts["steady_states"]:
                steady["state"]["th"] += 0.3
        kinds = self.false_kinds("hoop", sentences_steady, move)
        self.assertTrue({"equilibrium is one", "steady motion is one"} & kinds, kinds)

    def test_names_that_two_lines_define_are_kept_apart(self):
        lines = [{"text": "x'' = s1 + p.s1", "definitions": [{"name": "s1", "text": "2*x"}, {"name": "s2", "text": "s1^2"}]},
                 {"text": "y'' = s1", "definitions": [{"name": "s1", "text": "3*y"}]}]
        (one, own), (other, more) = [model_text.scoped(line, f"line_{k}") for k, line in enumerate(lines)]
        self.assertEqual((one, other), ("x'' = s1_of_line_0 + p.s1", "y'' = s1_of_line_1"))
        self.assertEqual(own, {"s1_of_line_0": "2*x", "s2_of_line_0": "s1_of_line_0^2"})
        self.assertEqual(more, {"s1_of_line_1": "3*y"})

    def test_frequencies_that_lie_apart_are_not_equal(self):
        def pair(first, second, coupling):
            return [[0.0, 1.0, 0.0, 0.0], [-first**2, 0.0, coupling, 0.0], [0.0, 0.0, 0.0, 1.0], [0.0, 0.0, -second**2, 0.0]]
        self.assertIs(linearization.resonates(pair(1.0, 1.0, 1.0), pair(1.0, 1.0 + 1e-9, 1.0)), True)
        self.assertIs(linearization.resonates(pair(1.0, 1.002, 1.0), pair(1.0, 1.002 + 1e-9, 1.0)), False)

    def test_an_inequality_that_fails_is_found_out(self):
        case = self.cases["hoop"]
        for claim, wanted in (("-sin(th)^2 <= 0", {"true"}), ("sin(th)^2 <= 0", {"false"})):
            case.outcomes = Outcomes("hoop")
            sentences_claims.inequality_claim(case, claim, {"verdict": "proved"})
            self.assertEqual({one.verdict for one in case.outcomes.all}, wanted, claim)

    def test_conditions_of_equality_are_called_exactly(self):
        empty = expressions.Environment({"a": 1.0, "c": 0.0})
        self.assertIs(expressions.condition("c = 0", empty), True)
        self.assertIs(expressions.condition("a > 0 and a = 0", empty), False)

    def test_a_wrong_equation_is_found_out(self):
        case = self.cases["hoop"]
        case.outcomes = Outcomes("hoop")
        facts = copy.deepcopy(case.program.derive(case.file, "hamilton"))
        facts["equations"][0]["text"] += " + 0.001"
        sentences_equations.form_holds(case, "hamilton", facts)
        self.assertEqual([one.kind for one in case.outcomes.all if one.verdict == "false"], ["equations: hamilton"])

    def test_a_proof_of_something_false_is_found_out(self):
        case = self.cases["hoop"]
        for verdict, wanted in (("proved", {"false"}), ("false", {"true"})):
            case.outcomes = Outcomes("hoop")
            sentences_claims.equation_claim(case, "th'' = sin(th)", {"verdict": verdict})
            self.assertEqual({one.verdict for one in case.outcomes.all}, wanted)

    def test_a_difference_counts_unless_it_is_round_off(self):
        case = self.cases["sleigh"]
        state = case.states[1]
        row = case.system.equations[0]
        gap, size, _ = sentences_claims.gaps(case, row, [state])[0]
        self.assertLess(gap, 1e-12 * size)  # an equation solved to rounding of its terms
        if gap > 0.0:
            self.assertTrue(sentences_claims.is_round_off(case, row, gap, state))
        wrong = row + " + 1e-7*m*x''"
        gap, _, _ = sentences_claims.gaps(case, wrong, [state])[0]
        self.assertFalse(sentences_claims.is_round_off(case, wrong, gap, state))

    def test_families_and_functions_are_read(self):
        text = "count n = 3 in 1..9\nlet X[i in 0..n] = if i = 0 then 0 else x[i]\nlet d[i in 1..n] = sum(k in 1..i: X[k] - X[k-1])\n" \
               "let f(a, b) = a*b + c\nlet g(a) = f(a, 2*a)\nconstraint link[i in 1..n]: d[i] = L"
        lets = {**families.lets(text), **families.functions(text)}
        environment = expressions.Environment({"x[1]": 1.0, "x[2]": 5.0, "x[3]": 7.0, "c": 10.0, "a": 100.0}, lets)
        self.assertEqual(expressions.evaluate("d[3] + g(3)", environment), 7.0 + 28.0)
        self.assertEqual(families.constraint_text(text, {"name": "link[2]", "text": "d[i] = L"}), "d[2] = L")

    def test_a_wrong_condition_of_a_claim_is_found_out(self):
        case = self.cases["hoop"]
        for claim, right, wrong in (
                ("cos(th) = g/(R*ph'^2)", "relative equilibrium (th'' = 0, th' = 0) with sin(th) != 0", "relative equilibrium (th'' = 0, th' = 0)"),
                ("sin(th) = 0", "equilibrium", "relative equilibrium (th'' = 0, th' = 0)"),
                ("th'^2 + sin(th)^2*ph'^2 = 2*g/R*cos(th)", "E = 0", "E = m*g*R")):
            for text, wanted in ((right, {"true"}), (wrong, {"false"})):
                case.outcomes = Outcomes("hoop")
                sentences_claims.conditions(case, claim, {"holds_if": [text]})
                self.assertEqual({one.verdict for one in case.outcomes.all}, wanted, f"{claim} if {text}")

    def test_a_wrong_condition_of_conservation_is_found_out(self):
        for name, quantity, text, wanted in (("sleigh", "p.x", "th' = 0", {"true"}), ("hoop", "p.th", "ph' = 0", {"false"})):
            case = self.cases[name]
            case.outcomes = Outcomes(name)
            sentences_claims.kept_condition(case, f"{quantity} = const", quantity, text)
            self.assertEqual({one.verdict for one in case.outcomes.all}, wanted, text)

    def test_a_counterexample_with_equal_sides_is_found_out(self):
        case = self.cases["hoop"]
        case.outcomes = Outcomes("hoop")
        state = {"th": 0.0, "ph": 0.0, "th'": 0.0, "ph'": 0.0}
        sentences_claims.counterexample(case, "th'' = th", {"counterexample": {"t": 0.0, "state": state, "lhs": 0.0, "rhs": 0.0}})
        self.assertIn("false", {one.verdict for one in case.outcomes.all})


if __name__ == "__main__":
    unittest.main()
