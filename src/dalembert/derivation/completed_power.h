#pragma once

#include <dalembert/expr/graph.h>

#include <optional>

namespace dalembert {
inline namespace derivation {

/// e = factor·baseᵏ + lower powers of base, none of the order k − 1.
struct CompletedPower {
  int k = 0;
  Rational factor;
  Expr base; ///< x + shift
  Expr rest; ///< e where base = 0: of k = 2 all that is left
};

/// Completes the square, or a higher power, of `x` in a polynomial of degree 2 to 6 in x whose leading coefficient is a
/// number; `x` may be any node below e, as sin(th). Nothing where e is no such polynomial.
[[nodiscard]] std::optional<CompletedPower> completed_power(Graph& graph, Expr e, Expr x);

} // namespace derivation
} // namespace dalembert
