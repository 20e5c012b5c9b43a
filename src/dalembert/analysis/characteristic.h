#pragma once

#include <dalembert/derivation/equations.h>

#include <vector>

namespace dalembert {
inline namespace analysis {

/// A polynomial in s: coefficients of s⁰, s¹, …
using SPolynomial = std::vector<Expr>;

/// Returns det(P + s·Q) of two square matrices as a polynomial in s, without leading zeros (proved); empty for 0.
/// Cost: O(2ⁿ·n²); meant for n ≤ 10.
[[nodiscard]] SPolynomial characteristic_polynomial(Graph& graph, const ExprMatrix& constant, const ExprMatrix& linear);

} // namespace analysis
} // namespace dalembert
