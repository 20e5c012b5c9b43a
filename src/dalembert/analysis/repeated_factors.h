#pragma once

#include <dalembert/expr/graph.h>

#include <vector>

namespace dalembert {
inline namespace analysis {

/// Returns factors that stand in a quantity more than once, all of it multiplied out: M − 2·m of M² − 4·m·M + 4·m².
/// Random draws never meet their zeros, and the quantity does not change its sign there. Of a number times a square it
/// is the root of that. Of others, looked for are factors that are linear in one of `symbols`: multiple roots modulo a
/// prime in that symbol (square-free decomposition, Yun 1976), whose values are recognised as functions of the others;
/// the quantity is tested to vanish there. Factors that are a symbol alone are left out. Empty where the quantity is no
/// rational function of its symbols. Cost: for each of `symbols` some 64 evaluations modulo the prime, and 130 times as
/// many where there is a multiple root.
[[nodiscard]] std::vector<Expr> repeated_factors(Graph& graph, Expr quantity, const std::vector<Expr>& symbols);

} // namespace analysis
} // namespace dalembert
