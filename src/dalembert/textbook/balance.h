#pragma once

#include <dalembert/expr/graph.h>

#include <string>

namespace dalembert {
inline namespace textbook {

/// An equation motion = forces on its way into print.
struct Balance {
  std::string of;  ///< the coordinate (or constraint, or impact) it belongs to
  int leader = -1; ///< the coordinate whose acceleration leads; −1 for none
  Expr motion;     ///< inertia, potential and dissipation
  Expr forces;     ///< what stands on the right
  Expr meant;      ///< motion − forces as derived: what the printed line is compared with
  /// True where the line may be divided by factors that hold positions: elimination has multiplied by some.
  bool is_scaled = false;
};

} // namespace textbook
} // namespace dalembert
