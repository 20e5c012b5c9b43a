#pragma once

#include <dalembert/algebra/factor_list.h>

#include <optional>

namespace dalembert {
inline namespace algebra {

/// Returns the irreducible factors of a polynomial of total degree 2 at most that is not 0; nothing for a higher one.
///
/// With one more variable for what is missing to degree 2, P = zᵀ·Q·z. A product of two linear forms has a Q of rank 2
/// at most, so P is irreducible where the rank is 3 or more. L²/a takes rank 1 off, where L = Σ Qᵢⱼ·zⱼ and a = Qᵢᵢ; so
/// P = L₁²/a + L₂²/b, which has factors over the rationals exactly where −a/b is a square, or P = 2·L₁·L₂/Qᵢⱼ where the
/// diagonal is 0. Cost: the number of variables squared.
[[nodiscard]] std::optional<PolynomialFactors> factors_of_quadratic(const Polynomial& polynomial);

} // namespace algebra
} // namespace dalembert
