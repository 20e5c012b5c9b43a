#include <dalembert/numerics/linear/dense_matrix.h>
#include <dalembert/numerics/linear/spectrum.h>
#include <dalembert/simulation/record/balanced_multipliers.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace dalembert {
inline namespace simulation {

void balance_multipliers(std::span<double> multipliers, const DynamicsView& equations,
                         std::span<const double> residual) {
  constexpr double clear = 1e-12; // 10⁻⁶ of the largest singular value of the rows: what lies below is rounding
  const std::size_t n = residual.size();
  const std::size_t m = multipliers.size();
  if (m == 0 || !std::ranges::all_of(multipliers, [](double x) { return std::isfinite(x); })) return;
  DenseMatrix rows(m, n); // in units of √Mᵢᵢ; a row that vanishes at the position is not scaled up
  std::vector<double> units(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double inertia = equations.mass[i * n + i];
    units[i] = inertia > 0.0 ? std::sqrt(inertia) : 1.0;
  }
  for (std::size_t k = 0; k < m; ++k)
    for (std::size_t i = 0; i < n; ++i)
      rows.at(k, i) = equations.rows[k * n + i] / units[i];
  std::vector<double> work(m, 0.0);
  for (std::size_t k = 0; k < m; ++k)
    for (std::size_t i = 0; i < n; ++i)
      work[k] += rows.at(k, i) * residual[i] / units[i];
  const PrincipalAxes axes = principal_axes(rows * rows.transposed(), DenseMatrix::identity(m));
  const double largest = *std::ranges::max_element(axes.values);
  for (std::size_t j = 0; j < m; ++j) {
    if (!(axes.values[j] > clear * largest)) continue;
    double along = 0.0;
    for (std::size_t k = 0; k < m; ++k)
      along += axes.vectors.at(k, j) * work[k];
    for (std::size_t k = 0; k < m; ++k)
      multipliers[k] += axes.vectors.at(k, j) * along / axes.values[j];
  }
}

} // namespace simulation
} // namespace dalembert
