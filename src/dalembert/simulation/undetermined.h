#pragma once

#include <dalembert/simulation/account.h>
#include <dalembert/simulation/engine.h>
#include <dalembert/simulation/force_choices.h>
#include <dalembert/simulation/known_ranks.h>

#include <string>
#include <string_view>
#include <vector>

namespace dalembert::inline simulation {

/// What the equations of motion do not determine at one state: these values have none. Nothing is listed where all are
/// determined, up to what is chosen of multipliers of redundant rows.
struct UndeterminedValues {
  std::vector<bool> accelerations; ///< n, or empty; the forces of constraints Qc likewise
  std::vector<bool> multipliers;   ///< m, or empty
  std::vector<bool> reactions;     ///< R, then the friction forces F; or empty
  bool has_contradiction = false;  ///< rows require different accelerations: they are not met by any
  std::string reason;              ///< in words; empty where nothing is listed

  [[nodiscard]] bool any() const { return !reason.empty(); }
};

/// The same as values that are not determined: of those that are listed so, without accelerations, one choice of many
/// is known.
/// `reason`: in words, what leaves them open.
[[nodiscard]] UndeterminedValues as_choices(OpenForces open, std::string_view reason);
/// True where what is listed has values that are choices; else it has none.
[[nodiscard]] bool are_choices(const UndeterminedValues& values);

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

} // namespace dalembert::inline simulation
