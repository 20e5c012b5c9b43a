"""What is found after the text has been understood: by the derivation, at the initial state, along the run."""

import json
import pathlib
import unittest

from program import InFolder, run, run_json

MODELS = pathlib.Path(__file__).resolve().parent.parent / "error" / "models"


def staged_cases():
    expected = json.loads((MODELS / "expected.json").read_text(encoding="utf-8"))["expected"]
    return [case for case in expected if "stage" in case]


def words_of(diagnostic):
    labels = [label["text"] for label in diagnostic.get("labels", [])]
    parts = [diagnostic["message"], diagnostic.get("note"), diagnostic.get("help"), *labels]
    return "\n".join(part for part in parts if part)


class Diagnostics(InFolder):
    def test_every_case_of_a_later_stage_is_answered_at_its_place(self):
        cases = staged_cases()
        self.assertGreaterEqual(len(cases), 3)
        for case in cases:
            with self.subTest(case["file"]):
                _, result = run_json("check", MODELS / case["file"])
                found = [d for d in result["diagnostics"] if d["code"] == case["code"]]
                self.assertEqual(len(found), 1, result["diagnostics"])
                self.assertEqual(found[0]["severity"], case["severity"])
                place = [found[0][key] for key in ("line", "column", "end_line", "end_column")]
                self.assertEqual(place, [case[key] for key in ("line", "column", "end_line", "end_column")])
                for word in case["words"]:
                    self.assertIn(word, words_of(found[0]))
                self.assertIn(case.get("help", ""), words_of(found[0]))

    def test_constraints_that_contradict_one_another_are_named(self):
        path = self.write("two.mech", "model Two\nparam m = 1 [kg], l = 1 [m]\ncoord x [m], y [m]\n"
                                      "kinetic T = 1/2*m*(x'^2 + y'^2)\nconstraint rod: x^2 + y^2 = l^2\n"
                                      "constraint bar: x^2 + y^2 = 4*l^2\ninitial x = 0.6 [m], y ~ 0.8 [m]\n")
        code, result = run_json("check", path)
        self.assertEqual(code, 1)
        said = [d for d in result["diagnostics"] if d["code"] == "E0702"]
        self.assertEqual(len(said), 1)
        self.assertIn("rod", said[0]["message"])
        self.assertIn("bar", said[0]["message"])

    def test_hundreds_of_rows_make_no_long_message(self):
        rows = 150
        model = ("model Rows\nparam m = 1 [kg]\ncoord x [m], y [m]\nkinetic T = 1/2*m*(x'^2 + y'^2)\n"
                 + "".join(f"constraint c{i}: x + y = {{}} [m]\n" for i in range(rows)))
        redundant = run("check", "-", text=model.format(*[1] * rows))
        self.assertEqual(redundant.returncode, 0)
        self.assertIn("c11 and 138 more are redundant: together they have rank 1", redundant.stderr)
        self.assertIn("lambda.c11 + ... (138 more terms) is determined", redundant.stderr)
        self.assertIn("and 136 more\n", redundant.stdout.split("multipliers")[1])
        contradicting = run("check", "-", text=model.format(*range(rows)))
        self.assertIn("c11 and 138 more contradict one another", contradicting.stderr)
        for done in (redundant, contradicting):
            self.assertLess(len(done.stderr.splitlines()), 30)
            self.assertLess(len(done.stderr) + len(done.stdout), 4000)

    def test_a_singular_position_is_told_from_redundant_rows(self):
        path = self.write("flat.mech", "model Flat\nparam m = 1 [kg], l = 1 [m], d = 2 [m]\n"
                                       "coord a [rad], b [rad], c [rad]\nkinetic T = 1/2*m*l^2*(a'^2 + b'^2 + c'^2)\n"
                                       "constraint lx: l*cos(a) + d*cos(b) - l*cos(c) = d\n"
                                       "constraint ly: l*sin(a) + d*sin(b) - l*sin(c) = 0\n"
                                       "initial a = 0, b ~ 0, c ~ 0\n")
        _, result = run_json("check", path)
        self.assertEqual([d["code"] for d in result["diagnostics"]], ["W0302"])
        self.assertEqual(result["independent_initial_values"], 2)

    def test_a_massless_coordinate_is_named(self):
        text = ("model Massless\nparam m = 1 [kg], k = 3 [N/m]\ncoord x [m], y [m]\nkinetic T = 1/2*m*x'^2\n"
                "potential V = 1/2*k*{}^2\ninitial x = 1 [m], x' = 0.5 [m/s]\nsimulate 0..1 [s]\n")
        done = run("run", self.write("massless.mech", text.format("x")))
        self.assertEqual(done.returncode, 1)
        self.assertIn("E0308", done.stderr)
        self.assertIn("the motion of y", done.stderr)
        # its own equation, k*(x - y) = 0, determines the free end of a spring
        code, out = run_json("run", self.write("end.mech", text.format("(x - y)")))
        self.assertEqual(code, 0)
        self.assertAlmostEqual(out["final"]["y"], 1.5, delta=1e-12)  # uniform motion, exact in steps: rounding

    def test_an_inertia_that_is_negative_or_missing_is_named(self):
        def codes(text):
            return [d["code"] for d in run_json("check", self.write("inertia.mech", "model Inertia\n" + text))[1]["diagnostics"]]

        plane = "param m = 1 [kg]\ncoord x [m], y [m]\nkinetic T = 1/2*m*({})\n"
        self.assertEqual(codes(plane.format("x'^2 - y'^2")), ["W0303"])
        self.assertEqual(codes(plane.format("x'^2 + y'^2 + 3*x'*y'")), ["W0303"])
        self.assertEqual(codes(plane.format("x'^2 + y'^2 + x'*y'")), [])
        self.assertEqual(codes(plane.replace("kinetic T", "lagrangian L").format("x'^2 - y'^2")), [])
        self.assertEqual(codes(plane.format("x'^2 + y'^2 - 2*x'*y'")), ["W0309"])  # x and y move as they like
        top = ("param A = 0.05 [kg*m^2], C = 0.02 [kg*m^2]\ncoord phi [rad], theta [rad], psi [rad]\n"
               "kinetic T = 1/2*A*(theta'^2 + phi'^2*sin(theta)^2) + 1/2*C*(psi' + phi'*cos(theta))^2\n"
               "initial theta = {}, psi' = 10 [rad/s]\n")
        self.assertEqual(codes(top.format("0")), ["W0304"])
        self.assertEqual(codes(top.format("0.001")), [])
        massless = "param m = 1 [kg]\ncoord x [m], y [m]\nkinetic T = 1/2*m*x'^2\nconstraint tie: y = 2*x\n"
        self.assertEqual(codes(massless), ["W0512"])
        # A damper whose force is not linear in u': its equation does not determine u' by a row.
        series = "param m = 1 [kg], k = 20 [N/m], c = 4 [N*s^3/m^3]\ncoord x [m], u [m]\nkinetic T = 1/2*m*x'^2\n" \
                 "potential V = 1/2*k*(x - u)^2\ndissipation D = 1/4*c*u'^4\ninitial x = 0.1 [m]\nsimulate 0..1 [s]\n"
        model = self.write("series.mech", "model Series\n" + series)
        self.assertIn("give u a constraint or a small mass", run_json("check", model)[1]["diagnostics"][-1]["help"])
        self.assertIn("give u a constraint or a small mass", run("run", model).stderr)
        self.assertNotIn("other initial values", run("run", model).stderr)
        given = series.replace("*x'^2\n", "*x'^2 + 1/2*1e-6*m*u'^2\n")
        self.assertEqual(run("run", self.write("given.mech", "model Given\n" + given)).returncode, 0)

    def test_a_start_without_a_value_is_named_where_it_is_given(self):
        spring = ("model Spring\nparam m = 1 [kg], k = 1 [N/m], l = 1 [m]\ncoord x [m], y [m]\n"
                  "kinetic T = 1/2*m*(x'^2 + y'^2)\npotential V = 1/2*k*(sqrt(x^2 + y^2) - l)^2\n"
                  "initial x = {}, y = 0, x' = 1 [m/s]\nsimulate 0..1 [s]\n")
        path = self.write("spring.mech", spring.format("0"))
        (found,) = run_json("check", path)[1]["diagnostics"]
        self.assertEqual((found["code"], found["line"]), ("W0306", 6))
        self.assertIn("sqrt(x^2 + y^2) divides 1 by 0", found["note"])
        done = run("run", path)
        self.assertEqual(done.returncode, 4)
        self.assertIn("initial x = 0", done.stderr)
        self.assertIn("other initial values", done.stderr)
        self.assertEqual(run_json("check", self.write("spring.mech", spring.format("0.5 [m]")))[1]["diagnostics"], [])

    def test_a_root_of_a_negative_number_is_shown_with_its_time(self):
        path = self.write("root.mech", "model Root\nparam m = 1 [kg], F = 2 [N]\ncoord x [m]\nkinetic T = 1/2*m*x'^2\n"
                                       "force pull on x = F*sqrt(1 - t/3 [s])\ninitial x = 0\nsimulate 0..5 [s]\n")
        done = run("run", path)
        self.assertEqual(done.returncode, 4)
        self.assertIn("square root", done.stdout + done.stderr)
        self.assertIn("t = 3 s", done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
