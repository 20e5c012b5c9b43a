#pragma once

#include <dalembert/expr/graph.h>

#include <optional>

namespace dalembert {

/// Returns what f(a) is exactly where that is simpler: f(−x) of odd and even functions, exact values at numbers and
/// at multiples of π/6 and π/4, inverse pairs; nothing where f(a) stays as it is.
[[nodiscard]] std::optional<Expr> fold(Graph& graph, Function f, Expr a);
[[nodiscard]] std::optional<Expr> fold(Graph& graph, Function f, Expr a, Expr b);

} // namespace dalembert
