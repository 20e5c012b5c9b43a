#pragma once

#include <dalembert/analysis/characteristic.h>

namespace dalembert {
inline namespace analysis {

/// p(s²) of p(x).
[[nodiscard]] SPolynomial in_powers_of_s(const Graph& graph, const SPolynomial& in_squares);

/// The coefficients of the even powers: p(x) of p(s²).
[[nodiscard]] SPolynomial in_squares_of_s(const SPolynomial& p);

/// Without leading coefficients that are 0, and divided by the leading one; empty for 0.
[[nodiscard]] SPolynomial monic(Graph& graph, SPolynomial p);

[[nodiscard]] SPolynomial product(Graph& graph, const SPolynomial& a, const SPolynomial& b);

[[nodiscard]] SPolynomial derivative(Graph& graph, const SPolynomial& p);

/// True where all coefficients are equal.
[[nodiscard]] bool are_equal(const Graph& graph, const SPolynomial& a, const SPolynomial& b);

struct SDivision {
  SPolynomial quotient;
  SPolynomial rest; ///< as many coefficients as the degree of the divisor at most, some of which may be 0
};
/// Divides by a polynomial with leading coefficient 1.
[[nodiscard]] SDivision divided(Graph& graph, SPolynomial p, const SPolynomial& by);

/// The greatest common divisor, by Euclid's algorithm, leading coefficient 1; empty where both are 0.
/// @throws std::domain_error where a leading coefficient is 0 and no zero test shows it
[[nodiscard]] SPolynomial common_divisor(Graph& graph, SPolynomial a, SPolynomial b);

} // namespace analysis
} // namespace dalembert
