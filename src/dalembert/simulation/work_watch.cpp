#include <dalembert/simulation/work_watch.h>

namespace dalembert::inline simulation {

std::vector<Event> WorkWatch::behind(const Stepper& stepper, const Effort& spent) {
  run_.work.add_step(spent.evaluations, run_.motion.dynamics());
  const double most = run_.options.most_work;
  if (!(most > 0.0) || run_.work.spent() < most || stepper.time() >= run_.end) return {};
  return {{stepper.time(), EventKind::end_of_work, EventEffect::bounds, "the work that the run may do is done"}};
}

} // namespace dalembert::inline simulation
