"""A limit of the memory ends a command with one message, its own exit code, and nothing half-written."""

import csv
import json
import pathlib
import unittest

from program import InFolder, PENDULUM, PROGRAM, SEEDS, run, run_json

CHAIN = SEEDS.parent / "gallery" / "n_pendulum.mech"
LARGE = (CHAIN, "--set", "n=2000", "--memory", "64M")
IS_SANITIZED = b"__asan_init" in pathlib.Path(PROGRAM).read_bytes()  # reserves terabytes, so there is no limit


@unittest.skipIf(IS_SANITIZED, "there is no limit under the sanitizers")
class Memory(InFolder):
    def test_every_command_says_that_the_limit_is_reached(self):
        for command in ("check", "analyse", "eval", "run"):
            done = run(command, *LARGE)
            self.assertEqual((done.returncode, done.stdout), (71, ""), command)
            self.assertRegex(done.stderr, r"^dalembert: the memory limit of 64 MiB is reached while .*; allow more with --memory")
            self.assertEqual(done.stderr.count("\n"), 1)

    def test_an_object_says_it_too(self):
        code, found = run_json("check", *LARGE)
        self.assertEqual(code, 71)
        self.assertEqual([d["code"] for d in found["diagnostics"]], ["E0005"])

    def test_a_page_stays_the_old_one(self):
        page = self.write("page.html", "the old page")
        self.assertEqual(run("report", *LARGE, "-o", page).returncode, 71)
        self.assertEqual(page.read_text(encoding="utf-8"), "the old page")
        self.assertEqual([path.name for path in self.folder.iterdir()], ["page.html"])

    def test_a_run_keeps_rows_of_its_way(self):
        model = self.write("p.mech", PENDULUM.replace("0..1 [s]", "0..1000 [s]"))
        out = self.folder / "out"
        done = run("run", model, "--samples", 200000, "--json", "--memory", "64M", "--out", out)
        self.assertEqual(done.returncode, 71, done.stderr)
        self.assertIn("the memory limit of 64 MiB is reached while integrating the motion", done.stderr)
        found = json.loads(done.stdout)
        self.assertEqual(found["outcome"], "failed")
        self.assertIn("E0005", [d["code"] for d in found["diagnostics"]])
        self.assertTrue(0 < found["t_end"] < 1000)
        rows = list(csv.reader((out / "table.csv").read_text(encoding="utf-8").splitlines()))
        self.assertGreater(len(rows), 10)
        self.assertEqual(len({len(row) for row in rows}), 1)

    def test_small_work_needs_little(self):
        self.assertEqual(run("analyse", self.write("p.mech", PENDULUM), "--memory", "64M").returncode, 0)

    def test_a_size_has_a_unit_and_a_range(self):
        for text in ("5", "4x", "", "-1G", "1M", "nanG", "2T"):
            done = run("check", self.write("p.mech", PENDULUM), f"--memory={text}")
            self.assertEqual(done.returncode, 2, text)
            self.assertIn("--memory", done.stderr)
        self.assertEqual(run("check", self.write("p.mech", PENDULUM), "--memory", "none").returncode, 0)


if __name__ == "__main__":
    unittest.main()
