#pragma once

#include <dalembert/mechanics/study.h>
#include <dalembert/numerics/stepper.h>
#include <dalembert/simulation/coordinate_watch.h>
#include <dalembert/simulation/result.h>
#include <dalembert/simulation/run_options.h>
#include <dalembert/simulation/time_scan.h>

namespace dalembert::inline simulation {

/// Chooses the method of a run and writes it down, and why; `auto` takes the first of the table.
/// @throws ModelError (E0710) where the method is not known
const StepMethod& choose_method(const Study& study, const RunOptions& options, RunStatistics& statistics);

/// What a step may not pass over.
struct NarrowPlaces {
  const TimeScan& scan;
  CoordinateWatch& coordinates;
};

/// Limits the steps of `settings`: none is longer than was asked for, or passes over what depends on the time alone or
/// on one coordinate alone. What `places` refer to is referred to.
void limit_steps(const Study& study, const RunOptions& options, const NarrowPlaces& places, StepOptions& settings);

} // namespace dalembert::inline simulation
