#include <dalembert/expr/text.h>

#include <algorithm>

namespace dalembert {

namespace {

/// How tightly the outermost operator of a printed text binds.
enum class Binding { sum, product, power, atom };

struct Printed {
  std::string text;
  Binding binding = Binding::atom;
};

/// Fractions with small denominators stay fractions; what a person wrote as a decimal comes back as one.
std::string number_text(const Rational& value) {
  constexpr std::int64_t largest_plain_denominator = 64;
  return value.denominator() <= Rational(largest_plain_denominator) ? value.text() : value.decimal_text();
}

bool is_fraction(const std::string& number) {
  return number.find('/') != std::string::npos;
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

/// A summand on its way out: its sign stands apart.
struct Summand {
  bool negative = false;
  bool constant = false;
  std::string text;
};

class Printer {
public:
  Printer(const Graph& graph, std::size_t longest) : graph_(graph), longest_(longest) {}

  Printed print(Expr e) {
    if (spent_ > longest_ || depth_ > deepest) return {"…", Binding::atom};
    ++depth_;
    Printed out = print_kind(e);
    --depth_;
    const bool leaf = graph_.kind(e) <= NodeKind::symbol;
    spent_ += leaf ? out.text.size() : least_operator_length;
    return out;
  }

private:
  Printed print_kind(Expr e) {
    switch (graph_.kind(e)) {
    case NodeKind::number:
      return print_number(graph_.number(e));
    case NodeKind::pi:
      return {"pi", Binding::atom};
    case NodeKind::symbol:
      return {std::string(graph_.name(e)), Binding::atom};
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
      return {"(if " + print(args[0]).text + " " + std::string(symbol_of(graph_.relation(e))) + " " +
                  print(args[1]).text + " then " + print(args[2]).text + " else " + print(args[3]).text + ")",
              Binding::atom};
    }
    }
    return {};
  }

  static Printed print_number(const Rational& value) {
    const std::string text = number_text(value);
    if (value.sign() < 0) return {text, Binding::sum};
    return {text, is_fraction(text) ? Binding::product : Binding::atom};
  }

  /// Prints with brackets where `printed` binds less tightly than `least`.
  static std::string bracketed(const Printed& printed, Binding least) {
    return printed.binding < least ? "(" + printed.text + ")" : printed.text;
  }

  /// Appends sign·coefficient·e as one summand, or as several where it is a plain sum.
  void summands(std::vector<Summand>& out, const Term& term, bool flip) {
    const Rational value = graph_.value(term.coefficient);
    const bool negative = (value.sign() < 0) != flip;
    const bool inner_sum = graph_.kind(term.expr) == NodeKind::sum;
    if (inner_sum && value.abs().is_one()) {
      if (++depth_ > deepest) out.push_back({false, false, "…"});
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
    return {number_text(coefficient) + "*" + bracketed(print(e), Binding::power), Binding::product};
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
    std::string out = (parts[0].negative ? "-" : "") + parts[0].text;
    for (std::size_t i = 1; i < parts.size(); ++i)
      out += (parts[i].negative ? " - " : " + ") + parts[i].text;
    const bool positive_single = single && parts.size() == 1 && !parts[0].negative;
    return {std::move(out), positive_single ? Binding::product : Binding::sum};
  }

  Printed print_power(Expr base, const Rational& exponent) {
    if (exponent.is_one()) return print(base);
    if (exponent == Rational(1, 2)) return {"sqrt(" + print(base).text + ")", Binding::atom};
    const std::string power = exponent.is_integer() ? exponent.text() : "(" + exponent.text() + ")";
    return {bracketed(print(base), Binding::atom) + "^" + power, Binding::power};
  }

  /// Prints coefficient·e, with the sign of the factor `turned` changed.
  Printed print_product(const Rational& coefficient, Expr e, std::optional<Expr> turned = std::nullopt) {
    std::vector<std::string> above;
    std::vector<std::string> below;
    Binding only_above = Binding::atom;
    const std::string front = number_text(coefficient);
    for (const Factor& f : graph_.factors(e)) {
      const Rational exponent = graph_.value(f.exponent);
      const Printed printed = turned == f.base ? print_sum(f.base, true) : print_power(f.base, exponent.abs());
      const bool upper = exponent.sign() > 0;
      if (upper) only_above = printed.binding;
      (upper ? above : below).push_back(bracketed(printed, Binding::power));
    }
    // A fraction with nothing above the line joins it: 1/(2*l), not 1/2*1/l.
    if (above.empty() && is_fraction(front)) {
      below.insert(below.begin(), coefficient.denominator().text());
      above.push_back(coefficient.numerator().text());
    } else if (!coefficient.is_one() || above.empty()) {
      above.insert(above.begin(), front);
    }
    const auto joined = [](const std::vector<std::string>& parts) {
      std::string out;
      for (const std::string& part : parts)
        out += (out.empty() ? "" : "*") + part;
      return out;
    };
    if (below.empty()) return {joined(above), above.size() == 1 ? only_above : Binding::product};
    const std::string bottom = below.size() == 1 ? below[0] : "(" + joined(below) + ")";
    return {joined(above) + "/" + bottom, Binding::product};
  }

  Printed print_function(Expr e) {
    const auto args = graph_.args(e);
    const Function f = graph_.function(e);
    const std::string first = print(args[0]).text;
    if (args.size() == 1) return {std::string(name(f)) + "(" + first + ")", Binding::atom};
    if (f == Function::pow)
      return {bracketed(print(args[0]), Binding::atom) + "^" + bracketed(print(args[1]), Binding::atom),
              Binding::power};
    return {std::string(name(f)) + "(" + first + ", " + print(args[1]).text + ")", Binding::atom};
  }

  Printed print_unknown(Expr e) {
    const auto arguments = graph_.arguments(e);
    std::string head(graph_.name(graph_.unknown_id(e)));
    std::string orders;
    std::string inside;
    bool differentiated = false;
    for (const Argument& a : arguments) {
      orders += (orders.empty() ? "" : ",") + std::to_string(a.order);
      inside += (inside.empty() ? "" : ", ") + print(a.expr).text;
      differentiated = differentiated || a.order > 0;
    }
    if (differentiated && arguments.size() == 1)
      head += std::string(arguments[0].order, '\'');
    else if (differentiated)
      head = "D[" + orders + "](" + head + ")";
    return {head + "(" + inside + ")", Binding::atom};
  }

  static constexpr std::size_t least_operator_length = 1;
  static constexpr int deepest = 1000; ///< levels of nesting, far within the stack, sanitizers included

  const Graph& graph_;
  std::size_t longest_;
  std::size_t spent_ = 0;
  int depth_ = 0;
};

} // namespace

std::string text(const Graph& graph, Expr e, std::size_t longest) {
  std::string out = Printer(graph, longest).print(e).text;
  if (out.size() <= longest) return out;
  out.resize(longest);
  while (!out.empty() && (static_cast<unsigned char>(out.back()) & 0xC0U) == 0x80U)
    out.pop_back();
  return out + "…";
}

} // namespace dalembert
