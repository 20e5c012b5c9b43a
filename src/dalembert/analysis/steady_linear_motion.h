#pragma once

#include <dalembert/analysis/characteristic.h>
#include <dalembert/analysis/reduced_residual.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/mechanics/system.h>

#include <cstddef>
#include <vector>

namespace dalembert::inline analysis {

/// The linear motion about a steady motion.
struct SteadyLinearMotion {
  SPolynomial characteristic;    ///< docs/theory/analysis.md (11)
  ExprMatrix constant;           ///< its matrix at s = 0
  bool is_natural = false;       ///< M·q̈ + K·q = 0 with symmetric M and K
  std::vector<Expr> mass_minors; ///< the leading minors of that M
};

/// Forms it at `values` of the coordinates `kept`, which are not ignorable, and of the rates that run.
[[nodiscard]] SteadyLinearMotion steady_linear_motion(const System& system, const ReducedResidual& reduced,
                                                      const std::vector<std::size_t>& kept,
                                                      const std::vector<Replacement>& values);

} // namespace dalembert::inline analysis
