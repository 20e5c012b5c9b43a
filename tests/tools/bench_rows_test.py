#!/usr/bin/env python3
"""bench/run.py makes the rows that are wanted, of programs that print what the real ones do."""
import os
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "bench"))
import performance  # noqa: E402
import run  # noqa: E402


def chain(links):
    return {"name": f"chain_{links}", "links": links, "operations": 1, "structure_ns": 2.0 * links, "hand_ns": links, "matrices_ns": 0,
            "lanes": 8, "lane_ns": 0.5 * links, "hand_lane_ns": 0.25 * links, "largest_difference": 0, "lane_difference": 0}


def form(name, links):
    return {"form": name, "links": links, "structure_ns": 3.0 * links, "difference": 0}


PRINTED = {
    "bench_chain": [chain(n) for n in (20, 100, 1000)],
    "bench_chain_forms": [form(name, n) for name in ("relative", "cartesian", "absolute", "pinned") for n in (20, 1000)]
    + [{"form": "first", "links": n, "seconds": n} for n in (100, 1000)]
    + [{"form": "klu", "links": 100, "structure_ns": 1, "klu_ns": 1, "difference": 0}],
    "bench_four_bar": [{"program_ns": 1, "hand_ns": 1, "run_ns": 1, "operations": 1, "largest_difference": 0, "accelerations": [1, 2, 3]}],
    "bench_simbody": [{"ball_ns": 200, "planes_ns": 100, "accelerations": [1, 2, 3]}, {"links": 100, "structure_ns": 1, "simbody_ns": 40, "difference": 0}],
    "bench_machine": [{"name": name, "operations": 10, "interpreter_ns": 1, "machine_ns": 1, "vector_sines_ns": 1, "lanes": 8, "lane_ns": 1,
                       "compile_seconds": 1e-5, "cc_seconds": 1, "cc_ns": 1} for name in ("double_pendulum", "cart_5")],
    "bench_lanes": [{"members": 2, "steps": 1, "lane_ns": 1, "hand_ns": 1, "program_ns": 1, "closed_form_ns": 1, "run_ns": 1, "largest_difference": 0}],
    "bench_processors": [{"one_seconds": 2, "two_seconds": 1.25}],
    "bench_members": [{"name": "ensemble_rk8", "same": True, "members": 8, "together_us": 1, "alone_us": 2}],
}


class Rows(unittest.TestCase):
    def setUp(self):
        run.lines_of = lambda program, *_: PRINTED[os.path.basename(program)]
        run.sweep_seconds = lambda program, launcher, threads: 1.0
        run.run_seconds = lambda program, model, *options: (1.0, 10, 0.5)
        run.whole_process = lambda command, times=9: 1.0
        run.shutil.which = lambda name: name
        self.exists = os.path.exists
        os.path.exists = lambda path: True
        self.addCleanup(setattr, os.path, "exists", self.exists)

    def test_all_wanted_rows_are_there(self):
        results = list(run.bench_machine_code("build"))
        self.assertEqual(performance.missing(results), [])
        self.assertEqual(len({r["name"] for r in results}), len(results))

    def test_ratios_are_times_over_those_of_the_baselines(self):
        known = {r["name"]: r for r in run.bench_machine_code("build")}
        self.assertEqual(known["chain_1000_lanes"]["ratio"], 2)
        self.assertEqual(known["four_bar_simbody"]["ratio"], 0.01)
        # Seven places by default, of a slope of logarithms: rounding.
        self.assertAlmostEqual(known["chain_exponent"]["value"], 1)
        self.assertEqual(known["threads_2_limit"]["ratio"], 0.625)

    def test_without_simbody_its_row_alone_is_missing(self):
        os.path.exists = lambda path: "simbody" not in path
        self.assertEqual(performance.missing(list(run.bench_machine_code("build"))), ["four_bar_simbody"])


if __name__ == "__main__":
    unittest.main()
