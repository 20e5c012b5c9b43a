#pragma once

#include <dalembert/numerics/linear/dense_matrix.h>
#include <dalembert/numerics/linear/tolerances.h>

#include <complex>
#include <vector>

namespace dalembert {
inline namespace numerics {

/// Eigenvalues with their right eigenvectors, each scaled so that its largest entry is 1, in order of increasing |Im s|
/// and then of Re s; conjugate pairs stand together, positive imaginary part first.
struct Spectrum {
  std::vector<std::complex<double>> values;
  std::vector<std::vector<std::complex<double>>> vectors;
};

/// Solves J·x = s·x for a real square matrix. @throws SolveError if the iteration does not converge
[[nodiscard]] Spectrum spectrum(const DenseMatrix& matrix);

/// The symmetric problem K·x = κ·M·x with M positive definite: real κ, rising, and xᵢᵀ·M·xⱼ = δᵢⱼ.
struct PrincipalAxes {
  std::vector<double> values; ///< κ
  DenseMatrix vectors;        ///< columns x
};
/// @throws SolveError if M is not positive definite
[[nodiscard]] PrincipalAxes principal_axes(const DenseMatrix& stiffness, const DenseMatrix& mass);

/// True where a square matrix is regular beyond doubt: no pivot of its QR decomposition comes near `nothing` times the
/// largest. False says nothing. Cost: O(n³), a fraction of that of singular values.
[[nodiscard]] bool is_clearly_regular(const DenseMatrix& matrix, double nothing);

/// The solution of least norm of A·x ≈ b, the rank of A, and a basis of {x : A·x = 0}. Rows are scaled to length 1
/// before the singular values are judged, those below 10⁻¹⁴ of the longest put to 0; a singular value below `tolerance`
/// times the largest counts as 0.
struct LeastNorm {
  std::vector<double> solution;
  std::size_t rank = 0;
  DenseMatrix null_space; ///< columns, orthonormal
};
[[nodiscard]] LeastNorm solve_least_norm(const DenseMatrix& matrix, std::span<const double> right,
                                         double tolerance = least_norm_rank);

[[nodiscard]] double determinant(const DenseMatrix& matrix);

/// Solves a regular square system for many right-hand sides. @throws SolveError if the matrix is singular
[[nodiscard]] DenseMatrix solve_square(const DenseMatrix& matrix, const DenseMatrix& right);

} // namespace numerics
} // namespace dalembert
