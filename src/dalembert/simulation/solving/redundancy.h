#pragma once

#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/engine.h>

#include <span>

namespace dalembert {
inline namespace simulation {

/// Counts the ranks of the constraint rows at the state in `inputs`, the degrees of freedom and the independent initial
/// values, and says which multipliers are determined.
///
/// Rows that depend on one another also at neighbouring admissible states are redundant (W0301, with the combinations
/// of multipliers that are determined); rows that do so only here make this state singular (W0302).
/// Source: docs/theory/lagrange.md (6).
void examine_redundancy(const Engine& engine, std::span<const double> inputs, InitialState& out);

} // namespace simulation
} // namespace dalembert
