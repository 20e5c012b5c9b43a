#pragma once

#include <dalembert/mechanics/system.h>

#include <optional>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// A line along which friction acts in an impact: at the contact that is struck, or at one that is pressed by it. Units
/// of the normal impulse P and of the impulses of friction Fⱼ change its slip s, and press at its place.
struct RubbingLine {
  double slip = 0.0;               ///< s⁻
  double coefficient = 0.0;        ///< μ ≥ 0
  double by_normal = 0.0;          ///< ∂s/∂P = ∂c/∂F
  std::vector<double> by_friction; ///< ∂s/∂Fⱼ
  double press = 1.0;              ///< ∂N/∂P; 1 at the contact that is struck
  std::vector<double> press_by;    ///< ∂N/∂Fⱼ; empty: 0
};

/// A contact that is struck with friction.
struct RubbingContact {
  double speed = 0.0;       ///< c⁻ < 0
  double response = 0.0;    ///< ∂c/∂P
  double restitution = 0.0; ///< e; 0 ends the impact where compression ends, whatever the law
  ImpactLaw law = ImpactLaw::newton;
  std::vector<RubbingLine> lines;
};

/// A part of an impact in which the frictions do one thing.
struct RubbingPhase {
  double normal = 0.0;           ///< P of this part, N·s
  std::vector<double> frictions; ///< F of this part, N·s
};

struct RubbingImpulse {
  double normal = 0.0;                ///< P, N·s
  std::vector<double> frictions;      ///< F of each line, N·s
  double normal_work = 0.0;           ///< ∫ c dP, J
  std::vector<double> friction_works; ///< ∫ s dF, J
  std::vector<RubbingPhase> phases;
};

/// Integrates the impact in the normal impulse P (Darboux, Keller):
///
///   dc/dP = ∂c/∂P + Σ ∂c/∂Fⱼ fⱼ,   dsᵢ/dP = ∂sᵢ/∂P + Σ ∂sᵢ/∂Fⱼ fⱼ,   fᵢ = −μᵢ (dNᵢ/dP) sign(sᵢ) while it slides.
///
/// A slip of 0 sticks if |fᵢ| ≤ μᵢ dNᵢ/dP holds it, else it slides to the side to which it accelerates; of several at 0
/// all choices are tried, and those along one line share their impulse by their bounds. Compression ends
/// where c = 0. Restitution ends by Newton's law where c = −e c⁻, by Poisson's where P = (1 + e) P_c, by Stronge's
/// where the work of P in it is e² times that in compression, and by the law of energy where the work of P and F is 0.
/// All is piecewise linear in P. Where the slip is a multiple of the contact speed both are used up together, and
/// friction that sticks then holds the contact: nothing is returned where the law asks for more than its impulse, and
/// where no choice at slips of 0 is possible, or several that differ.
/// Source: docs/theory/impulse.md (8).
[[nodiscard]] std::optional<RubbingImpulse> rubbing_impulse(const RubbingContact& contact);

/// Returns `impulse` as its end determines it, whatever its course: where the contact ends at a speed that the law
/// gives (Newton's, or without restitution), and all slips are one line that friction holds at the end. The frictions
/// have shares by their bounds, and the works are those of the mean speeds. Nothing where the end does not determine
/// it, or the impulses of friction exceed their bounds.
[[nodiscard]] std::optional<RubbingImpulse> held_at_end(const RubbingContact& contact, const RubbingImpulse& impulse);

} // namespace simulation
} // namespace dalembert
