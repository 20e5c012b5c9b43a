#include <dalembert/simulation/watch/step_events.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace dalembert {
inline namespace simulation {

namespace {

bool is_position_near(const Event& event, const Event& other, double distance) {
  return other.kind == EventKind::singular_position && std::abs(other.time - event.time) < distance;
}

/// Takes in the singular positions that one watcher saw, in its order, beside those of the watchers before it, each of
/// which is one of them at most. One watcher sees one position twice only as one instant; what two watchers see, and
/// what was met at the end of the step before, differs by more.
class Passages {
public:
  Passages(std::span<const Event> known, double length) : known_(known), length_(std::abs(length)) {}

  /// What follows is of another watcher.
  void begin_watcher(const std::vector<Event>& seen) {
    others_ = seen;
    own_.clear();
  }

  [[nodiscard]] bool is_known(const Event& event) {
    constexpr double one_instant = 1e-5; // of the step
    constexpr double same = 3e-3;
    if (event.kind != EventKind::singular_position) return false;
    const bool is_own = std::ranges::any_of(
        own_, [&](const Event& other) { return is_position_near(event, other, one_instant * length_); });
    const bool is_before =
        std::ranges::any_of(known_, [&](const Event& other) { return is_position_near(event, other, same * length_); });
    if (is_own || is_before) return true;
    own_.push_back(event);
    const auto nearest = std::ranges::min_element(others_, {}, [&event](const Event& other) {
      return other.kind == event.kind ? std::abs(other.time - event.time) : std::numeric_limits<double>::infinity();
    });
    if (nearest == others_.end() || !is_position_near(event, *nearest, same * length_)) return false;
    others_.erase(nearest);
    return true;
  }

private:
  std::span<const Event> known_;
  double length_;
  std::vector<Event> others_; ///< of the watchers before, not met by one of this watcher yet
  std::vector<Event> own_;
};

/// All of them, up to one that ends the run before it, which is then the last.
std::vector<Event> all_inside(std::span<const std::unique_ptr<Watcher>> watchers, Stepper& stepper,
                              const StepView& view) {
  std::vector<Event> out;
  Passages passages(view.known, stepper.time() - stepper.previous_time());
  for (const auto& watcher : watchers) {
    passages.begin_watcher(out);
    for (Event& event : watcher->inside(stepper)) {
      if (view.is_along_branch && event.kind == EventKind::singular_row) { // on the branch the row goes through zero
        event = {event.time, EventKind::singular_position, EventEffect::none, {}};
        watcher->start(stepper.time(), stepper.state());
      }
      if (passages.is_known(event)) continue;
      out.push_back(std::move(event));
      if (out.back().effect == EventEffect::ends_before) return out;
    }
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

} // namespace simulation
} // namespace dalembert
