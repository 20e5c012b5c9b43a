#pragma once

#include <dalembert/numerics/linear/big_float.h>
#include <dalembert/numerics/linear/dense_matrix.h>

#include <complex>
#include <cstddef>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace numerics {

using BigMatrix = Matrix<BigFloat>;

/// The largest size of an entry; infinite where one is not finite.
[[nodiscard]] double largest(const BigMatrix& matrix);
/// Rounded to doubles; entries of at most the size `nothing` become 0.
[[nodiscard]] DenseMatrix rounded(const BigMatrix& matrix, double nothing = 0.0);

/// Where the largest pivot is looked for: in all that is left, or in the first column of it.
enum class PivotChoice { of_rest, of_column };

/// Solves A·X = B for a square A by elimination. Nothing where a pivot is at most `zero_pivot` times the largest entry:
/// A is singular.
[[nodiscard]] std::optional<BigMatrix> solve_precisely(BigMatrix a, const BigMatrix& right,
                                                       PivotChoice choice = PivotChoice::of_rest,
                                                       double zero_pivot = 1e-30);

/// The eigenvalue 0 of a matrix, and the matrix deflated by it.
struct ZeroEigenvalue {
  std::vector<std::size_t> chains; ///< lengths of its Jordan chains, falling
  BigMatrix rest;                  ///< regular, with all other eigenvalues
  [[nodiscard]] std::size_t multiplicity() const;
};

/// Splits the eigenvalue 0 off: A = B·C with as many columns of B as A has rank has the same other eigenvalues as C·B,
/// and every Jordan chain of 0 is one shorter there. Pivots at most `nothing` times the largest entry count as 0; the
/// matrix is balanced first (rows and columns scaled by powers of 2).
[[nodiscard]] ZeroEigenvalue split_zero(const BigMatrix& matrix, double nothing);

struct BigComplex {
  BigFloat re;
  BigFloat im;

  [[nodiscard]] double size() const;
  [[nodiscard]] bool is_zero() const { return re.is_zero() && im.is_zero(); }
  [[nodiscard]] BigComplex conjugate() const { return {re, -im}; }
  [[nodiscard]] std::complex<double> rounded() const { return {re.to_double(), im.to_double()}; }
};

/// The eigenvalues by the QR method with Wilkinson's shifts; a real or imaginary part below 10⁻²⁰ of the value is put
/// to 0: multiple ones are that uncertain. Nothing where they do not converge. Cost: about 30·n³ complex products.
[[nodiscard]] std::optional<std::vector<BigComplex>> eigenvalues_precisely(const BigMatrix& matrix);

/// A basis of {x : A·x = s·x} for an eigenvalue s, each vector's largest entry 1; entries below 10⁻²⁰ are 0.
[[nodiscard]] std::vector<std::vector<std::complex<double>>> eigenvectors_precisely(const BigMatrix& matrix,
                                                                                    const BigComplex& value);

} // namespace numerics
} // namespace dalembert
