#pragma once

#include <dalembert/analysis/facts.h>
#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/engine.h>

#include <optional>

namespace dalembert {
inline namespace studies {

/// What the centrifugal force does to the weight of a particle at one state, in the metric of M⁻¹.
struct CentrifugalEffect {
  double reduction = 0.0;  ///< share of the weight that it takes away; negative where it adds
  double deflection = 0.0; ///< angle by which it turns it, rad
};

/// Compares ∂T₀/∂q with the weight at a state, where there is a weight (`weight_potential`) and the frame turns (there
/// is a Coriolis force); nothing elsewhere, nor where either vanishes or has no number. Source: docs/theory/analysis.md
/// (4).
[[nodiscard]] std::optional<CentrifugalEffect> centrifugal_effect(const Engine& engine, const Equations& equations,
                                                                  const FictitiousForces& forces, const State& state);

} // namespace studies
} // namespace dalembert
