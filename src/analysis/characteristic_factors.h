#pragma once

#include <dalembert/analysis/characteristic.h>
#include <dalembert/mechanics/system.h>

#include <vector>

namespace dalembert {

/// Splits p(s), which has even powers only and leading coefficient 1, into factors s² + c with c a number times powers
/// of parameters and of running rates, as symmetric systems have, and what is left. Candidates for c come from the
/// roots at draws of the symbols; every factor is proved. Empty where p has no such factor. Cost: bounded by the
/// degree, at most 10, and 2000 candidates.
[[nodiscard]] std::vector<SPolynomial> factored(const System& system, const SPolynomial& p);

} // namespace dalembert
