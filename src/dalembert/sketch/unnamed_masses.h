#pragma once

#include <dalembert/sketch/gravity.h>
#include <dalembert/sketch/kinetic_squares.h>
#include <dalembert/sketch/known_point.h>

#include <vector>

namespace dalembert {
inline namespace sketching {

/// Rule P1 where the components have no names: two squares c·(Σfᵢ(qᵢ)q′ᵢ)² of T with one c are a mass 2c, if one of
/// them is the rate of the height at which gravity has this mass. The other component is known up to its sign
/// and a constant, for which 0 is taken: it places this point relative to nothing else. Squares that are explained are
/// marked as taken.
[[nodiscard]] std::vector<KnownPoint> unnamed_masses(Kinematics& kinematics, KineticTerms& terms,
                                                     const std::optional<Gravity>& gravity);

} // namespace sketching
} // namespace dalembert
