"""The objects of --json hold what docs/cli.md promises, under its names and in its order."""

import unittest

from program import IMPACT, InFolder, PENDULUM, SEEDS, SLEIGH, run, run_json


class JsonContract(InFolder):
    def test_check_names_everything_in_declaration_order(self):
        code, out = run_json("check", SLEIGH)
        self.assertEqual(code, 0)
        self.assertEqual(out["schema"], "dalembert.check/1")
        self.assertEqual(out["model"], "ChaplyginSleigh")
        self.assertEqual([(q["name"], q["unit"]) for q in out["coordinates"]],
                         [("x", "m"), ("y", "m"), ("theta", "rad")])
        self.assertEqual([(p["name"], p["value"]) for p in out["parameters"]],
                         [("m", 1.4), ("b", 0.35), ("I_C", 0.62)])
        blade = out["constraints"][0]
        self.assertEqual((blade["name"], blade["kind"], blade["class"]), ("blade", "velocity", "nonholonomic"))
        self.assertEqual((blade["rheonomic"], blade["nonlinear"]), (False, False))
        self.assertEqual((blade["multiplier"], blade["multiplier_unit"]), ("lambda.blade", "N"))
        self.assertEqual((out["degrees_of_freedom"], out["independent_initial_values"]), (2, 5))
        self.assertEqual(out["diagnostics"], [])

    def test_derive_adds_equations_multipliers_and_reactions(self):
        code, out = run_json("derive", SLEIGH)
        self.assertEqual(code, 0)
        self.assertEqual(out["form"], "lagrange")
        self.assertEqual([e["coordinate"] for e in out["equations"]], ["x", "y", "theta"])
        for equation in out["equations"]:
            self.assertIn(" = ", equation["text"])
            self.assertTrue(equation["latex"])
        self.assertEqual([(m["name"], m["unit"]) for m in out["multipliers"]], [("lambda.blade", "N")])
        reaction = out["reactions"][0]
        self.assertEqual((reaction["name"], reaction["text"], reaction["of"]), ("R", "lambda.blade", ["blade"]))
        self.assertIs(reaction["determined"], True)
        row = out["power_coefficients"][0]
        self.assertEqual(row["force"], "R")
        self.assertEqual(list(row["free"]), ["x", "y", "theta"])
        self.assertEqual(set(row["compatible"].values()), {"0"}, "a workless reaction")

    def test_derive_gives_families_beside_their_members(self):
        chain = SEEDS.parent / "gallery" / "n_pendulum.mech"
        _, out = run_json("derive", chain, "--set", "n=3")
        self.assertEqual([e["coordinate"] for e in out["equations"]], ["theta[1]", "theta[2]", "theta[3]"])
        lines = out["families"]
        self.assertEqual([line["coordinate"] for line in lines], ["theta[1]", "theta[i]", "theta[n]"])
        self.assertEqual(lines[1]["range"], {"index": "i", "from": "2", "to": "n-1"})
        self.assertEqual(lines[1]["definitions"], [{"name": "M[k]", "text": "sum(j in k..n: m[j])"}])
        self.assertIn("\\sum_{j=1}^{n}", lines[1]["latex"])
        self.assertNotIn("range", lines[0])
        self.assertIn("θᵢ", run("derive", chain).stdout)
        each = run("derive", chain, "--members").stdout
        self.assertIn("θ₄", each)
        self.assertNotIn("θᵢ", each)

    def test_derive_solves_short_multipliers_in_both_forms(self):
        _, lagrange = run_json("derive", SLEIGH)
        text = lagrange["multipliers"][0]["text"]
        self.assertNotIn("''", text, "no acceleration is left in a solved multiplier")
        _, explicit = run_json("derive", SLEIGH, "--form", "explicit")
        self.assertEqual(explicit["form"], "explicit")
        lines = explicit["equations"]
        self.assertEqual([line.get("coordinate") for line in lines], ["x", "y", "theta", None])
        self.assertTrue(lines[2]["text"].startswith("theta'' = "))
        self.assertEqual(lines[3]["multiplier"], "blade")
        self.assertEqual(lines[3]["text"], f"lambda.blade = {text}")

    def test_derive_prints_the_impulsive_equations(self):
        _, out = run_json("derive", IMPACT, "--form", "impulse")
        self.assertEqual([list(line)[0] for line in out["equations"]],
                         ["coordinate"] * 4 + ["constraint", "impact"])
        self.assertIn("stop", out["equations"][0]["text"])

    def test_eval_gives_every_quantity_with_its_unit(self):
        code, out = run_json("eval", SLEIGH)
        self.assertEqual(code, 0)
        self.assertEqual(out["schema"], "dalembert.eval/1")
        self.assertEqual(list(out["state"]), ["x", "y", "theta", "x'", "y'", "theta'"])
        self.assertEqual(list(out["accelerations"]), ["x''", "y''", "theta''"])
        self.assertEqual(list(out["multipliers"]), ["lambda.blade"])
        self.assertEqual(list(out["constraint_forces"]), ["x", "y", "theta"])
        self.assertEqual(list(out["energies"]), ["T", "V", "h", "E"])
        self.assertEqual(list(out["constraints"]["blade"]), ["position", "velocity", "acceleration"])
        for name in [*out["state"], *out["accelerations"], *out["multipliers"], *out["reactions"], "T", "t"]:
            self.assertIn(name, out["units"])
        self.assertEqual(out["units"]["theta''"], "rad/s^2")

    def test_run_reports_samples_certificate_and_statistics(self):
        code, out = run_json("run", SLEIGH, "--to", "1", "--at", "0,0.5,2.5")
        self.assertEqual(code, 0)
        self.assertEqual(out["schema"], "dalembert.run/1")
        self.assertEqual([s["t"] for s in out["samples"]], [0, 0.5, 2.5])
        self.assertEqual(out["t_end"], 2.5, "a run is extended to the last time asked for")
        for key in ("state", "accelerations", "multipliers", "reactions", "constraint_forces", "energies"):
            self.assertIn(key, out["samples"][0])
        self.assertEqual(list(out["final"]),
                         ["x", "y", "theta", "x'", "y'", "theta'", "lambda.blade", "R"])
        certificate = out["certificate"]
        self.assertLess(certificate["velocity"]["blade"], 1e-14)  # rates are projected at each step: rounding
        self.assertLess(certificate["energy_defect_rel"], 1e-9)  # the default tolerance
        self.assertLess(certificate["equation_residual"], 1e-12)  # accelerations are solved to rounding
        self.assertEqual(list(out["statistics"]["seconds"]),
                         ["parse", "derive", "compile", "initialise", "integrate", "output"])
        self.assertGreater(out["statistics"]["steps"], 0)
        self.assertEqual({c["status"] for c in out["checks"]} - {"proved", "holds"}, set())
        self.assertEqual((out["events"], out["files"]), ([], []))

    def test_samples_are_even_and_hold_both_ends(self):
        _, out = run_json("run", SLEIGH, "--to", "2", "--samples", "5")
        self.assertEqual([s["t"] for s in out["samples"]], [0, 0.5, 1, 1.5, 2])

    def test_verify_estimates_the_global_error(self):
        _, out = run_json("run", SLEIGH, "--verify")
        self.assertLess(out["certificate"]["global_error"], 1e-8)  # ten tolerances (1e-9)
        _, plain = run_json("run", SLEIGH)
        self.assertNotIn("global_error", plain["certificate"])

    def test_moved_names_what_the_constraints_changed(self):
        _, out = run_json("run", "-", text=PENDULUM.replace("y ~ -0.8", "y ~ -0.7"))
        self.assertEqual(list(out["moved"]), ["y"])
        self.assertAlmostEqual(out["moved"]["y"], -0.1, places=12)  # Newton's method ends at rounding
        self.assertAlmostEqual(out["initial"]["y"], -0.8, places=12)

    def test_an_impact_reports_its_impulse(self):
        _, out = run_json("run", IMPACT)
        stop = out["impact"]["contacts"]["stop"]
        # An impact is solved at its state: rounding.
        self.assertAlmostEqual(stop["speed_after"], -stop["speed_before"], places=12)
        self.assertAlmostEqual(stop["impulse"], 2 / 7 * 1.3 * 2.2 * 2, places=12)

    def test_numbers_read_back_to_the_same_double(self):
        _, out = run_json("check", "-", "--set", "m=0.1 [kg]", text=PENDULUM)
        self.assertEqual(out["parameters"][0]["value"], 0.1)

    def test_units_are_coherent_si_even_for_degrees(self):
        _, out = run_json("check", "-", text="param a = 180 [deg], m = 2 [g]\ncoord x [m]\nkinetic T = 1/2*m*x'^2\n")
        self.assertEqual([p["value"] for p in out["parameters"]], [3.141592653589793, 0.002])

    def test_a_failure_is_an_object_with_diagnostics(self):
        for command in ("check", "derive", "eval", "run", "fmt"):
            with self.subTest(command=command):
                code, out = run_json(command, "-", text="coord x [m]\nkinetic T = (x'\n")
                self.assertEqual(code, 1)
                self.assertEqual(out["schema"], f"dalembert.{command}/1")
                self.assertEqual(out["diagnostics"][0]["severity"], "error")
                self.assertEqual(out["diagnostics"][0]["line"], 2)

    def test_a_usage_error_is_an_object_too(self):
        code, out = run_json("run", SLEIGH, "--method", "magic")
        self.assertEqual(code, 2)
        self.assertEqual(out["diagnostics"][0]["severity"], "error")

    def test_a_diagnostic_has_every_field_of_the_contract(self):
        _, out = run_json("check", "-", text="coord θ [rad], m [m]\nkinetic T = 1/2 θ'^2\n")
        first = out["diagnostics"][0]
        for key in ("code", "severity", "file", "line", "column", "end_line", "end_column", "message", "labels", "help",
                    "edit"):
            self.assertIn(key, first)
        self.assertEqual(first["file"], "<stdin>")
        self.assertEqual((first["line"], first["column"]), (2, 17), "columns count code points")

    def test_inconsistent_initial_values_fail_check_with_the_model_known(self):
        code, out = run_json("check", "-", text=PENDULUM.replace("y ~ -0.8", "y = -0.7"))
        self.assertEqual(code, 1)
        self.assertEqual(out["degrees_of_freedom"], 1)
        self.assertTrue(any(d["severity"] == "error" for d in out["diagnostics"]))

    def test_set_overrides_a_parameter_with_its_unit(self):
        _, out = run_json("check", SLEIGH, "--set", "m=2500 [g]", "--set", "b=0.1")
        self.assertEqual([p["value"] for p in out["parameters"]][:2], [2.5, 0.1])

    def test_set_of_an_unknown_name_is_an_error_that_names_it(self):
        code, out = run_json("check", SLEIGH, "--set", "mm=2")
        self.assertNotEqual(code, 0)
        self.assertIn("mm", str(out["diagnostics"]))

    def test_a_redundant_constraint_is_a_warning_with_its_combination(self):
        model = PENDULUM.replace("reaction", "constraint again: 3*sqrt(x^2 + y^2) = 3*l\n#")
        code, out = run_json("check", "-", text=model)
        self.assertEqual(code, 0)
        self.assertEqual([d["code"] for d in out["diagnostics"]], ["W0301"])
        self.assertIn("the least sum of squares of the accelerations that each constraint causes by itself", out["diagnostics"][0]["help"])
        self.assertEqual(out["degrees_of_freedom"], 1)
        # That choice: three times the row has a third of the multiplier.
        rod, again = run_json("eval", "-", text=model)[1]["multipliers"].values()
        self.assertAlmostEqual(rod, 3 * again, delta=1e-12)  # chosen by a decomposition: rounding of 8 N

    def test_json_stays_alone_on_standard_output(self):
        done = run("run", SLEIGH, "--json")
        self.assertTrue(done.stdout.startswith("{") and done.stdout.endswith("}\n"))
        self.assertEqual(done.stderr, "")


if __name__ == "__main__":
    unittest.main()
