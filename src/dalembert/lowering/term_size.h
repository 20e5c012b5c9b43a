#pragma once

#include <dalembert/expr/graph.h>

namespace dalembert {
inline namespace lowering {

/// Returns how large the terms of `e` are that may cancel in it: Σ |cᵢ|·|xᵢ| for a sum Σ cᵢ·xᵢ, through sums inside
/// sums, through factors of products to first order, and through functions no steeper than their argument (sine,
/// arc tangent); |e| for anything else. It is the measure of the round-off in what is meant to vanish.
[[nodiscard]] Expr term_size(Graph& graph, Expr e);

} // namespace lowering
} // namespace dalembert
