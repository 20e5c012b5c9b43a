#pragma once

#include <dalembert/sketch/kinematics.h>
#include <dalembert/sketch/known_point.h>

#include <optional>
#include <vector>

namespace dalembert {
inline namespace sketching {

/// How things turn as one angle θ alone changes: dP = dθ·n × (P − C) or, where `is_reversed`, its opposite.
struct Turning {
  Place<Expr> centre;       ///< C
  Place<Expr> axis;         ///< n; empty in the plane, where it points to the reader
  bool is_reversed = false; ///< θ grows clockwise, or left-handed about n
};

/// The turning of known points by coordinate `angle`. Only where C rests or is itself a known point that does not move
/// with θ, and is the only one of all points that turn: of two arms l₁·e(α) + l₂·e(β), the end turns with α about
/// l₂·e(β), which is no part of the mechanism. In space, about axes along the coordinates.
[[nodiscard]] std::optional<Turning> turning_by(Kinematics& kinematics, const std::vector<KnownPoint>& points,
                                                std::size_t angle);

} // namespace sketching
} // namespace dalembert
