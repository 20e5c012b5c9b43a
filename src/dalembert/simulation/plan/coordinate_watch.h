#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/plan/part_values.h>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Sees to it that no step jumps over what is narrow in one coordinate: a bump of the road under a car. The parts of
/// the equations that depend on one coordinate alone are looked at over a window of it, as those of the time are over
/// the run; the window moves with the motion, some thirty steps at a time. Cost: none without such parts, else a
/// comparison a step, and at most some ten million operations in all (counted).
class CoordinateWatch {
public:
  explicit CoordinateWatch(const Engine& engine);
  ~CoordinateWatch();

  [[nodiscard]] bool is_empty() const { return watched_.empty(); }

  /// Returns how much of the way from one state to another, y = (q, v, …), `h` seconds later, a step may go: it
  /// overlaps no cell of a coordinate that is shorter than twice itself. 1: all of it.
  [[nodiscard]] double passable(double h, std::span<const double> from, std::span<const double> to);

  /// Names of the coordinates of which something could not be looked at; empty where all was.
  [[nodiscard]] std::string unseen() const;

  /// Hands over what was looked at, and what that took.
  void archive(Archive& with);

private:
  struct Watched;
  [[nodiscard]] double passable(Watched& one, double from, double to);
  void look(Watched& one, const VariableSpan& way, bool is_forwards);

  const Engine& engine_;
  std::vector<std::unique_ptr<Watched>> watched_;
  std::size_t operations_ = 0;
};

} // namespace simulation
} // namespace dalembert
