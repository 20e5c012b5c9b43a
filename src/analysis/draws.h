#pragma once

#include <cstddef>
#include <cstdint>

/// How many random points the exact tests draw. Half of all points lack the square root of a given expression.
namespace dalembert::draws {

inline constexpr std::uint64_t most_tries = 400; ///< for the states of a claim: three signs want 192
inline constexpr unsigned most_branches = 64;    ///< of admissible states, told apart by signs of roots
inline constexpr std::size_t most_signs = 3;     ///< |x|, sign(x) of which both cases are seen
inline constexpr std::uint64_t most_points = 64; ///< for one point where everything asked for has a value
inline constexpr std::size_t spare_points = 6;   ///< beyond the unknowns of a linear system
inline constexpr std::uint64_t tries_per_point = 8;
inline constexpr std::uint64_t most_failures = 64; ///< divisions by 0 and the like where roots are chosen to exist

} // namespace dalembert::draws
