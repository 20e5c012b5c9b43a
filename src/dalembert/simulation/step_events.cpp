#include <dalembert/simulation/step_events.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace dalembert::inline simulation {

namespace {

/// True of a singular position that another watcher has seen in the same step, or that was met at the end of the step
/// before.
bool is_known_passage(const Event& event, std::span<const Event> events, double length) {
  constexpr double same = 3e-3; // of the step
  return event.kind == EventKind::singular_position && std::ranges::any_of(events, [&](const Event& other) {
           return other.kind == event.kind && std::abs(other.time - event.time) < same * std::abs(length);
         });
}

/// All of them, up to one that ends the run before it, which is then the last.
std::vector<Event> all_inside(std::span<const std::unique_ptr<Watcher>> watchers, Stepper& stepper,
                              const StepView& view) {
  const double length = stepper.time() - stepper.previous_time();
  std::vector<Event> out;
  for (const auto& watcher : watchers)
    for (Event& event : watcher->inside(stepper)) {
      if (view.is_along_branch && event.kind == EventKind::singular_row) { // on the branch the row goes through zero
        event = {event.time, EventKind::singular_position, EventEffect::none, {}};
        watcher->start(stepper.time(), stepper.state());
      }
      if (is_known_passage(event, out, length) || is_known_passage(event, view.known, length)) continue;
      out.push_back(std::move(event));
      if (out.back().effect == EventEffect::ends_before) return out;
    }
  return out;
}

} // namespace

StepEvents events_inside(std::span<const std::unique_ptr<Watcher>> watchers, Stepper& stepper, const StepView& view) {
  StepEvents out;
  std::vector<Event> events = all_inside(watchers, stepper, view);
  if (!events.empty() && events.back().effect == EventEffect::ends_before) {
    out.end = events.back();
    out.recorded.push_back(events.back());
    return out;
  }
  const TimeOrder& order = view.order;
  for (const Event& event : events)
    if (event.effect != EventEffect::none && (!out.end || order.precedes(event.time, out.end->time))) out.end = event;
  std::ranges::stable_sort(events, order, &Event::time);
  const double length = stepper.time() - stepper.previous_time();
  for (Event& event : events) {
    const bool counts =
        event.effect == EventEffect::none || event.effect == EventEffect::stops || event.kind == EventKind::awaited;
    if (!counts || (out.end && order.precedes(end_of_instant(out.end->time, length, order), event.time))) continue;
    out.recorded.push_back(std::move(event));
  }
  if (out.end && out.end->effect != EventEffect::stops && out.end->effect != EventEffect::changes)
    out.recorded.push_back(*out.end);
  return out;
}

} // namespace dalembert::inline simulation
