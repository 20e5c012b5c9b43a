#pragma once

#include <dalembert/simulation/impact/darboux_keller.h>

#include <optional>

namespace dalembert {
inline namespace simulation {

/// Integrates an impact whose contact slips in a plane, along two lines: s = (s₁, s₂), F = (F₁, F₂).
///
///   dc/dP = ∂c/∂P + ∂c/∂F·f,   ds/dP = ∂s/∂P + ∂s/∂F f,   fᵢ = −μᵢ² sᵢ/√(μ₁² s₁² + μ₂² s₂²)
///
/// With one coefficient f is opposed to the slip and has the size μ; with two it is what dissipates most within the
/// ellipse (f₁/μ₁)² + (f₂/μ₂)² ≤ 1. The direction of the slip turns. A slip of 0 sticks if the ellipse holds the f that
/// this takes; else it slides, along the one straight line on which f keeps its direction. Ends are those of
/// `rubbing_impulse`. While it slides the equations are integrated to rounding in dτ = dP/|s|, by which the direction
/// and ln |s| have equations without a singularity; the slip is used up where it is a rounding of itself.
/// Nothing is returned where the slips depend on one another, where the slip is a multiple of the contact speed and
/// the law asks for more than holding it, and where the impact does not end.
/// Source: docs/theory/impulse.md (8a).
/// @pre the contact has two lines, both its own: press = 1, and μ > 0
[[nodiscard]] std::optional<RubbingImpulse> planar_rubbing_impulse(const RubbingContact& contact);

} // namespace simulation
} // namespace dalembert
