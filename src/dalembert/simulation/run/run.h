#pragma once

#include <dalembert/results/result.h>
#include <dalembert/results/run_options.h>
#include <dalembert/simulation/engine/engine.h>

namespace dalembert {
inline namespace simulation {

/// Runs a study: consistent initial state, impact if one is declared, motion, certificate, checks.
///
/// The state (q, v) is advanced by an explicit Runge–Kutta pair on the acceleration form (3), and put back onto the
/// constraints after every accepted step. Without `simulate` and without an end, the initial state itself (after the
/// impact) is the result. A failure or an interruption on the way ends the run: what was computed is kept, `outcome`
/// and `failure` say so.
/// @throws ModelError where the initial state cannot be made consistent, or the method is not known
/// @throws OptionError where `end` or `at` are no times that the run can reach, or as `require_options`
/// @throws SolveError where not even the first state can be evaluated
[[nodiscard]] RunResult run(const Engine& engine, const RunOptions& options);

} // namespace simulation
} // namespace dalembert
