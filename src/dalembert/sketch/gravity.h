#pragma once

#include <dalembert/sketch/kinematics.h>

#include <optional>

namespace dalembert::inline sketching {

/// Uniform gravity, where V shows it: V = g·W + rest, with g the only parameter of the model that is an acceleration.
struct Gravity {
  Expr acceleration; ///< g
  Expr moment;       ///< W = ∂V/∂g, the sum of mass times height
  /// True where V holds several accelerations: no single direction is up.
  bool is_ambiguous = false;
};

/// Finds gravity; nothing where V holds no acceleration.
[[nodiscard]] std::optional<Gravity> find_gravity(Kinematics& kinematics);

/// The height of what has this mass, ∂W/∂m; nothing where `mass` is no parameter. Where masses of several bodies are
/// one parameter, it is the sum of their heights.
[[nodiscard]] std::optional<Expr> height_of(Kinematics& kinematics, const Gravity& gravity, Expr mass);

} // namespace dalembert::inline sketching
