#!/usr/bin/env python3
"""Runs clang-tidy over the compile commands of a build, several files at a time, and remembers what was clean.

A file is checked again when its text, a header of ours that it reaches, its compile command, .clang-tidy or the version of
clang-tidy changed: the key of the memory is a hash of all these. The memory lies in the user's cache folder, so that a fresh
clone profits from it too.
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

INCLUDE = re.compile(r"^\s*#\s*include\s*<dalembert/([^>]+)>", re.MULTILINE)
GATHERED = re.compile(r"^\s*#\s*include\s*\"(/[^\"]+)\"", re.MULTILINE)  # sources compiled as one


class Reach:
    """The headers of ours that a file includes, directly or not."""

    def __init__(self, src):
        self.src = src
        self.direct = {}

    def includes(self, path):
        if path not in self.direct:
            text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
            found = {self.src / name for name in INCLUDE.findall(text)}
            self.direct[path] = sorted(found | {pathlib.Path(name) for name in GATHERED.findall(text)})
        return self.direct[path]

    def sources(self, path):
        """The file itself and, where it gathers sources, these."""
        return {path.resolve()} | {found.resolve() for found in self.includes(path) if found.suffix == ".cpp"}

    def closure(self, path):
        seen = {path}
        queue = [path]
        while queue:
            for header in self.includes(queue.pop()):
                if header not in seen:
                    seen.add(header)
                    queue.append(header)
        return sorted(seen)


def key_of(root, entry, reach, common):
    """Hash of everything that the verdict on a file depends on; no machine path is part of it."""
    digest = hashlib.sha256(common)
    command = entry["command"].replace(entry["directory"], "BUILD").replace(str(root), "ROOT")
    digest.update(command.encode())
    for path in reach.closure(pathlib.Path(entry["file"])):
        if path.is_file():
            digest.update(str(path.relative_to(root)).encode())
            text = path.read_bytes().replace(str(root).encode(), b"ROOT")
            digest.update(hashlib.sha256(text).digest())
    return digest.hexdigest()


def check(build, file):
    """Runs clang-tidy on one file; returns (clean, what it said)."""
    done = subprocess.run(["clang-tidy", "--quiet", "-p", str(build), file], capture_output=True, text=True)
    errors = "\n".join(line for line in done.stderr.splitlines() if "warnings generated" not in line)
    return done.returncode == 0, (done.stdout + errors).strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("files", nargs="*", type=pathlib.Path, help="only these sources; all, where none is named")
    args = parser.parse_args()
    root = pathlib.Path(__file__).resolve().parent.parent
    # Globbed sources that came or went since the build was configured are found by configuring again.
    subprocess.run(["cmake", str(args.build)], check=True, stdout=subprocess.DEVNULL)
    entries = json.loads((args.build / "compile_commands.json").read_text())
    reach = Reach(root / "src/dalembert")
    if args.files:
        wanted = {path.resolve() for path in args.files}
        entries = [e for e in entries if wanted & reach.sources(pathlib.Path(e["file"]))]
    version = subprocess.run(["clang-tidy", "--version"], check=True, capture_output=True, text=True).stdout
    stable = "".join(line for line in version.splitlines() if "version" in line)
    common = stable.encode() + (root / ".clang-tidy").read_bytes()
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "dalembert/tidy"
    cache.mkdir(parents=True, exist_ok=True)
    keys = {e["file"]: key_of(root, e, reach, common) for e in entries}
    open_files = [file for file, key in keys.items() if not (cache / key).exists()]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for file, (clean, said) in zip(open_files, pool.map(lambda f: check(args.build, f), open_files)):
            if clean:
                (cache / keys[file]).touch()
            else:
                failed += 1
                print(said, flush=True)
    print(f"clang-tidy: {len(keys)} files, {len(open_files)} checked now, {failed} with findings", file=sys.stderr)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
