#pragma once

#include <dalembert/picture/scene.h>

#include <array>
#include <map>
#include <string>

namespace dalembert {
inline namespace painter {

/// Two corners of a box, m; z is 0 in the plane.
using Bounds = std::array<std::array<double, 3>, 2>;

/// Returns the box of all items in all rows, 8 % of its longest side wider on each side; about a single point a box of
/// 1 m to each side. Where the view follows a point, places are relative to it. What is not finite does not count.
[[nodiscard]] Bounds bounds_of(const Scene& scene, const SceneFrames& frames);

/// Returns, by unit, the length of an arrow for one SI unit: the 98th percentile over the rows of the largest arrow of
/// that unit is 18 % of the diagonal of `bounds`. What the settings of the scene say goes before. Rows without an arrow
/// of the unit do not count.
[[nodiscard]] std::map<std::string, double> scales_of(const Scene& scene, const SceneFrames& frames,
                                                      const Bounds& bounds);

} // namespace painter
} // namespace dalembert
