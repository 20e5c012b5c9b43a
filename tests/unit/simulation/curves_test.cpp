#include <dalembert/simulation/run/run.h>

#include "pendulum_study.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace dalembert {
namespace {

RunResult swing(int end, std::size_t points) {
  test::PendulumStudy pendulum;
  pendulum.initial(pendulum.x, Rational(1), true, "x");
  pendulum.initial(pendulum.y, Rational(-1, 10), false, "y");
  pendulum.initial(pendulum.vx, Rational(0), true, "x'");
  pendulum.simulate(end);
  Plot plot;
  plot.curves.push_back({pendulum.x, "x", {}, {}});
  pendulum.study.plots.push_back(plot);
  RunOptions options;
  options.curve_points = points;
  return run(pendulum.engine(), options);
}

TEST(Curves, are_empty_unless_asked_for) {
  EXPECT_TRUE(swing(2, 0).curves.times.empty());
}

TEST(Curves, hold_the_asked_number_of_points_of_every_step_and_both_ends) {
  const RunResult result = swing(2, 10);
  const std::vector<double>& times = result.curves.times;
  EXPECT_EQ(times.size(), 10 * result.statistics.steps + 1);
  EXPECT_EQ(result.curves.observables.size(), times.size());
  EXPECT_EQ(times.front(), 0.0);
  EXPECT_EQ(times.back(), 2.0);
  EXPECT_TRUE(std::is_sorted(times.begin(), times.end()));
}

TEST(Curves, of_a_long_run_are_bounded_and_still_reach_both_ends) {
  const RunResult result = swing(600, 50);
  const std::vector<double>& times = result.curves.times;
  ASSERT_GT(50 * result.statistics.steps, 40'000U);
  EXPECT_LE(times.size(), 40'001U);
  EXPECT_GE(times.size(), 20'000U);
  EXPECT_EQ(times.front(), 0.0);
  EXPECT_EQ(times.back(), 600.0);
  EXPECT_TRUE(std::is_sorted(times.begin(), times.end()));
  for (const std::vector<double>& row : result.curves.observables)
    ASSERT_EQ(row.size(), 2U); // x and the time it is drawn over
}

} // namespace
} // namespace dalembert
