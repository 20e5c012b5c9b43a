#pragma once

#include <dalembert/analysis/reduced_residual.h>
#include <dalembert/derivation/equations.h>
#include <dalembert/expr/substitute.h>

#include <vector>

namespace dalembert {
inline namespace analysis {

/// Where the equations about a steady motion have values, beside what must vanish.
struct SteadyDomain {
  bool is_singular = false; ///< a divisor vanishes, or the rows lose their rank
  std::vector<Expr> roots; ///< 1/√u of what must be positive there, as 1 − v²/c²: radicands, arguments of logarithms
};

/// Looks at the reduced equations, whose roots and divisors hold `unknowns`, at their `values`.
[[nodiscard]] SteadyDomain steady_domain(const Equations& equations, const ReducedResidual& reduced,
                                         const std::vector<Expr>& unknowns, const std::vector<Replacement>& values);

} // namespace analysis
} // namespace dalembert
