#pragma once

#include <dalembert/numerics/step/stepper.h>

#include <optional>
#include <span>

namespace dalembert {
inline namespace numerics {

/// The largest rate |λ| of ẏ = f(t, y) linearised at one state, 1/s, and the share −Re λ/|λ| of it that is decay: 0 for
/// an oscillation, −1 for growth.
struct FastestRate {
  double size = 0.0;
  double decay_share = 0.0;
};

/// Estimates it by twenty steps of power iteration on differences of f: a size, not an eigenvalue. Nothing where f
/// cannot be evaluated near by. Cost: 21 evaluations.
[[nodiscard]] std::optional<FastestRate> fastest_rate(const OdeProblem& problem, double t,
                                                      std::span<const double> state);

} // namespace numerics
} // namespace dalembert
