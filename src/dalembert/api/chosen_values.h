#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/results/result.h>
#include <dalembert/simulation/solving/undetermined.h>

namespace dalembert {
inline namespace api {

/// The forces whose values are one choice of many: by redundant rows, by speeds of reactions that depend on one
/// another, or by frictions at rest (`by_frictions`).
[[nodiscard]] UndeterminedValues choices_at(const Engine& engine, const Equations& equations, const RowRanks& ranks,
                                            const State& state, const OpenForces& by_frictions);

} // namespace api
} // namespace dalembert
