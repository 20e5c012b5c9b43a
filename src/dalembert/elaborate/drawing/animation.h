#pragma once

#include <dalembert/elaborate/drawing/drawing_reader.h>
#include <dalembert/picture/settings.h>

#include <optional>
#include <vector>

namespace dalembert {
inline namespace elaboration {

/// Returns the `draw` statements that the settings `trail`, `arrows` and `polyline` of an `animate` stand for; their
/// trees are made in `arena`.
[[nodiscard]] std::vector<Plain<ast::Draw>> drawings_of(const Plain<ast::Animate>& item, const Builder& builder,
                                                        ast::Arena& arena);
/// Returns the point of `follow`; nothing where none is set.
[[nodiscard]] std::optional<Place<Expr>> followed_point(DrawingReader& reader, const Plain<ast::Animate>& item);
/// Fills what `animate` says of the scene; E1111 where a setting or its value is not known.
void read_scene_settings(const Plain<ast::Animate>& item, const Builder& builder, SceneSettings& settings);

} // namespace elaboration
} // namespace dalembert
