"""Builds all chosen mutants at once: each changed expression becomes `(on(7) ? changed : original)`."""

import re
import shutil
import subprocess

HEADER = """#pragma once
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <unistd.h>
namespace dalembert_mutants {
/// True where mutant `number` is the one that DALEMBERT_MUTANT names. Writes the numbers that were asked for, once each,
/// to the file that DALEMBERT_MUTANT_TRACE names.
inline bool on(int number) {
  static const int chosen = [] {
    const char* name = std::getenv("DALEMBERT_MUTANT");
    return name != nullptr ? std::atoi(name) : -1;
  }();
  static const char* const trace = std::getenv("DALEMBERT_MUTANT_TRACE");
  static bool seen[COUNT] = {};
  if (trace != nullptr && !seen[number]) {
    seen[number] = true;
    const std::string line = std::to_string(number) + "\\n";
    const int file = ::open(trace, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
    if (file >= 0) {
      if (::write(file, line.data(), line.size()) < 0) std::abort();
      ::close(file);
    }
  }
  return number == chosen;
}
}
"""


def copy_tree(root, to):
    """Brings the copy up to what git knows of `root`; files that are equal keep their time, so that little is built again."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=root, check=True, capture_output=True, text=True)
    names = [name for name in listed.stdout.splitlines() if (root / name).is_file()]
    for name in names:
        write_if_new(to / name, (root / name).read_bytes())
        shutil.copymode(root / name, to / name)
    for path in sorted(to.rglob("*")):
        if path.is_file() and str(path.relative_to(to)) not in set(names) and path.suffix in (".cpp", ".h"):
            path.unlink()


def write_if_new(path, data):
    if path.is_file() and path.read_bytes() == data:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def with_mutants(text, sites):
    """The bytes of a file with its sites made switchable; `sites` are (number, site) and do not overlap."""
    for number, site in sorted(sites, key=lambda each: -each[1].begin):
        old = text[site.begin:site.end].decode()
        # One line, so that errors are found again by their line.
        new = f"(::dalembert_mutants::on({number}) ? ({flat(site.new)}) : ({old}))"
        text = text[:site.begin] + new.encode() + text[site.end:]
    return b'#include "mutants_on.h" // NOLINT\n#line 1\n' + text


def flat(text):
    return re.sub(r"\s+", " ", re.sub(r"//[^\n]*", "", text))


class Schemata:
    """The copy of the sources with the mutants in them, and its build."""

    def __init__(self, root, work, jobs):
        self.root, self.work, self.jobs = root, work, jobs
        self.source, self.build = work / "source", work / "build"

    def make(self, sites):
        """Builds with these sites {number: site}; returns the numbers that do not compile and were left out."""
        copy_tree(self.root, self.source)
        left_out = set()
        while True:
            self.write({n: s for n, s in sites.items() if n not in left_out})
            log = self.run_build()
            if log is None:
                return left_out
            wrong = self.blamed(log, sites) - left_out
            if not wrong:
                raise RuntimeError("the mutants do not build:\n" + log[-4000:])
            left_out |= wrong

    def write(self, sites):
        write_if_new(self.work / "include" / "mutants_on.h", HEADER.replace("COUNT", "100000").encode())
        by_file = {}
        for number, site in sites.items():
            by_file.setdefault(site.path, []).append((number, site))
        for path in {site.path for site in sites.values()} | getattr(self, "touched", set()):
            text = path.read_bytes()
            inside = path.relative_to(self.root)
            write_if_new(self.source / inside, with_mutants(text, by_file[path]) if path in by_file else text)
        self.touched = set(by_file)

    def run_build(self):
        """Returns nothing where the build passes, else its log."""
        if not (self.build / "build.ninja").is_file():
            flags = f"-I{self.work / 'include'} -Wno-error -w"
            subprocess.run(["cmake", "-G", "Ninja", "-S", self.source, "-B", self.build, "-DCMAKE_BUILD_TYPE=Release",
                            "-DCMAKE_CXX_FLAGS_RELEASE=-O1", f"-DCMAKE_CXX_FLAGS={flags}"], check=True, capture_output=True)
        done = subprocess.run(["cmake", "--build", self.build, "-j", str(self.jobs), "--", "-k0"], capture_output=True, text=True)
        return None if done.returncode == 0 else done.stdout + done.stderr

    def blamed(self, log, sites):
        """The numbers of the sites on the lines that the compiler complains of."""
        found = set()
        for path, line in set(re.findall(r"^(/[^:\n]+):(\d+):\d+: error", log, re.MULTILINE)):
            for number, site in sites.items():
                last = site.line + site.old.count("\n")
                if path.endswith(str(site.path.relative_to(self.root))) and site.line <= int(line) <= last:
                    found.add(number)
        return found
