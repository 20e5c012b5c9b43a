#pragma once

#include <dalembert/base/diagnostic.h>
#include <dalembert/mechanics/system.h>

#include <vector>

namespace dalembert {
inline namespace derivation {

/// The hidden constraints of a system whose mass matrix is singular where no constraint acts.
struct HiddenConstraints {
  std::vector<Constraint> rows; ///< complete: with them the accelerations are determined, but for gauges; else empty
  /// Why there are none, where they are known and do not determine the motion (W0307); and one for each gauge (W0309).
  std::vector<Diagnostic> diagnostics;
};

/// Finds them as Dirac and Bergmann do, in one step. For each d(q, t) with M d = 0 and A d = 0 identically,
///
///   ψ = d·h = 0,   M v̇ = h + Aᵀλ
///
/// is one of Lagrange's equations, or a combination of some, and holds no acceleration. Where it holds no rates it is a
/// row of positions, where it is affine in the rates a row of first order. With these rows joined to the constraints,
/// with multipliers μ, the equations d·(M v̇ − …) read ψ + G μ = 0, Gᵢⱼ = dᵢ·aⱼ with aⱼ = ∂ψⱼ/∂q, or ∂ψⱼ/∂v of a row of
/// first order. Where G is regular, μ = 0, so the motion is that of the system, and it is unique. Where G is singular
/// the method would go on (coordinates that are multipliers, gauges of higher stages): nothing is returned but the
/// reason.
///
/// Where ψ is 0 identically, the equations hold an identity: what moves along d moves as it likes (a gauge freedom, of
/// a primary constraint of the first class). It is reported, and the other rows are as above.
///
/// Nothing for a mass matrix that is regular, with contacts, impacts or frictions, nor where ψ has no second
/// derivatives (functions that jump or have a kink, tables).
/// Cost: a rank at a point of the field; where that is singular, the equations and their null space.
/// Source: docs/theory/constraints.md, "Hidden constraints".
[[nodiscard]] HiddenConstraints hidden_constraints(const System& system);

/// How many gauge freedoms diagnostics speak of (W0309).
[[nodiscard]] int gauge_freedoms(const std::vector<Diagnostic>& found);

/// Says of each of them what to write, where they are not joined: beside contacts, frictions and constraints that come
/// and go, whose gaps, slips and residuals are `acting`. What these do not act on can be written as a constraint, whose
/// multiplier is 0; a coordinate without inertia that they act on needs a mass.
[[nodiscard]] std::vector<Diagnostic> unjoined_hidden_constraints(const System& system,
                                                                  const std::vector<Expr>& acting);

} // namespace derivation
} // namespace dalembert
