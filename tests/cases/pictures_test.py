"""Pictures: arrows signed as the tables, no scale of lengths where there are none, nothing that is not a number."""

import html
import json
import math
import pathlib
import re
import unittest
from xml.etree import ElementTree as xml

from program import SEEDS, InFolder, run, run_json

MODELS = pathlib.Path(__file__).resolve().parent / "models"
BLOCK = """model Block
param m = 2 [kg], g = 9.81 [m/s^2]
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
constraint floor: y = 0
reaction N [N] of floor at (x, y) along (0, {sign}1)
initial x' = 1 [m/s]
simulate 0..1 [s]
"""


def words(svg):
    """The texts of a picture, without markup."""
    return [html.unescape(re.sub(r"<[^>]*>", "", text)).replace("\u00a0", " ") for text in re.findall(r"<text.*?</text>", svg)]


class Pictures(InFolder):
    def svg(self, model, *more):
        done = run("picture", model, *more)
        self.assertEqual(done.returncode, 0, done.stderr)
        xml.fromstring(done.stdout)
        self.assertNotRegex(done.stdout, r"[\"' (,=-](nan|inf)")
        return done.stdout

    def scene(self, model, *more):
        code, out = run_json("picture", model, *more)
        self.assertEqual(code, 0, out)
        return out

    # ---- signs of forces

    def test_an_arrow_says_what_the_table_says(self):
        """The weight is m g = 19.62 N. Along (0, 1) N is +19.62 N, along (0, −1) −19.62 N; the arrow points upwards both times."""
        for sign, wanted in (("", "19.6 N"), ("-", "\u221219.6 N")):
            model = self.write("block.mech", BLOCK.format(sign=sign))
            _, told = run_json("eval", model)
            # Nine places: solved to rounding of 20 N.
            self.assertAlmostEqual(told["reactions"]["N"], 19.62 if not sign else -19.62, places=9)
            self.assertIn("N = " + wanted, words(self.svg(model)))
            scene = self.scene(model)
            amount = scene["amounts"]["N"]
            value = amount if not isinstance(amount, dict) else scene["rows"][0][amount["c"]]
            self.assertAlmostEqual(value, told["reactions"]["N"], places=9)

    def test_a_written_arrow_has_the_sign_of_its_force_too(self):
        model = self.write("block.mech", BLOCK.format(sign="-") + "draw mass at (x, y)\ndraw arrow of N at (x, y)\n")
        self.assertIn("N = \u221219.6 N", words(self.svg(model)))

    def test_a_moment_has_the_sign_of_the_table(self):
        """M, conjugate to −th', holds a pendulum at th = 0.5 rad: M = −m g l sin th, whichever side the row is written from."""
        for row in ("th = 0.5 [rad]", "0.5 [rad] = th"):
            model = self.write("arm.mech", f"""model Arm
param m = 1 [kg], l = 0.5 [m], g = 9.81 [m/s^2]
coord th [rad]
kinetic T = 1/2*m*l^2*th'^2
potential V = -m*g*l*cos(th)
constraint hold: {row}
reaction M [N*m] of hold conjugate -th'
initial th = 0.5
simulate 0..1 [s]
""")
            _, told = run_json("eval", model)
            # Nine places: solved to rounding of 2 N m.
            self.assertAlmostEqual(told["reactions"]["M"], -9.81 * 0.5 * math.sin(0.5), places=9)
            said = [text for text in words(self.svg(model)) if text.startswith("M = ")]
            self.assertEqual(said, [f"M = \u2212{9.81 * 0.5 * math.sin(0.5):.2f} N\u00b7m"])

    # ---- scales

    def test_a_strip_of_angles_has_no_scale_in_metres(self):
        model = self.write("angles.mech", """model Angles
param J = 1 [kg*m^2], c = 1 [N*m]
coord a [rad], b [rad]
kinetic T = 1/2*J*(a'^2 + b'^2)
potential V = c*(1 - cos(a - b))
initial a = 0.3 [rad], b' = 1 [rad/s]
simulate 0..1 [s]
""")
        texts = words(self.svg(model, "--at", "0,0.5,1"))
        self.assertEqual([text for text in texts if re.fullmatch(r"[\d.]+(\u00b710\S+)? m", text)], [])
        self.assertTrue(any(text.startswith("t = ") for text in texts))

    def test_a_strip_with_places_keeps_its_scale(self):
        strip = words(self.svg(SEEDS / "s4_rigid_link.mech", "--at", "0,0.5"))
        self.assertTrue(any(re.fullmatch(r"[\d.]+ m", text) for text in strip), strip)

    # ---- numbers

    def test_what_lies_too_far_away_is_left_out_and_listed(self):
        """theta_1 acts at 9.81e16 m: 1 m around it is less than the rounding of its place."""
        scene = self.scene(MODELS / "hostile" / "11_picture_svg_nan.mech")
        self.assertIn("theta_1", [missing["what"] for missing in scene["unknown"]])
        self.svg(MODELS / "hostile" / "11_picture_svg_nan.mech")

    def test_places_that_are_not_finite_are_listed(self):
        """x stays at 0.3, so that 1/(x − 0.3) is infinite at every instant."""
        model = self.write("infinite.mech", "model Infinite\ncoord x, y\nkinetic T = 1/2*(x'^2 + y'^2)\n"
                                            "draw mass at (x, y)\ndraw mass at (1/(x - 0.3), y) \"far\"\ninitial x = 0.3, y' = 1\nsimulate 0..1\n")
        scene = self.scene(model)
        self.assertIn("far", [missing["what"] for missing in scene["unknown"]])
        self.svg(model)

    def test_far_places_that_are_far_apart_are_drawn(self):
        """A scene of 10^20 m is a scene: its scale is."""
        model = self.write("galaxy.mech", "model Galaxy\ncoord x, y\nkinetic T = 1/2*(x'^2 + y'^2)\n"
                                          "draw mass at (x + 1e20, y)\ndraw mass at (-1e20, 2e19)\ninitial x' = 1\nsimulate 0..1\n")
        scene = self.scene(model)
        self.assertEqual(sum(item["kind"] == "mass" for item in scene["items"]), 2, json.dumps(scene)[:400])
        self.svg(model)

    def test_forces_of_any_size_are_drawn(self):
        for size in ("1e-200", "1e-30", "1e30", "1e90"):
            model = self.write("sized.mech", "model Sized\ncoord x, y\nkinetic T = 1/2*(x'^2 + y'^2)\n"
                                             f"force A = ({size}, 0) at (x, y)\ninitial x' = 1\nsimulate 0..0.001\n")
            self.svg(model)


if __name__ == "__main__":
    unittest.main()
