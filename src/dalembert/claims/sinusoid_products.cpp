#include <dalembert/claims/sinusoid_products.h>

namespace dalembert {
inline namespace claims {

namespace {

/// number · (sine or cosine of an angle); the angle 0 with a cosine is 1.
struct Sinusoid {
  bool is_sine = false;
  Expr angle;
  Rational number{1};
};

/// The angle multiplied out, its first monomial positive; `flipped` says whether its sign was changed.
Expr canonical(Graph& graph, Expr angle, bool& flipped) {
  std::vector<Monomial> monomials = linear_form(graph, angle);
  flipped = !monomials.empty() && monomials.front().coefficient.sign() < 0;
  std::vector<Term> terms;
  for (const Monomial& monomial : monomials) {
    std::vector<Factor> factors;
    for (const auto& [base, exponent] : monomial.factors)
      factors.push_back({base, graph.intern(exponent)});
    const Rational number = flipped ? -monomial.coefficient : monomial.coefficient;
    terms.push_back({graph.product(factors), graph.intern(number)});
  }
  return graph.sum(terms);
}

void add(std::vector<Sinusoid>& out, Graph& graph, bool is_sine, Expr angle, Rational number) {
  bool flipped = false;
  const Expr a = canonical(graph, angle, flipped);
  if (is_sine && graph.is_zero(a)) return;
  if (is_sine && flipped) number = -number;
  out.push_back({is_sine, a, number});
}

/// The product of a sum of sines and cosines with one more.
std::vector<Sinusoid> times_sinusoid(Graph& graph, const std::vector<Sinusoid>& sum, bool is_sine, Expr angle) {
  std::vector<Sinusoid> out;
  for (const Sinusoid& w : sum) {
    const Expr minus = graph.sub(w.angle, angle);
    const Expr plus = graph.add(w.angle, angle);
    const Rational half = w.number * Rational(1, 2);
    if (w.is_sine == is_sine) {
      // cos a cos b, sin a sin b
      add(out, graph, false, minus, half);
      add(out, graph, false, plus, is_sine ? -half : half);
    } else {
      // sin a cos b = ½ sin(a + b) + ½ sin(a − b); cos a sin b = ½ sin(a + b) − ½ sin(a − b)
      add(out, graph, true, plus, half);
      add(out, graph, true, minus, w.is_sine ? half : -half);
    }
  }
  return out;
}

} // namespace

MonomialSum as_sinusoids(Graph& graph, const MonomialSum& polynomial) {
  constexpr std::int64_t highest_power = 6;
  MonomialSum out;
  for (const auto& [factors, number] : polynomial) {
    Factors rest;
    std::vector<Sinusoid> terms{{false, graph.zero(), number}};
    for (const auto& [base, exponent] : factors) {
      const bool is_function = graph.kind(base) == NodeKind::function;
      const bool is_sine = is_function && graph.function(base) == Function::sin;
      const bool is_sinusoid = is_sine || (is_function && graph.function(base) == Function::cos);
      const auto whole = exponent.as_integer();
      if (!is_sinusoid || !whole || *whole < 0 || *whole > highest_power) {
        rest.emplace_back(base, exponent);
        continue;
      }
      const Expr angle = graph.args(base)[0];
      for (std::int64_t i = 0; i < *whole; ++i)
        terms = times_sinusoid(graph, terms, is_sine, angle);
    }
    for (const Sinusoid& each : terms) {
      const Expr base = each.is_sine ? graph.sin(each.angle) : graph.cos(each.angle);
      const Factors key = graph.is_one(base) ? rest : times(rest, {{base, Rational(1)}});
      out[key] += each.number;
    }
  }
  std::erase_if(out, [](const auto& term) { return term.second.is_zero(); });
  return out;
}

} // namespace claims
} // namespace dalembert
