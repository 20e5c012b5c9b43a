#pragma once

#include <dalembert/base/progress.h>
#include <dalembert/numerics/step/stepper.h>

#include <functional>
#include <vector>

namespace dalembert {
inline namespace numerics {

/// A time at which f jumps or has a kink: somewhere between `from`, which is reached first, and `to`, a few roundings
/// away.
struct RhsJump {
  double from = 0;
  double to = 0;
};

enum class RunEnd { reached, stopped_by_user, stopped_by_observer };

/// What to do on the way of `integrate`; every member is optional.
struct RunHooks {
  /// After each accepted step (and nowhere else); false ends the run. May interpolate in the step just taken.
  std::function<bool(Stepper& at)> after_step = {};
  std::vector<double> stops = {};  ///< times, in order of travel, that a step must end at exactly
  std::vector<RhsJump> jumps = {}; ///< in order of travel: a step ends before each, the next begins behind
  /// After each jump (and nowhere else); false ends the run.
  std::function<bool(Stepper& at, const RhsJump& jump)> after_jump = {};
  const StopToken* stop = nullptr;
  Progress progress = {};
};

/// Steps `stepper` from where it stands to exactly `t_end`.
RunEnd integrate(Stepper& stepper, double t_end, const RunHooks& hooks = {});

} // namespace numerics
} // namespace dalembert
