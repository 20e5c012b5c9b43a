#pragma once

#include <dalembert/mechanics/picture.h>
#include <dalembert/sketch/kinematics.h>
#include <dalembert/sketch/known_point.h>

#include <vector>

namespace dalembert {
inline namespace sketching {

/// The arrows, arcs and gauges of all reactions, frictions, applied forces, impacts and multipliers. `points`: where
/// forces may act, beside those that the model states.
[[nodiscard]] std::vector<DrawnItem<Expr>> force_arrows(Kinematics& kinematics, const std::vector<KnownPoint>& points,
                                                        std::vector<NotDrawn>& not_drawn);

} // namespace sketching
} // namespace dalembert
