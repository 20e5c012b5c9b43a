#pragma once

#include <dalembert/derivation/equations.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace derivation {

/// A solution X of S·X = A, or the news that there is none.
struct LinearSolution {
  ExprMatrix solution;             ///< r×m; rows of undetermined unknowns are one choice (0 for the free ones)
  bool is_consistent = true;       ///< every row of S·X = A holds identically
  std::vector<bool> is_determined; ///< for each unknown: it has one value only
};

/// Solves S·X = A exactly, S p×r and A p×m with p ≥ r or not, by elimination with proven zero tests.
/// Pivots are taken where the entry is simplest, so that no division enters that is not needed.
/// Cost: O(p·r·(r + m)) graph operations; meant for the few unknowns of a group of reactions.
[[nodiscard]] LinearSolution solve_overdetermined(Graph& graph, const ExprMatrix& left, const ExprMatrix& right);

/// A basis of {x : A·x = 0}: column c has 1 at `independent[c]` and 0 at the other independent entries.
struct NullSpace {
  ExprMatrix basis; ///< n×(n − rank A)
  std::vector<int> independent;
};

/// Finds the null space of A (m×n, identically in all symbols) by elimination with proven zero tests.
[[nodiscard]] NullSpace null_space(Graph& graph, const ExprMatrix& rows);
/// The same; nothing where that would make more than `most_nodes` new nodes, about, or take longer than that.
[[nodiscard]] std::optional<NullSpace> null_space_within(Graph& graph, const ExprMatrix& rows, std::size_t most_nodes);

} // namespace derivation
} // namespace dalembert
