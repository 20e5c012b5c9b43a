#include <dalembert/numerics/projection/projection_matrices.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace dalembert {
inline namespace numerics {

MatrixEquations::MatrixEquations(std::size_t n, std::size_t m, std::vector<std::size_t> moving,
                                 const KktOptions& options)
    : n_(n),
      m_(m),
      moving_(std::move(moving)),
      solver_(0, 0),
      mass_alone_(0, 0),
      load_(moving_.size()),
      change_(moving_.size()),
      multipliers_(m) {
  const std::size_t count = moving_.size();
  if (count == 0) return;
  solver_ = KktSolver(static_cast<int>(count), static_cast<int>(m), options);
  mass_alone_ = KktSolver(static_cast<int>(count), 0, options);
}

void MatrixEquations::begin(const ProjectionRows& rows, ProjectionBegin begin) {
  rows_ = &rows;
  if (begin == ProjectionBegin::linearises) choice_ = ProjectionMetric::given;
}

/// The metric and the rows of the moving components.
KktMatrices MatrixEquations::moving_part() {
  const std::size_t count = moving_.size();
  if (count == n_) return {metric_, jacobian_};
  moving_rows_.resize(m_ * count);
  moving_metric_.resize(count * count);
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t b = 0; b < count; ++b)
      moving_metric_[a * count + b] = metric_[moving_[a] * n_ + moving_[b]];
    for (std::size_t k = 0; k < m_; ++k)
      moving_rows_[k * count + a] = jacobian_[k * n_ + moving_[a]];
  }
  return {moving_metric_, moving_rows_};
}

/// Factors with W; false where W is singular, or was so at an x before.
bool MatrixEquations::factors_given_metric() {
  if (choice_ == ProjectionMetric::scaled) return false;
  const KktMatrices given = moving_part();
  if (was_singular_) {
    was_singular_ = !mass_alone_.is_mass_trusted(given.mass);
    if (!was_singular_) solver_.factor(given);
  } else if (solver_.factor(given).route == KktRoute::rank_revealing) {
    was_singular_ = !mass_alone_.is_mass_trusted(given.mass);
  }
  return !was_singular_;
}

void MatrixEquations::linearise(std::span<const double> x, std::span<const double> scale) {
  jacobian_.resize(m_ * n_);
  metric_.resize(n_ * n_);
  rows_->linearise(x, jacobian_, metric_);
  if (moving_.empty() || factors_given_metric()) return;
  choice_ = ProjectionMetric::scaled;
  std::fill(metric_.begin(), metric_.end(), 0.0);
  for (std::size_t i = 0; i < n_; ++i)
    metric_[i * n_ + i] = 1 / (scale[i] * scale[i]);
  solver_.factor(moving_part());
}

void MatrixEquations::measure_rows(std::span<const double> scale, std::span<double> sizes) const {
  for (std::size_t k = 0; k < m_; ++k) {
    sizes[k] = 0;
    for (std::size_t i = 0; i < n_; ++i)
      sizes[k] += std::abs(jacobian_[k * n_ + i]) * scale[i];
  }
}

void MatrixEquations::multiply(std::span<const double> y, std::span<double> product) {
  for (std::size_t i = 0; i < n_; ++i) {
    product[i] = 0;
    for (std::size_t j = 0; j < n_; ++j)
      product[i] += metric_[i * n_ + j] * y[j];
  }
}

double MatrixEquations::length(std::span<const double> y) {
  double sum = 0;
  for (std::size_t i = 0; i < n_; ++i)
    for (std::size_t j = 0; j < n_; ++j)
      sum += y[i] * metric_[i * n_ + j] * y[j];
  return std::sqrt(std::max(sum, 0.0));
}

void MatrixEquations::solve(std::span<const double> load, std::span<const double> wanted, std::span<double> change) {
  for (std::size_t a = 0; a < moving_.size(); ++a)
    load_[a] = load[moving_[a]];
  solver_.solve(load_, wanted, change_, multipliers_);
  std::fill(change.begin(), change.end(), 0.0);
  for (std::size_t a = 0; a < moving_.size(); ++a)
    change[moving_[a]] = change_[a];
}

int MatrixEquations::rank() const {
  return moving_.empty() ? 0 : solver_.status().rank;
}

} // namespace numerics
} // namespace dalembert
