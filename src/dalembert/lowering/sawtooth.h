#pragma once

#include <dalembert/expr/graph.h>

#include <span>
#include <vector>

namespace dalembert {
inline namespace lowering {

/// Writes arc functions of sines, cosines and tangents as the triangles and saw-teeth that they are, by |…| and round:
///
///   acos(cos u) = |w|,  atan2(sin u, cos u) = w,  w = u − 2π·round(u/2π);   atan(tan u) = u − π·round(u/π)
///
/// and asin, sin by π/2 − acos, cos(u − π/2). The values are the same; where they switch is seen then.
[[nodiscard]] std::vector<Expr> with_sawtooths(Graph& graph, std::span<const Expr> roots);

} // namespace lowering
} // namespace dalembert
