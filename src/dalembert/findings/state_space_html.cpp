#include <dalembert/findings/state_space_html.h>
#include <dalembert/typesetting/formula.h>
#include <dalembert/typesetting/html.h>

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace dalembert {
inline namespace findings {

namespace {

using Kind = FormulaNode::Kind;

constexpr std::size_t most_matrix_rows = 16;    // of a matrix on the page
constexpr std::size_t most_matrix_columns = 12; // likewise

std::string matrix_equation(FormulaNode left, FormulaNode right) {
  const FormulaNode whole{Kind::row, {}, {std::move(left), formula_leaf(Kind::sign, "="), std::move(right)}};
  return html_equation({.formula = whole, .style = MathStyle::whole});
}

FormulaNode matrix_entry(double value) {
  constexpr int digits = 4;
  const std::string text = number_text(value + 0.0, html_style(), digits);
  return formula_leaf(Kind::number, text);
}

bool are_equal(const DenseMatrix& a, const DenseMatrix& b) {
  if (a.rows != b.rows || a.columns != b.columns) return false;
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t j = 0; j < a.columns; ++j)
      if (a.at(i, j) != b.at(i, j)) return false;
  return true;
}

std::string matrix_display(std::string_view name, const DenseMatrix& m) {
  if (m.rows == 0 || m.columns == 0) return {};
  if (m.rows > most_matrix_rows || m.columns > most_matrix_columns)
    return fmt::format("<p>{} has {} rows and {} columns; <code>dalembert analyse --json</code> prints it.</p>\n", name,
                       m.rows, m.columns);
  FormulaNode entries{Kind::matrix, std::to_string(m.columns), {}};
  for (std::size_t i = 0; i < m.rows; ++i)
    for (std::size_t j = 0; j < m.columns; ++j)
      entries.parts.push_back(matrix_entry(m.at(i, j)));
  return matrix_equation(formula_leaf(Kind::symbol, name), std::move(entries));
}

/// `x = (θ, θ̇)ᵀ`
std::string named_vector(std::string_view name, const std::vector<std::string>& of) {
  std::string names;
  for (const std::string& each : of)
    names += (names.empty() ? "" : ", ") + name_text(each, html_style());
  return fmt::format("{}: {}", html_formula(formula_leaf(Kind::symbol, name)), html_text(names));
}

} // namespace

std::string state_space_html(const StateSpace& linear, const StateSpace* first) {
  if (linear.inputs.empty()) return {};
  const bool names_the_same = first != nullptr && first->states == linear.states && first->outputs == linear.outputs;
  const bool is_read_alike = names_the_same && are_equal(first->c, linear.c) && are_equal(first->d, linear.d);
  std::string words = fmt::format("Linear model with the inputs: {}, {}", html_formula(formula_tree("x' = A*x + B*u")),
                                  html_formula(formula_tree("y = C*x + D*u")));
  if (names_the_same)
    words = fmt::format("Linear model of the same quantities{}",
                        is_read_alike ? fmt::format(", with {} and {} as before", html_formula(formula_tree("C")),
                                                    html_formula(formula_tree("D")))
                                      : "");
  else
    words += fmt::format(", with deviations {}; {}; {} (SI units)", named_vector("x", linear.states),
                         named_vector("u", linear.inputs), named_vector("y", linear.outputs));
  return fmt::format("<p>{}.</p>\n<div class=\"matrices\">{}{}{}{}</div>\n", words, matrix_display("A", linear.a),
                     matrix_display("B", linear.b), is_read_alike ? "" : matrix_display("C", linear.c),
                     is_read_alike ? "" : matrix_display("D", linear.d));
}

} // namespace findings
} // namespace dalembert
