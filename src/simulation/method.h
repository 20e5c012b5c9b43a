#pragma once

#include <dalembert/mechanics/study.h>
#include <dalembert/simulation/result.h>
#include <dalembert/simulation/run.h>

namespace dalembert {

/// Writes the method that a run will use, and why; `auto` takes the eighth order, the only general one so far.
/// @throws ModelError (E0710) where the method is not known
void choose_method(const Study& study, const RunOptions& options, RunStatistics& statistics);

} // namespace dalembert
