"""eval --state takes a state as it is given, and refuses one that is not whole."""

import json
import unittest

from program import InFolder, PENDULUM, run, run_json

STATE = {"t": 0.0, "state": {"x": 0.6, "y": -0.8, "x'": 0.0, "y'": 0.0}}


class StateFile(InFolder):
    def setUp(self):
        super().setUp()
        self.model = self.write("pendulum.mech", PENDULUM)

    def evaluate(self, state):
        path = self.write("state.json", json.dumps(state))
        return run_json("eval", self.model, "--state", path)

    def test_a_state_is_evaluated(self):
        code, out = self.evaluate(STATE)
        self.assertEqual(code, 0)
        self.assertAlmostEqual(out["reactions"]["F"], 9.81 * 0.8, places=12)  # rounding of 8 N is 1e-15
        self.assertAlmostEqual(out["multipliers"]["lambda.rod"], -9.81 * 0.8, places=12)

    def test_a_state_off_the_constraints_is_not_projected_but_reported(self):
        code, out = self.evaluate({**STATE, "state": {**STATE["state"], "y": -0.9}})
        self.assertEqual(code, 0)
        self.assertEqual(out["state"]["y"], -0.9)
        self.assertGreater(out["constraints"]["rod"]["position"], 0.05)  # 0.6^2 + 0.9^2 - 1 = 0.17

    def test_parameters_of_the_state_file_win(self):
        _, out = self.evaluate({**STATE, "parameters": {"g": 1.0}})
        self.assertAlmostEqual(out["reactions"]["F"], 0.8, places=12)  # rounding of 0.8 N

    def test_a_missing_rate_is_named(self):
        state = {key: value for key, value in STATE["state"].items() if key != "y'"}
        code, out = self.evaluate({"state": state})
        self.assertEqual(code, 2)
        self.assertIn("y'", out["diagnostics"][0]["message"])

    def test_an_unknown_name_is_named(self):
        code, out = self.evaluate({"state": {**STATE["state"], "z": 1.0}})
        self.assertEqual(code, 2)
        self.assertIn("z", out["diagnostics"][0]["message"])

    def test_an_unknown_parameter_is_named(self):
        code, out = self.evaluate({**STATE, "parameters": {"mass": 1.0}})
        self.assertEqual(code, 1)
        self.assertIn("mass", str(out["diagnostics"]))

    def test_what_is_no_json_is_refused(self):
        path = self.write("state.json", "{")
        self.assertEqual(run("eval", self.model, "--state", path).returncode, 2)
        path = self.write("state.json", '{"state": {"x": "one"}}')
        self.assertEqual(run("eval", self.model, "--state", path).returncode, 2)

    def test_a_state_may_come_from_standard_input(self):
        done = run("eval", self.model, "--state", "-", text=json.dumps(STATE))
        self.assertEqual(done.returncode, 0)

    def test_a_parameter_without_value_is_asked_for(self):
        model = self.write("open.mech", "param m [kg]\ncoord x [m]\nkinetic T = 1/2*m*x'^2\ninitial x = 1 [m]\n")
        self.assertEqual(run("derive", model).returncode, 0)
        done = run("eval", model)
        self.assertEqual(done.returncode, 1)
        self.assertIn("--set", done.stderr)
        self.assertEqual(run("eval", model, "--set", "m=2 [kg]").returncode, 0)


if __name__ == "__main__":
    unittest.main()
