// Parts of the equations that depend on one coordinate alone: a coordinate that moves freely steps over none of them.
#include <dalembert/api/session.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace dalembert {
namespace {

const double root_pi = std::sqrt(std::numbers::pi);

/// A car of 1 kg in x with speed `speed` and the potential `potential`; `bump` is a force on z as a function of x.
RunResult driven(const std::string& bump, double speed = 20, const std::string& potential = "0") {
  Session session("car.mech", fmt::format(R"(model Car
coord x, z
kinetic T = 1/2*(x'^2 + z'^2)
potential V = {}
force F on z = {}
initial x' = {}
simulate 0..10
)",
                                          potential, bump, speed));
  return session.run({});
}

void expect_rate(const RunResult& result, double rate, double accuracy, std::size_t most_steps) {
  ASSERT_EQ(result.outcome, RunOutcome::completed) << result.failure;
  EXPECT_NEAR(result.final.state.v[1], rate, accuracy * std::abs(rate));
  EXPECT_LT(result.statistics.steps, most_steps);
  EXPECT_TRUE(result.unseen_coordinates.empty());
}

TEST(CoordinateParts, a_bump_under_a_car_that_moves_freely_is_met_in_both_directions) {
  const double rate = 2000 * 0.02 * root_pi / 20;
  expect_rate(driven("2000*exp(-((x - 60)/0.02)^2)"), rate, 1e-8, 200);
  expect_rate(driven("2000*exp(-((x + 60)/0.02)^2)", -20), rate, 1e-8, 200);
  expect_rate(driven("2000*exp(-(x^2 - 120*x + 3600)/0.0004)"), rate, 1e-6, 200);
}

TEST(CoordinateParts, boxes_hats_and_steps_of_a_coordinate_are_met) {
  // The error test finds the jumps: each is off by some tolerances.
  expect_rate(driven("if abs(x - 60) < 0.01 then 2000 else 0"), 2000 * 0.02 / 20, 1e-7, 200);
  expect_rate(driven("2000*max(0, 1 - abs(x - 60)/0.01)"), 2000 * 0.01 / 20, 1e-8, 100);
  expect_rate(driven("20*(tanh(500*(x - 60)) - tanh(500*(x - 60.1)))"), 40 * 0.1 / 20, 1e-8, 200);
  expect_rate(driven("1/(1 + ((x - 60)/0.01)^2)"), 0.01 * std::numbers::pi / 20, 1e-3, 200);
}

TEST(CoordinateParts, teeth_that_come_again_are_all_met) {
  expect_rate(driven("exp(-((x - floor(x) - 0.5)/0.01)^2)"), 200 * 0.01 * root_pi / 20, 1e-6, 10'000);
}

TEST(CoordinateParts, a_fall_from_rest_meets_what_its_first_step_would_jump_over) {
  const double speed = std::sqrt(2 * 9.81 * 60);
  expect_rate(driven("2000*exp(-((x - 60)/0.02)^2)", 0, "-9.81*x"), 2000 * 0.02 * root_pi / speed, 1e-5, 200);
}

TEST(CoordinateParts, a_narrow_hill_of_the_potential_turns_a_slow_car_back) {
  Session session("hill.mech", R"(model Hill
coord x
kinetic T = 1/2*x'^2
potential V = 300*exp(-((x - 60)/0.02)^2)
initial x' = 20
simulate 0..10
)");
  const RunResult result = session.run({});
  EXPECT_NEAR(result.final.state.v[0], -20, 1e-6); // 1000 tolerances (1e-9): the hill is passed within 2 ms
  EXPECT_LT(result.statistics.steps, 200U);
}

TEST(CoordinateParts, a_bump_of_a_holonomic_constraint_is_met) {
  Session session("road.mech", R"(model Road
coord x, y, s
kinetic T = 1/2*(x'^2 + y'^2) + 0.05*s'^2
potential V = 500*(y - s)^2
constraint road: s = 0.001*exp(-((x - 60)/0.1)^2)
initial x' = 20
simulate 0..4
)");
  RunOptions options;
  const RunResult met = session.run(options);
  options.max_step = 0.0005;
  const RunResult exact = session.run(options);
  // The bump acts: far above the tolerance.
  EXPECT_GT(std::abs(exact.final.state.v[1]), 1e-3);
  EXPECT_NEAR(met.final.state.v[1], exact.final.state.v[1], 1e-8); // ten tolerances (1e-9)
  EXPECT_LT(met.statistics.steps, 400U);
}

TEST(CoordinateParts, models_without_them_pay_nothing) {
  Session session("pendulum.mech", R"(model Pendulum
coord q
kinetic T = 1/2*q'^2
potential V = -9.81*cos(q) + exp(q/100)
initial q = 1
simulate 0..10
)");
  EXPECT_TRUE(session.engine().programs->coordinates.empty());
}

} // namespace
} // namespace dalembert
