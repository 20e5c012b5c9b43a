#pragma once

#include <dalembert/expr/graph.h>

#include <span>
#include <vector>

namespace dalembert {
inline namespace expr {

/// Returns ∂f/∂sᵢ for every symbol, by one reverse sweep.
/// Shapes: one expression per symbol. Cost: O(size of f), whatever the number of symbols.
/// Derivatives of floor, ceil, round, trunc, sign and heaviside are 0; of abs, min, max and select those of the branch.
[[nodiscard]] std::vector<Expr> gradient(Graph& graph, Expr f, std::span<const Expr> symbols);

/// `symbol` moves at the rate `direction`.
struct Seed {
  Expr symbol;
  Expr direction;
};

/// Returns Σₛ ∂fᵢ/∂s · directionₛ for every root fᵢ, by one forward sweep over all of them.
/// The total time derivative is the direction (t, 1), (q, v), (v, a). Cost: O(size of fs).
[[nodiscard]] std::vector<Expr> directional(Graph& graph, std::span<const Expr> fs, std::span<const Seed> seeds);

/// Returns the total time derivative of one expression: `directional` for a single root.
[[nodiscard]] Expr directional(Graph& graph, Expr f, std::span<const Seed> seeds);

/// Returns ∂fᵢ/∂sⱼ, row by row (rows: fs, columns: symbols), by one forward sweep per symbol over the nodes that
/// depend on it. Cost: O(number of symbols · size of fs).
[[nodiscard]] std::vector<Expr> jacobian(Graph& graph, std::span<const Expr> fs, std::span<const Expr> symbols);

/// Returns ∂pᵢ/∂vⱼ, n×n row by row, where it is known to be symmetric (p is a gradient with respect to v): computes
/// one triangle and mirrors it. Precondition: as many roots as symbols.
[[nodiscard]] std::vector<Expr> symmetric_jacobian(Graph& graph, std::span<const Expr> p, std::span<const Expr> v);

} // namespace expr
} // namespace dalembert
