#include <dalembert/numerics/linear/pivots.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace dalembert {
inline namespace numerics {

Pivots eliminate(DenseMatrix a, const std::vector<double>& weights) {
  Pivots out;
  std::vector<bool> used_row(a.rows, false);
  std::vector<bool> used_column(a.columns, false);
  const double scale = norm(a);
  while (true) {
    double best = 0.0;
    std::size_t row = 0;
    std::size_t column = 0;
    for (std::size_t i = 0; i < a.rows; ++i)
      for (std::size_t j = 0; j < a.columns; ++j) {
        if (used_row[i] || used_column[j] || std::abs(a.at(i, j)) <= as_good_as_zero * scale) continue;
        const double score = std::abs(a.at(i, j)) * (weights.empty() ? 1.0 : weights[i * a.columns + j]);
        if (score <= best * (1.0 + as_good_as_zero)) continue; // ties fall to the first declared
        best = score;
        row = i;
        column = j;
      }
    if (best == 0.0) break;
    used_row[row] = used_column[column] = true;
    out.rows.push_back(row);
    out.columns.push_back(column);
    for (std::size_t i = 0; i < a.rows; ++i) {
      const double factor = a.at(i, column) / a.at(row, column);
      for (std::size_t j = 0; j < a.columns && !used_row[i]; ++j)
        a.at(i, j) -= factor * a.at(row, j);
    }
  }
  std::sort(out.rows.begin(), out.rows.end());
  std::sort(out.columns.begin(), out.columns.end());
  return out;
}

Pivots eliminate_scaled(DenseMatrix a) {
  constexpr double round_off = 1e-12;
  double all = 0.0;
  for (const double entry : a.entries)
    all = std::max(all, std::abs(entry));
  for (std::size_t i = 0; i < a.rows; ++i) {
    double size = 0.0;
    for (std::size_t j = 0; j < a.columns; ++j)
      size = std::max(size, std::abs(a.at(i, j)));
    for (std::size_t j = 0; j < a.columns; ++j)
      a.at(i, j) = size <= round_off * all ? 0.0 : a.at(i, j) / size;
  }
  return eliminate(std::move(a));
}

namespace {

/// The largest entry of a row, the first of equal ones.
RowPivot largest_entry(std::span<const double> row) {
  RowPivot out;
  for (std::size_t i = 0; i < row.size(); ++i)
    if (std::abs(row[i]) > out.size) out = {std::abs(row[i]), i};
  return out;
}

} // namespace

std::vector<RowPivot> row_pivots(std::vector<double> rows, std::size_t m, std::size_t n) {
  std::vector<RowPivot> largest;
  for (std::size_t k = 0; k < m; ++k) {
    const std::span<double> row = std::span<double>(rows).subspan(k * n, n);
    const double size = largest_entry(row).size;
    for (std::size_t i = 0; i < n && size > 0.0; ++i)
      row[i] /= size;
    largest.push_back(largest_entry(row));
  }
  std::vector<RowPivot> out;
  while (true) {
    // Of used rows the largest entry is 0.
    const auto most = std::max_element(largest.begin(), largest.end(),
                                       [](const RowPivot& a, const RowPivot& b) { return a.size < b.size; });
    if (most == largest.end() || most->size == 0.0) return out;
    const RowPivot pivot = *most;
    const std::span<const double> by =
        std::span<const double>(rows).subspan(static_cast<std::size_t>(most - largest.begin()) * n, n);
    out.push_back(pivot);
    most->size = 0.0;
    for (std::size_t k = 0; k < m; ++k) {
      const std::span<double> row = std::span<double>(rows).subspan(k * n, n);
      if (largest[k].size == 0.0 || row[pivot.column] == 0.0) continue;
      const double factor = row[pivot.column] / by[pivot.column];
      for (std::size_t i = 0; i < n; ++i)
        row[i] -= factor * by[i];
      largest[k] = largest_entry(row);
    }
  }
}

} // namespace numerics
} // namespace dalembert
