// Forces that are continuous although the functions that they are written with jump.
#include <dalembert/api/session.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace dalembert {
namespace {

TEST(ContinuousJumps, grains_that_all_touch_at_the_start_carry_a_wave) {
  const auto chain = [](int n) {
    return fmt::format(R"(model Grains
count n = {}
param m = 0.01 [kg], k = 1e6 [N/m]
coord x[1..n] [m]
kinetic T = sum(i in 1..n: 1/2*m*x[i]'^2)
potential V = sum(i in 1..n-1: 1/2*k*max(x[i] - x[i+1], 0)^2)
initial x[1]' = 1 [m/s]
simulate 0..0.0012 [s]
)",
                       n);
  };
  Session few("few.mech", chain(5));
  Session many("many.mech", chain(12));
  const RunResult of_few = few.run({});
  const RunResult of_many = many.run({});
  ASSERT_EQ(of_few.outcome, RunOutcome::completed);
  ASSERT_EQ(of_many.outcome, RunOutcome::completed) << of_many.failure;
  // Momentum is that of the first grain, energy stays; the first grain is thrown back before it knows of the last ones.
  double momentum = 0.0;
  for (std::size_t i = 0; i < 12; ++i)
    momentum += of_many.final.state.v[i];
  EXPECT_NEAR(momentum, 1.0, 1e-12);                           // forces in pairs: rounding of their sum over the steps
  EXPECT_LT(of_many.certificate.energy_defect_relative, 1e-9); // the default tolerance
  // 1000 tolerances: the wave is passed on through springs of 1e6 N/m.
  EXPECT_NEAR(of_many.final.state.v[0], of_few.final.state.v[0], 1e-6);
}

TEST(ContinuousJumps, springs_with_play_meet_their_ends_together) {
  Session session("play.mech", R"(model Play
count n = 3
param m = 1 [kg], k = 100 [N/m], d = 0.01 [m]
coord x[1..n] [m]
let dead(u) = if u > d then u - d else if u < -d then u + d else 0
kinetic T = sum(i in 1..n: 1/2*m*x[i]'^2)
potential V = sum(i in 1..n: 1/2*k*dead(x[i])^2)
initial x[i in 1..n] = 0.02 [m]
simulate 0..1 [s]
)");
  const RunResult result = session.run({});
  ASSERT_EQ(result.outcome, RunOutcome::completed) << result.failure;
  // A quarter of a swing from x = 2d to d, then 2d at the speed ω d, then half a swing, and so on.
  const double omega = 10.0;
  const double d = 0.01;
  const double quarter = std::acos(-1.0) / (2 * omega);
  const double across = 2 * d / (omega * d);
  const double rest = 1.0 - (3 * quarter + 2 * across);
  for (std::size_t i = 0; i < 3; ++i)
    // The default tolerance, with both ends of the play located.
    EXPECT_NEAR(result.final.state.q[i], rest > 0 && rest < quarter ? d + d * std::sin(omega * rest) : NAN, 1e-9);
}

TEST(ContinuousJumps, an_integral_that_has_no_value_is_not_said_to_be_constant) {
  Session session("log.mech", R"(model Log
param m = 1
coord x, y
kinetic T = 1/2*m*(x'^2 + y'^2)
initial x = -1, x' = 0, y' = 1
simulate 0..1
check log(x) = const
check y' = const
)");
  const RunResult result = session.run({});
  for (const Certificate::Invariant& invariant : result.certificate.invariants)
    EXPECT_EQ(invariant.name.find("log"), std::string::npos) << invariant.name;
}

} // namespace
} // namespace dalembert
