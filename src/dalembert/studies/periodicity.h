#pragma once

#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/engine.h>

#include <vector>

namespace dalembert {
inline namespace studies {

/// Brings an angle into (−π, π].
[[nodiscard]] double wrapped(double angle);

/// For each coordinate, whether it is an angle by a full turn of which nothing changes: the equations of motion, the
/// constraints and the reactions are the same at states near `around` and at those turned. A spring that winds up, or a
/// plank that rolls, makes an angle a length.
[[nodiscard]] std::vector<bool> periodic_coordinates(const Engine& engine, const State& around);

} // namespace studies
} // namespace dalembert
