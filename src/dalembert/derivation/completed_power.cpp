#include <dalembert/derivation/completed_power.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/zero_test.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace dalembert {
inline namespace derivation {

namespace {

constexpr int highest_power = 6;

/// The number that an expression is everywhere.
std::optional<Rational> constant_value(Graph& graph, Expr e) {
  if (graph.is_number(e)) return graph.number(e);
  const std::vector<Expr> symbols = free_symbols(graph, e);
  for (const Expr slope : gradient(graph, e, symbols))
    if (!graph.is_zero(slope) && !is_zero(graph, slope)) return std::nullopt;
  std::vector<Replacement> at_zero;
  for (const Expr s : symbols)
    at_zero.push_back({s, graph.zero()});
  const Expr value = substitute(graph, e, at_zero);
  return graph.is_number(value) ? std::optional(graph.number(value)) : std::nullopt;
}

/// Of a polynomial in `variable`; at most `highest_power`.
std::optional<int> degree(const Graph& graph, Expr e, Expr variable) {
  if (e == variable) return 1;
  if (!depends(graph, e, variable)) return 0;
  int out = 0;
  if (graph.kind(e) == NodeKind::sum) {
    for (const Term& t : graph.terms(e)) {
      const std::optional<int> part = degree(graph, t.expr, variable);
      if (!part) return std::nullopt;
      out = std::max(out, *part);
    }
    return out;
  }
  if (graph.kind(e) != NodeKind::product) return std::nullopt;
  for (const Factor& f : graph.factors(e)) {
    const std::optional<int> part = degree(graph, f.base, variable);
    if (part && *part == 0) continue;
    const std::optional<std::int64_t> whole = graph.value(f.exponent).as_integer();
    if (!part || !whole || *whole < 1 || *whole > highest_power) return std::nullopt;
    out += *part * static_cast<int>(*whole);
  }
  return out <= highest_power ? std::optional(out) : std::nullopt;
}

} // namespace

std::optional<CompletedPower> completed_power(Graph& graph, Expr e, Expr x) {
  const Expr variable = graph.symbol("of a completed power");
  const Expr polynomial = substitute(graph, e, std::vector<Replacement>{{x, variable}});
  std::optional<int> k = degree(graph, polynomial, variable);
  if (!k || *k < 2) return std::nullopt;
  std::vector<Expr> derivatives{polynomial};
  for (int i = 0; i < *k; ++i)
    derivatives.push_back(gradient(graph, derivatives.back(), std::vector<Expr>{variable}).front());
  while (*k >= 2 && is_zero(graph, derivatives[static_cast<std::size_t>(*k)]))
    --*k;
  const auto order = static_cast<std::size_t>(*k);
  const std::optional<Rational> lead = *k < 2 ? std::nullopt : constant_value(graph, derivatives[order]);
  if (!lead || lead->is_zero()) return std::nullopt;
  const Expr at_zero = substitute(graph, derivatives[order - 1], std::vector<Replacement>{{variable, graph.zero()}});
  const Expr shift = graph.scale(lead->inverse(), at_zero);
  const Expr rest = substitute(graph, polynomial, std::vector<Replacement>{{variable, graph.neg(shift)}});
  Rational factor = *lead;
  for (int i = 2; i <= *k; ++i)
    factor = factor * Rational(1, i);
  return CompletedPower{*k, factor, graph.add(x, shift), rest};
}

} // namespace derivation
} // namespace dalembert
