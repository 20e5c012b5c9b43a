// Events of the model along a run, against closed forms.
#include <dalembert/api/session.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace dalembert {
namespace {

using testing::ElementsAre;

constexpr double pi = std::numbers::pi;

RunResult run_watched(const std::string& model, const RunOptions& options = {}) {
  return Session("model.mech", model).run(options);
}

std::vector<double> times_of(const RunResult& result, std::size_t index = 0) {
  std::vector<double> out;
  for (const Event& event : events_of(result.events, EventKind::awaited))
    if (event.index == index) out.push_back(event.time);
  return out;
}

/// Complete elliptic integral of the first kind, by the arithmetic-geometric mean.
double elliptic(double k) {
  double a = 1.0;
  double b = std::sqrt(1 - k * k);
  while (std::abs(a - b) > 1e-16) // ulps of numbers below 1: the means have met
    std::tie(a, b) = std::pair((a + b) / 2, std::sqrt(a * b));
  return pi / (2 * a);
}

const std::string pendulum = R"(model Pendulum
param m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2]
coord q [rad]
kinetic T = 1/2*m*l^2*q'^2
potential V = -m*g*l*cos(q)
initial q = 60 [deg], q' = 0
simulate 0..5 [s] { tolerance = 1e-13 }
)";

TEST(Events, a_pendulum_passes_the_bottom_at_a_quarter_of_its_period) {
  const double quarter = elliptic(std::sin(pi / 6)) / std::sqrt(9.81);
  const std::vector<double> times = times_of(run_watched(pendulum + "event bottom when q <= 0\n"));
  ASSERT_EQ(times.size(), 3U);
  for (std::size_t i = 0; i < times.size(); ++i)
    EXPECT_NEAR(times[i] / ((4.0 * static_cast<double>(i) + 1) * quarter), 1.0, 1e-12); // tolerance 1e-13, over 5 s
}

TEST(Events, an_equation_is_met_in_both_directions) {
  EXPECT_EQ(times_of(run_watched(pendulum + "event bottom when q = 0\n")).size(), 5U);
}

TEST(Events, the_motion_is_the_same_with_and_without_them) {
  const std::string by_rk8 =
      std::string(pendulum).replace(pendulum.find("{ "), 2, "{ method = rk8; "); // series watch none
  const RunResult with = run_watched(by_rk8 + "event bottom when q <= 0\n");
  const RunResult without = run_watched(by_rk8);
  EXPECT_EQ(with.final.state.q, without.final.state.q);
  EXPECT_EQ(with.final.state.v, without.final.state.v);
  EXPECT_EQ(with.statistics.steps, without.statistics.steps);
}

TEST(Events, a_stop_ends_the_run_and_its_tables_at_the_event) {
  const RunResult result = run_watched(pendulum + "event bottom when q <= 0 { stop = true }\n");
  const double quarter = elliptic(std::sin(pi / 6)) / std::sqrt(9.81);
  EXPECT_EQ(result.outcome, RunOutcome::completed);
  EXPECT_TRUE(result.is_stopped);
  EXPECT_NEAR(result.final.state.t / quarter, 1.0, 1e-12); // tolerance 1e-13, over 0.5 s
  // The state at a root, located to neighbouring doubles of t: an ulp of t times the speed.
  EXPECT_NEAR(result.final.state.q[0], 0.0, 1e-14);
  EXPECT_EQ(result.table.times.back(), result.final.state.t);
  EXPECT_EQ(result.table.evaluations.back().state.q, result.final.state.q);
  EXPECT_TRUE(result.certificate.failed.empty());
}

TEST(Events, a_second_run_ends_at_the_same_event) {
  RunOptions options;
  options.verify = true;
  options.tolerance = 1e-9;
  const RunResult result = run_watched(pendulum + "event bottom when q <= 0 { stop = true }\n", options);
  ASSERT_TRUE(result.certificate.global_error);
  EXPECT_LT(result.certificate.global_error->of_motion(), 1e-8); // ten tolerances: a pendulum does not amplify errors
}

const std::string throw_up = R"(model Throw
param m = 2 [kg], g = 9.81 [m/s^2], v = 7 [m/s]
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
initial x = 0, y = 0, x' = 3 [m/s], y' = v
simulate 0..2 [s]
)";

TEST(Events, a_projectile_is_at_its_apex_when_it_should_be) {
  const RunResult result = run_watched(throw_up + "event apex when y' <= 0\nevent down when y <= 0\n");
  ASSERT_EQ(times_of(result).size(), 1U);
  EXPECT_NEAR(times_of(result)[0] * 9.81 / 7, 1.0, 1e-14); // free flight is exact in steps: rounding
  ASSERT_EQ(times_of(result, 1).size(), 1U);               // at the start the sides are equal, and y grows
  EXPECT_NEAR(times_of(result, 1)[0] * 9.81 / 14, 1.0, 1e-14);
}

TEST(Events, what_is_true_at_the_start_is_no_event) {
  const RunResult result = run_watched(throw_up + "event low when y <= 1 [m]\nevent high when y >= 1 [m]\n");
  EXPECT_EQ(times_of(result, 0).size(), 1U);
  EXPECT_EQ(times_of(result, 1).size(), 1U);
  EXPECT_LT(times_of(result, 1)[0], times_of(result, 0)[0]);
}

TEST(Events, at_one_instant_all_are_recorded_in_the_order_of_their_statements) {
  const RunResult result = run_watched(throw_up + "event a when y' <= 0\nevent b when m*y' <= 0 { stop = true }\n");
  const std::vector<Event> events = events_of(result.events, EventKind::awaited);
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0].index, 0U);
  EXPECT_EQ(events[1].index, 1U);
}

TEST(Events, the_earliest_stop_ends_the_run) {
  const RunResult result = run_watched(throw_up + "event late when t >= 1.5 [s] { stop = true }\n"
                                                  "event early when t >= 1.25 [s] { stop = true }\n");
  EXPECT_EQ(times_of(result, 0).size(), 0U);
  EXPECT_EQ(result.final.state.t, 1.25);
}

TEST(Events, apsides_of_an_ellipse_are_half_a_period_apart) {
  const RunResult result = run_watched(R"(model Kepler
param mu = 1, e = 0.3
coord x, y
kinetic T = 1/2*(x'^2 + y'^2)
potential V = -mu/sqrt(x^2 + y^2)
event apo when x*x' + y*y' <= 0
event peri when x*x' + y*y' >= 0
initial x = 1 - e, y = 0, x' = 0, y' = sqrt((1 + e)/(1 - e))
simulate 0..20 { tolerance = 1e-13 }
)");
  ASSERT_EQ(times_of(result, 0).size(), 3U);
  ASSERT_EQ(times_of(result, 1).size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    // Tolerance 1e-13, over three periods whose errors add up.
    EXPECT_NEAR(times_of(result, 0)[i] / ((2.0 * static_cast<double>(i) + 1) * pi), 1.0, 1e-12);
    EXPECT_NEAR(times_of(result, 1)[i] / ((2.0 * static_cast<double>(i) + 2) * pi), 1.0, 1e-12);
  }
}

// N = m g cos θ − m v²/a with v² = v0² + 2 g a (1 − cos θ).
TEST(Events, a_bead_leaves_the_hoop_where_its_reaction_vanishes) {
  const RunResult result = run_watched(R"(model Bead
param m = 0.1 [kg], a = 0.5 [m], g = 9.81 [m/s^2], v0 = 0.5 [m/s]
coord r [m], theta [rad]
kinetic T = 1/2*m*(r'^2 + r^2*theta'^2)
potential V = m*g*r*cos(theta)
constraint ring: r = a
reaction N [N] of ring conjugate r'
event lifts when N <= 0 { stop = true }
initial r = a, theta = 0, theta' = v0/a
simulate 0..5 [s] { tolerance = 1e-13 }
)");
  EXPECT_TRUE(result.is_stopped);
  EXPECT_NEAR(std::cos(result.final.state.q[1]), (2 + 0.25 / (9.81 * 0.5)) / 3, 1e-13); // tolerance 1e-13
  EXPECT_NEAR(result.final.reactions[0], 0.0, 1e-13); // the root of the reaction, located to an ulp of t
}

TEST(Events, an_oscillation_within_a_step_is_resolved) {
  const RunResult result =
      run_watched(throw_up + "event beat when sin(300*t/(1 [s])) >= 0\n"); // 600 rad in a few steps
  EXPECT_EQ(times_of(result).size(), 95U);
  EXPECT_TRUE(result.warnings.empty());
}

TEST(Events, one_that_is_too_fast_is_warned_of) {
  const RunResult result = run_watched(throw_up + "event hum when sin(1e7*t/(1 [s])) >= 0\n");
  ASSERT_FALSE(result.warnings.empty());
  EXPECT_EQ(result.warnings.front().code, "W0822");
}

TEST(Events, more_than_ten_thousand_of_one_name_are_not_listed) {
  const RunResult result = run_watched(R"(model Spin
coord x
kinetic T = 1/2*x'^2
potential V = 1/2*x^2
event crest when sin(2000*t) = 0
initial x = 1, x' = 0
simulate 0..20
)");
  EXPECT_EQ(times_of(result).size(), 10'000U);
  ASSERT_FALSE(result.warnings.empty());
  EXPECT_EQ(result.warnings.front().code, "W0823");
}

} // namespace
} // namespace dalembert
