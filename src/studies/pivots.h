#pragma once

#include <dalembert/numerics/dense_matrix.h>

#include <cstddef>
#include <vector>

namespace dalembert {

/// Independent rows of a matrix, and as many columns that can be solved for; both rising.
struct Pivots {
  std::vector<std::size_t> rows;
  std::vector<std::size_t> columns;
};

/// Eliminates with the largest pivots; those in `preferred` come first. What is left below 10⁻⁹ of the norm is 0.
[[nodiscard]] Pivots eliminate(DenseMatrix a, const std::vector<bool>& preferred);

/// The same with every row in units of its largest entry, a row below 10⁻¹² of the others being 0.
[[nodiscard]] Pivots eliminate_scaled(DenseMatrix a);

} // namespace dalembert
