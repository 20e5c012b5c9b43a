#pragma once

#include <Eigen/Core>

namespace dalembert {
inline namespace numerics {
namespace detail {

/// A = U·diag(σ)·Vᵀ with square orthogonal U and V, σ largest first.
class Svd {
public:
  Svd() = default;
  /// A matrix of independent blocks is decomposed block by block; every vector then belongs to one of them.
  /// Cost: that of divide and conquer, O(n³), where its result is a decomposition to round-off, which is tested; about
  /// ten times that, by Jacobi rotations, where it is not.
  explicit Svd(const Eigen::MatrixXd& matrix);

  [[nodiscard]] const Eigen::MatrixXd& matrixU() const { return u_; }
  [[nodiscard]] const Eigen::MatrixXd& matrixV() const { return v_; }
  [[nodiscard]] const Eigen::VectorXd& singularValues() const { return sigma_; }

private:
  void decompose(const Eigen::MatrixXd& matrix);
  template <class Method>
  void take(const Method& svd);
  [[nodiscard]] bool is_accurate(const Eigen::MatrixXd& matrix) const;

  Eigen::MatrixXd u_;
  Eigen::MatrixXd v_;
  Eigen::VectorXd sigma_;
};

} // namespace detail
} // namespace numerics
} // namespace dalembert
