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

std::optional<EventTime> locate_event(Stepper& stepper,
                                      const std::function<EventSide(double t, std::span<const double> y)>& side) {
  std::vector<double> y(stepper.state().size());
  EventTime found{stepper.previous_time(), stepper.time()};
  while (true) {
    const double middle = found.before + (found.behind - found.before) / 2;
    if (middle <= found.before || middle >= found.behind) return found;
    stepper.interpolate(middle, y);
    const EventSide answer = side(middle, y);
    if (answer == EventSide::nowhere) return std::nullopt;
    (answer == EventSide::behind ? found.behind : found.before) = middle;
  }
}

} // namespace dalembert::inline numerics
