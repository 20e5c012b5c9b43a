#pragma once

#include <dalembert/algebra/factor_list.h>

#include <cstddef>

namespace dalembert {
inline namespace algebra {

/// Divides a polynomial by each x − y and x + y of two variables as often as they divide it, and multiplies these
/// factors into `found`; variable `without` is in none of them. Returns what is left.
///
/// cos θ = (cos θ/2 + sin θ/2)·(cos θ/2 − sin θ/2) is what coefficients of equations of motion most often share.
/// P(x = ±y) is looked at with random values modulo a prime before it is divided. Cost: terms × variables².
[[nodiscard]] Polynomial without_binomials(Polynomial polynomial, std::size_t without, PolynomialFactors& found);

} // namespace algebra
} // namespace dalembert
