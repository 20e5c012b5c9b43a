#pragma once

#include <dalembert/algebra/algebra.h>

#include <optional>

namespace dalembert {
inline namespace algebra {

/// The two sides of an equation as sums over brackets, and what they were divided by.
struct Sides {
  Sum left;
  Sum right;
  Summand divisor{Rational(1), {}};
  int cost = 0; ///< nodes of both sides
};

/// Returns the shortest arrangement found of the equation motion = forces.
///
/// Forces stand on the right (M = F), or with everything else on the left (M − F = 0) where that saves a sign. What
/// parameters and coordinates stand in every term is divided out, and a number where that is shorter. Forces
/// never share a bracket with inertia. The leading acceleration is positive. Nothing where a side is refused.
/// @throws BudgetSpent
[[nodiscard]] std::optional<Sides> arrange(Algebra& algebra, const Laurent& motion, const Laurent& forces,
                                           Effort effort);

} // namespace algebra
} // namespace dalembert
