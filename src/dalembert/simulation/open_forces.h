#pragma once

#include <dalembert/simulation/engine.h>
#include <dalembert/simulation/known_ranks.h>
#include <dalembert/simulation/undetermined.h>

#include <span>
#include <vector>

namespace dalembert::inline simulation {

/// Which forces redundant rows leave open: with Aᵀz = 0, λ + z gives the same motion as λ. Their values are a choice.
struct OpenForces {
  std::vector<bool> multipliers; ///< m, or empty: none
  std::vector<bool> reactions;   ///< R, then the friction forces F; or empty

  [[nodiscard]] bool any() const;
};

/// Finds them at the state in `inputs`, where the rows have the rank `ranks.all`. Cost: singular values of A, and one
/// evaluation of the reactions for each multiplier. Source: docs/theory/constraints.md, "Repeated rows".
[[nodiscard]] OpenForces open_forces(const Engine& engine, const RowRanks& ranks, std::span<const double> inputs);

/// The same as values that are not determined: of those that are listed so, without accelerations, one choice of many
/// is known.
[[nodiscard]] UndeterminedValues as_choices(OpenForces open);
/// True where what is listed has values that are choices; else it has none.
[[nodiscard]] bool are_choices(const UndeterminedValues& values);

} // namespace dalembert::inline simulation
