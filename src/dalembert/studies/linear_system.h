#pragma once

#include <dalembert/studies/precise_motion.h>
#include <dalembert/studies/reduced_flow.h>
#include <dalembert/studies/steady_state.h>

#include <optional>

namespace dalembert {
inline namespace studies {

/// Fills in what belongs to the linear motion about a steady state: state space, spectrum, zeros, small oscillations.
/// `precise`: the same motion in sixty digits, where it could be made.
void describe_linear_motion(SteadyState& steady, const Linearisation& at, const std::optional<PreciseMotion>& precise,
                            const Freedoms& freedoms, const Lineariser& lineariser);

} // namespace studies
} // namespace dalembert
