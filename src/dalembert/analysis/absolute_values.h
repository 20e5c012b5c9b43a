#pragma once

#include <dalembert/expr/graph.h>

#include <optional>
#include <vector>

namespace dalembert {
inline namespace analysis {

/// A power |u|ᵖ, as √(u²) is written: (u²ᵏ)^(p/2k).
struct AbsoluteValue {
  Expr node;      ///< the factor of a product, as a node
  Expr inside;    ///< u
  Rational power; ///< p
};

/// Returns the first such power in `expressions` whose u holds one of `unknowns`.
[[nodiscard]] std::optional<AbsoluteValue> absolute_value_in(Graph& graph, const std::vector<Expr>& expressions,
                                                             const std::vector<Expr>& unknowns);

/// The expressions where u ≥ 0 (`sign` 1) or u ≤ 0 (−1).
[[nodiscard]] std::vector<Expr> on_side(Graph& graph, const std::vector<Expr>& expressions, const AbsoluteValue& value,
                                        int sign);

} // namespace analysis
} // namespace dalembert
