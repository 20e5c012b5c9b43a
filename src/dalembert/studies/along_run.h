#pragma once

#include <dalembert/simulation/engine.h>

#include <cstddef>

namespace dalembert::inline studies {

/// How two sides compare at states of a run.
struct RunComparison {
  std::size_t states = 0;
  std::size_t failures = 0; ///< states at which they differ by more than rounding and the run's error explain
  double worst = 0.0;       ///< the largest |left − right|, over the largest summand of all these states
  double last = 0.0;        ///< s, the time of the last state

  /// True where both sides are the same within what a run of the default tolerance can tell, at eight states or more.
  [[nodiscard]] bool shows_equality() const;
};

/// Compares `left` and `right` (in t, q, v, v̇, λ, reactions, p) at 32 even times of the motion that `simulate` asks
/// for, as far as 300 steps reach. They differ where |left − right| exceeds 10⁻² of the largest summand and 10⁻⁶ of the
/// largest quantity of the state. No states where the model has more than 40 coordinates and constraints, impacts or
/// friction, no `simulate`, or a motion that cannot start.
[[nodiscard]] RunComparison compare_along_run(const Engine& engine, Expr left, Expr right);

} // namespace dalembert::inline studies
