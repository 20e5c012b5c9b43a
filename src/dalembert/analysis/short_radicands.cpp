#include <dalembert/analysis/short_radicands.h>
#include <dalembert/exact/sign_certificate.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/zero_test.h>

#include <algorithm>
#include <stdexcept>

namespace dalembert {
inline namespace analysis {

namespace {

/// The same value without symbols whose derivative vanishes.
Expr without_idle_symbols(Graph& graph, Expr e) {
  for (const Expr symbol : free_symbols(graph, e)) {
    if (!is_zero(graph, gradient(graph, e, std::vector<Expr>{symbol}).front())) continue;
    try {
      e = substitute(graph, e, std::vector<Replacement>{{symbol, graph.zero()}});
    } catch (const std::domain_error&) { // NOLINT(bugprone-empty-catch): written with a quotient
    }
  }
  return e;
}

/// radicand^exponent with powers of `positive` symbols outside.
Expr root(Graph& graph, Expr radicand, const Rational& exponent, const std::vector<Expr>& positive) {
  if (graph.kind(radicand) != NodeKind::product) return graph.pow(radicand, exponent);
  const std::vector<Factor> factors(graph.factors(radicand).begin(), graph.factors(radicand).end());
  Expr inside = graph.one();
  Expr outside = graph.one();
  for (const Factor& factor : factors) {
    const Rational power = graph.value(factor.exponent);
    if (std::ranges::find(positive, factor.base) != positive.end())
      outside = graph.mul(outside, graph.pow(factor.base, power * exponent));
    else
      inside = graph.mul(inside, graph.pow(factor.base, power));
  }
  return graph.mul(outside, graph.pow(inside, exponent));
}

} // namespace

std::vector<Expr> positive_coordinates(const System& system) {
  std::vector<Expr> out;
  for (const Coordinate& coordinate : system.coordinates) {
    const bool is_above = coordinate.range && system.graph->is_number(coordinate.range->low) &&
                          system.graph->number(coordinate.range->low).sign() > 0;
    if (is_above || sign_of(system, coordinate.position) == SignKnown::positive) out.push_back(coordinate.position);
  }
  return out;
}

std::vector<Expr> with_short_radicands(Graph& graph, const std::vector<Expr>& expressions,
                                       const std::vector<Expr>& positive) {
  std::vector<Replacement> shorter;
  for (const Expr node : reachable(graph, expressions)) {
    if (graph.kind(node) != NodeKind::product) continue;
    const std::vector<Factor> factors(graph.factors(node).begin(), graph.factors(node).end());
    Expr product = graph.one();
    bool is_shorter = false;
    for (const Factor& factor : factors) {
      const Rational exponent = graph.value(factor.exponent);
      const bool is_root = !exponent.is_integer() && graph.kind(factor.base) == NodeKind::sum;
      const Expr base = is_root ? without_idle_symbols(graph, factor.base) : factor.base;
      is_shorter = is_shorter || base != factor.base;
      product =
          graph.mul(product, base == factor.base ? graph.pow(base, exponent) : root(graph, base, exponent, positive));
    }
    if (is_shorter) shorter.push_back({node, product});
  }
  return shorter.empty() ? expressions : substitute(graph, expressions, shorter);
}

} // namespace analysis
} // namespace dalembert
