#pragma once

#include <dalembert/expr/substitute.h>

#include <functional>
#include <vector>

namespace dalembert {
inline namespace analysis {

/// Whether a model has equations where a node has a value.
using RegularAt = std::function<bool(const Replacement&)>;

/// Returns what may not be 0 if `quantity` is not to vanish: symbols, sines, cosines and other functions, and sums in
/// even powers, at whose zeros the quantity is 0 identically, as d and cos β in d²·cos² β·k. What vanishes only where
/// something that is returned vanishes is left out, and so are the symbols of `known`, which are not 0. Where a
/// quotient has no value at a zero, the limit is that of three draws. Cost: one exact zero test for each node of the
/// quantity that may be such one.
[[nodiscard]] std::vector<Expr> excluded_zeros(Graph& graph, Expr quantity, const std::vector<Expr>& known,
                                               const RegularAt& is_regular);

} // namespace analysis
} // namespace dalembert
