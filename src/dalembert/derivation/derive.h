#pragma once

#include <dalembert/derivation/equations.h>

#include <memory>

namespace dalembert {
inline namespace derivation {

/// Forms Lagrange's equations with multipliers for `system`, without solving for accelerations.
///
///   M(q,t)·v̇ = h(q,v,t) + A(q,t)ᵀ·λ      n rows
///   A(q,t)·v̇ = γ(q,v,t)                   m rows,  u = v = q̇
///
/// The second set stacks each holonomic constraint differentiated twice and each velocity constraint differentiated
/// once, in declaration order. Reactions are solved for in terms of λ, equation (4).
/// Shapes: M n×n symmetric; h n; A m×n; γ, λ m.
/// Units:  row i of the first set is J/[qᵢ]; λⱼ is J/[φⱼ], or J/(s·[row]) for a velocity row.
/// Sign:   +Aᵀλ is the force of the constraints on the system; for φ = ℓ − L, λ < 0 means tension.
/// Cost:   O(size of L) for h, O(n · size of ∂L/∂v) for M; expressions are shared, never expanded.
/// Source: docs/theory/lagrange.md (1)–(4).
/// @throws ModelError if a declared reaction cannot be made by its constraints, naming it and its line
[[nodiscard]] Equations derive(std::shared_ptr<const System> system);

} // namespace derivation
} // namespace dalembert
