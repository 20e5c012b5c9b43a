#pragma once

#include <dalembert/exact/identity.h>
#include <dalembert/exact/real_sample.h>
#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/studies/real_states.h>

namespace dalembert {
inline namespace studies {

/// What every symbol of the system is at a state.
[[nodiscard]] RealSample::Values values_at(const Engine& engine, const Evaluation& at);

/// The same, where accelerations, multipliers, reactions and frictions have the errors that the linear solve leaves in
/// them, by the largest terms of their equations (where rows repeat one another, by those of all equations: their
/// solution mixes them). What is nothing else is 0: z'' = 1e-16 of a wheel that stays on its plane would be the same at
/// every state.
[[nodiscard]] RealSample::Values rounded_values_at(const Engine& engine, const Equations& equations,
                                                   const Evaluation& at, const RealStates::Matrices& matrices);

} // namespace studies
} // namespace dalembert
