#pragma once

#include <dalembert/base/source.h>
#include <dalembert/picture/scene.h>
#include <dalembert/printing/json.h>

namespace dalembert {
inline namespace report {

/// One item of a scene. A number is itself, or {"c": column}; an orientation has no entry, an angle in rad, or the
/// first two columns of a rotation matrix.
[[nodiscard]] Json scene_item(const DrawnItem<SceneNumber>& item, std::size_t id, const SourceMap& sources);

/// The object `dalembert.scene/1` without rows.
[[nodiscard]] Json scene_object(const Scene& scene, bool has_units, const SourceMap& sources);

} // namespace report
} // namespace dalembert
