#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/expr/graph.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace analysis {

/// A field of directions: one component for each variable.
using Field = std::vector<Expr>;

/// The closure of a set of fields under brackets.
struct Closure {
  std::vector<int> growth;   ///< rank after no bracket, after one, …; the last entry is that of the closure
  std::vector<Field> fields; ///< fields that span it
  bool is_complete = true;   ///< false where the search was given up
};

/// Brackets are given up beyond so many new nodes.
inline constexpr std::size_t most_nodes_of_brackets = 400'000;

/// Closes `fields` over `variables` under [X, Y] = (∂Y)·X − (∂X)·Y: each new field is bracketed with the first ones.
/// Ranks are those at an exact random point. Given up where the brackets need more than `most_nodes_of_brackets`, or
/// derivatives of the fields are too long. Source: docs/theory/constraints.md (3).
[[nodiscard]] Closure closure(Graph& graph, const std::vector<Expr>& variables, std::vector<Field> fields,
                              int most_brackets);

/// ω(X) = Σ ωᵢ·Xᵢ.
[[nodiscard]] Expr paired(Graph& graph, const std::vector<Expr>& form, const Field& field);

/// Returns the rank of a matrix of expressions at an exact random point; nothing where it has no exact values.
[[nodiscard]] std::optional<int> generic_rank(const Graph& graph, const std::vector<Field>& rows);

} // namespace analysis
} // namespace dalembert
