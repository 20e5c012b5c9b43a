#include <dalembert/base/watch.h>
#include <dalembert/numerics/svd.h>

#include <algorithm>

namespace dalembert::detail {

Svd::Svd(const Eigen::MatrixXd& matrix) {
  constexpr unsigned full = Eigen::ComputeFullU | Eigen::ComputeFullV;
  if (matrix.rows() == 0 || matrix.cols() == 0) { // which the library does not take
    u_ = Eigen::MatrixXd::Identity(matrix.rows(), matrix.rows());
    v_ = Eigen::MatrixXd::Identity(matrix.cols(), matrix.cols());
    return;
  }
  poll(static_cast<std::size_t>(matrix.size()));
  take(Eigen::BDCSVD<Eigen::MatrixXd>(matrix, full));
  // Divide and conquer of Eigen 3.4 may lose all but three digits of matrices with many zeros.
  if (!is_accurate(matrix))
    take(Eigen::JacobiSVD<Eigen::MatrixXd, Eigen::FullPivHouseholderQRPreconditioner>(matrix, full));
}

template <class Method>
void Svd::take(const Method& svd) {
  u_ = svd.matrixU();
  v_ = svd.matrixV();
  sigma_ = svd.singularValues();
}

bool Svd::is_accurate(const Eigen::MatrixXd& matrix) const {
  constexpr double round_off = 1e-14; // per row or column, relative to the largest singular value
  const auto size = static_cast<double>(std::max(matrix.rows(), matrix.cols()));
  const double allowed = round_off * size;
  if (!((u_.transpose() * u_ - Eigen::MatrixXd::Identity(u_.rows(), u_.rows())).cwiseAbs().maxCoeff() <= allowed))
    return false;
  if (!((v_.transpose() * v_ - Eigen::MatrixXd::Identity(v_.rows(), v_.rows())).cwiseAbs().maxCoeff() <= allowed))
    return false;
  const Eigen::Index rank = sigma_.size();
  const Eigen::MatrixXd product = u_.leftCols(rank) * sigma_.asDiagonal() * v_.leftCols(rank).transpose();
  return (product - matrix).cwiseAbs().maxCoeff() <= allowed * sigma_(0);
}

} // namespace dalembert::detail
