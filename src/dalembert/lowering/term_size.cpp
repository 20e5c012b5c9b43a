#include <dalembert/lowering/term_size.h>

#include <vector>

namespace dalembert {
inline namespace lowering {

namespace {

constexpr int most_levels = 32; // sums inside sums beyond this count as one term

Expr size_of(Graph& graph, Expr e, int levels);

/// To first order, Σᵢ eᵢ·size(bᵢ)·|bᵢ|^(eᵢ−1)·Πⱼ |bⱼ|^eⱼ over the sums bᵢ that are factors, beside |e| itself.
Expr size_of_product(Graph& graph, Expr e, int levels) {
  const std::vector<Factor> factors(graph.factors(e).begin(), graph.factors(e).end());
  Expr out = graph.apply(Function::abs, e);
  for (std::size_t i = 0; i < factors.size(); ++i) {
    const Rational exponent = graph.value(factors[i].exponent);
    if (graph.kind(factors[i].base) != NodeKind::sum || exponent < Rational(1)) continue;
    Expr part = graph.scale(exponent, size_of(graph, factors[i].base, levels));
    for (std::size_t j = 0; j < factors.size(); ++j) {
      const Rational power = graph.value(factors[j].exponent) - Rational(j == i ? 1 : 0);
      part = graph.mul(part, graph.pow(graph.apply(Function::abs, factors[j].base), power));
    }
    out = graph.add(out, part);
  }
  return out;
}

/// True of functions with f(0) = 0 and a slope of 1 at most.
bool is_no_steeper(Function f) {
  return f == Function::sin || f == Function::atan || f == Function::tanh || f == Function::asinh;
}

Expr size_of(Graph& graph, Expr e, int levels) {
  const bool is_of_function = graph.kind(e) == NodeKind::function && is_no_steeper(graph.function(e));
  if (levels > 0 && graph.kind(e) == NodeKind::product) return size_of_product(graph, e, levels - 1);
  if (levels > 0 && is_of_function && graph.kind(graph.args(e)[0]) == NodeKind::sum)
    return size_of(graph, graph.args(e)[0], levels - 1);
  if (graph.kind(e) != NodeKind::sum || levels == 0) return graph.apply(Function::abs, e);
  const std::vector<Term> terms(graph.terms(e).begin(), graph.terms(e).end());
  std::vector<Expr> sizes;
  for (const Term& term : terms) {
    const Rational coefficient = graph.value(term.coefficient).abs();
    sizes.push_back(graph.scale(coefficient, size_of(graph, term.expr, levels - 1)));
  }
  Expr sum = graph.zero();
  for (const Expr size : sizes)
    sum = graph.add(sum, size);
  return sum;
}

} // namespace

Expr term_size(Graph& graph, Expr e) {
  return size_of(graph, e, most_levels);
}

} // namespace lowering
} // namespace dalembert
