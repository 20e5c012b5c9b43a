// The smallest wrong text for every thing that the parser says, with its exact place and, where it offers one, the
// edit.
#include "parsed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace dalembert::ast {
namespace {

struct Wrong {
  const char* claim;
  const char* text;
  const char* place;   ///< code and place of the only diagnostic
  const char* message; ///< occurs in its message, note or help
  const char* mended;  ///< the text after its edit, or empty where it offers none
};

// clang-format off
const Wrong wrongs[] = {
  // stray characters and look-alikes
  {"stray_character", "let a = b $ c", "E0101 1:11-1:12", "$", ""},
  {"stray_byte", "let a = \xff", "E0101 1:9-1:10", "0xFF", ""},
  {"no_break_space", "let a =\u00A0b", "E0101 1:8-1:9", "no-break space", "let a = b"},
  {"typographic_minus", "let a = b − c", "E0101 1:11-1:12", "`-`", "let a = b - c"},
  {"typographic_times", "let a = b×c", "E0101 1:10-1:11", "`*`", "let a = b*c"},
  {"typographic_prime", "let a = q′", "E0101 1:10-1:11", "`'`", "let a = q'"},
  {"foreign_letter", "let hauteur_é = 1", "E0101 1:5-1:14", "neither Latin nor Greek", ""},
  // strings
  {"unterminated_string", "model A \"text", "E0102 1:9-1:14", "no closing quote", "model A \"text\""},
  // words
  {"misspelt_statement", "parm a = 1", "E0103 1:1-1:5", "`param`", "param a = 1"},
  {"misspelt_long_statement", "constriant c: x = 0", "E0103 1:1-1:11", "`constraint`", "constraint c: x = 0"},
  {"misspelt_clause", "reaction N of c conugate v", "E0103 1:17-1:25", "`conjugate`", "reaction N of c conjugate v"},
  {"misspelt_frame_word", "frame B = N rotat z: q", "E0103 1:13-1:18", "`rotate`", "frame B = N rotate z: q"},
  {"assignment_without_keyword", "x = 3", "E0103 1:1-1:2", "let x = ", "let x = 3"},
  {"number_as_statement", "3", "E0103 1:1-1:2", "no statement starts with", ""},
  {"unknown_statement", "hello world", "E0103 1:1-1:6", "no statement starts with `hello`", ""},
  {"keyword_as_name", "let force = 1", "E0104 1:5-1:10", "cannot be a name", ""},
  {"keyword_as_parameter", "param a, in = 1", "E0104 1:10-1:12", "cannot be a name", ""},
  // brackets
  {"missing_round_bracket", "let a = (b + c", "E0105 1:15-1:15", "`)`", "let a = (b + c)"},
  {"missing_call_bracket", "let a = f(b\nlet c = 1", "E0105 1:12-1:12", "`)`", "let a = f(b)\nlet c = 1"},
  {"missing_index_bracket", "let a = b[1", "E0105 1:12-1:12", "`]`", "let a = b[1]"},
  {"missing_brace", "body b { mass = m", "E0105 1:18-1:18", "`}`", "body b { mass = m}"},
  {"missing_for_brace", "for i in 1..2 {\nlet a = 1", "E0105 2:10-2:10", "`}`", "for i in 1..2 {\nlet a = 1\n}"},
  {"missing_bar", "let a = |b", "E0105 1:11-1:11", "`|`", "let a = |b|"},
  {"wrong_bracket", "let a = (b]", "E0105 1:11-1:12", "cannot close", "let a = (b)"},
  {"superfluous_bracket", "let a = b)", "E0106 1:10-1:11", "no open bracket", "let a = b"},
  {"superfluous_brace", "let a = b\n}", "E0106 2:1-2:2", "no open bracket", "let a = b\n"},
  // multiplication
  {"missing_product", "let a = 2 b", "E0107 1:11-1:12", "`*`", "let a = 2*b"},
  {"missing_product_touching", "let a = 2b", "E0107 1:10-1:11", "`*`", "let a = 2*b"},
  {"missing_product_of_names", "let a = b c'^2", "E0107 1:11-1:12", "b*c", "let a = b*c'^2"},
  {"missing_product_of_brackets", "let a = (b) (c)", "E0107 1:13-1:14", "`*`", "let a = (b)*(c)"},
  {"missing_product_or_unit", "kinetic T = 1/2 m", "E0107 1:17-1:18", "2 [m]", "kinetic T = 1/2*m"},
  {"missing_product_in_condition", "let a = if 2 b = c then 1 else 2", "E0107 1:14-1:15", "`*`", "let a = if 2*b = c then 1 else 2"},
  // habits of other languages
  {"double_equal", "param a == 1", "E0108 1:9-1:11", "`=`", "param a = 1"},
  {"colon_equal", "param a := 1", "E0108 1:9-1:11", "`=`", "param a = 1"},
  {"double_star", "let a = b**2", "E0108 1:10-1:12", "`^`", "let a = b^2"},
  {"superscript", "let a = b² + c", "E0108 1:10-1:11", "`^2`", "let a = b^2 + c"},
  {"reversed_less_equal", "constraint c: x =< 1", "E0108 1:17-1:19", "`<=`", "constraint c: x <= 1"},
  {"reversed_greater_equal", "constraint c: x => 1", "E0108 1:17-1:19", "`>=`", "constraint c: x >= 1"},
  {"slash_comment", "model A // text", "E0108 1:9-1:11", "`#`", "model A # text"},
  {"block_comment", "model A /* text */", "E0108 1:9-1:11", "`#`", ""},
  // blanks in the wrong place
  {"detached_call", "let a = sin (b)", "E0109 1:12-1:13", "`sin`", "let a = sin(b)"},
  {"detached_index", "let a = theta [i]", "E0109 1:15-1:18", "index", "let a = theta[i]"},
  {"detached_prime", "let a = q '", "E0109 1:11-1:12", "`'`", "let a = q'"},
  {"detached_member", "let a = N .x", "E0109 1:11-1:12", "`.`", "let a = N.x"},
  // numbers
  {"decimal_comma_in_declaration", "param a = 0,5", "E0111 1:11-1:14", "0.5", "param a = 0.5"},
  {"decimal_comma_in_check", "check x = 0,5", "E0111 1:11-1:14", "0.5", "check x = 0.5"},
  {"decimal_comma_in_let", "let a = 2*0,5", "E0111 1:11-1:14", "0.5", "let a = 2*0.5"},
  {"number_without_whole_part", "let a = .5", "E0112 1:9-1:11", "0.5", "let a = 0.5"},
  {"number_without_fraction", "let a = 1.", "E0112 1:9-1:11", "1.0", "let a = 1.0"},
  {"number_without_exponent", "let a = 1e", "E0112 1:9-1:11", "exponent", ""},
  // units
  {"unreadable_unit", "coord x [m2]", "E0113 1:9-1:13", "cannot be read", ""},
  {"unreadable_unit_of_number", "let a = 2 [kg m 2]", "E0113 1:11-1:19", "cannot be read", ""},
  {"unit_of_name", "let a = b [kg]", "E0113 1:11-1:15", "declared name", "let a = b"},
  {"unit_without_brackets", "param g = 9.81 m/s^2", "E0113 1:16-1:21", "9.81 [m/s^2]", "param g = 9.81 [m/s^2]"},
  {"unit_without_brackets_touching", "param l = 2m, k = 1", "E0113 1:12-1:13", "2 [m]", "param l = 2 [m], k = 1"},
  // what is missing
  {"missing_expression", "let a = ", "E0114 1:8-1:8", "expected an expression", ""},
  {"missing_operand", "let a = b +\nlet c = 1", "E0114 1:12-1:12", "expected an expression", ""},
  {"missing_equal", "let a 3", "E0114 1:7-1:8", "expected `=`", ""},
  {"missing_name", "model", "E0114 1:6-1:6", "the name of the model", ""},
  {"missing_colon", "constraint c x = 0", "E0114 1:14-1:15", "expected `:`", ""},
  {"missing_relation", "constraint c: x", "E0114 1:16-1:16", "`=`", ""},
  {"missing_range", "simulate 10", "E0114 1:12-1:12", "`..`", ""},
  {"missing_upper_end", "simulate 0..", "E0114 1:13-1:13", "upper end", ""},
  {"missing_then", "let a = if b = c else 2", "E0114 1:18-1:22", "expected `then`", ""},
  {"missing_of", "reaction N conjugate v", "E0114 1:12-1:21", "expected `of`", ""},
  {"empty_parentheses", "let a = ()", "E0114 1:10-1:11", "expected an expression", ""},
  {"sum_on_the_left_of_initial", "initial x + y = 1", "E0114 1:11-1:12", "parentheses", ""},
  {"vector_axis", "frame B = N rotate (1, 0, 0): q", "E0114 1:22-1:23", "((0, 1, 0))", ""},
  {"file_name_without_quotes", "include a.mech", "E0114 1:9-1:10", "double quotes", ""},
  // what is too much
  {"second_equal", "let a = b = c", "E0115 1:11-1:12", "complete before this", ""},
  {"two_statements_on_a_line", "model A param b = 1", "E0115 1:9-1:14", "line of its own", "model A\nparam b = 1"},
  {"description_where_none_belongs", "gravity g \"text\"", "E0115 1:11-1:17", "# ", ""},
  // lines
  {"comma_at_the_start_of_a_line", "param a\n, b", "E0116 2:1-2:2", "line before", ""},
  {"power_at_the_start_of_a_line", "let a = b\n^2", "E0116 2:1-2:2", "line before", ""},
  {"brace_at_the_start_of_a_line", "body b\n{ mass = m }", "E0116 2:1-2:2", "line before", ""},
  {"clause_at_the_start_of_a_line", "plot x\n vs t", "E0116 2:2-2:4", "the line that it continues", ""},
  // separators
  {"missing_comma_of_declarations", "coord x [m] y [m]", "E0117 1:12-1:12", "comma", "coord x [m], y [m]"},
  {"missing_comma_of_values", "param a = 1 b = 2", "E0117 1:12-1:12", "comma", "param a = 1, b = 2"},
  {"missing_comma_of_initial_values", "initial x = 0 y' = 1", "E0117 1:14-1:14", "comma", "initial x = 0, y' = 1"},
  {"missing_comma_of_words", "show equations reactions", "E0117 1:15-1:15", "comma", "show equations, reactions"},
  {"missing_semicolon_of_settings", "body b { mass = m com = G }", "E0117 1:18-1:18", "`;`", "body b { mass = m; com = G }"},
  {"empty_statement", "model A;;param b", "E0118 1:9-1:10", "no statement", "model A;param b"},
  {"empty_statement_in_a_body", "for i in 1..2 { let a = 1; }", "E0118 1:26-1:27", "no statement", "for i in 1..2 { let a = 1 }"},
};
// clang-format on

std::vector<const Wrong*> all() {
  std::vector<const Wrong*> out;
  for (const Wrong& wrong : wrongs)
    out.push_back(&wrong);
  return out;
}

class Complaint : public testing::TestWithParam<const Wrong*> {};

TEST_P(Complaint, names_the_place_and_the_reason) {
  const Wrong& wrong = *GetParam();
  const Parsed parsed(wrong.text);
  EXPECT_THAT(parsed.places(), testing::ElementsAre(wrong.place)) << wrong.text;
  ASSERT_FALSE(parsed.found.empty());
  const Diagnostic& d = parsed.found.front();
  EXPECT_THAT(d.message + "\n" + d.note + "\n" + d.help, testing::HasSubstr(wrong.message));
}

TEST_P(Complaint, offers_an_edit_only_where_it_mends) {
  const Wrong& wrong = *GetParam();
  const Parsed parsed(wrong.text);
  ASSERT_FALSE(parsed.found.empty());
  const std::string mended = wrong.mended;
  const std::optional<Edit>& edit = parsed.found.front().edit;
  ASSERT_EQ(edit.has_value(), !mended.empty()) << render(parsed.found.front(), parsed.sources);
  if (!edit) return;
  EXPECT_EQ(edited(wrong.text, *edit), mended);
  EXPECT_TRUE(Parsed(mended).is_accepted()) << mended;
}

INSTANTIATE_TEST_SUITE_P(Smallest, Complaint, testing::ValuesIn(all()),
                         [](const auto& wrong) { return std::string(wrong.param->claim); });

TEST(Complaints, cover_every_code_of_the_parser) {
  std::set<std::string> codes{"E0110", "E0119"}; // in limit_test.cpp: their smallest texts are long
  for (const Wrong& wrong : wrongs)
    codes.insert(std::string(wrong.place).substr(0, 5));
  EXPECT_EQ(codes.size(), 19U);
}

} // namespace
} // namespace dalembert::ast
