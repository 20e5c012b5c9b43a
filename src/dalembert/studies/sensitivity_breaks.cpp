#include <dalembert/numerics/step/time_order.h>
#include <dalembert/results/event.h>
#include <dalembert/studies/sensitivity_breaks.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace dalembert {
inline namespace studies {

namespace {

/// Keeps the one that is reached first.
class EarliestEnd {
public:
  explicit EarliestEnd(const TimeOrder& order) : order_(order) {}
  void add(double time, std::string reason) {
    if (!found_ || order_.precedes(time, found_->time)) found_ = SensitivityEnd{time, std::move(reason)};
  }
  [[nodiscard]] const std::optional<SensitivityEnd>& found() const { return found_; }

private:
  TimeOrder order_;
  std::optional<SensitivityEnd> found_;
};

/// True where events of the model impose or release constraints at an instant at which something else does, too.
bool is_several(const RunResult& result, const Event& change) {
  const auto is_here = [&change](const auto& other) {
    return std::abs(other.time - change.time) <= same_instant(change.time, 0.0);
  };
  const bool is_own = change.kind == EventKind::awaited || change.kind == EventKind::imposition;
  if (!is_own) return std::ranges::any_of(result.impositions, is_here);
  return change.kind == EventKind::awaited && std::ranges::count_if(result.events, [&](const Event& event) {
                                                return event.kind == EventKind::awaited &&
                                                       event.effect == EventEffect::changes && is_here(event);
                                              }) > 1;
}

/// The crossings of surfaces that are all that happens at a change; empty where they are not.
std::vector<SensitivityBreak::Crossed> only_crossings(const RunResult& result, const Event& change) {
  if (change.kind != EventKind::jump) return {};
  const auto is_here = [&change](const auto& other) { return other.time == change.time; };
  if (std::ranges::any_of(result.friction_changes, is_here) || std::ranges::any_of(result.impositions, is_here))
    return {};
  std::vector<SensitivityBreak::Crossed> out;
  for (const JumpChange& each : result.jump_changes) {
    if (!is_here(each)) continue;
    if (each.kind != JumpChange::Kind::crosses) return {};
    out.push_back({each.jump, each.value});
  }
  if (std::ranges::find(out, change.index, &SensitivityBreak::Crossed::jump) == out.end()) return {};
  return out;
}

} // namespace

SensitivityCourse course_of(const RunResult& result, const TimeScan& scan) {
  const TimeOrder order(result.initial.state.t, result.final.state.t);
  EarliestEnd end(order);
  for (const Event& event : result.events)
    if (event.kind == EventKind::singular_position)
      end.add(event.time, "the motion passes a singular position, where the constraints depend on one another");
  SensitivityCourse out;
  for (const Event& change : result.changes) {
    if (change.kind == EventKind::singular_row) end.add(change.time, "the direction of a constraint jumps there");
    if (is_several(result, change)) end.add(change.time, "several events impose or release constraints at one instant");
    SensitivityBreak& made = out.breaks.emplace_back();
    made.from = change.time;
    made.to = change.time;
    made.crossed = only_crossings(result, change);
    if (made.crossed.empty()) made.change = &change;
  }
  for (const TimeJump& jump : scan.jumps)
    out.breaks.push_back({jump.from, jump.to, {}, nullptr});
  std::ranges::stable_sort(out.breaks, order, &SensitivityBreak::from);
  for (std::size_t i = 1; i < out.breaks.size(); ++i)
    if (std::abs(out.breaks[i].from - out.breaks[i - 1].to) <= same_instant(out.breaks[i].from, 0.0))
      end.add(out.breaks[i - 1].from, out.breaks[i].change == nullptr && out.breaks[i - 1].change == nullptr
                                          ? "several functions jump at one instant"
                                          : "several things happen at one instant");
  out.end = result.final.state.t;
  if (end.found() && !order.precedes(out.end, end.found()->time)) {
    out.why = end.found();
    out.end = out.why->time;
  }
  std::erase_if(out.breaks, [&](const SensitivityBreak& each) { return !order.precedes(each.from, out.end); });
  return out;
}

} // namespace studies
} // namespace dalembert
