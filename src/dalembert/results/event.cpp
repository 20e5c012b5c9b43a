#include <dalembert/results/event.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace dalembert {
inline namespace results {

double same_instant(double t, double length) {
  constexpr double rounding = 1e-14;         // of the time, a few units in its last place
  constexpr double rounding_of_root = 1e-12; // of the step
  return rounding * std::abs(t) + rounding_of_root * std::abs(length);
}

double end_of_instant(double t, double length, const TimeOrder& order) {
  return t + order.sign() * same_instant(t, length);
}

std::vector<Event> events_of(std::span<const Event> events, EventKind kind) {
  std::vector<Event> out;
  std::ranges::copy_if(events, std::back_inserter(out), [kind](const Event& event) { return event.kind == kind; });
  return out;
}

} // namespace results
} // namespace dalembert
