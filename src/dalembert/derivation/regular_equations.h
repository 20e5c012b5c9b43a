#pragma once

#include <dalembert/expr/graph.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dalembert {
inline namespace derivation {

/// One equation `value = 0`.
struct RegularEquation {
  Expr value;
  std::string text;                ///< `x - y = 0`, `x = 1`: a number stands on the right
  std::optional<std::string> turn; ///< of sin(u/2) = 0: `u = 0`, which leaves whole turns out
};

/// Returns equations that together have the solutions of e = 0, where the derivatives of e by `moving` vanish or do not
/// exist at every one of these, as those of (x − y)², x² + y² and |x − y|; nothing for a row of another kind, or where
/// its form does not tell. Exact: the solutions are the same at all states at which e has a value, for every value of
/// the parameters; so factors that may be 0 with a parameter are not taken off.
///
/// Known are powers and roots, absolute values, sums of terms of one sign (1 − cos u, cosh u − 1 and exp f − 1 with
/// f >= 0 included), products of such a factor with others that do not vanish, functions that vanish with their
/// argument, and what a completed square or power shows to be one of these.
/// Cost: of a row above 300 nodes nothing is asked.
[[nodiscard]] std::optional<std::vector<RegularEquation>> regular_equations(Graph& graph, Expr e,
                                                                            std::span<const Expr> moving);

} // namespace derivation
} // namespace dalembert
