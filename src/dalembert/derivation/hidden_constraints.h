#pragma once

#include <dalembert/base/diagnostic.h>
#include <dalembert/mechanics/system.h>

#include <vector>

namespace dalembert {
inline namespace derivation {

/// The hidden constraints of a system whose mass matrix is singular where no constraint acts.
struct HiddenConstraints {
  std::vector<Constraint> rows;        ///< complete: with them the accelerations are determined; else empty
  std::vector<Diagnostic> diagnostics; ///< why there are none, where they are known and do not determine the motion
};

/// Finds them as Dirac and Bergmann do, in one step. For each d(q, t) with M d = 0 and A d = 0 identically,
///
///   ψ = d·h = 0,   M v̇ = h + Aᵀλ
///
/// is one of Lagrange's equations and holds no acceleration. Where it holds no rates it is a row of positions. With
/// these rows joined to the constraints, with multipliers μ, the equations d·(M v̇ − …) read ψ + G μ = 0, Gᵢⱼ = dᵢ·aⱼ
/// with aⱼ = ∂ψⱼ/∂q. Where G is regular, μ = 0, so the motion is that of the system, and it is unique. Where G is
/// singular the method would go on (gauge freedoms, coordinates that are multipliers), and where ψ holds rates the
/// equation is of first order: nothing is returned but the reason.
///
/// Nothing for a mass matrix that is regular, with contacts, impacts or frictions, nor where ψ has no second
/// derivatives (functions that jump or have a kink, tables).
/// Cost: a rank at a point of the field; where that is singular, the equations and their null space.
/// Source: docs/theory/constraints.md, "Hidden constraints".
[[nodiscard]] HiddenConstraints hidden_constraints(const System& system);

/// Says of each of them what to write, where they are not joined: beside contacts, frictions and constraints that come
/// and go, whose gaps, slips and residuals are `acting`. What these do not act on can be written as a constraint, whose
/// multiplier is 0; a coordinate without inertia that they act on needs a mass.
[[nodiscard]] std::vector<Diagnostic> unjoined_hidden_constraints(const System& system,
                                                                  const std::vector<Expr>& acting);

} // namespace derivation
} // namespace dalembert
