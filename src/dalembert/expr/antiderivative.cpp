#include <dalembert/expr/antiderivative.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/linear_form.h>
#include <dalembert/expr/zero_test.h>

#include <utility>
#include <vector>

namespace dalembert {
inline namespace expr {

namespace {

using Powers = std::vector<std::pair<Expr, Rational>>; ///< base and exponent

/// Integrates one summand at a time.
class Integrator {
public:
  Integrator(Graph& graph, Expr symbol) : graph_(graph), symbol_(symbol) {}

  std::optional<Expr> of(Expr f) {
    Expr sum = graph_.zero();
    for (const Monomial& monomial : linear_form(graph_, f)) {
      Expr constant = graph_.number(monomial.coefficient);
      Powers rest;
      for (const auto& [base, exponent] : monomial.factors) {
        if (depends(graph_, base, symbol_))
          rest.emplace_back(base, exponent);
        else
          constant = graph_.mul(constant, graph_.pow(base, exponent));
      }
      const std::optional<Expr> part = of_factors(rest);
      if (!part) return std::nullopt;
      sum = graph_.add(sum, graph_.mul(constant, *part));
    }
    return sum;
  }

private:
  std::optional<Expr> of_factors(const Powers& factors) {
    if (factors.empty()) return symbol_;
    if (factors.size() == 1) {
      if (const auto found = of_power(factors.front().first, factors.front().second)) return found;
      if (const auto found = of_function(factors.front().first, factors.front().second)) return found;
    }
    if (const auto found = of_sines(factors)) return found;
    return by_parts(factors);
  }

  /// The slope of a linear function of the symbol.
  std::optional<Expr> slope(Expr e) {
    const Expr out = gradient(graph_, e, std::vector<Expr>{symbol_}).front();
    if (graph_.is_zero(out) || depends(graph_, out, symbol_)) return std::nullopt;
    return out;
  }

  std::optional<Expr> of_power(Expr base, const Rational& exponent) {
    const std::optional<Expr> k = slope(base);
    if (!k) return std::nullopt;
    if (exponent == Rational(-1)) return graph_.div(graph_.apply(Function::log, base), *k);
    const Rational next = exponent + Rational(1);
    return graph_.div(graph_.scale(next.inverse(), graph_.pow(base, next)), *k);
  }

  std::optional<Expr> of_function(Expr base, const Rational& exponent) {
    if (!exponent.is_one()) return std::nullopt;
    if (graph_.kind(base) == NodeKind::unknown) return of_unknown(base);
    if (graph_.kind(base) != NodeKind::function) return std::nullopt;
    const Function f = graph_.function(base);
    const Expr u = graph_.args(base)[0];
    const std::optional<Expr> k = slope(u);
    if (!k) return std::nullopt;
    switch (f) {
    case Function::exp:
      return graph_.div(base, *k);
    case Function::sinh:
      return graph_.div(graph_.apply(Function::cosh, u), *k);
    case Function::cosh:
      return graph_.div(graph_.apply(Function::sinh, u), *k);
    case Function::tan:
      return graph_.neg(graph_.div(graph_.apply(Function::log, graph_.cos(u)), *k));
    default:
      return std::nullopt;
    }
  }

  /// f⁽ᵏ⁾(symbol) is the derivative of f⁽ᵏ⁻¹⁾(symbol).
  std::optional<Expr> of_unknown(Expr e) {
    const auto arguments = graph_.arguments(e);
    if (arguments.size() != 1 || arguments[0].expr != symbol_ || arguments[0].order == 0) return std::nullopt;
    constexpr std::uint32_t last_continuous = 1; // the second derivative of a table jumps, so it is no antiderivative
    if (graph_.table(graph_.unknown_id(e)) && arguments[0].order > last_continuous + 1) return std::nullopt;
    const std::vector<Argument> lowered{{symbol_, arguments[0].order - 1}};
    return graph_.unknown(graph_.unknown_id(e), lowered);
  }

  struct Sines {
    Expr angle;
    Rational sine;
    Rational cosine;
  };

  /// sinᵐ(u)·cosⁿ(u), nothing else.
  std::optional<Sines> sines(const Powers& factors) {
    std::optional<Sines> out;
    for (const auto& [base, exponent] : factors) {
      if (graph_.kind(base) != NodeKind::function) return std::nullopt;
      const Function f = graph_.function(base);
      const Expr angle = graph_.args(base)[0];
      if ((f != Function::sin && f != Function::cos) || (out && out->angle != angle)) return std::nullopt;
      if (!out) out = Sines{angle, Rational(0), Rational(0)};
      (f == Function::sin ? out->sine : out->cosine) += exponent;
    }
    return out;
  }

  std::optional<Expr> of_sines(const Powers& factors) {
    const std::optional<Sines> found = sines(factors);
    if (!found) return std::nullopt;
    const std::optional<Expr> k = slope(found->angle);
    if (!k) return std::nullopt;
    const std::optional<Expr> value = of_sines(*found);
    if (!value) return std::nullopt;
    return graph_.div(*value, *k);
  }

  /// ∫ sinᵐ·cosⁿ du.
  std::optional<Expr> of_sines(const Sines& s) {
    const Expr sine = graph_.sin(s.angle);
    const Expr cosine = graph_.cos(s.angle);
    const auto is = [&s](std::int64_t m, std::int64_t n) { return s.sine == Rational(m) && s.cosine == Rational(n); };
    if (s.cosine.is_one() && s.sine == Rational(-1)) return graph_.apply(Function::log, sine);
    if (s.cosine.is_one()) return raised(sine, s.sine);
    if (s.sine.is_one() && s.cosine == Rational(-1)) return graph_.neg(graph_.apply(Function::log, cosine));
    if (s.sine.is_one()) return graph_.neg(raised(cosine, s.cosine));
    const Rational half(1, 2);
    if (is(2, 0)) return graph_.scale(half, graph_.sub(s.angle, graph_.mul(sine, cosine)));
    if (is(0, 2)) return graph_.scale(half, graph_.add(s.angle, graph_.mul(sine, cosine)));
    if (is(-2, 0)) return graph_.neg(graph_.div(cosine, sine));
    if (is(0, -2)) return graph_.div(sine, cosine);
    if (is(-1, 0)) return graph_.apply(Function::log, graph_.div(graph_.sub(graph_.one(), cosine), sine));
    if (is(0, -1)) return graph_.apply(Function::log, graph_.div(graph_.add(graph_.one(), sine), cosine));
    if (is(-1, -1)) return graph_.apply(Function::log, graph_.div(sine, cosine));
    return std::nullopt;
  }

  /// x^(e + 1)/(e + 1).
  Expr raised(Expr base, const Rational& exponent) {
    const Rational next = exponent + Rational(1);
    return graph_.scale(next.inverse(), graph_.pow(base, next));
  }

  /// ∫ s·g ds = s·G − ∫G ds.
  std::optional<Expr> by_parts(const Powers& factors) {
    if (factors.size() != 2) return std::nullopt;
    for (const std::size_t own : {std::size_t{0}, std::size_t{1}}) {
      if (factors[own].first != symbol_ || !factors[own].second.is_one()) continue;
      const std::optional<Expr> once = of_factors({factors[1 - own]});
      const std::optional<Expr> twice = once ? of(*once) : std::nullopt;
      if (twice) return graph_.sub(graph_.mul(symbol_, *once), *twice);
    }
    return std::nullopt;
  }

  Graph& graph_;
  Expr symbol_;
};

} // namespace

std::optional<Expr> antiderivative(Graph& graph, Expr f, Expr symbol) {
  const std::optional<Expr> found = Integrator(graph, symbol).of(f);
  if (!found) return std::nullopt;
  const Expr slope = gradient(graph, *found, std::vector<Expr>{symbol}).front();
  if (!are_equal(graph, slope, f)) return std::nullopt;
  return found;
}

} // namespace expr
} // namespace dalembert
