#pragma once

#include <dalembert/derivation/equations.h>

#include <vector>

namespace dalembert {
inline namespace analysis {

/// Tells for each reaction R = K·λ whether repeated constraints leave it open: Aᵀμ = 0 has a solution with K·μ ≠ 0, so
/// that λ + μ is as good as λ. Decided at an exact random point; repetitions on the constraints alone are not seen
/// here. Source: docs/theory/constraints.md.
[[nodiscard]] std::vector<bool> open_reactions(const Equations& equations);

} // namespace analysis
} // namespace dalembert
