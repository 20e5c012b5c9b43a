#pragma once

#include <dalembert/claims/judgement.h>
#include <dalembert/exact/truth.h>
#include <dalembert/exact/vocabulary.h>

#include <vector>

namespace dalembert {
inline namespace claims {

/// Returns the multiples of which a true claim is the sum:
///   R = Σᵢ fᵢ·Eᵢ + Σₖ gₖ·χₖ + …,   Kᵀ·(f, g) = ∂R/∂(v̇, λ)        docs/theory/prove.md (3)
/// with K = ∂(E, χ)/∂(v̇, λ): one solve, no search. The multiples of constraints at position and velocity level come
/// from R at a state where only that fact fails. A factor without a short name is empty.
[[nodiscard]] std::vector<Multiple> combination(TruthTest& truth, Expr residual, const std::vector<Fact>& used,
                                                const std::vector<NamedFactor>& words);

} // namespace claims
} // namespace dalembert
