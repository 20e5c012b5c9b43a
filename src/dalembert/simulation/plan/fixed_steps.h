#pragma once

#include <dalembert/numerics/step/stepper.h>
#include <dalembert/results/result.h>
#include <dalembert/results/run_options.h>
#include <dalembert/simulation/engine/engine.h>

namespace dalembert {
inline namespace simulation {

/// Tells whether `method`, which follows momenta, can follow this motion.
/// @throws ModelError (E0713) where it cannot: constraints of rates for a method of positions, another form than
///         lagrange
void require_momenta(const Engine& engine, const StepMethod& method);

/// How long the steps of `method` are, s: as asked for, else as the model says; 0 of methods that choose it themselves.
/// @throws ModelError (E0714) where it is wanted and not given, or given to a method that chooses it itself
[[nodiscard]] double fixed_step(const Engine& engine, const StepMethod& method, const RunOptions& options);

/// What a run by `method` is judged by where nobody gives a tolerance: steps of one length are for long runs, not for
/// digits.
[[nodiscard]] double own_tolerance(const StepMethod& method);

/// Writes down the step, and what a method of steps of one length keeps of this motion over long runs.
void note_fixed_steps(const Engine& engine, const StepMethod& method, double step, RunStatistics& statistics);

} // namespace simulation
} // namespace dalembert
