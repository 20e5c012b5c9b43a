#pragma once

#include <cstddef>
#include <vector>

namespace dalembert::inline analysis {

inline constexpr std::size_t most_steady_ways = 1500; ///< combinations that are tried

/// How a coordinate or a speed of a candidate steady motion is chosen: any value, the solution of a condition, or a
/// multiple of a quarter turn.
enum class Way { any, solved, zero, quarter, half };

/// Returns all combinations of ways, those with the fewest fixed values first: for coordinates, of which `angular` says
/// which are angles, and then for `speeds` running rates. Empty where there are more than `most_steady_ways`.
[[nodiscard]] std::vector<std::vector<Way>> steady_ways(const std::vector<bool>& angular, std::size_t speeds);

} // namespace dalembert::inline analysis
