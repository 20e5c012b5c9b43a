#pragma once

#include <dalembert/sketch/kinematics.h>
#include <dalembert/sketch/known_point.h>

#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace sketching {

/// Two points, by their places in a list, whose distance never changes.
struct Link {
  std::size_t from = 0;
  std::size_t to = 0;
  SourceSpan span;        ///< of the constraint that keeps it, or of the second point
  double length = 0.0;    ///< at the start, squared
  bool is_stated = false; ///< a constraint says so
};

/// Rule P5: the pairs of points whose distance is constant and not 0, d|A − B|²/dt = 0 identically or as a multiple of
/// one holonomic constraint; not those of two fixed points.
/// Cost: O(n²) comparisons of exact numbers for n points, and an exact test of each pair that is found.
[[nodiscard]] std::vector<Link> constant_distances(Kinematics& kinematics, const std::vector<KnownPoint>& points);

/// True where a point whose distance from the origin is constant has that distance in one piece, as `l` and unlike
/// √(a² + b²): an arm with a bend is no rod from its pivot.
[[nodiscard]] bool is_one_piece(Kinematics& kinematics, const Place<Expr>& at);

/// The pairs of one of these points with a moving one whose distance is constant on every motion, by all constraints
/// together. Only in small models: a few exact tests at admissible states.
[[nodiscard]] std::vector<Link> distances_on_motion(Kinematics& kinematics, const std::vector<KnownPoint>& points,
                                                    const std::vector<std::size_t>& of);

/// Returns a shortest spanning tree of `links` on so many points.
[[nodiscard]] std::vector<Link> shortest_tree(std::vector<Link> links, std::size_t points);

} // namespace sketching
} // namespace dalembert
