"""Nothing in a model or on the command line is obeyed by a terminal, a browser or a reader of files."""

import json
import os
import re
import unittest
import xml.etree.ElementTree as xml

from program import InFolder, PENDULUM, run, run_json

OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufffe\uffff]")
MODEL = 'model A "{0}"\ncoord x  "{0}"   # {0}\nkinetic T = x\'^2/2\nsimulate 0..1\nplot x vs t "{0}"\n'


class Characters(InFolder):
    def bytes(self, name, content):
        path = self.folder / name
        path.write_bytes(content)
        return path

    def test_bytes_that_are_no_utf8_are_refused_at_their_place(self):
        for bad in (b"\xe9", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf8\x88\x80\x80", b"\x80", b"\xe2\x82", b"\xf4\x90\x80\x80"):
            for text in (b"coord x # ca%s\n", b'coord x "ca%s"\n', b"coord x, ca%s\n"):
                with self.subTest(bad=bad, text=text):
                    model = self.bytes("m.mech", b"param a = 1\n" + text % bad + b"kinetic T = a*x'^2\n")
                    code, out = run_json("check", model)
                    first = out["diagnostics"][0]
                    self.assertEqual((code, first["line"]), (1, 2))
                    self.assertIn(first["code"], ("E0120", "E0101"))
                    self.assertIsNone(OBEYED.search(run("check", model).stderr.replace("\n", "")))

    def test_control_characters_are_refused(self):
        for bad in ("\x1b[2J", "\x00", "\x07", "\x7f", "\x9b2J", "\x0c", "\r", "\ufffe", "\uffff"):
            for text in ('coord x "a{}b"\n', "coord x # a{}b\n"):
                with self.subTest(bad=bad, text=text):
                    model = self.bytes("m.mech", (text.format(bad) + "kinetic T = x'^2\n").encode())
                    done = run("check", model)
                    self.assertEqual(done.returncode, 1)
                    self.assertIn("E0101", done.stderr)
                    self.assertIsNone(OBEYED.search((done.stdout + done.stderr).replace("\n", "")))

    def test_nothing_on_the_command_line_reaches_the_terminal_raw(self):
        model = self.write("p.mech", PENDULUM)
        evil = "\x1b[2J\u202e\x07"
        for arguments in (("check", evil), (evil,), ("check", model, "--set", f"m={evil}"), ("prove", model, f"{evil} = 0"),
                          ("prove", model, "x = 0", "--let", f"{evil}=1"), ("check", model, f"--{evil}"),
                          ("run", model, "--to", evil), ("derive", model, "--form", evil), ("eval", model, "--state", evil),
                          ("report", model, "-o", self.folder / "no" / evil / "\x1b" / ("x" * 300))):
            with self.subTest(arguments=arguments):
                done = run(*arguments)
                self.assertNotEqual(done.returncode, 0)
                self.assertIsNone(OBEYED.search((done.stdout + done.stderr).replace("\n", "")))

    def test_marks_of_direction_are_shown_everywhere(self):
        for mark in ("\u202e", "\u2066", "\u2069", "\u202a"):
            model = self.write("m.mech", MODEL.format(f"a{mark}b"))
            for command in (("check",), ("run",), ("derive",), ("derive", "--format", "html"), ("report", "-o", "-"),
                            ("check", "--json"), ("run", "--json"), ("analyse",)):
                with self.subTest(mark=mark, command=command):
                    done = run(command[0], model, *command[1:])
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertIsNone(OBEYED.search((done.stdout + done.stderr).replace("\n", "")))
            self.assertIn(f"a<U+{ord(mark):04X}>b", run("check", model).stdout)
            self.assertIn(f"a{mark}b", json.dumps(run_json("check", model)[1], ensure_ascii=False))
            self.assertEqual(run("run", model, "--out", self.folder / "o").returncode, 0)
            for path in (self.folder / "o").glob("*.svg"):
                self.assertIsNone(OBEYED.search(path.read_text(encoding="utf-8").replace("\n", "")))
                xml.parse(path)

    def test_the_mark_stands_under_the_place_as_it_is_printed(self):
        done = run("check", "-", text='model A "a\u202eb"; coord 1\nkinetic T = x\'^2\n')
        lines = done.stderr.splitlines()
        line = next(i for i, each in enumerate(lines) if "<U+202E>" in each)
        self.assertEqual(lines[line][lines[line + 1].index("^")], "1")

    def test_other_scripts_stay_as_they_are(self):
        text = "Маятник 振り子 מטוטלת é 😀 \u200f"
        model = self.write("m.mech", MODEL.format(text))
        self.assertIn(text, run("check", model).stdout)
        self.assertIn(text, run("report", model, "-o", "-").stdout)


class Includes(InFolder):
    def setUp(self):
        super().setUp()
        (self.folder / "models" / "parts").mkdir(parents=True)
        self.secret = self.write("secret.mech", "root:x:0:0:SECRETWORD\n")
        self.write("models/parts/ok.mech", "coord x\nkinetic T = x'^2/2\n")

    def include(self, path, *options):
        return run("check", self.write("models/m.mech", f'param a = 1\ninclude "{path}"\n'), "-q", *options)

    def test_files_below_the_model_are_included(self):
        for path in ("parts/ok.mech", "./parts/../parts/ok.mech", self.folder / "models" / "parts" / "ok.mech"):
            with self.subTest(path=path):
                self.assertEqual(self.include(path).returncode, 0)

    def test_nothing_outside_is_read_and_no_line_of_it_is_shown(self):
        (self.folder / "models" / "link.mech").symlink_to(self.secret)
        (self.folder / "models" / "up").symlink_to(self.folder)
        for path in (self.secret, "../secret.mech", "link.mech", "up/secret.mech", "/etc/passwd", "parts/../../secret.mech",
                     "/dev/zero", "/dev/stdin", "../none.mech"):
            with self.subTest(path=path):
                done = self.include(path)
                self.assertEqual(done.returncode, 1)
                self.assertIn("m.mech:2:9", done.stderr)
                self.assertIn("outside the folder", done.stderr)
                self.assertEqual(done.stderr.count("error["), 1)
                self.assertNotIn("SECRETWORD", done.stderr)
                self.assertNotIn("root:", done.stderr)

    def test_another_root_can_be_allowed(self):
        self.write("common.mech", "coord x\nkinetic T = x'^2/2\n")
        self.assertEqual(self.include("../common.mech", "--include-root", self.folder).returncode, 0)
        self.assertEqual(self.include("/etc/passwd", "--include-root", self.folder).returncode, 1)

    def test_what_cannot_be_read_points_at_its_line(self):
        os.mkfifo(self.folder / "models" / "pipe")
        big = self.folder / "models" / "big.mech"
        with open(big, "wb") as file:
            file.truncate(17 << 20)
        for path, words in (("parts", "not a regular file"), ("pipe", "not a regular file"), ("none.mech", "cannot find"),
                            ("big.mech", "larger than 16 MiB"), ("", "not a regular file")):
            with self.subTest(path=path):
                done = self.include(path)
                self.assertEqual(done.returncode, 1)
                self.assertIn("m.mech:2:9", done.stderr)
                self.assertIn(words, done.stderr)
                self.assertEqual(done.stderr.count("error["), 1)

    def test_a_model_without_end_is_refused(self):
        done = run("check", "/dev/zero")
        self.assertEqual(done.returncode, 2)
        self.assertIn("larger than 16 MiB", done.stderr)


class CommandLine(InFolder):
    def test_options_take_one_value_each_wherever_they_stand(self):
        model = self.write("p.mech", PENDULUM)
        page = self.folder / "page.html"
        for arguments in (("check", "--set", "m=2", model, "-q"), ("check", "--set", "m=2", "--set", "l=2 [m]", model),
                          ("prove", model, "--let", "a=x", "a = x", "--json"), ("prove", "--let", "a=x", model, "a = x"),
                          ("report", "-o", page, "--form", "lagrange", "--set", "m=2", model, "-q"),
                          ("report", "--form", "lagrange", model, "--form", "explicit", "-o", page),
                          ("run", "--at", "0.1,0.5", model), ("run", "--to", "1", model), ("check", "--set=m=2", model)):
            with self.subTest(arguments=arguments):
                self.assertEqual(run(*arguments).returncode, 0)

    def test_an_unknown_command_is_named(self):
        for word in ("frobnicate", "chek", "pendulum.mech"):
            with self.subTest(word=word):
                done = run(word)
                self.assertEqual(done.returncode, 2)
                self.assertIn(f"there is no command `{word}`", done.stderr)
                self.assertIn("derive", done.stderr)
                code, out = run_json(word)
                self.assertEqual((code, out["schema"]), (2, "dalembert.error/1"))


class Names(InFolder):
    def test_functions_keep_their_names(self):
        for text in ("coord sin\nkinetic T = sin'^2\n", "param exp = 1\ncoord x\nkinetic T = exp*x'^2\n",
                     "coord sqrt\nkinetic T = sqrt'^2\n", "coord x\nlet cos(u) = u\nkinetic T = x'^2\n",
                     "coord x\nspeed max = x'\nkinetic T = x'^2\n", "coord x\nlet dot = x\nkinetic T = x'^2\n",
                     "count norm = 3\ncoord x\nkinetic T = norm*x'^2\n", "coord abs[1..2]\nkinetic T = abs[1]'^2 + abs[2]'^2\n"):
            with self.subTest(text=text):
                code, out = run_json("check", "-", text=text)
                self.assertEqual((code, out["diagnostics"][0]["code"]), (1, "E0204"))

    def test_names_of_derived_quantities_belong_to_the_user_first(self):
        def no_twins(pairs):
            keys = [key for key, _ in pairs]
            self.assertEqual(len(set(keys)), len(keys), keys)
            return dict(pairs)
        cases = ("coord x, y\nkinetic K = (x'^2 + y'^2)/2\nconstraint rod: x^2 + y^2 = 1\n"
                 "reaction T of rod conjugate x*x' + y*y'\ninitial x = 1\nsimulate 0..1\n",
                 "coord h, E\nkinetic T = (h'^2 + E'^2)/2\npotential V = h\nsimulate 0..1\n",
                 "coord x, V\nkinetic K = (x'^2 + V'^2)/2\nspeed T = x'\nspeed E = V'\nsimulate 0..1\n",
                 "coord L_2, y\nlagrangian L = (L_2'^2 + y'^2)/2\nconstraint c: L_2 = y\n"
                 "reaction h of c conjugate L_2' - y'\nsimulate 0..1\n")
        for number, text in enumerate(cases):
            model = self.write(f"m{number}.mech", text)
            for command in (("eval",), ("run", "--out", self.folder / f"o{number}"), ("check",), ("analyse",), ("derive",)):
                with self.subTest(number=number, command=command[0]):
                    done = run(command[0], model, *command[1:], "--json")
                    json.loads(done.stdout, object_pairs_hook=no_twins)
            head = (self.folder / f"o{number}" / "table.csv").read_text(encoding="utf-8").splitlines()[0]
            names = [re.sub(r" \[.*", "", name) for name in head.split(",")]
            self.assertEqual(len(set(names)), len(names), names)


class Singular(InFolder):
    def test_equations_without_a_value_at_rest_are_analysed(self):
        cases = ("coord x, y\nparam m = 1\nlagrangian L = m*sqrt(x'^2 + y'^2)\n",
                 "coord x, y\nkinetic T = x'^2/2 + y'^2/2 + x'^3/y'\n",
                 "coord x, y, z\nkinetic T = (x'^2 + y'^2 + z'^2)/2\nconstraint c: x'/y' = 1 { law = chetaev }\n",
                 "coord x, y, z\nkinetic T = (x'^2 + y'^2 + z'^2)/2\nconstraint c: x'^2/y' = z' { law = chetaev }\n",
                 "coord x, y\nparam n = 1.5\nlagrangian L = n*sqrt(1 + y'^2) + log(x')\n",
                 "coord r, q\nkinetic T = (r'^2 + r^2*q'^2)/2 + 1/q'\n",
                 "coord x\nkinetic T = x'^2/2\nlagrangian L = -1/x'\n",
                 "coord x, y\nkinetic T = (x'^2 + y'^2)/(x' + y')\n")
        for text in cases:
            for command in (("check",), ("derive",), ("derive", "--form", "explicit"), ("derive", "--form", "voronets"),
                            ("derive", "--form", "hamilton"), ("derive", "--form", "routh"), ("eval",), ("run",), ("analyse",),
                            ("report", "-o", "-"), ("prove", "T = const")):
                with self.subTest(text=text, command=command):
                    arguments = (command[0], "-", *command[1:])
                    self.assertIn(run(*arguments, text=text).returncode, (0, 1, 3, 4))


if __name__ == "__main__":
    unittest.main()
