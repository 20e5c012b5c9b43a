"""An FMU as an importer has it: its files, its variables, and the calls of its functions by fmu_importer.c."""

import atexit
import functools
import json
import os
import pathlib
import re
import subprocess
import tempfile
import xml.etree.ElementTree as xml
import zipfile

import exported

HERE = pathlib.Path(__file__).resolve().parent
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-g"]
OK, DISCARD, ERROR = 0, 2, 3


def export(model, file, *options, env=None):
    """The exit code of `export fmu`, and what it says as JSON."""
    done = subprocess.run([exported.DALEMBERT, "export", "fmu", str(model), "-o", str(file), "--json", *options],
                          capture_output=True, text=True, timeout=300, check=False, env={**os.environ, **(env or {})})
    return done.returncode, json.loads(done.stdout)


@functools.cache
def build_folder():
    """A folder that lives as long as the tests."""
    folder = tempfile.TemporaryDirectory()
    atexit.register(folder.cleanup)
    return folder


@functools.cache
def importer(is_sanitized=False):
    """The program fmu_importer, built once."""
    folder = pathlib.Path(build_folder().name)
    binary = folder / ("importer_sanitized" if is_sanitized else "importer")
    header = re.search(r'R"\((.*)\)"', (HERE / "../../src/dalembert/export/fmi2_interface.cpp").read_text(), re.S)
    (folder / "fmi2.h").write_text(header.group(1))
    subprocess.run([exported.COMPILER, "-std=gnu99", "-O2", "-Wall", "-Wextra", "-Werror", "-I", folder,
                    *(SANITIZERS if is_sanitized else []), HERE / "fmu_importer.c", HERE / "fmu_integrators.c", "-o",
                    binary, "-ldl", "-lm"], check=True, timeout=120)
    return binary


class Fmu:
    """The files and variables of one FMU."""

    def __init__(self, file):
        self.path = pathlib.Path(tempfile.mkdtemp(dir=build_folder().name))
        self.archive = pathlib.Path(file)
        with zipfile.ZipFile(file) as archive:
            assert archive.testzip() is None
            archive.extractall(self.path)
        self.tree = xml.parse(self.path / "modelDescription.xml").getroot()
        self.name = self.tree.find("ModelExchange").get("modelIdentifier")
        self.guid = self.tree.get("guid")
        self.variables = self.tree.find("ModelVariables").findall("ScalarVariable")
        self.by_name = {v.get("name"): v for v in self.variables}
        self.library = self.path / f"binaries/linux64/{self.name}.so"
        derivatives = [self.variables[int(u.get("index")) - 1]
                       for u in self.tree.find("ModelStructure/Derivatives").findall("Unknown")]
        self.states = [self.variables[int(d.find("Real").get("derivative")) - 1] for d in derivatives]
        self.state_names = [s.get("name") for s in self.states]

    def reference(self, name):
        return int(self.by_name[name].get("valueReference"))

    def references(self, names):
        return [self.reference(name) for name in names]

    def start(self, name):
        return float(self.by_name[name].find("Real").get("start"))

    def names(self, causality, variability=None):
        return [v.get("name") for v in self.variables if v.get("causality") == causality
                and v.get("variability") in (variability, v.get("variability") if variability is None else variability)]

    @functools.cache
    def built_once(self, *options):
        """The library that these options make, which other tests use as well."""
        return self.has_sources_for(*options)

    def has_sources_for(self, *options):
        """Compiles the sources with these options."""
        sources = self.path / "sources"
        text = "".join(file.read_text() for file in sources.glob("*.c"))
        standard = "-std=c11" if "_Thread_local" in text else "-std=c99"
        library = pathlib.Path(tempfile.mkdtemp(dir=self.path.parent)) / "own.so"
        files = [sources / file.get("name") for file in self.tree.find("CoSimulation/SourceFiles").findall("File")]
        subprocess.run([exported.COMPILER, standard, "-fPIC", "-shared", "-fvisibility=hidden", *options, *files, "-o",
                        library, "-lm"], check=True, timeout=300)
        return library


class Unit:
    """One process with the binary of an FMU, and an instance in it."""

    def __init__(self, fmu, kind, library=None, is_sanitized=False, guid=None, name="unit", is_logging=True):
        self.fmu = fmu
        self.said = []
        self.process = subprocess.Popen([importer(is_sanitized), library or fmu.library], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.created = self.call("new", name, kind, guid or fmu.guid, int(is_logging))[0]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends the process; what sanitizers found is an error."""
        self.process.stdin.close()
        self.process.stdout.close()
        errors = self.process.stderr.read()
        self.process.stderr.close()
        code = self.process.wait(timeout=60)
        assert code == 0, f"the importer ended with {code}: {errors}"

    def call(self, *words):
        """The status of a call and the numbers that it gives."""
        self.process.stdin.write(" ".join(repr(w) if isinstance(w, float) else str(w) for w in words) + "\n")
        self.process.stdin.flush()
        while True:
            line = self.process.stdout.readline()
            assert line, f"the importer ended: {words[0]}: {self.process.stderr.read()}"
            if not line.startswith("#"):
                break
            self.said.append(line)
        assert line != "?\n", words
        status, *values = line.split()
        return int(status), [float(value) for value in values]

    def ok(self, *words):
        """The numbers of a call that must succeed."""
        status, values = self.call(*words)
        assert status == OK, f"{words[:4]} gave {status}: {self.said[-2:]}"
        return values

    def set(self, **named):
        for name, value in named.items():
            self.ok("set", self.fmu.reference(name), float(value))

    def set_all(self, values):
        for name, value in values.items():
            self.ok("set", self.fmu.reference(name), float(value))

    def get(self, *names):
        return self.ok("get", *self.fmu.references(names))

    def begin(self, tolerance=None, start=None, stop=None, values=None):
        """Goes through the initialization."""
        if start is None:
            start = float(self.fmu.tree.find("DefaultExperiment").get("startTime"))
        self.ok("setup", int(tolerance is not None), float(tolerance or 0), float(start), int(stop is not None),
                float(stop or 0))
        self.set_all(values or {})
        self.ok("enter")
        self.ok("exit")

    def begin_exchange(self, **how):
        self.begin(**how)
        self.ok("events")
        self.ok("continuous")


def run(model, *options, times=(), tolerance="1e-12"):
    """What the program says of the motion: a list of {name: value}, names as in the FMU."""
    at = ",".join(repr(t) for t in times)
    done = exported.program("run", model, "--json", "-q", "--at", at, "--to", repr(times[-1]), "--tolerance", tolerance,
                            *options)
    out = json.loads(done.stdout)
    assert out.get("outcome", "completed") == "completed" and "samples" in out, done.stdout[:500] + done.stderr[:500]
    return [{name_of(name): value for name, value in sample["state"].items()} for sample in out["samples"]]


def name_of(name):
    return f"der({name[:-1]})" if name.endswith("'") else name
