#pragma once

#include <dalembert/expr/graph.h>

#include <functional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace expr {

/// The value of one symbol.
struct Assignment {
  Expr symbol;
  double value = 0.0;
  double error = 0.0; ///< how far rounding may have moved it; only `evaluate_rounded` asks
};

/// Evaluates an unknown function: which one, the order of its derivative per argument, the arguments' values.
using UnknownValue =
    std::function<double(UnknownId f, std::span<const std::uint32_t> orders, std::span<const double> arguments)>;

/// Returns the values of `roots` in doubles, each shared node evaluated once. Without `unknown` a function that a table
/// gives has its value there, NaN outside of its range.
/// @throws std::invalid_argument if a root needs a symbol without a value (naming it) or an unknown function while
///         `unknown` is empty
[[nodiscard]] std::vector<double> evaluate(const Graph& graph, std::span<const Expr> roots,
                                           std::span<const Assignment> values, const UnknownValue& unknown = {});
[[nodiscard]] double evaluate(const Graph& graph, Expr root, std::span<const Assignment> values,
                              const UnknownValue& unknown = {});

} // namespace expr
} // namespace dalembert
