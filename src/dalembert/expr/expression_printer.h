#pragma once

#include <dalembert/expr/graph.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace expr {

/// How tightly the outermost operator of a printed text binds.
enum class Binding { sum, product, power, atom };

/// A sign and what stands behind it in a sum.
template <typename Text>
struct Signed {
  bool is_negative = false;
  Text text;
};

/// Fractions with small denominators stay fractions; what a person wrote as a decimal comes back as one.
[[nodiscard]] std::string printed_number(const Rational& value);

/// `<`, `<=`, `=`, `!=`
[[nodiscard]] std::string_view symbol_of(Relation relation);

/// Prints expressions as `text` says, and makes of them what `Maker` makes: a text, or a tree of one.
///
/// `Maker` has a type `Text` and makes it of parts: `number`, `symbol` (of a node), `pi`, `left_out`, `fenced`, `sum`
/// of signed parts, `product` of factors above and below the bar, `power`, `call`, `select`, `derivative` of an unknown
/// function of several arguments.
template <typename Maker>
class ExpressionPrinter {
public:
  using Text = typename Maker::Text;

  struct Printed {
    Text text;
    Binding binding = Binding::atom;
  };

  ExpressionPrinter(const Graph& graph, std::size_t longest, Maker& maker)
      : graph_(graph), longest_(longest), make_(maker) {}

  Printed print(Expr e) {
    if (spent_ > longest_ || depth_ > deepest) return {make_.left_out(), Binding::atom};
    ++depth_;
    Printed out = print_kind(e);
    --depth_;
    const bool leaf = graph_.kind(e) <= NodeKind::symbol;
    spent_ += leaf ? make_.length(out.text) : least_operator_length;
    return out;
  }

private:
  /// A summand on its way out: its sign stands apart.
  struct Summand {
    bool negative = false;
    bool constant = false;
    Text text;
  };

  Printed print_kind(Expr e) {
    switch (graph_.kind(e)) {
    case NodeKind::number:
      return print_number(graph_.number(e));
    case NodeKind::pi:
      return {make_.pi(), Binding::atom};
    case NodeKind::symbol:
      return {make_.symbol(e), Binding::atom};
    case NodeKind::sum:
      return print_sum(e);
    case NodeKind::product:
      return print_product(Rational(1), e);
    case NodeKind::function:
      return print_function(e);
    case NodeKind::unknown:
      return print_unknown(e);
    case NodeKind::select: {
      const auto args = graph_.args(e);
      std::vector<Text> parts;
      for (const Expr arg : args)
        parts.push_back(print(arg).text);
      return {make_.select(std::move(parts), symbol_of(graph_.relation(e))), Binding::atom};
    }
    }
    return {};
  }

  static bool is_fraction(const std::string& number) { return number.find('/') != std::string::npos; }

  Printed print_number(const Rational& value) {
    const std::string text = printed_number(value);
    if (value.sign() < 0) return {make_.number(text), Binding::sum};
    return {make_.number(text), is_fraction(text) ? Binding::product : Binding::atom};
  }

  /// Prints with brackets where `printed` binds less tightly than `least`.
  Text bracketed(Printed printed, Binding least) {
    return printed.binding < least ? make_.fenced(std::move(printed.text)) : std::move(printed.text);
  }

  /// Appends sign·coefficient·e as one summand, or as several where it is a plain sum.
  void summands(std::vector<Summand>& out, const Term& term, bool flip) {
    const Rational value = graph_.value(term.coefficient);
    const bool negative = (value.sign() < 0) != flip;
    const bool inner_sum = graph_.kind(term.expr) == NodeKind::sum;
    if (inner_sum && value.abs().is_one()) {
      if (++depth_ > deepest) out.push_back({false, false, make_.left_out()});
      for (const Term& t : graph_.terms(term.expr)) {
        if (spent_ > longest_ || depth_ > deepest) break;
        summands(out, t, negative);
      }
      --depth_;
      return;
    }
    const bool constant = graph_.is_one(term.expr);
    out.push_back({negative, constant, scaled(value.abs(), term.expr).text});
  }

  /// Prints a positive coefficient times something.
  Printed scaled(const Rational& coefficient, Expr e) {
    if (graph_.is_one(e)) return print_number(coefficient);
    if (coefficient.is_one()) return print(e);
    if (graph_.kind(e) == NodeKind::product) return print_product(coefficient, e);
    std::vector<Text> factors;
    factors.push_back(make_.number(printed_number(coefficient)));
    factors.push_back(bracketed(print(e), Binding::power));
    return {make_.product(std::move(factors), {}), Binding::product};
  }

  /// A factor of `e` that can take a minus sign in: a plain sum with terms of both signs.
  [[nodiscard]] std::optional<Expr> turnable(Expr e) const {
    if (graph_.kind(e) != NodeKind::product) return std::nullopt;
    for (const Factor& f : graph_.factors(e)) {
      if (graph_.kind(f.base) != NodeKind::sum || !graph_.value(f.exponent).is_one()) continue;
      const auto is_negative = [this](const Term& t) { return graph_.value(t.coefficient).sign() < 0; };
      const auto terms = graph_.terms(f.base);
      const auto negative = std::count_if(terms.begin(), terms.end(), is_negative);
      if (negative > 0 && negative < std::ssize(terms)) return f.base;
    }
    return std::nullopt;
  }

  Printed print_sum(Expr e, bool is_turned = false) {
    std::vector<Summand> parts;
    const auto terms = graph_.terms(e);
    const bool single = terms.size() == 1;
    if (single && !is_turned && graph_.value(terms[0].coefficient).sign() < 0) {
      // b*(y - x) rather than -b*(x - y)
      if (const std::optional<Expr> factor = turnable(terms[0].expr))
        return print_product(graph_.value(terms[0].coefficient).abs(), terms[0].expr, factor);
    }
    for (const Term& t : terms) {
      summands(parts, t, is_turned);
      if (spent_ > longest_) break;
    }
    // Constants last, but never a minus in front where a plus can stand there.
    std::stable_partition(parts.begin(), parts.end(), [](const Summand& s) { return !s.constant; });
    const auto positive = std::find_if(parts.begin(), parts.end(), [](const Summand& s) { return !s.negative; });
    if (positive != parts.end()) std::rotate(parts.begin(), positive, positive + 1);
    const bool positive_single = single && parts.size() == 1 && !parts[0].negative;
    std::vector<Signed<Text>> out;
    out.reserve(parts.size());
    for (Summand& part : parts)
      out.push_back({part.negative, std::move(part.text)});
    return {make_.sum(std::move(out)), positive_single ? Binding::product : Binding::sum};
  }

  /// A power with an exponent that is no integer, of an even power: (u²)^(3/2), which is |u|³.
  [[nodiscard]] std::optional<Factor> inside_root(Expr base, const Rational& exponent) const {
    if (exponent.is_integer() || graph_.kind(base) != NodeKind::product) return std::nullopt;
    if (graph_.factors(base).size() != 1) return std::nullopt;
    const Factor inner = graph_.factors(base).front();
    const Rational half = graph_.value(inner.exponent) / Rational(2);
    return half.is_integer() && half.sign() > 0 ? std::optional(inner) : std::nullopt;
  }

  Printed print_power(Expr base, const Rational& exponent) {
    if (exponent.is_one()) return print(base);
    if (const std::optional<Factor> inner = inside_root(base, exponent)) {
      const Rational outer = graph_.value(inner->exponent) * exponent;
      Text size = make_.call("abs", arguments_of(print(inner->base).text));
      if (outer.is_one()) return {std::move(size), Binding::atom};
      Text power = make_.number(outer.text());
      if (!outer.is_integer()) power = make_.fenced(std::move(power));
      return {make_.power(std::move(size), std::move(power)), Binding::power};
    }
    if (exponent == Rational(1, 2)) return {make_.call("sqrt", arguments_of(print(base).text)), Binding::atom};
    Text power = make_.number(exponent.text());
    if (!exponent.is_integer()) power = make_.fenced(std::move(power));
    return {make_.power(bracketed(print(base), Binding::atom), std::move(power)), Binding::power};
  }

  /// Prints coefficient·e, with the sign of the factor `turned` changed.
  Printed print_product(const Rational& coefficient, Expr e, std::optional<Expr> turned = std::nullopt) {
    std::vector<Text> above;
    std::vector<Text> below;
    Binding only_above = Binding::atom;
    const std::string front = printed_number(coefficient);
    for (const Factor& f : graph_.factors(e)) {
      const Rational exponent = graph_.value(f.exponent);
      Printed printed = turned == f.base ? print_sum(f.base, true) : print_power(f.base, exponent.abs());
      const bool upper = exponent.sign() > 0;
      if (upper) only_above = printed.binding;
      (upper ? above : below).push_back(bracketed(std::move(printed), Binding::power));
    }
    // A fraction with nothing above the line joins it: 1/(2*l), not 1/2*1/l.
    if (above.empty() && is_fraction(front)) {
      below.insert(below.begin(), make_.number(printed_number(coefficient.denominator())));
      above.push_back(make_.number(printed_number(coefficient.numerator())));
    } else if (!coefficient.is_one() || above.empty()) {
      above.insert(above.begin(), make_.number(front));
    }
    const bool is_single = above.size() == 1 && below.empty();
    return {make_.product(std::move(above), std::move(below)), is_single ? only_above : Binding::product};
  }

  static std::vector<Text> arguments_of(Text only) {
    std::vector<Text> out;
    out.push_back(std::move(only));
    return out;
  }

  Printed print_function(Expr e) {
    const auto args = graph_.args(e);
    const Function f = graph_.function(e);
    std::vector<Text> arguments = arguments_of(print(args[0]).text);
    if (args.size() > 1 && f == Function::pow)
      return {make_.power(bracketed(print(args[0]), Binding::atom), bracketed(print(args[1]), Binding::atom)),
              Binding::power};
    if (args.size() > 1) arguments.push_back(print(args[1]).text);
    return {make_.call(std::string(name(f)), std::move(arguments)), Binding::atom};
  }

  Printed print_unknown(Expr e) {
    const auto arguments = graph_.arguments(e);
    std::string head(graph_.name(graph_.unknown_id(e)));
    std::string orders;
    std::vector<Text> inside;
    bool differentiated = false;
    for (const Argument& a : arguments) {
      orders += (orders.empty() ? "" : ",") + std::to_string(a.order);
      inside.push_back(print(a.expr).text);
      differentiated = differentiated || a.order > 0;
    }
    if (differentiated && arguments.size() > 1)
      return {make_.derivative("D[" + orders + "]", std::move(head), std::move(inside)), Binding::atom};
    if (differentiated) head += std::string(arguments[0].order, '\'');
    return {make_.call(std::move(head), std::move(inside)), Binding::atom};
  }

  static constexpr std::size_t least_operator_length = 1;
  static constexpr int deepest = 1000; ///< levels of nesting, far within the stack, sanitizers included

  const Graph& graph_;
  std::size_t longest_;
  Maker& make_;
  std::size_t spent_ = 0;
  int depth_ = 0;
};

} // namespace expr
} // namespace dalembert
