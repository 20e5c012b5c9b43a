#include <dalembert/elaborate/expressions/linearity.h>
#include <dalembert/expr/branches.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/zero_test.h>

namespace dalembert {
inline namespace elaboration {

std::vector<Expr> rates_in(Context& context, Expr e) {
  std::vector<Expr> rates;
  for (const Expr symbol : free_symbols(context.graph, e))
    if (context.content.has(symbol, holds::rate)) rates.push_back(symbol);
  return rates;
}

bool is_affine_in_rates(Context& context, Expr e) {
  const std::vector<Expr> rates = rates_in(context, e);
  if (switches_with(context.graph, e, rates)) return false;
  const std::vector<Expr> slopes = gradient(context.graph, e, rates);
  for (const Expr slope : slopes) {
    if (!context.content.has(slope, holds::rate)) continue;
    for (const Expr curvature : gradient(context.graph, slope, rates))
      if (!context.graph.is_zero(curvature) && !is_zero(context.graph, curvature)) return false;
  }
  return true;
}

} // namespace elaboration
} // namespace dalembert
