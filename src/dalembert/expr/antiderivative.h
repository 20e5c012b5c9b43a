#pragma once

#include <dalembert/expr/graph.h>

#include <optional>

namespace dalembert {
inline namespace expr {

/// Returns F with ∂F/∂symbol = f, or nothing where the table below does not reach.
///
/// f is multiplied out; each summand must be, beside factors without `symbol`, one of: nothing, a power of a linear
/// function, sinᵐ·cosⁿ of one linear function with m or n equal to 1, or (m, n) among (±2, 0), (0, ±2), (−1, 0), (0,
/// −1), (−1, −1); tan, exp, sinh, cosh of a linear function; symbol times sine, cosine or exp; a derivative of an
/// unknown function of `symbol` alone. The result is proved by differentiation and the exact zero test. Domain:
/// logarithms are taken of the argument as it stands, for where it is positive.
[[nodiscard]] std::optional<Expr> antiderivative(Graph& graph, Expr f, Expr symbol);

} // namespace expr
} // namespace dalembert
