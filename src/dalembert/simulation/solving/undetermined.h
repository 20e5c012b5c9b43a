#pragma once

#include <dalembert/results/force_choices.h>
#include <dalembert/results/undetermined_values.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/engine/known_ranks.h>
#include <dalembert/simulation/solving/account.h>

namespace dalembert {
inline namespace simulation {

/// What is known at one state, and what of it has no value there.
struct JudgedEvaluation {
  Evaluation evaluation;
  UndeterminedValues undetermined;
  OpenForces open_by_frictions; ///< values of forces that are a choice
};

/// Which state ranks were found at.
enum class RanksOf { this_state, another };

/// The same as `evaluate_at`, for a state that may be a singular position, where the rows have a lower rank than at
/// nearby states: they then have the rank that they have there, and what the equations leave open is listed.
///
/// Where rows of constraints require different accelerations there is no motion, and nothing is determined. At a
/// singular position A v̇ = γ leaves multipliers open: those with Aᵀz = 0, and the reactions that these change.
/// `ranks`: of rows that repeat others wherever the constraints hold.
/// @throws SolveError as `evaluate_at` does
[[nodiscard]] JudgedEvaluation judged_evaluation_at(const Engine& engine, const State& state, const RowRanks& ranks,
                                                    RanksOf state_of_ranks = RanksOf::another);

} // namespace simulation
} // namespace dalembert
