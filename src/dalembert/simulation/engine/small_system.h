#pragma once

#include <vector>

namespace dalembert {
inline namespace simulation {

/// Solves the n×n system (row-major) for the right-hand side in `x`, by elimination with pivots; false where it is
/// singular.
[[nodiscard]] bool solve_small(std::vector<double> matrix, std::vector<double>& x);

} // namespace simulation
} // namespace dalembert
