#pragma once

#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/engine.h>

#include <span>

namespace dalembert {
inline namespace simulation {

/// Looks at the mass matrix of the state in `inputs`: a kinetic energy that is negative for some rates is a mistake of
/// signs (W0303), and one that leaves accelerations open, which no constraint determines, lets nothing start (W0304).
/// Of a `lagrangian` nothing is expected. Cost: a factorisation of M for up to 200 coordinates, nothing beyond, and
/// nothing for an engine without the equations of motion.
void examine_inertia(const Engine& engine, std::span<const double> inputs, InitialState& out);

} // namespace simulation
} // namespace dalembert
