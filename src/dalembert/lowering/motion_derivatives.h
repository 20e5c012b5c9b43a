#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/mechanics/study.h>
#include <dalembert/program/tape.h>

namespace dalembert {
inline namespace lowering {

/// Lowers the derivatives of the equations of motion by the state, where v̇, λ and F stay what they are; matrices are
/// row-major.
///   E = residual of (1),  C = A·v̇ − γ,  Gf = μ·N of each friction, so that F = ∓G
/// motion inputs → ∂E/∂q n×n, ∂E/∂v n×n, ∂C/∂q m×n, ∂C/∂v m×n, then for each friction ∂G/∂q n, ∂G/∂v n, and of
/// μ·slip of each friction in `slip_planes` the same.
/// Cost: 2n sweeps over the equations: it is for runs that need it.
/// @throws ModelError as `lower`
[[nodiscard]] Tape lower_motion_derivatives(const Study& study, const Equations& equations);

} // namespace lowering
} // namespace dalembert
