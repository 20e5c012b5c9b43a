#pragma once

#include <dalembert/picture/scene.h>

namespace dalembert {
inline namespace painter {

/// Returns what of `scene` can be drawn, with the bounds and the scales that `frames` give it. What no page can show
/// joins `Scene::not_drawn`: an item whose place is finite in no row, or is 10¹⁰⁰ m away; and, where all that is drawn
/// is within a box that is smaller than the rounding of its places (a point at 10¹⁷ m and 1 m around it), what is so
/// far away.
[[nodiscard]] Scene completed(Scene scene, const SceneFrames& frames);

} // namespace painter
} // namespace dalembert
