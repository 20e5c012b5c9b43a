#pragma once

#include <dalembert/picture/settings.h>
#include <dalembert/sketch/gravity.h>
#include <dalembert/sketch/known_point.h>

#include <optional>
#include <vector>

namespace dalembert {
inline namespace sketching {

/// Returns the axis that points up where gravity acts on a known mass along one of the axes of the scene; nothing where
/// it does not, or where this is what a scene shows anyway (y in the plane, z in space).
[[nodiscard]] std::optional<SceneUp> scene_up(Kinematics& kinematics, const std::optional<Gravity>& gravity,
                                              const std::vector<KnownPoint>& points, int dimension);

} // namespace sketching
} // namespace dalembert
