#pragma once

#include <dalembert/simulation/dynamics.h>
#include <dalembert/simulation/engine.h>
#include <dalembert/simulation/result.h>

#include <string>

namespace dalembert::inline simulation {

/// Writes into the certificate of `result` what it fails, and a warning for each: energy, invariants, equations,
/// constraints, global error, and what depends on the time alone where that was not looked at everywhere. The bounds
/// are those of docs/theory/certificate.md.
void judge_certificate(const Engine& engine, RunResult& result);

/// Returns the name of the constraint that the state of `at` does not meet in position or rate, by far more than the
/// `tolerance` of a run; empty where there is none. `dynamics` was solved there.
[[nodiscard]] std::string unmet_constraint(const Engine& engine, const Dynamics& dynamics, const Evaluation& at,
                                           double tolerance);

} // namespace dalembert::inline simulation
