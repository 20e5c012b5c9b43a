#pragma once

#include <dalembert/base/progress.h>
#include <dalembert/numerics/stepper.h>

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace dalembert::inline numerics {

/// A time at which f jumps or has a kink: somewhere in [from, to], a few roundings long.
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
  std::vector<RhsJump> jumps = {}; ///< in order of travel, forwards: a step ends before each, the next begins behind
  /// After each jump (and nowhere else); false ends the run.
  std::function<bool(Stepper& at, const RhsJump& jump)> after_jump = {};
  const StopToken* stop = nullptr;
  Progress progress = {};
};

/// Steps `stepper` from where it stands to exactly `t_end`.
RunEnd integrate(Stepper& stepper, double t_end, const RunHooks& hooks = {});

/// Where a state lies as seen from an event that is looked for.
enum class EventSide {
  before,
  behind,
  nowhere ///< the event is not between the states seen last: it was none
};

/// Two times a rounding apart between which an event lies.
struct EventTime {
  double before = 0;
  double behind = 0;
};

/// Halves the last step of `stepper` until an event is enclosed by two neighbouring doubles. `side` is asked for the
/// states in the middle; its last answers were `before` at the begin of the step and `behind` at its end. Nothing where
/// it answers `nowhere`. Cost: about 50 interpolations.
[[nodiscard]] std::optional<EventTime>
locate_event(Stepper& stepper, const std::function<EventSide(double t, std::span<const double> y)>& side);

} // namespace dalembert::inline numerics
