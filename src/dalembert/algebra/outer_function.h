#pragma once

#include <dalembert/expr/graph.h>

#include <optional>
#include <string>

namespace dalembert {
inline namespace algebra {

/// An expression that is ±f(argument) as a whole, f a square root, asin, acos or atan: what solutions of a condition
/// look like.
struct OuterFunction {
  bool is_negative = false;
  std::string name; ///< `sqrt`, `asin`, `acos`, `atan`
  Expr argument;
};

/// Returns the outer function of `e`: −asin u is asin(−u), (2/5)·√5·√u is √(4/5·u). Nothing for other expressions.
[[nodiscard]] std::optional<OuterFunction> outer_function(Graph& graph, Expr e);

} // namespace algebra
} // namespace dalembert
