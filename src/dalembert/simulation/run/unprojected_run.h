#pragma once

#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/engine.h>

#include <cstdint>
#include <vector>

namespace dalembert {
inline namespace simulation {

struct UnprojectedOptions {
  double pull = 0.0;       ///< τ, s; 0: without
  double tolerance = 1e-4; ///< relative
  std::vector<double> at;  ///< s, ascending, after the start; the last is the end
  double most_work = 0.0;  ///< operations (RunWork) after which it is given up; 0: no limit
};

struct UnprojectedRun {
  bool is_completed = false;
  std::uint64_t steps = 0;             ///< accepted
  std::vector<std::vector<double>> at; ///< (q, v) at the times asked for, as far as it came
  double work = 0.0;                   ///< operations
};

/// Integrates  q̇ = v + dq/τ,  v̇ = a + dv/τ  by `rk5` from a state on the constraints, as a solver that knows nothing of
/// these: states are never projected. (dq, dv) is one Newton step of the projection in the mass metric,
///   −M⁻¹Aᵀ(A M⁻¹Aᵀ)⁻¹ times the residuals of the positions (φ, 0 for rows of rates) and of the rates (ψ),
/// by the factors of the accelerations. For models whose rows stay the same along a run, without frictions.
/// A motion that cannot be followed to its end is not completed. Source: docs/decisions/export.md.
[[nodiscard]] UnprojectedRun run_unprojected(const Engine& engine, const State& from,
                                             const UnprojectedOptions& options);

} // namespace simulation
} // namespace dalembert
