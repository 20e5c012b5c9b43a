#pragma once

#include <dalembert/program/tape.h>
#include <dalembert/program/value_graph.h>

#include <span>

namespace dalembert {
inline namespace program {

/// Puts the values that `outputs` need into an order, the deeper operand first, so that few are alive at a time.
[[nodiscard]] Tape schedule(const ValueGraph& values, std::span<const Expr> inputs, std::span<const Value> outputs);
/// The same, but values from `as_made` on are computed in the order in which
/// they were made.
[[nodiscard]] Tape schedule(const ValueGraph& values, std::span<const Expr> inputs, std::span<const Value> outputs,
                            Value as_made);

} // namespace program
} // namespace dalembert
