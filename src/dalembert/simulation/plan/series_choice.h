#pragma once

#include <dalembert/numerics/step/stepper.h>
#include <dalembert/results/result.h>
#include <dalembert/results/run_options.h>
#include <dalembert/simulation/engine/engine.h>

namespace dalembert {
inline namespace simulation {

/// Small enough for methods whose work grows faster with the size than that of explicit steps.
[[nodiscard]] bool is_small(const Engine& engine);

/// Returns what a run by `chosen` integrates with: where that is `auto`, the tolerance is tight and the motion is
/// smooth all the way, it begins with Taylor series; says so in the statistics. `result` has the tolerance and
/// the initial state.
[[nodiscard]] const StepMethod& begin_with_series(const Engine& engine, const RunOptions& options,
                                                  const StepMethod& chosen, RunResult& result);

} // namespace simulation
} // namespace dalembert
