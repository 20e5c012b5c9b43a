// The instants of a run that something is written down at.
#include <dalembert/simulation/plan/schedule.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <vector>

namespace dalembert {
namespace {

TEST(ScheduleOfARun, finds_rows_from_anywhere) {
  Schedule schedule;
  schedule.rows = {0.0, 0.5, 1.0, 1.5, 2.0, 2.5};
  std::mt19937_64 random(3);
  std::uniform_int_distribution<int> quarter(-2, 12);
  std::size_t near = 0;
  for (int i = 0; i < 500; ++i) {
    const double after = 0.25 * quarter(random);
    const double until = after + 0.25 * quarter(random);
    const auto wanted = schedule.rows_between(after, std::max(after, until));
    const auto found = schedule.rows_between(after, until, near);
    EXPECT_EQ(std::vector(found.begin(), found.end()), std::vector(wanted.begin(), wanted.end())) << after;
  }
}

TEST(ScheduleOfARun, finds_rows_going_back) {
  Schedule schedule;
  schedule.order = TimeOrder(2.0, 0.0);
  schedule.rows = {2.0, 1.5, 1.0, 0.5, 0.0};
  std::size_t near = 0;
  const auto found = schedule.rows_between(1.5, 0.5, near);
  EXPECT_EQ(std::vector(found.begin(), found.end()), (std::vector{1.0, 0.5}));
  const auto same = schedule.rows_between(1.5, 0.5);
  EXPECT_EQ(std::vector(same.begin(), same.end()), (std::vector{1.0, 0.5}));
  EXPECT_TRUE(schedule.holds(1.5, near));
  EXPECT_FALSE(schedule.holds(1.25, near));
}

TEST(ScheduleOfARun, knows_its_rows) {
  Schedule schedule;
  schedule.rows = {0.0, 0.5, 1.0};
  std::size_t near = 0;
  EXPECT_TRUE(schedule.holds(1.0, near));
  EXPECT_FALSE(schedule.holds(0.75, near));
  EXPECT_TRUE(schedule.holds(0.0, near));
  EXPECT_FALSE(schedule.holds(-1.0, near));
  EXPECT_FALSE(Schedule().holds(0.0, near = 0));
}

} // namespace
} // namespace dalembert
