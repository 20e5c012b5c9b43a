#include <dalembert/lowering/switching.h>
#include <dalembert/simulation/motion/passage.h>
#include <dalembert/simulation/plan/method.h>
#include <dalembert/simulation/watch/stall_watch.h>

#include <fmt/format.h>

#include <cmath>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr std::uint64_t window = 20'000; ///< steps between two looks at the pace
constexpr double many_steps = 1e7;       ///< more than these, with shrunken or rejected steps, are a stall
constexpr double many_at_jump = 1e6;     ///< the same where something jumps, which the motion may stick to
constexpr double too_many_steps = 1e9;   ///< a quarter of an hour and more, whatever the steps are like
constexpr double collapsed = 1e-4;       ///< of the longest step so far
constexpr double often = 0.02;           ///< share of steps turned down; smooth motion has hardly any

} // namespace

std::vector<Event> StallWatch::behind(const Stepper& stepper, const RunEffort& spent) {
  const std::optional<std::string> stall = pace(stepper.time(), spent);
  if (!stall) return {};
  const std::string reason = run_.ranks || run_.laws.rows_change()
                                 ? std::string()
                                 : singular_reason(run_.motion, run_.engine, stepper.time(), stepper.state());
  return {{stepper.time(), EventKind::stall, EventEffect::ends_there,
           reason.empty() ? *stall + ". " + advice(is_implicit_now(run_.method, stepper)) : *stall + "; " + reason}};
}

std::optional<std::string> StallWatch::pace(double t, const RunEffort& now) {
  const std::uint64_t tried = now.accepted + now.turned_down;
  if (tried - tried_ < window) return std::nullopt;
  const double steps = static_cast<double>(tried - tried_);
  const double advance = std::abs(t - mark_);
  const double needed = std::abs(run_.end - t) / advance * steps;
  const bool is_collapsed = advance / steps < collapsed * now.largest_step;
  const bool is_rejected = static_cast<double>(now.turned_down - turned_down_) > often * steps;
  const bool is_slow = needed > many_steps && (is_collapsed || is_rejected);
  const bool sticks = needed > many_at_jump && is_collapsed && is_rejected && has_jumps();
  const bool is_stall = !(needed <= too_many_steps) || is_slow || sticks;
  if (is_stall)
    return fmt::format(
        "the run has stalled at t = {:.6g} s: {} steps advanced it by {:.2g} s; the rest would need {:.0e} more", t,
        window, advance, needed);
  mark_ = t;
  tried_ = tried;
  turned_down_ = now.turned_down;
  return std::nullopt;
}

bool StallWatch::has_jumps() const {
  return !switching_functions(run_.engine.system()).empty();
}

std::string StallWatch::advice(bool is_implicit) const {
  const std::string jumps = switching_functions(run_.engine.system());
  if (!jumps.empty())
    return fmt::format("The motion may stick where {} switches; write a smooth function instead, such as v/sqrt(v^2 + "
                       "e^2) for sign(v) with a small e, or end the run earlier",
                       jumps);
  if (run_.method.has_fixed_steps) return "Choose longer steps (--step), or shorten the run";
  if (is_implicit)
    return "Something oscillates fast there, and the tolerance has to follow it: remove the fast part (a stiff spring) "
           "from the model, or shorten the run; a larger tolerance rarely helps";
  return "The equations are stiff or oscillate fast there: use the method radau if they are stiff, remove the fast "
         "part "
         "(a strong damper, a stiff spring) from the model, or shorten the run; a larger tolerance rarely helps";
}

} // namespace simulation
} // namespace dalembert
