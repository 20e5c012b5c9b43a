// Friction at contacts along a run, in their impacts and while they are closed, against closed forms.
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

using Sticking = FrictionChange::Kind;

constexpr double weight = 9.81; // of 1 kg

RunResult rubbing_run(const std::string& model) {
  return Session("model.mech", model).run({});
}

std::string refusal_of_run(const std::string& model) {
  try {
    return rubbing_run(model).failure;
  } catch (const SolveError& error) {
    return error.what();
  }
}

void expect_sound(const RunResult& result, double energy = 1e-12) {
  EXPECT_EQ(result.outcome, RunOutcome::completed) << result.failure;
  EXPECT_TRUE(result.certificate.failed.empty());
  EXPECT_LT(result.certificate.energy_defect_relative, energy);
}

/// A block of 2 kg above a table that moves at `belt`.
std::string dropped_block(double mu, double speed, double belt, const std::string& rest) {
  return fmt::format(R"(model Block
param m = 2, g = 9.81, mu = {}, v = {}
coord x, y
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
constraint table: y >= 0
reaction N of table conjugate y'
friction F of N conjugate x' - v {{ coefficient = mu }}
initial x = 0, x' = {}, {}
)",
                     mu, belt, speed, rest);
}

TEST(RubbingContacts, a_block_thrown_on_a_table_loses_speed_by_mu_and_slides_to_rest) {
  const RunResult result = rubbing_run(dropped_block(0.3, 3, 0, "y = 1, y' = 0\nsimulate 0..3"));
  expect_sound(result);
  const double fall = std::sqrt(2 / weight);
  ASSERT_EQ(result.contact_impacts.size(), 1U);
  const ImpactReport& hit = result.contact_impacts[0].report;
  // Free fall is exact in steps: rounding of impulses of 9 N·s and works of 20 J.
  EXPECT_NEAR(hit.before.t, fall, 1e-12);
  EXPECT_NEAR(hit.impulses[0], 2 * weight * fall, 1e-12);
  EXPECT_NEAR(hit.impulses[1], -0.3 * 2 * weight * fall, 1e-12);
  const double behind = 3 - 0.3 * weight * fall;
  EXPECT_NEAR(hit.after.v[0], behind, 1e-12);
  EXPECT_NEAR(hit.works[1], behind * behind - 9, 1e-12);
  EXPECT_NEAR(hit.works[0], -2 * weight, 1e-12);
  EXPECT_NEAR(hit.reaction_impulses[0], hit.impulses[0], 1e-12);
  // What the fall takes from the time in which friction acts, the impulse gives back.
  ASSERT_EQ(result.friction_changes.size(), 1U);
  EXPECT_EQ(result.friction_changes[0].kind, Sticking::sticks);
  EXPECT_NEAR(result.friction_changes[0].time, 3 / (0.3 * weight), 1e-12);
  EXPECT_NEAR(result.final.state.q[0], 3 * fall + behind * behind / (2 * 0.3 * weight), 1e-12);
  EXPECT_EQ(result.final.state.v[0], 0.0);
}

TEST(RubbingContacts, a_rough_table_stops_a_block_in_the_impact) {
  const RunResult result = rubbing_run(dropped_block(0.9, 3, 0, "y = 1, y' = 0\nsimulate 0..1"));
  expect_sound(result);
  EXPECT_NEAR(result.contact_impacts.at(0).report.impulses[1], -6.0, 1e-13); // the slip is used up: rounding of 6
  EXPECT_NEAR(result.contact_impacts.at(0).report.works[1], -9.0, 1e-12);    // likewise of works of 9 J
  ASSERT_EQ(result.friction_changes.size(), 1U);
  EXPECT_NEAR(result.friction_changes[0].time, std::sqrt(2 / weight), 1e-12);
  EXPECT_NEAR(result.final.state.q[0], 3 * std::sqrt(2 / weight), 1e-12);
}

TEST(RubbingContacts, a_conveyor_takes_along_what_falls_on_it) {
  const RunResult result = rubbing_run(dropped_block(0.4, 0, 2, "y = 0.05, y' = 0\nsimulate 0..1"));
  expect_sound(result);
  ASSERT_EQ(result.friction_changes.size(), 1U);
  const double caught = 2 / (0.4 * weight);
  EXPECT_NEAR(result.friction_changes[0].time, caught, 1e-12); // free fall and uniform acceleration: rounding
  const double fall = std::sqrt(0.1 / weight);
  const double first = 0.4 * weight * fall;
  EXPECT_NEAR(result.final.state.q[0], (first + 2) / 2 * (caught - fall) + 2 * (1 - caught), 1e-12);
  // The belt loses nothing: what friction takes at the slip is more than what the block gains.
  EXPECT_NEAR(result.contact_impacts.at(0).report.works[1], (2 - first) * (2 - first) - 4, 1e-13);
}

TEST(RubbingContacts, a_block_that_is_lifted_slides_before_it_leaves_and_flies_on_without_friction) {
  const RunResult result = rubbing_run(dropped_block(0.5, 0, 0, R"(y = 0, y' = 0
force up on y = 5*t
force push on x = 4
simulate 0..5)"));
  expect_sound(result);
  const double slides = (2 * weight - 4 / 0.5) / 5;
  const double leaves = 2 * weight / 5;
  ASSERT_EQ(result.friction_changes.size(), 2U);
  EXPECT_EQ(result.friction_changes[0].kind, Sticking::sticks);
  EXPECT_EQ(result.friction_changes[1].kind, Sticking::slides);
  EXPECT_NEAR(result.friction_changes[1].time, slides, 1e-12); // forces are linear in t: located to rounding
  ASSERT_EQ(result.contact_changes.size(), 2U);
  EXPECT_EQ(result.contact_changes[1].kind, ContactChange::Kind::opens);
  EXPECT_NEAR(result.contact_changes[1].time, leaves, 1e-12);
  // m x'' = 4 − mu (m g − 5 t) = 2.5 (t − slides), then 4.
  const double run = leaves - slides;
  const double speed = 2.5 * run * run / 4;
  const double air = 5 - leaves;
  EXPECT_NEAR(result.final.state.v[0], speed + 2 * air, 1e-12);
  // A cubic motion over 40 m is exact in steps: rounding.
  EXPECT_NEAR(result.final.state.q[0], 2.5 * run * run * run / 12 + speed * air + air * air, 1e-11);
  EXPECT_EQ(result.final.frictions[0], 0.0);
}

TEST(RubbingContacts, that_stay_closed_move_as_equations_do) {
  const auto belt = [](const std::string& relation) {
    return fmt::format(R"(model Belt
param m = 1, g = 9.81, k = 50, v = 0.3, mu = 0.2, mu_s = 0.4
coord x, y
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y + 1/2*k*x^2
constraint belt: y {} 0
reaction N of belt conjugate y'
friction F of N conjugate x' - v {{ coefficient = mu; static_coefficient = mu_s }}
initial x = 0, x' = v, y = 0, y' = 0
simulate 0..5 {{ tolerance = 1e-11 }}
)",
                       relation);
  };
  const RunResult one = rubbing_run(belt("="));
  const RunResult other = rubbing_run(belt(">="));
  expect_sound(other, 1e-11);
  ASSERT_EQ(one.friction_changes.size(), other.friction_changes.size());
  ASSERT_GT(one.friction_changes.size(), 8U);
  for (std::size_t i = 0; i < one.friction_changes.size(); ++i) {
    EXPECT_EQ(one.friction_changes[i].kind, other.friction_changes[i].kind);
    // 100 tolerances (1e-11), of times of up to 5 s.
    EXPECT_NEAR(one.friction_changes[i].time, other.friction_changes[i].time, 1e-9);
  }
}

/// A ball with backspin: it slides until the slip is used up in a bounce, and rolls from then on.
TEST(RubbingContacts, a_ball_with_backspin_ends_rolling_with_the_angular_momentum_about_the_floor) {
  const RunResult result = rubbing_run(R"(model Ball
param m = 1, r = 0.1, g = 9.81, mu = 0.2, e = 0.6
coord x, y, phi
kinetic T = 1/2*m*(x'^2 + y'^2) + 1/5*m*r^2*phi'^2
potential V = m*g*y
constraint floor: y >= 0 { restitution = e }
reaction N of floor conjugate y'
friction F of N conjugate x' - r*phi' { coefficient = mu }
initial x = 0, y = 0.5, phi = 0, x' = 2, y' = 0, phi' = -60
simulate 0..3
check abs(F) <= mu*N
)");
  expect_sound(result);
  EXPECT_EQ(failing_checks(result.checks), 0U);
  double slip = 8.0;
  double speed = std::sqrt(2 * weight * 0.5);
  std::size_t sliding = 0;
  for (const ContactImpact& hit : result.contact_impacts) {
    const double most = 0.2 * 1.6 * speed;
    const double taken = std::min(most, slip / 3.5);
    if (taken == most) ++sliding;
    // Free flights are exact in steps: rounding of each of the bounces.
    EXPECT_NEAR(hit.report.impulses[1], -taken, 1e-12);
    slip -= 3.5 * taken;
    speed *= 0.6;
    // Below it contacts are held as at rest.
    if (speed < 1e-4) break; // where bounces end
  }
  EXPECT_EQ(sliding, 4U); // 5.6·0.2·√g·(1 + 0.6 + 0.36 + 0.216 + …) passes 8 with the fifth
  EXPECT_NEAR(result.final.state.v[0], (5 * 2 - 2 * 0.1 * 60) / 7, 1e-13); // the slip is used up by impulses: rounding
  EXPECT_NEAR(result.final.state.v[2], result.final.state.v[0] / 0.1, 1e-12); // over the radius of 0.1
  EXPECT_EQ(result.contact_changes.at(0).kind, ContactChange::Kind::rests);
}

/// A rod of length 2 that slides on the floor with its lower end at (x, y) − l (cos, sin).
std::string sliding_rod(double mu, double slip, double spin) {
  return fmt::format(R"(model Rod
param m = 1, l = 0.5, g = 9.81, mu = {}, w = {}
coord x, y, th
kinetic T = 1/2*m*(x'^2 + y'^2) + 1/2*(1/3*m*l^2)*th'^2
potential V = m*g*y
constraint floor: y - l*sin(th) >= 0
reaction N of floor conjugate y' - l*th'*cos(th)
friction F of N conjugate x' + l*th'*sin(th) {{ coefficient = mu }}
initial x = 0, th = atan(2), y = l*sin(th), th' = w, x' = {} - l*w*sin(th), y' = l*cos(th)*w
simulate 0..1e-4
)",
                     mu, spin, slip);
}

TEST(RubbingContacts, painleves_rod_has_no_motion_or_two_above_four_thirds) {
  expect_sound(rubbing_run(sliding_rod(4.0 / 3 - 1e-3, -1, 0)), 1e-10);
  EXPECT_THAT(refusal_of_run(sliding_rod(4.0 / 3 + 1e-3, -1, 0)),
              testing::AllOf(testing::HasSubstr("no motion agrees with the touching contacts floor and Coulomb's law "
                                                "for F of N at t = 0 s"),
                             testing::HasSubstr("Painlevé's paradox")));
  // Spinning, the end would leave the floor; friction can keep it there as well.
  EXPECT_THAT(refusal_of_run(sliding_rod(4.0 / 3 + 1e-3, -1, 20)),
              testing::HasSubstr("floor at t = 0 s can stay closed or open with Coulomb's law for F of N, Painlevé's "
                                 "paradox"));
  // The other way friction lifts: one motion whatever its coefficient.
  expect_sound(rubbing_run(sliding_rod(3, 1, 0)), 1e-10);
}

TEST(RubbingContacts, a_ladder_slides_down_between_floor_and_wall_and_leaves_the_wall) {
  const auto ladder = [](double mu) {
    return fmt::format(R"(model Ladder
param m = 1, l = 2, g = 9.81, mu = {}
coord x, y, th
kinetic T = 1/2*m*(x'^2 + y'^2) + 1/24*m*l^2*th'^2
potential V = m*g*y
constraint wall: x - l/2*cos(th) >= 0
constraint floor: y - l/2*sin(th) >= 0
reaction W of wall conjugate x' + l/2*sin(th)*th'
reaction N of floor conjugate y' - l/2*cos(th)*th'
friction G of W conjugate y' + l/2*cos(th)*th' {{ coefficient = mu }}
friction F of N conjugate x' - l/2*sin(th)*th' {{ coefficient = mu }}
initial th = 1.2, th' = -1e-3, x = l/2*cos(th), y = l/2*sin(th), x' = -l/2*sin(th)*th', y' = l/2*cos(th)*th'
event left when lambda.wall <= 0 {{ stop = true }}
simulate 0..2 {{ tolerance = 1e-12 }}
)",
                       mu);
  };
  const RunResult smooth = rubbing_run(ladder(1e-14));
  // Moments and energy: sin θ = 2/3 (sin θ₀ + l θ₀'²/(3 g)): two thirds of the height, raised by what the push adds.
  // 100 tolerances (1e-12).
  EXPECT_NEAR(std::sin(smooth.final.state.q[2]), 2.0 / 3 * (std::sin(1.2) + 2 * 1e-6 / (3 * weight)), 1e-10);
  const RunResult rough = rubbing_run(ladder(0.1));
  expect_sound(rough);
  EXPECT_LT(rough.final.state.q[2], smooth.final.state.q[2]);
}

TEST(RubbingContacts, a_ladder_that_holds_rests_with_forces_that_are_not_determined) {
  const RunResult result = rubbing_run(R"(model Ladder
param m = 1, l = 2, g = 9.81, mu = 0.8
coord x, y, th
kinetic T = 1/2*m*(x'^2 + y'^2) + 1/24*m*l^2*th'^2
potential V = m*g*y
constraint wall: x - l/2*cos(th) >= 0
constraint floor: y - l/2*sin(th) >= 0
reaction W of wall conjugate x' + l/2*sin(th)*th'
reaction N of floor conjugate y' - l/2*cos(th)*th'
friction G of W conjugate y' + l/2*cos(th)*th' { coefficient = mu }
friction F of N conjugate x' - l/2*sin(th)*th' { coefficient = mu }
initial th = 1.2, x = l/2*cos(1.2), y = l/2*sin(1.2), x' = 0, y' = 0, th' = 0
simulate 0..1
)");
  expect_sound(result);
  EXPECT_EQ(result.final.state.v, std::vector<double>(3, 0.0));
  ASSERT_EQ(result.warnings.size(), 1U);
  EXPECT_EQ(result.warnings[0].code, "W0828");
  EXPECT_THAT(result.warnings[0].message, testing::HasSubstr("the frictions G, F stick from t = 0 s"));
}

/// A slanted stop presses a block on its table: c = −x', and the table adds μ to what the stop takes until x' = 0.
TEST(RubbingContacts, a_closed_contact_rubs_in_the_impact_that_presses_it) {
  const auto slider = [](const std::string& law) {
    return fmt::format(R"(model Slider
param m = 1, g = 9.81, mu = 0.2, e = 0.5
coord x, y
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
constraint table: y >= 0
reaction N of table conjugate y'
friction F of N conjugate x' {{ coefficient = mu }}
constraint stop: x + y <= 1 {{ restitution = e; law = {} }}
initial x = 0, y = 0, x' = 3, y' = 0
simulate 0..0.6
)",
                       law);
  };
  const double before = std::sqrt(9 - 2 * 0.2 * weight);
  const auto hit_of = [&](const std::string& law) {
    const RunResult result = rubbing_run(slider(law));
    expect_sound(result);
    return result.contact_impacts.at(0).report;
  };
  const ImpactReport newton = hit_of("newton");
  // Uniform deceleration before, an impact that is solved: rounding of 3.
  EXPECT_NEAR(newton.after.v[0], -before / 2, 1e-12);
  EXPECT_NEAR(newton.reaction_impulses[0], before / 1.2 + before / 2 / 0.8, 1e-12);
  const ImpactReport poisson = hit_of("poisson");
  EXPECT_NEAR(poisson.after.v[0], -before / 2 * 0.8 / 1.2, 1e-12);
  const ImpactReport stronge = hit_of("stronge");
  EXPECT_NEAR(stronge.after.v[0], -before / 2 * std::sqrt(0.8 / 1.2), 1e-12);
}

TEST(RubbingContacts, an_impact_with_a_gap_has_the_impulse_of_its_friction) {
  const RunResult result = rubbing_run(R"(model When
param m = 1, g = 9.81, mu = 0.1
coord x, y
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
impact I conjugate y' when y <= 0 { restitution = 0.9 }
friction F of I conjugate x' { coefficient = mu }
initial y = 1, x' = 3
simulate 0..2
check F = -mu*I
)");
  expect_sound(result);
  EXPECT_EQ(failing_checks(result.checks), 0U);
  ASSERT_EQ(result.contact_impacts.size(), 3U);
  double speed = std::sqrt(2 * weight);
  double along = 3;
  for (const ContactImpact& hit : result.contact_impacts) {
    along -= 0.1 * 1.9 * speed;
    speed *= 0.9;
    // Free flights are exact in steps: rounding of each of the bounces.
    EXPECT_NEAR(hit.report.after.v[0], along, 1e-12);
  }
}

TEST(RubbingContacts, members_of_families_have_their_own_friction) {
  const RunResult result = rubbing_run(R"(model Blocks
count n = 2
param m = 1, g = 9.81, mu = 0.2, c = 0.5
coord x[1..n], y[1..n], u, w
kinetic T = sum(i in 1..n: 1/2*m*(x[i]'^2 + y[i]'^2)) + 1/2*(u'^2 + w'^2)
potential V = m*g*sum(i in 1..n: y[i]) + m*g*w
force drag on u = -c*u'
constraint shelf: w = 0
reaction S of shelf conjugate w'
friction F[i in 1..n] of N[i] conjugate x[i]' { coefficient = mu*i }
friction H of S conjugate u' { coefficient = mu }
constraint floor[i in 1..n]: y[i] >= 0
reaction N[i in 1..n] of floor[i] conjugate y[i]'
initial y[1] = 0.5, y[2] = 1, x[1]' = 2, x[2]' = 3, u' = 4
simulate 0..3
check work(S) = 0, work(N[2]) = 0
check work(drag) + work(H) = 1/2*u'^2 - 8
)");
  expect_sound(result);
  EXPECT_EQ(failing_checks(result.checks), 0U);
  ASSERT_EQ(result.friction_changes.size(), 3U);
  for (const FrictionChange& change : result.friction_changes) {
    if (change.friction == 0) continue; // H, which is no contact's
    const auto member = static_cast<double>(change.friction);
    // Uniform deceleration is exact in steps: rounding.
    EXPECT_NEAR(change.time, (1 + member) / (0.2 * member * weight), 1e-12);
  }
}

TEST(RubbingContacts, claims_about_the_friction_of_a_contact_are_refused) {
  try {
    Session session("model.mech", dropped_block(0.3, 3, 0, "y = 1, y' = 0\nsimulate 0..3"));
    session.ask("F = 0");
    static_cast<void>(session.prove_report());
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_EQ(error.diagnostics().front().code, "E0614");
  }
}

TEST(RubbingContacts, works_are_those_of_the_forces_along_the_run) {
  const RunResult result = rubbing_run(dropped_block(0.3, 3, 0, R"(y = 0, y' = 0
check work(F) = 1/2*m*x'^2 - 9
check work(N) = 0
simulate 0..2)"));
  EXPECT_EQ(failing_checks(result.checks), 0U);
}

} // namespace
} // namespace dalembert
