#pragma once

#include <dalembert/expr/graph.h>

#include <optional>
#include <vector>

namespace dalembert {
inline namespace analysis {

/// Returns the root w ≠ 0 of a condition α·w² + β·w + γ = 0 in one rate, of which α, β or γ vanishes; of ±√(−γ/α) the
/// positive one. Nothing for other conditions.
[[nodiscard]] std::optional<Expr> speed_root(Graph& graph, Expr condition, Expr speed);

/// Writes sin(±θ + ρ) and cos(±θ + ρ) by the addition theorems, so that θ stands in sin θ and cos θ alone.
[[nodiscard]] std::vector<Expr> with_sinusoids_apart(Graph& graph, const std::vector<Expr>& expressions, Expr angle);

/// An angle with its cosine and sine as expressions of other symbols.
struct AngleRoot {
  Expr angle; ///< acos(…) or asin(…)
  Expr cosine;
  Expr sine;
};

/// Solves a condition for an angle θ that stands in sin θ and cos θ only: α·cos θ + β = 0 for θ = acos(−β/α) in 0..π,
/// α·sin θ + β = 0 for θ = asin(−β/α), also where the condition is such a sum times sin θ or cos θ. α and β are not 0.
/// Nothing for other conditions. Whether the root is real is left to the parameters.
[[nodiscard]] std::optional<AngleRoot> angle_root(Graph& graph, Expr condition, Expr angle);

} // namespace analysis
} // namespace dalembert
