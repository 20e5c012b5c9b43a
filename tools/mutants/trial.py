"""Runs the tests that reach a mutant, the quick ones first, until one fails."""

import concurrent.futures
import json
import os
import pathlib
import subprocess
import tempfile
import time

SLOWER = 10.0   # times its own duration: a test that takes longer has found the mutant
AT_LEAST = 20.0  # s that every test may take
LEFT_OUT = {"browser", "tools", "install", "lint"}  # labels of tests that do not run the program


class Test:
    def __init__(self, entry):
        self.name = entry["name"]
        self.command = entry["command"]
        properties = {p["name"]: p["value"] for p in entry.get("properties", [])}
        self.folder = properties.get("WORKING_DIRECTORY")
        self.variables = dict(v.split("=", 1) for v in properties.get("ENVIRONMENT", []))
        self.labels = set(properties.get("LABELS", []))
        self.seconds = 0.0
        self.reached = set()

    def passes(self, variables, limit):
        environment = {**os.environ, **self.variables, **variables}
        process = subprocess.Popen(self.command, cwd=self.folder, env=environment, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            return process.wait(timeout=limit) == 0
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.wait()
            return False


def all_tests(build):
    listed = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], check=True, capture_output=True, text=True)
    tests = [Test(entry) for entry in json.loads(listed.stdout)["tests"] if "command" in entry]
    return [test for test in tests if not test.labels & LEFT_OUT]


def trace(test):
    """Runs a test as it is: how long it takes and which mutants it reaches."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "trace"
        start = time.monotonic()
        passed = test.passes({"DALEMBERT_MUTANT_TRACE": str(file)}, 600)
        test.seconds = time.monotonic() - start
        test.reached = {int(line) for line in file.read_text().split()} if file.is_file() else set()
    return passed


def trace_all(tests, jobs):
    """Traces every test; returns those that fail without any mutant, which can kill none."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return [test for test, passed in zip(tests, pool.map(trace, tests)) if not passed]


def killer(number, tests):
    """The first test that fails with mutant `number`, and how many were run; no test where all pass."""
    reaching = sorted((test for test in tests if number in test.reached), key=lambda test: test.seconds)
    for count, test in enumerate(reaching, 1):
        if not test.passes({"DALEMBERT_MUTANT": str(number)}, max(AT_LEAST, SLOWER * test.seconds)):
            return test, count
    return None, len(reaching)
