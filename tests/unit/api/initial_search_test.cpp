// Initial positions that the projection from the given start does not find.
#include <dalembert/api/session.h>
#include <dalembert/base/errors.h>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace dalembert {
namespace {

/// A loop of n equal bars in absolute angles, closed over a ground of length d.
std::string loop(int n, double d, const std::string& initial, const std::string& more = "") {
  return fmt::format(R"(model Loop
count n = {}
param d = {}
coord theta[1..n]
let x[i in 0..n] = if i = 0 then 0 else x[i-1] + cos(theta[i])
let y[i in 0..n] = if i = 0 then 0 else y[i-1] + sin(theta[i])
kinetic T = sum(i in 1..n: 1/2*(((x[i] + x[i-1])/2)'^2 + ((y[i] + y[i-1])/2)'^2) + 1/24*theta[i]'^2)
potential V = sum(i in 1..n: 9.81*(y[i] + y[i-1])/2)
constraint cx: x[n] = d
constraint cy: y[n] = 0
{}
initial {}
)",
                     n, d, more, initial);
}

/// How far the loop is from closed at its initial state.
double gap(Session& session, double d) {
  double x = -d;
  double y = 0;
  for (const double theta : session.initial_state().state.q) {
    x += std::cos(theta);
    y += std::sin(theta);
  }
  return std::hypot(x, y);
}

TEST(InitialSearch, loops_of_many_bars_close_from_bad_guesses) {
  for (const int n : {3, 4, 7, 20, 50})
    for (const char* const guess : {"theta[1] ~ 0", "theta[i in 1..n] ~ 1 - 2*(i - 1)/(n - 1)",
                                    "theta[i in 1..n] ~ 2*pi*i/n", "theta[i in 1..n] ~ pi/2", "theta[i in 1..n] ~ 3.1",
                                    "theta[i in 1..n] ~ 100*sin(13*i)", "theta[1] = 1.2, theta[2] ~ 3"}) {
      const double d = n > 3 ? 0.35 * n : 1.5;
      Session session("loop.mech", loop(n, d, guess));
      ASSERT_NO_THROW(static_cast<void>(session.initial_state())) << n << " bars from " << guess;
      // Rows are met to 1e-11 of their terms, of up to 50 bars of length 1.
      EXPECT_LT(gap(session, d), 1e-9) << n << " bars from " << guess;
    }
}

TEST(InitialSearch, what_is_held_fixed_stays) {
  Session session("loop.mech", loop(50, 20, "theta[1] = 1.2, theta[50] = -0.7"));
  EXPECT_EQ(session.initial_state().state.q.front(), 1.2);
  EXPECT_EQ(session.initial_state().state.q.back(), -0.7);
  EXPECT_LT(gap(session, 20), 1e-9); // rows are met to 1e-11 of their terms, of 50 bars of length 1
}

TEST(InitialSearch, a_redundant_loop_closes_from_its_singular_start) {
  Session session("loop.mech", loop(6, 2.5, "theta[1] ~ 0", "constraint again: 2*x[n] = 2*d"));
  EXPECT_LT(gap(session, 2.5), 1e-9); // rows are met to 1e-11 of their terms; a singular start
}

TEST(InitialSearch, a_slider_crank_leaves_its_dead_centre) {
  Session session("crank.mech", R"(model Crank
coord phi, psi, s
kinetic T = 1/2*(phi'^2 + psi'^2 + s'^2)
constraint ax: cos(phi) + 3*cos(psi) = s
constraint ay: sin(phi) + 3*sin(psi) = 0
initial phi ~ 0, psi ~ 0, s = 3
)");
  const std::vector<double> q = session.initial_state().state.q;
  EXPECT_NEAR(std::cos(q[0]) + 3 * std::cos(q[1]), 3, 1e-10); // rows are met to 1e-11 of their terms, of 4
  EXPECT_NEAR(std::sin(q[0]) + 3 * std::sin(q[1]), 0, 1e-10);
}

TEST(InitialSearch, a_loop_that_cannot_close_is_refused) {
  for (const int n : {4, 30}) {
    Session session("loop.mech", loop(n, 1.5 * n, "theta[1] ~ 0.3"));
    EXPECT_THROW(static_cast<void>(session.initial_state()), ModelError);
    ASSERT_FALSE(session.diagnostics().empty());
    EXPECT_THAT(session.diagnostics().back().code, testing::AnyOf("E0702", "E0703"));
  }
}

} // namespace
} // namespace dalembert
