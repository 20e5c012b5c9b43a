#pragma once

#include <dalembert/numerics/stepper.h>
#include <dalembert/simulation/engine.h>
#include <dalembert/simulation/result.h>
#include <dalembert/simulation/run_options.h>
#include <dalembert/simulation/schedule.h>

namespace dalembert::inline simulation {

/// Integrates the motion from the initial state in `result` (behind the impact, where there was one) to the end of
/// `schedule` and writes table, samples, curves, certificate and checks into `result`. A run that ends early says why
/// in `outcome` and `failure`; what was computed up to there stays.
void compute_trajectory(const Engine& engine, const StepMethod& method, const RunOptions& options,
                        const Schedule& schedule, RunResult& result);

} // namespace dalembert::inline simulation
