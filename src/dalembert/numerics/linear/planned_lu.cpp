#include <dalembert/numerics/linear/planned_lu.h>

#include <Eigen/LU>
#include <Eigen/SparseLU>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace dalembert {
inline namespace numerics {

template <class Number>
struct PlannedLu<Number>::Work {
  using Vector = Eigen::Matrix<Number, Eigen::Dynamic, 1>;

  explicit Work(std::shared_ptr<const LuPlan> plan) : plan_(std::move(plan)) {
    if (!plan_->is_sparse) return;
    const auto size = static_cast<Eigen::Index>(plan_->size);
    entries_ = Sparse(size, size);
    entries_.resizeNonZeros(static_cast<Eigen::Index>(plan_->rows.size()));
    std::ranges::copy(plan_->begins, entries_.outerIndexPtr());
    std::ranges::copy(plan_->rows, entries_.innerIndexPtr());
    sparse_ = std::make_unique<SparseFactors>();
  }

  /// `values`: those of the places of the plan, in their order. False where the matrix is singular or not finite.
  [[nodiscard]] bool factor(std::span<const Number> values) {
    scale_.setZero(static_cast<Eigen::Index>(plan_->size));
    for (std::size_t e = 0; e < values.size(); ++e) {
      double& largest = scale_[static_cast<Eigen::Index>(plan_->places[e].row)];
      largest = std::max(largest, size_of(values[e]));
    }
    for (double& scale : scale_)
      scale = scale > 0 ? 1 / scale : 1;
    if (!scale_.allFinite()) return false;
    return plan_->is_sparse ? factor_entries(values) : factor_full(values);
  }

  [[nodiscard]] Vector solve(const Vector& right) const {
    const Vector scaled = scale_.template cast<Number>().cwiseProduct(right);
    if (plan_->is_sparse) return sparse_->solve(scaled);
    return full_.solve(scaled);
  }
  /// By the transpose, not conjugated.
  [[nodiscard]] Vector solve_transposed(const Vector& right) const {
    Vector out;
    if (plan_->is_sparse)
      out = sparse_->transpose().solve(right);
    else
      out = full_.transpose().solve(right);
    return scale_.template cast<Number>().cwiseProduct(out);
  }

  static double size_of(double x) { return std::abs(x); }
  static double size_of(const std::complex<double>& x) { return std::abs(x.real()) + std::abs(x.imag()); }

  using Sparse = Eigen::SparseMatrix<Number, Eigen::ColMajor, int>;
  using Matrix = Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic>;
  using SparseFactors = Eigen::SparseLU<Sparse, Eigen::COLAMDOrdering<int>>;

  [[nodiscard]] bool factor_entries(std::span<const Number> values) {
    for (std::size_t e = 0; e < values.size(); ++e)
      entries_.valuePtr()[plan_->place_of[e]] = values[e] * scale_[static_cast<Eigen::Index>(plan_->places[e].row)];
    if (!is_analysed_) sparse_->analyzePattern(entries_);
    is_analysed_ = true;
    sparse_->factorize(entries_);
    return sparse_->info() == Eigen::Success;
  }
  [[nodiscard]] bool factor_full(std::span<const Number> values) {
    const auto size = static_cast<Eigen::Index>(plan_->size);
    Matrix matrix = Matrix::Zero(size, size);
    for (std::size_t e = 0; e < values.size(); ++e) {
      const auto row = static_cast<Eigen::Index>(plan_->places[e].row);
      matrix(row, static_cast<Eigen::Index>(plan_->places[e].column)) = values[e] * scale_[row];
    }
    full_.compute(matrix);
    const auto pivots = full_.matrixLU().diagonal().cwiseAbs().eval();
    return pivots.size() == 0 || (pivots.minCoeff() > 0 && pivots.allFinite());
  }

  std::shared_ptr<const LuPlan> plan_;
  Eigen::VectorXd scale_; ///< of the rows
  Eigen::PartialPivLU<Matrix> full_;
  Sparse entries_;
  std::unique_ptr<SparseFactors> sparse_;
  bool is_analysed_ = false;
};

template <class Number>
PlannedLu<Number>::PlannedLu(std::shared_ptr<const LuPlan> plan) : work_(std::make_unique<Work>(std::move(plan))) {}
template <class Number>
PlannedLu<Number>::~PlannedLu() = default;
template <class Number>
PlannedLu<Number>::PlannedLu(PlannedLu&&) noexcept = default;
template <class Number>
PlannedLu<Number>& PlannedLu<Number>::operator=(PlannedLu&&) noexcept = default;
template <class Number>
bool PlannedLu<Number>::factor(std::span<const Number> values) {
  return work_->factor(values);
}
template <class Number>
typename PlannedLu<Number>::Vector PlannedLu<Number>::solve(const Vector& right) const {
  return work_->solve(right);
}
template <class Number>
typename PlannedLu<Number>::Vector PlannedLu<Number>::solve_transposed(const Vector& right) const {
  return work_->solve_transposed(right);
}

template class PlannedLu<double>;
template class PlannedLu<std::complex<double>>;

} // namespace numerics
} // namespace dalembert
