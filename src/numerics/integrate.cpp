#include <dalembert/numerics/explicit_rk.h>

namespace dalembert {

RunEnd integrate(ExplicitRk& rk, double t_end, const RunHooks& hooks) {
  const double start = rk.time();
  const double direction = t_end >= start ? 1 : -1;
  std::size_t next = 0;
  while (rk.time() != t_end) {
    if (hooks.stop != nullptr && hooks.stop->requested()) return RunEnd::stopped_by_user;
    while (next < hooks.stops.size() && direction * (hooks.stops[next] - rk.time()) <= 0)
      ++next;
    const bool has_stop = next < hooks.stops.size() && direction * (t_end - hooks.stops[next]) > 0;
    rk.step(has_stop ? hooks.stops[next] : t_end);
    if (hooks.progress) hooks.progress((rk.time() - start) / (t_end - start));
    if (hooks.after_step && !hooks.after_step(rk)) return RunEnd::stopped_by_observer;
  }
  return RunEnd::reached;
}

} // namespace dalembert
