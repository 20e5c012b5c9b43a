#pragma once

#include <dalembert/base/errors.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace dalembert {
inline namespace numerics {

/// A small dense matrix, row by row; entries begin as 0.
template <class Number>
struct Matrix {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<Number> entries;

  Matrix() = default;
  Matrix(std::size_t r, std::size_t c) : rows(r), columns(c), entries(r * c) {}
  Matrix(std::size_t r, std::size_t c, std::span<const Number> values)
      : rows(r), columns(c), entries(values.begin(), values.end()) {}
  /// The same entries as other numbers.
  template <class Other>
  explicit Matrix(const Matrix<Other>& m)
      : rows(m.rows), columns(m.columns), entries(m.entries.begin(), m.entries.end()) {}

  [[nodiscard]] static Matrix identity(std::size_t n) {
    Matrix out(n, n);
    for (std::size_t i = 0; i < n; ++i)
      out.at(i, i) = Number(1.0);
    return out;
  }

  [[nodiscard]] Number& at(std::size_t i, std::size_t j) { return entries.at(i * columns + j); }
  [[nodiscard]] const Number& at(std::size_t i, std::size_t j) const { return entries.at(i * columns + j); }

  [[nodiscard]] Matrix transposed() const {
    Matrix out(columns, rows);
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < columns; ++j)
        out.at(j, i) = at(i, j);
    return out;
  }

  /// The rows listed, in that order.
  [[nodiscard]] Matrix row_selection(std::span<const std::size_t> wanted) const {
    Matrix out(wanted.size(), columns);
    for (std::size_t i = 0; i < wanted.size(); ++i)
      for (std::size_t j = 0; j < columns; ++j)
        out.at(i, j) = at(wanted[i], j);
    return out;
  }

  /// The columns listed, in that order.
  [[nodiscard]] Matrix column_selection(std::span<const std::size_t> wanted) const {
    return transposed().row_selection(wanted).transposed();
  }
};

template <class Number>
[[nodiscard]] Matrix<Number> operator*(const Matrix<Number>& a, const Matrix<Number>& b) {
  ENSURE(a.columns == b.rows);
  Matrix<Number> out(a.rows, b.columns);
  const Number zero(0.0);
  // 0·x is 0 where x is finite.
  const bool is_finite = std::all_of(b.entries.begin(), b.entries.end(), [&zero](const Number& x) {
    return x - x == zero; // NOLINT(misc-redundant-expression): not of infinity
  });
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t k = 0; k < a.columns; ++k) {
      const Number& factor = a.at(i, k);
      if (is_finite && factor == zero) continue;
      for (std::size_t j = 0; j < b.columns; ++j) {
        Number& sum = out.entries[i * b.columns + j];
        sum = sum + factor * b.entries[k * b.columns + j];
      }
    }
  return out;
}

template <class Number>
[[nodiscard]] Matrix<Number> operator+(const Matrix<Number>& a, const Matrix<Number>& b) {
  ENSURE(a.rows == b.rows && a.columns == b.columns);
  Matrix<Number> out = a;
  for (std::size_t i = 0; i < out.entries.size(); ++i)
    out.entries[i] = a.entries[i] + b.entries[i];
  return out;
}

template <class Number>
[[nodiscard]] Matrix<Number> operator-(const Matrix<Number>& a) {
  Matrix<Number> out = a;
  for (Number& entry : out.entries)
    entry = -entry;
  return out;
}

template <class Number>
[[nodiscard]] Matrix<Number> operator-(const Matrix<Number>& a, const Matrix<Number>& b) {
  return a + -b;
}

/// Puts `below` under `above`, which may be empty.
template <class Number>
[[nodiscard]] Matrix<Number> stacked(const Matrix<Number>& above, const Matrix<Number>& below) {
  ENSURE(above.columns == below.columns || above.rows == 0);
  Matrix<Number> out = above;
  out.rows += below.rows;
  out.columns = below.columns;
  out.entries.insert(out.entries.end(), below.entries.begin(), below.entries.end());
  return out;
}

/// Puts `right` beside `left`.
template <class Number>
[[nodiscard]] Matrix<Number> joined(const Matrix<Number>& left, const Matrix<Number>& right) {
  return stacked(left.transposed(), right.transposed()).transposed();
}

} // namespace numerics
} // namespace dalembert
