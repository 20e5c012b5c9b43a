#include <dalembert/analysis/rate_split.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/zero_test.h>

#include <stdexcept>
#include <vector>

namespace dalembert {
inline namespace analysis {

namespace {

RateSplit split_at_rest(Graph& graph, Expr f, std::span<const Expr> rates) {
  std::vector<Replacement> at_rest;
  for (const Expr v : rates)
    at_rest.push_back({v, graph.zero()});
  const std::vector<Expr> slopes = gradient(graph, f, rates);
  const std::vector<Expr> slopes_at_rest = substitute(graph, slopes, at_rest);
  RateSplit out{f, graph.zero(), substitute(graph, f, at_rest)};
  Expr twice = graph.zero();
  for (std::size_t i = 0; i < slopes.size(); ++i) {
    out.linear = graph.add(out.linear, graph.mul(slopes_at_rest[i], rates[i]));
    twice = graph.add(twice, graph.mul(graph.sub(slopes[i], slopes_at_rest[i]), rates[i]));
  }
  const Expr quadratic = graph.scale(Rational(1, 2), twice);
  out.is_exact = is_zero(graph, graph.sum({quadratic, out.linear, out.constant, graph.neg(f)}));
  // Where nothing was split off, f as the user wrote it is the shorter text.
  if (!out.is_exact || !graph.is_zero(out.linear) || !graph.is_zero(out.constant)) out.quadratic = quadratic;
  if (is_zero(graph, out.linear)) out.linear = graph.zero();
  if (is_zero(graph, out.constant)) out.constant = graph.zero();
  return out;
}

} // namespace

RateSplit split_by_rates(Graph& graph, Expr f, std::span<const Expr> rates) {
  try {
    return split_at_rest(graph, f, rates);
  } catch (const std::domain_error&) { // f or its slope has no value at rest, as that of sqrt(x'^2 + y'^2)
    return {f, graph.zero(), graph.zero(), false};
  }
}

} // namespace analysis
} // namespace dalembert
