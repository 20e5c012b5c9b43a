#pragma once

#include <dalembert/base/diagnostic.h>
#include <dalembert/mechanics/study.h>
#include <dalembert/numerics/step/stepper.h>

#include <cstdint>
#include <optional>
#include <span>

namespace dalembert {
inline namespace simulation {

/// How far a run has come.
struct StepsSoFar {
  double begin = 0.0; ///< s
  double now = 0.0;
  double end = 0.0;
  std::uint64_t accepted = 0;
  std::uint64_t turned_down = 0; ///< rejected by the error test, or not computable
  bool is_implicit = false;      ///< steps may be long beside what decays
};

/// Says what makes the steps of a run as short as they are, where it will need more than 10⁵: as far as a look at one
/// state tells, a jump that is met again and again, the fastest rate of the equations linearised there (a decay is
/// stiffness, a rotation an oscillation), or neither (`fastest_rate`).
[[nodiscard]] std::optional<Diagnostic> step_warning(const Study& study, const OdeProblem& problem,
                                                     const StepsSoFar& steps, std::span<const double> state);

} // namespace simulation
} // namespace dalembert
