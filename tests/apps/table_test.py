"""Tables read from files: motions with known answers, the end of the range, and how a table is printed."""

import json
import math
import os
import unittest

from program import InFolder, run, run_json

BEAD = """model Bead "on a wire that a table gives"
param m = 2 [kg], g = 9.81 [m/s^2]
coord x [m], z [m]
kinetic T = 1/2*m*(x'^2 + z'^2)
potential V = m*g*z
constraint wire: z = table("wire.csv", x)
initial x = 4 [m], x' = {rate} [m/s]
simulate 0..{end} [s]
"""

DRIVEN = """model Driven "an oscillator under a force that a table gives"
param m = 1 [kg], k = 4 [N/m]
coord x [m]
kinetic T = 1/2*m*x'^2
potential V = 1/2*k*x^2
force F = table("force.csv", t) conjugate x'
initial x = 0, x' = {rate} [m/s]
simulate 0..{end} [s]
"""


def final(model, *arguments):
    code, out = run_json("run", model, *arguments)
    return code, out, out.get("final", {})


class TablesInFolder(InFolder):
    def points(self, name, header, pairs):
        return self.write(name, header + "\n" + "".join(f"{x!r}, {y!r}\n" for x, y in pairs))

    def sine_wire(self, count):
        pairs = [(i * 20 / count, math.sin(0.6 * i * 20 / count) / 4) for i in range(count + 1)]
        return self.points("wire.csv", "x [m], z [m]", pairs)


class Motions(TablesInFolder):
    def test_a_bead_on_a_straight_table_slides_as_on_an_incline(self):
        self.points("wire.csv", "x [m], z [cm]", [(0, 0), (0.1, 20), (0.3, 60), (1, 200), (5, 1000)])
        code, out, at = final(self.write("m.mech", BEAD.format(rate=0, end=1)))
        self.assertEqual(code, 0, out)
        slope = 2
        # Uniform acceleration is exact in steps: rounding.
        self.assertAlmostEqual(at["x"], 4 - 9.81 * slope / (1 + slope**2) / 2, delta=1e-12)
        self.assertLess(out["statistics"]["steps"], 10)

    def test_a_force_that_rises_evenly_has_the_closed_form(self):
        self.points("force.csv", "t [s], F [N]", [(0, 0), (0.7, 1.4), (2, 4), (10, 20)])
        code, out, at = final(self.write("m.mech", DRIVEN.format(rate=0, end=10)))
        self.assertEqual(code, 0, out)
        w = 2
        self.assertAlmostEqual(at["x"], 2 / w**2 * (10 - math.sin(w * 10) / w), delta=1e-8)  # ten tolerances (1e-9)

    def test_a_finer_table_comes_closer_with_order_two_at_least(self):
        omega, errors = 3.0, []
        for count in (100, 200, 400):
            self.points("force.csv", "t [s], F [N]",
                        [(i * 6 / count, math.cos(omega * i * 6 / count)) for i in range(count + 1)])
            _, _, at = final(self.write("m.mech", DRIVEN.format(rate=0, end=6)))
            exact = (math.cos(2 * 6) - math.cos(omega * 6)) / (omega**2 - 4)
            errors.append(abs(at["x"] - exact))
        self.assertLess(errors[2], 1e-4)  # h^2 = 2e-4 of a force of size 1, and less
        self.assertLess(errors[1], errors[0] / 3.5)
        self.assertLess(errors[2], errors[1] / 3.5)

    def test_bead_on_a_measured_wire(self):
        self.sine_wire(200)
        code, out, _ = final(self.write("m.mech", BEAD.format(rate=3, end=4)))
        self.assertEqual(code, 0, out)
        self.assertLess(out["certificate"]["energy_defect_rel"], 1e-9)  # the default tolerance
        self.assertLess(out["statistics"]["steps"], 3000)

    def test_a_pulse_between_the_steps_is_not_missed(self):
        pairs = [(0, 0), (3, 0), (3.0005, 2000), (3.001, 0), (10, 0)]
        self.points("force.csv", "t [s], F [N]", pairs)
        _, out, at = final(self.write("m.mech", DRIVEN.format(rate=0, end=10)))
        self.assertGreater(abs(at["x"]) + abs(at["x'"]), 0.1, out)

    def test_every_form_of_use_runs(self):
        self.points("a.csv", "x [m], z [m]", [(-9, -9), (0, 0), (1, 1), (9, 9)])
        self.points("b.csv", "t [s], u [1]", [(0, 1), (2, 1), (5, 2)])
        uses = {
            "kinetic energy": ("1/2*(m + (1 [kg/m])*table(\"a.csv\", x)^2/(1 [m]))*x'^2", "0 [J]", ""),
            "rate in the kinetic energy": ("1/2*m*x'^2 + 1/2*m*table(\"a.csv\", x)'^2", "0 [J]", ""),
            "potential": ("1/2*m*x'^2", "(3 [N])*table(\"a.csv\", x)", ""),
            "function": ("1/2*m*x'^2", "(3 [N])*h(x)", "let h(u) = table(\"a.csv\", u)\n"),
            "composed": ("1/2*m*x'^2", "(3 [N])*table(\"a.csv\", (1 [m])*sin(t/(1 [s])) + x/2)", ""),
            "mass of the time": ("1/2*m*table(\"b.csv\", t)*x'^2", "0 [J]", ""),
            "velocity constraint": ("1/2*m*(x'^2 + y'^2)", "0 [J]", "coord y [m]\n"
                                    "constraint c: y' = table(\"a.csv\", x)*x'/(1 [m])\n"),
        }
        for what, (kinetic, potential, more) in uses.items():
            with self.subTest(use=what):
                model = self.write("m.mech", f"param m = 1 [kg]\ncoord x [m]\n{more}kinetic T = {kinetic}\n"
                                             f"potential V = {potential}\ninitial x = 0.5 [m], x' = 1 [m/s]\n"
                                             "simulate 0..1 [s]\n")
                code, out = run_json("run", model)
                self.assertEqual(code, 0, out)
                self.assertEqual(out["outcome"], "completed", out)
                # Ten tolerances (1e-9).
                self.assertLess(out["certificate"]["energy_defect_rel"], 1e-8, out["certificate"])


class EndOfTheRange(TablesInFolder):
    def test_an_input_follows_a_table_and_its_end_is_said_before(self):
        self.points("force.csv", "t [s], F [N]", [(0, 0), (0.7, 1.4), (2, 4), (5, 10)])
        model = DRIVEN.replace('force F = table("force.csv", t) conjugate x\'',
                               'input F = table("force.csv", t)\nforce P = F conjugate x\'')
        code, out, at = final(self.write("m.mech", model.format(rate=0, end=5)))
        self.assertEqual(code, 0, out)
        self.assertAlmostEqual(at["x"], 0.5 * (5 - math.sin(10) / 2), delta=1e-8)  # ten tolerances (1e-9)
        self.assertEqual([d["code"] for d in out["diagnostics"]], [])
        path = self.write("long.mech", model.format(rate=0, end=10))
        self.assertIn("W0817", run("check", path).stderr + run("check", path).stdout)
        code, out, _ = final(path)
        self.assertEqual(code, 4)
        self.assertIn("W0817", [d["code"] for d in out["diagnostics"]])
        self.assertEqual(out["failure"].count("t = "), 1, out["failure"])

    def test_a_bead_that_leaves_its_table_ends_the_run_with_place_and_time(self):
        self.points("wire.csv", "x [m], z [m]", [(0, 0), (0.1, 0.2), (1, 2), (5, 10)])
        done = run("run", self.write("m.mech", BEAD.format(rate=0, end=3)))
        self.assertNotEqual(done.returncode, 0)
        text = " ".join(done.stdout.split())
        self.assertIn("the table wire.csv begins at x = 0 m and is read at x = -", text.replace("at -", "at x = -"))
        self.assertIn("t = 1.4278", text)

    def test_a_time_behind_the_table_ends_the_run_at_its_end(self):
        self.points("force.csv", "t [s], F [N]", [(0, 0), (2, 4)])
        model = self.write("m.mech", DRIVEN.format(rate=0, end=10))
        code, out = run_json("run", model)
        self.assertNotEqual(code, 0)
        self.assertIn("the table force.csv ends at t = 2 s", json.dumps(out))
        # Steps are shortened towards the last point, to the tolerance.
        self.assertAlmostEqual(out["t_end"], 2, delta=1e-9)
        self.assertEqual(run("run", model, "--to", "2").returncode, 0)

    def test_an_initial_state_outside_is_refused(self):
        self.points("wire.csv", "x [m], z [m]", [(0, 0), (1, 2)])
        for command in ("run", "eval"):
            done = run(command, self.write("m.mech", BEAD.format(rate=0, end=3)))
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("the table wire.csv ends at x = 1 m and is read at", done.stdout + done.stderr)


class Files(TablesInFolder):
    def setUp(self):
        super().setUp()
        self.model = self.write("m.mech", BEAD.format(rate=0, end=0.1))

    def refused(self, code, words, *arguments):
        found, out = run_json("check", self.model, *arguments)
        self.assertNotEqual(found, 0)
        self.assertEqual(out["diagnostics"][0]["code"], code, out)
        self.assertIn(words, json.dumps(out["diagnostics"][0], ensure_ascii=False))
        self.assertEqual(out["diagnostics"][0]["line"], 6)

    def test_a_file_that_is_not_there(self):
        self.refused("E0211", "cannot find the table `wire.csv`")

    def test_a_folder(self):
        (self.folder / "wire.csv").mkdir()
        self.refused("E0211", "it is not a regular file")

    @unittest.skipIf(os.geteuid() == 0, "root may read everything")
    def test_a_file_that_must_not_be_read(self):
        self.sine_wire(10).chmod(0)
        self.refused("E0211", "Permission denied")

    def test_a_file_outside_of_the_folder_of_the_model(self):
        (self.folder / "sub").mkdir()
        self.sine_wire(10)
        self.model = self.write("sub/m.mech", BEAD.replace("wire.csv", "../wire.csv").format(rate=0, end=0.1))
        self.refused("E0211", "--include-root DIR")
        self.assertEqual(run("check", self.model, "--include-root", self.folder).returncode, 0)

    def test_no_line_of_a_file_is_repeated(self):
        self.write("wire.csv", "x [m], z [m]\n0, " + "secret" * 20 + "\n")
        self.refused("E0219", "found `secretsecretsecretsecret…`")

    def test_a_path_is_that_of_the_file_that_names_it(self):
        (self.folder / "parts").mkdir()
        self.points("parts/wire.csv", "x [m], z [m]", [(0, 0), (9, 9)])
        self.write("parts/wire.mech", 'let height = table("wire.csv", x)\n')
        model = self.write("n.mech", 'include "parts/wire.mech"\n' +
                           BEAD.replace('table("wire.csv", x)', "height").format(rate=0, end=0.1))
        self.assertEqual(run("run", model).returncode, 0)

    def test_a_million_rows_are_read_and_more_are_refused_at_once(self):
        def with_rows(count):
            with open(self.folder / "wire.csv", "w", encoding="utf-8") as out:
                out.write("x [m], z [m]\n")
                out.writelines(f"{i},{i % 7}\n" for i in range(count))
        with_rows(1_000_000)
        self.assertEqual(run("check", self.model, timeout=30).returncode, 0)
        with_rows(1_000_001)
        self.refused("E0217", "more than 1000000 rows")


class Shown(TablesInFolder):
    def setUp(self):
        super().setUp()
        self.sine_wire(40)
        self.model = self.write("m.mech", BEAD.format(rate=3, end=0.1))

    def test_facts_of_the_table_in_text_json_and_report(self):
        _, out = run_json("check", self.model)
        self.assertEqual(out["tables"], [{"name": "z_wire", "file": "wire.csv", "column": "z", "argument": "x",
                                          "unit": "m", "argument_unit": "m", "points": 41, "range": [0, 20],
                                          "values": out["tables"][0]["values"], "interpolation": "monotone cubic"}])
        self.assertIn("wire.csv, 41 points, x = 0…20 m", run("check", self.model).stdout)
        page = self.folder / "m.html"
        self.assertEqual(run("report", self.model, "-o", page).returncode, 0)
        self.assertIn("<td>wire.csv</td>", page.read_text(encoding="utf-8"))

    def test_equations_show_it_by_name_and_are_read_back(self):
        self.assertIn("z_wire′(x)", run("derive", self.model).stdout)
        self.assertIn(r"z_{\mathrm{wire}}'(x)", run("derive", self.model, "--format", "latex").stdout)
        for claim, code in (("m*x'' + lambda.wire*z_wire'(x) = 0", 0), ("z' = z_wire'(x)*x'", 0),
                            ("z'' = z_wire'(x)*x'' + z_wire''(x)*x'^2", 0), ('z = table("wire.csv", x)', 0),
                            ("m*x'' + lambda.wire*z_wire(x)/(1 [m]) = 0", 3)):
            with self.subTest(claim=claim):
                self.assertEqual(run("prove", self.model, claim).returncode, code)

    def test_fmt_keeps_it(self):
        once = run("fmt", self.model).stdout
        self.assertIn('constraint wire: z = table("wire.csv", x)', once)

    def test_models_with_equal_tables_are_the_same_motion(self):
        (self.folder / "copy.csv").write_text((self.folder / "wire.csv").read_text(encoding="utf-8"), encoding="utf-8")
        other = self.write("o.mech", BEAD.replace("wire.csv", "copy.csv").format(rate=3, end=0.1))
        _, same = run_json("analyse", self.model, "--against", other)
        self.points("copy.csv", "x [m], z [m]", [(0, 0), (5, 1), (20, 3)])
        _, different = run_json("analyse", self.model, "--against", other)
        self.assertEqual((same["same_motion"], different["same_motion"]), (True, False))

    def test_an_equilibrium_at_a_point_has_no_linear_motion(self):
        self.points("wire.csv", "x [m], z [m]", [(0, 3), (1, 1), (4, 0), (5, 2), (9, 9)])
        _, out = run_json("analyse", self.write("m.mech", BEAD.format(rate=0, end=0.1)))
        text = json.dumps(out["steady_states"])
        self.assertNotIn("eigenvalues", text)
        self.assertIn("the linearisation is discontinuous", json.dumps(out))

    def test_a_claim_that_only_the_points_make_true_is_not_called_false(self):
        self.points("wire.csv", "x [m], z [m]", [(0, 0), (0.1, 0.2), (20, 40)])
        verdicts = [run_json("prove", self.model, claim)[1]["verdict"] for claim in ("z = 2*x", "z = 2.1*x")]
        self.assertEqual(verdicts, ["undecided", "false"])


if __name__ == "__main__":
    unittest.main()
