#pragma once

#include <dalembert/sketch/distances.h>
#include <dalembert/sketch/known_point.h>

#include <vector>

namespace dalembert {
inline namespace sketching {

/// Rule P6: summands of V that are α + β·d + γ·d² with a constant γ > 0 in one distance d of two known points, one of
/// them perhaps fixed, are springs between these.
[[nodiscard]] std::vector<DrawnItem<Expr>> springs(Kinematics& kinematics, SpokenDistances& distances,
                                                   const std::vector<KnownPoint>& points, int dimension);

} // namespace sketching
} // namespace dalembert
