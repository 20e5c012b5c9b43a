#pragma once

#include <dalembert/mechanics/study.h>
#include <dalembert/numerics/step/stepper.h>
#include <dalembert/results/result.h>
#include <dalembert/results/run_options.h>
#include <dalembert/simulation/plan/coordinate_watch.h>
#include <dalembert/simulation/plan/time_scan.h>

#include <optional>
#include <string>

namespace dalembert {
inline namespace simulation {

/// Chooses the method of a run and writes it down, and why; `auto` begins with the first of the table.
/// @throws ModelError (E0710) where the method is not known, (E0711) where it needs series that the motion has not
const StepMethod& choose_method(const Engine& engine, const RunOptions& options, RunStatistics& statistics);

/// Refuses as `choose_method` does, before anything is run.
/// @throws ModelError
void require_method(const Engine& engine, const RunOptions& options);

/// The method that follows the series of the motion (`taylor`), as another one than that of a run of explicit steps;
/// nothing where the motion has no series, or is so large that series are slow.
[[nodiscard]] std::optional<std::string> series_method(const Engine& engine, const RunStatistics& statistics);

/// The method of another code (`ida`) for a second opinion on a run; nothing where the code cannot follow this motion,
/// or where the matrix of all its unknowns would be large.
[[nodiscard]] std::optional<std::string> other_code(const Engine& engine, const RunStatistics& statistics);

/// Adds what a stepper did to what the run did before.
void count_steps(const StepStatistics& spent, RunStatistics& statistics);

/// Writes down where `stepper` went over to another method, and why.
void note_turns(const Stepper& stepper, RunStatistics& statistics);

/// True where implicit steps were made: the equations are stiff, or an implicit method was asked for.
[[nodiscard]] bool has_implicit_steps(const RunStatistics& statistics);

/// True where the steps that `stepper` takes now are implicit.
[[nodiscard]] bool is_implicit_now(const StepMethod& method, const Stepper& stepper);

/// What a step may not pass over.
struct NarrowPlaces {
  const TimeScan& scan;
  CoordinateWatch& coordinates;
};

/// Limits the steps of `settings`: none is longer than was asked for, or passes over what depends on the time alone or
/// on one coordinate alone. What `places` refer to is referred to.
void limit_steps(const Study& study, const RunOptions& options, const NarrowPlaces& places, StepOptions& settings);

} // namespace simulation
} // namespace dalembert
