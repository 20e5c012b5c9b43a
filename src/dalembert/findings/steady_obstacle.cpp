#include <dalembert/analysis/facts.h>
#include <dalembert/analysis/steady_motion.h>
#include <dalembert/derivation/hidden_constraints.h>
#include <dalembert/findings/steady_obstacle.h>
#include <dalembert/mechanics/hidden_constraint.h>
#include <dalembert/studies/steady_starts.h>

#include <algorithm>

namespace dalembert {
inline namespace findings {

namespace {

std::string obstacle(const FactContext& context, const FactSet& facts) {
  if (facts.get<TimeDependence>().is_rheonomic)
    return facts.get<SymbolicSteadyMotions>().conditions.empty()
               ? "not searched for: the system depends on time explicitly"
               : "not searched for numerically: the system depends on time explicitly";
  const System& system = context.study.system;
  if (!system.frictions.empty()) return "not searched for: the model has friction";
  const auto is_first_order = [](const Constraint& row) {
    return is_hidden(row) && row.kind == ConstraintKind::velocity;
  };
  if (std::ranges::any_of(system.constraints, is_first_order))
    return "not searched for: the model has equations of first order";
  if (gauge_freedoms(hidden_constraints(system).diagnostics) > 0)
    return "not searched for: the model has a gauge freedom";
  return excess_of_steady_search(context.equations);
}

} // namespace

const SteadyObstacle& steady_obstacle(const FactContext& context, FactSet& facts) {
  if (facts.find<SteadyObstacle>() == nullptr) facts.add(SteadyObstacle{obstacle(context, facts)});
  return facts.get<SteadyObstacle>();
}

} // namespace findings
} // namespace dalembert
