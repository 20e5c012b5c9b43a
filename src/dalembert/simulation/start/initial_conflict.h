#pragma once

#include <dalembert/base/diagnostic.h>
#include <dalembert/simulation/start/initial_conditions.h>

#include <span>

namespace dalembert {
inline namespace simulation {

/// The rows of one level at a state: constraints first, then the kept entries of `initial`.
struct LevelRows {
  std::vector<std::size_t> constraints; ///< in System::constraints
  std::vector<const InitialProgram::Row*> kept;
  std::vector<double> residual; ///< of all rows
  std::vector<double> gradient; ///< row-major, by the unknowns of the level
};

/// Evaluates all rows of a level at the state in `inputs`.
[[nodiscard]] LevelRows level_rows(const Engine& engine, const InitialConditions& conditions, Level level,
                                   std::span<const double> inputs);

/// Explains why the rows of a level cannot all be met near the state in `inputs`: constraints that contradict one
/// another (E0702), kept values that do not fit them (E0704 positions, E0705 rates: which, and how many too many), or
/// a start from which no solution was found (E0703).
[[nodiscard]] Diagnostic explain_conflict(const Engine& engine, const InitialConditions& conditions, Level level,
                                          std::span<const double> inputs);

} // namespace simulation
} // namespace dalembert
