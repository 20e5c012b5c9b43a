#pragma once

#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/engine.h>

#include <span>

namespace dalembert {
inline namespace simulation {

/// Looks whether forces, inertia and constraints have values at the state in `inputs`: a motion cannot start where a
/// force divides by 0 (W0306, with the expression that does). Nothing for an engine
/// without the equations of motion, and beyond 200 coordinates.
void examine_values(const Engine& engine, std::span<const double> inputs, InitialState& out);

} // namespace simulation
} // namespace dalembert
