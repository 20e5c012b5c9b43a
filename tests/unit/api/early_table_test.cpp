// Tables of runs that end before their time.
#include <dalembert/api/session.h>

#include <gtest/gtest.h>

#include <cmath>

namespace dalembert {
namespace {

/// x′ = 1 and a load that grows without bound towards x = 2.5 m.
RunResult ended_early(const std::string& settings) {
  Session session("wall.mech", "model Wall\ncoord x [m]\nparam m = 1 [kg], c = 1 [kg*m^3/s^2]\nkinetic T = 1/2*m*x'^2\n"
                               "potential V = -c/(2.5 [m] - x)\ninitial x = 0, x' = 1 [m/s]\nsimulate 0..10 [s]" +
                                   settings + "\n");
  return session.run({});
}

TEST(EarlyTable, holds_the_times_asked_for_and_no_others) {
  const RunResult result = ended_early(" { output = 0.25 [s] }");
  ASSERT_NE(result.outcome, RunOutcome::completed);
  ASSERT_GT(result.table.times.size(), 4U);
  for (std::size_t i = 0; i + 1 < result.table.times.size(); ++i)
    // Times are multiples of a step: rounding of 2.5 s.
    EXPECT_NEAR(result.table.times[i], 0.25 * static_cast<double>(i), 1e-12);
}

TEST(EarlyTable, is_filled_from_the_steps_where_no_times_were_asked_for) {
  const RunResult result = ended_early("");
  ASSERT_NE(result.outcome, RunOutcome::completed);
  EXPECT_GT(result.table.times.size(), 20U);
}

TEST(EarlyTable, is_none_of_a_run_that_is_complete) {
  Session session("free.mech", "model Free\ncoord x\nkinetic T = 1/2*x'^2\npotential V = -1/(3 - x)\n"
                               "initial x' = 1\nsimulate 0..1\n");
  const RunResult result = session.run({});
  ASSERT_EQ(result.outcome, RunOutcome::completed);
  ASSERT_GT(result.table.times.size(), 2U);
  const double step = result.table.times[1];
  for (std::size_t i = 0; i < result.table.times.size(); ++i)
    EXPECT_NEAR(result.table.times[i], step * static_cast<double>(i), 1e-12); // multiples of a step: rounding of 1 s
}

} // namespace
} // namespace dalembert
