"""Calls of the program under test; everything the harness knows of a model comes from here, as JSON."""

import contextlib
import json
import os
import resource
import signal
import subprocess
import tempfile

ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8", "NO_COLOR": "1"}
LIMIT = 120   # seconds of CPU of one call; a call that takes longer is reported as one that hangs
LOADED = 20   # times as long may it take on a machine that does other things as well


class Hangs(Exception):
    """A call that did not come back."""


class Program:
    def __init__(self, path, limit=LIMIT):
        self.path, self.limit, self.calls = path, limit, 0

    def call(self, *arguments):
        self.calls += 1
        with subprocess.Popen([self.path, *map(str, arguments), "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              env=ENVIRONMENT) as process:
            with contextlib.suppress(ProcessLookupError):  # it may have ended already
                resource.prlimit(process.pid, resource.RLIMIT_CPU, (self.limit, self.limit))
            try:
                out, problems = process.communicate(timeout=LOADED * self.limit)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
        if process.returncode in (-signal.SIGKILL, -signal.SIGXCPU):
            raise Hangs(" ".join(map(str, arguments))) from None
        try:
            answer = json.loads(out)
        except json.JSONDecodeError:
            answer = {"diagnostics": [{"code": "none", "message": f"no JSON; {problems[-300:]}"}]}
        answer["exit_code"] = process.returncode
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
