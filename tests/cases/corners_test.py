"""Corners: inequalities whose direction, or whose value, jumps at a place.

Right values: free fall, and impacts with Newton's law in the direction of the side that is struck, by hand. With the unit normal n of
that side a mass of 1 kg is left with v - (1 + e)(v·n) n.
"""

import math
import unittest

from program import InFolder, run_json

G = 9.81


class Corners(InFolder):

    def run_of(self, road, initial, *options, end="1", settings=""):
        path = self.write("model.mech", f"""model Road "a mass on a road"
param m = 1 [kg], g = 9.81 [m/s^2]
coord x [m], z [m]
kinetic T = 1/2*m*(x'^2 + z'^2)
potential V = m*g*z
constraint road: {road}{settings}
initial {initial}
simulate 0..{end} [s]
""")
        _, result = run_json("run", path, *options)
        return result

    def completed(self, *arguments, **settings):
        result = self.run_of(*arguments, **settings)
        self.assertEqual(result["outcome"], "completed", result.get("failure"))
        self.assertEqual(result["certificate"]["failed"], [])
        return result

    def assert_end(self, result, **wanted):
        for name, value in wanted.items():
            self.assertAlmostEqual(result["final"][name], value, delta=1e-8, msg=name)  # ten tolerances (1e-9)

    def test_the_foot_of_a_ramp_is_an_impact_along_the_ramp(self):
        """Up with half the speed in x and z, back at the foot after 2/4.905 s, and along the floor with half of that."""
        for road in ("z >= (if x < 1 [m] then 0 [m] else x - 1 [m])", "z >= max(0 [m], x - 1 [m])",
                     "max(0 [m], x - 1 [m]) <= z", "z >= (x - 1 [m] + abs(x - 1 [m]))/2"):
            result = self.completed(road, "x = 0, z = 0, x' = 2 [m/s], z' = 0")
            back = 0.5 + 2 / (G / 2)
            self.assertEqual([round(impact["t"], 8) for impact in result["impacts"]], [0.5, round(back, 8)])
            for impact in result["impacts"]:  # along the gap, whichever way the inequality is written
                # The speed at the foot, in uniform motion: rounding.
                self.assertAlmostEqual(impact["multiplier_impulses"]["lambda.road"], 1, delta=1e-9, msg=road)
            self.assert_end(result, **{"x": back, "z": 0, "x'": -1, "z'": 0})

    def test_times_of_report_and_lengths_of_steps_do_not_change_the_motion(self):
        back = 0.5 + 2 / (G / 2)
        for options in (["--samples", "17"], ["--at", "0.31,0.5,0.93"], ["--max-step", "0.013"], ["--method", "rk5"],
                        ["--method", "radau"], ["--max-step", "0.002"]):
            result = self.completed("z >= max(0 [m], x - 1 [m])", "x = 0, z = 0, x' = 2 [m/s], z' = 0", *options)
            self.assert_end(result, **{"x": back, "z": 0, "x'": -1})

    def test_an_impact_at_a_corner_has_the_restitution_of_the_contact(self):
        """Left with (2, 0) - 1.5 (-1, 1) (-1): to 0.5 and 1.5 m/s."""
        result = self.completed("z >= max(0 [m], x - 1 [m])", "x = 0, z = 0, x' = 2 [m/s], z' = 0", end="0.6",
                                settings=" { restitution = 0.5 }")
        self.assert_end(result, **{"x": 1.05, "z": 0.15 - G * 0.1**2 / 2, "x'": 0.5, "z'": 1.5 - G * 0.1})
        impact = result["impacts"][0]
        # The speed at the foot, in uniform motion: rounding.
        self.assertAlmostEqual(impact["multiplier_impulses"]["lambda.road"], 1.5, delta=1e-9)

    def test_an_edge_is_left_in_free_flight(self):
        """The slope of 45 degrees is met again 4/g later, and followed with the mean of x' and -z'."""
        result = self.completed("z >= (if x < 1 [m] then 0 [m] else 1 [m] - x)", "x = 0, z = 0, x' = 2 [m/s], z' = 0")
        flight = 4 / G
        rest = 0.5 - flight
        self.assert_end(result, x=1 + 2 * flight + 3 * rest + G / 4 * rest**2)
        self.assertEqual([(change["change"], round(change["t"], 8)) for change in result["contact_changes"]][1:],
                         [("opens", 0.5), ("closes", round(0.5 + flight, 8))])

    def test_a_step_down_is_left_in_free_flight(self):
        result = self.completed("z >= (if x < 1 [m] then 0 [m] else -0.2 [m])", "x = 0, z = 0, x' = 2 [m/s], z' = 0")
        self.assertAlmostEqual(result["impacts"][0]["t"], 0.5 + math.sqrt(0.4 / G), delta=1e-8)  # ten tolerances (1e-9)
        self.assert_end(result, **{"x": 2, "z": -0.2, "z'": 0})

    def test_a_slide_down_meets_the_floor(self):
        result = self.completed("z >= max(0 [m], x - 1 [m])", "x = 1.5 [m], z = 0.5 [m], x' = 0, z' = 0")
        at = math.sqrt(2 * 0.5 / (G / 2))
        self.assert_end(result, x=1 - G / 2 * at * (1 - at), z=0)

    def test_two_feet_meet_the_foot_of_a_ramp_one_after_the_other(self):
        """A rod of 1 m comes to rest on a ramp of slope 1/4, turned by atan(1/4)."""
        path = self.write("model.mech", """model Rod "two feet on a broken floor"
param m = 2 [kg], J = 0.3 [kg*m^2], g = 9.81 [m/s^2], l = 0.5 [m]
coord x [m], y [m], th [rad]
let xl = x - l*cos(th)
let xr = x + l*cos(th)
kinetic T = 1/2*m*(x'^2 + y'^2) + 1/2*J*th'^2
potential V = m*g*y
constraint left: y - l*sin(th) >= max(0 [m], (xl - 1 [m])/4)
constraint right: y + l*sin(th) >= max(0 [m], (xr - 1 [m])/4)
initial x = 0, y = 0, th = 0, x' = 2 [m/s], y' = 0, th' = 0
simulate 0..1.2 [s]
""")
        for options in ((), ("--max-step", "0.0071"), ("--samples", "23")):
            _, result = run_json("run", path, *options)
            self.assertEqual((result["outcome"], result["certificate"]["failed"]), ("completed", []))
            self.assertEqual([impact["struck"] for impact in result["impacts"]], [["right"], ["left"]])
            self.assertAlmostEqual(result["impacts"][0]["t"], 0.25, delta=1e-9)  # uniform motion, located to rounding
            final = result["final"]
            self.assertAlmostEqual(final["th"], math.atan(0.25), delta=1e-9)  # both contacts are closed: rounding
            self.assertAlmostEqual(final["y"], (final["x"] - 1) / 4, delta=1e-9)

    def test_what_the_model_does_not_say_is_refused_with_its_place(self):
        for road, initial, place, words in (
                ("z = max(0 [m], x - 1 [m])", "x = 0, z ~ 0, x' = 2 [m/s], z' ~ 0", (0.5, "x = 1, z = 0"),
                 "road turns a corner"),
                ("z = abs(x)", "x = -1 [m], z ~ 1 [m], x' = 0, z' ~ 0", (math.sqrt(4 / G), "x = 0, z = 0"),
                 "road turns a corner"),
                ("z >= (if x < 1 [m] then 0 [m] else 0.2 [m])", "x = 0, z = 0, x' = 2 [m/s], z' = 0",
                 (0.5, "x = 1, z = 0"), "road steps up by 0.2"),
                ("z >= abs(x)", "x = -0.5 [m], z = 0.5 [m], x' = 0, z' = 0", (math.sqrt(2 / G), "x = 0, z = 0"),
                 "comes to rest in the corner of road"),
                ("z >= abs(x)", "x = 0.2 [m], z = 0.4 [m], x' = 0, z' = 0", None, "comes to rest in the corner of road")):
            result = self.run_of(road, initial)
            self.assertEqual(result["outcome"], "failed", road)
            self.assertIn(words, result["failure"])
            if place:
                # 100 tolerances (1e-9).
                self.assertAlmostEqual(result["t_end"], place[0], delta=1e-7)  # of a rest: when it is met again
                self.assertIn(f"at {place[1]} (t = ", result["failure"])
            self.assertEqual(result["certificate"]["failed"], [], road)

    def test_steps_of_one_length_name_the_corner_at_which_they_end(self):
        for step in ("0.01", "0.013"):
            result = self.run_of("z >= max(0 [m], x - 1 [m])", "x = 0, z = 0, x' = 2 [m/s], z' = 0", "--method", "rk4",
                                 "--step", step)
            self.assertIn("the row of road jumps at x = 1, z = 0 (t = 0.5 s)", result["failure"])

    def test_a_gap_that_jumps_in_the_air_is_a_step_too(self):
        result = self.run_of("z >= (if x < 1 [m] then 0 [m] else 2 [m])", "x = 0, z = 1 [m], x' = 4 [m/s], z' = 0")
        self.assertIn("road steps up by 2 at x = 1", result["failure"])
        self.assertAlmostEqual(result["t_end"], 0.25, delta=1e-8)  # uniform motion, located to ten tolerances


if __name__ == "__main__":
    unittest.main()
