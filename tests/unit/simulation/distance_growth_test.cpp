// The error of a Lyapunov exponent, for distances whose growth is known.
#include <dalembert/base/random_stream.h>
#include <dalembert/simulation/run/distance_growth.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace dalembert {
namespace {

// Of distances in these tests; their shares stand in the bound.
constexpr double precision = 1e-4;

/// The exponent in S(t) over [0, end], noted at steps of about `step`.
LyapunovExponent exponent_in(const std::function<double(double)>& logarithm, double end, double step) {
  DistanceGrowth growth(0.0, end, precision);
  growth.note(0.0, logarithm(0.0));
  for (double t = 0.0; t < end;) {
    t = std::min(t + step, growth.next_bound(t));
    growth.note(t, logarithm(t));
  }
  return growth.exponent();
}

TEST(DistanceGrowth, steady_growth_is_as_precise_as_the_distances) {
  const LyapunovExponent found = exponent_in([](double t) { return 0.7 * t; }, 10.0, 3.0);
  EXPECT_NEAR(found.value, 0.7, 1e-14);                   // a quotient of 7 by 10: ulps
  EXPECT_NEAR(found.error, 2.0 * precision / 5.0, 1e-12); // one product: rounding
}

TEST(DistanceGrowth, an_initial_direction_that_still_turns_is_in_the_error) {
  for (const double gap : {0.05, 0.1, 0.2, 0.4, 1.0})
    for (const double other : {0.1, 1.0, 10.0}) {
      if (other * std::exp(-gap * 10.0) > 1.0) continue; // the direction that grows fastest never leads
      const LyapunovExponent found = exponent_in(
          [&](double t) { return 0.6 * t + std::log((1.0 + other * std::exp(-gap * t)) / (1.0 + other)); }, 10.0, 0.3);
      EXPECT_LE(std::abs(found.value - 0.6), 2.0 * found.error) << gap << ' ' << other;
    }
}

TEST(DistanceGrowth, growth_as_a_power_of_the_time_is_not_told_from_none) {
  for (const double end : {10.0, 100.0, 1000.0}) {
    const LyapunovExponent found = exponent_in([](double t) { return std::log1p(t); }, end, 0.1);
    EXPECT_LE(std::abs(found.value), 1.5 * found.error) << end;
    EXPECT_LE(found.error, 2.0 / end);
  }
}

TEST(DistanceGrowth, growth_that_swings_is_in_the_error) {
  for (int k = 0; k < 150; ++k) {
    const double omega = 0.5 + 0.057 * k;
    const LyapunovExponent found =
        exponent_in([&](double t) { return -0.2 * t + 0.8 * std::sin(omega * t); }, 20.0, 0.05);
    EXPECT_LE(std::abs(found.value + 0.2), 2.0 * found.error + 1e-12) << omega; // where the error is 0: rounding
    EXPECT_LE(found.error, 0.5) << omega; // nor is it taken for a trend, though it is slow at the bounds
  }
}

TEST(DistanceGrowth, growth_at_random_has_the_standard_error) {
  constexpr int runs = 200;
  RandomStream random(3);
  double squares = 0.0;
  double errors = 0.0;
  int beyond_two = 0;
  for (int r = 0; r < runs; ++r) {
    double sum = 0.0;
    const LyapunovExponent found =
        exponent_in([&](double) { return sum += 0.1 + random.between(-1.0, 1.0); }, 400.0, 1.0);
    const double off = found.value - 0.1;
    squares += off * off;
    errors += found.error;
    beyond_two += std::abs(off) > 2.0 * found.error ? 1 : 0;
  }
  const double deviation = std::sqrt(squares / runs);
  // The deviation of 200 values is known to 1 in 20: 0.002, and three times that.
  EXPECT_NEAR(deviation, std::sqrt(1.0 / 3.0 / 200.0), 0.006);
  EXPECT_GT(errors / runs, 0.9 * deviation);
  EXPECT_LT(errors / runs, 2.0 * deviation);
  EXPECT_LE(beyond_two, runs / 20);
}

} // namespace
} // namespace dalembert
