#pragma once

#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace exact {

/// The signs of a slip and of its normal force: one branch of Coulomb's law, F = −μ·slip·normal·N.
struct FrictionBranch {
  int slip = 1;
  int normal = 1;
};

/// The number of branches of all frictions together: four for each.
[[nodiscard]] std::size_t friction_branch_count(std::size_t frictions);

/// Branch `index` of all frictions together. Precondition: index < friction_branch_count(frictions)
[[nodiscard]] std::vector<FrictionBranch> friction_branch(std::size_t frictions, std::size_t index);

} // namespace exact
} // namespace dalembert
