"""--out leaves whole files with units, and nothing is written without it."""

import csv
import json
import os
import re
import unittest
import xml.etree.ElementTree as xml

from program import HOOP, InFolder, PENDULUM, SEEDS, SLEIGH, run


def spatial_chain(links):
    """Links that swing in two directions, each with names of its own, so that no family folds them."""
    out = "model Long\nparam g = 9.81 [m/s^2]\n"
    for i in range(1, links + 1):
        angle = " + ".join(f"a{k}" for k in range(1, i + 1))
        before = {axis: f"{axis}{i - 1}" if i > 1 else "0" for axis in "xyz"}
        out += f"param m{i} = {i} [kg], l{i} = 1.{i} [m]\ncoord a{i} [rad], b{i} [rad]\n"
        out += f"let x{i} = {before['x']} + l{i}*sin({angle})*cos(b{i})\n"
        out += f"let y{i} = {before['y']} + l{i}*sin(b{i})\n"
        out += f"let z{i} = {before['z']} - l{i}*cos({angle})*cos(b{i})\n"
    speeds = " + ".join(f"1/2*m{i}*(x{i}'^2 + y{i}'^2 + z{i}'^2)" for i in range(1, links + 1))
    heights = " + ".join(f"m{i}*g*z{i}" for i in range(1, links + 1))
    return out + f"kinetic T = {speeds}\npotential V = {heights}\n"


class Outputs(InFolder):
    def test_equations_that_nobody_reads_are_given_with_named_matrices_first(self):
        done = run("derive", "-", "--full", text=spatial_chain(5))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue("M(t, q)·v̇ = h(t, q, v); M 10×10, h 10" in done.stdout, done.stdout[:200])
        self.assertTrue("(b₅)" in done.stdout, done.stdout[-200:])
        idle = re.search(r"(?:\(|[+−] )\([^()]*\)(?: [+−]|\))", " ".join(done.stdout.split()))
        self.assertIsNone(idle, "a bracket that holds nothing together")
        self.assertNotIn("matrix form", run("derive", SLEIGH).stdout)

    def test_long_equations_leave_a_page_of_two_screens_unless_all_is_asked_for(self):
        bicycle = SEEDS.parent / "gallery" / "benchmark_bicycle.mech"
        page = run("derive", bicycle).stdout
        self.assertIn("M(t, q)·v̇ = h(t, q, v) + A(t, q)ᵀ·λ, A·v̇ = γ(t, q, v); M 9×9, h 9, A 6×9, γ 6", page)
        self.assertIn("too long for this page; see --full", page)
        self.assertIn("(θR)  IRy·(θ̈R + ẇBy)", page)  # what is short stays
        self.assertLess(len(page.splitlines()), 110)
        everything = run("derive", bicycle, "--full").stdout
        self.assertGreater(len(everything.splitlines()), 900)
        self.assertNotIn("see --full", everything)
        latex = run("derive", bicycle, "--format", "latex").stdout
        self.assertIn("% matrix form: M(t, q)*v' = h(t, q, v) + A(t, q)^T*lambda", latex)
        self.assertIn("% the equation of psi is too long for a page", latex)
        impulses = run("derive", bicycle, "--form", "impulse").stdout
        self.assertLess(len(impulses.splitlines()), 100)
        self.assertIn("too long for this page; see --full", impulses)
        self.assertNotIn("see --full", run("derive", bicycle, "--form", "impulse", "--full").stdout)
        for form in ("eliminated", "voronets"):
            reduced = run("derive", bicycle, "--form", form).stdout
            self.assertIn("v = S(t, q)·u + c(t, q), Sᵀ·(M(t, q)·v̇ − h(t, q, v)) = 0; u 3 independent speeds, S 9×3",
                          " ".join(reduced.split()))
            self.assertLess(len(reduced.splitlines()), 110)

    def test_json_has_the_equations_that_a_page_leaves_out(self):
        text = spatial_chain(3)
        out = json.loads(run("derive", "-", "--json", text=text).stdout)
        self.assertTrue(all(e["text"] for e in out["equations"]), out["equations"])

    def test_nothing_is_written_without_out(self):
        run("run", SLEIGH)
        model = self.write("pendulum.mech", PENDULUM + 'export csv "p.csv" { columns = (t, x) }\n')
        run("run", model)
        self.assertEqual([p.name for p in self.folder.iterdir()], ["pendulum.mech"])

    def test_out_writes_table_plots_and_result(self):
        out = self.folder / "deep" / "results"
        done = run("run", HOOP, "--out", out)
        self.assertEqual(done.returncode, 0)
        names = sorted({p.name for p in out.iterdir()} - {"run.json"})
        self.assertIn("table.csv", names)
        self.assertIn("result.json", names)
        self.assertGreaterEqual(sum(name.endswith(".svg") for name in names), 3)
        result = json.loads((out / "result.json").read_text(encoding="utf-8"))
        self.assertEqual(sorted(os.path.basename(f) for f in result["files"]), names)

    def test_the_table_has_units_and_every_quantity(self):
        run("run", HOOP, "--to", "2", "--out", self.folder)
        with open(self.folder / "table.csv", encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))
        head = rows[0]
        for name in ("t [s]", "r [m]", "theta [rad]", "r' [m/s]", "theta'' [rad/s^2]", "lambda.hoop [N]", "R [N]", "T [J]",
                     "E [J]"):
            self.assertIn(name, head)
        self.assertEqual(len({len(row) for row in rows}), 1)
        self.assertEqual((float(rows[1][0]), float(rows[-1][0])), (0.0, 2.0))
        lam, reaction = head.index("lambda.hoop [N]"), head.index("R [N]")
        self.assertTrue(all(float(row[lam]) == float(row[reaction]) for row in rows[1:]))

    def test_impacts_of_contacts_are_a_table(self):
        model = self.write("ball.mech", """model Ball
param m = 2 [kg], g = 10 [m/s^2], e = 0.5
coord y [m]
kinetic T = 1/2*m*y'^2
potential V = m*g*y
constraint floor: y >= 0 { restitution = e }
initial y = 5 [m]
simulate 0..2.4 [s]
""")
        self.assertEqual(run("run", model, "--out", self.folder).returncode, 0)
        with open(self.folder / "impacts.csv", encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))
        self.assertEqual(rows[0], ["t [s]", "struck", "impulse of floor [N·s]", "energy lost [J]"])
        for row, expected in zip(rows[1:], ((1.0, 30.0, 75.0), (2.0, 15.0, 18.75)), strict=True):
            self.assertEqual(row[1], "floor")
            for value, wanted in zip((row[0], row[2], row[3]), expected, strict=True):
                # Free fall is exact in steps: rounding of the instants, and what sums of them lose.
                self.assertAlmostEqual(float(value), wanted, delta=1e-10 * wanted)

    def test_plots_are_well_formed_pictures(self):
        run("run", HOOP, "--out", self.folder)
        for path in self.folder.glob("*.svg"):
            with self.subTest(plot=path.name):
                self.assertTrue(xml.parse(path).getroot().tag.endswith("svg"))

    def test_an_export_takes_its_columns_under_its_own_name(self):
        model = self.write("p.mech", PENDULUM + 'export csv "sub/p.csv" { columns = (t, x, F) }\n')
        run("run", model, "--out", self.folder / "o")
        with open(self.folder / "o" / "sub" / "p.csv", encoding="utf-8", newline="") as file:
            self.assertEqual(next(csv.reader(file)), ["t [s]", "x [m]", "F [N]"])

    def test_an_export_cannot_leave_the_folder(self):
        for name in ("../p.csv", "/tmp/p.csv", "a/../../p.csv"):
            with self.subTest(name=name):
                model = self.write("p.mech", PENDULUM + f'export csv "{name}" {{ columns = (t, x) }}\n')
                done = run("run", model, "--out", self.folder / "o")
                self.assertEqual(done.returncode, 1)
                self.assertIn("outside the folder", done.stderr)
                self.assertFalse((self.folder / "p.csv").exists())

    def test_a_second_run_replaces_whole_files_and_leaves_no_others(self):
        model = self.write("p.mech", PENDULUM + "plot x vs t\n")
        for _ in range(2):
            run("run", model, "--out", self.folder / "o")
        names = sorted(p.name for p in (self.folder / "o").iterdir())
        self.assertEqual(names, ["picture.svg", "plot1_x.svg", "result.json", "run.json", "table.csv"])

    def test_a_folder_that_cannot_be_made_is_named(self):
        blocker = self.write("file", "")
        done = run("run", SLEIGH, "--out", blocker / "results")
        self.assertEqual(done.returncode, 74)
        self.assertIn("file", done.stderr)


if __name__ == "__main__":
    unittest.main()
