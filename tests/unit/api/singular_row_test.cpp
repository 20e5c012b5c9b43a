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

TEST(SingularRow, constraints_that_become_dependent_end_the_run_and_are_named) {
  Session session("pull.mech", R"(model Pull
coord x, y
kinetic T = 1/2*(x'^2 + y'^2)
constraint rod: x^2 + y^2 = 1
constraint drive: x = t/2
initial y ~ 1
)");
  RunOptions options;
  options.end = 3;
  const RunResult result = session.run(options);
  EXPECT_EQ(result.outcome, RunOutcome::failed);
  EXPECT_THAT(result.failure, testing::HasSubstr("cannot continue past t = 2 s"));
  EXPECT_THAT(result.failure, testing::HasSubstr("constraints rod and drive become linearly dependent there"));
}

TEST(SingularRow, a_velocity_constraint_that_no_rates_satisfy_is_named) {
  Session session("climb.mech", R"(model Climb
coord x, y
kinetic T = 1/2*(x'^2 + y'^2)
constraint wall: x*(x - 2)^2*y' = x'
constraint drive: x' = 1
initial x = 0.5
)");
  RunOptions options;
  options.end = 4;
  const RunResult result = session.run(options);
  EXPECT_EQ(result.outcome, RunOutcome::failed);
  // Projected, or accepted and then without accelerations: which of them comes first is a matter of round-off.
  EXPECT_THAT(result.failure, testing::AnyOf(testing::HasSubstr("found no rates that satisfy all constraints"),
                                             testing::HasSubstr("the constraints require different accelerations")));
  EXPECT_THAT(result.failure, testing::HasSubstr("constraints wall and drive become linearly dependent there"));
}

TEST(SingularRow, an_inertia_that_vanishes_along_a_direction_is_named) {
  Session session("melt.mech", R"(model Melt
coord x, y
kinetic T = 1/2*((x' + y')^2 + (1 - t)^3*(x' - y')^2)
potential V = x*y
initial x = 1, y = 0, y' = 1
)");
  RunOptions options;
  options.end = 2;
  const RunResult result = session.run(options);
  EXPECT_EQ(result.outcome, RunOutcome::failed);
  EXPECT_THAT(result.failure, testing::HasSubstr("the inertia along x, y vanishes there")) << result.failure;
}

} // namespace
} // namespace dalembert
