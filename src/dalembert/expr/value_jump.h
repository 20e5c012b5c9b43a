#pragma once

#include <dalembert/expr/evaluate.h>

#include <optional>
#include <span>

namespace dalembert {
inline namespace expr {

/// Returns a function below `value` at whose step `value` jumps while `moving` symbols change; nothing if there is
/// none, or none was found. The derivative of `value` has an impulse there, which `differentiate` leaves out: (t −
/// 1)·heaviside(t − 1) is continuous, heaviside(t − 1) jumps by 1. Method: random values of the symbols that are not
/// `known`; the step is bracketed by neighbouring doubles and `value` compared on both sides. Jumps below 1e-7 of the
/// values nearby are not seen, nor those of atan2, which counts revolutions. Cost: some 100 evaluations of each
/// function that jumps.
[[nodiscard]] std::optional<Expr> value_jump(const Graph& graph, Expr value, std::span<const Expr> moving,
                                             std::span<const Assignment> known = {});

} // namespace expr
} // namespace dalembert
