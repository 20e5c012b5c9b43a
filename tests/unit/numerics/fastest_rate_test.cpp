#include <dalembert/numerics/step/fastest_rate.h>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace dalembert {
namespace {

/// ẍ = −k·x − 2·ζ·√k·ẋ beside a slow pendulum; y = (x, θ, ẋ, θ̇).
OdeProblem fast_and_slow(double k, double damping_ratio) {
  return {.rhs = [k, damping_ratio](double, std::span<const double> y, std::span<double> f) {
    f[0] = y[2];
    f[1] = y[3];
    f[2] = -k * y[0] - 2 * damping_ratio * std::sqrt(k) * y[2];
    f[3] = -std::sin(y[1]) - 0.1 * y[3];
  }};
}

TEST(FastestRate, tells_decay_from_oscillation_whatever_the_units_of_rates) {
  for (const double k : {1e2, 1e4, 1e8})
    for (const double damping_ratio : {-0.2, 0.0, 0.05, 0.4, 0.8}) {
      const auto rate = fastest_rate(fast_and_slow(k, damping_ratio), 0, std::vector<double>{0.1, 0.3, 0.2, 0.4});
      ASSERT_TRUE(rate.has_value());
      // An estimate by a few iterations, for the choice of a method: half of itself is enough.
      EXPECT_NEAR(rate->size / std::sqrt(k), 1, 0.5) << k << ' ' << damping_ratio;
      // Two digits are enough for the choice of a method.
      EXPECT_NEAR(rate->decay_share, damping_ratio, 0.02) << k << ' ' << damping_ratio;
    }
}

TEST(FastestRate, integrals_have_no_part_in_it) {
  // The heat of a strong damper, whose power is no linear function of the rate.
  const OdeProblem damped{.rhs =
                              [](double, std::span<const double> y, std::span<double> f) {
                                f[0] = y[1];
                                f[1] = -10 * y[0] - 1e5 * y[1];
                                f[2] = 1e5 * y[1] * y[1];
                              },
                          .integrals = 1};
  for (const double rate_of_x : {-1e-4, 0.0, 0.3}) {
    const auto rate = fastest_rate(damped, 0, std::vector<double>{1.0, rate_of_x, 0.5});
    ASSERT_TRUE(rate.has_value());
    // The other eigenvalue is 1e-4, and the difference keeps half of the digits: 1e-5 of it.
    EXPECT_NEAR(rate->size, 1e5, 1.0);
    EXPECT_EQ(rate->decay_share, 1.0);
  }
}

TEST(FastestRate, of_what_does_not_oscillate_is_decay_alone) {
  for (const double damping_ratio : {1.0, 1.5, 20.0}) {
    const auto rate = fastest_rate(fast_and_slow(1e6, damping_ratio), 0, std::vector<double>{0.1, 0.3, 0.2, 0.4});
    ASSERT_TRUE(rate.has_value());
    EXPECT_GT(rate->decay_share, 0.99);
  }
  const OdeProblem growth{.rhs = [](double, std::span<const double> y, std::span<double> f) { f[0] = 30 * y[0]; }};
  const auto rate = fastest_rate(growth, 0, std::vector<double>{1.0});
  ASSERT_TRUE(rate.has_value());
  EXPECT_NEAR(rate->size, 30, 1e-4); // a difference keeps half of the digits: 3e-6 of it
  EXPECT_EQ(rate->decay_share, -1.0);
}

} // namespace
} // namespace dalembert
