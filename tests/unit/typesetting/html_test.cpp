#include <dalembert/base/errors.h>
#include <dalembert/typesetting/formula.h>
#include <dalembert/typesetting/html.h>
#include <dalembert/typesetting/html_table.h>

#include <gmock/gmock.h>

#include <string>

namespace dalembert {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t out = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size()))
    ++out;
  return out;
}

const std::string long_sum = "a1*sin(b1) + a2*sin(b2) + a3*sin(b3) + a4*sin(b4) + a5*sin(b5) + a6*sin(b6) + a7*sin(b7) "
                             "+ a8*sin(b8) + a9*sin(b9) + c1*cos(d1) + c2*cos(d2) + c3*cos(d3) + c4*cos(d4) = 0";

TEST(HtmlFormula, is_cut_into_pieces_on_a_line_of_its_own) {
  EXPECT_GT(count(html_formula(formula_tree(long_sum), MathStyle::display), "<math"), 3U);
}

TEST(HtmlFormula, is_one_element_of_several_lines_where_it_is_to_be_whole) {
  const std::string whole = html_formula(formula_tree(long_sum), MathStyle::whole);
  EXPECT_EQ(count(whole, "<math"), 1U);
  EXPECT_GT(count(whole, "<mtr>"), 1U);
  const std::string short_one = html_formula(formula_tree("s^2 + k/m = 0"), MathStyle::whole);
  EXPECT_EQ(count(short_one, "<math"), 1U);
  EXPECT_THAT(short_one, Not(HasSubstr("<mtable")));
}

TEST(HtmlFormula, has_the_exponent_above_the_subscript) {
  EXPECT_THAT(html_formula(formula_tree("m*L1^2")), HasSubstr("<msubsup><mi>L</mi><mn>1</mn><mn>2</mn></msubsup>"));
  EXPECT_THAT(html_formula(formula_tree("q1'^2")), HasSubstr("</mpadded><mn>1</mn><mn>2</mn></msubsup>"));
}

TEST(HtmlText, keeps_a_formula_together_with_what_follows_it_to_the_next_blank) {
  const std::string x = formula("x", html_style());
  EXPECT_THAT(html_text(x + ", and " + x), HasSubstr("</math>,</span> and <math"));
  EXPECT_THAT(html_text(x + " any"), Not(HasSubstr("<span")));
}

TEST(HtmlTable, aligns_the_decimals_of_a_column) {
  EXPECT_THAT(aligned_numbers({12.928, -620.031, 0.0}, 0.0), ElementsAre("12.93", "\u2212620.03", "0.00"));
  EXPECT_THAT(aligned_numbers({1e-17, 0.0}, 1e-16), ElementsAre("0", "0"));
}

TEST(HtmlTable, has_a_cell_for_each_value_and_numbers_to_the_right) {
  HtmlTable table("Modes");
  table.column("mode");
  table.column("value", HtmlTable::Column::numbers);
  table.row({"1", "3.13"});
  table.row({"2", "4.2"});
  const std::string html = table.text();
  EXPECT_THAT(html, HasSubstr("<caption>Modes</caption>"));
  EXPECT_THAT(html, HasSubstr("<tr><td>1</td><td class=\"value\">3.13</td></tr>"));
  EXPECT_EQ(count(html, "<td"), 4U);
  EXPECT_EQ(count(html, "<th "), 2U);
}

TEST(HtmlFormula, breaks_the_bracket_behind_a_rate) {
  const std::string broken =
      html_formula(formula_tree("(m*(a1*sin(b1) + a2*sin(b2) + a3*sin(b3) + a4*sin(b4) + a5*sin(b5)))' = -c*x'"));
  EXPECT_GT(count(broken, "<math"), 3U);
  EXPECT_THAT(broken, HasSubstr("<mfrac><mi mathvariant=\"normal\">d</mi>"));
}

TEST(HtmlTable, is_marked_where_it_has_many_columns) {
  HtmlTable table({});
  for (int i = 0; i < 7; ++i)
    table.column("x");
  table.column("y");
  table.row({"1", "2", "3", "4", "5", "6", "7", "8"});
  EXPECT_THAT(table.text(), HasSubstr("class=\"scroll wide\""));
}

TEST(HtmlTable, counts_the_rows_beyond_its_limit) {
  HtmlTable table({});
  table.column("n");
  for (std::size_t i = 0; i < HtmlTable::most_rows + 5; ++i)
    table.row({std::to_string(i)});
  EXPECT_EQ(count(table.text(), "<td>"), HtmlTable::most_rows);
  EXPECT_THAT(table.text(), HasSubstr("and 5 more"));
}

TEST(HtmlTable, stands_in_two_columns_on_paper_where_it_is_a_long_list) {
  HtmlTable list("Parameters", HtmlTable::Layout::list);
  list.column("symbol");
  for (int i = 0; i < 7; ++i)
    list.row({"m"});
  EXPECT_THAT(list.text(), Not(HasSubstr("scroll list")));
  list.row({"m"});
  EXPECT_THAT(list.text(), HasSubstr("scroll list"));
}

TEST(HtmlTable, is_empty_without_rows_and_refuses_a_row_of_another_length) {
  HtmlTable table("Modes");
  table.column("mode");
  EXPECT_EQ(table.text(), "");
  EXPECT_THROW(table.row({"1", "2"}), InternalError);
}

} // namespace
} // namespace dalembert
