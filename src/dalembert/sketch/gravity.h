#pragma once

#include <dalembert/sketch/kinematics.h>

#include <optional>

namespace dalembert {
inline namespace sketching {

/// Uniform gravity, where V shows it: V = g·W + rest, with g the only parameter of the model that is an acceleration.
/// Without such a parameter, as with `9.81`, it is looked for in Σ m·∂V/∂m over the masses m of which V is linear.
struct Gravity {
  Expr moment; ///< W = ∂V/∂g, the sum of mass times height
  /// False where g is no parameter: `moment` is then a constant multiple of W.
  bool is_scaled = true;
  /// True where V holds several accelerations: no single direction is up.
  bool is_ambiguous = false;
};

/// Finds gravity; nothing where V holds neither an acceleration nor terms proportional to masses.
[[nodiscard]] std::optional<Gravity> find_gravity(Kinematics& kinematics);

/// V − L with all rates 0: what holds every potential, whichever way it is written. 0 where that has no value.
[[nodiscard]] Expr potential_at_rest(Kinematics& kinematics);

/// The height of what has this mass, ∂W/∂m; nothing where `mass` is no parameter. Where masses of several bodies are
/// one parameter, it is the sum of their heights.
[[nodiscard]] std::optional<Expr> height_of(Kinematics& kinematics, const Gravity& gravity, Expr mass);

} // namespace sketching
} // namespace dalembert
