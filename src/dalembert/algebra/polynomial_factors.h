#pragma once

#include <dalembert/algebra/factor_list.h>

#include <optional>

namespace dalembert {
inline namespace algebra {

/// Returns the irreducible factors of a polynomial that is not 0. Exponential in the worst case: the caller bounds
/// terms and degree. Nothing where none are found: exponents of a product may pass a machine word.
/// @throws MissingLibrary where it takes FLINT and the machine does not have it
[[nodiscard]] std::optional<PolynomialFactors> factors(const Polynomial& polynomial);

} // namespace algebra
} // namespace dalembert
