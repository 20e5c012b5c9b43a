#pragma once

#include <dalembert/expr/graph.h>

namespace dalembert {
inline namespace expr {

/// Returns an equal expression in which what every term of a sum has as a factor stands before the sum:
/// M·l·g + m·l·g = l·g·(M + m). Sums and products are looked into, arguments of functions are not; nothing is expanded.
/// So quotients of such expressions cancel what they share. Cost: O(size of e · length of its sums).
[[nodiscard]] Expr with_common_factors_out(Graph& graph, Expr e);

} // namespace expr
} // namespace dalembert
