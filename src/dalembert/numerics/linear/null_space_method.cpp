#include <dalembert/base/errors.h>
#include <dalembert/numerics/linear/null_space_method.h>

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>

namespace dalembert {
inline namespace numerics {
namespace detail {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Map<const RowMajor> view(std::span<const double> entries, Index rows, Index columns) {
  return {entries.data(), rows, columns};
}

/// The inertia below which a coordinate counts as massless in the scaling: a ten-thousandth of what the rows couple it
/// to. Else one whose own inertia passes through zero (q₀ of a unit quaternion near q₀ = 1) would be all that is left
/// of every row that holds it, and rows that are independent would look alike.
VectorXd least_inertia(const VectorXd& inertia, const Eigen::Ref<const MatrixXd>& rows) {
  constexpr double massless = 1e-4;
  constexpr double weak = 1e-2; // of the largest entry of a row: what is less does not couple
  VectorXd least = VectorXd::Zero(inertia.size());
  for (Index k = 0; k < rows.rows(); ++k) {
    const double largest = rows.row(k).cwiseAbs().maxCoeff();
    if (!(largest > 0)) continue;
    double of_row = 0; // the largest inertia over the square of its entry, entries relative to the largest
    for (Index i = 0; i < rows.cols(); ++i) {
      const double entry = std::abs(rows(k, i)) / largest;
      if (entry > weak) of_row = std::max(of_row, std::abs(inertia(i)) / (entry * entry));
    }
    for (Index i = 0; i < rows.cols(); ++i) {
      const double entry = rows(k, i) / largest;
      least(i) = std::max(least(i), massless * of_row * entry * entry);
    }
  }
  return least;
}

Index count_above(const VectorXd& values, double floor) {
  return (values.array() > floor).count();
}

} // namespace

void NullSpaceMethod::scale(const KktMatrices& matrices, int n, int m, const KktOptions& options) {
  const auto mass = view(matrices.mass, n, n);
  const auto rows = view(matrices.rows, m, n);
  const VectorXd floor = least_inertia(mass.diagonal(), rows);
  column_scale_ = VectorXd::Ones(n);
  for (Index i = 0; i < n; ++i) {
    const double own = std::abs(mass(i, i));
    const double inertia = own > 0 ? std::max(own, floor(i)) : 0;
    const double largest = m > 0 ? rows.col(i).cwiseAbs().maxCoeff() : 0;
    if (inertia > 0)
      column_scale_(i) = 1 / std::sqrt(inertia);
    else if (largest > 0)
      column_scale_(i) = 1 / largest;
  }
  mass_ = column_scale_.asDiagonal() * mass * column_scale_.asDiagonal();
  constexpr double vanishing = 1e-3; // of its typical length: a row that is shorter is not scaled up any further
  row_scale_ = VectorXd::Ones(m);
  for (Index k = 0; k < m; ++k) {
    double length = rows.row(k).transpose().cwiseProduct(column_scale_).norm();
    if (!options.typical_rows.empty()) {
      const auto typical = view(options.typical_rows, m, n).row(k).transpose();
      length = std::max(length, vanishing * typical.cwiseProduct(column_scale_).norm());
    }
    if (length > 0) row_scale_(k) = 1 / length;
  }
}

MatrixXd NullSpaceMethod::equilibrated(std::span<const double> rows) const {
  return row_scale_.asDiagonal() * view(rows, row_scale_.size(), column_scale_.size()) * column_scale_.asDiagonal();
}

MatrixXd NullSpaceMethod::scaled_rows(const KktMatrices& matrices, int n, int m, const KktOptions& options) {
  scale(matrices, n, m, options);
  return equilibrated(matrices.rows);
}

void NullSpaceMethod::factor_rows(const KktMatrices& matrices, int n, int m, const KktOptions& options) {
  rows_ = Svd(scaled_rows(matrices, n, m, options));
}

void NullSpaceMethod::factor(const KktMatrices& matrices, int n, int m, const KktOptions& options) {
  factor_rows(matrices, n, m, options);
  find_rank(options);
  factor_reduced_mass(matrices, options);
}

void NullSpaceMethod::examine(const KktMatrices& matrices, int n, int m, const KktOptions& options) {
  factor_rows(matrices, n, m, options);
  find_rank(options);
  has_reaction_rows_ = !matrices.reaction_rows.empty();
  if (!has_reaction_rows_ && has_clearly_regular_mass(options))
    reduced_rank_ = n - rank_;
  else
    factor_reduced_mass(matrices, options);
}

void NullSpaceMethod::find_rank(const KktOptions& options) {
  const VectorXd& sigma = rows_.singularValues();
  const double largest = sigma.size() > 0 ? sigma(0) : 0;
  rank_ = static_cast<int>(largest > 0 ? count_above(sigma, options.rank_tolerance * largest) : 0);
  if (options.known_rank) rank_ = std::min(*options.known_rank, rank_);
  smallest_ = rank_ > 0 ? sigma(rank_ - 1) / largest : 1;
}

/// No direction has a smaller inertia than M̂ as a whole, whose smallest eigenvalue is 1/‖M̂⁻¹‖, estimated within a small
/// factor. Only where no friction makes V₂ and Vb₂ differ.
bool NullSpaceMethod::has_clearly_regular_mass(const KktOptions& options) const {
  constexpr double clearly = 100;
  const Eigen::LLT<MatrixXd> root(mass_);
  if (root.info() != Eigen::Success) return false;
  const double norm = mass_.cwiseAbs().colwise().sum().maxCoeff();
  return root.rcond() * norm > clearly * options.rank_tolerance;
}

void NullSpaceMethod::factor_reduced_mass(const KktMatrices& matrices, const KktOptions& options) {
  const Index n = column_scale_.size();
  has_reaction_rows_ = !matrices.reaction_rows.empty();
  if (has_reaction_rows_) reaction_ = Svd(equilibrated(matrices.reaction_rows));
  const MatrixXd v2 = rows_.matrixV().rightCols(n - rank_);
  reduced_ = Svd(reaction().matrixV().rightCols(n - rank_).transpose() * mass_ * v2);
  // M̂ has a unit diagonal (or zeros): the reduced mass is judged against 1, not against its own largest value.
  reduced_rank_ = n > rank_ ? count_above(reduced_.singularValues(), options.rank_tolerance) : 0;
  if (reduced_rank_ > 0) smallest_ = std::min(smallest_, reduced_.singularValues()(reduced_rank_ - 1));
}

MatrixXd NullSpaceMethod::least_multipliers(const MatrixXd& load) const {
  const auto& b = reaction();
  const MatrixXd weights =
      (b.matrixV().leftCols(rank_).transpose() * load).array().colwise() / b.singularValues().head(rank_).array();
  return b.matrixU().leftCols(rank_) * weights;
}

double NullSpaceMethod::solve(std::span<const double> h, std::span<const double> gamma, std::span<double> a,
                              std::span<double> lambda) const {
  const Index n = column_scale_.size();
  const Index m = row_scale_.size();
  const VectorXd force = Eigen::Map<const VectorXd>(h.data(), n).cwiseProduct(column_scale_);
  const VectorXd wanted = Eigen::Map<const VectorXd>(gamma.data(), m).cwiseProduct(row_scale_);
  VectorXd accelerations = VectorXd::Zero(n);
  double unmet = 0;
  if (m > 0) {
    const VectorXd parts = rows_.matrixU().transpose() * wanted;
    accelerations =
        rows_.matrixV().leftCols(rank_) * parts.head(rank_).cwiseQuotient(rows_.singularValues().head(rank_));
    if (m > rank_) unmet = (rows_.matrixU().rightCols(m - rank_) * parts.tail(m - rank_)).cwiseAbs().maxCoeff();
  }
  if (n > rank_ && reduced_rank_ > 0) {
    const VectorXd load = reaction().matrixV().rightCols(n - rank_).transpose() * (force - mass_ * accelerations);
    const VectorXd parts = (reduced_.matrixU().leftCols(reduced_rank_).transpose() * load)
                               .cwiseQuotient(reduced_.singularValues().head(reduced_rank_));
    accelerations += rows_.matrixV().rightCols(n - rank_) * (reduced_.matrixV().leftCols(reduced_rank_) * parts);
  }
  if (m > 0) {
    const VectorXd multipliers = least_multipliers(mass_ * accelerations - force);
    Eigen::Map<VectorXd>(lambda.data(), m) = multipliers.cwiseProduct(row_scale_);
  }
  Eigen::Map<VectorXd>(a.data(), n) = accelerations.cwiseProduct(column_scale_);
  return unmet;
}

void NullSpaceMethod::copy_scales(std::span<double> coordinates, std::span<double> rows) const {
  std::copy_n(column_scale_.data(), column_scale_.size(), coordinates.begin());
  std::copy_n(row_scale_.data(), row_scale_.size(), rows.begin());
}

MatrixXd NullSpaceMethod::free_directions() const {
  const Index n = column_scale_.size();
  if (n == rank_ + reduced_rank_) return MatrixXd(n, 0);
  return rows_.matrixV().rightCols(n - rank_) * reduced_.matrixV().rightCols(n - rank_ - reduced_rank_);
}

MatrixXd NullSpaceMethod::free_accelerations() const {
  return column_scale_.asDiagonal() * free_directions();
}

MatrixXd NullSpaceMethod::multipliers_of_free_accelerations() const {
  return least_multipliers(mass_ * free_directions());
}

MatrixXd NullSpaceMethod::row_dependencies() const {
  return rows_.matrixU().rightCols(row_scale_.size() - rank_);
}

MatrixXd NullSpaceMethod::free_multipliers() const {
  return reaction().matrixU().rightCols(row_scale_.size() - rank_);
}

} // namespace detail
} // namespace numerics
} // namespace dalembert
