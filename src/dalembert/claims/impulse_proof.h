#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/exact/truth.h>
#include <dalembert/mechanics/study.h>

namespace dalembert {
inline namespace claims {

/// True where `residual` holds the impulse of an impact, or that of a reaction.
[[nodiscard]] bool speaks_of_impulses(const Study& study, Expr residual);

/// Decides whether `residual` (in q, the rates after the impact, impulses, p) vanishes at the impact of the initial
/// state, by exact solution of the impulsive equations for random parameters:
///   M·Δv = AᵀΛ + BᵀI,   A·Δv = 0,   c⁺ = −e·c⁻        docs/theory/impulse.md (1)–(3)
/// Undecided where the initial values are not given by their names, do not meet the constraints for symbols, or where
/// several contacts follow another law than Newton's.
[[nodiscard]] Answer holds_at_impact(const Study& study, const Equations& equations, Expr residual);

} // namespace claims
} // namespace dalembert
