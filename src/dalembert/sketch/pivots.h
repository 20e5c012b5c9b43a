#pragma once

#include <dalembert/sketch/kinetic_squares.h>
#include <dalembert/sketch/known_point.h>

#include <vector>

namespace dalembert {
inline namespace sketching {

/// The centres of the circles on which masses move as one angle alone changes: C = P + ∂²P/∂θ², where C does not
/// depend on θ and |P − C| is constant. Only where one angle alone has such a centre: two arms l₁·e(α) + l₂·e(β) have
/// two, and which of them is the elbow does not follow; nor where one is the angle of a body with inertia, whose mass
/// centre is on no rod. The centre of a centre is looked for in the same way. Not the origin.
[[nodiscard]] std::vector<KnownPoint> pivots(Kinematics& kinematics, const KineticTerms& terms,
                                             const std::vector<KnownPoint>& points);

} // namespace sketching
} // namespace dalembert
