#include <dalembert/analysis/absolute_values.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/substitute.h>

#include <utility>

namespace dalembert {
inline namespace analysis {

namespace {

/// |u|ᵖ of a factor (u²ᵏ)^e with e that is no whole number.
std::optional<AbsoluteValue> as_absolute_value(Graph& graph, const Factor& factor) {
  const Rational outer = graph.value(factor.exponent);
  if (outer.is_integer() || graph.kind(factor.base) != NodeKind::product) return std::nullopt;
  if (graph.factors(factor.base).size() != 1) return std::nullopt;
  const Factor inner = graph.factors(factor.base).front();
  const auto even = graph.value(inner.exponent).as_integer();
  if (!even || *even % 2 != 0) return std::nullopt;
  const Rational power = graph.value(inner.exponent) * outer;
  return AbsoluteValue{graph.pow(factor.base, outer), inner.base, power};
}

} // namespace

std::optional<AbsoluteValue> absolute_value_in(Graph& graph, const std::vector<Expr>& expressions,
                                               const std::vector<Expr>& unknowns) {
  for (const Expr node : reachable(graph, expressions)) {
    if (graph.kind(node) != NodeKind::product) continue;
    const std::vector<Factor> factors(graph.factors(node).begin(), graph.factors(node).end());
    for (const Factor& factor : factors) {
      std::optional<AbsoluteValue> found = as_absolute_value(graph, factor);
      if (found && depends(graph, found->inside, unknowns)) return found;
    }
  }
  return std::nullopt;
}

std::vector<Expr> on_side(Graph& graph, const std::vector<Expr>& expressions, const AbsoluteValue& value, int sign) {
  std::vector<Replacement> replaced;
  for (const Expr node : reachable(graph, expressions)) {
    if (graph.kind(node) != NodeKind::product) continue;
    const std::vector<Factor> factors(graph.factors(node).begin(), graph.factors(node).end());
    Expr product = graph.one();
    bool is_other = false;
    for (const Factor& factor : factors) {
      const std::optional<AbsoluteValue> here = as_absolute_value(graph, factor);
      const bool is_it = here && here->inside == value.inside;
      is_other = is_other || is_it;
      product = graph.mul(product, is_it ? graph.pow(sign > 0 ? here->inside : graph.neg(here->inside), here->power)
                                         : graph.pow(factor.base, graph.value(factor.exponent)));
    }
    if (is_other) replaced.push_back({node, product});
  }
  return substitute(graph, expressions, replaced);
}

} // namespace analysis
} // namespace dalembert
