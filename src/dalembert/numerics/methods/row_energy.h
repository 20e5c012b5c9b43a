#pragma once

#include <dalembert/numerics/step/momentum_problem.h>

#include <vector>

namespace dalembert {
inline namespace numerics {

/// Adds ½ Σₖ wₖ φ̇ₖ² of the rows of positions to L: on the rows this changes neither the motion nor λ, and M + AᵀWA is
/// regular where [ M −Aᵀ; A 0 ] is, as for a unit quaternion or a massless coordinate.
///
///   p + Σₖ wₖ φ̇ₖ aₖ,   f + Σₖ wₖ φ̇ₖ ∂φ̇ₖ/∂q
///
/// @pre the motion has `rate_gradients`; weights of rows of rates are 0
[[nodiscard]] MomentumProblem with_row_energy(const MomentumProblem& motion, const std::vector<double>& weights);

} // namespace numerics
} // namespace dalembert
