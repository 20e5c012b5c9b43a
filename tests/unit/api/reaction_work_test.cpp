// The work that a reaction does along a run.
#include <dalembert/api/session.h>

#include <gtest/gtest.h>

#include <cmath>

namespace dalembert {
namespace {

/// The last value of the only plotted quantity.
double last_plotted(const std::string& text) {
  Session session("work.mech", text);
  const RunResult result = session.run({});
  EXPECT_EQ(result.outcome, RunOutcome::completed) << result.failure;
  return result.table.observables.back().at(0);
}

TEST(ReactionWork, a_lift_gains_what_its_guide_gives_it) {
  const double v = 3 * std::cos(3.0);
  EXPECT_NEAR(last_plotted(R"(model Lift
coord y
kinetic T = 1/2*2*y'^2
potential V = 2*9.81*y
constraint drive: y = sin(3*t)
reaction N of drive conjugate y'
simulate 0..1
plot work(N) vs t
)"),
              v * v - 9 + 2 * 9.81 * std::sin(3.0), 1e-8); // ten tolerances (1e-9) of 10 J
}

TEST(ReactionWork, a_fixed_rod_does_none_and_frictions_keep_their_places) {
  EXPECT_NEAR(last_plotted(R"(model Rod
coord x, y
kinetic T = 1/2*(x'^2 + y'^2)
potential V = 9.81*y
force push on x = 1
constraint rod: sqrt(x^2 + y^2) = 1
reaction N of rod conjugate (x*x' + y*y')/sqrt(x^2 + y^2)
initial x = 1, y ~ 0
simulate 0..2
plot work(N) vs t
)"),
              0, 1e-8); // the tolerance times energies of 10 J
  const std::string slide = R"(model Slide
coord x, y
kinetic T = 1/2*(x'^2 + y'^2)
potential V = 9.81*y
constraint floor: y = 0
reaction N of floor conjugate y'
friction F of N conjugate x' { coefficient = 0.1 }
initial x' = 5
simulate 0..1
)";
  const double way = 5 - 0.981 / 2;
  EXPECT_NEAR(last_plotted(slide + "plot work(F) vs t\n"), -0.981 * way, 1e-8); // as above; uniform deceleration
  EXPECT_NEAR(last_plotted(slide + "plot work(N) vs t\n"), 0, 1e-12);           // a force across: rounding
}

} // namespace
} // namespace dalembert
