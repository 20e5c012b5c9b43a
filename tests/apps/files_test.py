"""Files that are written appear whole or not at all, in their place, and never instead of something else."""

import os
import stat
import subprocess
import unittest

from program import InFolder, PENDULUM, PROGRAM, run, run_json

UNWRITTEN = 74
WITH_EXPORT = PENDULUM + 'plot x vs t\nexport csv "{}" {{ columns = (t, x) }}\n'


class Targets(InFolder):
    def setUp(self):
        super().setUp()
        self.model = self.write("p.mech", PENDULUM)

    def report(self, name, **options):
        return run("report", self.model, "-o", self.folder / name, **options)

    def test_a_device_stays_a_device(self):
        null = self.folder / "null"
        os.mknod(null, 0o666 | stat.S_IFCHR, os.makedev(1, 3)) if os.geteuid() == 0 else null.symlink_to("/dev/null")
        self.assertEqual(self.report("null").returncode, 0)
        self.assertTrue(stat.S_ISCHR(null.stat().st_mode))
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/null").st_mode))

    def test_a_pipe_is_written_to(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as reader:
            done = self.report("pipe")
            page = reader.communicate(timeout=20)[0]
        self.assertEqual(done.returncode, 0)
        self.assertIn(b"<!doctype html>", page)
        self.assertTrue(stat.S_ISFIFO(pipe.stat().st_mode))

    def test_a_full_device_is_an_error_with_a_code_of_its_own(self):
        done = run("report", self.model, "-o", "/dev/full")
        self.assertEqual(done.returncode, UNWRITTEN)
        self.assertIn("cannot write /dev/full: No space left", done.stderr)
        code, out = run_json("report", self.model, "-o", "/dev/full")
        self.assertEqual((code, out["diagnostics"][0]["code"]), (UNWRITTEN, "E0003"))

    def test_symbolic_links_are_followed_and_stay(self):
        for name, target in (("there.html", "kept.html"), ("dangling.html", "new.html"), ("far.html", "sub/x.html")):
            with self.subTest(link=name):
                (self.folder / "sub").mkdir(exist_ok=True)
                if name == "there.html":
                    self.write(target, "old")
                (self.folder / name).symlink_to(target)
                self.assertEqual(self.report(name).returncode, 0)
                self.assertTrue((self.folder / name).is_symlink())
                self.assertIn("<!doctype html>", (self.folder / target).read_text(encoding="utf-8"))

    def test_links_in_a_circle_are_refused(self):
        (self.folder / "a").symlink_to("b")
        (self.folder / "b").symlink_to("a")
        self.assertEqual(self.report("a").returncode, UNWRITTEN)

    def test_fmt_through_a_link_keeps_link_and_mode(self):
        model = self.write("u.mech", PENDULUM.replace("coord x", "coord    x"))
        model.chmod(0o640)
        (self.folder / "link.mech").symlink_to("u.mech")
        self.assertEqual(run("fmt", "--write", self.folder / "link.mech").returncode, 0)
        self.assertTrue((self.folder / "link.mech").is_symlink())
        self.assertIn("coord x", model.read_text(encoding="utf-8"))
        self.assertEqual(stat.S_IMODE(model.stat().st_mode), 0o640)

    @unittest.skipIf(os.geteuid() != 0, "only the superuser can give a file away")
    def test_the_owner_of_a_replaced_file_stays(self):
        page = self.write("page.html", "old")
        os.chown(page, 1234, 1235)
        self.assertEqual(self.report("page.html").returncode, 0)
        self.assertEqual((page.stat().st_uid, page.stat().st_gid), (1234, 1235))

    def test_what_is_read_only_is_refused(self):
        page = self.write("page.html", "old")
        page.chmod(0o444)
        done = self.report("page.html")
        self.assertEqual(done.returncode, UNWRITTEN)
        self.assertIn("read-only", done.stderr)
        self.assertEqual(page.read_text(), "old")

    def test_the_model_and_its_includes_are_never_overwritten(self):
        main = self.write("main.mech", 'include "p.mech"\n')
        os.link(self.model, self.folder / "hard.html")
        (self.folder / "soft.html").symlink_to("p.mech")
        for name in ("main.mech", "p.mech", "hard.html", "soft.html", "./main.mech"):
            with self.subTest(name=name):
                done = run("report", main, "-o", self.folder / name)
                self.assertEqual(done.returncode, UNWRITTEN)
                self.assertIn("the model is read from this file", done.stderr)
        self.assertEqual(self.model.read_text(encoding="utf-8"), PENDULUM)

    def test_hidden_files_of_killed_processes_go_and_others_stay(self):
        (self.folder / ".dalembert-unfinished-99999-0").write_text("half")
        (self.folder / ".dalembert-unfinished-99999-0.txt").write_text("of somebody else")
        self.assertEqual(self.report("page.html").returncode, 0)
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()),
                         [".dalembert-unfinished-99999-0.txt", "p.mech", "page.html"])


class Outputs(InFolder):
    def test_an_export_that_would_replace_another_file_is_refused_before_the_run(self):
        for name in ("table.csv", "result.json", "plot1_x.svg", "./table.csv", "table.csv/x.csv"):
            with self.subTest(name=name):
                model = self.write("m.mech", WITH_EXPORT.format(name))
                done = run("run", model, "--out", self.folder / "o")
                self.assertEqual(done.returncode, 1)
                self.assertIn("E0725", done.stderr)
        twice = WITH_EXPORT.format("a.csv") + 'export csv "b/../a.csv" { columns = (t, y) }\n'
        self.assertIn("E0723", run("run", self.write("m.mech", twice), "--out", self.folder / "o").stderr)
        twice = WITH_EXPORT.format("a.csv") + 'export csv "./a.csv" { columns = (t, y) }\n'
        self.assertIn("E0725", run("run", self.write("m.mech", twice), "--out", self.folder / "o").stderr)

    def test_links_do_not_lead_out_of_the_folder(self):
        outside, out = self.folder / "outside", self.folder / "o"
        outside.mkdir()
        out.mkdir()
        (out / "sub").symlink_to("../outside")
        model = self.write("m.mech", WITH_EXPORT.format("sub/p.csv"))
        done = run("run", model, "--out", out)
        self.assertEqual(done.returncode, UNWRITTEN)
        self.assertIn("leads it out of the folder", done.stderr)
        (out / "sub").unlink()
        (out / "table.csv").symlink_to(outside / "t.csv")
        self.assertEqual(run("run", model, "--out", out).returncode, UNWRITTEN)
        self.assertEqual(list(outside.iterdir()), [])

    def test_a_link_to_a_folder_is_a_folder(self):
        (self.folder / "real").mkdir()
        (self.folder / "o").symlink_to("real")
        model = self.write("m.mech", PENDULUM)
        self.assertEqual(run("run", model, "--out", self.folder / "o").returncode, 0)
        self.assertTrue((self.folder / "real" / "result.json").exists())

    def test_outputs_never_replace_the_model(self):
        model = self.write("table.csv", PENDULUM)
        done = run("run", model, "--out", self.folder)
        self.assertEqual(done.returncode, UNWRITTEN)
        self.assertEqual(model.read_text(encoding="utf-8"), PENDULUM)
        model = self.write("m.mech", WITH_EXPORT.format("m.mech"))
        self.assertEqual(run("run", model, "--out", self.folder).returncode, UNWRITTEN)
        self.assertIn("export", model.read_text(encoding="utf-8"))
        model = self.write("steady1_A.csv", PENDULUM)
        self.assertEqual(run("analyse", model, "--out", self.folder).returncode, UNWRITTEN)
        self.assertEqual(model.read_text(encoding="utf-8"), PENDULUM)

    def test_a_folder_that_takes_no_files_is_found_before_the_run(self):
        done = run("run", self.write("m.mech", PENDULUM.replace("0..1 [s]", "0..1e7 [s]")), "--out", "/proc/self",
                   timeout=10)
        self.assertEqual(done.returncode, UNWRITTEN)


class StandardOutput(InFolder):
    COMMANDS = (["check"], ["derive"], ["derive", "--format", "html"], ["eval"], ["run"], ["run", "--json"], ["analyse"],
                ["fmt"], ["report", "-o", "-"], ["prove"], ["check", "--help"], ["check", "--json"])

    def finish(self, command, stdout, shell_end=""):
        model = self.write("p.mech", PENDULUM)
        words = [PROGRAM, command[0], str(model), *command[1:]] + (["T + V = const"] if command[0] == "prove" else [])
        line = " ".join(f"'{word}'" for word in words) + shell_end
        return subprocess.run(["bash", "-c", f"exec {line}"], stdout=stdout, stderr=subprocess.PIPE, text=True, timeout=60,
                              check=False)

    def test_a_full_standard_output_is_an_error(self):
        for command in self.COMMANDS:
            with self.subTest(command=command), open("/dev/full", "wb") as full:
                done = self.finish(command, full)
                self.assertEqual(done.returncode, UNWRITTEN)
                self.assertIn("cannot write standard output: No space left", done.stderr)

    def test_a_closed_standard_output_is_an_error(self):
        for command in self.COMMANDS:
            with self.subTest(command=command):
                done = self.finish(command, subprocess.DEVNULL, " >&-")
                self.assertEqual(done.returncode, UNWRITTEN)
                self.assertIn("cannot write standard output: it is closed", done.stderr)

    def test_a_reader_that_has_gone_is_an_error(self):
        for command in self.COMMANDS:
            with self.subTest(command=command):
                read, write = os.pipe()
                os.close(read)
                try:
                    done = self.finish(command, write)
                finally:
                    os.close(write)
                self.assertEqual(done.returncode, UNWRITTEN)
                self.assertIn("its reader has closed it", done.stderr)

    def test_no_file_takes_the_place_of_a_closed_stream(self):
        page = self.folder / "page.html"
        done = self.finish(["report", "-o", str(page), "--json"], subprocess.DEVNULL, " >&-")
        self.assertEqual(done.returncode, UNWRITTEN)
        self.assertNotIn('"schema"', page.read_text(encoding="utf-8"))
        self.assertTrue(page.read_text(encoding="utf-8").rstrip().endswith("</html>"))

    def test_a_file_is_written_before_the_answer_on_standard_output(self):
        with open("/dev/full", "wb") as full:
            self.finish(["report", "-o", str(self.folder / "page.html"), "--json"], full)
            self.finish(["run", "--out", str(self.folder / "o")], full)
        self.assertTrue((self.folder / "page.html").exists())
        self.assertTrue((self.folder / "o" / "result.json").exists())


if __name__ == "__main__":
    unittest.main()
