#include <dalembert/expr/expression_printer.h>
#include <dalembert/expr/text.h>

namespace dalembert {
inline namespace expr {

namespace {

/// Makes texts.
class TextMaker {
public:
  using Text = std::string;

  explicit TextMaker(const Graph& graph) : graph_(graph) {}

  static std::size_t length(const Text& text) { return text.size(); }
  static Text left_out() { return "…"; }
  static Text pi() { return "pi"; }
  [[nodiscard]] Text symbol(Expr e) const { return std::string(graph_.name(e)); }
  static Text number(const std::string& text) { return text; }
  static Text fenced(const Text& inner) { return "(" + inner + ")"; }
  static Text power(const Text& base, const Text& exponent) { return base + "^" + exponent; }
  static Text call(const std::string& name, const std::vector<Text>& arguments) {
    return name + "(" + joined(arguments, ", ") + ")";
  }
  static Text derivative(const std::string& orders, const std::string& name, const std::vector<Text>& arguments) {
    return orders + "(" + name + ")(" + joined(arguments, ", ") + ")";
  }

  static Text select(const std::vector<Text>& parts, std::string_view relation) {
    return "(if " + parts[0] + " " + std::string(relation) + " " + parts[1] + " then " + parts[2] + " else " +
           parts[3] + ")";
  }

  static Text sum(const std::vector<Signed<Text>>& parts) {
    std::string out = (parts[0].is_negative ? "-" : "") + parts[0].text;
    for (std::size_t i = 1; i < parts.size(); ++i)
      out += (parts[i].is_negative ? " - " : " + ") + parts[i].text;
    return out;
  }

  static Text product(const std::vector<Text>& above, const std::vector<Text>& below) {
    if (below.empty()) return joined(above, "*");
    return joined(above, "*") + "/" + (below.size() == 1 ? below[0] : fenced(joined(below, "*")));
  }

private:
  static std::string joined(const std::vector<Text>& parts, std::string_view between) {
    std::string out;
    for (const Text& part : parts)
      out.append(out.empty() ? std::string_view() : between).append(part);
    return out;
  }

  const Graph& graph_;
};

} // namespace

std::string printed_number(const Rational& value) {
  constexpr std::int64_t largest_plain_denominator = 64;
  if (value.denominator() > Rational(largest_plain_denominator)) return value.decimal_text();
  const std::string above = value.numerator().decimal_text();
  return value.is_integer() ? above : above + "/" + value.denominator().text();
}

std::string_view symbol_of(Relation relation) {
  switch (relation) {
  case Relation::less:
    return "<";
  case Relation::less_equal:
    return "<=";
  case Relation::equal:
    return "=";
  case Relation::not_equal:
    return "!=";
  }
  return "?";
}

std::string text(const Graph& graph, Expr e, std::size_t longest) {
  TextMaker maker(graph);
  std::string out = ExpressionPrinter<TextMaker>(graph, longest, maker).print(e).text;
  if (out.size() <= longest) return out;
  out.resize(longest);
  while (!out.empty() && (static_cast<unsigned char>(out.back()) & 0xC0U) == 0x80U)
    out.pop_back();
  return out + "…";
}

} // namespace expr
} // namespace dalembert
