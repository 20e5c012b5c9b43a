#include <dalembert/numerics/time_order.h>
#include <dalembert/simulation/event.h>
#include <dalembert/studies/sensitivity_breaks.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace dalembert::inline studies {

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

std::string_view verb_of(ContactChange::Kind kind) {
  switch (kind) {
  case ContactChange::Kind::closes:
    return "closes";
  case ContactChange::Kind::rests:
    return "comes to rest";
  case ContactChange::Kind::opens:
    return "opens";
  }
  return "changes";
}

std::string_view verb_of(FrictionChange::Kind kind) {
  switch (kind) {
  case FrictionChange::Kind::sticks:
    return "sticks";
  case FrictionChange::Kind::slides:
    return "begins to slide";
  case FrictionChange::Kind::reverses:
    return "reverses";
  }
  return "changes";
}

void add_contacts(const Study& study, const RunResult& result, EarliestEnd& out) {
  for (const ContactImpact& impact : result.contact_impacts)
    out.add(impact.report.before.t,
            impact.contacts.empty()
                ? "there is an impact"
                : fmt::format("the contact {} is struck", study.contacts[impact.contacts.front()].name));
  for (const ContactChange& change : result.contact_changes)
    out.add(change.time, fmt::format("the contact {} {}", study.contacts[change.contact].name, verb_of(change.kind)));
  for (const Imposition& each : result.impositions) {
    const bool is_imposed = !each.imposed.empty();
    const std::size_t which = is_imposed ? each.imposed.front() : each.released.front();
    out.add(each.time,
            fmt::format("the constraint {} is {}", study.imposed[which].name, is_imposed ? "imposed" : "released"));
  }
}

} // namespace

SensitivityCourse course_of(const Engine& engine, const RunResult& result, const TimeScan& scan) {
  const Study& study = *engine.study;
  const TimeOrder order(result.initial.state.t, result.final.state.t);
  EarliestEnd end(order);
  if (result.impact) end.add(result.initial.state.t, "the run begins with an impact");
  add_contacts(study, result, end);
  for (const FrictionChange& change : result.friction_changes)
    end.add(change.time,
            fmt::format("the friction {} {}", study.system.frictions[change.friction].name, verb_of(change.kind)));
  for (const Event& event : result.events)
    if (event.kind == EventKind::singular_position)
      end.add(event.time, "the motion passes a singular position, where the constraints depend on one another");
  SensitivityCourse out;
  for (const JumpChange& change : result.jump_changes) {
    if (change.kind == JumpChange::Kind::crosses)
      out.breaks.push_back({change.time, change.time, change.jump, change.value});
    else
      end.add(change.time, fmt::format("the motion {} the surface {} = 0 of {}",
                                       change.kind == JumpChange::Kind::slides ? "begins to slide on" : "leaves",
                                       result.jumps[change.jump].surface, result.jumps[change.jump].text));
  }
  for (const TimeJump& jump : scan.jumps)
    out.breaks.push_back({jump.from, jump.to, std::nullopt, 0.0});
  std::ranges::stable_sort(out.breaks, order, &SensitivityBreak::from);
  for (std::size_t i = 1; i < out.breaks.size(); ++i)
    if (std::abs(out.breaks[i].from - out.breaks[i - 1].to) <= same_instant(out.breaks[i].from, 0.0))
      end.add(out.breaks[i - 1].from, "several functions jump at one instant");
  out.end = result.final.state.t;
  if (end.found() && !order.precedes(out.end, end.found()->time)) {
    out.why = end.found();
    out.end = out.why->time;
  }
  std::erase_if(out.breaks, [&](const SensitivityBreak& each) { return !order.precedes(each.from, out.end); });
  return out;
}

} // namespace dalembert::inline studies
