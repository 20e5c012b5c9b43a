"""The command `picture`: SVG, scene data and statements of the real binary."""

import json
import re
import unittest
from xml.etree import ElementTree as xml

from program import PENDULUM, SEEDS, SLEIGH, InFolder, run, run_json

SVG = "{http://www.w3.org/2000/svg}"
TWO_MASSES = """param m1 = 1 [kg], m2 = 2 [kg], k = 3 [N/m], a = 1 [m]
coord x1 [m], y1 [m], x2 [m], y2 [m]
kinetic T = 1/2*m1*(x1'^2 + y1'^2) + 1/2*m2*(x2'^2 + y2'^2)
potential V = 1/2*k*(sqrt((x2 - x1)^2 + (y2 - y1)^2) - a)^2
initial x1 = 0, y1 = 0, x2 = 1.5 [m], y2 = 0, y2' = 1 [m/s]
simulate 0..2 [s]
"""
AT_THE_POLE = """param m = 1 [kg], k = 2 [N/m]
coord r [m], a [rad]
kinetic T = 1/2*m*(r'^2 + r^2*a'^2)
potential V = 1/2*k*r^2
initial r = 0 [m], a = 1 [rad], r' = 1 [m/s]
simulate 0..1 [s]
"""
BALL_AND_ROD = """param m = 1 [kg], g = 9.81 [m/s^2], l = 1 [m]
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
constraint rod: x^2 + y^2 = l^2
reaction R [N] of rod conjugate (x*x' + y*y')/l
initial {}
simulate 0..1 [s]
"""
DRAWN = PENDULUM + "draw rod from (0, 0) to (x, y)\ndraw mass at (x, y) { mass = m } \"bob\"\n"


def picture(model, *arguments, text=None):
    done = run("picture", model, *arguments, text=text)
    return done, xml.fromstring(done.stdout) if done.returncode == 0 else None


def scene(model, *arguments, text=None):
    code, out = run_json("picture", model, *arguments, text=text)
    return code, out


def value(number, row):
    return row[number["c"]] if isinstance(number, dict) else number


def titles(svg):
    return [each.text for each in svg.iter(f"{SVG}title")]


class Picture(InFolder):
    def test_a_picture_is_svg_on_standard_output_or_in_a_file(self):
        done, svg = picture("-", text=DRAWN)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(svg.tag, f"{SVG}svg")
        self.assertEqual(svg.get("role"), "img")
        self.assertIn("bob", titles(svg))
        self.assertNotIn("nan", done.stdout)
        file = self.folder / "p.svg"
        again = run("picture", "-", "-o", file, text=DRAWN)
        self.assertEqual((again.returncode, again.stdout), (0, ""))
        self.assertEqual(file.read_text(encoding="utf-8"), done.stdout)

    def test_the_model_is_not_written_over(self):
        model = self.write("m.mech", DRAWN)
        self.assertEqual(run("picture", model, "-o", model).returncode, 74)
        self.assertEqual(model.read_text(encoding="utf-8"), DRAWN)

    def test_scene_data_give_places_as_columns(self):
        code, out = scene("-", text=DRAWN)
        self.assertEqual(code, 0)
        self.assertEqual(out["schema"], "dalembert.scene/1")
        self.assertEqual((out["dimension"], out["up"], out["unit"]), (2, "y", "m"))
        self.assertEqual(out["times"], [0.0])
        kinds = {item["kind"]: item for item in out["items"]}
        row = out["rows"][0]
        self.assertEqual(kinds["rod"]["from"], [0.0, 0.0])
        x, y = (value(n, row) for n in kinds["mass"]["at"])
        self.assertAlmostEqual(x**2 + y**2, 1.0, 12)  # twelve places: projected, rounding
        self.assertEqual(kinds["mass"]["mass"], 1.0)
        self.assertEqual(kinds["mass"]["name"], "bob")
        self.assertEqual(kinds["mass"]["place"]["line"], DRAWN.count("\n"))

    def test_the_arrow_of_a_reaction_is_the_force_of_eval(self):
        _, out = scene("-", text=DRAWN)
        arrow = next(item for item in out["items"] if item["kind"] == "arrow" and item.get("of") == "F")
        row = out["rows"][0]
        vector = [value(n, row) for n in arrow["vector"]]
        at = [value(n, row) for n in arrow["at"]]
        _, known = run_json("eval", "-", text=DRAWN)
        self.assertEqual((arrow["standing"], arrow["role"], arrow["unit"]), ("solid", "reaction", "N"))
        # the tension pulls the bob towards the pivot
        for component, place in zip(vector, at):
            # Twelve places: the same numbers, one product.
            self.assertAlmostEqual(component, -known["reactions"]["F"] * place, 12)

    def test_instants_are_a_strip(self):
        done, svg = picture("-", "--at", "0,0.5,1", text=DRAWN)
        self.assertEqual(done.returncode, 0, done.stderr)
        texts = " ".join("".join(each.itertext()) for each in svg.iter(f"{SVG}text")).replace("\u00a0", " ")
        for instant in ("0 s", "0.5 s", "1 s"):
            self.assertIn(instant, texts)
        _, out = scene("-", "--at", "0,0.5,1", text=DRAWN)
        self.assertEqual(out["times"], [0.0, 0.5, 1.0])
        self.assertEqual(len(out["rows"]), 3)
        _, known = run_json("run", "-", "--at", "0.5", "--tolerance", "1e-6", text=DRAWN)
        mass = next(item for item in out["items"] if item["kind"] == "mass")
        self.assertAlmostEqual(value(mass["at"][0], out["rows"][1]), known["samples"][0]["state"]["x"], 4)

    def test_a_state_is_drawn_as_it_is_given(self):
        state = self.write("s.json", json.dumps({"t": 0, "state": {"x": 0.0, "y": -1.0, "x'": 0.3, "y'": 0.0}}))
        _, out = scene("-", "--state", state, text=DRAWN)
        mass = next(item for item in out["items"] if item["kind"] == "mass")
        self.assertEqual([value(n, out["rows"][0]) for n in mass["at"]], [0.0, -1.0])

    def test_a_start_without_motion_is_drawn_without_reactions(self):
        state = self.write("s.json", json.dumps({"t": 0, "state": {"r": 0.0, "a": 1.0, "r'": 1.0, "a'": 0.0}}))
        for arguments, text, cause, place in (
                ([], AT_THE_POLE, "do not determine a''", [0.0, 0.0]),
                (["--state", state], AT_THE_POLE, "do not determine a''", [0.0, 0.0]),
                ([], BALL_AND_ROD.format("x = 0.6 [m], y ~ 0.8 [m], x' = 1 [m/s], y' = 1 [m/s]"), "over-determine the motion",
                 [0.6, 0.8]),
                ([], BALL_AND_ROD.format("x = 2 [m], y = 3 [m]"), "over-determine the configuration", [2.0, 3.0])):
            with self.subTest(cause=cause, arguments=arguments):
                code, out = scene("-", *arguments, text=text)
                self.assertEqual(code, 0, out)
                notes = [each for each in out["diagnostics"] if each["code"] == "N1115"]
                self.assertEqual([cause in each["message"] for each in notes], [True])
                self.assertEqual(sum(cause in each["because"] for each in out["unknown"]), 1)
                row = out["rows"][0]
                mass = next(item for item in out["items"] if item["kind"] == "mass")
                for is_at, wanted in zip(mass["at"], place):
                    # Twelve places: what was written, or a position to rounding.
                    self.assertAlmostEqual(value(is_at, row), wanted, 12)
                for item in out["items"]:
                    if item["kind"] == "arrow":
                        self.assertIsNone(value(item["vector"][0], row))
                done = run("picture", "-", *arguments, text=text)
                self.assertEqual(done.stderr.count("N1115"), 1)
                self.assertNotIn("nan", done.stdout)

    def test_an_impulse_acts_at_the_start_alone(self):
        text = ("param m = 1 [kg]\ncoord x [m], y [m]\nkinetic T = 1/2*m*(x'^2 + y'^2)\n"
                "impact I [N*s] conjugate y' { restitution = 1 }\ninitial y' = -1 [m/s]\nsimulate 0..1 [s]\n")
        _, scene = run_json("picture", "-", "--at", "0,0.5", text=text)
        [arrow] = [item for item in scene["items"] if item["kind"] == "arrow"]
        column = arrow["vector"][1]["c"]
        at = dict(zip(scene["times"], (row[column] for row in scene["rows"])))
        self.assertAlmostEqual(at[0], 2)  # seven places by default: 1·2 m/s, exactly
        self.assertEqual(at[0.5], 0)

    def test_instants_without_motion_are_missing(self):
        self.assertEqual(run("picture", "-", "--at", "0,0.5", text=AT_THE_POLE).returncode, 4)

    def test_a_run_and_a_page_without_motion_have_a_picture(self):
        model = self.write("m.mech", AT_THE_POLE)
        self.assertEqual(run("run", model, "--out", self.folder / "out").returncode, 4)
        self.assertIn("</svg>", (self.folder / "out" / "picture.svg").read_text(encoding="utf-8"))
        self.assertEqual(run("report", model, "-o", self.folder / "page.html").returncode, 4)
        page = (self.folder / "page.html").read_text(encoding="utf-8")
        self.assertEqual(page.count("<figure class=\"picture"), 1)
        captions = re.findall("<figcaption>(.*?)</figcaption>", page)
        self.assertEqual([re.sub("<[^>]*>", "", each).replace("\N{NO-BREAK SPACE}", " ") for each in captions],
                         ["At t = 0 s."])

    def test_a_mistake_that_is_not_about_the_start_has_no_picture(self):
        done = run("picture", "-", text=AT_THE_POLE.replace("k = 2 [N/m]", "k [N/m]"))
        self.assertEqual((done.returncode, done.stdout), (1, ""))

    def test_what_the_equations_prove_is_drawn_without_a_statement(self):
        _, out = scene("-", text=TWO_MASSES)
        kinds = sorted(item["kind"] for item in out["items"] if item["kind"] in ("mass", "spring"))
        self.assertEqual(kinds, ["mass", "mass", "spring"])
        self.assertEqual({item["rule"] for item in out["items"] if item["kind"] == "mass"}, {"P1"})

    def test_statements_make_the_same_items(self):
        for model in (TWO_MASSES, PENDULUM, SLEIGH.read_text(encoding="utf-8")):
            done = run("picture", "-", "--statements", text=model)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("draw ", done.stdout)
            code, again = scene("-", text=model + done.stdout)
            self.assertEqual(code, 0, again)
            _, first = scene("-", text=model)

            def summary(out):
                row = out["rows"][0]
                places = [(item["kind"], [round(value(n, row), 9) for key in ("at", "from", "to") for n in item.get(key, [])])
                          for item in out["items"] if item["kind"] not in ("lane",)]
                return sorted(places, key=repr)
            self.assertEqual(summary(again), summary(first), model)

    def test_a_mistake_in_a_draw_line_is_an_error_of_this_command_alone(self):
        wrong = PENDULUM + "draw mas at (x, y)\n"
        done = run("picture", "-", text=wrong)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("error[E1101]", done.stderr)
        self.assertIn("mass", done.stderr)
        self.assertEqual(run("run", "-", text=wrong).returncode, 0)
        self.assertEqual(run("run", "-", "--out", self.folder / "o", text=wrong).returncode, 0)
        self.assertFalse((self.folder / "o" / "picture.svg").exists())

    def test_a_run_leaves_its_picture(self):
        self.assertEqual(run("run", "-", "--out", self.folder / "o", text=DRAWN).returncode, 0)
        self.assertIn("bob", titles(xml.fromstring((self.folder / "o" / "picture.svg").read_text(encoding="utf-8"))))

    def test_options_that_cannot_be_obeyed_are_refused(self):
        for arguments, word in ((["--at", "x"], "--at"), (["--camera", "30"], "--camera"), (["--camera", "a,b"], "--camera"),
                                (["--json", "--statements"], "different"), (["--at", "1", "--state", "f"], "--state")):
            done = run("picture", "-", *arguments, text=DRAWN)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertIn(word, done.stderr)
        self.assertNotEqual(run("picture", "-", "--arrows", "some", text=DRAWN).returncode, 0)

    def test_arrows_can_be_left_out(self):
        def arrows(*arguments):
            _, svg = picture("-", *arguments, text=DRAWN)
            return sum(title.startswith("F") for title in titles(svg))
        self.assertGreater(arrows(), 0)
        self.assertEqual(arrows("--arrows", "none"), 0)

    def test_a_space_is_seen_from_a_camera(self):
        ball = SEEDS / "s0_sphere_turntable.mech"
        one, _ = picture(ball, "--camera", "30,20")
        other, _ = picture(ball, "--camera", "80,60")
        self.assertEqual((one.returncode, other.returncode), (0, 0))
        self.assertNotEqual(one.stdout, other.stdout)


if __name__ == "__main__":
    unittest.main()
