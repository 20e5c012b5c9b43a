#pragma once

#include <dalembert/mechanics/system.h>

#include <optional>
#include <vector>

namespace dalembert::inline simulation {

/// One contact with friction along one line, in an impact. In the contact speed c and the slip s a unit of the normal
/// impulse P makes the changes g_nn and g_nt, a unit of the impulse of friction F makes g_nt and g_tt.
struct RubbingContact {
  double speed = 0.0; ///< c⁻ < 0
  double slip = 0.0;  ///< s⁻
  double g_nn = 0.0;
  double g_nt = 0.0;
  double g_tt = 0.0;
  double coefficient = 0.0; ///< μ ≥ 0
  double restitution = 0.0; ///< e; 0 ends the impact where compression ends, whatever the law
  ImpactLaw law = ImpactLaw::newton;
};

/// A part of an impact in which the friction does one thing.
struct RubbingPhase {
  double normal = 0.0;   ///< P of this part, N·s
  double friction = 0.0; ///< F of this part, N·s
};

struct RubbingImpulse {
  double normal = 0.0;        ///< P, N·s
  double friction = 0.0;      ///< F, N·s
  double normal_work = 0.0;   ///< ∫ c dP, J
  double friction_work = 0.0; ///< ∫ s dF, J
  std::vector<RubbingPhase> phases;
};

/// Integrates the impact in the normal impulse P (Darboux, Keller):
///
///   dc/dP = g_nn + g_nt f,   ds/dP = g_nt + g_tt f,   f = dF/dP = −μ sign(s) while it slides,
///
/// and at s = 0 it sticks, f = −g_nt/g_tt, if |g_nt| ≤ μ g_tt, else it slides to the side of g_nt. Compression ends
/// where c = 0. Restitution ends by Newton's law where c = −e c⁻, by Poisson's where P = (1 + e) P_c, by Stronge's
/// where the work of P in it is e² times that in compression, and by the law of energy where the work of P and F is 0.
/// All is piecewise linear in P. Where the slip is a multiple of the contact speed both are used up together, and
/// friction that sticks then holds the contact: nothing is returned where the law asks for more than its impulse.
/// Source: docs/theory/impulse.md (8).
[[nodiscard]] std::optional<RubbingImpulse> rubbing_impulse(const RubbingContact& contact);

} // namespace dalembert::inline simulation
