#pragma once

#include <dalembert/simulation/engine.h>
#include <dalembert/simulation/result.h>

#include <vector>

namespace dalembert::inline studies {

/// Brings an angle into (−π, π].
[[nodiscard]] double wrapped(double angle);

/// For each coordinate, whether it is an angle by a full turn of which nothing changes: the equations of motion, the
/// constraints and the reactions are the same at states near `around` and at those turned. A spring that winds up, or a
/// plank that rolls, makes an angle a length.
[[nodiscard]] std::vector<bool> periodic_coordinates(const Engine& engine, const State& around);

} // namespace dalembert::inline studies
