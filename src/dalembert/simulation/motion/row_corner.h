#pragma once

#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/motion/motion.h>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// A place at which an active row of the constraints, or its direction, jumps: the corner of a road, the edge of a
/// stair. Both states are those of a motion that passes it without an impulse, a few roundings apart.
struct RowCorner {
  std::size_t row = 0;        ///< in System::constraints
  double time = 0.0;          ///< s, behind it
  std::vector<double> before; ///< q, v and the integrals
  std::vector<double> behind;
  double step = 0.0;      ///< what the row itself jumps by, in its unit; 0 where its direction alone does
  double rate = 0.0;      ///< of the row behind, with the rates before
  bool is_struck = false; ///< that rate is below 0 by more than rounding: of a gap, it closes
  bool is_left = false;   ///< it is above 0
};

/// Returns the corner that lies just ahead of the state (t, y), or at it, nearer than `nearest` seconds; the sign of
/// that is the direction of the run. A row that merely turns fast, or whose direction has no bound, has none. Cost: 200
/// evaluations of the rows or so where there is one, 80 elsewhere.
[[nodiscard]] std::optional<RowCorner> corner_ahead(const Engine& engine, Motion& motion, double t,
                                                    std::span<const double> y, double nearest);

/// Two states on both sides of a corner, q and v, a few roundings apart.
struct RowSides {
  std::span<const double> before;
  std::span<const double> behind;
};

/// `x = 1, z = 0 (t = 0.5 s)`: the coordinates that a row acts on, and those by which it jumps.
[[nodiscard]] std::string place_on_row(const Engine& engine, std::size_t row, double t, const RowSides& sides);

/// Says that the contact of `row` has a step in the way of a motion, and what to write instead.
[[nodiscard]] std::string step_up(const Engine& engine, std::size_t row, double t, const RowSides& sides);

} // namespace simulation
} // namespace dalembert
