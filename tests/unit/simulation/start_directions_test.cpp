// The direction in which a slip in a plane begins.
#include <dalembert/simulation/friction/start_directions.h>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <optional>
#include <random>

namespace dalembert {
namespace {

using Pair = std::array<double, 2>;

/// b − B·d, B of 11, 12, 22.
SlipRate affine_rate(Pair b, std::array<double, 3> matrix) {
  return [b, matrix](Pair d) {
    return Pair{b[0] - matrix[0] * d[0] - matrix[1] * d[1], b[1] - matrix[1] * d[0] - matrix[2] * d[1]};
  };
}

TEST(StartDirections, without_coupling_a_slip_begins_along_the_load) {
  const auto found = start_directions(affine_rate({3.0, -4.0}, {2.0, 0.0, 2.0}));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NEAR(found[0][0], 0.6, 1e-15); // four ulps of a direction
  EXPECT_NEAR(found[0][1], -0.8, 1e-15);
}

TEST(StartDirections, a_load_along_an_axis_is_seen_and_once) {
  for (const double angle : {0.0, 0.1, 0.5, 1.0, 1.5, 2.0 / 36.0}) {
    const Pair load{5.0 * std::cos(angle * 3.14159265358979323846), 5.0 * std::sin(angle * 3.14159265358979323846)};
    const auto found = start_directions(affine_rate(load, {3.0, 0.0, 3.0}));
    ASSERT_EQ(found.size(), 1U) << angle;
    EXPECT_NEAR(found[0][0], load[0] / 5.0, 1e-15); // four ulps of a direction
    EXPECT_NEAR(found[0][1], load[1] / 5.0, 1e-15);
  }
}

TEST(StartDirections, it_begins_where_friction_cannot_hold_it_and_in_one_direction) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  int begins = 0;
  for (int i = 0; i < 200; ++i) {
    const double a = 1.0 + any(random);
    const double c = 1.0 + any(random);
    const double b = 0.95 * any(random) * std::sqrt(a * c);
    const Pair load{2 * any(random), 2 * any(random)};
    const SlipRate rate = affine_rate(load, {a, b, c});
    const double determinant = a * c - b * b;
    const double held = std::hypot(c * load[0] - b * load[1], a * load[1] - b * load[0]) / determinant;
    const auto found = start_directions(rate);
    ASSERT_EQ(found.size(), held > 1.0 ? 1U : 0U) << held;
    if (found.empty()) continue;
    ++begins;
    const Pair d = found[0];
    const Pair grows = *rate(d);
    // The direction is enclosed to 4e-16, times rates of up to 4.
    EXPECT_NEAR(d[0] * grows[1] - d[1] * grows[0], 0.0, 1e-14);
    EXPECT_GT(d[0] * grows[0] + d[1] * grows[1], 0.0);
  }
  EXPECT_GT(begins, 50);
}

TEST(StartDirections, where_no_direction_has_a_solution_there_is_none) {
  EXPECT_TRUE(start_directions([](Pair) { return std::optional<Pair>(); }).empty());
}

} // namespace
} // namespace dalembert
