#pragma once

#include <dalembert/simulation/engine.h>

#include <vector>

namespace dalembert::inline simulation {

/// A jump or kink of the equations in time: somewhere in [from, to], which is as short as doubles allow.
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
  /// `cells` in order of time; none: no limit
  explicit StepLimits(std::vector<Cell> cells = {}) : cells_(std::move(cells)) {}

  [[nodiscard]] bool is_empty() const { return cells_.empty(); }
  /// Returns the longest step from `t` that overlaps no cell shorter than twice itself; infinite behind the last cell.
  [[nodiscard]] double longest(double t) const;

private:
  std::vector<Cell> cells_;
};

/// What the parts of the equations that depend on the time alone do over a run.
struct TimeScan {
  std::vector<TimeJump> jumps; ///< in order of time
  StepLimits limits;
  bool is_complete = true; ///< false where the work allowed did not suffice to look everywhere
};

/// Looks at these parts over [begin, end] for jumps (JumpSearch) and for what is short (PartCells). Cost: none without
/// such parts, else at most some ten million operations (counted).
[[nodiscard]] TimeScan scan_time_parts(const Engine& engine, double begin, double end);

} // namespace dalembert::inline simulation
