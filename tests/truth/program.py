"""Calls of the program under test; everything the harness knows of a model comes from here, as JSON."""

import json
import os
import subprocess
import tempfile

ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8", "NO_COLOR": "1"}
LIMIT = 120  # seconds of one call; a call that takes longer is reported as one that hangs


class Hangs(Exception):
    """A call that did not come back."""


class Program:
    def __init__(self, path, limit=LIMIT):
        self.path, self.limit, self.calls = path, limit, 0

    def call(self, *arguments):
        self.calls += 1
        try:
            done = subprocess.run([self.path, *map(str, arguments), "--json"], capture_output=True, text=True, env=ENVIRONMENT,
                                  timeout=self.limit, check=False)
        except subprocess.TimeoutExpired:
            raise Hangs(" ".join(map(str, arguments))) from None
        try:
            answer = json.loads(done.stdout)
        except json.JSONDecodeError:
            answer = {"diagnostics": [{"code": "none", "message": f"no JSON; {done.stderr[-300:]}"}]}
        answer["exit_code"] = done.returncode
        return answer

    def check(self, file, *options):
        return self.call("check", file, *options)

    def analyse(self, file, *options):
        return self.call("analyse", file, *options)

    def derive(self, file, form="lagrange", *options):
        return self.call("derive", file, "--form", form, "--members", *options)

    def prove(self, file, claim):
        return self.call("prove", file, claim)

    def run(self, file, *options):
        return self.call("run", file, *options)

    def evaluate(self, file, state, t=0.0, parameters=None):
        """`state` maps names (x, x') to numbers."""
        with tempfile.NamedTemporaryFile("w", suffix=".json") as given:
            json.dump({"t": t, "state": state, "parameters": parameters or {}}, given)
            given.flush()
            return self.call("eval", file, "--state", given.name)


def said(answer):
    """What the diagnostics of an answer say, in a line."""
    return "; ".join(f"{d.get('code', '')} {d.get('message', '')}" for d in answer.get("diagnostics", []))[:300]
