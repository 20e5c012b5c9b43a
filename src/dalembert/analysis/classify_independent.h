#pragma once

#include <dalembert/analysis/classification.h>
#include <dalembert/derivation/equations.h>

#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace analysis {

/// Classifies as `classify` does, by the rows of the constraints in `independent` alone: for rows that repeat these on
/// the constraints, and off them, where the random points lie, would count as independent too. Their own classes are
/// found with the others.
[[nodiscard]] Classification classify_by(const Equations& equations, const std::vector<std::size_t>& independent,
                                         int most_brackets = 400);

} // namespace analysis
} // namespace dalembert
