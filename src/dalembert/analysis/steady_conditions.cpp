#include <dalembert/analysis/condition_roots.h>
#include <dalembert/analysis/steady_conditions.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/zero_test.h>

namespace dalembert {
inline namespace analysis {

SteadyConditions steady_conditions(const System& system, ReducedResidual& reduced) {
  Graph& graph = *system.graph;
  SteadyConditions out;
  for (std::size_t i = 0; i < system.coordinates.size(); ++i)
    if (!reduced.is_ignorable[i]) out.kept.push_back(i);
  std::vector<Replacement> at_rest;
  for (const std::size_t i : reduced.independent) {
    at_rest.push_back({system.coordinates[i].acceleration, graph.zero()});
    if (reduced.is_ignorable[i])
      out.running.push_back(i);
    else
      at_rest.push_back({system.coordinates[i].rate, graph.zero()});
  }
  for (const std::size_t i : out.kept)
    out.names.push_back(system.coordinates[i].name);
  for (const std::size_t i : out.running)
    out.names.push_back(system.coordinates[i].name + "'");
  const auto conditions = [&] {
    std::vector<Expr> all = substitute(graph, reduced.residual, at_rest);
    for (const std::size_t j : out.kept)
      all.push_back(substitute(graph, reduced.rates[j], at_rest));
    std::erase_if(all, [&graph](Expr e) { return is_zero(graph, e); });
    return all;
  };
  out.written = conditions();
  for (const std::size_t i : out.kept) {
    const Coordinate& coordinate = system.coordinates[i];
    if (!coordinate.measure.angular) continue;
    reduced.residual = with_sinusoids_apart(graph, reduced.residual, coordinate.position);
    reduced.rates = with_sinusoids_apart(graph, reduced.rates, coordinate.position);
  }
  out.apart = conditions();
  return out;
}

} // namespace analysis
} // namespace dalembert
