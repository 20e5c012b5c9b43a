#include <dalembert/numerics/linear/null_space_method.h>
#include <dalembert/numerics/linear/singular_share.h>

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

#include <cmath>

namespace dalembert {
inline namespace numerics {

double singular_share(const KktMatrices& matrices, int n, int m, int rank) {
  constexpr double by_squares = 1e-10; // of the largest eigenvalue: rounding is a millionth of it
  detail::NullSpaceMethod scaling;
  const Eigen::MatrixXd rows = scaling.scaled_rows(matrices, n, m, {});
  if (!rows.allFinite()) return 0.0;
  Eigen::MatrixXd products = Eigen::MatrixXd::Zero(m, m);
  products.selfadjointView<Eigen::Lower>().rankUpdate(rows);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> squares(products, Eigen::EigenvaluesOnly);
  if (squares.info() == Eigen::Success) {
    const double largest = squares.eigenvalues()(m - 1);
    const double share = largest > 0.0 ? squares.eigenvalues()(m - rank) / largest : 0.0;
    if (share > by_squares) return std::sqrt(share);
  }
  const Eigen::VectorXd values = Eigen::BDCSVD<Eigen::MatrixXd>(rows).singularValues();
  return values(0) > 0.0 ? values(rank - 1) / values(0) : 0.0;
}

} // namespace numerics
} // namespace dalembert
