#pragma once

#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/engine.h>

#include <optional>

namespace dalembert {
inline namespace api {

/// The time τ in which Model Exchange comes back to the constraints.
struct PullChoice {
  double time = 0.0; ///< s; 0: it does not
  /// What drafts of the motion with the longest time tried had, beside those without pull.
  struct Refusal {
    double time = 0.0;  ///< s, of that pull
    double error = 1.0; ///< times as large: the geometric mean over the tolerances
    double worst = 1.0; ///< the same at the worst tolerance
    double steps = 1.0; ///< times as many, at the worst tolerance
  };
  std::optional<Refusal> refusal; ///< present where no pull helps this model
};

/// Chooses it by drafts of the motion from `start`: how long the steps of a solver are, and what the pull does to the
/// errors and the steps of one that cannot project. Nothing where the motion cannot be followed, or has no end.
/// Deterministic: drafts are limited by operations, not by time. Source: docs/decisions/export.md.
[[nodiscard]] std::optional<PullChoice> choose_pull(const Engine& engine, const State& start);

} // namespace api
} // namespace dalembert
