#pragma once

#include <dalembert/expr/graph.h>

namespace dalembert::inline lowering {

/// Returns how large the terms of `e` are that may cancel in it: Σ |cᵢ|·|xᵢ| for a sum Σ cᵢ·xᵢ, through sums inside
/// sums, and |e| for what is no sum. It is the measure of the round-off in a sum that is meant to vanish.
[[nodiscard]] Expr term_size(Graph& graph, Expr e);

} // namespace dalembert::inline lowering
