#include <dalembert/api/session.h>

#include <gmock/gmock.h>

#include <algorithm>

namespace dalembert {
namespace {

using testing::Contains;
using testing::Not;

constexpr const char* repeated_rod = R"(model Pendulum
param l = 1 [m], g = 9.81 [m/s^2], m = 1 [kg]
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
constraint rod: x^2 + y^2 = l^2
constraint twice: 2*x^2 + 2*y^2 = 2*l^2
initial x = 1 [m], y ~ 0 [m]
simulate 0..0.1 [s]
)";

constexpr const char* session_oscillator = R"(model Oscillator
param m = 1, k = 1, c = 0
coord x
kinetic T = 1/2*m*x'^2
potential V = 1/2*k*x^2
initial x = 1, x' = 0
check floor(c)*x = 0
simulate 0..0.1
)";

std::ptrdiff_t count_of(const Session& session, const char* code) {
  return std::ranges::count(session.diagnostics(), code, &Diagnostic::code);
}

TEST(Session, warns_of_redundant_rows_once_whoever_finds_the_initial_state) {
  Session asked("pendulum.mech", repeated_rod);
  static_cast<void>(asked.initial_state());
  static_cast<void>(asked.run({}));
  static_cast<void>(asked.run({}));
  EXPECT_EQ(count_of(asked, "W0301"), 1);
  Session reported("pendulum.mech", repeated_rod);
  const auto result = std::make_shared<const RunResult>(reported.run({}));
  EXPECT_EQ(std::ranges::count(reported.report_of(result).overview.diagnostics, "W0301", &Diagnostic::code), 1);
  EXPECT_EQ(count_of(reported, "W0301"), 1);
}

TEST(Session, settles_the_checks_anew_for_other_parameters) {
  Session session("oscillator.mech", session_oscillator);
  const std::optional<CheckResult> before = session.settled_checks().at(0);
  ASSERT_TRUE(before);
  EXPECT_EQ(before->status, CheckStatus::holds);
  session.set_parameters({{"c", 2.0}});
  EXPECT_FALSE(session.settled_checks().at(0));
  EXPECT_EQ(session.run({}).checks.at(0).status, CheckStatus::fails);
}

TEST(Session, judges_a_claim_anew_for_other_parameters) {
  Session session("oscillator.mech", session_oscillator);
  session.ask("x'' + x = 0");
  EXPECT_THAT(session.judgement().holds_if, Contains("m = 1, k = 1"));
  session.set_parameters({{"k", 2.0}});
  EXPECT_THAT(session.judgement().holds_if, Not(Contains("m = 1, k = 1")));
  EXPECT_EQ(session.judgement().verdict, Verdict::is_false);
}

} // namespace
} // namespace dalembert
