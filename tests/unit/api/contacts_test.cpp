// Impacts along a run and contacts that close and open, against closed forms.
#include <dalembert/api/session.h>
#include <dalembert/base/errors.h>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace dalembert {
namespace {

constexpr double g = 9.81;

RunResult run_of(const std::string& model) {
  return Session("model.mech", model).run({});
}

std::vector<ContactChange> changes_of(const RunResult& result, ContactChange::Kind kind) {
  std::vector<ContactChange> out;
  for (const ContactChange& change : result.contact_changes)
    if (change.kind == kind) out.push_back(change);
  return out;
}

std::string ball(double e) {
  return fmt::format(R"(model Ball
param m = 2 [kg], g = 9.81 [m/s^2], e = {}
coord y [m]
kinetic T = 1/2*m*y'^2
potential V = m*g*y
constraint floor: y >= 0 {{ restitution = e }}
reaction N [N] of floor conjugate y'
initial y = 2 [m], y' = 0
simulate 0..8 [s]
)",
                     e);
}

TEST(Contacts, a_ball_bounces_to_the_heights_of_its_restitution_and_comes_to_rest_when_it_should) {
  for (const double e : {0.5, 0.8}) {
    const RunResult result = run_of(ball(e));
    const double first = std::sqrt(2 * 2 / g);
    ASSERT_GT(result.contact_impacts.size(), 10U);
    double t = first;
    for (std::size_t k = 0; k < 10; ++k) {
      // Free fall is exact in steps: rounding, over ten flights.
      EXPECT_NEAR(result.contact_impacts[k].report.before.t, t, 1e-12);
      const double speed = result.contact_impacts[k].report.after.v[0];
      EXPECT_NEAR(speed * speed / (2 * g) / (2 * std::pow(e, 2.0 * static_cast<double>(k) + 2)), 1.0, 1e-12);
      t += 2 * first * std::pow(e, static_cast<double>(k) + 1);
    }
    const std::vector<ContactChange> rests = changes_of(result, ContactChange::Kind::rests);
    ASSERT_EQ(rests.size(), 1U);
    // A sum of all bounces, extrapolated from the ratios of the last ones.
    EXPECT_NEAR(rests[0].limit, first * (1 + e) / (1 - e), 1e-9);
    EXPECT_NEAR(result.final.state.q[0], 0.0, 1e-15); // a closed contact is kept to rounding
    // Rounding of 20 N.
    EXPECT_NEAR(result.final.reactions[0], 2 * g, 1e-12);
    double work = 0.0;
    for (const ContactImpact& impact : result.contact_impacts)
      work += impact.work;
    EXPECT_NEAR(work, -2 * g * 2, 1e-9); // rounding of 40 J, over all bounces
    EXPECT_TRUE(result.certificate.failed.empty());
    EXPECT_LT(result.certificate.energy_defect_relative, 1e-12); // free flights are exact: rounding
  }
}

double folded(double x, double width) {
  x = std::fmod(x, 2 * width);
  return x <= width ? x : 2 * width - x;
}

TEST(Contacts, a_billiard_keeps_its_energy_over_two_hundred_impacts) {
  const RunResult result = run_of(R"(model Box
param m = 1 [kg], w = 1 [m], b = 0.6 [m]
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + y'^2)
constraint left: x >= 0 { restitution = 1 }
constraint right: x <= w { restitution = 1 }
constraint low: y >= 0 { restitution = 1 }
constraint high: y <= b { restitution = 1 }
initial x = 0.31 [m], y = 0.22 [m], x' = 1.3 [m/s], y' = 0.7 [m/s]
simulate 0..100 [s]
)");
  EXPECT_GT(result.contact_impacts.size(), 200U);
  // Elastic impacts: 200 times the rounding of the energy.
  EXPECT_NEAR(result.final.energies.kinetic, 0.5 * (1.69 + 0.49), 1e-13);
  // Uniform motion over 130 m and 200 impacts: each is located to rounding of its time.
  EXPECT_NEAR(result.final.state.q[0], folded(0.31 + 130, 1), 1e-10);
  EXPECT_NEAR(result.final.state.q[1], folded(0.22 + 70, 0.6), 1e-10);
}

TEST(Contacts, a_bead_leaves_a_hoop_that_only_pushes) {
  const RunResult result = run_of(R"(model Bead
param m = 0.1 [kg], a = 0.5 [m], g = 9.81 [m/s^2], v0 = 0.5 [m/s]
coord r [m], theta [rad]
kinetic T = 1/2*m*(r'^2 + r^2*theta'^2)
potential V = m*g*r*cos(theta)
constraint ring: r >= a
reaction N [N] of ring conjugate r'
event leaves when r > a + 1e-3 [m] { stop = true }
initial r = a, theta = 0, r' = 0, theta' = v0/a
simulate 0..1 [s] { tolerance = 1e-13 }
)");
  const std::vector<ContactChange> opens = changes_of(result, ContactChange::Kind::opens);
  ASSERT_EQ(opens.size(), 1U);
  // The same instant as where the bilateral constraint would have no force: cos θ = (2 + v0²/(g a))/3.
  const double cosine = (2 + 0.25 / (g * 0.5)) / 3;
  const auto rate = [](double theta) { return 1 / std::sqrt(1 + 4 * g * (1 - std::cos(theta))); };
  const double end = std::acos(cosine);
  constexpr int n = 2000;
  double time = rate(0.0) + rate(end);
  for (int i = 1; i < n; ++i)
    time += (i % 2 == 1 ? 4 : 2) * rate(end * i / n);
  time *= end / n / 3;
  EXPECT_NEAR(opens[0].time, time, 1e-11); // 100 tolerances (1e-13); Simpson's rule of 2000 parts is exact to rounding
  EXPECT_TRUE(result.is_stopped);
}

TEST(Contacts, a_block_in_a_corner_starts_with_both_contacts_closed) {
  const RunResult result = run_of(R"(model Corner
param m = 1 [kg], g = 9.81 [m/s^2], F = 3 [N]
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
force P on x = F
constraint wall: x <= 1 [m] { restitution = 0.5 }
constraint floor: y >= 0 { restitution = 0.5 }
reaction W [N] of wall conjugate x'
reaction N [N] of floor conjugate y'
initial x = 1 [m], y = 0, x' = 0, y' = 0
simulate 0..1 [s]
)");
  EXPECT_EQ(changes_of(result, ContactChange::Kind::closes).size(), 2U);
  EXPECT_NEAR(result.final.reactions[0], -3.0, 1e-13); // forces at rest: rounding of 10 N
  EXPECT_NEAR(result.final.reactions[1], g, 1e-13);
  EXPECT_GE(result.final.multipliers[0], 0.0);
}

TEST(Contacts, an_impact_along_a_run_changes_the_rates_and_not_more) {
  const RunResult result = run_of(R"(model When
param m = 3 [kg], g = 9.81 [m/s^2], e = 0.9
coord y [m]
kinetic T = 1/2*m*y'^2
potential V = m*g*y
impact hit [N*s] conjugate y' when y <= 0 { restitution = e }
initial y = 1 [m], y' = 0
simulate 0..1 [s]
)");
  ASSERT_EQ(result.contact_impacts.size(), 1U);
  const ContactImpact& hit = result.contact_impacts[0];
  const double v = std::sqrt(2 * g);
  EXPECT_NEAR(hit.report.before.t, std::sqrt(2 / g), 1e-14); // free fall is exact in steps: rounding
  // Rounding of impulses and energies of 30.
  EXPECT_NEAR(hit.report.impulses[0], 3 * v * 1.9, 1e-12);
  EXPECT_NEAR(hit.work, -0.5 * 3 * v * v * (1 - 0.81), 1e-12);
  const double t = 1 - std::sqrt(2 / g);
  EXPECT_NEAR(result.final.state.q[0], 0.9 * v * t - g * t * t / 2, 1e-12);
}

TEST(Contacts, two_masses_with_a_stop_between_them_keep_their_momentum) {
  const RunResult result = run_of(R"(model Stop
param m1 = 1 [kg], m2 = 3 [kg], e = 0.5, d = 0.1 [m]
coord x1 [m], x2 [m]
kinetic T = 1/2*m1*x1'^2 + 1/2*m2*x2'^2
constraint stop: x2 - x1 >= d { restitution = e }
initial x1 = 0, x2 = 1 [m], x1' = 2 [m/s], x2' = 0
simulate 0..2 [s]
)");
  ASSERT_EQ(result.contact_impacts.size(), 1U);
  // Uniform motion and one impact: rounding.
  EXPECT_NEAR(result.contact_impacts[0].report.before.t, 0.45, 1e-14);
  EXPECT_NEAR(result.final.state.v[0] + 3 * result.final.state.v[1], 2.0, 1e-14);
  EXPECT_NEAR(result.final.state.v[1] - result.final.state.v[0], 1.0, 1e-14);
}

TEST(Contacts, a_ball_on_a_moving_table_is_struck_with_the_rate_of_the_gap) {
  const RunResult result = run_of(R"(model Table
param m = 1 [kg], g = 9.81 [m/s^2], u = 1 [m/s], e = 0.5
coord y [m]
kinetic T = 1/2*m*y'^2
potential V = m*g*y
constraint table: y >= u*t { restitution = e }
initial y = 1 [m], y' = 0
simulate 0..0.5 [s]
)");
  const double t = (-1 + std::sqrt(1 + 2 * g)) / g; // 1 − g t²/2 = t
  ASSERT_EQ(result.contact_impacts.size(), 1U);
  EXPECT_NEAR(result.contact_impacts[0].report.before.t, t, 1e-14); // free fall is exact in steps: rounding
  // Likewise of speeds of 5 m/s and of the energy.
  EXPECT_NEAR(result.contact_impacts[0].report.after.v[0], 1 + 0.5 * (g * t + 1), 1e-12);
  EXPECT_LT(result.certificate.energy_defect_relative, 1e-12);
}

TEST(Contacts, a_start_that_violates_an_inequality_is_refused) {
  std::string model = ball(0.5);
  model.replace(model.find("y = 2"), 5, "y = -1");
  try {
    static_cast<void>(run_of(model));
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_EQ(error.diagnostics().front().code, "E0709");
  }
}

TEST(Contacts, a_run_ends_behind_as_many_impacts_as_it_may_have) {
  std::string model = ball(0.8);
  const std::string run = "simulate 0..8 [s]";
  model.replace(model.find(run), run.size(), run + " { max_impacts = 7 }");
  const RunResult result = run_of(model);
  EXPECT_EQ(result.outcome, RunOutcome::failed);
  EXPECT_EQ(result.contact_impacts.size(), 7U);
  EXPECT_THAT(result.failure, testing::HasSubstr("the run has had 7 impacts by t = "));
  EXPECT_THAT(result.failure, testing::HasSubstr("max_impacts"));
  model.replace(model.find("{ max_impacts = 7 }"), 19, "{ impacts = energy }");
  model.replace(model.find("{ restitution = e }"), 19, "");
  const RunResult elastic = run_of(model);
  // Seven impacts: rounding of each, below the tolerance.
  EXPECT_NEAR(elastic.contact_impacts.back().report.after.v[0], std::sqrt(2 * g * 2), 1e-9);
}

RunResult three_balls(const std::string& restitution) {
  return run_of("model Cradle\ncoord x1, x2, x3\nkinetic T = 1/2*(x1'^2 + x2'^2 + x3'^2)\nconstraint left: x2 >= x1 { "
                "restitution = " +
                restitution + " }\nconstraint right: x3 >= x2 { restitution = " + restitution +
                " }\ninitial x1 = -1, x2 = 0, x3 = 1, x1' = 1, x2' = 0, x3' = -1\nsimulate 0..2\n");
}

TEST(Contacts, balls_that_are_struck_together_are_not_guessed_at) {
  const RunResult result = three_balls("0.5");
  EXPECT_EQ(result.outcome, RunOutcome::failed);
  EXPECT_THAT(result.failure, testing::HasSubstr("struck at the same instant"));
  EXPECT_THAT(result.failure, testing::HasSubstr("a small distance between them decides it"));
}

// Elastic balls hand on their speeds, whichever are struck first: left, right, left or right, left, right.
TEST(Contacts, balls_that_are_struck_together_are_solved_where_their_order_does_not_matter) {
  const RunResult result = three_balls("1");
  ASSERT_EQ(result.outcome, RunOutcome::completed) << result.failure;
  ASSERT_EQ(result.contact_impacts.size(), 1U);
  const ImpactReport& report = result.contact_impacts.front().report;
  for (std::size_t i = 0; i < 3; ++i)
    // The impulses are solved at once: rounding of 2.
    EXPECT_NEAR(report.after.v[i], static_cast<double>(i) - 1.0, 1e-14);
  EXPECT_NEAR(report.impulses[0], 2.0, 1e-14);
  EXPECT_NEAR(report.impulses[1], 2.0, 1e-14);
}

} // namespace
} // namespace dalembert
