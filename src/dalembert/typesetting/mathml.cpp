#include <dalembert/typesetting/formula_lines.h>
#include <dalembert/typesetting/mathml.h>
#include <dalembert/typesetting/svg_label.h>
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

constexpr std::string_view thin_space = R"(<mspace width="0.17em"/>)";

/// The letters of a name before its subscript, with its dots above.
std::string letters(const Symbol& s) {
  static constexpr std::array<std::string_view, 4> dots{"", "˙", "¨", "⃛"};
  const std::string_view letter = greek(s.head);
  std::string head = fmt::format("<mi>{}</mi>", letter.empty() ? xml_escaped(s.head) : std::string(letter));
  if (s.primes == 0) return head;
  if (static_cast<std::size_t>(s.primes) < dots.size())
    return fmt::format(R"(<mover accent="true">{}<mo stretchy="false">{}</mo></mover>)", head,
                       dots.at(static_cast<std::size_t>(s.primes)));
  return fmt::format("<msup>{}<mrow><mo>(</mo><mn>{}</mn><mo>)</mo></mrow></msup>", head, s.primes);
}

/// The parts of a subscript, separated by commas.
std::string below(std::string_view text) {
  const auto letter = [](std::string_view part) {
    return fmt::format("<mi>{}</mi>", greek(part).empty() ? xml_escaped(part) : std::string(greek(part)));
  };
  const std::vector<SubscriptPart> parts = subscript_parts(text);
  std::string out;
  for (const SubscriptPart& part : parts) {
    if (!out.empty()) out += "<mo>,</mo>";
    const bool is_number = part.below.find_first_not_of("0123456789") == std::string_view::npos;
    const std::string low = is_number ? fmt::format("<mn>{}</mn>", part.below) : letter(part.below);
    if (part.letters.empty())
      out += low;
    else
      out += part.below.empty() ? letter(part.letters) : fmt::format("<msub>{}{}</msub>", letter(part.letters), low);
  }
  return parts.size() == 1 ? out : fmt::format("<mrow>{}</mrow>", out);
}

/// What stands below a name: its subscript and its index; empty where it has neither.
std::string below(const Symbol& s) {
  std::string subscript(s.tail);
  if (!subscript.empty() && !s.subscript.empty()) subscript += ',';
  subscript += s.subscript;
  if (s.index.empty()) return subscript.empty() ? subscript : below(subscript);
  // An index is an expression: θ with i − 1, M with max(i, j).
  return fmt::format("<mrow>{}{}</mrow>", subscript.empty() ? std::string() : below(subscript) + "<mo>,</mo>",
                     mathml(formula_tree(s.index)));
}

std::string name(std::string_view text) {
  const Symbol s = symbol(text);
  const std::string low = below(s);
  return low.empty() ? letters(s) : fmt::format("<msub>{}{}</msub>", letters(s), low);
}

/// L₁²: the exponent above the subscript, and that of ẋ² where that of x² stands, not above the dot.
std::string name_power(std::string_view text, const FormulaNode& exponent) {
  const Symbol s = symbol(text);
  const std::string head =
      s.primes > 0 ? fmt::format(R"(<mpadded height="0.62em">{}</mpadded>)", letters(s)) : letters(s);
  const std::string low = below(s);
  return low.empty() ? fmt::format("<msup>{}{}</msup>", head, mathml(exponent))
                     : fmt::format("<msubsup>{}{}{}</msubsup>", head, low, mathml(exponent));
}

std::string sign(const FormulaNode& node) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 9> signs{{{"-", "−"},
                                                                                       {"*", "·"},
                                                                                       {"<=", "≤"},
                                                                                       {">=", "≥"},
                                                                                       {"!=", "≠"},
                                                                                       {"==", "="},
                                                                                       {"<", "&lt;"},
                                                                                       {">", "&gt;"},
                                                                                       {"/", "/"}}};
  std::string text = xml_escaped(node.text);
  for (const auto& [from, to] : signs)
    if (node.text == from) text = to;
  // A sign that begins a line of a broken formula still stands between two terms.
  const bool is_term_sign = node.text == "+" || node.text == "-";
  if (is_term_sign)
    return fmt::format(R"(<mo form="{}">{}</mo>)", node.kind == Kind::prefix ? "prefix" : "infix", text);
  if (node.text == "/") return R"(<mo lspace="0" rspace="0">/</mo>)";
  return fmt::format("<mo>{}</mo>", text);
}

std::string row(const std::vector<FormulaNode>& parts) {
  std::string out;
  for (const FormulaNode& part : parts)
    out += mathml(part);
  return out;
}

bool is_spaced(const FormulaNode& node) {
  const FormulaNode& base = node.kind == Kind::power ? node.parts.front() : node;
  if (base.kind == Kind::call) return true;
  if (base.kind != Kind::symbol) return false;
  const Symbol s = symbol(base.text);
  return s.head.size() > 1 && greek(s.head).empty();
}

std::string product(const std::vector<FormulaNode>& factors) {
  std::string out = "<mrow>";
  for (std::size_t i = 0; i < factors.size(); ++i) {
    if (i > 0 && factors[i].kind == Kind::number)
      out += "<mo>·</mo>";
    else if (i > 0)
      out += "<mo>&#x2062;</mo>";
    const bool are_fractions = i > 0 && factors[i].kind == Kind::fraction && factors[i - 1].kind == Kind::fraction;
    if (are_fractions || (i > 0 && (is_spaced(factors[i]) || is_spaced(factors[i - 1])))) out += thin_space;
    out += mathml(factors[i]);
  }
  return out + "</mrow>";
}

std::string fence(std::string_view left, const FormulaNode& inner, std::string_view right) {
  // Brackets that need not grow are kept from it: fonts without a MATH table grow them at a superscript already.
  const std::string_view stretch = is_tall(inner) ? std::string_view() : R"( stretchy="false")";
  return fmt::format(R"(<mrow><mo form="prefix"{0}>{1}</mo>{2}<mo form="postfix"{0}>{3}</mo></mrow>)", stretch, left,
                     mathml(inner), right);
}

/// A bracket whose other half stands in another piece: it cannot grow with what is between them.
std::string broken_fence(const FormulaNode& node, std::string_view form, std::string_view text) {
  return fmt::format(R"(<mo form="{}" symmetric="true" minsize="{}em" maxsize="{}em">{}</mo>)", form,
                     node.text.empty() ? 1.3 : 2.2, node.text.empty() ? 1.3 : 2.2, text);
}

std::string function_name(std::string_view text) {
  if (text == "log") return "<mi>ln</mi>";
  if (text == "asin" || text == "acos" || text == "atan") return fmt::format("<mi>arc{}</mi>", text.substr(1));
  return is_known_function(text) ? fmt::format("<mi>{}</mi>", text) : name(text);
}

std::string call(const FormulaNode& node, const FormulaNode* exponent) {
  const FormulaNode& argument = node.parts.front();
  if (node.text == "jump") return fmt::format("<mrow><mi mathvariant=\"normal\">Δ</mi>{}</mrow>", mathml(argument));
  const bool is_rate = holds_time_alone(argument);
  const std::string_view base = is_rate ? std::string_view(node.text) : without_primes(node.text);
  std::string head = function_name(base);
  if (base.size() < node.text.size()) {
    std::string primes;
    for (std::size_t i = base.size(); i < node.text.size(); ++i)
      primes += "′";
    head = fmt::format("<msup>{}<mo>{}</mo></msup>", head, primes);
  }
  if (exponent != nullptr) head = fmt::format("<msup>{}{}</msup>", head, mathml(*exponent));
  const std::string_view space = argument.kind == Kind::fenced ? std::string_view() : thin_space;
  return fmt::format("<mrow>{}<mo>&#x2061;</mo>{}{}</mrow>", head, space, mathml(argument));
}

std::string power(const FormulaNode& base, const FormulaNode& exponent) {
  const bool is_raised_function =
      base.kind == Kind::call && is_known_function(base.text) && exponent.kind == Kind::number;
  if (is_raised_function) return call(base, &exponent);
  if (base.kind == Kind::symbol) return name_power(base.text, exponent);
  const bool needs_bracket = base.kind == Kind::call && base.parts.front().kind != Kind::fenced;
  return fmt::format("<msup>{}{}</msup>", needs_bracket ? fence("(", base, ")") : mathml(base), mathml(exponent));
}

std::string matrix(const FormulaNode& node) {
  const std::size_t columns = std::stoul(node.text);
  std::string out = "<mrow><mo form=\"prefix\">(</mo><mtable><mtr>";
  for (std::size_t i = 0; i < node.parts.size(); ++i) {
    if (i > 0 && i % columns == 0) out += "</mtr><mtr>";
    out += fmt::format("<mtd>{}</mtd>", mathml(node.parts[i]));
  }
  return out + "</mtr></mtable><mo form=\"postfix\">)</mo></mrow>";
}

std::string rate(const FormulaNode& node) {
  const bool is_first = node.text == "1";
  const std::string d = "<mi mathvariant=\"normal\">d</mi>";
  const std::string above = is_first ? d : fmt::format("<msup>{}<mn>{}</mn></msup>", d, node.text);
  const std::string time = is_first ? "<mi>t</mi>" : fmt::format("<msup><mi>t</mi><mn>{}</mn></msup>", node.text);
  const FormulaNode& of = node.parts.front();
  const std::string_view space = of.kind == Kind::fraction ? thin_space : std::string_view(); // two bars would be one
  return fmt::format("<mrow><mfrac>{}<mrow>{}{}</mrow></mfrac>{}{}</mrow>", above, d, time, space, mathml(of));
}

std::string big_sum(const FormulaNode& node) {
  std::string out = fmt::format("<mrow><munderover><mo>∑</mo><mrow>{}<mo>=</mo>{}</mrow>{}</munderover>",
                                mathml(node.parts[0]), mathml(node.parts[1]), mathml(node.parts[2]));
  for (std::size_t i = 3; i < node.parts.size(); ++i)
    out += mathml(node.parts[i]);
  return out + "</mrow>";
}

/// i = 1, …, n, at some distance from the equation before it.
std::string range(const FormulaNode& node) {
  return fmt::format("<mrow><mspace width=\"1em\"/>{}<mo>=</mo>{}<mo>,</mo><mo>…</mo><mo>,</mo>{}</mrow>",
                     mathml(node.parts[0]), mathml(node.parts[1]), mathml(node.parts[2]));
}

} // namespace

std::string mathml(const FormulaNode& node) {
  switch (node.kind) {
  case Kind::number:
    return fmt::format("<mn>{}</mn>", node.text);
  case Kind::symbol:
    return name(node.text);
  case Kind::word:
    return node.text == " " ? std::string(R"(<mspace width="0.35em"/>)")
                            : fmt::format("<mtext>{}</mtext>", xml_escaped(node.text));
  case Kind::sign:
  case Kind::prefix:
    return sign(node);
  case Kind::open:
    return broken_fence(node, "prefix", "(");
  case Kind::close:
    return broken_fence(node, "postfix", ")");
  case Kind::row:
    return fmt::format("<mrow>{}</mrow>", row(node.parts));
  case Kind::product:
    return product(node.parts);
  case Kind::fraction:
    return fmt::format("<mfrac{}>{}{}</mfrac>", is_small_fraction(node) ? R"( displaystyle="false")" : "",
                       mathml(node.parts[0]), mathml(node.parts[1]));
  case Kind::power:
    return power(node.parts[0], node.parts[1]);
  case Kind::root:
    return fmt::format("<msqrt>{}</msqrt>", mathml(node.parts.front()));
  case Kind::fenced:
    return fence("(", node.parts.front(), ")");
  case Kind::bars:
    return fence("|", node.parts.front(), "|");
  case Kind::call:
    return call(node, nullptr);
  case Kind::matrix:
    return matrix(node);
  case Kind::rate:
    return rate(node);
  case Kind::big_sum:
    return big_sum(node);
  case Kind::range:
    return range(node);
  }
  return {};
}

std::string mathml_rows(const FormulaNode& formula, std::string_view number, double width) {
  const BrokenFormula broken = broken_formula(formula, width);
  const auto cell = [](std::string_view side, const FormulaLine& line) {
    return fmt::format("<mtd style=\"text-align: {}\">{}{}</mtd>", side,
                       line.is_continued ? "<mspace width=\"2em\"/>" : "", mathml(line.content));
  };
  // A left side of several lines stands above the right one, both in the second column.
  std::vector<std::string> lines;
  for (const FormulaLine& line : broken.left)
    lines.push_back(broken.is_beside ? cell("right", line) : "<mtd></mtd>" + cell("left", line));
  for (std::size_t i = 0; i < broken.right.size(); ++i) {
    if (i > 0 || !broken.is_beside) lines.emplace_back("<mtd></mtd>");
    lines.back() += cell("left", broken.right[i]);
  }
  std::string out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool is_last = i + 1 == lines.size() && !number.empty();
    out += fmt::format("<mtr>{}<mtd>{}</mtd></mtr>\n", lines[i],
                       is_last ? fmt::format("<mtext>({})</mtext>", number) : std::string());
  }
  return out;
}

} // namespace typesetting
} // namespace dalembert
