// Events whose sides become equal where a friction begins to stick, and stay so.
#include <dalembert/api/session.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

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

/// A block rests by friction until a force sets in.
std::vector<double> times_of(const std::string& event, const std::string& force) {
  const std::string text = fmt::format(R"(model Block
param m = 1, g = 9.81
coord x, y
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
force Q on x = {}
constraint floor: y = 0
reaction N of floor conjugate y'
friction F of N conjugate x' {{ coefficient = 0.5 }}
event e when {}
initial x = 0
simulate 0..4
)",
                                       force, event);
  const RunResult result = Session("model.mech", text).run({});
  EXPECT_EQ(result.outcome, RunOutcome::completed) << result.failure;
  std::vector<double> out;
  for (const Event& each : result.events)
    out.push_back(each.time);
  return out;
}

TEST(HeldEvents, what_rests_exactly_comes_true_where_it_starts_to_move) {
  const std::string force = "8*heaviside(t - 1.5)";
  for (const char* const event : {"x' > 0", "0 < x'", "x > 0"}) {
    const std::vector<double> times = times_of(event, force);
    ASSERT_EQ(times.size(), 1U) << event;
    EXPECT_NEAR(times[0], 1.5, 1e-12) << event; // the time of the discontinuity, to rounding
  }
  for (const char* const event : {"x' >= 0", "x' = 0", "x' <= 0", "x' < 0"}) // true at the start, or never
    EXPECT_TRUE(times_of(event, force).empty()) << event;
}

TEST(HeldEvents, what_comes_to_rest_has_not_passed) {
  // It slides from 1 s to 1.59 s, and the other way from 2.5 s on.
  const std::string force = "6*heaviside(t - 1) - 7*heaviside(t - 1.5) - 6*heaviside(t - 2.5)";
  const std::vector<double> forward = times_of("x' > 0", force);
  ASSERT_EQ(forward.size(), 1U);
  EXPECT_NEAR(forward[0], 1.0, 1e-12); // the time of the discontinuity, to rounding
  const std::vector<double> back = times_of("x' < 0", force);
  ASSERT_EQ(back.size(), 1U);
  EXPECT_NEAR(back[0], 2.5, 1e-12); // likewise
}

} // namespace
} // namespace dalembert
