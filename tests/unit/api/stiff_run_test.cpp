// Stiff models run through `Session`: the results of `auto` and the implicit methods, and their messages.
#include <dalembert/api/session.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace dalembert {
namespace {

RunResult run_by(const std::string& text, const std::string& method, std::vector<std::string> overrides = {},
                 bool verify = false) {
  Session session("<test>", text, std::move(overrides));
  RunOptions options;
  options.method = method;
  options.verify = verify;
  options.max_steps = 100'000;
  return session.run(options);
}

double difference(const RunResult& a, const RunResult& b) {
  double out = 0;
  for (std::size_t i = 0; i < a.final.state.q.size(); ++i)
    out = std::max(
        {out, std::abs(a.final.state.q[i] - b.final.state.q[i]), std::abs(a.final.state.v[i] - b.final.state.v[i])});
  for (std::size_t k = 0; k < a.final.multipliers.size(); ++k)
    out = std::max(out, std::abs(a.final.multipliers[k] - b.final.multipliers[k]));
  return out;
}

const std::string damper = R"(
param m = 1 [kg], c = 1e5 [N*s/m], k = 10 [N/m], F = 1 [N]
coord x [m]
kinetic T = m*x'^2/2
potential V = k*x^2/2 - F*x
dissipation D = c*x'^2/2
initial x = 1 [m], x' = 0
simulate 0..50 [s]
)";

TEST(StiffRun, of_a_mass_on_a_strong_damper_is_short_and_says_when_and_why) {
  for (const char* c : {"1e5", "1e6", "1e7"}) {
    const RunResult result = run_by(damper, "auto", {std::string("c=") + c});
    EXPECT_EQ(result.outcome, RunOutcome::completed);
    EXPECT_LT(result.statistics.rhs_evaluations, 2000U) << c;
    EXPECT_EQ(result.statistics.method, "rk8, radau");
    ASSERT_EQ(result.statistics.turns.size(), 1U);
    EXPECT_LT(result.statistics.turns[0].time, 0.05); // explicit steps are 6e-5 s at most: 800 of them
    EXPECT_THAT(result.statistics.turns[0].reason, ::testing::HasSubstr("the equations are stiff"));
    EXPECT_TRUE(result.certificate.failed.empty()) << c;
    const double rate = 10 / std::stod(c);
    // Ten tolerances (1e-9).
    EXPECT_NEAR(result.final.state.q[0], 0.1 + 0.9 * std::exp(-50 * rate * (1 + rate / std::stod(c))), 1e-8) << c;
  }
}

TEST(StiffRun, is_verified_by_another_implicit_method) {
  const RunResult result = run_by(damper, "auto", {}, true);
  ASSERT_TRUE(result.certificate.global_error);
  EXPECT_LT(result.certificate.global_error->of_motion(), 1e-8); // ten tolerances (1e-9)
  EXPECT_TRUE(result.certificate.failed.empty());
}

const std::string spring = R"(
param m = 1 [kg], k = 1e6 [N/m], c = 100 [N*s/m], l = 1 [m], g = 9.81 [m/s^2]
coord r [m], theta [rad]
kinetic T = m*(r'^2 + r^2*theta'^2)/2
potential V = k*(r - l)^2/2 - m*g*r*cos(theta)
dissipation D = c*r'^2/2
initial r = 1 [m], r' = 0, theta = 1 [rad], theta' = 0
simulate 0..20 [s]
)";

TEST(StiffRun, of_a_pendulum_on_a_stiff_spring_costs_what_the_pendulum_costs) {
  for (const char* k : {"1e4", "1e6", "1e8"}) {
    const RunResult result = run_by(spring, "auto", {std::string("k=") + k});
    EXPECT_LT(result.statistics.rhs_evaluations, 40'000U) << k; // 1e8: most of it before the oscillation has died
    EXPECT_TRUE(result.certificate.failed.empty()) << k;
    const RunResult other = run_by(spring, "radau9", {std::string("k=") + k});
    EXPECT_LT(difference(result, other), 1e-8) << k; // ten tolerances (1e-9)
  }
}

const std::string spring_in_xy = R"(
param m = 1 [kg], k = 1e6 [N/m], c = 2*sqrt(k*m), l = 1 [m], g = 9.81 [m/s^2]
coord x [m], y [m]
let r = sqrt(x^2 + y^2)
kinetic T = m*(x'^2 + y'^2)/2
potential V = m*g*y + k*(r - l)^2/2
dissipation D = c*r'^2/2
initial x = l*sin(1.5), y = -l*cos(1.5)
simulate 0..5 [s]
)";

// A four-bar whose crank holds the coupler by a stiff bushing.
const std::string bushed_fourbar = R"(
param m = 1 [kg], k = 1e6 [N/m], c = 2*sqrt(k*m), g = 9.81 [m/s^2], a = 0.4 [m], b = 1 [m], d = 1.2 [m], f = 0.9 [m]
coord x [m], y [m], u [m], w [m], p [m], q [m]
kinetic T = m*(x'^2 + y'^2 + u'^2 + w'^2 + p'^2 + q'^2)/2
potential V = m*g*(y + w + q) + k*((u - x)^2 + (w - y)^2)/2
dissipation D = c*((u' - x')^2 + (w' - y')^2)/2
constraint crank: x^2 + y^2 = a^2
constraint coupler: (p - u)^2 + (q - w)^2 = b^2
constraint rocker: (p - d)^2 + q^2 = f^2
initial x = 0, y = a, u = 0, w = a, p ~ 0.9 [m], q ~ 0.8 [m], x' = 4 [m/s], u' = 4 [m/s]
simulate 0..2 [s]
)";

TEST(StiffRun, costs_no_more_for_a_stiffer_force_that_turns) {
  for (const std::string& text : {spring_in_xy, bushed_fourbar})
    for (const char* k : {"1e6", "1e8", "1e10"}) {
      const RunResult result = run_by(text, "auto", {std::string("k=") + k});
      EXPECT_EQ(result.outcome, RunOutcome::completed);
      EXPECT_EQ(result.statistics.method, "rk8, radau");
      EXPECT_LT(result.statistics.steps, 1000U) << k;
      EXPECT_LT(result.statistics.rhs_evaluations, 15'000U) << k;
      EXPECT_TRUE(result.certificate.failed.empty()) << k;
      const RunResult other = run_by(text, "radau13", {std::string("k=") + k});
      const double rounding = 1e-15 * std::stod(k); // N: a few ulps of 1 m, times k
      // Forces of 1e3 N, and the rounding of the stiff spring.
      EXPECT_LT(difference(result, other), 1e-6 + rounding) << k;
    }
}

// Masses that stiff springs with dampers hold inside a circle: they press in by 1e-9 m. One slides along it, one falls.
const std::string in_a_bowl = R"(
param m = 1 [kg], k = 1e10 [N/m], c = 2*sqrt(k*m), l = 1 [m], g = 9.81 [m/s^2]
coord x [m], y [m], u [m], w [m]
let r = sqrt(x^2 + y^2)
let s = sqrt(u^2 + w^2)
let p = (k*(r - l) + c*r')*heaviside(r - l)
let q = (k*(s - l) + c*s')*heaviside(s - l)
kinetic T = m*(x'^2 + y'^2 + u'^2 + w'^2)/2
potential V = m*g*(y + w)
force on x = -p*x/r
force on y = -p*y/r
force on u = -q*u/s
force on w = -q*w/s
initial x = l*sin(1), y = -l*cos(1), u = 0.5 [m], w = -0.8 [m]
simulate 0..2 [s]
)";

TEST(StiffRun, does_not_cross_a_surface_that_only_the_dense_output_of_its_steps_crosses) {
  const auto run_at = [](double tolerance, const char* method) {
    Session session("<test>", in_a_bowl, {});
    RunOptions options;
    options.method = method;
    options.tolerance = tolerance;
    options.max_steps = 100'000;
    return session.run(options);
  };
  const RunResult exact = run_at(1e-9, "auto");
  EXPECT_EQ(exact.jump_changes.size(), 1U); // where the one that falls meets the circle
  for (const double tolerance : {1e-5, 1e-6, 1e-7})
    for (const char* method : {"auto", "radau"}) {
      SCOPED_TRACE(std::string(method) + " at " + std::to_string(-std::log10(tolerance)));
      const RunResult result = run_at(tolerance, method);
      EXPECT_EQ(result.outcome, RunOutcome::completed) << result.failure;
      EXPECT_LT(result.statistics.steps, 1000U);
      EXPECT_LT(difference(result, exact), tolerance);
    }
}

// It bounces ever lower on a weakly damped circle. Its last flight, of 14 microseconds, is shorter than the first
// thousandth of the step that begins with it.
TEST(StiffRun, counts_the_shortest_flights_of_what_bounces_to_rest) {
  const std::string bouncing = R"(
param m = 1 [kg], k = 1e10 [N/m], c = 0.2*sqrt(k*m), l = 1 [m], g = 9.81 [m/s^2]
coord x [m], y [m]
let r = sqrt(x^2 + y^2)
let p = (k*(r - l) + c*r')*heaviside(r - l)
kinetic T = m*(x'^2 + y'^2)/2
potential V = m*g*y
force on x = -p*x/r
force on y = -p*y/r
initial x = 0.5 [m], y = -0.8 [m]
simulate 0..1 [s] { tolerance = 1e-7 }
)";
  const RunResult result = run_by(bouncing, "auto");
  EXPECT_EQ(result.outcome, RunOutcome::completed) << result.failure;
  EXPECT_EQ(result.jump_changes.size(), 53U);
}

TEST(StiffRun, by_radau_agrees_with_the_explicit_one_where_both_can_be_had) {
  // A flyball governor whose sleeve is held by a spring and a damper.
  const std::string governor = R"(
param m = 1 [kg], M = 5 [kg], l = 0.3 [m], J = 0.05 [kg*m^2], g = 9.81 [m/s^2], k = 1e4 [N/m], c = 1e3 [N*s/m]
coord psi [rad], alpha [rad]
let s = 2*l*cos(alpha)
let I = J + 2*m*l^2*sin(alpha)^2
kinetic T = m*l^2*alpha'^2 + 1/2*I*psi'^2 + 1/2*M*s'^2
potential V = -2*m*g*l*cos(alpha) - M*g*s + k*(s - 0.5 [m])^2/2
dissipation D = c*s'^2/2
initial psi = 0 [rad], alpha = 0.6 [rad], psi' = 15 [rad/s], alpha' = 0 [rad/s]
simulate 0..5 [s] { tolerance = 1e-11 }
)";
  // A mass that slides with friction tanh(x'/e), driven.
  const std::string slider = R"(
param m = 1 [kg], F = 3 [N], N = 2 [N], e = 1e-4 [m/s], w = 2 [rad/s]
coord x [m]
kinetic T = m*x'^2/2
force drive on x = F*sin(w*t)
force rub on x = -N*tanh(x'/e)
initial x = 0 [m], x' = 0 [m/s]
simulate 0..3 [s] { tolerance = 1e-9 }
)";
  // A knife edge with a strong damper along it.
  const std::string sleigh = R"(
param m = 1.4 [kg], b = 0.35 [m], I = 0.4 [kg*m^2], c = 500 [N*s/m]
coord x [m], y [m], theta [rad]
let xG = x + b*cos(theta)
let yG = y + b*sin(theta)
kinetic T = 1/2*m*(xG'^2 + yG'^2) + 1/2*I*theta'^2
constraint blade: -x'*sin(theta) + y'*cos(theta) = 0
dissipation D = c*(x'^2 + y'^2)/2
initial x = 0 [m], y = 0 [m], theta = 0.5 [rad], x' = 0.8 [m/s], y' ~ 0.4 [m/s], theta' = 1.8 [rad/s]
simulate 0..5 [s] { tolerance = 1e-11 }
)";
  for (const std::string& model : {governor, slider, sleigh}) {
    SCOPED_TRACE(model);
    const RunResult explicit_one = run_by(model, "rk8");
    const RunResult implicit_one = run_by(model, "radau");
    EXPECT_EQ(implicit_one.outcome, RunOutcome::completed) << implicit_one.failure;
    EXPECT_LT(difference(explicit_one, implicit_one), 1e-8); // ten tolerances (1e-9)
    EXPECT_TRUE(implicit_one.certificate.failed.empty());
    EXPECT_LT(implicit_one.statistics.rhs_evaluations, explicit_one.statistics.rhs_evaluations);
  }
}

} // namespace
} // namespace dalembert
