#include <dalembert/base/errors.h>
#include <dalembert/numerics/linear/spectrum.h>

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace dalembert {
inline namespace numerics {

namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::MatrixXd matrix_of(const DenseMatrix& m) {
  return Eigen::Map<const RowMajor>(m.entries.data(), static_cast<Eigen::Index>(m.rows),
                                    static_cast<Eigen::Index>(m.columns));
}

DenseMatrix dense(const Eigen::MatrixXd& m) {
  DenseMatrix out(static_cast<std::size_t>(m.rows()), static_cast<std::size_t>(m.cols()));
  Eigen::Map<RowMajor>(out.entries.data(), m.rows(), m.cols()) = m;
  return out;
}

using PivotedQr = Eigen::ColPivHouseholderQR<Eigen::MatrixXd>;

constexpr Eigen::Index least_for_qr = 64; ///< columns, from which singular values take long

/// True where no singular value comes near `nothing` times the largest: the pivots of the QR decomposition follow the
/// singular values within a small power of their number.
bool has_full_rank(const PivotedQr& qr, double nothing) {
  constexpr double clearly = 1e-6;
  constexpr double far_above = 1e3;
  const Eigen::VectorXd pivots = qr.matrixR().diagonal().cwiseAbs();
  return pivots.minCoeff() > std::max(clearly, far_above * nothing) * pivots.maxCoeff();
}

/// Scales the largest entry to exactly 1.
std::vector<std::complex<double>> normalised(const Eigen::VectorXcd& x) {
  Eigen::Index place = 0;
  x.cwiseAbs().maxCoeff(&place);
  std::vector<std::complex<double>> out;
  for (const std::complex<double>& entry : x)
    out.push_back(entry / x[place]);
  return out;
}

} // namespace

Spectrum spectrum(const DenseMatrix& matrix) {
  Spectrum out;
  if (matrix.rows == 0) return out;
  const Eigen::EigenSolver<Eigen::MatrixXd> solver(matrix_of(matrix));
  if (solver.info() != Eigen::Success) throw SolveError("the eigenvalues did not converge", {});
  const Eigen::VectorXcd& values = solver.eigenvalues();
  const Eigen::MatrixXcd vectors = solver.eigenvectors();
  std::vector<Eigen::Index> order(matrix.rows);
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  std::stable_sort(order.begin(), order.end(), [&values](Eigen::Index a, Eigen::Index b) {
    const double size_a = std::abs(values[a].imag());
    const double size_b = std::abs(values[b].imag());
    if (size_a != size_b) return size_a < size_b;
    if (values[a].real() != values[b].real()) return values[a].real() < values[b].real();
    return values[a].imag() > values[b].imag();
  });
  for (const Eigen::Index i : order) {
    out.values.push_back(values[i]);
    out.vectors.push_back(normalised(vectors.col(i)));
  }
  return out;
}

PrincipalAxes principal_axes(const DenseMatrix& stiffness, const DenseMatrix& mass) {
  PrincipalAxes out;
  if (mass.rows == 0) return out;
  const Eigen::MatrixXd m = matrix_of(mass);
  if (Eigen::LLT<Eigen::MatrixXd>(m).info() != Eigen::Success)
    throw SolveError("the mass matrix is not positive definite", {});
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> solver(matrix_of(stiffness), m);
  for (const double value : solver.eigenvalues())
    out.values.push_back(value);
  out.vectors = dense(solver.eigenvectors());
  return out;
}

LeastNorm solve_least_norm(const DenseMatrix& matrix, std::span<const double> right, double tolerance) {
  LeastNorm out;
  if (matrix.columns == 0) return out;
  if (matrix.rows == 0) {
    out.solution.assign(matrix.columns, 0.0);
    out.null_space = DenseMatrix::identity(matrix.columns);
    return out;
  }
  Eigen::MatrixXd a = matrix_of(matrix);
  Eigen::VectorXd b = Eigen::Map<const Eigen::VectorXd>(right.data(), static_cast<Eigen::Index>(right.size()));
  constexpr double round_off = 1e-14;
  const double all = a.rowwise().norm().maxCoeff();
  for (Eigen::Index i = 0; i < a.rows(); ++i) { // rows of different units weigh alike
    const double size = a.row(i).norm();
    if (size <= round_off * all) { // scaled to 1, rounding would be a rank
      a.row(i).setZero();
      b[i] = 0.0;
      continue;
    }
    a.row(i) /= size;
    b[i] /= size;
  }
  if (a.cols() >= least_for_qr && a.rows() >= a.cols()) {
    const PivotedQr qr(a);
    if (has_full_rank(qr, tolerance)) {
      const Eigen::VectorXd x = qr.solve(b);
      out.solution.assign(x.begin(), x.end());
      out.rank = matrix.columns;
      out.null_space = DenseMatrix(matrix.columns, 0);
      return out;
    }
  }
  Eigen::JacobiSVD<Eigen::MatrixXd> svd(a, Eigen::ComputeThinU | Eigen::ComputeFullV);
  svd.setThreshold(tolerance);
  const Eigen::VectorXd x = svd.solve(b);
  out.solution.assign(x.begin(), x.end());
  out.rank = static_cast<std::size_t>(svd.rank());
  out.null_space = dense(svd.matrixV().rightCols(a.cols() - svd.rank()));
  return out;
}

bool is_clearly_regular(const DenseMatrix& matrix, double nothing) {
  return matrix.rows > 0 && matrix.rows == matrix.columns && has_full_rank(PivotedQr(matrix_of(matrix)), nothing);
}

double determinant(const DenseMatrix& matrix) {
  return matrix.rows == 0 ? 1.0 : matrix_of(matrix).determinant();
}

DenseMatrix solve_square(const DenseMatrix& matrix, const DenseMatrix& right) {
  if (matrix.rows == 0) return right;
  const Eigen::FullPivLU<Eigen::MatrixXd> lu(matrix_of(matrix));
  if (!lu.isInvertible()) throw SolveError("a matrix of the linearisation is singular", {});
  return right.columns == 0 ? right : dense(lu.solve(matrix_of(right))); // Eigen solves for no empty matrix
}

} // namespace numerics
} // namespace dalembert
