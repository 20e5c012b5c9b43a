#pragma once

#include <dalembert/derivation/motion_form.h>

#include <string>

namespace dalembert {
inline namespace derivation {

// One function for each form, one file for each function; the rows of the table point here. All throw ModelError E0610
// where the form does not apply. Units: those of Lagrange's equations times those of the directions X.

/// Maggi's equations: Xᵀ·(d/dt ∂L/∂v − ∂L/∂q + ∂D/∂v − Q) = 0 on independent speeds. Source: docs/theory/forms.md (4).
[[nodiscard]] MotionForm derive_eliminated(const Equations& equations, const IndependentCoordinates& independent);

/// Voronets' equations on independent rates, the correction terms apart. Source: docs/theory/forms.md (5a).
[[nodiscard]] MotionForm derive_voronets(const Equations& equations, const IndependentCoordinates& independent);

/// The Boltzmann–Hamel equations in the declared quasi-velocities. Source: docs/theory/forms.md (6b).
[[nodiscard]] MotionForm derive_hamel(const Equations& equations, const IndependentCoordinates& independent);

/// Hamilton's equations, with multipliers where constrained. Source: docs/theory/forms.md (7).
[[nodiscard]] MotionForm derive_hamilton(const Equations& equations, const IndependentCoordinates& independent);

/// Routh's equations, the cyclic coordinates removed. Source: docs/theory/forms.md (8).
[[nodiscard]] MotionForm derive_routh(const Equations& equations, const IndependentCoordinates& independent);

/// What comes of inserting the constraints into L before differentiating, beside the right equations. Its dynamics are
/// the right ones. Source: docs/theory/forms.md (5b).
[[nodiscard]] MotionForm derive_naive(const Equations& equations, const IndependentCoordinates& independent);

} // namespace derivation
} // namespace dalembert
