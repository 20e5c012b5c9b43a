// Bodies that touch a floor at several points with friction, and come to rest.
#include <dalembert/api/session.h>

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace dalembert {
namespace {

constexpr double half_a_weight = 9.81 / 2; // of 1 kg

RunResult run_to_rest(const std::string& model) {
  return Session("model.mech", model).run({});
}

/// That the run reached its end, at rest, with its energy accounted for but for `energy` of the largest T.
void expect_at_rest(const RunResult& result, double energy) {
  EXPECT_EQ(result.outcome, RunOutcome::completed) << result.failure;
  EXPECT_TRUE(result.certificate.failed.empty());
  EXPECT_LT(result.certificate.energy_defect_relative, energy);
  for (const double rate : result.final.state.v)
    EXPECT_NEAR(rate, 0.0, 1e-12); // closed contacts that stick: rounding
}

/// Its ends take turns, and each rubs while the other one is struck.
TEST(RubbingBodies, a_rod_that_falls_rocks_to_its_rest) {
  const RunResult result = run_to_rest(R"(model Rod
param m = 1, l = 1, g = 9.81, mu = 0.3, e = 0.5
coord x, y, th
kinetic T = 1/2*m*(x'^2 + y'^2) + 1/24*m*l^2*th'^2
potential V = m*g*y
constraint a: y - l/2*sin(th) >= 0 { restitution = e; law = stronge }
constraint b: y + l/2*sin(th) >= 0 { restitution = e; law = stronge }
reaction Na of a conjugate y' - l/2*cos(th)*th'
reaction Nb of b conjugate y' + l/2*cos(th)*th'
friction Fa of Na conjugate x' + l/2*sin(th)*th' { coefficient = mu }
friction Fb of Nb conjugate x' - l/2*sin(th)*th' { coefficient = mu }
initial x = 0, y = 1, th = 0.3, x' = 1, y' = 0, th' = 0
simulate 0..2
)");
  expect_at_rest(result, 1e-12);
  EXPECT_NEAR(result.final.state.q[1], 0.0, 1e-12); // closed contacts: rounding
  EXPECT_NEAR(result.final.state.q[2], 0.0, 1e-12);
  // Forces at rest: rounding of 5 N, with what is left of the bounces.
  EXPECT_NEAR(result.final.reactions[0], half_a_weight, 1e-9);
  EXPECT_NEAR(result.final.reactions[1], half_a_weight, 1e-9);
  double works = 0.0;
  for (const ContactImpact& hit : result.contact_impacts) {
    for (const double work : hit.report.works)
      works += work;
    EXPECT_LT(hit.work, 1e-12); // no impact gains energy, but for rounding of 10 J
  }
  double lost = 0.0;
  for (const ContactImpact& hit : result.contact_impacts)
    lost += hit.work;
  EXPECT_NEAR(works, lost, 1e-11); // two sums over all impacts: rounding of 10 J
}

/// It lands on a corner, rocks on its narrow side, and stands.
TEST(RubbingBodies, a_box_that_tumbles_comes_to_rest_on_a_side) {
  const RunResult result = run_to_rest(R"(model Box
param m = 1, a = 0.5, b = 0.3, g = 9.81, mu = 0.4, e = 0.3
coord x, y, th
kinetic T = 1/2*m*(x'^2 + y'^2) + 1/24*m*(a^2 + b^2)*th'^2
potential V = m*g*y
constraint k1: y + a/2*sin(th) + b/2*cos(th) >= 0 { restitution = e }
constraint k2: y - a/2*sin(th) + b/2*cos(th) >= 0 { restitution = e }
constraint k3: y - a/2*sin(th) - b/2*cos(th) >= 0 { restitution = e }
constraint k4: y + a/2*sin(th) - b/2*cos(th) >= 0 { restitution = e }
reaction N1 of k1 conjugate y' + (a/2*cos(th) - b/2*sin(th))*th'
reaction N2 of k2 conjugate y' + (-a/2*cos(th) - b/2*sin(th))*th'
reaction N3 of k3 conjugate y' + (-a/2*cos(th) + b/2*sin(th))*th'
reaction N4 of k4 conjugate y' + (a/2*cos(th) + b/2*sin(th))*th'
friction F1 of N1 conjugate x' + (-a/2*sin(th) - b/2*cos(th))*th' { coefficient = mu }
friction F2 of N2 conjugate x' + (a/2*sin(th) - b/2*cos(th))*th' { coefficient = mu }
friction F3 of N3 conjugate x' + (a/2*sin(th) + b/2*cos(th))*th' { coefficient = mu }
friction F4 of N4 conjugate x' + (-a/2*sin(th) + b/2*cos(th))*th' { coefficient = mu }
initial x = 0, y = 1, th = 0.4, x' = 2, y' = 0, th' = -3
simulate 0..3
)");
  expect_at_rest(result, 1e-11);
  EXPECT_NEAR(result.final.state.q[1], 0.25, 1e-9); // closed contacts, on a side: rounding of a turn
  EXPECT_NEAR(result.final.state.q[2], -std::acos(0.0), 1e-9);
  // Two corners carry half of it each: their difference over the lever of 0.25 m.
  EXPECT_NEAR(result.final.reactions[0], half_a_weight, 1e-6);
}

} // namespace
} // namespace dalembert
