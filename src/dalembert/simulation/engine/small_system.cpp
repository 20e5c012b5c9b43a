#include <dalembert/simulation/engine/small_system.h>

#include <cmath>
#include <cstddef>
#include <utility>

namespace dalembert {
inline namespace simulation {

bool solve_small(std::vector<double> matrix, std::vector<double>& x) {
  const std::size_t n = x.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::abs(matrix[i * n + k]) > std::abs(matrix[pivot * n + k])) pivot = i;
    if (matrix[pivot * n + k] == 0.0) return false;
    for (std::size_t j = 0; j < n; ++j)
      std::swap(matrix[k * n + j], matrix[pivot * n + j]);
    std::swap(x[k], x[pivot]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = matrix[i * n + k] / matrix[k * n + k];
      for (std::size_t j = k; j < n; ++j)
        matrix[i * n + j] -= factor * matrix[k * n + j];
      x[i] -= factor * x[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j)
      x[k] -= matrix[k * n + j] * x[j];
    x[k] /= matrix[k * n + k];
  }
  return true;
}

} // namespace simulation
} // namespace dalembert
