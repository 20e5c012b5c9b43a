// Parts of the equations that depend on the time alone: a run steps over none of them.
#include <dalembert/api/session.h>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace dalembert {
namespace {

/// A car of 1 kg at rest, pushed for 10 s by `force`, with u = (t − 3 s)/(1 ms).
RunResult pushed(const std::string& force, double begin = 0, double end = 10) {
  Session session("car.mech", fmt::format(R"(model Car
coord x
kinetic T = 1/2*x'^2
let u = (t - 3)/0.001
force F on x = {}
simulate {}..{}
)",
                                          force, begin, end));
  return session.run({});
}

/// Where an impulse at 3 s takes the car until 10 s.
double distance_after(double impulse) {
  return impulse * 7;
}

// 1000 tolerances (1e-9): peaks that are a thousandth of a second wide, in a run of 10 s.
void expect_at(const RunResult& result, double x, double accuracy = 1e-6) {
  ASSERT_EQ(result.outcome, RunOutcome::completed) << result.failure;
  EXPECT_NEAR(result.final.state.q[0], x, accuracy * std::abs(x));
  EXPECT_TRUE(result.certificate.failed.empty()) << result.certificate.failed.front().text;
}

TEST(TimeParts, a_push_of_fifty_milliseconds_moves_a_resting_car) {
  const double v = 2000 * 0.05;
  const RunResult result = pushed("if t > 3 then (if t < 3.05 then 2000 else 0) else 0");
  expect_at(result, v * 0.05 / 2 + v * 6.95, 1e-12);
  EXPECT_LT(result.statistics.steps, 20U);
}

TEST(TimeParts, a_pulse_of_one_millisecond_moves_a_resting_car) {
  expect_at(pushed("2000*(heaviside(t - 3) - heaviside(t - 3.001))"), 2 * 0.0005 + 2 * 6.999, 1e-12);
}

TEST(TimeParts, smooth_pulses_of_one_millisecond_are_met) {
  const double bell = std::sqrt(std::numbers::pi) / 1000;
  expect_at(pushed("2000*exp(-u^2)"), distance_after(2000 * bell));
  expect_at(pushed("2000*exp(-u^2)*sin(2*t)^2 + 1e-6*cos(t)"), distance_after(2000 * bell * std::pow(std::sin(6), 2)),
            1e-4);
  expect_at(pushed("1000*(tanh(10*u) - tanh(10*u - 100))"), 2000 * 0.01 * 6.995, 1e-4);
  expect_at(pushed("2000*(1/(1 + exp(-u)) - 1/(1 + exp(10 - u)))"), 2000 * 0.01 * 6.995);
  expect_at(pushed("2000*exp(-abs(u))"), distance_after(4));
}

TEST(TimeParts, a_pulse_on_one_of_many_cars_is_no_residual) {
  // Solved by structure, whose residual is measured relative to forces of earlier states: there were none.
  Session session("cars.mech", R"(model Cars
coord x[1..12]
kinetic T = sum(i in 1..12: 1/2*x[i]'^2)
let u = (t - 3)/0.001
force F on x[1] = 2000*exp(-u^2)
simulate 0..10
)");
  const RunResult result = session.run({});
  expect_at(result, distance_after(2 * std::sqrt(std::numbers::pi)));
  EXPECT_LT(result.certificate.equation_residual.value, 1e-9); // solved to rounding of its largest force
}

TEST(TimeParts, narrow_teeth_that_come_again_are_all_met) {
  double x = 0;
  for (int k = 1; k <= 9; ++k)
    x += 2 * (9.9995 - k);
  expect_at(pushed("if t - floor(t) < 0.001 then 2000 else 0", 0.5), x);
  x = 0;
  for (int k = 0; k < 10; ++k)
    x += 2 * (9.5 - k);
  expect_at(pushed("2000*max(0, 1 - abs(t - floor(t) - 0.5)/0.001)"), x);
  const RunResult powers = pushed("2000*cos(3.3*t)^2000", 0, 100);
  // Laplace's rule: its next term is 1/8000 of it, 22.
  EXPECT_NEAR(powers.final.state.q[0], 2000 / std::sqrt(1000 * std::numbers::pi) * 5000, 500);
}

TEST(TimeParts, switches_of_a_sine_are_met_at_each_period) {
  const RunResult result = pushed("2000*heaviside(sin(5*t) - 0.9999)", 0, 100);
  const double width = 2 * std::acos(0.9999) / 5;
  const double mean = 2000 * width / (2 * std::numbers::pi / 5);
  // A sum over 80 periods for an integral: one of its terms is a share of 1/80.
  EXPECT_NEAR(result.final.state.q[0], mean * 5000, 0.02 * mean * 5000);
  EXPECT_TRUE(result.time_parts_seen);
}

/// Compares the rate at 10 s with the sum of the force over a million places.
void expect_impulse(const std::string& force, double (*of)(double), double accuracy, std::size_t most_steps) {
  SCOPED_TRACE(force);
  const RunResult result = pushed(force);
  ASSERT_EQ(result.outcome, RunOutcome::completed) << result.failure;
  constexpr int places = 1'000'000;
  double impulse = 0;
  for (int i = 0; i < places; ++i)
    impulse += of((i + 0.5) * 10 / places) * 10 / places;
  EXPECT_NEAR(result.final.state.v[0], impulse, accuracy);
  EXPECT_TRUE(result.time_parts_seen);
  EXPECT_LT(result.statistics.steps, most_steps);
}

TEST(TimeParts, triangles_and_saw_teeth_are_looked_at_whole) {
  expect_impulse(
      "asin(sin(31*t))", [](double t) { return std::asin(std::sin(31 * t)); }, 1e-8, 250);
  expect_impulse(
      "acos(cos(5*t))", [](double t) { return std::acos(std::cos(5 * t)); }, 1e-8, 40);
  expect_impulse(
      "atan(tan(2*t))", [](double t) { return std::atan(std::tan(2 * t)); }, 1e-4, 40);
  expect_impulse(
      "atan2(sin(4*t), cos(4*t))", [](double t) { return std::atan2(std::sin(4 * t), std::cos(4 * t)); }, 1e-4, 60);
  expect_impulse(
      "sqrt(1 - cos(2*t))", [](double t) { return std::sqrt(1 - std::cos(2 * t)); }, 1e-8, 60);
  expect_impulse(
      "acos(1 - 2*sin(t)^2)", [](double t) { return std::acos(1 - 2 * std::pow(std::sin(t), 2)); }, 1e-8, 60);
  expect_impulse(
      "floor(3*asin(sin(2*t)))", [](double t) { return std::floor(3 * std::asin(std::sin(2 * t))); }, 1e-3, 120);
  expect_impulse(
      "max(0, asin(sin(3*t)) - 1.5)", [](double t) { return std::max(0.0, std::asin(std::sin(3 * t)) - 1.5); }, 1e-8,
      60);
}

TEST(TimeParts, expanded_polynomials_and_products_and_sums_of_bumps_are_met) {
  const auto bell = [](double place, double width, double t) { return std::exp(-std::pow((t - place) / width, 2)); };
  static const auto pulse = bell;
  expect_impulse(
      "2000*exp(-(t^2 - 6*t + 9)/1e-6)", [](double t) { return 2000 * pulse(3, 1e-3, t); }, 1e-6, 80);
  expect_impulse(
      "2000*exp(-u^2)*exp(-((t - 3.0005)/0.001)^2)",
      [](double t) { return 2000 * pulse(3, 1e-3, t) * pulse(3.0005, 1e-3, t); }, 1e-6, 100);
  expect_impulse(
      "2000*exp(-u^2) + 1000*exp(-((t - 5)/0.002)^2) + 500/(1 + ((t - 7)/1e-3)^2)",
      [](double t) {
        return 2000 * pulse(3, 1e-3, t) + 1000 * pulse(5, 2e-3, t) + 500 / (1 + std::pow((t - 7) / 1e-3, 2));
      },
      1e-5, 300);
  expect_impulse(
      "min(max(0, 1 - abs(u)), 0.5)*2000",
      [](double t) { return std::min(std::max(0.0, 1 - std::abs((t - 3) / 1e-3)), 0.5) * 2000; }, 1e-6, 30);
  expect_impulse(
      "2000*(if t^2 - 6*t + 8.999999 < 0 then 1 else 0)",
      // The sum has places 1e-5 s apart: 0.02 N·s for each of two jumps of 2000 N.
      [](double t) { return std::abs(t - 3) < 1e-3 ? 2000.0 : 0.0; }, 0.05, 150);
}

TEST(TimeParts, a_narrow_bump_inside_a_constraint_is_met) {
  Session session("road.mech", R"(model Road
coord x, y
kinetic T = 1/2*(x'^2 + y'^2)
force F on x = 100*(y - x)
constraint road: y = 0.1*exp(-((t - 3)/0.01)^2)
simulate 0..10
)");
  const RunResult result = session.run({});
  ASSERT_EQ(result.outcome, RunOutcome::completed) << result.failure;
  const double v = 100 * 0.1 * 0.01 * std::sqrt(std::numbers::pi); // then x'' = -100 x
  // The spring acts in the peak of 0.01 s, too: (10·0.01)²/4 of it, 4e-5.
  EXPECT_NEAR(result.final.state.q[0], v / 10 * std::sin(70.0), 1e-4);
}

TEST(TimeParts, a_bump_met_by_a_coordinate_that_a_constraint_drives_is_seen) {
  Session session("drive.mech", R"(model Drive
coord x, z
kinetic T = 1/2*(x'^2 + z'^2)
force F on z = 2000*exp(-((x - 60)/0.02)^2)
constraint drive: x = 20*t
simulate 0..10
)");
  expect_at(session.run({}), 200, 1e-12);
  // As in expect_at: 1e-6 of 25.
  EXPECT_NEAR(session.run({}).final.state.q[1], 7 * 2 * std::sqrt(std::numbers::pi), 1e-5);
}

TEST(TimeParts, a_jump_of_the_potential_is_energy_from_outside) {
  Session session("spring.mech", R"(model Spring
coord x
kinetic T = 1/2*x'^2
potential V = 1/2*(if t < 3 then 100 else 150)*x^2
initial x = 1
simulate 0..10
)");
  const RunResult result = session.run({});
  expect_at(result, result.final.state.q[0]);
  EXPECT_LT(result.certificate.energy_defect_relative, 1e-8); // ten tolerances (1e-9)
  const double x = std::cos(30.0);
  const double v = -10 * std::sin(30.0);
  EXPECT_NEAR(result.final.energies.total.value(), v * v / 2 + 75 * x * x, 1e-6); // ten tolerances of 150 J
}

TEST(TimeParts, a_kink_that_no_force_can_follow_ends_the_run_and_is_named) {
  Session session("kink.mech", R"(model Kink
coord x, y
kinetic T = 1/2*(x'^2 + y'^2)
constraint road: y = max(0, t - 3)
simulate 0..10
)");
  const RunResult result = session.run({});
  EXPECT_EQ(result.outcome, RunOutcome::failed);
  EXPECT_THAT(result.failure, testing::HasSubstr("constraint road jumps at t = 3 s"));
}

TEST(TimeParts, the_corner_of_a_triangle_written_by_an_arc_sine_is_found) {
  Session session("triangle.mech", R"(model Triangle
coord a, x
kinetic T = 1/2*(a'^2 + x'^2)
potential V = 50*(x - a)^2
constraint drive: a = 2 + asin(sin(3*t))/10
simulate 0..5
)");
  const RunResult result = session.run({});
  EXPECT_EQ(result.outcome, RunOutcome::failed);
  EXPECT_THAT(result.failure, testing::HasSubstr("constraint drive jumps at t = 0.523599 s")); // pi/6
}

TEST(TimeParts, states_asked_for_at_a_switch_are_given) {
  Session session("car.mech", R"(model Car
coord x
kinetic T = 1/2*x'^2
force F on x = if t < 3 then 0 else 2
simulate 0..10
)");
  RunOptions options;
  options.at = {3, 4};
  const RunResult result = session.run(options);
  ASSERT_EQ(result.samples.size(), 2U);
  EXPECT_EQ(result.samples[0].state.t, 3);
  EXPECT_NEAR(result.samples[1].state.q[0], 1, 1e-12); // uniform acceleration is exact in steps: rounding
}

TEST(TimeParts, a_sine_costs_no_step) {
  Session session("car.mech", R"(model Car
coord x
kinetic T = 1/2*x'^2
force F on x = sin(5*t)
simulate 0..100
)");
  RunOptions options;
  const RunResult free = session.run(options);
  options.max_step = 0.01;
  const RunResult bound = session.run(options);
  EXPECT_LT(free.statistics.steps, 900U); // ten a period: what the tolerance asks for
  EXPECT_GE(bound.statistics.steps, 9900U);
  EXPECT_NEAR(free.final.state.q[0], bound.final.state.q[0], 1e-6); // 1000 tolerances (1e-9), over 100 s
}

TEST(TimeParts, the_longest_step_is_an_option_of_the_model) {
  Session session("car.mech", R"(model Car
coord x
kinetic T = 1/2*x'^2
simulate 0..10 { max_step = 0.5 }
)");
  EXPECT_GE(session.run({}).statistics.steps, 19U);
  RunOptions options;
  options.max_step = 5;
  EXPECT_LT(session.run(options).statistics.steps, 19U);
}

TEST(TimeParts, more_switches_than_can_be_stopped_at_are_said) {
  Session session("car.mech", R"(model Car
coord x
kinetic T = 1/2*x'^2
force F on x = if fmod(t, 1e-6) < 5e-7 then 2 else 0
simulate 0..1
)");
  RunOptions options;
  options.max_steps = 100;
  const RunResult result = session.run(options);
  EXPECT_FALSE(result.time_parts_seen);
  ASSERT_FALSE(result.certificate.failed.empty());
  EXPECT_EQ(result.warnings.back().code, "W0815");
}

} // namespace
} // namespace dalembert
