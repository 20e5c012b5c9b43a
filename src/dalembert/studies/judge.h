#pragma once

#include <dalembert/claims/judgement.h>
#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/engine.h>

#include <vector>

namespace dalembert {
inline namespace studies {

/// The way the frictions of a system act at a state.
[[nodiscard]] std::vector<FrictionBranch> friction_branches(const System& system, const Evaluation& at);

/// Adds to a judgement what real states say: a counterexample to a false claim, at which the sides differ visibly; to
/// one that exact arithmetic cannot decide either a counterexample, which makes it false, or that it holds at 40 states
/// (in 60 digits where that can be done), which proves nothing. Inequalities are tried at 2000 states. A claim that is
/// false for symbols and true with the numbers of the model becomes `special`, with the numbers that matter as its
/// condition. Source: docs/theory/prove.md, section 5.
void look_at_real_states(Judgement& judgement, const Engine& engine, const Equations& equations,
                         const InitialState& initial, Comparison relation);

} // namespace studies
} // namespace dalembert
