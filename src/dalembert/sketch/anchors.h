#pragma once

#include <dalembert/sketch/kinematics.h>
#include <dalembert/sketch/known_point.h>

#include <vector>

namespace dalembert {
inline namespace sketching {

/// The points C of which V, L or a holonomic constraint speaks by a distance: Σ (Xₖ − Cₖ)² for a known point X whose
/// components are coordinates, and C without these. Fixed points, and those that move with other coordinates as a cart
/// in (x − s)² + y². Not the origin.
[[nodiscard]] std::vector<KnownPoint> anchors(Kinematics& kinematics, const std::vector<KnownPoint>& points);

} // namespace sketching
} // namespace dalembert
