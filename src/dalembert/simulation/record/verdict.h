#pragma once

#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/solving/dynamics.h>

#include <optional>

namespace dalembert {
inline namespace simulation {

/// Writes into the certificate of `result` what it fails, and a warning for each: energy, invariants, equations,
/// constraints, global error, and what depends on the time alone where that was not looked at everywhere. The bounds
/// are those of docs/theory/certificate.md.
void judge_certificate(const Engine& engine, RunResult& result);

/// Returns the end of a run at a time where a constraint jumps: the state `at` does not meet it in position or rate, by
/// far more than the `tolerance` of the run; nothing where all are met. Contacts are let go or struck there instead.
/// `dynamics` was solved there.
[[nodiscard]] std::optional<Event> constraint_jump(const Engine& engine, const Dynamics& dynamics, const Evaluation& at,
                                                   double tolerance);

} // namespace simulation
} // namespace dalembert
