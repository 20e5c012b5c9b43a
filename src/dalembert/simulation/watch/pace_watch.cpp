#include <dalembert/simulation/plan/method.h>
#include <dalembert/simulation/watch/pace_watch.h>
#include <dalembert/simulation/watch/step_cause.h>

#include <utility>

namespace dalembert {
inline namespace simulation {

std::vector<Event> PaceWatch::behind(const Stepper& stepper, const RunEffort& spent) {
  constexpr std::uint64_t worth_a_look = 20'000; // steps
  if (run_.method.has_fixed_steps) return {};    // as many as were asked for
  if (has_looked_ || spent.accepted + spent.turned_down < worth_a_look) return {};
  has_looked_ = true;
  const bool is_implicit = is_implicit_now(run_.method, stepper);
  const StepsSoFar so_far{run_.begin, stepper.time(), run_.end, spent.accepted, spent.turned_down, is_implicit};
  std::optional<Diagnostic> cause = step_warning(*run_.engine.study, run_.motion.problem(), so_far, stepper.state());
  if (!cause) return {};
  if (run_.options.notice) run_.options.notice(cause->message + ": " + cause->note);
  const Event event{stepper.time(), EventKind::slow_steps, EventEffect::none, cause->message};
  run_.warnings.push_back(std::move(*cause));
  return {event};
}

} // namespace simulation
} // namespace dalembert
