"""`report` writes one page that needs nothing else; `derive` speaks MathML, HTML and LaTeX."""

import json
import re
import unittest
import xml.etree.ElementTree as xml

from program import HOOP, IMPACT, InFolder, PENDULUM, SEEDS, SLEIGH, run, run_json

COIN = SEEDS / "s2_rolling_coin.mech"
FREE = """model M
param m = 2 [kg], k = 8 [N/m]
coord x [m]
kinetic T = 1/2*m*x'^2
potential V = 1/2*k*x^2
initial x = 1 [m]
simulate 0..1 [s]
"""
PUSHED = """model Pushed
param mc = 1 [kg], mb = 0.2 [kg], l = 0.5 [m], k = 20 [N/m], c = 0.3 [N*s/m], g = 9.81 [m/s^2]
input F [N] = 0
coord s [m], theta [rad]
let xb = s + l*sin(theta)
let yb = -l*cos(theta)
kinetic T = 1/2*mc*s'^2 + 1/2*mb*(xb'^2 + yb'^2)
potential V = 1/2*k*s^2 + mb*g*yb
dissipation D = 1/2*c*s'^2
force push on s = F
initial s = 0.1 [m], theta = 0.4 [rad]
simulate 0..1 [s]
"""
BOUNCE = """model HalfCar
param m = 600 [kg], J = 900 [kg*m^2], a = 1.2 [m], b = 1.5 [m], kf = 18 [kN/m], kr = 22 [kN/m]
coord z [m], theta [rad]
kinetic T = 1/2*m*z'^2 + 1/2*J*theta'^2
potential V = 1/2*kf*(z - a*theta)^2 + 1/2*kr*(z + b*theta)^2
initial z = 0.05 [m], theta = 0.02 [rad]
simulate 0..1 [s]
"""
MATHML = "{http://www.w3.org/1998/Math/MathML}"


class Report(InFolder):
    def page(self, model, *arguments):
        path = self.folder / "page.html"
        done = run("report", model, "-o", path, *arguments)
        return done, path.read_text(encoding="utf-8")

    def test_the_page_asks_no_network_and_holds_no_script(self):
        _, html = self.page(COIN)
        self.assertNotIn("<script", html)
        links = re.findall(r'(?:href|src)\s*=\s*"([^"]*)"', html)
        self.assertTrue(links)
        for link in links:
            self.assertTrue(link.startswith("#") or link == "data:,", link)
        self.assertEqual(re.findall(r'url\((?!"data:)', html), [])
        self.assertNotIn("@import", html)

    def test_every_equation_of_the_form_stands_on_the_page(self):
        _, html = self.page(COIN)
        shown = {text.replace("&lt;", "<").replace("&gt;", ">") for text in re.findall(r'data-text="([^"]*)"', html)}
        for form in ("lagrange", "explicit", "voronets"):
            _, derived = run_json("derive", COIN, "--form", form)
            for equation in derived["equations"]:
                self.assertIn(equation["text"], shown)

    def test_energies_and_definitions_stand_in_the_words_of_the_model(self):
        _, html = self.page(SEEDS.parent / "gallery" / "n_pendulum.mech")
        shown = set(re.findall(r'data-text="([^"]*)"', html))
        self.assertTrue("T = sum(i in 1..n: 1/2*m[i]*(x[i]'^2 + y[i]'^2))" in shown)
        self.assertTrue("V = sum(i in 1..n: m[i]*g*y[i])" in shown)
        self.assertTrue("<mo>∑</mo>" in html)

    def test_families_take_one_line_each(self):
        _, html = self.page(SEEDS.parent / "gallery" / "chain.mech", "--set", "n=40", "--to", "0.01")
        table = re.search(r"<caption>Coordinates</caption>.*?</table>", html, re.S).group()
        self.assertEqual(table.count("<tr>"), 3)  # the head, x and y
        self.assertEqual(html.count('<p class="with soft"><strong>'), 1)  # the constraint of each link
        words = re.sub(r"<[^>]+>", "", re.sub(r"<(style|svg).*?</\1>", "", html, flags=re.S))
        self.assertLess(len(words), 30_000)

    def test_parameters_of_a_family_take_one_line(self):
        _, html = self.page(SEEDS.parent / "gallery" / "n_pendulum.mech", "--set", "n=40", "--to", "0.01")
        table = re.search(r"<caption>Parameters</caption>.*?</table>", html, re.S).group()
        self.assertEqual(table.count("<tr>"), 5)  # the head, m, l, g and c
        self.assertLess(html.count("(too long to print)"), 20)

    def test_long_lists_of_symbols_stand_in_two_columns_on_paper(self):
        bicycle = SEEDS.parent / "gallery" / "benchmark_bicycle.mech"
        self.assertEqual(run("report", bicycle, "-o", self.folder / "p.html").returncode, 0)
        html = (self.folder / "p.html").read_text()
        for caption in ("Coordinates", "Parameters"):
            self.assertIn(f'<div class="scroll list"><table>\n<caption>{caption}</caption>', html)
        paper = html[html.index("@media print {"):]
        self.assertIn(".list { columns: 2;", paper)
        self.assertNotIn('class="scroll list"', self.page(SLEIGH)[1])

    def test_rows_are_inserted_only_where_they_are_of_velocities(self):
        _, html = self.page(SEEDS.parent / "gallery" / "chain.mech", "--set", "n=2", "--to", "0.01")
        self.assertIn('id="form-hamilton"', html)
        for form in ("voronets", "naive"):
            self.assertNotIn(f'id="form-{form}"', html)

    def test_sections_say_what_there_is_to_say(self):
        _, html = self.page(COIN)
        self.assertEqual(re.findall(r"<h2[^>]*>(.*?)</h2>", html),
                         ["System", "Derivation", "Equations of motion", "Constraint forces", "Conservation laws",
                          "Equilibria and stability", "Motion", "Accuracy"])
        self.assertEqual(re.findall(r'<section id="(\w+)"', html), re.findall(r'<li><a href="#(\w+)">', html))
        plots = html[html.index('<section id="motion"'):html.index('<section id="accuracy"')]
        self.assertEqual(plots.count("<figure>"), 4)

    def test_the_page_begins_with_what_the_system_is(self):
        words = self.words_of(COIN)
        for said in ("five coordinates", "Two constraints act: both are non-holonomic", "three degrees of freedom",
                     "eight initial values", "Forces with a potential act"):
            self.assertIn(said, words)
        words = self.words_of(IMPACT)
        self.assertIn("holonomic", words)
        self.assertIn("one impact happens: stop", words)
        words = self.words_of(self.write("m.mech", FREE + "input u [N] = 0\nforce F on x = u\n"))
        for said in ("one coordinate, x", "No constraint acts", "Forces with a potential and the applied force F act",
                     "Its input is u"):
            self.assertIn(said, words)

    def words_of(self, model):
        """The paragraph at the start of the page."""
        _, html = self.page(model)
        return re.sub(r"<[^>]+>", "", re.search(r'<p class="lead">(.*?)</p>', html, re.S).group(1))

    def test_a_system_without_constraints_has_no_multipliers(self):
        _, html = self.page(self.write("m.mech", FREE))
        page = re.sub(r"<style>.*?</style>", "", html, flags=re.S)
        self.assertNotIn("ultiplier", page)
        self.assertNotIn("Constraint forces", page)
        self.assertNotIn('id="form-maggi"', page)
        self.assertNotIn('id="form-eliminated"', page)

    def test_a_holonomic_system_has_no_forms_of_nonholonomic_ones(self):
        integrable = SEEDS / "c27_integrable_set.mech"
        for model in (HOOP, IMPACT, integrable, self.write("m.mech", FREE)):
            _, html = self.page(model)
            for form in ("voronets", "naive"):
                self.assertNotIn(f'id="form-{form}"', html, model.name)
        self.assertIn('id="form-voronets"', self.page(SLEIGH)[1])

    def test_constraint_forces_are_numbered_equations_and_no_number_stands_twice(self):
        for model, forces in ((COIN, 2), (SLEIGH, 1), (SEEDS.parent / "gallery" / "slider_crank.mech", 4)):
            _, html = self.page(model)
            numbers = [int(n) for n in re.findall(r'<span class="number">\((\d+)\)</span>', html)]
            self.assertEqual(sorted(numbers), list(range(1, len(numbers) + 1)), model.name)
            section = html[html.index('<section id="reactions"'):html.index('<section id="conservation"')]
            self.assertEqual(len(re.findall(r'id="eq-force-\d+"', section)), forces, model.name)
            self.assertEqual(section.count('<p class="with soft">'), forces, model.name)
            self.assertRegex(section, r'<a href="#eq-(explicit|lagrange)-\d+">\(\d+\)</a>')

    def test_forms_that_do_not_apply_take_one_line(self):
        _, html = self.page(COIN)
        line = re.findall(r"<p[^>]*>(Forms that do not apply – .*?)</p>", html)
        self.assertEqual(len(line), 1)
        self.assertIn("Routh’s reduction: no coordinate is cyclic", line[0])
        self.assertNotIn("does not apply", line[0].replace("do not apply", ""))

    def test_a_characteristic_equation_is_one_formula(self):
        _, html = self.page(COIN)
        analysed = json.loads(run("analyse", COIN, "--json").stdout)["symbolic_steady_motions"]["motions"]
        boxes = html[:html.index("<h3>For the given parameters")].split('<div class="steady">')[1:]
        self.assertEqual(len(boxes), len(analysed))
        for box in boxes:
            formulas = re.findall(r'<div class="formula">(.*?)</div>', box, re.S)
            self.assertEqual(len(formulas), 1)
            self.assertEqual(formulas[0].count("<math"), 1)
            self.assertIn('data-text="s^2', box)

    def test_powers_of_a_characteristic_polynomial_fall(self):
        _, html = self.page(SEEDS.parent / "gallery" / "double_pendulum.mech")
        texts = [t for t in re.findall(r'data-text="([^"]*)"', html) if t.startswith("s^4")]
        self.assertEqual(len(texts), 4)
        for text in texts:
            self.assertLess(text.index("s^4"), text.index("s^2"))
            self.assertTrue(text.endswith(" = 0"))
            self.assertIsNone(re.search(r"\+ -", text))

    def test_modes_and_steady_states_have_a_cell_for_each_value(self):
        model = SEEDS.parent / "gallery" / "double_pendulum.mech"
        _, html = self.page(model)
        states = json.loads(run("analyse", model, "--json").stdout)["steady_states"]
        section = html[html.index('<section id="equilibria"'):html.index('<section id="motion"')]
        tables = re.findall(r"<table>.*?</table>", section, re.S)
        self.assertEqual(len(tables), 1 + len(states))
        cells = [[re.findall(r"<td[^>]*>(.*?)</td>", row, re.S) for row in
                  re.findall(r"<tr><td.*?</tr>", table, re.S)] for table in tables]
        self.assertEqual(len(cells[0]), len(states))
        for state, row in zip(states, cells[0]):
            self.assertEqual(len(row), tables[0].count("<th "))
            for name, cell in zip(("theta1", "theta2"), row[-2:]):
                # Cells have five digits.
                self.assertAlmostEqual(float(cell.replace("−", "-")), state["state"][name], places=3)
        for state, rows in zip(states, cells[1:]):
            values = state["small_oscillations"]["omega_squared"]
            self.assertEqual([len(row) for row in rows], [5] * len(values))  # value, rate, period, two entries
            for value, row in zip(values, rows):
                self.assertAlmostEqual(float(row[0].replace("−", "-")) / value, 1.0, places=3)  # cells have five digits
                self.assertIn("1.0000", row[3:])
                self.assertEqual([len(entry.partition(".")[2]) for entry in row[3:]], [4, 4])

    def test_matrices_of_the_linear_motion_stand_where_inputs_are_declared(self):
        _, html = self.page(self.write("m.mech", FREE + "input u [N] = 0\nforce F on x = u\n"))
        for name in "ABCD":
            self.assertRegex(html, f"<mi>{name}</mi><mo>=</mo><mrow><mo form=\"prefix\">\\(</mo><mtable>")
        self.assertNotIn("<mi>A</mi><mo>=</mo><mrow><mo form=\"prefix\">", self.page(self.write("m.mech", FREE))[1])

    def test_what_two_states_have_alike_in_the_linear_motion_is_said_once(self):
        _, html = self.page(self.write("m.mech", PUSHED))
        matrix = "<mi>{}</mi><mo>=</mo><mrow><mo form=\"prefix\">\\(</mo><mtable>"
        self.assertEqual([len(re.findall(matrix.format(name), html)) for name in "ABCD"], [2, 2, 1, 1])

    def test_the_growth_rate_has_a_letter_that_the_model_does_not_use(self):
        _, html = self.page(self.write("m.mech", PUSHED))
        polynomials = re.findall(r'data-text="((?:s|sigma)\^4 [^"]*)"', html)
        self.assertEqual(len(polynomials), 2)
        for text in polynomials:
            self.assertTrue(text.startswith("sigma^4 + (c/mc)*sigma^3"), text)

    def test_no_divisor_stands_above_another_one(self):
        _, html = self.page(SEEDS.parent / "gallery" / "watt_governor.mech")
        shown = set(re.findall(r'data-text="([^"]*)"', html))
        self.assertIn("sigma*(sigma^2 + (m + M)*g/(m*l) - psi'^2) = 0", shown)
        for model in (SEEDS.parent / "gallery" / "watt_governor.mech", COIN, self.write("m.mech", PUSHED)):
            formulas = re.findall(r"<math.*?</math>", self.page(model)[1], re.S)
            self.assertGreater(len(formulas), 40)
            for fraction in (f for formula in formulas for f in xml.fromstring(formula).iter("mfrac")):
                inside = [inner for inner in fraction[0].iter("mfrac") if {part.tag for part in inner} != {"mn"}]
                self.assertEqual(inside, [], xml.tostring(fraction))

    def test_the_page_speaks_in_symbols_and_words(self):
        _, html = self.page(SEEDS.parent / "gallery" / "two_wheeled_robot.mech")
        self.assertIn('data-text="P.motor_L = tau_L*phi_L\'"', html)
        words = re.sub(r"<[^>]+>", "", re.sub(r"<(style|svg|pre).*?</\1>", "", html, flags=re.S))
        self.assertIn("by the constraints left, right", words)
        for machine in ("v_G", "T' =", "T − V", "T+V"):
            self.assertNotIn(machine, words)
        _, html = self.page(self.write("m.mech", PUSHED))
        self.assertRegex(html, r"<msub><mi>m</mi><mi>c</mi></msub>")
        self.assertIn("±", html)

    def test_only_what_has_ignorable_coordinates_is_said_to_move_steadily(self):
        for model, moves in (("watt_governor", True), ("double_pendulum", False)):
            _, html = self.page(SEEDS.parent / "gallery" / f"{model}.mech")
            self.assertEqual("ignorable coordinates moving" in html, moves)
            self.assertEqual("can stay at rest where" in html, not moves)

    def test_a_constant_has_no_sign_before_it(self):
        _, html = self.page(SEEDS / "s4_rods_impact.mech")
        row = html[html.index("<dt>symmetries</dt>"):html.index('<section id="equilibria"')]
        self.assertIn("const", row)
        self.assertNotRegex(row, r"<math[^>]*><mrow>(<mrow>)?<mo form=\"prefix\">−</mo>[^=]*<mo>=</mo>[^=]*const")

    def test_reciprocals_stand_over_one_bar(self):
        _, html = self.page(SEEDS.parent / "gallery" / "double_pendulum.mech")
        for text in re.findall(r'data-text="(s\^4 [^"]*)"', html):
            self.assertNotIn("(1/", text)

    def test_states_of_a_system_of_dials_have_no_pictures(self):
        for model, wanted in ((BOUNCE, False), (PUSHED, True)):
            _, html = self.page(self.write("m.mech", model))
            section = html[html.index('<section id="equilibria"'):html.index('<section id="motion"')]
            self.assertIn("State 1.", section)
            self.assertEqual("<svg" in section, wanted)

    def test_no_line_ends_within_a_value_or_before_a_comma(self):
        _, html = self.page(self.write("m.mech", PUSHED))
        row = html[html.index("initial state"):html.index("Runge")]
        self.assertIn('</math>\u00a0=\u00a00.1\u00a0m,</span>', row)

    def test_a_run_of_equal_initial_values_is_said_once(self):
        _, html = self.page(SEEDS.parent / "gallery" / "n_pendulum.mech")
        row = html[html.index("initial state"):html.index("Taylor series")]
        self.assertEqual(row.count("\u00a0=\u00a0"), 2)

    def test_an_effective_potential_is_a_sum_where_that_is_shorter(self):
        text = run("analyse", SEEDS.parent / "gallery" / "spherical_pendulum.mech").stdout
        self.assertIn("V_eff = p_φ²/(2·m·l²·sin² θ) − m·l·g·cos θ", " ".join(text.split()))

    def test_accuracy_is_said_in_words(self):
        _, html = self.page(COIN)
        section = html[html.index('<section id="accuracy"'):html.index("<footer>")]
        words = re.sub(r"<[^>]+>", "", section)
        for said in ("constraint slip_x: the velocities satisfy it", "energy: its change equals the work done",
                     "equations of motion: the accelerations satisfy them", "within the bounds"):
            self.assertIn(said, words)
        self.assertEqual(section.count("<li>"), 12)
        _, html = self.page(self.write("m.mech", PENDULUM + "check x = 1 [m]\n"))
        self.assertIn('<span class="bad">✗</span>', html)

    def test_links_lead_somewhere_and_names_are_given_once(self):
        _, html = self.page(SLEIGH)
        names = re.findall(r'\sid="([^"]*)"', html)
        self.assertEqual(len(names), len(set(names)))
        for link in re.findall(r'href="#([^"]+)"', html):
            self.assertIn(link, names)

    def test_the_page_is_well_formed(self):
        for model in (COIN, SLEIGH, IMPACT, HOOP):
            with self.subTest(model=model.name):
                _, html = self.page(model)
                body = html[html.index("<body>"):html.index("</html>")].replace("<wbr>", "<wbr/>")
                xml.fromstring(body)

    def test_what_the_user_wrote_is_escaped(self):
        model = self.write("m.mech", PENDULUM.replace('"in x and y"', '"<b>x</b> & y"'))
        _, html = self.page(model)
        self.assertIn("&lt;b&gt;x&lt;/b&gt; &amp; y", html)
        self.assertNotIn("<b>", html)

    def test_a_model_that_is_not_simulated_still_has_a_page(self):
        model = self.write("m.mech", re.sub(r"(?m)^(simulate|initial).*\n", "", PENDULUM))
        done, html = self.page(model)
        self.assertIn('<section id="equations"', html)
        self.assertIn(done.returncode, (0, 4))

    def test_the_run_of_a_large_system_is_shown_as_far_as_its_work_is_bounded(self):
        model = self.write("m.mech", PENDULUM.replace("simulate 0..1 [s]", "simulate 0..20000 [s]"))
        done, html = self.page(model)
        self.assertEqual(done.returncode, 0)
        self.assertIn("run shown in part", html)
        self.assertIn("certificate and checks cover this interval only", html)
        self.assertIn("--whole-run", html)
        _, html = self.page(self.write("short.mech", PENDULUM), "--whole-run")
        self.assertNotIn("run shown in part", html)

    def test_a_failing_check_is_shown_and_ends_with_3(self):
        model = self.write("m.mech", PENDULUM + "check x = 1 [m]\n")
        done, html = self.page(model)
        self.assertEqual(done.returncode, 3)
        self.assertIn("1 of 1 checks fail", html)

    def test_forms_are_those_asked_for(self):
        _, html = self.page(COIN, "--form", "voronets")
        self.assertEqual(re.findall(r'<details id="form-(\w+)"', html), ["voronets"])

    def test_a_wrong_model_leaves_no_page(self):
        done = run("report", self.write("m.mech", "model M\ncoord x\nkinetic T = y'^2\n"), "-o", self.folder / "p.html")
        self.assertEqual(done.returncode, 1)
        self.assertFalse((self.folder / "p.html").exists())

    def test_a_page_that_cannot_be_written_has_an_exit_code_of_its_own(self):
        self.assertEqual(run("report", SLEIGH, "-o", self.write("file", "") / "p.html").returncode, 74)

    def test_json_names_the_file_and_the_system(self):
        code, out = run_json("report", SLEIGH, "-o", self.folder / "p.html")
        self.assertEqual((code, out["schema"], out["model"]), (0, "dalembert.report/1", "ChaplyginSleigh"))
        self.assertTrue(out["file"].endswith("p.html"))
        self.assertEqual(run("report", SLEIGH, "-o", "-", "--json").returncode, 2)

    def test_a_dash_writes_the_page_to_standard_output(self):
        done = run("report", SLEIGH, "-o", "-")
        self.assertTrue(done.stdout.startswith("<!doctype html>"))


class Notations(unittest.TestCase):
    def test_mathml_is_one_well_formed_element_with_a_numbered_line_for_each_equation(self):
        _, derived = run_json("derive", COIN)
        root = xml.fromstring(run("derive", COIN, "--format", "mathml").stdout)
        self.assertEqual(root.tag, MATHML + "math")
        numbers = [node.text for node in root.iter(MATHML + "mtext") if re.fullmatch(r"\(\d+\)", node.text or "")]
        wanted = len(derived["equations"]) + len(derived["constraints"]) + len(derived["reactions"])
        self.assertEqual(numbers, [f"({i + 1})" for i in range(wanted)])

    def test_html_is_a_page_with_every_equation(self):
        _, derived = run_json("derive", SLEIGH, "--form", "explicit")
        html = run("derive", SLEIGH, "--form", "explicit", "--format", "html").stdout
        self.assertTrue(html.startswith("<!doctype html>"))
        for equation in derived["equations"]:
            self.assertIn(f'data-text="{equation["text"]}"', html)

    def test_latex_closes_what_it_opens(self):
        for model in (COIN, SLEIGH, IMPACT):
            text = run("derive", model, "--format", "latex").stdout
            self.assertEqual(text.count("{"), text.count("}"))
            self.assertEqual(sorted(re.findall(r"\\begin\{(\w+)\}", text)), sorted(re.findall(r"\\end\{(\w+)\}", text)))
            self.assertEqual(len(re.findall(r"\\bigl|\\Bigl", text)), len(re.findall(r"\\bigr|\\Bigr", text)))


if __name__ == "__main__":
    unittest.main()
