#include <dalembert/analysis/excluded_zeros.h>
#include <dalembert/base/random_stream.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/zero_test.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

namespace dalembert {
inline namespace analysis {

namespace {

/// A node, a value of it, and what vanishes there.
struct Zero {
  Expr node;
  Expr value;
  Expr said;
};

/// Whether the size of `e` falls by a whole power of the distance from a zero where `e` is written with quotients that
/// have no value: at three draws of its symbols, in doubles.
bool falls_to_zero(Graph& graph, Expr e, const Zero& zero) {
  constexpr int wanted = 3;
  constexpr int tries = 60;
  constexpr double far = 1e-2;
  constexpr double near = 1e-3;
  const Expr distance = graph.symbol("distance");
  const std::vector<Replacement> beside{{zero.node, graph.add(zero.value, distance)}};
  const Expr there = substitute(graph, e, beside);
  RandomStream random("zeros");
  int falling = 0;
  for (int draw = 0; draw < tries && falling < wanted; ++draw) {
    std::vector<Assignment> at{{distance, far}};
    for (const Expr symbol : free_symbols(graph, there))
      if (symbol != distance) at.push_back({symbol, random.between(0.5, 2.0)});
    const double before = evaluate(graph, there, at);
    at.front().value = near;
    const double after = evaluate(graph, there, at);
    if (!std::isfinite(before) || !std::isfinite(after)) continue;
    const double power = std::log10(std::abs(before / after));
    constexpr double clear = 0.05;
    if (!(power > 0.5) || std::abs(power - std::round(power)) > clear) return false;
    ++falling;
  }
  return falling == wanted;
}

bool vanishes_at(Graph& graph, Expr e, const Zero& zero, const RegularAt& is_regular) {
  try {
    return is_zero(graph, substitute(graph, e, std::vector<Replacement>{{zero.node, zero.value}}));
  } catch (const std::domain_error&) { // written with quotients that have no value there
  }
  try {
    return is_regular({zero.node, zero.value}) && falls_to_zero(graph, e, zero);
  } catch (const std::invalid_argument&) { // an unknown function
    return false;
  } catch (const std::domain_error&) {
    return false;
  }
}

/// Functions that have zeros of their own.
bool may_vanish(Function function) {
  return function != Function::exp && function != Function::cosh && function != Function::pow;
}

bool is_even(const Rational& exponent) {
  const auto whole = exponent.as_integer();
  return whole && *whole > 0 && *whole % 2 == 0;
}

/// Where the quantity may vanish: sums that stand with an even power, functions, sines and cosines of symbols that
/// stand in any, and symbols.
std::vector<Zero> candidates(Graph& graph, Expr quantity) {
  std::vector<Expr> nodes = reachable(graph, std::vector<Expr>{quantity});
  std::ranges::reverse(nodes);
  std::vector<Zero> out;
  std::vector<Expr> turning;
  for (const Expr node : nodes) {
    if (graph.kind(node) == NodeKind::function && may_vanish(graph.function(node))) {
      out.push_back({node, graph.zero(), node});
      if (graph.function(node) == Function::sin || graph.function(node) == Function::cos) turning.push_back(node);
    }
    if (graph.kind(node) != NodeKind::product) continue;
    const std::vector<Factor> factors(graph.factors(node).begin(), graph.factors(node).end());
    for (const Factor& factor : factors)
      if (graph.kind(factor.base) == NodeKind::sum && is_even(graph.value(factor.exponent)))
        out.push_back({factor.base, graph.zero(), factor.base});
  }
  for (const Expr symbol : free_symbols(graph, turning)) {
    const Expr quarter = graph.scale(Rational(1, 2), graph.pi());
    for (const Expr straight : {graph.zero(), graph.pi()})
      out.push_back({symbol, straight, graph.sin(symbol)});
    out.push_back({symbol, quarter, graph.cos(symbol)});
  }
  for (const Expr symbol : free_symbols(graph, quantity))
    out.push_back({symbol, graph.zero(), symbol});
  return out;
}

} // namespace

std::vector<Expr> excluded_zeros(Graph& graph, Expr quantity, const std::vector<Expr>& known,
                                 const RegularAt& is_regular) {
  std::vector<Expr> out;
  if (graph.is_number(quantity)) return out;
  for (const Zero& zero : candidates(graph, quantity)) {
    if (std::ranges::find(known, zero.said) != known.end()) continue;
    const bool is_implied = std::ranges::any_of(
        out, [&](Expr said) { return said == zero.said || vanishes_at(graph, said, zero, is_regular); });
    if (!is_implied && vanishes_at(graph, quantity, zero, is_regular)) out.push_back(zero.said);
  }
  return out;
}

} // namespace analysis
} // namespace dalembert
