#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/simulation/result.h>
#include <dalembert/simulation/undetermined.h>

namespace dalembert::inline api {

/// The forces whose values are one choice of many: by redundant rows, by speeds of reactions that depend on one
/// another, or by frictions at rest (`by_frictions`).
[[nodiscard]] UndeterminedValues choices_at(const Engine& engine, const Equations& equations, const RowRanks& ranks,
                                            const State& state, const OpenForces& by_frictions);

} // namespace dalembert::inline api
