#pragma once

#include <array>
#include <functional>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// The rate of a slip in a plane at rest with the friction that opposes the direction d, |d| = 1; nothing where the
/// equations have no solution with it.
using SlipRate = std::function<std::optional<std::array<double, 2>>(std::array<double, 2> d)>;

/// Returns the directions d in which a slip in a plane may begin, with `rate(d)` = ρ·d, ρ > 0. Where the rate is
/// b − B·d with a definite B there is one if |B⁻¹·b| > 1, and none else. Found to rounding between directions that are
/// 10° apart: two that are closer to each other are missed. Cost: 36 rates, and about 10 for each of those found.
/// Source: docs/theory/impulse.md, below (8a).
[[nodiscard]] std::vector<std::array<double, 2>> start_directions(const SlipRate& rate);

} // namespace simulation
} // namespace dalembert
