// Friction in impacts at the initial state, against answers of docs/theory/impulse.md (7), (8).
#include <dalembert/api/session.h>
#include <dalembert/base/errors.h>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace dalembert {
namespace {

constexpr double fine = 1e-14; // an impact solved at the start, in closed form: 45 ulps of 1

ImpactReport rubbing_impact(const std::string& model) {
  return *Session("model.mech", model).run({}).impact;
}

std::string refusal_of_impact(const std::string& model) {
  try {
    static_cast<void>(rubbing_impact(model));
    return "none";
  } catch (const SolveError& error) {
    return error.what();
  }
}

/// A uniform rod, m = l = 1, whose end comes down at speed 1 and slides at `slip`; `upwards` is conjugate to the
/// floor's impulse.
std::string falling_rod(const std::string& law, double slip, double mu, const std::string& upwards = "end_y'") {
  return fmt::format(R"(model Rod
param m = 1, l = 1, mu = {}, e = 0.5
coord x, y, theta
kinetic T = 1/2*m*(x'^2 + y'^2) + 1/24*m*l^2*theta'^2
let end_x = x - l/2*cos(theta)
let end_y = y - l/2*sin(theta)
impact I conjugate {} {{ restitution = e; law = {} }}
friction F of I conjugate end_x' {{ coefficient = mu }}
initial theta = acos(3/5), x' = {}, y' = -1
check abs(F) <= mu*abs(I)
)",
                     mu, upwards, law, slip);
}

TEST(RubbingImpact, each_law_has_its_own_impulse_where_the_slip_of_a_rod_reverses) {
  EXPECT_NEAR(rubbing_impact(falling_rod("newton", 0.2, 0.25)).impulses[0], 15555.0 / 18662, fine);
  EXPECT_NEAR(rubbing_impact(falling_rod("poisson", 0.2, 0.25)).impulses[0], 15195.0 / 18662, fine);
  EXPECT_NEAR(rubbing_impact(falling_rod("stronge", 0.2, 0.25)).impulses[0], (5 * std::sqrt(1038553.0) + 10130) / 18662,
              fine);
}

TEST(RubbingImpact, all_laws_agree_where_it_slides_on) {
  for (const char* const law : {"newton", "poisson", "stronge"})
    EXPECT_NEAR(rubbing_impact(falling_rod(law, -5, 0.1)).impulses[0], 375.0 / 484, fine);
}

TEST(RubbingImpact, of_two_frictions_the_impulse_is_opposed_to_the_slip) {
  const ImpactReport ball = rubbing_impact(R"(model Sphere
param m = 1, r = 0.5, mu = 0.1, e = 0.8
coord x, y, z, a, b
kinetic T = 1/2*m*(x'^2 + y'^2 + z'^2) + 1/5*m*r^2*(a'^2 + b'^2)
impact I conjugate z' { restitution = e }
friction Fx of I conjugate x' - r*b' { coefficient = mu }
friction Fy of I conjugate y' + r*a' { coefficient = mu }
initial x' = 3, y' = -4, z' = -1
)");
  EXPECT_NEAR(ball.impulses[0], 1.8, fine);
  EXPECT_NEAR(ball.impulses[1], -0.1 * 1.8 * 0.6, fine);
  EXPECT_NEAR(ball.impulses[2], 0.1 * 1.8 * 0.8, fine);
  EXPECT_NEAR(ball.kinetic_after - ball.kinetic_before, ball.works[0] + ball.works[1] + ball.works[2], fine);
}

TEST(RubbingImpact, a_rod_that_slips_askew_loses_what_its_impulses_take) {
  for (const char* const law : {"newton", "poisson", "stronge"})
    for (const double askew : {0.3, 1.0}) {
      const ImpactReport rod = rubbing_impact(fmt::format(R"(model Rod
param m = 1, l = 1, mu = 0.25, e = 0.5
coord x, y, z, th, ph
kinetic T = 1/2*m*(x'^2 + y'^2 + z'^2) + 1/24*m*l^2*(th'^2 + cos(th)^2*ph'^2)
impact I conjugate z' - l/2*cos(th)*th' {{ restitution = e; law = {} }}
friction Fx of I conjugate x' + l/2*sin(th)*cos(ph)*th' + l/2*cos(th)*sin(ph)*ph' {{ coefficient = mu }}
friction Fy of I conjugate y' + l/2*sin(th)*sin(ph)*th' - l/2*cos(th)*cos(ph)*ph' {{ coefficient = mu }}
initial th = acos(3/5), ph = 0.4, x' = 0.2, y' = {}, z' = -1
)",
                                                          law, askew));
      // Works that are integrated along the impact: rounding of their parts.
      EXPECT_NEAR(rod.kinetic_after - rod.kinetic_before, rod.works[0] + rod.works[1] + rod.works[2], 1e-13);
      EXPECT_LE(std::hypot(rod.impulses[1], rod.impulses[2]), 0.25 * rod.impulses[0] * (1 + fine));
      EXPECT_LT(rod.works[1] + rod.works[2], 0.0);
      // The slip has turned.
      EXPECT_GT(std::abs(rod.speeds_after[1] * rod.speeds_before[2] - rod.speeds_after[2] * rod.speeds_before[1]),
                0.01); // far above rounding
    }
}

TEST(RubbingImpact, the_works_of_the_impulses_are_the_energy_that_is_lost) {
  for (const char* const law : {"newton", "poisson", "stronge", "energy"}) {
    const ImpactReport hit = rubbing_impact(falling_rod(law, 0.2, 0.25));
    EXPECT_NEAR(hit.works[0] + hit.works[1], hit.kinetic_after - hit.kinetic_before, fine);
    EXPECT_LT(hit.works[1], 0.0);
  }
  const ImpactReport kept = rubbing_impact(falling_rod("energy", 0.2, 0.25));
  EXPECT_NEAR(kept.kinetic_after, kept.kinetic_before, fine);
  const ImpactReport stronge = rubbing_impact(falling_rod("stronge", 0.2, 0.25));
  const double compression = -1.0 * 20 / 217 + (2.08 + 0.36) * (20.0 / 217) * (20.0 / 217) / 2 // until it reverses
                             - (1 - 2.44 * 20 / 217) * (1 - 2.44 * 20 / 217) / (2 * 1.72);
  EXPECT_NEAR(stronge.works[0], 0.75 * compression, fine);
}

// Kane's paradox: the friction that stops the slip turns the rod so that Newton's speed takes more than there was.
TEST(RubbingImpact, newtons_law_may_gain_energy_and_says_so) {
  const auto warned = [](const std::string& law, double slip) {
    std::string model = falling_rod(law, slip, 0.45);
    model.replace(model.find("e = 0.5"), 7, "e = 0.9");
    const RunResult result = Session("model.mech", model).run({});
    const bool gains = result.impact->kinetic_after > result.impact->kinetic_before;
    const bool is_warned = std::ranges::any_of(result.warnings, [](const Diagnostic& d) { return d.code == "W0826"; });
    EXPECT_EQ(gains, is_warned) << law;
    return is_warned;
  };
  EXPECT_TRUE(warned("newton", 0.74));
  EXPECT_FALSE(warned("newton", -4));
  EXPECT_FALSE(warned("stronge", 0.74));
}

TEST(RubbingImpact, the_sign_of_the_contact_speed_changes_nothing_but_the_sign_of_its_impulse) {
  const ImpactReport one = rubbing_impact(falling_rod("stronge", 0.2, 0.25));
  const ImpactReport other = rubbing_impact(falling_rod("stronge", 0.2, 0.25, "-end_y'"));
  EXPECT_NEAR(other.impulses[0], -one.impulses[0], fine);
  EXPECT_NEAR(other.impulses[1], one.impulses[1], fine);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_NEAR(other.after.v[i], one.after.v[i], fine);
}

TEST(RubbingImpact, without_a_coefficient_it_is_the_impact_without_friction) {
  const ImpactReport hit = rubbing_impact(falling_rod("newton", 0.2, 0));
  EXPECT_NEAR(hit.impulses[0], 1.5 / 2.08, fine);
  EXPECT_EQ(hit.impulses[1], 0.0);
}

// A pinned rod, moment of inertia 1/3: its end has c = cos θ θ', s = −sin θ θ'. Until it stands, θ' falls by the moment
// (cos θ + μ sin θ) P, from there by (cos θ − μ sin θ) P.
TEST(RubbingImpact, constraints_that_persist_are_taken_in) {
  const auto pinned = [](const std::string& law, double mu) {
    return fmt::format(R"(model Pinned
param m = 1, l = 1, mu = {}
coord x, y, th
kinetic T = 1/2*m*(x'^2 + y'^2) + 1/24*m*l^2*th'^2
constraint pinx: x = l/2*cos(th)
constraint piny: y = l/2*sin(th)
reaction (X, Y) of pinx, piny conjugate x' + l/2*sin(th)*th', y' - l/2*cos(th)*th'
let end_x = x + l/2*cos(th)
let end_y = y + l/2*sin(th)
impact I conjugate end_y' {{ restitution = 0.5; law = {} }}
friction F of I conjugate end_x' {{ coefficient = mu }}
initial th = acos(4/5), th' = -1, x ~ 0.4, y ~ 0.3
)",
                       mu, law);
  };
  const double compression = 1.0 / 3 / (0.8 + 0.3 * 0.6);
  const ImpactReport newton = rubbing_impact(pinned("newton", 0.3));
  EXPECT_NEAR(newton.impulses[0], compression + 0.5 / 3 / (0.8 - 0.3 * 0.6), fine);
  EXPECT_NEAR(newton.after.v[2], 0.5, fine);
  const ImpactReport poisson = rubbing_impact(pinned("poisson", 0.3));
  EXPECT_NEAR(poisson.after.v[2], 0.5 * (0.8 - 0.3 * 0.6) / (0.8 + 0.3 * 0.6), fine);
  EXPECT_NEAR(poisson.reaction_impulses[0] + poisson.impulses[1], poisson.after.v[0] - poisson.before.v[0], fine);
  EXPECT_NEAR(poisson.reaction_impulses[1] + poisson.impulses[0], poisson.after.v[1] - poisson.before.v[1], fine);
  EXPECT_NEAR(rubbing_impact(pinned("poisson", 1.5)).after.v[2], 0.0, fine);
  EXPECT_THAT(refusal_of_impact(pinned("newton", 1.5)),
              testing::HasSubstr("the friction F holds the contact of I at t = 0 s where its compression ends"));
}

/// Two blocks side by side that fall on the floor, on a common plate where `ties` says so.
std::string two_blocks(const std::string& ties) {
  return R"(model Two
coord x1, y1, x2, y2
kinetic T = 1/2*(x1'^2 + y1'^2 + x2'^2 + y2'^2))" +
         ties + R"(
impact I1 conjugate y1' { restitution = 0.5 }
impact I2 conjugate y2' { restitution = 1; law = poisson }
friction F1 of I1 conjugate x1' { coefficient = 0.2 }
initial y1' = -1, y2' = -2, x1' = 3
)";
}

TEST(RubbingImpact, contacts_that_do_not_act_on_one_another_are_struck_each_by_its_law) {
  const ImpactReport hit = rubbing_impact(two_blocks(""));
  EXPECT_NEAR(hit.after.v[0], 3 - 0.2 * 1.5, fine);
  EXPECT_NEAR(hit.after.v[1], 0.5, fine);
  EXPECT_NEAR(hit.after.v[3], 2.0, fine);
}

TEST(RubbingImpact, what_the_model_does_not_determine_is_refused_by_name) {
  EXPECT_THAT(refusal_of_impact(two_blocks(" + 1/2*(x1' + y2')^2")),
              testing::HasSubstr("I1 and I2 are struck at the same instant, t = 0 s, and act on one another: with the "
                                 "friction F1 the outcome depends on which is struck first"));
  EXPECT_THAT(refusal_of_impact(two_blocks("\nconstraint rail: x1' = 3")),
              testing::HasSubstr("the constraints hold the slip of F1 whatever its impulse is"));
  EXPECT_THAT(refusal_of_impact(two_blocks("\nfriction G1 of I1 conjugate x1' + x2' { coefficient = 0.2 }"
                                           "\nfriction H1 of I1 conjugate x1' - x2' { coefficient = 0.2 }")),
              testing::HasSubstr("in the impact of I1 at t = 0 s: a contact slips along two directions at most"));
  EXPECT_THAT(refusal_of_impact(two_blocks("\nfriction G1 of I1 conjugate 2*x1' { coefficient = 0.2 }")),
              testing::HasSubstr("their slips depend on one another"));
  EXPECT_THAT(refusal_of_impact(two_blocks("\nconstraint rail: x2 + y2 = 0\nreaction R of rail conjugate x2' + y2'\n"
                                           "friction G of R conjugate x2' - y2' { coefficient = 0.1 }")),
              testing::HasSubstr("presses R, at which the friction G acts"));
}

} // namespace
} // namespace dalembert
