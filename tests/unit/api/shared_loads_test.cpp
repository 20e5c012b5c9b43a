// Contacts that carry a load in a way that the model does not determine: three feet on one line.
#include <dalembert/api/session.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace dalembert {
namespace {

RunResult three_feet(const std::string& load) {
  return Session("feet.mech", R"(model Feet
param m = 10 [kg], l = 1 [m], g = 9.81 [m/s^2], mu = 0.5
coord x [m], y [m], q [rad]
kinetic T = 1/2*m*(x'^2 + y'^2) + 1/6*m*l^2*q'^2
potential V = m*g*y
constraint f1: y - l*sin(q) >= 0
constraint f2: y >= 0
constraint f3: y + l*sin(q) >= 0
reaction N1 [N] of f1 conjugate y' - l*cos(q)*q'
reaction N2 [N] of f2 conjugate y'
reaction N3 [N] of f3 conjugate y' + l*cos(q)*q'
friction F1 [N] of N1 conjugate x' { coefficient = mu }
friction F2 [N] of N2 conjugate x' { coefficient = mu }
friction F3 [N] of N3 conjugate x' { coefficient = mu }
initial q = 0, x = 0, y = 0
simulate 0..1 [s]
)" + load)
      .run({});
}

void expect_shared(const RunResult& result) {
  EXPECT_EQ(result.outcome, RunOutcome::completed) << result.failure;
  EXPECT_TRUE(result.certificate.failed.empty());
  EXPECT_EQ(std::ranges::count(result.warnings, "W0829", &Diagnostic::code), 1);
  EXPECT_EQ(result.final.state.v[1], 0.0);
  const std::vector<double>& push = result.final.multipliers;
  EXPECT_NEAR(push[0] + push[1] + push[2], 98.1, 1e-9); // rounding of forces of 98 N
  EXPECT_GE(*std::ranges::min_element(push), 0.0);
}

TEST(SharedLoads, three_feet_carry_a_body_that_rests_and_one_that_is_pushed) {
  const RunResult rests = three_feet("force P on x = 20 [N]\n");
  expect_shared(rests);
  EXPECT_EQ(rests.final.state.q[0], 0.0);
  const RunResult pushed = three_feet("force P on x = 60 [N]\n");
  expect_shared(pushed);
  // Uniform acceleration is exact in steps: below the tolerance.
  EXPECT_NEAR(pushed.final.state.q[0], (60 - 0.5 * 98.1) / 10 / 2, 1e-9);
}

TEST(SharedLoads, a_moment_that_grows_is_carried_by_the_feet_at_the_ends) {
  for (const char* const moment : {"5 [N*m/s]*t", "-5 [N*m/s]*t"}) {
    const RunResult result = three_feet(std::string("force M on q = ") + moment + "\n");
    expect_shared(result);
    EXPECT_EQ(result.final.state.q[2], 0.0);
    // Rounding of forces of 98 N.
    EXPECT_NEAR(std::abs(result.final.multipliers[2] - result.final.multipliers[0]), 5, 1e-9);
  }
}

/// A bead on a hoop that turns about the vertical, and what turns it.
std::string turned_hoop(const std::string& reactions) {
  return R"(model Hoop
param m = 0.2 [kg], R = 0.5 [m], w = 4 [rad/s], g = 9.81 [m/s^2]
coord r [m], th [rad], ph [rad]
let X = r*sin(th)*cos(ph)
let Y = r*sin(th)*sin(ph)
let Z = -r*cos(th)
kinetic T = 1/2*m*(X'^2 + Y'^2 + Z'^2)
potential V = m*g*Z
constraint hoop: r = R
constraint turn: ph = w*t
)" + reactions +
         "initial th = 1 [rad], th' = 0.5 [rad/s]\nsimulate 0..1 [s]\n";
}

TEST(SharedLoads, a_force_at_a_point_and_the_moment_about_the_axis_are_two_words_for_one_load) {
  Session session("hoop.mech", turned_hoop(R"(reaction Nphi [N] of turn at (X, Y, Z) along (-sin(ph), cos(ph), 0)
reaction Mz [N*m] of turn conjugate ph'
check Nphi = 2*m*R*w*th'*cos(th)
check Mz = Nphi*R*sin(th)
)"));
  for (const ReactionRow& reaction : session.equations().reactions)
    EXPECT_EQ(reaction.determination, Determination::unique);
  for (const CheckResult& check : session.run({}).checks)
    EXPECT_EQ(check.status, CheckStatus::proved) << check.how;
}

TEST(SharedLoads, components_of_one_force_may_be_declared_twice) {
  Session session("bar.mech", R"(model Bar
param m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2], J = 0.08 [kg*m^2]
coord x [m], y [m], a [rad]
let X = x - l/2*sin(a)
let Y = y + l/2*cos(a)
kinetic T = 1/2*m*(x'^2 + y'^2) + 1/2*J*a'^2
potential V = m*g*y
constraint hx: X = 0
constraint hy: Y = 0
reaction (Hx, Hy) [N] of hx, hy at (X, Y) along (1, 0), (0, 1)
reaction (Hr, Ht) [N] of hx, hy at (X, Y) along (sin(a), -cos(a)), (cos(a), sin(a))
initial a = 0.5 [rad]
simulate 0..1 [s]
check Hr = Hx*sin(a) - Hy*cos(a), Ht = Hx*cos(a) + Hy*sin(a), m*x'' = Hx
)");
  for (const CheckResult& check : session.run({}).checks)
    EXPECT_EQ(check.status, CheckStatus::proved) << check.how;
}

TEST(SharedLoads, two_supports_of_one_row_share_what_the_model_does_not_say) {
  Session session("hoop.mech", turned_hoop(R"(reaction N1 [N] of turn at (X, Y, Z) along (-sin(ph), cos(ph), 0)
reaction N2 [N] of turn at (2*X, 2*Y, 2*Z) along (-sin(ph), cos(ph), 0)
)"));
  for (const ReactionRow& reaction : session.equations().reactions)
    EXPECT_EQ(reaction.determination, Determination::combination);
}

} // namespace
} // namespace dalembert
