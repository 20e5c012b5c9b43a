#include <dalembert/numerics/linear/singular_share.h>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace dalembert {
namespace {

/// Of rows whose coordinates have the inertia 1.
double share_of(std::span<const double> rows, std::size_t n, int rank) {
  std::vector<double> mass(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i)
    mass[i * n + i] = 1.0;
  return singular_share({mass, rows, {}}, static_cast<int>(n), static_cast<int>(rows.size() / n), rank);
}

/// Two rows with the angle 2a between them have the singular values √2·cos a and √2·sin a.
std::array<double, 6> rows_at_angle(double a) {
  return {3.0 * std::cos(a), 3.0 * std::sin(a), 0.0, 0.2 * std::cos(a), -0.2 * std::sin(a), 0.0};
}

TEST(SingularShare, is_the_tangent_of_half_the_angle_between_two_rows) {
  for (const double a : {0.7, 1e-2, 1e-4}) {
    EXPECT_NEAR(share_of(rows_at_angle(a), 3, 2) / std::tan(a), 1.0, 1e-6) << a;
  }
  EXPECT_NEAR(share_of(rows_at_angle(1e-7), 3, 2), 1e-7, 1e-14);
  EXPECT_NEAR(share_of(rows_at_angle(0.0), 3, 2), 0.0, 1e-15);
}

TEST(SingularShare, of_rows_that_repeat_one_another_is_that_of_their_rank) {
  std::vector<double> rows{1.0, 0.0, 0.0, 0.6, 0.8, 0.0};
  const double of_two = share_of(rows, 3, 2);
  for (const double entry : {0.0, 0.0, 0.0}) // a row of nothing counts for nothing
    rows.push_back(entry);
  EXPECT_NEAR(share_of(rows, 3, 2), of_two, 1e-14);
  EXPECT_EQ(share_of(rows, 3, 3), 0.0);
}

TEST(SingularShare, falls_in_proportion_to_the_distance_where_the_rank_falls_by_many) {
  // A ladder of windows: cranks (c, s) at each node, couplers (1, 0) between neighbours.
  constexpr std::size_t windows = 40;
  constexpr std::size_t n = 2 * (windows + 1);
  constexpr std::size_t m = 2 * windows + 1;
  const auto share = [](double angle) {
    std::vector<double> rows(m * n, 0.0);
    for (std::size_t i = 0; i <= windows; ++i) {
      rows[i * n + 2 * i] = std::cos(angle);
      rows[i * n + 2 * i + 1] = std::sin(angle);
    }
    for (std::size_t i = 0; i < windows; ++i) {
      rows[(windows + 1 + i) * n + 2 * i] = -1.0;
      rows[(windows + 1 + i) * n + 2 * i + 2] = 1.0;
    }
    return share_of(rows, n, static_cast<int>(m));
  };
  const double slope = share(1e-2) / 1e-2;
  for (const double angle : {3e-2, 1e-3, 1e-4, 1e-6}) {
    EXPECT_NEAR(share(angle) / angle / slope, 1.0, 2e-3) << angle;
  }
}

TEST(SingularShare, is_nothing_where_an_entry_is_not_finite) {
  const std::array<double, 2> row{std::numeric_limits<double>::quiet_NaN(), 1.0};
  EXPECT_EQ(share_of(row, 2, 1), 0.0);
}

} // namespace
} // namespace dalembert
