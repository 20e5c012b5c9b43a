#pragma once

#include <dalembert/expr/graph.h>
#include <dalembert/picture/item.h>
#include <dalembert/picture/settings.h>
#include <dalembert/sketch/known_point.h>

#include <vector>

namespace dalembert {
inline namespace sketching {

/// Puts all points into one scene, and returns its dimension. Points of one plane make a plane scene, which notes where
/// this is not the plane of x and y; points of space, or of several planes, make a spatial one, in which the component
/// that a point lacks is 0.
/// `candidates` are put there as well, but have no say in which it is.
[[nodiscard]] int make_one_plane(Graph& graph, std::vector<KnownPoint>& points, std::vector<KnownPoint>& candidates,
                                 SceneSettings& settings);

/// Gives the places and vectors of an item as many components as the scene has.
void widen(Graph& graph, DrawnItem<Expr>& item, int dimension);

} // namespace sketching
} // namespace dalembert
