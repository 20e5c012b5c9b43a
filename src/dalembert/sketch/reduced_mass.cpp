#include <dalembert/expr/depends.h>
#include <dalembert/sketch/reduced_mass.h>

namespace dalembert {
inline namespace sketching {

namespace {

bool divides_by_a_sum(const Graph& graph, Expr e) {
  for (const Expr node : reachable(graph, std::vector<Expr>{e})) {
    if (graph.kind(node) != NodeKind::product) continue;
    for (const Factor& factor : graph.factors(node))
      if (graph.value(factor.exponent).sign() < 0 && graph.kind(factor.base) == NodeKind::sum &&
          graph.terms(factor.base).size() > 1)
        return true;
  }
  return false;
}

} // namespace

bool is_reduced_mass(const System& system, Expr mass) {
  const Graph& graph = *system.graph;
  if (divides_by_a_sum(graph, mass)) return true;
  for (const Parameter& parameter : system.parameters)
    if (parameter.value && depends(graph, mass, parameter.symbol) && divides_by_a_sum(graph, *parameter.value))
      return true;
  return false;
}

} // namespace sketching
} // namespace dalembert
