#pragma once

#include <dalembert/sketch/gravity.h>
#include <dalembert/sketch/kinetic_squares.h>
#include <dalembert/sketch/known_point.h>

#include <vector>

namespace dalembert {
inline namespace sketching {

/// The end of an arm that turns about a fixed pivot.
struct Arm {
  KnownPoint end;
  std::size_t angle = 0;       ///< place of the coordinate
  bool is_uniform_rod = false; ///< the mass is spread over the arm, else it sits at the end
};

/// Rule P3: a summand ½·ρ·m·L²·θ′² of T in exactly the parameters m and L, with ρ = 1 (a mass at the end) or 1/3 (a
/// rod about its end), where m stands nowhere else in T beside rates and gravity acts on m at L, or at L/2. The pivot
/// is not in T: it is taken as the origin, which is for the caller to justify.
[[nodiscard]] std::vector<Arm> arms(Kinematics& kinematics, const KineticTerms& terms,
                                    const std::optional<Gravity>& gravity);

} // namespace sketching
} // namespace dalembert
