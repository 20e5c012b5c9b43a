#include <dalembert/simulation/run/unprojected_run.h>

#include "pendulum_study.h"

#include <gtest/gtest.h>

#include <cmath>

namespace dalembert {
namespace {

double residual_of_rod(const std::vector<double>& state) {
  return state[0] * state[0] + state[1] * state[1] - 1.0;
}

double residual_of_rate(const std::vector<double>& state) {
  return 2 * (state[0] * state[2] + state[1] * state[3]);
}

TEST(UnprojectedRun, a_residual_falls_by_e_within_the_time_of_the_pull) {
  const Engine engine = test::PendulumStudy().engine();
  // It hangs at rest, too long: φ˙ = −φ/τ without remainder, since the row changes along y alone.
  const State start{0.0, {0.0, -1.001}, {0.0, 0.0}};
  const UnprojectedRun run = run_unprojected(engine, start, {0.5, 1e-9, {0.5, 1.0, 2.0}});
  ASSERT_TRUE(run.is_completed);
  ASSERT_EQ(run.at.size(), 3U);
  const double first = 1.001 * 1.001 - 1.0;
  EXPECT_NEAR(residual_of_rod(run.at[0]), first * std::exp(-1.0), 1e-8);
  EXPECT_NEAR(residual_of_rod(run.at[1]), first * std::exp(-2.0), 1e-8);
  EXPECT_NEAR(residual_of_rod(run.at[2]), first * std::exp(-4.0), 1e-8);
}

TEST(UnprojectedRun, a_rate_across_the_constraint_falls_likewise) {
  const Engine engine = test::PendulumStudy().engine();
  const State start{0.0, {0.0, -1.0}, {0.0, 1e-4}};
  const UnprojectedRun run = run_unprojected(engine, start, {0.5, 1e-9, {0.5}});
  ASSERT_TRUE(run.is_completed);
  EXPECT_NEAR(residual_of_rate(run.at[0]), -2e-4 * std::exp(-1.0), 1e-7);
}

TEST(UnprojectedRun, drifts_without_a_pull_alone) {
  const Engine engine = test::PendulumStudy().engine();
  const State start{0.0, {1.0, 0.0}, {0.0, 0.0}};
  const UnprojectedRun plain = run_unprojected(engine, start, {0.0, 1e-4, {5.0, 10.0}});
  const UnprojectedRun pulled = run_unprojected(engine, start, {0.5, 1e-4, {5.0, 10.0}});
  ASSERT_TRUE(plain.is_completed && pulled.is_completed);
  EXPECT_GT(std::abs(residual_of_rod(plain.at[1])), 1e-4);
  EXPECT_LT(std::abs(residual_of_rod(pulled.at[1])), 0.1 * std::abs(residual_of_rod(plain.at[1])));
}

TEST(UnprojectedRun, is_given_up_after_its_operations) {
  const Engine engine = test::PendulumStudy().engine();
  const State start{0.0, {1.0, 0.0}, {0.0, 0.0}};
  const UnprojectedRun run = run_unprojected(engine, start, {0.0, 1e-6, {0.5, 1e6}, 1e5});
  EXPECT_FALSE(run.is_completed);
  EXPECT_EQ(run.at.size(), 1U);
  EXPECT_GT(run.work, 1e5);
  EXPECT_LT(run.work, 2e5);
}

} // namespace
} // namespace dalembert
