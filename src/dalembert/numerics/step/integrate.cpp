#include <dalembert/numerics/step/integrate.h>
#include <dalembert/numerics/step/time_order.h>

namespace dalembert {
inline namespace numerics {

RunEnd integrate(Stepper& stepper, double t_end, const RunHooks& hooks) {
  const double start = stepper.time();
  const TimeOrder order(start, t_end);
  std::size_t next = 0;
  std::size_t next_jump = 0;
  while (stepper.time() != t_end) {
    while (next_jump < hooks.jumps.size() && !order.precedes(stepper.time(), hooks.jumps[next_jump].to))
      ++next_jump;
    const RhsJump* const jump = next_jump < hooks.jumps.size() ? &hooks.jumps[next_jump] : nullptr;
    if (jump != nullptr && !order.precedes(stepper.time(), jump->from)) {
      stepper.jump(order.first(jump->to, t_end));
      if (hooks.after_jump && !hooks.after_jump(stepper, *jump)) return RunEnd::stopped_by_observer;
      continue;
    }
    if (hooks.stop != nullptr && hooks.stop->requested()) return RunEnd::stopped_by_user;
    while (next < hooks.stops.size() && !order.precedes(stepper.time(), hooks.stops[next]))
      ++next;
    const bool has_stop = next < hooks.stops.size() && order.precedes(hooks.stops[next], t_end);
    const double stop = has_stop ? hooks.stops[next] : t_end;
    stepper.step(jump != nullptr ? order.first(jump->from, stop) : stop);
    if (hooks.progress) hooks.progress((stepper.time() - start) / (t_end - start));
    if (hooks.after_step && !hooks.after_step(stepper)) return RunEnd::stopped_by_observer;
  }
  return RunEnd::reached;
}

} // namespace numerics
} // namespace dalembert
