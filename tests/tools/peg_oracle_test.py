"""Tests of tools/peg_oracle.py: small grammars whose language is known."""
import pathlib
import random
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import peg_oracle  # noqa: E402


def accepts(grammar, text):
    return peg_oracle.Oracle(grammar, "File").accepts(text)


class PegOracle(unittest.TestCase):
    def test_choice_is_ordered_and_never_taken_back(self):
        grammar = 'File = ("a" / "ab") "c" !.'
        self.assertTrue(accepts(grammar, "ac"))
        self.assertFalse(accepts(grammar, "abc"))

    def test_repetition_is_greedy(self):
        self.assertFalse(accepts('File = "a"* "a" !.', "aaa"))
        self.assertTrue(accepts('File = "a"+ "b"? !.', "aaab"))
        self.assertFalse(accepts('File = "a"+ !.', ""))

    def test_look_aheads_take_nothing(self):
        grammar = 'File = &"a" !"ab" [a-z]* !.'
        self.assertTrue(accepts(grammar, "ac"))
        self.assertFalse(accepts(grammar, "ab"))
        self.assertFalse(accepts(grammar, "ba"))

    def test_labels_actions_and_comments_are_ignored(self):
        grammar = 'File = n:Name r:(_ Name)* !. { return {k: "}", n}; } // remark\nName = $[a-z]+\n_ = " "'
        self.assertTrue(accepts(grammar, "ab cd"))
        self.assertFalse(accepts(grammar, "ab  cd"))

    def test_rules_may_share_a_line(self):
        self.assertTrue(accepts('File = A B !. A="a" {return "a";} B="b"', "ab"))

    def test_classes_know_escapes_and_complements(self):
        self.assertTrue(accepts(r'File = [^"\n]* !.', "θ₁ a"))
        self.assertFalse(accepts(r'File = [^"\n]* !.', "a\nb"))
        self.assertTrue(accepts(r'File = [\u0370-\u03FF] "\uFEFF"? !.', "θ"))

    def test_recursion_and_nesting(self):
        grammar = 'File = E !.\nE = "(" E ")" / "x"'
        self.assertTrue(accepts(grammar, "(" * 50 + "x" + ")" * 50))
        self.assertFalse(accepts(grammar, "((x)"))

    def test_mutations_repeat_with_their_seed(self):
        texts = ["let a = b + c", "param x [m]"]
        first = [peg_oracle.mutate(texts, random.Random(1)) for _ in range(5)]
        self.assertEqual(first, [peg_oracle.mutate(texts, random.Random(1)) for _ in range(5)])


if __name__ == "__main__":
    unittest.main()
