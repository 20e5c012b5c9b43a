"""What a scene shows, in words: kinds of items by the rule that made them."""

import json
import os
import subprocess
from xml.etree import ElementTree as xml

PROGRAM = os.environ["DALEMBERT"]
BESIDE = {"lane", "gauge"}  # what has no place in the picture


def run(*arguments):
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "NO_COLOR": "1"}
    return subprocess.run([PROGRAM, "picture", *map(str, arguments)], capture_output=True, text=True,
                          env=environment, timeout=60, check=False)


def scene(model):
    done = run(model, "--json")
    if done.returncode != 0:
        raise AssertionError(f"{model}: exit code {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout)


def svg_problem(model):
    """What is wrong with the drawing as SVG; nothing where it is sound."""
    done = run(model)
    if done.returncode != 0 or "error" in done.stderr:
        return f"exit code {done.returncode}: {done.stderr}"
    if "nan" in done.stdout or "inf" in done.stdout:
        return "a number that is none"
    xml.fromstring(done.stdout)
    return None


def kind(item):
    words = item["kind"]
    if "standing" in item:
        words = f"{item['standing']} {words}"
    return words if item["rule"] == "arrows" else f"{words} {item['rule']}"


def shown(data):
    """Items by kind and rule, as in `2 rod P5, pin P5, mass P1, solid arrow`, then dimension, up and moving axes."""
    counts = {}
    for item in data["items"]:
        counts[kind(item)] = counts.get(kind(item), 0) + 1
    words = [f"{count} {name}" if count > 1 else name for name, count in counts.items()]
    if data["dimension"] == 3:
        words.append("in space")
    if data["up"] != ("z" if data["dimension"] == 3 else "y"):
        words.append(f"up {data['up']}")
    if data["moving_axes"]:
        words.append("axes move")
    return ", ".join(words)


def has_places(data):
    return any(item["kind"] not in BESIDE for item in data["items"])
