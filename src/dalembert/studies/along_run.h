#pragma once

#include <dalembert/simulation/engine/engine.h>

#include <cstddef>
#include <optional>

namespace dalembert {
inline namespace studies {

/// How two sides compare at states of a run.
struct RunComparison {
  std::size_t states = 0;
  std::size_t failures = 0; ///< states at which they differ by more than rounding and the run's error explain
  double worst = 0.0;       ///< the largest |left − right|, over the largest summand of all these states
  double last = 0.0;        ///< s, the time of the last state
  bool is_trivial = true;   ///< nothing moves, and every summand is 0
};

/// Compares `left` and `right` (in t, q, v, v̇, λ, reactions, p) at 32 even times of the motion that `simulate` asks
/// for, as far as 300 steps reach. They differ where |left − right| exceeds 10⁻² of the largest summand and 10⁻⁶ of the
/// largest quantity of the state. No states where the model has more than 40 coordinates and constraints, impacts or
/// friction, no `simulate`, or a motion that cannot start.
[[nodiscard]] RunComparison compare_along_run(const Engine& engine, Expr left, Expr right);

/// The comparison along a run of a thousandth of the default tolerance where that shows `left` = `right`: at eight
/// times or more they agree to rounding, or differ by a hundredth at most of what they do along a run of the default
/// tolerance, which is at most 100 times that; a difference that stays is none of the run. Nothing elsewhere, where all
/// is 0 at rest, and where contacts or constraints change the system along its run.
[[nodiscard]] std::optional<RunComparison> equality_along_run(const Engine& engine, Expr left, Expr right);

} // namespace studies
} // namespace dalembert
