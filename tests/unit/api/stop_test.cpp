// A program that embeds the library stops symbolic and numeric work at any moment, and may ask again.
#include <dalembert/api/session.h>
#include <dalembert/base/watch.h>
#include <dalembert/report/pages.h>

#include <gtest/gtest.h>

#include <functional>
#include <string>

namespace dalembert {
namespace {

constexpr const char* sphere_in_bowl = R"(model Disc
param m = 1 [kg], R = 0.5 [m], g = 9.81 [m/s^2]
coord x [m], y [m], psi, theta, phi
let z = R*sin(theta)
kinetic T = 1/2*m*(x'^2 + y'^2 + z'^2) + 1/8*m*R^2*(theta'^2 + psi'^2*cos(theta)^2) + 1/4*m*R^2*(phi' + psi'*sin(theta))^2
potential V = m*g*z
constraint a: x'*cos(psi) + y'*sin(psi) = R*phi'
constraint b: -x'*sin(psi) + y'*cos(psi) = -R*sin(theta)*theta'
initial x = 0, y = 0, psi = 0, theta = 1, phi = 0, phi' = 3 [rad/s], psi' = 0.2 [rad/s]
simulate 0..1 [s]
check m*R*x''*cos(psi) + m*R*y''*sin(psi) = m*R*x''*cos(psi) + m*R*y''*sin(psi)
)";

/// Its long run drifts, so that its verdict needs derivatives of the equations, which are made then.
constexpr const char* pendulum_to_stop = R"(model Pendulum
param m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2]
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
constraint rod: sqrt(x^2 + y^2) = l
initial x = 0.6 [m], y ~ -0.8 [m], x' = 0
simulate 0..1 [s]
)";

using Asked = std::function<std::string(Session&)>;

std::string analysed(Session& session) {
  return analyse_text(session.analysis(), {});
}
std::string derived(Session& session) {
  std::string out;
  for (const Form form : {Form::solved, Form::eliminated, Form::voronets})
    out += derive_text(session.structure(), form, {});
  return out;
}

/// How often a watch is asked while `asked` is answered.
std::size_t looks(const Asked& asked) {
  std::size_t count = 0;
  Watch watch(nullptr, [&count](const Watch&) { ++count; });
  const Watching watching(&watch);
  Session session("disc.mech", sphere_in_bowl);
  static_cast<void>(asked(session));
  return count;
}

/// Stops at each of some moments from the first to the last, and asks again.
void expect_the_same_after_any_stop(const Asked& asked) {
  Session undisturbed("disc.mech", sphere_in_bowl);
  const std::string expected = asked(undisturbed);
  const std::size_t all = looks(asked);
  ASSERT_GT(all, 10U);
  constexpr std::size_t moments = 5;
  for (std::size_t k = 0; k < moments; ++k) {
    Session session("disc.mech", sphere_in_bowl);
    StopToken stop;
    std::size_t left = 1 + k * (all - 4) / moments;
    {
      Watch watch(&stop, [&](const Watch&) {
        if (--left == 0) stop.request();
      });
      const Watching watching(&watch);
      EXPECT_THROW(static_cast<void>(asked(session)), Stopped) << "moment " << k;
    }
    EXPECT_EQ(asked(session), expected) << "moment " << k;
  }
}

TEST(Stop, an_analysis_stops_anywhere_and_is_the_same_when_asked_again) {
  expect_the_same_after_any_stop(analysed);
}

TEST(Stop, a_form_of_the_equations_stops_anywhere_and_is_the_same_when_asked_again) {
  expect_the_same_after_any_stop(derived);
}

TEST(Stop, a_run_that_is_stopped_inside_a_step_keeps_what_was_computed) {
  Session session("disc.mech", sphere_in_bowl);
  static_cast<void>(session.settled_checks());
  StopToken stop;
  std::size_t left = 200;
  Watch watch(&stop, [&](const Watch& at) {
    if (at.has_results() && --left == 0) stop.request();
  });
  const Watching watching(&watch);
  RunOptions options;
  options.end = 1e5;
  const RunResult result = session.run(options);
  EXPECT_EQ(result.outcome, RunOutcome::interrupted);
  EXPECT_GT(result.final.state.t, 0.0);
  EXPECT_LT(result.final.state.t, 1e5);
  EXPECT_GT(result.table.times.size(), 1U);
  EXPECT_EQ(result.table.times.size(), result.table.evaluations.size());
  EXPECT_EQ(result.table.times.size(), result.table.observables.size());
}

/// Runs the pendulum and asks to stop at the look number `look` of those for which `counts` is true.
RunResult stopped_pendulum(const RunOptions& options, std::size_t look,
                           const std::function<bool(const Watch&)>& counts) {
  Session session("pendulum.mech", pendulum_to_stop);
  StopToken stop;
  Watch watch(&stop, [&](const Watch& at) {
    if (counts(at) && --look == 0) stop.request();
  });
  const Watching watching(&watch);
  return session.run(options);
}

TEST(Stop, a_run_that_drifts_is_judged_wherever_it_is_stopped) {
  constexpr std::size_t moments = 24;
  RunOptions options;
  options.end = 1e7;
  options.tolerance = 1e-4;
  for (std::size_t k = 0; k < moments; ++k) {
    const RunResult result = stopped_pendulum(options, 1200 + k, [](const Watch& at) { return at.has_results(); });
    EXPECT_EQ(result.outcome, RunOutcome::interrupted);
    EXPECT_FALSE(result.certificate.failed.empty());
  }
}

TEST(Stop, a_run_that_is_stopped_while_it_is_verified_keeps_its_own_result) {
  constexpr std::size_t moments = 12;
  for (std::size_t k = 0; k < moments; ++k) {
    bool is_verified = false;
    RunOptions options;
    options.verify = true;
    options.end = 20.0;
    options.progress = [&is_verified](double share) { is_verified = share >= 1.0; }; // not called by later runs
    const RunResult result = stopped_pendulum(options, 1 + k, [&](const Watch&) { return is_verified; });
    EXPECT_EQ(result.outcome, RunOutcome::interrupted);
    EXPECT_EQ(result.final.state.t, 20.0);
  }
}

} // namespace
} // namespace dalembert
