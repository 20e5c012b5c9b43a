#include <dalembert/studies/pivots.h>
#include <dalembert/studies/reduced_flow.h>

#include <algorithm>
#include <cmath>

namespace dalembert {

Pivots eliminate(DenseMatrix a, const std::vector<bool>& preferred) {
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
        constexpr double bonus = 1e6;
        const double score = std::abs(a.at(i, j)) * (preferred[i * a.columns + j] ? bonus : 1.0);
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
  const std::vector<bool> none(a.entries.size(), false);
  return eliminate(std::move(a), none);
}

std::vector<double> row_pivots(std::vector<double> rows, std::size_t m, std::size_t n) {
  for (std::size_t k = 0; k < m; ++k) {
    double size = 0.0;
    for (std::size_t i = 0; i < n; ++i)
      size = std::max(size, std::abs(rows[k * n + i]));
    for (std::size_t i = 0; i < n && size > 0.0; ++i)
      rows[k * n + i] /= size;
  }
  std::vector<double> out;
  std::vector<bool> is_used(m, false);
  while (true) {
    std::size_t row = m;
    std::size_t column = 0;
    double pivot = 0.0;
    for (std::size_t k = 0; k < m; ++k)
      for (std::size_t i = 0; i < n && !is_used[k]; ++i)
        if (std::abs(rows[k * n + i]) > pivot) {
          pivot = std::abs(rows[k * n + i]);
          row = k;
          column = i;
        }
    if (row == m) return out;
    out.push_back(pivot);
    is_used[row] = true;
    for (std::size_t k = 0; k < m; ++k) {
      if (is_used[k]) continue;
      const double factor = rows[k * n + column] / rows[row * n + column];
      for (std::size_t i = 0; i < n; ++i)
        rows[k * n + i] -= factor * rows[row * n + i];
    }
  }
}

} // namespace dalembert
