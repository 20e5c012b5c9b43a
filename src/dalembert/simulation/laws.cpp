#include <dalembert/simulation/laws.h>

#include <utility>

namespace dalembert::inline simulation {

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
  // Accelerations have jumped: what slid may no longer, and what stuck.
  if (are_others_imposed || event.kind != EventKind::jump) static_cast<void>(jumps_.pass_jump(event.time, y));
  if (event.kind == EventKind::jump) static_cast<void>(frictions_.pass_jump(event.time, y));
  return work;
}

bool Laws::pass_time_jump(double t, std::vector<double>& y) {
  const bool has_jumped = jumps_.pass_jump(t, y);
  return frictions_.pass_jump(t, y) || has_jumped;
}

} // namespace dalembert::inline simulation
