#pragma once

#include <dalembert/expr/graph.h>

#include <span>

namespace dalembert {
inline namespace analysis {

/// A function of the rates, sorted by their powers: f = f₂ + f₁ + f₀.
struct RateSplit {
  Expr quadratic;       ///< f₂
  Expr linear;          ///< f₁
  Expr constant;        ///< f₀
  bool is_exact = true; ///< false where f holds other powers of the rates; f₂ is then not all of the rest
};

/// Splits `f` by the powers of `rates`:
///   f₀ = f(v = 0),  f₁ = v·(∂f/∂v at v = 0),  f₂ = ½·v·(∂f/∂v − ∂f/∂v at v = 0)
/// which is f where it is a polynomial of degree 2; whether it is one is decided by the exact zero test. A function
/// that has no value or slope at rest is none. Source: docs/theory/analysis.md (1).
[[nodiscard]] RateSplit split_by_rates(Graph& graph, Expr f, std::span<const Expr> rates);

} // namespace analysis
} // namespace dalembert
