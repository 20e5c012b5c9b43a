#include <dalembert/typesetting/formula_lines.h>
#include <dalembert/typesetting/html.h>
#include <dalembert/typesetting/mathml.h>
#include <dalembert/typesetting/svg_label.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace dalembert {
inline namespace typesetting {

Style html_style() {
  constexpr int never_broken = 1'000'000;
  Style style;
  style.unicode = true;
  style.width = never_broken;
  style.marks_formulas = true;
  return style;
}

namespace {

/// A formula with the text that follows it to the next blank: a browser may end a line behind a formula, before a
/// comma.
std::string set_together(std::string_view formula, std::string_view behind) {
  std::string set = html_formula(formula_tree(formula));
  if (behind.empty()) return set;
  constexpr std::string_view place = "<wbr>";
  const std::size_t last = set.rfind(place); // a wide formula has places where a line may end
  const std::size_t begin = last == std::string::npos ? 0 : last + place.size();
  return fmt::format("{}<span class=\"whole\">{}{}</span>", set.substr(0, begin), set.substr(begin),
                     xml_escaped(behind));
}

} // namespace

std::string html_text(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t begin = std::min(text.find(formula_begin), text.size());
    out += xml_escaped(text.substr(0, begin));
    if (begin == text.size()) break;
    const std::size_t end = std::min(text.find(formula_end, begin), text.size());
    const std::string_view formula = text.substr(begin + 1, end - begin - 1);
    text.remove_prefix(std::min(end + 1, text.size()));
    constexpr std::array ends{' ', '\n', formula_begin};
    const std::size_t behind = std::min(text.find_first_of(std::string_view(ends.data(), ends.size())), text.size());
    out += set_together(formula, text.substr(0, behind));
    text.remove_prefix(behind);
  }
  return out;
}

std::string html_formula(const FormulaNode& formula, MathStyle style) {
  constexpr double phone = 13.0; // em that a narrow screen shows
  constexpr double paper = 42.0; // em that a printed page shows
  const std::string open = style == MathStyle::text ? "<math>" : R"(<math displaystyle="true">)";
  if (style == MathStyle::whole && formula_width(formula) > paper)
    return fmt::format("{}<mtable displaystyle=\"true\">\n{}</mtable></math>", open, mathml_rows(formula, {}, paper));
  const auto set = [&open](const FormulaNode& node) { return fmt::format("{}{}</math>", open, mathml(node)); };
  if (style == MathStyle::whole || formula_width(formula) <= phone) return set(formula);
  std::string out;
  for (const FormulaPiece& piece : formula_pieces(formula, phone))
    out += (out.empty() ? "" : "<wbr>") + set(piece.content);
  return out;
}

std::string html_equation(const HtmlEquation& equation) {
  std::string out = "<div class=\"equation\"";
  if (!equation.id.empty()) out += fmt::format(" id=\"{}\"", xml_escaped(equation.id));
  out += fmt::format(" data-text=\"{}\"><div class=\"formula\">{}</div>", xml_escaped(equation.text),
                     html_formula(equation.formula, equation.style));
  if (!equation.remark.empty()) out += fmt::format("<span class=\"remark\">{}</span>", html_text(equation.remark));
  if (!equation.number.empty()) out += fmt::format("<span class=\"number\">({})</span>", equation.number);
  return out + "</div>\n";
}

std::string html_rows(const Page& page) {
  std::string out;
  bool is_open = false;
  for (const PageRow& row : page.rows()) {
    if (row.kind == PageRow::Kind::title || row.kind == PageRow::Kind::gap) continue;
    if (!row.label.empty() || !is_open)
      out += fmt::format("{}<div><dt>{}</dt><dd>\n", is_open ? "</dd></div>\n" : "", html_text(row.label));
    out += fmt::format("<p>{}</p>\n", html_text(row.text));
    is_open = true;
  }
  return out.empty() ? out : fmt::format("<dl class=\"rows\">\n{}</dd></div>\n</dl>\n", out);
}

} // namespace typesetting
} // namespace dalembert
