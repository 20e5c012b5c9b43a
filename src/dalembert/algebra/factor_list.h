#pragma once

#include <dalembert/algebra/polynomial.h>

#include <utility>
#include <vector>

namespace dalembert {
inline namespace algebra {

/// number · Π factorᵏ.
struct PolynomialFactors {
  Rational number{1};
  std::vector<std::pair<Polynomial, int>> factors; ///< irreducible over the rationals, with their powers
};

/// Returns the least number that makes all coefficients whole when multiplied by it.
[[nodiscard]] Rational common_denominator(const Polynomial& polynomial);

/// Multiplies a factor that is not 0 into the product: its coefficients become whole and coprime, the first of its
/// terms in lexicographic order positive, and the terms stand in this order; what is taken out goes to the number.
void append_primitive(PolynomialFactors& to, Polynomial factor, int power);

} // namespace algebra
} // namespace dalembert
