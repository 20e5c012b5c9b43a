"""A model as C: written by `export c`, compiled without dependencies, and called."""

import ctypes
import json
import math
import os
import pathlib
import re
import subprocess

DALEMBERT = os.environ.get("DALEMBERT", str(pathlib.Path(__file__).resolve().parents[2] / "build/bin/dalembert"))
COMPILER = os.environ.get("CC", "cc")
WARNINGS = ["-std=c99", "-Wall", "-Wextra", "-Wshadow", "-Wpedantic", "-Werror"]
KINDS = ("coordinates", "parameters", "constraints", "reactions", "frictions", "outputs")


def program(*arguments, given=None):
    return subprocess.run([DALEMBERT, *map(str, arguments)], capture_output=True, text=True, input=given, timeout=120,
                          check=False)


def array(values):
    return (ctypes.c_double * max(1, len(values)))(*values)


class Refused(Exception):
    """What the program says where it does not export."""


def compiled(source, output, *options):
    """Compiles without a warning."""
    warnings = WARNINGS if "_Thread_local" not in source.read_text() else ["-std=c11", *WARNINGS[1:]]
    subprocess.run([COMPILER, *warnings, *options, source, "-o", output, "-lm"], check=True, timeout=300)


class Exported:
    """The functions of one model; lists of numbers in and out."""

    def __init__(self, model, folder, *options):
        folder = pathlib.Path(folder)
        done = program("export", "c", model, "-o", folder, "--json", *options)
        if done.returncode != 0:
            raise Refused(done.stderr + done.stdout)
        out = json.loads(done.stdout)
        self.is_redundant = "W0301" in done.stdout + done.stderr
        self.prefix = out["prefix"]
        self.header, self.source = (pathlib.Path(file) for file in out["files"])
        library = folder / f"lib{self.prefix}.so"
        compiled(self.source, library, "-O1", "-shared", "-fPIC")
        self.library = ctypes.CDLL(str(library))
        header = self.header.read_text()
        self.count = {kind: int(found.group(1)) if (found := re.search(rf"number_of_{kind} = (\d+)", header)) else 0
                      for kind in KINDS}
        self.names = {kind: self.strings(f"names_of_{kind}", self.count[kind]) for kind in KINDS if self.count[kind]}
        self.parameters = self.numbers("default_parameters", self.count["parameters"])
        self.starts = "_initial_q[]" in header

    def strings(self, what, count):
        found = (ctypes.c_char_p * max(1, count)).in_dll(self.library, f"{self.prefix}_{what}")
        return [text.decode() for text in found][:count]

    def numbers(self, what, count):
        return list((ctypes.c_double * max(1, count)).in_dll(self.library, f"{self.prefix}_{what}"))[:count]

    def initial(self):
        n = self.count["coordinates"]
        return self.numbers("initial_t", 1)[0], self.numbers("initial_q", n), self.numbers("initial_v", n)

    def call(self, what, state, read=(), sizes=()):
        """(status, arrays written) of a function of t, q, v, p, then of `read`, then of what it writes."""
        t, q, v = state
        out = [array([0.0] * size) for size in sizes]
        function = self.library[f"{self.prefix}_{what}"]
        function.restype = ctypes.c_int
        status = function(ctypes.c_double(t), array(q), array(v), array(self.parameters), *map(array, read), *out)
        return status, [list(values)[:size] for values, size in zip(out, sizes)]

    def accelerations(self, state):
        sizes = [self.count["coordinates"], self.count["constraints"]]
        if self.count["frictions"]:
            sizes.append(self.count["frictions"])
        return self.call("accelerations", state, sizes=sizes)

    def projected(self, state):
        t, q, v = state
        places, rates = array(q), array(v)
        status = self.library[f"{self.prefix}_project"](ctypes.c_double(t), places, rates, array(self.parameters))
        return status, (t, list(places)[:len(q)], list(rates)[:len(v)])

    def started(self, t, parameters, held=()):
        """(status, state) of the search for an initial state; `held`: {place in q, then v: value}."""
        n = self.count["coordinates"]
        given = [held.get(i, math.nan) if held else math.nan for i in range(2 * n)]
        places, rates = array(given[:n]), array(given[n:])
        marks = (ctypes.c_int * (2 * n))(*(int(i in held) for i in range(2 * n)))
        status = self.library[f"{self.prefix}_start"](ctypes.c_double(t), places, rates, array(parameters), marks)
        return status, (t, list(places)[:n], list(rates)[:n])

    def evaluated(self, model, state, *options):
        """What the program says of the same state."""
        t, q, v = state
        names = self.names["coordinates"]
        given = dict(zip(names, q)) | dict(zip((name + "'" for name in names), v))
        done = program("eval", model, "--json", "--state", "-", *options, given=json.dumps({"t": t, "state": given}))
        return json.loads(done.stdout) if done.returncode == 0 else None
