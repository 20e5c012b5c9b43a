// What a run says of itself: a certificate that fails, and many steps.
#include <dalembert/api/session.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dalembert {
namespace {

std::vector<std::string> failed(const RunResult& result) {
  std::vector<std::string> out;
  for (const Certificate::Failure& failure : result.certificate.failed)
    out.push_back(failure.kind);
  return out;
}

TEST(Verdict, energy_that_a_loose_long_run_loses_is_said) {
  Session session("spring.mech", R"(model Spring
coord x
kinetic T = 1/2*x'^2
potential V = 5000*x^2
initial x = 1
simulate 0..400 { tolerance = 1e-3 }
)");
  const RunResult result = session.run({});
  // RunTolerance::drift_bound: what the certificate admits at most.
  EXPECT_GT(result.certificate.energy_defect_relative, 1e-2);
  EXPECT_EQ(failed(result), std::vector<std::string>{"energy"});
  ASSERT_EQ(result.warnings.size(), 1U);
  EXPECT_EQ(result.warnings[0].code, "W0810");
}

TEST(Verdict, a_second_run_that_differs_is_said) {
  Session session("double.mech", R"(model Double
coord a, b
kinetic T = 1/2*(2*a'^2 + b'^2 + 2*a'*b'*cos(a - b))
potential V = -9.81*(2*cos(a) + cos(b))
initial a = 2, b = 2.5
simulate 0..40
)");
  RunOptions options;
  options.verify = true;
  EXPECT_THAT(failed(session.run(options)), testing::ElementsAre("global error"));
  options.end = 1;
  EXPECT_THAT(failed(session.run(options)), testing::IsEmpty());
}

TEST(Verdict, round_off_at_rest_and_of_slow_motion_fails_nothing) {
  for (const char* const text : {R"(model Rest
coord x
kinetic T = 1/2*x'^2
potential V = 5*x^2
simulate 0..10
)",
                                 R"(model Creep
coord x
kinetic T = 1/2*x'^2
potential V = 5*x^2
dissipation D = 500*x'^2
initial x = 1
simulate 0..10
)",
                                 R"(model Small
coord x
kinetic T = 1/2*x'^2
force F on x = exp(-t)*sin(200*t)
simulate 0..10
)",
                                 R"(model Free
coord x, y
kinetic T = 1/2*(x'^2 + y'^2)
initial x' = 1
simulate 0..10
)"}) {
    Session session("quiet.mech", text);
    EXPECT_THAT(failed(session.run({})), testing::IsEmpty()) << text;
  }
}

TEST(Verdict, a_weight_at_rest_on_a_spring_of_declared_forces_is_quiet_by_every_method) {
  for (const char* const method : {"rk8", "rk5", "taylor", "radau9"}) {
    Session session("quiet.mech", "param m = 0.3, g = 9.81, k = 37\ncoord x\nkinetic T = 1/2*m*x'^2\n"
                                  "force W on x = -m*g\nforce S on x = -k*x\ninitial x = -m*g/k, x' = 0\n"
                                  "simulate 0..10\n");
    RunOptions options;
    options.method = method;
    EXPECT_THAT(failed(session.run(options)), testing::IsEmpty()) << method;
  }
}

TEST(Verdict, many_steps_have_a_reason) {
  const auto reason = [](const std::string& text) {
    Session session("long.mech", text);
    std::string early;
    RunOptions options;
    options.max_steps = 25'000;
    options.notice = [&early](const std::string& said) { early = said; };
    const RunResult result = session.run(options);
    for (const Diagnostic& warning : result.warnings)
      if (warning.code == "W0816") {
        EXPECT_THAT(early, testing::HasSubstr(warning.note));
        return warning.note;
      }
    return std::string();
  };
  EXPECT_THAT(reason("coord x\nkinetic T = 1/2*x'^2\npotential V = 5*x^2\ndissipation D = 50000*x'^2\ninitial x = 1\n"
                     "simulate 0..8 { method = rk8 }\n"),
              testing::HasSubstr("the equations are stiff"));
  EXPECT_THAT(reason("coord x\nkinetic T = 1/2*x'^2\npotential V = 5e7*x^2\ninitial x = 1\nsimulate 0..40\n"),
              testing::HasSubstr("the fastest oscillation"));
  EXPECT_THAT(reason("coord x\nkinetic T = 1/2*x'^2\npotential V = 50*x^2\n"
                     "force F on x = -3*trunc(1.5*tanh(1e9*x'))\n"
                     "initial x = 1\nsimulate 0..100\n"),
              testing::HasSubstr("switches repeatedly"));
  EXPECT_EQ(reason("coord x\nkinetic T = 1/2*x'^2\npotential V = 50*x^2\ninitial x = 1\nsimulate 0..10\n"), "");
}

} // namespace
} // namespace dalembert
