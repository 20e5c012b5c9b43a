#!/usr/bin/env python3
"""Fails on an include or a link that docs/layers.toml does not allow, and on files and folders that grew too large.

    check_layers.py [--draw]

Checks:
- every room of src/dalembert/ is in the table, and `#include <dalembert/ROOM/…>` points downward;
- the files of a room with corridors stand in these, and their includes point downward among the corridors;
- what a room declares is in the namespace of that room;
- third-party headers stay in the rooms they are fenced into;
- no files of a room include each other in a circle;
- the links in src/CMakeLists.txt are arrows of the table;
- no source exceeds the longest length, no corridor the largest number of files.

--draw prints rooms, corridors and arrows, the lowest first, and how many files each holds.
"""

import argparse
import pathlib
import re
import sys
import tomllib

SOURCES = {".h", ".cpp"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
ROOM_LINE = re.compile(r"dalembert_room\(([^)]*)\)")
LINKED_ROOM = re.compile(r"dalembert(?:::|_)(\w+)")


def sources_below(folder):
    return sorted(p for p in folder.rglob("*") if p.suffix in SOURCES) if folder.is_dir() else []


def sources_in(folder):
    return sorted(p for p in folder.glob("*") if p.suffix in SOURCES) if folder.is_dir() else []


def includes_of(path):
    """Yields (line number, bracket, header) for each include of a file."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1), match.group(2)


class Layers:
    """The table: which room may include which."""

    def __init__(self, table):
        self.rooms = table["rooms"]
        self.fenced = table.get("fenced", {})
        self.outside = table.get("outside", {})
        self.namespaces = table.get("namespaces", {})
        self.corridors = table.get("corridors", {})
        self.most_files = table["files"].get("most_in_a_corridor")
        self.longest = table["files"]["longest"]
        self.long = table["files"].get("long", self.longest)

    def problems_of_table(self):
        """The table itself must point downward: a room lists only rooms that stand above it in the file."""
        known = []
        for room, below in self.rooms.items():
            for other in below:
                if other != "*" and other not in known:
                    yield f"docs/layers.toml: {room} lists {other}, which is not a room below it"
            known.append(room)
        for room, corridors in self.corridors.items():
            known = []
            for corridor, below in corridors.items():
                for other in below:
                    if other not in known:
                        yield f"docs/layers.toml: {room}/{corridor} lists {other}, which is not a corridor below it"
                known.append(corridor)

    def may_include(self, room, other):
        return room == other or other in self.rooms[room] or "*" in self.rooms[room]

    def below(self, room):
        """The room, what it may include, what these may include, and so on: what its unit tests may use."""
        seen = {room}
        queue = [room]
        while queue:
            listed = self.rooms[queue.pop()]
            for other in self.rooms if "*" in listed else listed:
                if other not in seen:
                    seen.add(other)
                    queue.append(other)
        return seen


def problems_of_includes(layers, files, where, allowed):
    """Yields what is wrong with the includes of `files`; `allowed(other)` tells whether a room may be reached."""
    for path in files:
        for number, bracket, header in includes_of(path):
            place = f"{path}:{number}"
            if header.startswith("dalembert/"):
                parts = header.split("/")
                other = parts[1] if len(parts) > 2 else "api"
                if other not in layers.rooms:
                    yield f"{place}: {other} is not a room of docs/layers.toml"
                elif not allowed(other):
                    yield f"{place}: {where} may not include {other}"
            elif bracket == '"' and where in layers.rooms:
                yield f'{place}: write <dalembert/{where}/…> instead of "{header}"'
            for prefix, rooms in layers.fenced.items():
                if header.startswith(prefix) and where in layers.rooms and where not in rooms:
                    yield f"{place}: {header} may be included only in {', '.join(rooms) or 'the apps'}"


def problems_of_corridors(layers, folder):
    """Yields what is wrong with the places and includes of the files of a room with corridors."""
    room = folder.name
    corridors = layers.corridors.get(room)
    if corridors is None:
        yield from (f"{path}: {room} has no corridors in docs/layers.toml" for path in sources_below(folder) if path.parent != folder)
        return
    for path in sources_below(folder):
        own = path.parent.relative_to(folder).as_posix()
        if own not in corridors:
            yield f"{path}: not in a corridor of {room} that docs/layers.toml lists"
            continue
        for number, _, header in includes_of(path):
            parts = header.split("/")
            other = parts[2] if len(parts) > 3 else "."
            if parts[:2] != ["dalembert", room] or other == own:
                continue
            if other not in corridors:
                yield f"{path}:{number}: {room}/{other} is not a corridor of docs/layers.toml"
            elif other not in corridors[own]:
                yield f"{path}:{number}: {room}/{own} may not include {room}/{other}"
    for corridor in corridors:
        count = len(sources_in(folder / corridor))
        if layers.most_files is not None and count > layers.most_files:
            yield f"{folder / corridor}: {count} files; a corridor holds at most {layers.most_files}"


def circle_in(arrows):
    """A list of names in which each has an arrow to the next and the last one to the first; none where there is no such list."""
    done = set()
    for start in sorted(arrows):
        path, turns = [start], [iter(sorted(arrows[start]))]
        while path:
            if path[-1] in done:
                path.pop()
                turns.pop()
                continue
            other = next(turns[-1], None)
            if other is None:
                done.add(path[-1])
            elif other in path:
                return path[path.index(other):]
            elif other not in done:
                path.append(other)
                turns.append(iter(sorted(arrows.get(other, ()))))
    return None


def problems_of_circles(folder):
    """Yields a circle among the files of a room, a header and its source being one."""
    arrows = {path.stem: set() for path in sources_below(folder)}
    for path in sources_below(folder):
        own = f"dalembert/{folder.name}/"
        included = {pathlib.Path(header).stem for _, _, header in includes_of(path) if header.startswith(own)}
        arrows[path.stem] |= included - {path.stem}
    circle = circle_in(arrows)
    if circle:
        yield f"{folder}: {' -> '.join([*circle, circle[0]])} include each other in a circle"


def problems_of_namespaces(layers, folder):
    """Yields where a file of a room opens another namespace than the room's at its left margin outside of it."""
    own = layers.namespaces.get(folder.name, folder.name)
    for path in sources_below(folder):
        inside = False
        lines = path.read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines, start=1):
            if line == "} // namespace dalembert":
                inside = False
            if not re.match(r"(inline )?namespace\b", line) or inside:
                continue
            inside = line == "namespace dalembert {"
            if not inside or lines[number : number + 1] != [f"inline namespace {own} {{"]:
                yield f"{path}:{number}: a file of {folder.name} opens namespace dalembert and, on the next line, inline namespace {own}"


def problems_of_links(layers, cmake):
    """Yields links of src/CMakeLists.txt that are not arrows of the table."""
    if not cmake.is_file():
        return
    text = re.sub(r"#.*", "", cmake.read_text(encoding="utf-8"))
    for match in ROOM_LINE.finditer(text):
        name, *links = match.group(1).split()
        if name not in layers.rooms:
            yield f"{cmake}: {name} is not a room of docs/layers.toml"
            continue
        for link in links:
            linked = LINKED_ROOM.fullmatch(link)
            if linked and not layers.may_include(name, linked.group(1)):
                yield f"{cmake}: {name} may not link {linked.group(1)}"


def files_longer_than(most, root):
    for folder in ("src", "apps", "tests", "bench", "bindings"):
        for path in sources_below(root / folder):
            lines = path.read_text(encoding="utf-8").count("\n")
            if lines > most:
                yield path, lines


def problems_of_lengths(layers, root):
    for path, lines in files_longer_than(layers.longest, root):
        yield f"{path}: {lines} lines; a file stops at {layers.longest}"


def long_files(root):
    """Lines for a person about files that should be thought about: they are no problems."""
    with open(root / "docs/layers.toml", "rb") as file:
        layers = Layers(tomllib.load(file))
    for path, lines in files_longer_than(layers.long, root):
        if lines <= layers.longest:
            yield f"note: {path.relative_to(root)}: {lines} lines; has it one reason to exist?"


def find_problems(root):
    """Returns every violation in the tree at `root`, as lines for a person."""
    with open(root / "docs/layers.toml", "rb") as file:
        layers = Layers(tomllib.load(file))
    problems = list(layers.problems_of_table())
    src = root / "src/dalembert"
    for folder in sorted(p for p in src.glob("*") if p.is_dir()):
        room = folder.name
        if room not in layers.rooms:
            problems.append(f"{folder}: not a room of docs/layers.toml")
            continue
        problems += problems_of_includes(layers, sources_below(folder), room, lambda o, r=room: layers.may_include(r, o))
        problems += problems_of_corridors(layers, folder)
        problems += problems_of_circles(folder)
        problems += problems_of_namespaces(layers, folder)
        tests = root / "tests/unit" / room
        below = layers.below(room)
        problems += problems_of_includes(layers, sources_below(tests), f"unit/{room}", lambda o, b=below: o in b)
    for where, rooms in layers.outside.items():
        problems += problems_of_includes(layers, sources_below(root / where), where, lambda o, r=rooms: o in r)
    problems += problems_of_links(layers, root / "src/CMakeLists.txt")
    problems += problems_of_lengths(layers, root)
    return [p.replace(f"{root}/", "") for p in problems]


def drawing(root):
    """Lines: each room with what it may include, and below it its corridors likewise."""
    with open(root / "docs/layers.toml", "rb") as file:
        layers = Layers(tomllib.load(file))
    for room, below in layers.rooms.items():
        folder = root / "src/dalembert" / room
        yield f"{room} ({len(sources_below(folder))}) -> {', '.join(below) or 'nothing'}"
        for corridor, others in layers.corridors.get(room, {}).items():
            yield f"    {corridor} ({len(sources_in(folder / corridor))}) -> {', '.join(others) or 'nothing'}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    parser.add_argument("--draw", action="store_true", help="print the rooms instead")
    given = parser.parse_args()
    root = given.root
    if given.draw:
        print("\n".join(drawing(root)))
        return
    problems = find_problems(root)
    for note in long_files(root):
        print(note, file=sys.stderr)
    for problem in problems:
        print(problem, file=sys.stderr)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
