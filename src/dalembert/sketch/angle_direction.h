#pragma once

#include <dalembert/sketch/gravity.h>

#include <optional>
#include <vector>

namespace dalembert {
inline namespace sketching {

/// The direction of an angle in a plane with y up (or seen from above): unit vector of angle θ.
struct AngleDirection {
  Expr cosine_like; ///< x component
  Expr sine_like;   ///< y component
  bool is_clockwise = false;
  bool is_vertical = false; ///< gravity says which direction is up
  bool is_steep = false;    ///< and pulls with all of the weight
};

/// Finds from which direction `angle` counts for what has this mass at `distance` from the pole: where gravity turns
/// it, ∂W/∂θ = k·mass·distance·f(θ) with f = ± sin, ± cos and a constant k ≤ 1; from +x on where gravity does nothing
/// to it. Nothing where gravity does something else, or where a uniform force of which it is not known whether it
/// is a weight turns it.
[[nodiscard]] std::optional<AngleDirection>
angle_direction(Kinematics& kinematics, const std::optional<Gravity>& gravity, Expr mass, Expr distance, Expr angle);

} // namespace sketching
} // namespace dalembert
