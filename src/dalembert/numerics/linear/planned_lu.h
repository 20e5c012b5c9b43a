#pragma once

#include <dalembert/numerics/linear/lu_plan.h>

#include <Eigen/Core>

#include <complex>
#include <memory>
#include <span>
#include <vector>

namespace dalembert {
inline namespace numerics {

/// The factors of a matrix, real or complex, whose entries stand where a plan says: full, or of the entries alone. Rows
/// are scaled to a largest entry of 1 beforehand, so that pivots do not go by units. What depends on the pattern alone
/// is done once. For sources of this room: it needs Eigen.
template <class Number>
class PlannedLu {
public:
  using Vector = Eigen::Matrix<Number, Eigen::Dynamic, 1>;

  explicit PlannedLu(std::shared_ptr<const LuPlan> plan);
  ~PlannedLu();
  PlannedLu(PlannedLu&&) noexcept;
  PlannedLu& operator=(PlannedLu&&) noexcept;

  /// `values`: those of the places of the plan, in their order. False where the matrix is singular or not finite.
  [[nodiscard]] bool factor(std::span<const Number> values);
  [[nodiscard]] Vector solve(const Vector& right) const;
  /// By the transpose, not conjugated.
  [[nodiscard]] Vector solve_transposed(const Vector& right) const;

private:
  struct Work;
  std::unique_ptr<Work> work_;
};

extern template class PlannedLu<double>;
extern template class PlannedLu<std::complex<double>>;

} // namespace numerics
} // namespace dalembert
