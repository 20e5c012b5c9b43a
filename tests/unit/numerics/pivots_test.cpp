#include <dalembert/numerics/linear/pivots.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace dalembert {
namespace {

/// The pivots by a search of the whole matrix at every step.
std::vector<double> pivots_by_full_search(std::vector<double> rows, std::size_t m, std::size_t n) {
  for (std::size_t k = 0; k < m; ++k) {
    double size = 0.0;
    for (std::size_t i = 0; i < n; ++i)
      size = std::max(size, std::abs(rows[k * n + i]));
    for (std::size_t i = 0; i < n && size > 0.0; ++i)
      rows[k * n + i] /= size;
  }
  std::vector<double> out;
  while (true) {
    std::size_t best = 0;
    for (std::size_t e = 0; e < rows.size(); ++e)
      if (std::abs(rows[e]) > std::abs(rows[best])) best = e;
    const double pivot = rows.empty() ? 0.0 : rows[best];
    if (pivot == 0.0) return out;
    out.push_back(std::abs(pivot));
    const std::vector<double> by(rows.begin() + static_cast<std::ptrdiff_t>(best / n * n),
                                 rows.begin() + static_cast<std::ptrdiff_t>((best / n + 1) * n));
    for (std::size_t k = 0; k < m; ++k) {
      const double factor = k == best / n ? 1.0 : rows[k * n + best % n] / pivot;
      for (std::size_t i = 0; i < n; ++i)
        rows[k * n + i] = k == best / n ? 0.0 : rows[k * n + i] - factor * by[i];
    }
  }
}

TEST(RowPivots, are_those_of_a_search_of_the_whole_matrix) {
  std::mt19937_64 random(20260401);
  std::uniform_real_distribution<double> value(-1.0, 1.0);
  for (const double share : {0.1, 0.3, 1.0}) { // of entries that are not 0
    constexpr std::size_t m = 12;
    constexpr std::size_t n = 17;
    std::vector<double> rows(m * n);
    for (double& entry : rows)
      entry = std::abs(value(random)) < share ? value(random) : 0.0;
    std::copy_n(rows.begin(), n, rows.begin() + 5 * n); // a row that repeats another one
    const std::vector<RowPivot> found = row_pivots(rows, m, n);
    const std::vector<double> expected = pivots_by_full_search(rows, m, n);
    ASSERT_EQ(found.size(), expected.size()) << share;
    for (std::size_t i = 0; i < found.size(); ++i)
      EXPECT_DOUBLE_EQ(found[i].size, expected[i]) << share;
  }
}

TEST(RowPivots, of_no_rows_are_none) {
  EXPECT_TRUE(row_pivots({}, 0, 3).empty());
  EXPECT_TRUE(row_pivots({0.0, 0.0}, 1, 2).empty());
}

} // namespace
} // namespace dalembert
