#pragma once

#include <dalembert/numerics/stepper.h>
#include <dalembert/simulation/engine.h>
#include <dalembert/simulation/result.h>
#include <dalembert/simulation/run_options.h>

namespace dalembert::inline simulation {

/// Begins a run: writes method, tolerance and the consistent initial state into `result`. Returns the method.
/// @throws ModelError, SolveError as `run`
const StepMethod& start_run(const Engine& engine, const RunOptions& options, RunResult& result);

} // namespace dalembert::inline simulation
