#include <dalembert/numerics/integrate.h>

#include <algorithm>

namespace dalembert::inline numerics {

RunEnd integrate(Stepper& stepper, double t_end, const RunHooks& hooks) {
  const double start = stepper.time();
  const double direction = t_end >= start ? 1 : -1;
  std::size_t next = 0;
  std::size_t next_jump = 0;
  while (stepper.time() != t_end) {
    while (next_jump < hooks.jumps.size() && hooks.jumps[next_jump].to <= stepper.time())
      ++next_jump;
    const RhsJump* const jump = next_jump < hooks.jumps.size() ? &hooks.jumps[next_jump] : nullptr;
    if (jump != nullptr && jump->from <= stepper.time()) {
      stepper.jump(std::min(jump->to, t_end));
      if (hooks.after_jump && !hooks.after_jump(stepper, *jump)) return RunEnd::stopped_by_observer;
      continue;
    }
    if (hooks.stop != nullptr && hooks.stop->requested()) return RunEnd::stopped_by_user;
    while (next < hooks.stops.size() && direction * (hooks.stops[next] - stepper.time()) <= 0)
      ++next;
    const bool has_stop = next < hooks.stops.size() && direction * (t_end - hooks.stops[next]) > 0;
    const double stop = has_stop ? hooks.stops[next] : t_end;
    stepper.step(jump != nullptr ? std::min(jump->from, stop) : stop);
    if (hooks.progress) hooks.progress((stepper.time() - start) / (t_end - start));
    if (hooks.after_step && !hooks.after_step(stepper)) return RunEnd::stopped_by_observer;
  }
  return RunEnd::reached;
}

} // namespace dalembert::inline numerics
