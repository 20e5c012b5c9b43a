#pragma once

#include <cstddef>
#include <cstdint>

/// How many random points the exact tests draw. Half of all points lack the square root of a given expression.
namespace dalembert {
inline namespace exact {
namespace draws {

inline constexpr std::uint64_t most_tries = 400; ///< for the states of a claim
inline constexpr std::uint64_t most_kept = 6400; ///< where every combination of signs is waited for
inline constexpr unsigned most_branches = 64;    ///< of admissible states, told apart by signs of roots
inline constexpr std::size_t most_signs = 4;     ///< roots and signs of which every combination is waited for
inline constexpr std::size_t most_turned = 5;    ///< roots and signs of which the other branch is taken as well
inline constexpr std::size_t states_per_combination = 24; ///< of signs: one is missed with probability e⁻²⁴
inline constexpr std::uint64_t most_points = 64;          ///< for one point where everything asked for has a value
inline constexpr std::size_t spare_points = 6;            ///< beyond the unknowns of a linear system, or to its rank
inline constexpr std::size_t idle_points = 2;             ///< that add nothing to rational rows: there are no others
inline constexpr std::uint64_t tries_per_point = 8;
inline constexpr std::uint64_t most_failures = 64; ///< divisions by 0 and the like where roots are chosen to exist

} // namespace draws
} // namespace exact
} // namespace dalembert
