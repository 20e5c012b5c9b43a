#pragma once

#include <dalembert/analysis/facts.h>
#include <dalembert/analysis/noether.h>
#include <dalembert/simulation/engine.h>
#include <dalembert/simulation/result.h>

#include <vector>

namespace dalembert::inline studies {

/// What is said of conservation.
struct ConservationLaws {
  std::vector<MomentumFacts>& momenta;
  EnergyFacts& energy;
  std::vector<Symmetry>& symmetries;
};

/// Looks at real states for what exact arithmetic said of conservation laws. Left undecided there (constraints that
/// have too many roots, or none that can be written): a rate that does not vanish at one of them makes it `no`.
/// Decided: a rate that vanishes at all of them though it is `no`, or at one does not though it is `yes`,
/// makes it `undecided`. Nothing becomes `yes` here. Source: docs/theory/analysis.md, "Momenta".
void settle_by_real_states(const ConservationLaws& laws, const Engine& engine, const InitialState& initial);

} // namespace dalembert::inline studies
