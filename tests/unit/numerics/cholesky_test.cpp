#include <dalembert/numerics/linear/cholesky.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace {

using dalembert::numerics::detail::factor_cholesky;

/// Full, positive definite, unit diagonal; no two entries of a row are alike.
std::vector<double> matrix_of(std::size_t n) {
  std::vector<double> out(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      const auto low = static_cast<double>(std::min(i, j));
      const auto high = static_cast<double>(std::max(i, j));
      out[i * n + j] = i == j ? 1.0 : 0.9 / static_cast<double>(n) * std::sin(1.0 + 2.3 * low + 0.7 * high);
    }
  return out;
}

TEST(Cholesky, the_factor_times_its_transpose_is_the_matrix) {
  for (const std::size_t n : {1U, 2U, 3U, 5U, 8U, 13U, 21U, 34U}) {
    const std::vector<double> matrix = matrix_of(n);
    std::vector<double> factor = matrix;
    ASSERT_TRUE(factor_cholesky(factor, n, 1e-12).is_trusted) << n;
    const auto entry = [&](std::size_t i, std::size_t j) {
      return i == j ? 1.0 / factor[i * n + i] : j < i ? factor[i * n + j] : 0.0;
    };
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j <= i; ++j) {
        double sum = 0.0;
        for (std::size_t k = 0; k <= j; ++k)
          sum += entry(i, k) * entry(j, k);
        // Sums of up to 34 products below 1: 45 ulps.
        EXPECT_NEAR(sum, matrix[i * n + j], 1e-14) << n << ": " << i << ", " << j;
      }
  }
}

} // namespace
