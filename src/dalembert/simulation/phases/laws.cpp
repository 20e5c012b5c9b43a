#include <dalembert/simulation/phases/laws.h>

#include <utility>

namespace dalembert {
inline namespace simulation {

void Laws::start(double t, std::vector<double>& y) {
  if (!contacts_.empty()) contacts_.start(t, y);
  if (!impositions_.empty()) impositions_.start(t, y);
  if (!jumps_.empty()) jumps_.start(t, y);
  if (!frictions_.empty()) frictions_.start(t, y);
}

double Laws::pass(const Event& event, std::vector<double>& y) {
  Event passed = event;
  passed.text.clear();
  passed.y = y;
  result_.changes.push_back(std::move(passed));
  double work = 0.0;
  if (event.kind == EventKind::contact) work = contacts_.pass(event.time, event.index, y);
  if (event.kind == EventKind::friction) frictions_.pass(event.time, event.index, y);
  if (event.kind == EventKind::jump) jumps_.pass(event.time, event.index, y);
  const bool are_others_imposed = impositions_.are_due(event.time);
  work += impositions_.pass(event.time, y);
  if (are_others_imposed) static_cast<void>(frictions_.pass_jump(event.time, y));
  // Accelerations have jumped: what slid may no longer, and what stuck, and contacts may let go.
  if (are_others_imposed || event.kind != EventKind::jump) static_cast<void>(jumps_.pass_jump(event.time, y));
  if (event.kind == EventKind::jump) static_cast<void>(decide_anew(event.time, y));
  return work;
}

/// Contacts and frictions, which depend on one another, are decided together; true where one changes.
bool Laws::decide_anew(double t, std::vector<double>& y) {
  const std::vector<bool> closed = contacts_.closed();
  const bool has_friction_changed = frictions_.pass_jump(t, y);
  if (frictions_.empty() && !contacts_.empty()) {
    if (!contacts_.all_push(t, y)) static_cast<void>(contacts_.decide(t, {}, y));
    contacts_.note_changes(t);
  }
  return has_friction_changed || contacts_.closed() != closed;
}

Laws::TimeJumpChange Laws::pass_time_jump(double t, std::vector<double>& y) {
  const std::vector<double> before = y;
  TimeJumpChange out;
  const bool have_values_jumped = jumps_.pass_jump(t, y);
  const std::vector<bool> closed = contacts_.closed();
  const std::size_t impacts = result_.contact_impacts.size();
  if (!contacts_.empty()) out.work = contacts_.release_jumped(t, y);
  const bool is_decided_otherwise = decide_anew(t, y) || contacts_.closed() != closed;
  const bool is_struck = result_.contact_impacts.size() != impacts;
  if (is_decided_otherwise || is_struck) static_cast<void>(jumps_.pass_jump(t, y));
  out.is_none = !have_values_jumped && !is_decided_otherwise && !is_struck;
  if (out.is_none) y = before;
  return out;
}

} // namespace simulation
} // namespace dalembert
