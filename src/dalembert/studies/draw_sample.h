#pragma once

#include <dalembert/exact/identity.h>
#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/engine.h>

#include <vector>

namespace dalembert {
inline namespace studies {

/// Draws real admissible states of a system with its own numbers: the initial one, some near it, and some far away with
/// coordinates and rates of both signs. Those that the model's ranges and assumptions exclude are left out. Counted
/// work: at most 160 attempts.
[[nodiscard]] RealSample draw_sample(const Engine& engine, const Equations& equations, const InitialState& initial);

/// True where ranges of coordinates and assumptions of the model admit the state.
[[nodiscard]] bool is_admitted(const System& system, const RealSample::Values& values);

} // namespace studies
} // namespace dalembert
