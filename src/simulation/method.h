#pragma once

#include <dalembert/mechanics/study.h>
#include <dalembert/numerics/explicit_rk.h>
#include <dalembert/simulation/coordinate_watch.h>
#include <dalembert/simulation/result.h>
#include <dalembert/simulation/run.h>
#include <dalembert/simulation/time_scan.h>

namespace dalembert {

/// Writes the method that a run will use, and why; `auto` takes the eighth order, the only general one so far.
/// @throws ModelError (E0710) where the method is not known
void choose_method(const Study& study, const RunOptions& options, RunStatistics& statistics);

/// What a step may not pass over.
struct NarrowPlaces {
  const TimeScan& scan;
  CoordinateWatch& coordinates;
};

/// Limits the steps of `settings`: none is longer than was asked for, or passes over what depends on the time alone or
/// on one coordinate alone. What `places` refer to is referred to.
void limit_steps(const Study& study, const RunOptions& options, const NarrowPlaces& places, RkOptions& settings);

} // namespace dalembert
