#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/lowering/layout.h>
#include <dalembert/mechanics/study.h>
#include <dalembert/program/tape.h>

#include <cstddef>
#include <vector>

namespace dalembert {

/// The first derivatives of the equations of motion at a state where they hold; matrices are row-major.
///   E = residual of (1),  C = A·v̇ − γ,  ψ the velocity-level rows,  R = K·λ the reactions;  u the inputs
/// full → ∂E/∂q n×n, ∂E/∂v n×n, ∂E/∂u n×r, ∂C/∂q m×n, ∂C/∂v m×n, ∂ψ/∂q m×n, ∂R/∂q ρ×n, ∂R/∂v ρ×n, K ρ×m.
struct VariationProgram {
  Tape tape = Tape({});
  std::vector<std::size_t> inputs; ///< the parameters that are inputs, r of them
};

/// Differentiates `equations` for the linearised motion. Frictions are taken as given forces.
/// @throws ModelError as `lower`
[[nodiscard]] VariationProgram lower_variation(const Study& study, const Equations& equations);

} // namespace dalembert
