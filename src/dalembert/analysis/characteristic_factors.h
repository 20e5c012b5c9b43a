#pragma once

#include <dalembert/analysis/characteristic.h>
#include <dalembert/mechanics/system.h>

#include <vector>

namespace dalembert {
inline namespace analysis {

/// Splits p(s), leading coefficient 1. With even powers only: into factors s² + c with c a number times powers of
/// parameters and of running rates, as symmetric systems have, and what is left; candidates for c come from the roots
/// at draws of the symbols or are `likely_squares` s² = −c, and every factor is proved. With odd powers: into the part
/// with even powers only, the greatest common divisor of the even and the odd part, as of a mode that no damper meets,
/// and what is left. A part with even powers only that has multiple roots is split into factors without, each as often
/// as it divides p. Empty where p has no such factor. Cost: bounded by the degree, at most 10, and 2000 candidates.
[[nodiscard]] std::vector<SPolynomial> factored(const System& system, const SPolynomial& p,
                                                const std::vector<Expr>& likely_squares = {});

} // namespace analysis
} // namespace dalembert
