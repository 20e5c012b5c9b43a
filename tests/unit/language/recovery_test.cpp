// All errors of a file at once, each where it is.
#include "parsed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dalembert::ast {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Recovery, goes_on_at_the_next_statement) {
  const Parsed parsed("model A\n"
                      "parm a = 1\n"
                      "param b = , c = 2\n"
                      "let x = (1 + 2\n"
                      "kinetic T = 1/2 m*v^2\n"
                      "constraint c1: x' == R\n"
                      "plot x,\n"
                      "show equations\n");
  EXPECT_THAT(parsed.places(), ElementsAre("E0103 2:1-2:5", "E0114 3:11-3:12", "E0105 4:15-4:15", "E0107 5:17-5:18",
                                           "E0108 6:19-6:21", "E0114 7:8-7:8"));
}

TEST(Recovery, keeps_the_statements_that_are_right_or_have_one_meaning) {
  const Parsed parsed("let a = 2 b\nlet c = )\nlet d = 3");
  EXPECT_EQ(parsed.dumped(), "(let a (value (chain 2 (* b))))\n(let d (value 3))\n");
}

TEST(Recovery, reports_several_slips_of_one_line) {
  const Parsed parsed("let a = 2 b**2 + 3 c − d");
  EXPECT_THAT(parsed.places(), ElementsAre("E0107 1:11-1:12", "E0108 1:12-1:14", "E0107 1:20-1:21", "E0101 1:22-1:23"));
}

TEST(Recovery, an_open_bracket_does_not_swallow_the_rest_of_the_file) {
  const Parsed parsed("let a = f(1,\nlet b = 2 c\nlet d = 3)\n");
  EXPECT_THAT(parsed.places(), ElementsAre("E0114 1:13-1:13", "E0107 2:11-2:12", "E0106 3:10-3:11"));
}

TEST(Recovery, lines_that_go_on_with_a_wrong_statement_are_no_statements) {
  const Parsed parsed("force F = 1 $ 2\n  at P\n  along u\nplot x,\n  ) y,\n  z\nlet a = $");
  EXPECT_THAT(parsed.places(), ElementsAre("E0101 1:13-1:14", "E0114 4:8-4:8", "E0101 7:9-7:10"));
}

TEST(Recovery, a_draw_starts_a_statement_behind_an_open_bracket) {
  const Parsed parsed("let a = f(1,\ndraw mass at (x, y)\nlet d = 3\n");
  EXPECT_EQ(parsed.dumped(), "(draw mass (at (tuple x y)))\n(let d (value 3))\n");
}

TEST(Recovery, a_wrong_header_of_for_leaves_its_body_readable) {
  const Parsed parsed("for i in 1.. {\n  let a = 2 b\n  let c =\n}\nlet d = 3 e");
  EXPECT_THAT(parsed.places(), ElementsAre("E0114 1:14-1:15", "E0107 2:13-2:14", "E0114 3:10-3:10", "E0107 5:11-5:12"));
}

TEST(Recovery, a_wrong_statement_in_a_body_does_not_close_it) {
  const Parsed parsed("for i in 1..2 {\n  let = 1\n  body b { mass = }\n  let b = 1\n}\nlet c = 1");
  EXPECT_THAT(parsed.places(), ElementsAre("E0114 2:7-2:8", "E0114 3:19-3:20"));
  EXPECT_THAT(parsed.dumped(), HasSubstr("(let b (value 1))"));
}

TEST(Recovery, semicolons_end_wrong_statements_too) {
  const Parsed parsed("let a = ; let b = 2 c; let d = 1");
  EXPECT_THAT(parsed.places(), ElementsAre("E0114 1:9-1:10", "E0107 1:21-1:22"));
}

TEST(Recovery, columns_count_characters_and_lines_may_end_as_on_windows) {
  const Parsed parsed("\uFEFFlet θ₁ = 2\r\nlet Ω = θ₁ x\r\n");
  EXPECT_THAT(parsed.places(), ElementsAre("E0107 2:12-2:13"));
}

TEST(Recovery, a_byte_order_mark_is_no_column) {
  EXPECT_THAT(Parsed("\uFEFFlet a = 2 b").places(), ElementsAre("E0107 1:11-1:12"));
}

TEST(Recovery, an_unclosed_bracket_shows_where_it_was_opened) {
  const Parsed parsed("let a = sqrt(b + (c*d)");
  ASSERT_EQ(parsed.found.size(), 1U);
  ASSERT_EQ(parsed.found[0].labels.size(), 1U);
  EXPECT_EQ(parsed.found[0].labels[0].span.begin, 12U);
}

TEST(Recovery, the_sleigh_with_a_missing_operator_is_answered_as_agreed) {
  const Parsed parsed("kinetic T = 1/2*m*(xG'^2 + yG'^2) + 1/2 J*theta'^2");
  EXPECT_THAT(parsed.places(), ElementsAre("E0107 1:41-1:42"));
  ASSERT_TRUE(parsed.found[0].edit.has_value());
  EXPECT_EQ(parsed.found[0].edit->insert, "*");
  EXPECT_EQ(parsed.text(parsed.found[0].edit->span), " ");
}

} // namespace
} // namespace dalembert::ast
