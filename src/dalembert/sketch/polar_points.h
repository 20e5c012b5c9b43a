#pragma once

#include <dalembert/sketch/gravity.h>
#include <dalembert/sketch/kinetic_squares.h>
#include <dalembert/sketch/known_point.h>

#include <vector>

namespace dalembert {
inline namespace sketching {

/// Rule P2: masses in polar, spherical and cylindrical coordinates. What T still holds is matched with
///   c(r′² + r²θ′²),   c(r′² + r²θ′² + r²sin²θ φ′²),   c(r′² + r²θ′² + z′²)
/// where r is a coordinate, or an expression whose rate T holds, or moves with t alone; further inertia in r′ is
/// allowed. Angles count from where gravity says. Squares that are explained are marked as taken.
[[nodiscard]] std::vector<KnownPoint> polar_points(Kinematics& kinematics, KineticTerms& terms,
                                                   const std::optional<Gravity>& gravity);

} // namespace sketching
} // namespace dalembert
