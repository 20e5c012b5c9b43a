"""Each rule of tools/check_layers.py finds the smallest tree that breaks it, and passes the tree that does not."""

import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import check_layers  # noqa: E402

TABLE = """
[rooms]
base = []
expr = ["base"]
numerics = ["base"]
api = ["*"]
[fenced]
"Eigen/" = ["numerics"]
[outside]
"apps/cli" = ["api"]
[files]
longest = 600
"""


class CheckLayers(unittest.TestCase):
    def problems(self, files, table=TABLE):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in {"docs/layers.toml": table, "src/CMakeLists.txt": "", **files}.items():
                path = root / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            return check_layers.find_problems(root)

    def only(self, files, words, table=TABLE):
        problems = self.problems(files, table)
        self.assertEqual(len(problems), 1, problems)
        for word in words:
            self.assertIn(word, problems[0])

    def test_downward_includes_pass(self):
        self.assertEqual(self.problems({
            "src/dalembert/base/a.h": "#include <vector>\n",
            "src/dalembert/expr/b.h": "#include <dalembert/base/a.h>\n#include <dalembert/expr/c.h>\n",
            "src/CMakeLists.txt": "dalembert_room(base PUBLIC fmt::fmt)\ndalembert_room(expr PUBLIC dalembert::base)\n",
            "apps/cli/main.cpp": "#include <dalembert/dalembert.h>\n",
        }), [])

    def test_upward_include_is_found_with_its_line(self):
        self.only({"src/dalembert/base/a.h": "\n#include <dalembert/expr/b.h>\n"}, ["src/dalembert/base/a.h:2", "base may not include expr"])

    def test_sideways_include_is_found(self):
        self.only({"src/dalembert/numerics/a.cpp": "#include <dalembert/expr/b.h>\n"}, ["numerics may not include expr"])

    def test_files_that_include_each_other_in_a_circle_are_found(self):
        straight = {"src/dalembert/expr/a.cpp": "#include <dalembert/expr/a.h>\n#include <dalembert/expr/b.h>\n",
                    "src/dalembert/expr/a.h": "", "src/dalembert/expr/b.h": "#include <dalembert/expr/c.h>\n",
                    "src/dalembert/expr/c.h": "", "src/dalembert/expr/c.cpp": "#include <dalembert/expr/c.h>\n"}
        self.assertEqual(self.problems(straight), [])
        self.only({**straight, "src/dalembert/expr/c.cpp": "#include <dalembert/expr/a.h>\n"}, ["a -> b -> c -> a", "circle"])

    def test_corridors_hold_all_files_of_their_room_and_point_downward(self):
        table = TABLE + "most_in_a_corridor = 2\n[corridors.expr]\nnodes = []\ntext = ['nodes']\n"
        upright = {"src/dalembert/expr/nodes/a.h": "#include <dalembert/base/b.h>\n", "src/dalembert/base/b.h": "",
                   "src/dalembert/expr/text/c.cpp": "#include <dalembert/expr/nodes/a.h>\n#include <dalembert/expr/text/c.h>\n",
                   "src/dalembert/expr/text/c.h": ""}
        self.assertEqual(self.problems(upright, table), [])
        self.only({**upright, "src/dalembert/expr/nodes/a.h": "\n#include <dalembert/expr/text/c.h>\n",
                   "src/dalembert/expr/text/c.cpp": ""}, ["nodes/a.h:2", "expr/nodes may not include expr/text"], table)
        self.only({**upright, "src/dalembert/expr/d.h": ""}, ["expr/d.h", "not in a corridor"], table)
        self.only({**upright, "src/dalembert/expr/attic/d.h": ""}, ["expr/attic/d.h", "not in a corridor"], table)
        self.only({**upright, "src/dalembert/expr/text/d.h": ""}, ["expr/text", "3 files", "at most 2"], table)
        self.only({"src/dalembert/base/attic/d.h": ""}, ["base has no corridors"], table)
        floor = TABLE + "[corridors.expr]\nnodes = []\n'.' = ['nodes']\n"  # files that stand in the room itself
        both = {"src/dalembert/expr/nodes/a.h": "", "src/dalembert/expr/b.h": "#include <dalembert/expr/nodes/a.h>\n"}
        self.assertEqual(self.problems(both, floor), [])
        self.only({"src/dalembert/expr/nodes/a.h": "#include <dalembert/expr/b.h>\n", "src/dalembert/expr/b.h": ""},
                  ["expr/nodes may not include expr/."], floor)
        self.only({}, ["expr/text lists nodes"], TABLE + "[corridors.expr]\ntext = ['nodes']\nnodes = []\n")

    def test_the_drawing_has_rooms_and_corridors_with_their_arrows(self):
        root = pathlib.Path(__file__).resolve().parents[2]
        lines = list(check_layers.drawing(root))
        self.assertTrue(any(line.startswith("base (") and line.endswith("-> nothing") for line in lines), lines)
        self.assertTrue(any(line.startswith("    expressions (") and line.endswith("-> meaning") for line in lines), lines)

    def test_namespace_of_another_room_is_found_with_its_line(self):
        self.only({"src/dalembert/expr/a.h": "\nnamespace dalembert {\n}\n"}, ["expr/a.h:2", "inline namespace expr"])
        self.only({"src/dalembert/expr/a.h": "namespace dalembert {\ninline namespace expression {\n}\n}\n"}, ["inline namespace expr"] * 2)
        self.only({"src/dalembert/expr/a.h": "namespace expr {\n}\n"}, ["expr/a.h:1", "inline namespace expr"])
        self.only({"src/dalembert/expr/a.h": "namespace dalembert::inline expr {\n}\n"}, ["expr/a.h:1", "inline namespace expr"])
        end = "} // namespace expr\n} // namespace dalembert\n"
        own = {"src/dalembert/expr/a.h": "namespace dalembert {\ninline namespace expr {\nnamespace detail {\n}\n" + end}
        self.assertEqual(self.problems(own), [])
        self.only(own, ["expr/a.h:1", "inline namespace trees"], TABLE + '[namespaces]\nexpr = "trees"\n')
        self.only({"src/dalembert/expr/a.h": own["src/dalembert/expr/a.h"] + "namespace rest {\n}\n"}, ["expr/a.h:7"])

    def test_include_of_an_unknown_room_is_found(self):
        self.only({"src/dalembert/expr/a.h": "#include <dalembert/attic/b.h>\n"}, ["attic is not a room"])

    def test_room_outside_the_table_is_found(self):
        self.only({"src/dalembert/attic/a.h": ""}, ["src/dalembert/attic", "not a room"])

    def test_quoted_include_is_found(self):
        self.only({"src/dalembert/expr/a.h": '#include "b.h"\n'}, ["<dalembert/expr/"])

    def test_fenced_library_is_found_outside_its_room(self):
        self.only({"src/dalembert/expr/a.h": "#include <Eigen/Dense>\n"}, ["Eigen/Dense", "numerics"])
        self.assertEqual(self.problems({"src/dalembert/numerics/a.h": "#include <Eigen/Dense>\n"}), [])

    def test_upward_link_is_found(self):
        self.only({"src/CMakeLists.txt": "dalembert_room(base\n  PRIVATE dalembert::expr)\n"}, ["base may not link expr"])

    def test_app_reaches_only_the_api(self):
        self.only({"apps/cli/main.cpp": "#include <dalembert/expr/a.h>\n"}, ["apps/cli may not include expr"])

    def test_unit_test_uses_its_room_and_those_below(self):
        self.only({"src/dalembert/expr/a.h": "", "tests/unit/expr/t.cpp": "#include <dalembert/numerics/a.h>\n"},
                  ["unit/expr may not include numerics"])

    def test_unit_test_reaches_rooms_below_those_below(self):
        table = TABLE.replace('api = ["*"]', 'mechanics = ["expr"]\napi = ["*"]')
        self.assertEqual(self.problems({
            "src/dalembert/mechanics/a.h": "", "tests/unit/mechanics/t.cpp": "#include <dalembert/base/a.h>\n"}, table), [])

    def test_long_file_is_found(self):
        self.only({"src/dalembert/base/a.h": "\n" * 601}, ["601 lines"])

    def test_a_long_file_is_named_and_no_problem(self):
        table = TABLE.replace("longest = 600", "long = 400\nlongest = 600")
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "docs").mkdir()
            (root / "docs/layers.toml").write_text(table, encoding="utf-8")
            (root / "src/dalembert/base").mkdir(parents=True)
            (root / "src/CMakeLists.txt").write_text("", encoding="utf-8")
            (root / "src/dalembert/base/a.h").write_text("\n" * 401, encoding="utf-8")
            (root / "src/dalembert/base/b.h").write_text("\n" * 400, encoding="utf-8")
            self.assertEqual(check_layers.find_problems(root), [])
            self.assertEqual(len(list(check_layers.long_files(root))), 1)
            self.assertIn("a.h: 401 lines", next(check_layers.long_files(root)))
        self.assertEqual(self.problems({"src/dalembert/base/a.h": "\n" * 600}), [])

    def test_table_that_points_upward_is_found(self):
        self.only({}, ["base lists expr"], TABLE.replace("base = []", 'base = ["expr"]'))


if __name__ == "__main__":
    unittest.main()
