"""The program under test, and the models the tests share. The binary's path stands in the variable DALEMBERT."""

import csv
import json
import os
import pathlib
import subprocess
import tempfile
import unittest
from xml.etree import ElementTree as xml

PROGRAM = os.environ["DALEMBERT"]
SEEDS = pathlib.Path(__file__).resolve().parent.parent.parent / "models" / "seeds"
SLEIGH = SEEDS / "s0_chaplygin_sleigh.mech"
IMPACT = SEEDS / "s4_rods_impact.mech"
HOOP = SEEDS / "s1_rheonomic_bead.mech"

PENDULUM = """model Pendulum "in x and y"
param m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2]
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
constraint rod: sqrt(x^2 + y^2) = l
reaction F [N] of rod conjugate -(x*x' + y*y')/sqrt(x^2 + y^2) "tension"
initial x = 0.6 [m], y ~ -0.8 [m], x' = 0
simulate 0..1 [s]
"""


def run(*arguments, text=None, env=None, timeout=60):
    """Runs the program; `text` goes to its standard input."""
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "NO_COLOR": "1", **(env or {})}
    return subprocess.run([PROGRAM, *map(str, arguments)], input=text, capture_output=True, text=True,
                          env=environment, timeout=timeout, check=False)


def run_json(*arguments, text=None):
    """Runs with --json and returns the exit code and the one object on standard output."""
    done = run(*arguments, "--json", text=text)
    return done.returncode, json.loads(done.stdout)


class InFolder(unittest.TestCase):
    """A test with an empty folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def assert_whole_file(self, path, context):
        """A file of results was written to its end: it can be read, and no row of a table is short."""
        text = path.read_text(encoding="utf-8")
        self.assertTrue(text.endswith("\n"), f"{context}: {path.name}")
        if path.suffix == ".json":
            json.loads(text)
        if path.suffix == ".svg":
            xml.fromstring(text)
        if path.suffix == ".csv":
            rows = list(csv.reader(text.splitlines()))
            self.assertEqual(len({len(row) for row in rows}), 1, f"{context}: {path.name}")
            self.assertTrue(all(field for row in rows for field in row), f"{context}: {path.name}")

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path
