#pragma once

#include <dalembert/studies/reduced_flow.h>

#include <vector>

namespace dalembert {
inline namespace studies {

/// Two equilibria; `is_periodic` marks the coordinates whose full turns change nothing.
struct FamilyEnds {
  const State& from;
  const State& to;
  const std::vector<bool>& is_periodic;
};

/// True where `to` is reached from `from` along a family of equilibria: by short steps in the direction of it, each put
/// back onto the family by Newton's method. Cost: at most 40 of these, and 12 that lead no nearer.
[[nodiscard]] bool is_reached_along_family(Lineariser& lineariser, const Freedoms& freedoms, const FamilyEnds& ends);

} // namespace studies
} // namespace dalembert
