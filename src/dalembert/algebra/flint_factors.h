#pragma once

#include <dalembert/algebra/factor_list.h>

#include <cstddef>
#include <optional>

namespace dalembert {
inline namespace algebra {

/// Returns the irreducible factors of any polynomial that is not 0, as FLINT finds them. Nothing where it finds none.
/// @throws MissingLibrary where the machine does not have FLINT
[[nodiscard]] std::optional<PolynomialFactors> flint_factors(const Polynomial& polynomial);

/// P times its common denominator as content · rest: the content is the greatest common divisor of the coefficients of
/// the powers of one variable. Both have whole coefficients.
struct ContentAndRest {
  Polynomial content;
  Polynomial rest;
};

/// Returns both by FLINT; nothing where it finds none. @throws MissingLibrary where the machine does not have FLINT
[[nodiscard]] std::optional<ContentAndRest> content_and_rest(const Polynomial& polynomial, std::size_t x);

} // namespace algebra
} // namespace dalembert
