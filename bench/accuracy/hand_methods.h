#pragma once

#include "hand_problem.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dalembert::bench {

/// Where a run ended, and what it took.
struct HandRun {
  std::vector<double> q;
  std::vector<double> v;
  std::uint64_t evaluations = 0; ///< of the equations, or of the residual
  std::uint64_t steps = 0;
};

/// Integrates a problem from its begin to its end; nothing where the method does not get there.
using HandMethod = std::optional<HandRun> (*)(const HandProblem& problem, double tolerance);

/// Dormand and Prince 8(5,3) as in DOP853, on ẏ = (v, a): nothing is projected, nothing recorded.
[[nodiscard]] std::optional<HandRun> run_dop853(const HandProblem& problem, double tolerance);
/// Boost.odeint: Fehlberg 7(8) with its controller, on the same.
[[nodiscard]] std::optional<HandRun> run_odeint(const HandProblem& problem, double tolerance);
/// CVODE of SUNDIALS on the same: Adams with fixed-point iteration, BDF with Newton's where the problem is stiff.
[[nodiscard]] std::optional<HandRun> run_cvode(const HandProblem& problem, double tolerance);
/// IDA of SUNDIALS on q̇ − v + Aᵀμ, M·v̇ − h − Aᵀλ, φ, A·v and ψ, with Jacobians by differences, and μ and λ left out of
/// the error test.
[[nodiscard]] std::optional<HandRun> run_ida(const HandProblem& problem, double tolerance);

} // namespace dalembert::bench
