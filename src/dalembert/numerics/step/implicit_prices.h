#pragma once

#include <dalembert/numerics/step/stepper.h>

#include <cstddef>

namespace dalembert {
inline namespace numerics {

/// What implicit steps cost beside their evaluations, in evaluations of f.
struct ImplicitPrices {
  double jacobian = 0;
  double factorisation = 0;
  double evaluation = 1; ///< of f at a stage, with the solution of the equations there
};

/// Returns them for a problem of so many components. Where an evaluation takes about n² operations, a Jacobian costs
/// n/2 evaluations and a factorisation n/3. Where f takes fewer, the operations are counted from the entries of the
/// linearised equations.
[[nodiscard]] ImplicitPrices implicit_prices(const OdeProblem& problem, std::size_t components);

/// All that was spent, in evaluations of f, where steps are implicit.
[[nodiscard]] double implicit_price(const ImplicitPrices& prices, const StepStatistics& spent);

} // namespace numerics
} // namespace dalembert
