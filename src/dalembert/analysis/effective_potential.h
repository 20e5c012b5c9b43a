#pragma once

#include <dalembert/analysis/facts.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace analysis {

/// Routh's effective potential: what the coordinates that are left feel when conserved momenta are given.
///   V_eff(q, p_c) = h at v_k = 0 and v_c = M_cc⁻¹·(p_c − a_c)                docs/theory/analysis.md (15)
/// Relative equilibria are where ∂V_eff/∂q_k = 0.
struct EffectivePotential {
  std::vector<std::size_t> cyclic; ///< coordinates with a conserved momentum and no constraint
  std::vector<Expr> momenta;       ///< symbols `p.q` that stand for their values
  Expr value;
};

/// Forms the effective potential where some but not all coordinates are cyclic with conserved momenta, and the time
/// does not appear; nothing elsewhere, nor where a velocity constraint acts: rest of v_k is no equilibrium then.
[[nodiscard]] std::optional<EffectivePotential>
effective_potential(const Equations& equations, const std::vector<MomentumFacts>& momenta, const TimeDependence& time);

} // namespace analysis
} // namespace dalembert
