#pragma once

#include <dalembert/algebra/polynomial.h>

#include <optional>
#include <utility>
#include <vector>

namespace dalembert::inline algebra {

/// number · Π factorᵏ.
struct PolynomialFactors {
  Rational number{1};
  std::vector<std::pair<Polynomial, int>> factors; ///< irreducible over the rationals, with their powers
};

/// Returns the irreducible factors of a polynomial that is not 0. Exponential in the worst case: the caller bounds
/// terms and degree. Nothing where none are found: exponents of a product may pass a machine word.
[[nodiscard]] std::optional<PolynomialFactors> factors(const Polynomial& polynomial);

} // namespace dalembert::inline algebra
