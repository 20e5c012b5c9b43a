#pragma once

#include <dalembert/numerics/step/stepper.h>
#include <dalembert/results/result.h>
#include <dalembert/results/run_options.h>
#include <dalembert/simulation/engine/engine.h>

namespace dalembert {
inline namespace simulation {

/// Begins a run: writes method, tolerance and the consistent initial state into `result`. Returns the method.
/// @throws ModelError, SolveError as `run`
const StepMethod& start_run(const Engine& engine, const RunOptions& options, RunResult& result);

} // namespace simulation
} // namespace dalembert
