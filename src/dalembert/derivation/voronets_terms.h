#pragma once

#include <dalembert/derivation/form_sweeps.h>
#include <dalembert/derivation/speed_frame.h>

#include <vector>

namespace dalembert {
inline namespace derivation {

/// The parts of Voronets' equations on independent rates, all in terms of t, q, u = the independent rates, u̇:
///   d/dt ∂L*/∂uᵣ − Dᵣ L* + Dᵣ-projected dissipation = Qᵣ* + Eᵣ
///   L*(q, u, t) = L at v = X·u + y,   Dᵣ = Σᵢ Xᵢᵣ ∂/∂qᵢ,   Eᵣ = Σ pᵢ·(dXᵢᵣ/dt − Dᵣ vᵢ)  at fixed u
/// Source: docs/theory/forms.md (5a), (5b).
struct VoronetsTerms {
  Expr lagrangian;               ///< L*
  std::vector<Expr> motion;      ///< the left-hand side, which is all that inserting into L gives
  std::vector<Expr> corrections; ///< E
  std::vector<Expr> forces;      ///< Q* with friction
};

/// Forms the terms. Precondition: the kinematics of `form` are those of `frame`.
[[nodiscard]] VoronetsTerms voronets_terms(const Equations& equations, const SpeedFrame& frame, const MotionForm& form);

} // namespace derivation
} // namespace dalembert
