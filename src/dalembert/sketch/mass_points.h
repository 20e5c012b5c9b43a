#pragma once

#include <dalembert/sketch/gravity.h>
#include <dalembert/sketch/kinetic_squares.h>
#include <dalembert/sketch/known_point.h>

#include <vector>

namespace dalembert {
inline namespace sketching {

/// Rule P1: masses that T shows. Summands c·ΣX′² with one c, where each X is a coordinate or a `let` and the names are
/// the components of one point, are a mass 2c at X. Squares that are explained are marked as taken.
///
/// It is no mass, but a point, where other summands of T couple the rates of its coordinates to others; and nothing at
/// all where X is the vector from one thing to another. Cost: O(size of T and of all lets).
[[nodiscard]] std::vector<KnownPoint> mass_points(Kinematics& kinematics, KineticTerms& terms,
                                                  const std::optional<Gravity>& gravity);

} // namespace sketching
} // namespace dalembert
