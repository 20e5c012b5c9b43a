#pragma once

#include <dalembert/expr/graph.h>

#include <span>
#include <vector>

namespace dalembert {
inline namespace expr {

/// Returns the symbols on which the roots depend, ordered by id. Cost: O(size of roots).
[[nodiscard]] std::vector<Expr> free_symbols(const Graph& graph, std::span<const Expr> roots);
[[nodiscard]] std::vector<Expr> free_symbols(const Graph& graph, Expr root);

/// True where some root contains one of `symbols` (structurally; 0·x never stands in a graph).
[[nodiscard]] bool depends(const Graph& graph, std::span<const Expr> roots, std::span<const Expr> symbols);
[[nodiscard]] bool depends(const Graph& graph, Expr root, std::span<const Expr> symbols);
[[nodiscard]] bool depends(const Graph& graph, Expr root, Expr symbol);

/// Returns every node below and including `roots`, each once, children before parents (ordered by id).
/// Cost: O(nodes reached · log of that), not O(size of the graph).
[[nodiscard]] std::vector<Expr> reachable(const Graph& graph, std::span<const Expr> roots);

/// Returns how many different nodes `root` reaches, itself counted, or `limit` where it is that many or more. Cost:
/// O(limit).
[[nodiscard]] std::size_t size_within(const Graph& graph, Expr root, std::size_t limit);

} // namespace expr
} // namespace dalembert
