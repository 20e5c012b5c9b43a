#pragma once

#include <dalembert/analysis/facts.h>
#include <dalembert/analysis/noether.h>
#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/engine.h>

#include <vector>

namespace dalembert {
inline namespace studies {

/// The conservation laws found.
struct ConservationLaws {
  std::vector<MomentumFacts>& momenta;
  EnergyFacts& energy;
  std::vector<Symmetry>& symmetries;
};

/// Checks at real states the conservation laws that exact arithmetic found. A law left undecided there (constraints
/// with too many roots, or with none that can be written) becomes `no` if its rate does not vanish at one of these
/// states. A decided law becomes `undecided` if its rate vanishes at all of them although the answer is `no`, or does
/// not vanish at one of them although the answer is `yes`. Nothing becomes `yes` here. Source: docs/theory/analysis.md,
/// "Momenta".
void settle_by_real_states(const ConservationLaws& laws, const Engine& engine, const InitialState& initial);

} // namespace studies
} // namespace dalembert
