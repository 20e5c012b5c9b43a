#pragma once

#include <dalembert/base/progress.h>
#include <dalembert/lowering/tangent.h>
#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/studies/sensitivity.h>

#include <vector>

namespace dalembert {
inline namespace studies {

/// What the derivatives of the motion of one engine are made from.
struct SensitivityEquations {
  const Engine& engine;       ///< that of the run
  const Equations& start;     ///< of engine.at_start()
  const Equations& equations; ///< of the engine
};

/// Integrates the variational equations along with the motion, by exact derivatives:
///   [ M  −Bᵀ ] [ ∂v̇/∂p ]   [ −E′ − Σ_f σε column_f G′_f ]       ′ along (∂q/∂p, ∂v/∂p, 1)
///   [ A   0  ] [ ∂λ/∂p ] = [ −C′                         ]
/// from the derivative of the consistent initial state, with φ′ = 0 and ψ′ = 0 kept as the constraints themselves are.
/// Where a function of the time or of the state jumps at t*, ẋ = f⁻ before and f⁺ behind,
///   ∂x⁺/∂p = ∂x⁻/∂p + (f⁻ − f⁺)·∂t*/∂p,      ∂t*/∂p = −u′/u̇
/// of the argument u of what jumps. Impacts, and instants at which constraints, contacts and frictions begin or end to
/// act, are passed by `PhaseChanges`. They end where nearby motions go on in another way, and say so. Tolerance and
/// times are those of `result`; their errors steer the steps as those of the motion.
/// Cost: for each step that of the motion, and for each cause about twice the equations and one further right-hand
/// side. Source: docs/theory/sensitivities.md.
/// @throws ModelError as `lower`
[[nodiscard]] Sensitivities follow_sensitivities(const SensitivityEquations& of, const RunResult& result,
                                                 std::vector<SensitivityCause> causes, const StopToken* stop = nullptr);

} // namespace studies
} // namespace dalembert
