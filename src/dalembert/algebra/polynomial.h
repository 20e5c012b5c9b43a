#pragma once

#include <dalembert/base/rational.h>

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace dalembert::inline algebra {

/// A polynomial in numbered variables with whole exponents ≥ 0; no monomial stands twice, no coefficient is 0.
struct Polynomial {
  using Exponents = std::vector<unsigned long>; ///< one per variable
  struct Term {
    Exponents exponents;
    Rational coefficient;
  };
  std::size_t variables = 0;
  std::vector<Term> terms;
};

/// number · Π factorᵏ.
struct PolynomialFactors {
  Rational number{1};
  std::vector<std::pair<Polynomial, int>> factors; ///< irreducible over the rationals, with their powers
};

/// Returns the irreducible factors of a polynomial that is not 0. Exponential in the worst case: the caller bounds
/// terms and degree. Nothing where none are found: exponents of a product may pass a machine word.
[[nodiscard]] std::optional<PolynomialFactors> factors(const Polynomial& polynomial);

} // namespace dalembert::inline algebra
