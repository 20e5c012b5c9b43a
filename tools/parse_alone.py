#!/usr/bin/env python3
"""Parses sources and headers one by one: each includes what it uses, whatever it is compiled together with.

Builds gather the sources of a room and precompile the standard headers, so that a missing include is not noticed there. All files
of src/dalembert, apps and tests are parsed, or with --recent those that the last commits touched and at most --limit of the files
that include them. What was parsed is remembered as by tools/tidy.py: by a hash of the text and of all headers of ours that it reaches.
"""

import argparse
import concurrent.futures
import hashlib
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from tidy import Reach  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("src/dalembert", "apps", "tests")
LEFT_OUT = ("tests/fuzz/", "tests/install/")  # built by another compiler, and against an installed package
DEFINED = ('-DDALEMBERT_SOURCE_DIR=""', '-DDALEMBERT_VERSION=""', '-DDALEMBERT_FLINT_SONAME=""')


def lines_of(*command):
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()


def all_files():
    names = lines_of("git", "ls-files", "-co", "--exclude-standard", "--", *(f"{folder}/*.{kind}" for folder in FOLDERS for kind in ("h", "cpp")))
    return sorted(ROOT / name for name in set(names) if not name.startswith(LEFT_OUT) and (ROOT / name).is_file())


def recent_files(files, commits, limit, reach):
    """What the last `commits` commits touched, and at most `limit` of the files that include it directly, the newest touch first.

    Commits that .git-blame-ignore-revs lists touched many files by rule, not by hand, and do not count.
    """
    by_rule = ROOT / ".git-blame-ignore-revs"
    left_out = {line for line in by_rule.read_text().splitlines() if line and line[0] != "#"} if by_rule.is_file() else set()
    touched = []
    for commit in lines_of("git", "log", f"-{commits}", "--format=%H"):
        if commit in left_out:
            continue
        for name in lines_of("git", "show", "--name-only", "--format=", commit):
            path = ROOT / name
            if path in files and path not in touched:
                touched.append(path)
    headers = [path for path in touched if path.suffix == ".h"]
    users = [file for header in headers for file in files if file not in touched and header in reach.includes(file)]
    return touched + list(dict.fromkeys(users))[:limit]


def flags():
    found = lines_of("pkg-config", "--cflags", "eigen3", "gmp", "mpfr", "fmt")
    outside = [word.replace("-I", "-isystem", 1) for word in " ".join(found).split()]
    return ["-std=c++20", "-Wall", "-Wextra", "-Werror", "-Wno-unused", f"-I{ROOT / 'src'}", f"-I{ROOT}", *DEFINED, *outside]


def parse(path, compiler, options):
    """What the compiler says of one file; nothing where it parses."""
    text = f'#include "{path}"\n' if path.suffix == ".h" else path.read_text(encoding="utf-8")
    command = [compiler, "-fsyntax-only", *options, "-iquote", str(path.parent), "-x", "c++", "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False).stderr


def key_of(path, reach, common):
    digest = hashlib.sha256(common)
    for reached in reach.closure(path):
        if reached.is_file():
            digest.update(str(reached.relative_to(ROOT)).encode())
            digest.update(hashlib.sha256(reached.read_bytes()).digest())
    return digest.hexdigest()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--recent", type=int, metavar="N", help="only what the last N commits touched, and files that include it")
    parser.add_argument("--limit", type=int, default=200, help="at most so many of the files that include it (200)")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--compiler", default=os.environ.get("CXX", "g++"))
    parser.add_argument("files", nargs="*", type=pathlib.Path, help="only these")
    args = parser.parse_args()
    reach = Reach(ROOT / "src/dalembert")
    files = all_files()
    if args.files:
        wanted = {path.resolve() for path in args.files}
        files = [path for path in files if path in wanted]
    elif args.recent:
        files = recent_files(files, args.recent, args.limit, reach)
    options = flags()
    version = lines_of(args.compiler, "--version")[0]
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "dalembert/parse"
    cache.mkdir(parents=True, exist_ok=True)
    keys = {path: key_of(path, reach, f"{version} parse 1".encode()) for path in files}
    open_files = [path for path, key in keys.items() if not (cache / key).exists()]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for path, said in zip(open_files, pool.map(lambda file: parse(file, args.compiler, options), open_files)):
            if not said:
                (cache / keys[path]).touch()
                continue
            failed += 1
            print(f"{path.relative_to(ROOT)} does not parse alone:\n{said}", flush=True)
    print(f"parsed alone: {len(files)} files, {len(open_files)} now, {failed} with errors", file=sys.stderr)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
