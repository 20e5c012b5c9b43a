#pragma once

#include <dalembert/mechanics/system.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace analysis {

/// A system with fewer coordinates, and what its coordinates are called in the whole one.
struct ShorterSystem {
  std::shared_ptr<const System> system;
  std::vector<std::size_t> coordinates; ///< indices in the system it was made from
};

/// Puts every holonomic row φ = 0 that is linear in a coordinate, with a factor free of coordinates and time, into T,
/// V, D, forces and the other rows: q_j = e(q, t), q̇_j = ė. Holonomic rows may be put in before differentiating.
///
/// Reactions, impacts and names are left out: the result is for statements about the motion. Returns the system itself
/// where it has no holonomic row, nothing where a row cannot be solved so, or where friction needs the multipliers.
[[nodiscard]] std::optional<ShorterSystem> without_holonomic_rows(const std::shared_ptr<const System>& system);

} // namespace analysis
} // namespace dalembert
