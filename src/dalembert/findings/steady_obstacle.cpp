#include <dalembert/analysis/facts.h>
#include <dalembert/analysis/steady_motion.h>
#include <dalembert/findings/steady_obstacle.h>
#include <dalembert/studies/steady_starts.h>

namespace dalembert {
inline namespace findings {

namespace {

std::string obstacle(const FactContext& context, const FactSet& facts) {
  if (facts.get<TimeDependence>().is_rheonomic)
    return facts.get<SymbolicSteadyMotions>().conditions.empty()
               ? "not searched for: the system depends on time explicitly"
               : "not searched for numerically: the system depends on time explicitly";
  if (!context.study.system.frictions.empty()) return "not searched for: the model has friction";
  return excess_of_steady_search(context.equations);
}

} // namespace

const SteadyObstacle& steady_obstacle(const FactContext& context, FactSet& facts) {
  if (facts.find<SteadyObstacle>() == nullptr) facts.add(SteadyObstacle{obstacle(context, facts)});
  return facts.get<SteadyObstacle>();
}

} // namespace findings
} // namespace dalembert
