#include <dalembert/typesetting/formula_lines.h>
#include <dalembert/typesetting/latex.h>
#include <dalembert/typesetting/symbol.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace typesetting {

namespace {

using Kind = FormulaNode::Kind;

constexpr double continued_indent = 1.0; // em, of `\\quad`

std::string bracketed(const FormulaNode& inner) {
  return fmt::format(fmt::runtime(is_tall(inner) ? "\\left({}\\right)" : "({})"), latex(inner));
}

std::string function_name(std::string_view name) {
  if (name == "log") return "\\ln";
  if (name == "asin" || name == "acos" || name == "atan") return fmt::format("\\arc{}", name.substr(1));
  if (name == "sign") return "\\operatorname{sign}";
  return is_known_function(name) ? fmt::format("\\{}", name) : latex_name(name);
}

std::string sign(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 5> signs{
      {{"*", "\\cdot"}, {"<=", "\\le"}, {">=", "\\ge"}, {"!=", "\\ne"}, {"==", "="}}};
  for (const auto& [from, to] : signs)
    if (text == from) return std::string(to);
  return std::string(text);
}

/// Signs with blanks round them, as they stand in a sum.
std::string row(const std::vector<FormulaNode>& parts) {
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const FormulaNode& part = parts[i];
    const std::string_view after = i + 1 < parts.size() ? " " : "";
    if (part.kind != Kind::sign || part.text == "/" || part.text == "^")
      out += latex(part);
    else if (part.text == ",")
      out += fmt::format(",{}", after);
    else
      out += fmt::format("{}{}{}", i > 0 ? " " : "", sign(part.text), after);
  }
  return out;
}

/// True for a name of several letters, which would run into its neighbour.
bool is_word(const FormulaNode& node) {
  const FormulaNode& base = node.kind == Kind::power ? node.parts.front() : node;
  if (base.kind != Kind::symbol) return false;
  const Symbol s = symbol(base.text);
  return s.head.size() > 1 && greek(s.head).empty();
}

std::string product(const std::vector<FormulaNode>& factors) {
  std::string out;
  for (std::size_t i = 0; i < factors.size(); ++i) {
    if (i > 0 && factors[i].kind == Kind::number)
      out += " \\cdot ";
    else if (i > 0)
      out += is_word(factors[i]) || is_word(factors[i - 1]) ? " \\, " : " ";
    out += latex(factors[i]);
  }
  return out;
}

std::string call(const FormulaNode& node, std::string_view exponent) {
  const FormulaNode& argument = node.parts.front();
  if (node.text == "jump") return fmt::format("\\Delta {}", latex(argument));
  const bool is_rate = holds_time_alone(argument);
  const std::string_view base = is_rate ? std::string_view(node.text) : without_primes(node.text);
  std::string out = function_name(base);
  out.append(node.text.size() - base.size(), '\'');
  if (!exponent.empty()) out += fmt::format("^{{{}}}", exponent);
  return argument.kind == Kind::fenced ? out + latex(argument) : fmt::format("{} {}", out, latex(argument));
}

std::string power(const FormulaNode& base, const FormulaNode& exponent) {
  // sin²θ; but sin⁻¹θ would be read as the arc.
  const bool is_raised_function =
      base.kind == Kind::call && is_known_function(base.text) && exponent.kind == Kind::number;
  if (is_raised_function) return call(base, latex(exponent));
  const bool needs_bracket = base.kind == Kind::call && base.parts.front().kind != Kind::fenced;
  return fmt::format(fmt::runtime(needs_bracket ? "\\left({}\\right)^{{{}}}" : "{}^{{{}}}"), latex(base),
                     latex(exponent));
}

std::string matrix(const FormulaNode& node) {
  const std::size_t columns = std::stoul(node.text);
  std::string out = "\\begin{pmatrix} ";
  for (std::size_t i = 0; i < node.parts.size(); ++i) {
    if (i > 0) out += i % columns == 0 ? " \\\\ " : " & ";
    out += latex(node.parts[i]);
  }
  return out + " \\end{pmatrix}";
}

std::string word(std::string_view text) {
  const bool is_plain = text.size() == 1 && text != "%" && text != "#" && text != "$" && text != "&" && text != "{" &&
                        text != "}" && text != "\\" && text != " ";
  if (is_plain) return std::string(text);
  std::string out;
  for (const char c : text) {
    if (std::string_view("%#$&_{}").find(c) != std::string_view::npos) out += '\\';
    out += c == '\\' ? std::string("\\textbackslash{}") : std::string(1, c);
  }
  return fmt::format("\\text{{{}}}", out);
}

std::string big_sum(const FormulaNode& node) {
  std::string out =
      fmt::format("\\sum_{{{}={}}}^{{{}}}", latex(node.parts[0]), latex(node.parts[1]), latex(node.parts[2]));
  for (std::size_t i = 3; i < node.parts.size(); ++i)
    out += " " + latex(node.parts[i]);
  return out;
}

/// Lines of a formula with `&` where they stand below one another; a left side of one line is beside the right one.
std::vector<std::string> broken_lines(const BrokenFormula& broken) {
  std::vector<std::string> lines;
  const auto add = [&lines](const FormulaLine& line) {
    lines.push_back(fmt::format("&{}{}", line.is_continued ? "\\quad " : "", latex(line.content)));
  };
  if (broken.is_beside)
    lines.push_back(latex(broken.left.front().content) + " ");
  else
    std::for_each(broken.left.begin(), broken.left.end(), add);
  for (std::size_t i = 0; i < broken.right.size(); ++i) {
    if (i == 0 && broken.is_beside)
      lines.back() += "&" + latex(broken.right[i].content);
    else
      add(broken.right[i]);
  }
  return lines;
}

/// True where every left side is one line, and the widest of them leaves room for the widest right side.
bool fit_columns(const std::vector<BrokenFormula>& all, double width) {
  double left = 0.0;
  double right = 0.0;
  for (const BrokenFormula& broken : all) {
    const bool is_alone = broken.left.size() + broken.right.size() == 1;
    if (!is_alone && !broken.is_beside) return false;
    (is_alone ? right : left) = std::max(is_alone ? right : left, formula_width(broken.left.front().content));
    for (const FormulaLine& line : broken.right)
      right = std::max(right, formula_width(line.content) + (line.is_continued ? continued_indent : 0.0));
  }
  return left + right <= width;
}

std::string line_end(bool is_numbered, bool is_last) {
  return fmt::format("{}{}\n", is_numbered ? "" : " \\notag", is_last ? "" : " \\\\");
}

/// Rows of an `align`.
std::string aligned_lines(const BrokenFormula& broken, bool is_numbered, bool is_last) {
  const std::vector<std::string> lines = broken_lines(broken);
  std::string out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool ends = i + 1 == lines.size();
    out += "  " + lines[i] + line_end(ends && is_numbered, ends && is_last);
  }
  return out;
}

/// One row of a `gather`; several lines are an `aligned` of their own, whose last line has the number.
std::string gathered_block(const BrokenFormula& broken, bool is_numbered, bool is_last) {
  const bool is_one_line =
      broken.left.size() + broken.right.size() == 1 || (broken.is_beside && broken.right.size() == 1);
  if (is_one_line) {
    std::string line = latex(broken.left.front().content);
    if (!broken.right.empty()) line += " " + latex(broken.right.front().content);
    return "  " + line + line_end(is_numbered, is_last);
  }
  const std::vector<std::string> lines = broken_lines(broken);
  std::string out = "  \\begin{aligned}[b]\n";
  for (std::size_t i = 0; i < lines.size(); ++i)
    out += "    " + lines[i] + (i + 1 < lines.size() ? " \\\\\n" : "\n");
  return out + "  \\end{aligned}" + line_end(is_numbered, is_last);
}

} // namespace

std::string latex(const FormulaNode& node) {
  switch (node.kind) {
  case Kind::number:
    return node.text;
  case Kind::symbol:
    return node.text == "pi" ? "\\pi" : latex_name(node.text);
  case Kind::word:
    return word(node.text);
  case Kind::sign:
  case Kind::prefix:
    return sign(node.text);
  case Kind::open:
    return node.text.empty() ? "\\bigl(" : "\\Bigl(";
  case Kind::close:
    return node.text.empty() ? "\\bigr)" : "\\Bigr)";
  case Kind::row:
    return row(node.parts);
  case Kind::product:
    return product(node.parts);
  case Kind::fraction:
    return fmt::format("\\{}frac{{{}}}{{{}}}", is_small_fraction(node) ? "t" : "", latex(node.parts[0]),
                       latex(node.parts[1]));
  case Kind::power:
    return power(node.parts[0], node.parts[1]);
  case Kind::root:
    return fmt::format("\\sqrt{{{}}}", latex(node.parts.front()));
  case Kind::fenced:
    return bracketed(node.parts.front());
  case Kind::bars:
    return fmt::format("\\left|{}\\right|", latex(node.parts.front()));
  case Kind::call:
    return call(node, {});
  case Kind::matrix:
    return matrix(node);
  case Kind::rate:
    return node.text == "1" ? fmt::format("\\frac{{\\mathrm{{d}}}}{{\\mathrm{{d}} t}} {}", latex(node.parts.front()))
                            : fmt::format("\\frac{{\\mathrm{{d}}^{{{0}}}}}{{\\mathrm{{d}} t^{{{0}}}}} {1}", node.text,
                                          latex(node.parts.front()));
  case Kind::big_sum:
    return big_sum(node);
  case Kind::range:
    return fmt::format("\\quad {} = {}, \\dots, {}", latex(node.parts[0]), latex(node.parts[1]), latex(node.parts[2]));
  }
  return {};
}

std::string latex(const Formula& formula) {
  return latex(formula_tree(formula));
}

std::string latex(std::string_view text) {
  return latex(formula_tree(text));
}

std::string latex_display(const std::vector<LatexFormula>& formulas, double width) {
  std::vector<BrokenFormula> all;
  all.reserve(formulas.size());
  for (const LatexFormula& formula : formulas)
    all.push_back(broken_formula(formula_tree(formula.formula), width));
  if (all.empty()) return {};
  const bool are_aligned = fit_columns(all, width);
  const std::string environment = are_aligned ? "align" : "gather";
  std::string out = fmt::format("\\begin{{{}}}\n", environment);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool is_last = i + 1 == all.size();
    out += are_aligned ? aligned_lines(all[i], formulas[i].is_numbered, is_last)
                       : gathered_block(all[i], formulas[i].is_numbered, is_last);
  }
  return out + fmt::format("\\end{{{}}}\n", environment);
}

} // namespace typesetting
} // namespace dalembert
