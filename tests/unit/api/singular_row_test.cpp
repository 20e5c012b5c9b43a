// Constraints whose coefficients have a pole or a zero inside a step, and positions where rows become dependent.
#include <dalembert/api/session.h>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

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

TEST(SingularRow, a_row_that_vanishes_and_constrains_the_same_direction_behind_is_passed) {
  Session session("cross.mech", R"(model Cross
coord x, y
kinetic T = 1/2*(x'^2 + y'^2)
force push on y = 1
constraint cross: x*y = 0
initial x = -0.9, y = 0, x' = 1.1
)");
  RunOptions options;
  options.end = 3;
  const RunResult result = session.run(options);
  ASSERT_EQ(result.outcome, RunOutcome::completed) << result.failure;
  EXPECT_NEAR(result.final.state.q[0], 2.4, 1e-9);  // the tolerance
  EXPECT_NEAR(result.final.state.q[1], 0.0, 1e-12); // held by its row: rounding
  const std::vector<Event> passages = events_of(result.events, EventKind::singular_position);
  ASSERT_EQ(passages.size(), 1U);
  EXPECT_NEAR(passages[0].time, 0.9 / 1.1, 1e-6); // times of passages are told to 1e-6 s
  EXPECT_THAT(passages[0].text, testing::HasSubstr("constraint cross vanishes"));
}

/// A parallelogram of cranks a and a coupler d, which both turn and slow down; its rows lose rank where it lies flat.
std::string parallelogram(const std::string& values, const std::string& extra) {
  return "model Parallelogram\nparam " + values + R"(
coord p, b, q
let vx = -a*p'*sin(p) - d/2*b'*sin(b)
let vy = a*p'*cos(p) + d/2*b'*cos(b)
kinetic T = 1/2*J1*p'^2 + 1/2*J2*q'^2 + 1/2*Jb*b'^2 + 1/2*m*(vx^2 + vy^2)
potential V = m*g*(a*sin(p) + d/2*sin(b))
constraint cx: a*cos(p) + d*cos(b) = d + a*cos(q)
constraint cy: a*sin(p) + d*sin(b) = a*sin(q)
)" + extra;
}

TEST(SingularRow, a_parallelogram_turns_through_its_flat_positions_on_its_branch) {
  std::size_t passed = 0;
  for (int i = 0; i < 120; ++i) {
    const double start = -3.0 + 0.05 * i;
    const double rate = (i % 2 == 0 ? 1.0 : -1.0) * (3.0 + 0.04 * i);
    const std::string loads[] = {"", "force load on q = 1.7", "force load on b = -0.8", "dissipation D = 0.05*b'^2"};
    Session session("flat.mech", parallelogram("a = 0.31, d = 1.13, J1 = 0.9, J2 = 1.7, Jb = 0.6, m = 1.4, g = 9.81",
                                               fmt::format("{}\ninitial p = {}, q = {}, b ~ 0, p' = {}, q' ~ {}\n",
                                                           loads[i % 4], start, start, rate, rate)));
    RunOptions options;
    options.end = 10;
    const RunResult result = session.run(options);
    ASSERT_EQ(result.outcome, RunOutcome::completed) << i << ": " << result.failure;
    // Ten tolerances (1e-9), over 10 s with passages.
    EXPECT_NEAR(result.final.state.q[0], result.final.state.q[2], 1e-8) << i;
    EXPECT_NEAR(result.final.state.q[1], 0.0, 1e-8) << i;
    // 1000 tolerances (1e-9): each passage may lose some.
    EXPECT_LT(result.certificate.energy_defect_relative, 1e-6) << i;
    passed += events_of(result.events, EventKind::singular_position).size();
  }
  EXPECT_GT(passed, 15U); // most flat positions lie between the steps, these ended runs
}

TEST(SingularRow, a_step_that_ends_beside_a_flat_position_does_not_lead_to_the_other_branch) {
  // In each of these a step ends at a flat position but for 1e-3 to 1e-5 radian.
  for (const int i : {883, 1144, 1340, 1375, 1380, 1550, 1562, 2287, 2491, 2503, 2559, 2575, 2589, 2643}) {
    const double start = -3.0 + 6.0 * i / 4000;
    const double rate = (i % 2 == 0 ? 1.0 : -1.0) * (3.0 + 4.8 * i / 4000);
    const std::string loads[] = {"", "force load on q = 1.7", "force load on b = -0.8", "dissipation D = 0.05*b'^2"};
    Session session("flat.mech", parallelogram("a = 0.31, d = 1.13, J1 = 0.9, J2 = 1.7, Jb = 0.6, m = 1.4, g = 9.81",
                                               fmt::format("{}\ninitial p = {}, q = {}, b ~ 0, p' = {}, q' ~ {}\n",
                                                           loads[i % 4], start, start, rate, rate)));
    RunOptions options;
    options.end = 10;
    const RunResult result = session.run(options);
    ASSERT_EQ(result.outcome, RunOutcome::completed) << i << ": " << result.failure;
    // Ten tolerances (1e-9), over 10 s with passages.
    EXPECT_NEAR(result.final.state.q[0], result.final.state.q[2], 1e-8) << i;
    for (const Event& passed : events_of(result.events, EventKind::singular_position))
      EXPECT_THAT(passed.text, testing::HasSubstr("the row of constraint cx vanishes there")) << i;
    EXPECT_LT(result.statistics.steps, 200U) << i; // no flight of ever shorter ones
  }
}

TEST(SingularRow, cranks_that_differ_by_little_change_the_branch_as_they_must) {
  // Beside a flat position the curve of positions turns sharply; no long step may cut the corner.
  for (const double share : {1e-3, 1e-5, 1e-7, 1e-9, 1e-11}) {
    for (const double sign : {1.0, -1.0}) {
      const std::string model = fmt::format(R"(model Unequal
param a = 0.31, c = {}, d = 1.13
coord p, b, q
kinetic T = 0.45*p'^2 + 0.85*q'^2 + 0.3*b'^2
potential V = 3*sin(p) + 7*sin(b)
constraint cx: a*cos(p) + d*cos(b) = d + c*cos(q)
constraint cy: a*sin(p) + d*sin(b) = c*sin(q)
initial p = 1.1, q ~ 1.1, b ~ 0, p' = 5, q' ~ 5
)",
                                            0.31 * (1.0 + sign * share));
      Session session("unequal.mech", model);
      RunOptions options;
      options.end = 0.8;
      const RunResult result = session.run(options);
      ASSERT_EQ(result.outcome, RunOutcome::completed) << share << ": " << result.failure;
      EXPECT_GT(sign * (result.final.state.q[0] - result.final.state.q[2]), 4.0) << share;
      EXPECT_TRUE(result.events.empty()) << share;
    }
  }
}

TEST(SingularRow, a_slider_crank_with_crank_and_rod_of_one_length_stays_on_its_branch) {
  std::size_t passed = 0;
  for (int i = 0; i < 60; ++i) {
    const double start = 0.2 + i / 60.0;
    const double rate = (i % 2 == 0 ? 1.0 : -1.0) * (2.0 + 7.0 * i / 60.0);
    Session session("crank.mech", fmt::format(R"(model Crank
param l = 0.4, m1 = 1.1, m2 = 0.8, mp = 0.5, g = 9.81
coord a, c, x
kinetic T = m1*l^2*a'^2/6 + m2*l^2*c'^2/24 + mp*x'^2/2 +
  m2/2*((l*a'*cos(a) + l/2*c'*cos(c))^2 + (l*a'*sin(a) + l/2*c'*sin(c))^2)
potential V = 0.3*m1*g*sin(a)
constraint cx: l*cos(a) + l*cos(c) = x
constraint cy: l*sin(a) - l*sin(c) = 0
initial a = {0}, c = {0}, x ~ 0.8, a' = {1}, c' ~ {1}
)",
                                              start, rate));
    RunOptions options;
    options.end = 10;
    const RunResult result = session.run(options);
    ASSERT_EQ(result.outcome, RunOutcome::completed) << i << ": " << result.failure;
    // Ten tolerances (1e-9), over 10 s with passages.
    EXPECT_NEAR(result.final.state.q[0], result.final.state.q[1], 1e-8) << i;
    passed += events_of(result.events, EventKind::singular_position).size();
  }
  EXPECT_GT(passed, 30U);
}

TEST(SingularRow, a_rhombus_of_four_equal_links_stays_a_rhombus) {
  std::size_t passed = 0;
  for (int i = 0; i < 60; ++i) {
    const double start = 0.3 + i / 60.0;
    const double rate = (i % 2 == 0 ? 1.0 : -1.0) * (0.5 + 5.5 * i / 60.0);
    Session session("rhombus.mech", fmt::format(R"(model Rhombus
param l = 0.5, m = 1.2, g = 9.81
coord a, b, c
let x = l*cos(a) + l*cos(b)
let y = l*sin(a) + l*sin(b)
kinetic T = m/2*l^2*a'^2 + 0.35*m*(x'^2 + y'^2) + 0.02*(b'^2 + c'^2)
potential V = 0.4*m*g*l*sin(a)
constraint cx: x - l*cos(c) = l
constraint cy: y - l*sin(c) = 0
initial a = {0}, b ~ 0, c ~ {0}, a' = {1}, b' ~ 0, c' ~ {1}
)",
                                                start, rate));
    RunOptions options;
    options.end = 8;
    const RunResult result = session.run(options);
    ASSERT_EQ(result.outcome, RunOutcome::completed) << i << ": " << result.failure;
    // 100 tolerances (1e-9), over 8 s with passages.
    EXPECT_NEAR(std::sin(result.final.state.q[1] / 2.0), 0.0, 1e-7) << i;
    EXPECT_NEAR(result.final.state.q[0], result.final.state.q[2], 1e-7) << i;
    passed += events_of(result.events, EventKind::singular_position).size();
  }
  EXPECT_GT(passed, 5U);
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
