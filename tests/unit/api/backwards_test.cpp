// Runs that go back in time, against closed forms and against motions with reversed rates.
#include <dalembert/api/session.h>
#include <dalembert/base/errors.h>
#include <dalembert/numerics/methods/sundials.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

namespace dalembert {
namespace {

using testing::HasSubstr;

RunResult backwards_run(const std::string& model, const RunOptions& options = {}) {
  return Session("model.mech", model).run(options);
}

const std::string damped_oscillator = R"(param m = 2, k = 8, c = 0.4
coord x
kinetic T = 1/2*m*x'^2
potential V = 1/2*k*x^2
dissipation D = 1/2*c*x'^2
force F = 3*heaviside(t + 1) conjugate x'
event middle when x >= 0.375
initial x = 1, x' = 0
simulate 0..-3 { output = 0.5; tolerance = 1e-12 }
)";

/// x − F/k of the oscillator with (x − F/k, x') = (a, b) at t = 0.
double damped(double a, double b, double t) {
  const double decay = 0.1;
  const double omega = std::sqrt(4 - decay * decay);
  return std::exp(-decay * t) * (a * std::cos(omega * t) + (b + decay * a) / omega * std::sin(omega * t));
}
double damped_rate(double a, double b, double t) {
  const double decay = 0.1;
  const double omega = std::sqrt(4 - decay * decay);
  return std::exp(-decay * t) * (b * std::cos(omega * t) - (decay * b + 4 * a) / omega * std::sin(omega * t));
}

double exact_position(double t) {
  constexpr double middle = 0.375; // F/k
  if (t >= -1) return middle + damped(1 - middle, 0, t);
  return damped(middle + damped(1 - middle, 0, -1), damped_rate(1 - middle, 0, -1), t + 1);
}

TEST(Backwards, a_damped_oscillator_and_a_force_that_begins_later) {
  const RunResult result = backwards_run(damped_oscillator);
  ASSERT_EQ(result.outcome, RunOutcome::completed);
  EXPECT_EQ(result.final.state.t, -3);
  EXPECT_EQ(result.table.times, (std::vector{0.0, -0.5, -1.0, -1.5, -2.0, -2.5, -3.0}));
  for (std::size_t row = 0; row < result.table.times.size(); ++row)
    // Tolerance 1e-12, over some ten steps.
    EXPECT_NEAR(result.table.evaluations[row].state.q[0], exact_position(result.table.times[row]), 1e-11);
  EXPECT_TRUE(result.certificate.failed.empty());
  EXPECT_LE(result.certificate.energy_defect_relative, 1e-10); // 100 tolerances
  // Going back the condition comes true where x rises towards earlier times.
  const std::vector<Event> events = events_of(result.events, EventKind::awaited);
  ASSERT_FALSE(events.empty());
  for (const Event& event : events) {
    EXPECT_NEAR(exact_position(event.time), 0.375, 1e-10); // located on the dense output, good to 100 tolerances
    EXPECT_GT(exact_position(event.time - 0.01), 0.375);
  }
  EXPECT_TRUE(std::ranges::is_sorted(events, std::greater(), &Event::time));
}

TEST(Backwards, an_event_may_end_the_run) {
  const RunResult result = backwards_run(damped_oscillator + "event top when x >= 0.5 { stop = true }\n");
  EXPECT_TRUE(result.is_stopped);
  EXPECT_LT(result.final.state.t, -0.5);
  EXPECT_NEAR(result.final.state.q[0], 0.5, 1e-10); // located on the dense output, good to 100 tolerances
}

TEST(Backwards, times_asked_for) {
  RunOptions options;
  options.at = {-2.25, -0.75};
  options.end = -1;
  const RunResult result = backwards_run(damped_oscillator, options);
  ASSERT_EQ(result.samples.size(), 2U);
  EXPECT_EQ(result.samples[0].state.t, -0.75);
  EXPECT_EQ(result.samples[1].state.t, -2.25);
  EXPECT_EQ(result.final.state.t, -2.25);
  EXPECT_NEAR(result.final.state.q[0], exact_position(-2.25), 1e-11); // tolerance 1e-12, over some ten steps
  options.at = {1.0};
  EXPECT_THROW(backwards_run(damped_oscillator, options), OptionError);
}

TEST(Backwards, derivatives_of_the_motion) {
  Session session("model.mech", damped_oscillator);
  const RunResult result = session.run({});
  const Sensitivities found = session.sensitivities(result, session.sensitivity_causes({"k", "x"}, {}));
  EXPECT_FALSE(found.end);
  ASSERT_EQ(found.rows.size(), result.table.times.size());
  const auto replaced = [](const std::string& from, const std::string& to) {
    std::string out = damped_oscillator;
    out.replace(out.find(from), from.size(), to);
    return backwards_run(out).final.state.q[0];
  };
  // Central differences: h²/6 of the third derivative, 2e-7, and the runs' 1e-12/h.
  EXPECT_NEAR(found.final[0].q[0], (replaced("k = 8", "k = 8.001") - replaced("k = 8", "k = 7.999")) / 0.002, 1e-6);
  EXPECT_NEAR(found.final[1].q[0], (replaced("x = 1,", "x = 1.001,") - replaced("x = 1,", "x = 0.999,")) / 0.002, 1e-6);
}

/// A pendulum on its rod, and a mass that a spring ties to it.
const std::string rod_pendulum = R"(param m = 1, l = 1, g = 9.81
coord x, y, s
kinetic T = 1/2*m*(x'^2 + y'^2) + 1/2*m*s'^2
potential V = m*g*y + 1/2*(s - x)^2
constraint rod: x^2 + y^2 = l^2
initial x = 0.6, y = -0.8, s = 0.2, s' = RATE, x' = 4/5*TURN, y' = 3/5*TURN
simulate 0..END { tolerance = 1e-10 }
)";

std::string with_values(std::string model, const std::string& rate, const std::string& turn, const std::string& end) {
  const auto fill = [&model](const std::string& mark, const std::string& by) {
    for (std::size_t at = model.find(mark); at != std::string::npos; at = model.find(mark))
      model.replace(at, mark.size(), by);
  };
  fill("RATE", rate);
  fill("TURN", turn);
  fill("END", end);
  return model;
}

class BackwardsBy : public testing::TestWithParam<StepMethod> {};

TEST_P(BackwardsBy, goes_as_the_motion_with_reversed_rates) {
  if (GetParam().needs_residual && !why_no_sundials().empty()) GTEST_SKIP() << why_no_sundials();
  RunOptions options;
  options.method = std::string(GetParam().name);
  if (GetParam().has_fixed_steps) options.step = 0.01;
  const RunResult back = backwards_run(with_values(rod_pendulum, "0.3", "2", "-1.5"), options);
  const RunResult mirrored = backwards_run(with_values(rod_pendulum, "-0.3", "-2", "1.5"), options);
  ASSERT_EQ(back.outcome, RunOutcome::completed);
  ASSERT_EQ(back.table.times.size(), mirrored.table.times.size());
  for (std::size_t row = 0; row < back.table.times.size(); ++row) {
    const Evaluation& a = back.table.evaluations[row];
    const Evaluation& b = mirrored.table.evaluations[row];
    EXPECT_EQ(a.state.t, -b.state.t);
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_NEAR(a.state.q[i], b.state.q[i], 1e-10); // the same steps mirrored: what their iterations leave
      EXPECT_NEAR(a.state.v[i], -b.state.v[i], 1e-10);
    }
    EXPECT_NEAR(a.multipliers[0], b.multipliers[0], 1e-9); // likewise of forces of 10 N
  }
}

INSTANTIATE_TEST_SUITE_P(StepMethods, BackwardsBy, testing::ValuesIn(step_methods().begin(), step_methods().end()),
                         [](const auto& which) { return std::string(which.param.name); });

TEST(Backwards, through_a_flat_position) {
  // A parallelogram that lies flat at angle 0, where its rows depend on one another.
  const std::string model = R"(param l = 1, d = 2, m = 1
coord a, b, x, y
kinetic T = 1/2*m*(a'^2 + b'^2) + 1/2*m*(x'^2 + y'^2)
constraint bx: l*cos(a) + d = l*cos(b) + d + x
constraint by: l*sin(a) = l*sin(b) + y
constraint cx: x = 0
constraint cy: y = 0
initial a = TURN, b = TURN, a' = RATE, b' = RATE, x = 0, y = 0
simulate 0..END
)";
  const RunResult back = backwards_run(with_values(model, "1", "0.5", "-2"));
  EXPECT_EQ(back.outcome, RunOutcome::completed);
  EXPECT_NEAR(back.final.state.q[0], -1.5, 1e-8); // ten tolerances (1e-9): a flat position is passed
}

TEST(Backwards, what_has_no_unique_past_is_refused) {
  const std::string plane = "param m = 1, g = 9.81\ncoord x, y\nkinetic T = 1/2*m*(x'^2 + y'^2)\npotential V = m*g*y\n"
                            "initial x = 0, y = 1, x' = 1\nsimulate 0..-1\n";
  const auto refusal = [&plane](const std::string& more) {
    try {
      static_cast<void>(backwards_run(plane + more));
    } catch (const ModelError& error) {
      return error.diagnostics().front().code + ": " + error.diagnostics().front().message;
    }
    return std::string("accepted");
  };
  EXPECT_EQ(refusal(""), "accepted");
  EXPECT_THAT(refusal("constraint floor: y >= 0 { restitution = 0.5 }\n"), HasSubstr("E0801: this motion cannot be"));
  EXPECT_THAT(refusal("constraint floor: y >= 0 { restitution = 0.5 }\n"), HasSubstr("of the contact floor"));
  EXPECT_THAT(refusal("force F = -sign(x') conjugate x'\n"), HasSubstr("of functions of the state that jump"));
  EXPECT_THAT(refusal("force F = -heaviside(t + 0.5) conjugate x'\n"), "accepted");
}

TEST(Backwards, check_says_what_a_run_would_refuse) {
  const auto warnings = [](const std::string& more) {
    Session session("model.mech", "param m = 1, g = 9.81\ncoord x, y\nkinetic T = 1/2*m*(x'^2 + y'^2)\n"
                                  "potential V = m*g*y\ninitial x = 0, y = 1, x' = 1\n" +
                                      more);
    static_cast<void>(session.overview());
    std::vector<std::string> out;
    for (const Diagnostic& d : session.overview().diagnostics)
      if (d.code == "W0838") out.push_back(d.message);
    return out;
  };
  const std::string floor = "constraint floor: y >= 0 { restitution = 0.5 }\n";
  EXPECT_THAT(warnings(floor + "simulate 0..-1\n"), testing::ElementsAre(HasSubstr("because of the contact floor")));
  EXPECT_THAT(warnings("force F = -sign(x') conjugate x'\nsimulate 0..-1\n"),
              testing::ElementsAre(HasSubstr("because of functions of the state that jump")));
  EXPECT_THAT(warnings(floor + "simulate 0..1\n"), testing::IsEmpty());
  EXPECT_THAT(warnings("simulate 0..-1\n"), testing::IsEmpty());
}

} // namespace
} // namespace dalembert
