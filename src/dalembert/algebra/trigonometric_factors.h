#pragma once

#include <dalembert/algebra/laurent.h>

#include <optional>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace algebra {

/// number · monomial · Π factorᵏ.
struct TrigonometricFactors {
  Rational number{1};
  PowerProduct monomial;
  std::vector<std::pair<Laurent, int>> factors; ///< of two terms or more, with their powers
};

/// Factors a polynomial in atoms, sines and cosines; nothing where it is beyond 40 terms or total degree 12 in the ring
/// below, where no factors are found, or where it is no product of two and more.
///
/// Polynomials in s = sin θ, c = cos θ with s² + c² = 1 have no unique factors. Homogeneous ones have, and where every
/// term has the same parity in θ the lower ones become homogeneous by (s² + c²)^j; else the half angle serves,
///   sin θ = 2στ,   cos θ = τ² − σ²,   1 = τ² + σ²,
/// and factors that are odd in it are multiplied together.
[[nodiscard]] std::optional<TrigonometricFactors> factored(HarmonicTable& harmonics, const Laurent& polynomial);

} // namespace algebra
} // namespace dalembert
