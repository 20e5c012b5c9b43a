#pragma once

#include <dalembert/algebra/polynomial.h>

#include <cstddef>

namespace dalembert {
inline namespace algebra {

/// Returns true only where the coefficients a and b of a polynomial a·x + b have no common factor but numbers.
///
/// Proved by images modulo a prime: with random values for all variables but one, a common factor in which that one
/// occurs would divide both images, and keep its degree where the leading coefficient of a or b does not vanish. False
/// says nothing. Cost: terms × variables. Precondition: linear in variable `x`.
[[nodiscard]] bool has_coprime_coefficients(const Polynomial& polynomial, std::size_t x);

} // namespace algebra
} // namespace dalembert
