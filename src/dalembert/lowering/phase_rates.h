#pragma once

#include <dalembert/mechanics/system.h>

#include <span>
#include <vector>

namespace dalembert {
inline namespace lowering {

/// Returns the rates by which the arguments of the sines, cosines and tangents below the roots change along a motion,
/// in radians a second: u̇ of each argument u, by t, q and v, without accelerations. They bound how often what the roots
/// are made of oscillates within a step. Each is there once.
[[nodiscard]] std::vector<Expr> phase_rates(const System& system, std::span<const Expr> roots);

} // namespace lowering
} // namespace dalembert
