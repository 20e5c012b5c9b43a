#pragma once

#include <dalembert/painter/instants.h>
#include <dalembert/picture/scene.h>

#include <array>

// Grounds and planes have no ends; these are the parts of them that are drawn.
namespace dalembert {
inline namespace painter {

/// A rectangular patch of a plane in space, and the side of the squares of its grid, m.
struct Patch {
  Point3 centre;
  Point3 u; ///< from the centre to the middle of a side
  Point3 v;
  double cell = 1.0;

  [[nodiscard]] std::array<Point3, 4> corners() const {
    return {centre - u - v, centre + u - v, centre + u + v, centre - u + v};
  }
};

/// Returns the part of a plane below the box of `scene`, which goes with the point `follow` in whole squares.
[[nodiscard]] Patch patch_of(const Scene& scene, const Support<double>& support, const Point3& follow);

/// Returns where along the line of a ground in the plane things are near it in some row: lengths from its point
/// `through`, m; empty where nothing is.
[[nodiscard]] Span near_ground(const Scene& scene, const SceneItem& ground,
                               const std::vector<std::span<const double>>& rows);

} // namespace painter
} // namespace dalembert
