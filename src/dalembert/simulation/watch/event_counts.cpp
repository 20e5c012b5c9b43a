#include <dalembert/simulation/watch/event_counts.h>

#include <fmt/format.h>

#include <utility>

namespace dalembert {
inline namespace simulation {

bool EventCounts::admit(const Event& event) {
  constexpr std::size_t most = 10'000; // of one name
  if (++counts_[event.index] <= most || event.effect == EventEffect::stops) return true;
  if (counts_[event.index] > most + 1) return false;
  const EventCondition& condition = study_.events[event.index];
  Diagnostic d;
  d.code = "W0823";
  d.severity = Severity::warning;
  d.span = condition.span;
  d.message = fmt::format("event {} happens more than {} times; those from t = {:.6g} s on are not listed",
                          condition.name, most, event.time);
  d.help = "shorten the run, or add `{ stop = true }` to end it at the first one";
  warnings_.push_back(std::move(d));
  return false;
}

} // namespace simulation
} // namespace dalembert
