#include <dalembert/analysis/effective_potential.h>
#include <dalembert/derivation/linear_solve.h>
#include <dalembert/expr/branches.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/substitute.h>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace dalembert {
inline namespace analysis {

namespace {

/// Nothing acts on the coordinate but inertia.
bool is_free(const MomentumFacts& m) {
  return m.is_cyclic && !m.of_forces && !m.of_dissipation && !m.of_constraints && !m.of_friction;
}

} // namespace

std::optional<EffectivePotential>
effective_potential(const Equations& equations, const std::vector<MomentumFacts>& momenta, const TimeDependence& time) {
  const System& system = *equations.system;
  Graph& graph = *system.graph;
  EffectivePotential out;
  for (const MomentumFacts& m : momenta)
    if (is_free(m)) out.cyclic.push_back(m.coordinate);
  // A velocity constraint allows no slope of V_eff by itself.
  const bool is_constrained = std::any_of(system.constraints.begin(), system.constraints.end(),
                                          [](const Constraint& c) { return c.kind == ConstraintKind::velocity; });
  if (is_constrained || time.is_rheonomic || out.cyclic.empty() || out.cyclic.size() == system.coordinates.size())
    return std::nullopt;
  std::vector<Replacement> at_rest;
  for (const Expr v : system.rates())
    at_rest.push_back({v, graph.zero()});
  const int count = static_cast<int>(out.cyclic.size());
  ExprMatrix mass(count, count, graph.zero());
  ExprMatrix right(count, 1, graph.zero());
  try {
    for (int i = 0; i < count; ++i) {
      const std::size_t c = out.cyclic[static_cast<std::size_t>(i)];
      out.momenta.push_back(graph.symbol("p." + system.coordinates[c].name));
      right.at(i, 0) = graph.sub(out.momenta.back(), substitute(graph, equations.momenta[c], at_rest));
      for (int j = 0; j < count; ++j)
        mass.at(i, j) =
            equations.mass().at(static_cast<int>(c), static_cast<int>(out.cyclic[static_cast<std::size_t>(j)]));
      // p = M·v + p₀ is solved for v: it has to be linear (not so for a relativistic mass).
      if (switches_with(graph, equations.momenta[c], system.rates())) return std::nullopt;
    }
    if (depends(graph, mass.entries, system.rates())) return std::nullopt;
    const LinearSolution speeds = solve_overdetermined(graph, mass, right);
    std::vector<Replacement> values = at_rest;
    for (int i = 0; i < count; ++i) {
      if (!speeds.is_determined[static_cast<std::size_t>(i)]) return std::nullopt;
      values[out.cyclic[static_cast<std::size_t>(i)]].by = speeds.solution.at(i, 0);
    }
    out.value = substitute(graph, equations.energy.energy_function, values);
    return out;
  } catch (const std::domain_error&) { // a mass that is exactly 0, or a momentum without a value at rest
    return std::nullopt;
  }
}

} // namespace analysis
} // namespace dalembert
