#pragma once

#include <dalembert/expr/graph.h>

#include <cstddef>
#include <span>

namespace dalembert {
inline namespace expr {

/// Counts the operations of a straight-line program for `roots`, each shared node once: additions, multiplications,
/// divisions, function calls; a multiplication fused into the addition that alone uses it counts nothing.
[[nodiscard]] std::size_t operations(const Graph& graph, std::span<const Expr> roots);

} // namespace expr
} // namespace dalembert
