// Events whose sides become equal where a friction begins to stick, and stay so.
#include <dalembert/api/session.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace dalembert {
namespace {

/// A wheel of 2 kg is thrown with slip and rolls from t = v₀/(3 mu g) on.
std::string thrown_wheel(const std::string& events, const std::string& more = "") {
  return fmt::format(R"(model Wheel
param m = 2, R = 0.2, g = 9.81, mu = 0.25, v0 = 3
coord x, y, phi
kinetic T = 1/2*m*(x'^2 + y'^2) + 1/4*m*R^2*phi'^2
potential V = m*g*y
constraint floor: y = R
reaction N of floor conjugate y'
friction F of N conjugate x' - R*phi' {{ coefficient = mu }}
{}
initial x = 0, y = R, phi = 0, x' = v0, phi' = 0
{}
simulate 0..2
)",
                     events, more);
}

constexpr double rolls_from = 3 / (3 * 0.25 * 9.81);

TEST(HeldEvents, a_wheel_that_comes_to_roll_is_seen_once) {
  for (const char* const condition : {"x' = R*phi'", "R*phi' = x'", "x' <= R*phi'", "R*phi' >= x'"})
    for (const char* const method : {"rk8", "rk5", "radau"}) {
      RunOptions options;
      options.method = method;
      const RunResult result =
          Session("model.mech", thrown_wheel(fmt::format("event rolls when {}", condition))).run(options);
      ASSERT_EQ(result.events.size(), 1U) << condition << ", " << method;
      EXPECT_EQ(result.events[0].kind, EventKind::awaited);
      EXPECT_NEAR(result.events[0].time, rolls_from, 1e-12); // uniform deceleration is exact in steps: rounding
    }
}

TEST(HeldEvents, what_is_to_pass_and_only_reaches_is_not_seen) {
  const RunResult result =
      Session("model.mech", thrown_wheel("event passes when x' < R*phi'\nevent slides when x' > R*phi'")).run({});
  EXPECT_TRUE(result.events.empty());
}

TEST(HeldEvents, a_run_stops_where_it_begins_to_roll) {
  const RunResult result = Session("model.mech", thrown_wheel("event rolls when x' = R*phi' { stop = true }")).run({});
  EXPECT_TRUE(result.is_stopped);
  EXPECT_NEAR(result.final.state.t, rolls_from, 1e-12); // uniform deceleration is exact in steps: rounding
}

/// A force that sets in at t = 1 lets it slide again: both sides differ, and meet once more.
TEST(HeldEvents, it_is_seen_again_after_it_has_slid_again) {
  const RunResult result =
      Session("model.mech", thrown_wheel("event rolls when x' = R*phi'",
                                         "force P on x = if t < 1 then 0 else if t < 1.2 then 40 else 0"))
          .run({});
  ASSERT_EQ(result.events.size(), 2U);
  EXPECT_NEAR(result.events[0].time, rolls_from, 1e-12); // uniform deceleration is exact in steps: rounding
  // The slip grows by 0.2·(20 − 3·mu·g), which 3·mu·g uses up from 1.2 on.
  EXPECT_NEAR(result.events[1].time, 1.2 + 0.2 * (20 - 3 * 0.25 * 9.81) / (3 * 0.25 * 9.81), 1e-9);
}

} // namespace
} // namespace dalembert
