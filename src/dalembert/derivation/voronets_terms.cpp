#include <dalembert/derivation/voronets_terms.h>

namespace dalembert {
inline namespace derivation {

VoronetsTerms voronets_terms(const Equations& equations, const SpeedFrame& frame, const MotionForm& form) {
  Graph& graph = *equations.system->graph;
  const FormSweeps sweeps(equations, form);
  VoronetsTerms out;
  out.lagrangian = sweeps.at_speeds(equations.energy.lagrangian);
  const std::vector<Expr> momenta = gradient(graph, out.lagrangian, frame.speeds);
  const std::vector<Expr> full_momenta = sweeps.at_speeds(equations.momenta);
  const std::vector<Expr> dissipative = sweeps.at_speeds(equations.dissipative_forces);
  const std::vector<Expr> active = sweeps.at_speeds(sweeps.active_forces());
  for (int r = 0; r < static_cast<int>(frame.speeds.size()); ++r) {
    const Expr inertia = sweeps.in_time(momenta[static_cast<std::size_t>(r)]);
    const Expr conservative = graph.sub(inertia, sweeps.along(out.lagrangian, r));
    out.motion.push_back(graph.add(conservative, sweeps.projected(dissipative, r)));
    out.forces.push_back(sweeps.projected(active, r));
    Expr correction = graph.zero();
    for (std::size_t i = 0; i < full_momenta.size(); ++i) {
      const Expr change = sweeps.with_fixed_speeds(frame.directions.at(static_cast<int>(i), r));
      const Expr curl = simplest(graph, graph.sub(change, sweeps.along(frame.rates[i], r)));
      correction = graph.add(correction, graph.mul(full_momenta[i], curl));
    }
    out.corrections.push_back(simplest(graph, correction));
  }
  return out;
}

} // namespace derivation
} // namespace dalembert
