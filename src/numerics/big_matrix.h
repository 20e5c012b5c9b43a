#pragma once

#include <dalembert/numerics/big_float.h>
#include <dalembert/numerics/dense_matrix.h>

#include <complex>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace dalembert {

/// A small dense matrix of BigFloats, row by row.
struct BigMatrix {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<BigFloat> entries;

  BigMatrix() = default;
  BigMatrix(std::size_t r, std::size_t c) : rows(r), columns(c), entries(r * c) {}
  explicit BigMatrix(const DenseMatrix& m);

  [[nodiscard]] BigFloat& at(std::size_t i, std::size_t j) { return entries.at(i * columns + j); }
  [[nodiscard]] const BigFloat& at(std::size_t i, std::size_t j) const { return entries.at(i * columns + j); }
  [[nodiscard]] BigMatrix row_selection(std::span<const std::size_t> wanted) const;
  [[nodiscard]] BigMatrix column_selection(std::span<const std::size_t> wanted) const;
  [[nodiscard]] BigMatrix transposed() const;
  [[nodiscard]] double largest() const; ///< of the sizes of the entries; infinite where one is not finite
  /// Rounded to doubles; what is smaller than `nothing` becomes 0.
  [[nodiscard]] DenseMatrix rounded(double nothing = 0.0) const;
};

[[nodiscard]] BigMatrix operator*(const BigMatrix& a, const BigMatrix& b);
[[nodiscard]] BigMatrix operator-(const BigMatrix& a, const BigMatrix& b);
[[nodiscard]] BigMatrix operator-(const BigMatrix& a);
[[nodiscard]] BigMatrix stacked(const BigMatrix& above, const BigMatrix& below);
[[nodiscard]] BigMatrix joined(const BigMatrix& left, const BigMatrix& right);

/// Solves A·X = B by elimination with the largest pivot of the rest. Nothing where a pivot is at most `zero_pivot`
/// times the largest entry: A is singular.
[[nodiscard]] std::optional<BigMatrix> solve_precisely(BigMatrix a, BigMatrix b, double zero_pivot = 1e-30);

/// The eigenvalue 0 of a matrix, and what is left of the matrix without it.
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

} // namespace dalembert
