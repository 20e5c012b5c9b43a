#pragma once

#include <dalembert/numerics/step/stepper.h>
#include <dalembert/results/result.h>
#include <dalembert/results/run_options.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/plan/schedule.h>

namespace dalembert {
inline namespace simulation {

/// Integrates the motion from the initial state in `result` (behind the impact, where there was one) to the end of
/// `schedule` and writes table, samples, curves, certificate and checks into `result`. A run that ends early says why
/// in `outcome` and `failure`; what was computed up to there stays.
void compute_trajectory(const Engine& engine, const StepMethod& method, const RunOptions& options,
                        const Schedule& schedule, RunResult& result);

} // namespace simulation
} // namespace dalembert
