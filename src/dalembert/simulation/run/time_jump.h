#pragma once

#include <dalembert/simulation/motion/motion.h>
#include <dalembert/simulation/phases/laws.h>
#include <dalembert/simulation/plan/time_scan.h>

#include <optional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// What a jump of the equations in time does to a motion.
struct TimeJumpPassage {
  std::optional<Event> broken; ///< why the run cannot go on: no finite force enforces a constraint behind it, say
  bool has_changed = false;    ///< the motion goes on by other equations, or with other rates
  double supplied = 0.0;       ///< from outside, J: what the energies jump by, and the work of impacts
};

/// Takes the state `y`, which is the last one that `laws` noted (RunResult::final), over a jump of the equations in
/// time to `t`, behind it. Positions stay, and rates too unless a contact is struck; which contacts are closed, what
/// frictions do and on which side of surfaces the motion is are decided with the equations behind the jump. The motion
/// is left at the state behind.
[[nodiscard]] TimeJumpPassage pass_time_jump(const Engine& engine, Motion& motion, Laws& laws, double t,
                                             std::vector<double>& y);

/// Leaves the motion at the state `y` at `before` a jump at which the run ends.
[[nodiscard]] TimeJumpPassage stay_before_jump(Motion& motion, double before, std::span<const double> y);

/// Where the equations jump at the start of a run, that is the first time behind the jump; else `start`.
[[nodiscard]] double first_instant(const std::vector<TimeJump>& jumps, double start, const TimeOrder& order);

/// What was noted at one time happened at another: at the start of the run, and not behind the jump there.
void note_at(double time, double instead_of, RunResult& result);

} // namespace simulation
} // namespace dalembert
