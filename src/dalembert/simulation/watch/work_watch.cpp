#include <dalembert/simulation/watch/work_watch.h>

namespace dalembert {
inline namespace simulation {

std::vector<Event> WorkWatch::behind(const Stepper& stepper, const RunEffort& spent) {
  run_.work.add_step(spent.evaluations, run_.motion.dynamics(), run_.motion.manifold());
  if (run_.method.needs_residual) { // all unknowns in one matrix; for other methods the evaluations are the work
    const std::size_t rows = 2 * (run_.engine.coordinates() + run_.engine.constraints());
    run_.work.add_factorisations(stepper.statistics().factorisations, rows);
  }
  const double most = run_.options.most_work;
  if (!(most > 0.0) || run_.work.spent() < most || stepper.time() >= run_.end) return {};
  return {{stepper.time(), EventKind::end_of_work, EventEffect::bounds, "the work that the run may do is done"}};
}

} // namespace simulation
} // namespace dalembert
