#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace dalembert {

/// A small dense matrix of doubles, row by row.
struct DenseMatrix {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<double> entries;

  DenseMatrix() = default;
  DenseMatrix(std::size_t r, std::size_t c) : rows(r), columns(c), entries(r * c, 0.0) {}
  DenseMatrix(std::size_t r, std::size_t c, std::span<const double> values)
      : rows(r), columns(c), entries(values.begin(), values.end()) {}
  [[nodiscard]] static DenseMatrix identity(std::size_t n);

  [[nodiscard]] double& at(std::size_t i, std::size_t j) { return entries.at(i * columns + j); }
  [[nodiscard]] double at(std::size_t i, std::size_t j) const { return entries.at(i * columns + j); }

  [[nodiscard]] DenseMatrix transposed() const;
  /// The rows, or columns, listed, in that order.
  [[nodiscard]] DenseMatrix row_selection(std::span<const std::size_t> wanted) const;
  [[nodiscard]] DenseMatrix column_selection(std::span<const std::size_t> wanted) const;
  [[nodiscard]] double norm() const; ///< √Σ entries²
};

[[nodiscard]] DenseMatrix operator*(const DenseMatrix& a, const DenseMatrix& b);
[[nodiscard]] DenseMatrix operator+(const DenseMatrix& a, const DenseMatrix& b);
[[nodiscard]] DenseMatrix operator-(const DenseMatrix& a, const DenseMatrix& b);
/// Puts `below` under `above`, `right` beside `left`.
[[nodiscard]] DenseMatrix stacked(const DenseMatrix& above, const DenseMatrix& below);
[[nodiscard]] DenseMatrix joined(const DenseMatrix& left, const DenseMatrix& right);

} // namespace dalembert
