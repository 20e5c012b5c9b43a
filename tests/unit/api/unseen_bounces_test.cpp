// Bounces that are too low to be seen end, whatever the restitution is.
#include <dalembert/api/session.h>

#include <gtest/gtest.h>

#include <string>

namespace dalembert {
namespace {

/// The upper ball loses its speed in the lower one, which the floor gives back all: both bounce together, lower and
/// lower, until their flights cannot be distinguished from rest.
TEST(UnseenBounces, two_balls_come_to_rest_on_a_floor_that_takes_no_energy) {
  const std::string model = R"(model Balls
param m = 1, g = 9.81
count n = 2
coord x[1..n]
kinetic T = sum(i in 1..n: 1/2*m*i*x[i]'^2)
potential V = sum(i in 1..n: m*i*g*x[i])
constraint c0: x[1] >= 0 { restitution = 1 }
for i in 1..n-1 {
 constraint d[i]: x[i+1] - x[i] >= 0 { restitution = 0.3 }
}
initial x[i in 1..n] = 0.4305*i + 0.4643*i^2
simulate 0..2
)";
  const RunResult result = Session("model.mech", model).run({});
  EXPECT_EQ(result.outcome, RunOutcome::completed) << result.failure;
  EXPECT_LT(result.contact_impacts.size(), 200U);
  EXPECT_EQ(result.final.state.q[0], 0.0);
  EXPECT_NEAR(result.final.state.q[1], 0.0, 1e-12);            // a closed contact: rounding
  EXPECT_NEAR(result.final.multipliers[0], 3 * 9.81, 1e-9);    // forces at rest: rounding of 30 N
  EXPECT_LT(result.certificate.energy_defect_relative, 1e-12); // free flights are exact in steps: rounding
}

/// What a floor gives back without loss goes on, for as long as it can be seen.
TEST(UnseenBounces, a_ball_that_loses_nothing_goes_on) {
  const RunResult result = Session("model.mech", R"(model Ball
coord y
kinetic T = 1/2*y'^2
potential V = 10*y
constraint floor: y >= 0 { restitution = 1 }
initial y = 1e-8
simulate 0..0.01
)")
                               .run({});
  EXPECT_EQ(result.outcome, RunOutcome::completed) << result.failure;
  EXPECT_TRUE(result.contact_changes.empty());
  EXPECT_GT(result.contact_impacts.size(), 100U);
}

} // namespace
} // namespace dalembert
