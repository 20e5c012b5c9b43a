#pragma once

#include <dalembert/analysis/steady_choices.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/mechanics/system.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace analysis {

/// Which unknowns the choices are of: positions of coordinates that stay, then rates of those that run.
struct SteadyUnknowns {
  const std::vector<std::size_t>& kept;
  const std::vector<std::size_t>& running;
};

/// The values of the unknowns for one choice of each, where they satisfy the conditions identically: lengths in which
/// these are linear, then angles, then one speed (`speed_root`, `angle_root`). Nothing for other choices.
/// @throws std::domain_error where a condition has no value
[[nodiscard]] std::optional<std::vector<Replacement>> solved_choices(const System& system,
                                                                     const SteadyUnknowns& unknowns,
                                                                     const std::vector<Expr>& conditions,
                                                                     const std::vector<SteadyChoice>& choices);

} // namespace analysis
} // namespace dalembert
