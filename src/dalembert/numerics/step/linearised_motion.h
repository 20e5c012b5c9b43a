#pragma once

#include <dalembert/numerics/linear/lu_plan.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace dalembert {
inline namespace numerics {

/// Where the linearised equations of a motion may have entries, row by row: first n rows of forces, then m of
/// constraints. Row i has those of `columns` from begins[i] to begins[i + 1], ascending, each below n.
struct MotionPattern {
  std::size_t coordinates = 0;        ///< n
  std::size_t multipliers = 0;        ///< m
  std::vector<std::size_t> begins;    ///< n + m + 1
  std::vector<std::uint32_t> columns; ///< of the entries
  LuPlan plan;                        ///< of the matrices that implicit steps solve with, made by `planned`
};

/// Returns the pattern with its plan: that of [ α² M + α D + K, −Aᵀ; …, 0 ], whose values are those of the entries,
/// then those of −Aᵀ in the order of the rows of constraints.
[[nodiscard]] std::shared_ptr<const MotionPattern> planned(MotionPattern pattern);

/// The equations of a motion, E(t, q, v, v̇) − Aᵀλ = 0 and C(t, q, v, v̇) = 0, linearised at one state: for each entry of
/// the pattern the derivative of its row by q, v and v̇ of its column, where λ stays what it is.
///   rows of forces:       K, D, M      (stiffness, damping, inertia)
///   rows of constraints:  ∂C/∂q, ∂C/∂v, A
struct LinearisedMotion {
  std::shared_ptr<const MotionPattern> pattern;
  std::vector<double> by_position;
  std::vector<double> by_rate;
  std::vector<double> by_acceleration;
};

/// A motion y = (q, v, …) by its equations of second order, which keep the entries that they have: ∂f/∂y would be full,
/// of twice the size.
struct SecondOrderProblem {
  /// Where they have entries; made when it is first asked for.
  std::function<std::shared_ptr<const MotionPattern>()> pattern = {};
  /// Linearises them at a state. False where they do not have one solution there: ∂f/∂y alone serves. May throw
  /// SolveError as `rhs`.
  std::function<bool(double t, std::span<const double> y, LinearisedMotion& out)> linearise = {};
  /// True where f takes about as many operations as the equations have, and not as full matrices do.
  bool is_quick = false;
  /// About how many operations f and `linearise` take, where f is quick.
  std::function<double()> operations_of_rates = {};
  std::function<double()> operations_of_entries = {};
};

} // namespace numerics
} // namespace dalembert
