"""The page of `report` in a browser: rendered, nothing overflows, nothing on the console, every equation there."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

from chromium import Chromium

PROGRAM = os.environ["DALEMBERT"]
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MODELS = ["seeds/s2_rolling_coin", "seeds/s0_chaplygin_sleigh", "seeds/s4_rods_impact", "seeds/s1_rheonomic_bead",
          "gallery/foucault", "gallery/andrews_squeezer", "gallery/fourbar", "gallery/n_pendulum",
          "gallery/spherical_pendulum", "gallery/watt_governor", "gallery/benchmark_bicycle"]
FAMILIES = ["gallery/n_pendulum"]  # whose equations have an index, one line for all members
LONG = ["gallery/benchmark_bicycle"]  # of whose equations the page says that they are too long
WIDTHS = (390, 1400)

# Elements that reach beyond the window although nothing above them scrolls.
OVERFLOW = """(() => {
  const scrolls = e => { for (let p = e; p; p = p.parentElement)
    if (['auto', 'scroll'].includes(getComputedStyle(p).overflowX)) return true; return false; };
  const out = [...document.body.querySelectorAll('*')].filter(e =>
    e.getBoundingClientRect().right > innerWidth + 0.5 && e.getBoundingClientRect().width > 0 && !scrolls(e) &&
    !e.ownerSVGElement); // a drawing clips what is in it
  return out.slice(0, 5).map(e => e.tagName + ': ' + e.textContent.slice(0, 80)); })()"""

# Visible texts whose contrast against the page is below the 4.5 of WCAG 2 AA.
FAINT = """(() => {
  const light = c => { const [r, g, b] = c.match(/[\\d.]+/g).map(Number).map(v => v / 255)
    .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const below = e => { for (let p = e; p; p = p.parentElement) { const c = getComputedStyle(p).backgroundColor;
    if (!c.startsWith('rgba(')) return light(c); } return 1; };
  const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  return [...document.body.querySelectorAll('p,dt,dd,h1,h2,h3,h4,a,td,th,summary,span,code,math')]
    .filter(e => e.textContent.trim() && ratio(light(getComputedStyle(e).color), below(e)) < 4.5)
    .map(e => e.tagName + ': ' + e.textContent.slice(0, 60)).slice(0, 5); })()"""

# Formulas that are shown but take no room.
UNSET = """[...document.querySelectorAll('math')].filter(e => e.checkVisibility() &&
  (e.getBoundingClientRect().width < 2 || e.getBoundingClientRect().height < 4)).length"""


# Tables and formulas that are wider than the text of a printed page.
TOO_WIDE = """[...document.querySelectorAll('table, .formula')].filter(e => e.checkVisibility() &&
  e.scrollWidth > document.querySelector('main').clientWidth + 1).map(e => e.textContent.slice(0, 60))"""
PAPER = 680  # px: A4 less its margins


class ReportPage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.browser = Chromium()
        cls.addClassCleanup(cls.browser.close)
        cls.pages = {}
        for model in MODELS:
            path = pathlib.Path(cls.folder.name) / (pathlib.Path(model).name + ".html")
            subprocess.run([PROGRAM, "report", ROOT / "models" / f"{model}.mech", "-o", path, "-q"], check=True)
            cls.pages[model] = path

    def setUp(self):
        self.browser.complaints.clear()

    def test_nothing_overflows_on_a_phone_and_on_a_desk(self):
        for path in self.pages.values():
            for width in WIDTHS:
                self.browser.show(path, width)
                self.browser.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
                self.assertLessEqual(self.browser.evaluate("document.documentElement.scrollWidth"), width, path.name)
                self.assertEqual(self.browser.evaluate(OVERFLOW), [], path.name)

    def test_the_console_stays_silent_and_the_network_unasked(self):
        for path in self.pages.values():
            for scheme in ("light", "dark"):
                self.browser.show(path, WIDTHS[1], scheme=scheme)
                self.browser.evaluate("scrollTo(0, document.body.scrollHeight)")
        self.assertEqual(self.browser.complaints, [])

    def test_every_equation_is_set_and_visible(self):
        for model, path in self.pages.items():
            self.browser.show(path, WIDTHS[1])
            derived = json.loads(subprocess.run([PROGRAM, "derive", ROOT / "models" / f"{model}.mech", "--json"],
                                                check=True, capture_output=True, text=True).stdout)
            shown = self.browser.evaluate("""[...document.querySelectorAll('.equation')]
              .filter(e => e.checkVisibility() && e.querySelector('math')).map(e => e.dataset.text)""")
            for equation in derived["equations"] if model not in FAMILIES + LONG else []:
                if equation["text"] is not None and len(equation["text"]) < 4000:
                    self.assertIn(equation["text"], shown)
            self.assertEqual(self.browser.evaluate(UNSET), 0)
            self.assertEqual(self.browser.evaluate("document.querySelectorAll('merror, parsererror').length"), 0)

    def test_texts_can_be_read_in_light_and_dark(self):
        for path in self.pages.values():
            for scheme in ("light", "dark"):
                self.browser.show(path, WIDTHS[1], scheme=scheme)
                self.assertEqual(self.browser.evaluate(FAINT), [], path.name)

    def test_light_and_dark_differ(self):
        path = self.pages[MODELS[0]]
        papers = set()
        for scheme in ("light", "dark"):
            self.browser.show(path, WIDTHS[1], scheme=scheme)
            papers.add(self.browser.evaluate("getComputedStyle(document.body).backgroundColor"))
        self.assertEqual(len(papers), 2)

    def test_print_leaves_closed_steps_closed_and_shows_no_contents(self):
        self.browser.show(self.pages[MODELS[0]], 800, media="print")
        heights = """[...document.querySelectorAll('details')].filter(d => d.open === %s).map(d =>
          d.getBoundingClientRect().height / d.querySelector('summary').getBoundingClientRect().height)"""
        closed = self.browser.evaluate(heights % "false")
        self.assertGreater(len(closed), 4)
        self.assertLess(max(closed), 1.5)
        self.assertGreater(min(self.browser.evaluate(heights % "true")), 1.5)
        self.assertFalse(self.browser.evaluate("document.querySelector('nav').checkVisibility()"))

    def test_a_page_of_one_freedom_takes_at_most_six_sheets_and_no_heading_ends_one(self):
        for model, path in self.pages.items():
            self.browser.show(path, 800)
            sheets = self.browser.paper()
            if model in ("seeds/s1_rheonomic_bead", "gallery/andrews_squeezer", "gallery/fourbar"):
                self.assertLessEqual(len(sheets), 6, model)
            headings = self.browser.evaluate("[...document.querySelectorAll('h2, h3')].map(h => h.textContent)")
            for sheet in sheets:
                lines = [line for line in sheet.splitlines() if line.strip()]
                self.assertNotIn(lines[-1].strip() if lines else "", headings, model)

    def test_nothing_is_wider_than_paper(self):
        for path in self.pages.values():
            self.browser.show(path, PAPER, media="print")
            self.assertEqual(self.browser.evaluate(TOO_WIDE), [], path.name)

    def test_formulas_are_set_in_the_font_of_the_page(self):
        self.browser.show(self.pages[MODELS[0]], WIDTHS[1])
        self.assertTrue(self.browser.evaluate("document.fonts.check('16px \"Dalembert Math\"', 'ψ')"))
        self.assertEqual(self.browser.evaluate("[...document.fonts].map(f => f.status).join()"), "loaded")

    def test_figures_and_contents_have_names_for_a_screen_reader(self):
        for path in self.pages.values():
            self.browser.show(path, WIDTHS[1])
            self.assertEqual(self.browser.evaluate(
                "[...document.querySelectorAll('svg')].filter(s => !s.ownerSVGElement && !s.querySelector('title')?.textContent).length"), 0)
            self.assertEqual(self.browser.evaluate("document.documentElement.lang"), "en")
            self.assertEqual(self.browser.evaluate("document.querySelectorAll('h1').length"), 1)


if __name__ == "__main__":
    unittest.main()
