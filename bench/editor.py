"""The language server: the time from a change to its diagnostics, over all models, beside `check` of the same models.

Bars: 25 ms for the median, 100 ms for 95 of 100 changes.
"""
import os
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CHANGES = 3  # of each model; the least time counts, since other programs only add to it
PAUSE = 0.05  # s before a change: the server waits for more where changes follow within 30 ms
MEDIAN_BAR = 0.025  # s
NEARLY_ALL_BAR = 0.1  # s, 95 of 100


def share(times, part):
    return sorted(times)[min(len(times) - 1, int(part * len(times)))]


def rows(build):
    program = os.path.join(build, "bin", "dalembert")
    os.environ["DALEMBERT"] = program
    sys.path.insert(0, os.path.join(ROOT, "tests", "editor"))
    from client import MODELS, Client  # the client of the tests, which reads the name of the program when it is imported
    changes, checks = [], []
    client = Client()
    for path in MODELS:
        text = path.read_text(encoding="utf-8")
        uri = client.open(path, text)
        client.diagnostics(uri, 1)
        least = 60.0
        for version in range(2, CHANGES + 2):
            time.sleep(PAUSE)
            start = time.perf_counter()
            client.change(uri, f"{text}# change {version}\n", version)
            client.diagnostics(uri, version)
            least = min(least, time.perf_counter() - start)
        changes.append(least)
        client.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
        client.inbox.clear()
        start = time.perf_counter()
        subprocess.run([program, "check", str(path)], check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        checks.append(time.perf_counter() - start)
    memory = client.memory()
    client.close()
    median, nearly_all, check = share(changes, 0.5), share(changes, 0.95), share(checks, 0.5)
    yield "editor_change_median", median, "s from a change to its diagnostics", "limit", MEDIAN_BAR, MEDIAN_BAR / median
    yield "editor_change_95", nearly_all, "s, 95 of 100 models", "limit", NEARLY_ALL_BAR, NEARLY_ALL_BAR / nearly_all
    yield "editor_beside_check", median, "s", "check of the same models, median", check, check / median
    yield "editor_memory", memory, "MiB of the server after all models", "limit", 64, 64 / memory
