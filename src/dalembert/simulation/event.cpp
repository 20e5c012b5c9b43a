#include <dalembert/simulation/event.h>

#include <algorithm>
#include <iterator>

namespace dalembert::inline simulation {

std::vector<Event> events_of(std::span<const Event> events, EventKind kind) {
  std::vector<Event> out;
  std::ranges::copy_if(events, std::back_inserter(out), [kind](const Event& event) { return event.kind == kind; });
  return out;
}

} // namespace dalembert::inline simulation
