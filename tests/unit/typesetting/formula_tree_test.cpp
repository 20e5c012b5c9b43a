#include <dalembert/typesetting/formula_lines.h>
#include <dalembert/typesetting/formula_reader.h>
#include <dalembert/typesetting/formula_tree.h>
#include <dalembert/typesetting/html.h>
#include <dalembert/typesetting/latex.h>
#include <dalembert/typesetting/mathml.h>

#include <gtest/gtest.h>

#include <numeric>
#include <string>

namespace dalembert {
namespace {

using Kind = FormulaNode::Kind;

constexpr const char* long_equation =
    "m*(x'' + r*(cos(psi)*(sin(phi)*psi'' + 2*cos(phi)*psi'*phi') + sin(psi)*(cos(phi)*phi'' - sin(phi)*psi'^2))) = "
    "lambda.slip_x";

TEST(FormulaTree, makes_fractions_of_quotients_and_products_of_factors) {
  const FormulaNode tree = formula_tree("a*b/(c + d)");
  ASSERT_EQ(tree.kind, Kind::fraction);
  EXPECT_EQ(tree.parts[0].kind, Kind::product);
  EXPECT_EQ(tree.parts[1].kind, Kind::row); // the bar does the work of the brackets
}

TEST(FormulaTree, tells_a_sign_of_a_term_from_one_between_terms) {
  const FormulaNode tree = formula_tree("-a - b = -c");
  ASSERT_EQ(tree.parts.size(), 7U);
  EXPECT_EQ(tree.parts[0].kind, Kind::prefix);
  EXPECT_EQ(tree.parts[2].kind, Kind::sign);
  EXPECT_EQ(tree.parts[5].kind, Kind::prefix);
}

TEST(FormulaTree, sets_derivatives_of_functions_with_primes_and_those_by_time_with_dots) {
  EXPECT_EQ(latex(formula_tree("V0'(r)")), "V_{0}'(r)");
  EXPECT_EQ(latex(formula_tree("x0''(t)")), "\\ddot{x}_{0}(t)");
  EXPECT_NE(mathml(formula_tree("V0'(r)")).find("<mo>′</mo>"), std::string::npos);
}

TEST(FormulaTree, reads_matrices_by_rows) {
  const FormulaNode tree = formula_tree("matrix(m, 0; f(a, b), 2)");
  ASSERT_EQ(tree.kind, Kind::matrix);
  EXPECT_EQ(tree.text, "2");
  ASSERT_EQ(tree.parts.size(), 4U);
  EXPECT_EQ(tree.parts[2].kind, Kind::call);
  EXPECT_EQ(latex(tree), "\\begin{pmatrix} m & 0 \\\\ f(a, b) & 2 \\end{pmatrix}");
}

TEST(FormulaTree, sets_sums_with_their_bounds_behind_all_other_factors) {
  const FormulaNode tree = formula_tree("sum(j in i+1..n: a[j] + b[max(i,j)])*c*sin(x), i in 2..n-1");
  EXPECT_EQ(latex(tree), "c \\sin x \\sum_{j=i + 1}^{n} (a_{j} + b_{\\max(i,j)}), \\quad i = 2, \\dots, n - 1");
  EXPECT_EQ(latex("1/sqrt(x + y)^3"), "\\frac{1}{(x + y)^{3/2}}");
  EXPECT_EQ(latex("sum(k in 1..2: m[k])^2"), "\\left(\\sum_{k=1}^{2} m_{k}\\right)^{2}");
  EXPECT_EQ(mathml(formula_tree("sum(j in 1..n: m[j])")),
            "<mrow><munderover><mo>∑</mo><mrow><mi>j</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><msub>"
            "<mi>m</mi><mrow><mi>j</mi></mrow></msub></mrow>");
}

TEST(FormulaLines, sets_the_index_of_a_run_of_members_as_one) {
  EXPECT_EQ(mathml(formula_tree("theta[1…5]")),
            "<msub><mi>θ</mi><mrow><mrow><mn>1</mn><mtext>…</mtext><mn>5</mn></mrow></mrow></msub>");
  EXPECT_EQ(mathml(formula_tree("u[1,1…n,10]")),
            "<msub><mi>u</mi><mrow><mrow><mn>1</mn><mo>,</mo><mn>1</mn><mtext>…</mtext><mi>n</mi><mo>,</mo><mn>10</mn>"
            "</mrow></mrow></msub>");
}

TEST(FormulaLines, break_inside_the_bracket_of_a_long_sum) {
  const FormulaNode tree =
      formula_tree("sum(j in 1..n: M[j]*l[j]*(cos(theta[j])*theta[j]'' - sin(theta[j])*theta[j]'^2 "
                   "+ cos(phi[j])*phi[j]'' - sin(phi[j])*phi[j]'^2)) = 0");
  const std::vector<FormulaPiece> pieces = formula_pieces(tree, 12.0);
  EXPECT_EQ(pieces.size(), 5U);
  EXPECT_EQ(pieces.front().content.parts.front().kind, Kind::big_sum);
}

TEST(FormulaLines, pieces_are_the_formula_in_order_and_none_is_wider_than_it_has_to_be) {
  const FormulaNode tree = formula_tree(long_equation);
  const std::vector<FormulaPiece> pieces = formula_pieces(tree, 13.0);
  ASSERT_GT(pieces.size(), 3U);
  EXPECT_EQ(pieces.front().content.parts.front().kind, Kind::product);
  EXPECT_TRUE(pieces.back().begins_relation);
  const double sum = std::accumulate(pieces.begin(), pieces.end(), 0.0,
                                     [](double total, const FormulaPiece& piece) { return total + piece.width; });
  // A product that is cut has no 0.1 em beside each of its factors: twenty of these.
  EXPECT_NEAR(sum, formula_width(tree), 2.0);
  for (const FormulaPiece& piece : pieces)
    EXPECT_LT(piece.width, 16.0);
}

TEST(FormulaLines, brackets_that_open_in_one_piece_close_in_another) {
  int depth = 0;
  for (const FormulaPiece& piece : formula_pieces(formula_tree(long_equation), 13.0))
    for (const FormulaNode& part : piece.content.parts) {
      depth += part.kind == Kind::open ? 1 : part.kind == Kind::close ? -1 : 0;
      EXPECT_GE(depth, 0);
    }
  EXPECT_EQ(depth, 0);
}

TEST(FormulaLines, never_breaks_inside_fractions_arguments_and_powers) {
  for (const char* const text : {"sin(a + b + c + d + e)", "(a + b + c + d + e)^2", "f/(a + b + c + d + e)"})
    EXPECT_EQ(formula_pieces(formula_tree(text), 1.0).size(), 1U) << text;
}

TEST(FormulaLines, stand_beside_a_short_left_side_and_below_a_long_one) {
  EXPECT_TRUE(broken_formula(formula_tree("x'' = -g*sin(theta)/l"), 40.0).is_beside);
  const BrokenFormula broken = broken_formula(formula_tree(long_equation), 20.0);
  EXPECT_FALSE(broken.is_beside);
  EXPECT_GT(broken.left.size(), 1U);
  EXPECT_TRUE(broken.left[1].is_continued);
}

TEST(LatexDisplay, aligns_relations_while_every_left_side_takes_one_line) {
  EXPECT_EQ(latex_display({{read_formula("x'' = -g")}, {read_formula("s1 = a + b"), false}}, 40.0),
            "\\begin{align}\n"
            "  \\ddot{x} &= -g \\\\\n"
            "  s_{1} &= a + b \\notag\n"
            "\\end{align}\n");
}

TEST(LatexDisplay, sets_lines_one_by_one_where_the_widest_left_and_right_sides_do_not_fit_beside_each_other) {
  const std::string wide = "a + b + c + d + e + f";
  const Formula left = read_formula(wide + " = 0");
  const Formula right = read_formula("x = " + wide);
  const std::string one = latex_display({{left}, {right}}, 30);
  const std::string other = latex_display({{left}, {right}}, 15);
  EXPECT_EQ(one.substr(0, 13), "\\begin{align}");
  EXPECT_EQ(other.substr(0, 14), "\\begin{gather}");
  EXPECT_EQ(latex_display({}, 30), "");
}

TEST(LatexDisplay, breaks_long_left_sides_into_lines_with_brackets_across_them) {
  const std::string out = latex_display({{read_formula(long_equation)}, {read_formula("x = 0")}}, 20.0);
  EXPECT_NE(out.find("\\begin{gather}"), std::string::npos);
  EXPECT_NE(out.find("\\begin{aligned}[b]\n    &m\\bigl("), std::string::npos) << out;
  EXPECT_NE(out.find("\\bigr)"), std::string::npos);
  EXPECT_NE(out.find("&\\quad + "), std::string::npos);
  EXPECT_EQ(out.find("\\left("), std::string::npos);
}

std::string inline_math(std::string_view text) {
  return "<math>" + mathml(formula_tree(text)) + "</math>";
}

TEST(Mathml, sets_rates_as_letters_under_dots_and_subscripts_beside_them) {
  EXPECT_EQ(
      inline_math("theta_1'"),
      "<math><msub><mover accent=\"true\"><mi>θ</mi><mo stretchy=\"false\">˙</mo></mover><mn>1</mn></msub></math>");
  EXPECT_EQ(inline_math("lambda.blade"), "<math><msub><mi>λ</mi><mi>blade</mi></msub></math>");
}

TEST(Mathml, sets_fractions_powers_roots_and_functions) {
  EXPECT_EQ(inline_math("a/b"), "<math><mfrac><mi>a</mi><mi>b</mi></mfrac></math>");
  EXPECT_EQ(inline_math("x^2"), "<math><msup><mi>x</mi><mn>2</mn></msup></math>");
  EXPECT_EQ(inline_math("sqrt(x)"), "<math><msqrt><mi>x</mi></msqrt></math>");
  EXPECT_NE(inline_math("sin(x)").find("<mi>sin</mi><mo>&#x2061;</mo>"), std::string::npos);
}

TEST(Mathml, escapes_what_xml_reserves) {
  EXPECT_EQ(inline_math("a < b"), "<math><mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi></mrow></math>");
  EXPECT_EQ(inline_math("a & b").find("& "), std::string::npos);
}

TEST(Mathml, says_whether_a_sign_leads_a_term_or_joins_two) {
  EXPECT_NE(inline_math("-a").find("<mo form=\"prefix\">−</mo>"), std::string::npos);
  EXPECT_NE(inline_math("a - b").find("<mo form=\"infix\">−</mo>"), std::string::npos);
}

TEST(Html, sets_marked_formulas_and_escapes_everything_else) {
  const std::string text = std::string("a < ") + formula_begin + "x'" + formula_end + " & more";
  EXPECT_EQ(html_text(text),
            "a &lt; <math><mover accent=\"true\"><mi>x</mi><mo stretchy=\"false\">˙</mo></mover></math>"
            " &amp; more");
}

TEST(Html, cuts_wide_formulas_where_a_line_may_be_broken) {
  const std::string out = html_formula(formula_tree(long_equation));
  EXPECT_NE(out.find("</math><wbr><math>"), std::string::npos);
  EXPECT_EQ(html_formula(formula_tree("x = 0")).find("<wbr>"), std::string::npos);
}

TEST(Html, rows_without_label_continue_the_one_above) {
  Page page(html_style());
  page.row("one", "a");
  page.row("", "b");
  page.row("two", "c");
  EXPECT_EQ(html_rows(page), "<dl class=\"rows\">\n<div><dt>one</dt><dd>\n<p>a</p>\n<p>b</p>\n</dd></div>\n"
                             "<div><dt>two</dt><dd>\n<p>c</p>\n</dd></div>\n</dl>\n");
}

} // namespace
} // namespace dalembert
