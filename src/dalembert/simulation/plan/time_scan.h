#pragma once

#include <dalembert/numerics/step/time_order.h>
#include <dalembert/simulation/engine/engine.h>

#include <vector>

namespace dalembert {
inline namespace simulation {

/// A jump or kink of the equations in time: somewhere between `from`, which is reached first, and `to`, as close as
/// doubles allow.
struct TimeJump {
  double from = 0.0; ///< s
  double to = 0.0;   ///< s
};

/// How long a step may be, so that nothing which depends on the time alone is stepped over: cells that cover the run,
/// each so short that a few values inside show how much its functions change there.
class StepLimits {
public:
  struct Cell {
    double begin = 0.0; ///< s
    double length = 0.0;
  };
  StepLimits() = default;
  /// `cells` in order of time; none: no limit
  StepLimits(std::vector<Cell> cells, const TimeOrder& order);

  [[nodiscard]] bool is_empty() const { return cells_.empty(); }
  /// Returns the longest step from `t`, in the order of the run, that overlaps no cell shorter than twice itself;
  /// infinite behind the last cell. Always positive.
  [[nodiscard]] double longest(double t) const;

private:
  TimeOrder order_;
  std::vector<Cell> cells_; ///< along the run, where it goes back in time as on a clock that runs backwards
};

/// What the parts of the equations that depend on the time alone do over a run.
struct TimeScan {
  std::vector<TimeJump> jumps; ///< in the order of the run
  StepLimits limits;
  bool is_complete = true; ///< false where the work allowed did not suffice to look everywhere
};

/// Looks at these parts between `begin` and `end`, the start and the end of the run, for jumps (JumpSearch) and for
/// what is short (PartCells). Cost: none without such parts, else at most some ten million operations (counted).
[[nodiscard]] TimeScan scan_time_parts(const Engine& engine, double begin, double end);

} // namespace simulation
} // namespace dalembert
