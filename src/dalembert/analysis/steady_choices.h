#pragma once

#include <dalembert/expr/graph.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace analysis {

inline constexpr std::size_t most_steady_choices = 1500; ///< combinations that are tried

/// How a coordinate or a speed of a candidate steady motion is chosen: any value, the solution of a condition, or a
/// multiple of a quarter turn.
enum class SteadyChoice { any, solved, zero, quarter, half };

/// The value that a choice gives by itself: 0, π/2 or π.
[[nodiscard]] std::optional<Expr> fixed_value(Graph& graph, SteadyChoice choice);

/// Returns all combinations of choices, those with the fewest fixed values first: for the coordinates (`angular` is
/// true for angles), then for `speeds` running rates. Empty where there are more than `most_steady_choices`.
[[nodiscard]] std::vector<std::vector<SteadyChoice>> steady_choices(const std::vector<bool>& angular,
                                                                    std::size_t speeds);

} // namespace analysis
} // namespace dalembert
