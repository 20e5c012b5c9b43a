#include <dalembert/base/errors.h>
#include <dalembert/numerics/dense_matrix.h>

#include <cmath>

namespace dalembert {

DenseMatrix DenseMatrix::identity(std::size_t n) {
  DenseMatrix out(n, n);
  for (std::size_t i = 0; i < n; ++i)
    out.at(i, i) = 1.0;
  return out;
}

DenseMatrix DenseMatrix::transposed() const {
  DenseMatrix out(columns, rows);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j)
      out.at(j, i) = at(i, j);
  return out;
}

DenseMatrix DenseMatrix::row_selection(std::span<const std::size_t> wanted) const {
  DenseMatrix out(wanted.size(), columns);
  for (std::size_t i = 0; i < wanted.size(); ++i)
    for (std::size_t j = 0; j < columns; ++j)
      out.at(i, j) = at(wanted[i], j);
  return out;
}

DenseMatrix DenseMatrix::column_selection(std::span<const std::size_t> wanted) const {
  return transposed().row_selection(wanted).transposed();
}

double DenseMatrix::norm() const {
  double sum = 0.0;
  for (const double entry : entries)
    sum += entry * entry;
  return std::sqrt(sum);
}

DenseMatrix operator*(const DenseMatrix& a, const DenseMatrix& b) {
  ENSURE(a.columns == b.rows);
  DenseMatrix out(a.rows, b.columns);
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t k = 0; k < a.columns; ++k)
      for (std::size_t j = 0; j < b.columns; ++j)
        out.at(i, j) += a.at(i, k) * b.at(k, j);
  return out;
}

namespace {

DenseMatrix combined(const DenseMatrix& a, const DenseMatrix& b, double factor) {
  ENSURE(a.rows == b.rows && a.columns == b.columns);
  DenseMatrix out = a;
  for (std::size_t i = 0; i < out.entries.size(); ++i)
    out.entries[i] += factor * b.entries[i];
  return out;
}

} // namespace

DenseMatrix operator+(const DenseMatrix& a, const DenseMatrix& b) {
  return combined(a, b, 1.0);
}

DenseMatrix operator-(const DenseMatrix& a, const DenseMatrix& b) {
  return combined(a, b, -1.0);
}

DenseMatrix stacked(const DenseMatrix& above, const DenseMatrix& below) {
  ENSURE(above.columns == below.columns);
  DenseMatrix out = above;
  out.rows += below.rows;
  out.entries.insert(out.entries.end(), below.entries.begin(), below.entries.end());
  return out;
}

DenseMatrix joined(const DenseMatrix& left, const DenseMatrix& right) {
  return stacked(left.transposed(), right.transposed()).transposed();
}

} // namespace dalembert
