#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/lowering/layout.h>
#include <dalembert/mechanics/study.h>
#include <dalembert/program/tape.h>

#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace lowering {

/// The first derivatives of the equations of motion at a state where they hold; matrices are row-major.
///   E = residual of (1),  C = A·v̇ − γ,  ψ the velocity-level rows,  R = K·λ the reactions;  u the inputs
/// full → ∂E/∂q n×n, ∂E/∂v n×n, ∂E/∂u n×r, ∂C/∂q m×n, ∂C/∂v m×n, ∂ψ/∂q m×n, ∂R/∂q ρ×n, ∂R/∂v ρ×n, K ρ×m.
struct VariationProgram {
  Tape tape = Tape({});
  std::vector<std::size_t> inputs; ///< the parameters that are inputs, r of them
  std::vector<Expr> motion;        ///< ∂E/∂q, ∂E/∂v, ∂C/∂q, ∂C/∂v, ∂ψ/∂q of the outputs
};

/// Differentiates `equations` for the linearised motion. Frictions are taken as given forces.
/// @throws ModelError as `lower`
[[nodiscard]] VariationProgram lower_variation(const Study& study, const Equations& equations);

/// What the motion near a state is made of, as expressions in t, q, v, p; the derivatives in v̇, λ and friction symbols
/// as well. Matrices are row-major.
struct MotionExpressions {
  std::vector<Expr> values;      ///< M n×n, h n, A m×n, γ m, ψ m, then φ of the holonomic rows
  std::vector<Expr> derivatives; ///< ∂E/∂q n×n, ∂E/∂v n×n, ∂C/∂q m×n, ∂C/∂v m×n, ∂ψ/∂q m×n
  std::vector<std::size_t> holonomic; ///< the rows that φ belongs to
};
[[nodiscard]] MotionExpressions motion_expressions(const Study& study, const Equations& equations,
                                                   const VariationProgram& variation);

} // namespace lowering
} // namespace dalembert
