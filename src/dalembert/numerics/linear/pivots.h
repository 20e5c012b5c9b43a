#pragma once

#include <dalembert/numerics/linear/dense_matrix.h>

#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace numerics {

/// What counts as zero in a linearisation: this much of its norm.
inline constexpr double as_good_as_zero = 1e-9;

/// Independent rows of a matrix, and as many columns that can be solved for; both rising.
struct Pivots {
  std::vector<std::size_t> rows;
  std::vector<std::size_t> columns;
};

/// Eliminates with the largest pivots, each counting `weights` times its size: one for each entry of `a`, or none at
/// all. What is left below 10⁻⁹ of the norm is 0.
[[nodiscard]] Pivots eliminate(DenseMatrix a, const std::vector<double>& weights = {});

/// The same with every row in units of its largest entry, a row below 10⁻¹² of the others being 0.
[[nodiscard]] Pivots eliminate_scaled(DenseMatrix a);

struct RowPivot {
  double size = 0.0;
  std::size_t column = 0;
};

/// The pivots of elimination with the largest entry of the remaining rows, of `m` rows of `n` entries that are divided
/// by their largest entry first: rows may differ in their units.
[[nodiscard]] std::vector<RowPivot> row_pivots(std::vector<double> rows, std::size_t m, std::size_t n);

} // namespace numerics
} // namespace dalembert
