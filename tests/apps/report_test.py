"""`report` writes one page that needs nothing else; `derive` speaks MathML, HTML and LaTeX."""

import re
import unittest
import xml.etree.ElementTree as xml

from program import HOOP, IMPACT, InFolder, PENDULUM, SEEDS, SLEIGH, run, run_json

COIN = SEEDS / "s2_rolling_coin.mech"
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
        self.assertNotIn("url(", html)
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
        for section in ("system", "constraints", "derivation", "equations", "reactions", "analysis", "motion",
                        "certificate", "making"):
            self.assertIn(f'<section id="{section}"', html)
            self.assertIn(f'<a href="#{section}">', html)
        self.assertEqual(html.count("<figure>"), 4)

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
