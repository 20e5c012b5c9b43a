#pragma once

#include <dalembert/algebra/exponential_polynomial.h>

#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace algebra {

/// A square system of linear equations, row by row: coefficients, then the right-hand side.
using LinearRows = std::vector<std::vector<ExponentialPolynomial>>;

/// unknown = numerator / denominator, one denominator for all.
struct LinearQuotients {
  std::vector<ExponentialPolynomial> numerators;
  ExponentialPolynomial denominator; ///< 0 where the matrix is singular; the numerators are then meaningless
};

/// Solves a system without fractions (Bareiss's elimination in the manner of Jordan): every division is exact, pivots
/// are the entries of fewest terms. Source: docs/theory/plain_form.md [@Bareiss1968].
/// @throws BudgetSpent beyond a bounded amount of work
[[nodiscard]] LinearQuotients solve_without_fractions(LinearRows rows);

} // namespace algebra
} // namespace dalembert
