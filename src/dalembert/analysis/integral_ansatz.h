#pragma once

#include <dalembert/analysis/closure.h>

#include <vector>

namespace dalembert {
inline namespace analysis {

/// Rows ω over variables (coordinates and the time), and what their integrals may be made of.
struct IntegralProblem {
  std::vector<Field> rows;
  std::vector<Expr> variables;
  std::vector<Expr> parameters;
  std::vector<Expr> names; ///< functions of the variables that the user has given a name to
};

/// Finds integrals among polynomials in the variables and in the functions and roots that the rows hold, and in the
/// first degree also the named functions:  F = Σ cₖ·gₖ(x) with dF(X) = 0 for every X that the rows leave open. No
/// factor is sought: the cₖ are the null space of dgₖ(X) at exact random points, and functions of the parameters alone.
/// `degree` is 1, 2 or 3; nothing is sought where that makes too many functions. What is found may depend on one
/// another. Source: docs/theory/constraints.md (6).
[[nodiscard]] std::vector<Expr> polynomial_integrals(Graph& graph, const IntegralProblem& problem, int degree);

} // namespace analysis
} // namespace dalembert
