// Constraints whose coefficients have a pole inside a step.
#include <dalembert/api/session.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dalembert {
namespace {

/// A skate whose edge turns at one radian per second.
RunResult turning_skate(const std::string& edge, double end, double tolerance) {
  Session session("skate.mech", R"(model Skate
coord x, y
kinetic T = 1/2*(x'^2 + y'^2)
constraint edge: )" + edge + R"( = 0
initial x' = 1
)");
  RunOptions options;
  options.end = end;
  options.tolerance = tolerance;
  return session.run(options);
}

TEST(SingularRow, a_pole_that_a_step_jumps_over_ends_the_run_and_is_named) {
  const RunResult result = turning_skate("y' - x'*tan(t)", 3, 1e-6);
  EXPECT_EQ(result.outcome, RunOutcome::failed);
  EXPECT_THAT(result.failure, testing::HasSubstr("constraint edge is singular at t = 1.5708 s"));
  EXPECT_GT(result.final.state.t, 1.0);
  EXPECT_LT(result.final.state.t, 1.5708);
}

TEST(SingularRow, a_row_that_turns_by_more_than_a_right_angle_in_one_step_is_regular) {
  const RunResult result = turning_skate("y'*cos(t) - x'*sin(t)", 200, 0.1);
  EXPECT_EQ(result.outcome, RunOutcome::completed) << result.failure;
  EXPECT_LT(static_cast<double>(result.statistics.steps), 200 / 1.5708);
}

} // namespace
} // namespace dalembert
