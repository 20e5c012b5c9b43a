// Impacts whose contact slips in a plane, against closed forms.
#include <dalembert/simulation/impact/planar_rubbing.h>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

namespace dalembert {
namespace {

using Pair = std::array<double, 2>;

/// What is struck at speed −1; `by_friction` symmetric: 11, 12, 22.
RubbingContact struck_plane(double response, Pair by_normal, std::array<double, 3> by_friction, Pair slip,
                            double coefficient) {
  RubbingContact out;
  out.speed = -1.0;
  out.response = response;
  out.restitution = 0.5;
  out.law = ImpactLaw::stronge;
  out.lines = {{slip[0], coefficient, by_normal[0], {by_friction[0], by_friction[1]}, 1.0, {}},
               {slip[1], coefficient, by_normal[1], {by_friction[1], by_friction[2]}, 1.0, {}}};
  return out;
}

Pair slip_behind(const RubbingContact& contact, const RubbingImpulse& impulse) {
  Pair out{};
  for (std::size_t i = 0; i < 2; ++i) {
    const RubbingLine& line = contact.lines[i];
    out[i] = line.slip + line.by_normal * impulse.normal;
    for (std::size_t j = 0; j < 2; ++j)
      out[i] += line.by_friction[j] * impulse.frictions[j];
  }
  return out;
}

constexpr std::array laws{ImpactLaw::newton, ImpactLaw::poisson, ImpactLaw::stronge, ImpactLaw::energy};

// A homogeneous sphere, m = R = 1: c and s do not act on one another, and s changes by 7/2 of F.
TEST(PlanarRubbing, a_sphere_keeps_the_direction_of_its_slip) {
  for (const ImpactLaw law : {ImpactLaw::newton, ImpactLaw::poisson, ImpactLaw::stronge}) {
    RubbingContact sphere = struck_plane(1.0, {0, 0}, {3.5, 0, 3.5}, {3.0, -4.0}, 0.2);
    sphere.law = law;
    const RubbingImpulse slides = *planar_rubbing_impulse(sphere);
    EXPECT_NEAR(slides.normal, 1.5, 1e-14); // closed forms of numbers of size 1: 45 ulps
    EXPECT_NEAR(slides.frictions[0], -0.2 * 1.5 * 0.6, 1e-14);
    EXPECT_NEAR(slides.frictions[1], 0.2 * 1.5 * 0.8, 1e-14);
    const double after = 5.0 - 3.5 * 0.3;
    // Likewise of a work of 1 to 25: rounding.
    EXPECT_NEAR(slides.friction_works[0] + slides.friction_works[1], (after * after - 25) / 7, 1e-13);
    // With less slip it is used up, and the sphere rolls: F = −s/3.5.
    sphere.lines[0].slip = 0.3;
    sphere.lines[1].slip = -0.4;
    const RubbingImpulse rolls = *planar_rubbing_impulse(sphere);
    EXPECT_NEAR(rolls.normal, 1.5, 1e-14); // closed forms of numbers of size 1: 45 ulps
    EXPECT_NEAR(rolls.frictions[0], -0.3 / 3.5, 1e-14);
    EXPECT_NEAR(rolls.frictions[1], 0.4 / 3.5, 1e-14);
  }
}

// The rod of mission item 16, turned about the normal: the answers of the line, whatever the direction.
TEST(PlanarRubbing, along_a_line_it_has_the_impulse_of_the_line) {
  for (const double turn : {0.0, 0.7, 2.0, -1.3})
    for (const ImpactLaw law : laws)
      for (const auto& [slip, coefficient] : {std::pair{0.2, 0.25}, {-5.0, 0.1}, {0.2, 0.6}, {-0.3, 0.2}, {0.0, 0.3}}) {
        RubbingContact line;
        line.speed = -1.0;
        line.response = 2.08;
        line.restitution = 0.5;
        line.law = law;
        line.lines = {{slip, coefficient, -1.44, {2.92}, 1.0, {}}};
        const RubbingImpulse expected = *rubbing_impulse(line);
        const double c = std::cos(turn);
        const double s = std::sin(turn);
        const double across = 0.8; // by a force across the line
        RubbingContact plane =
            struck_plane(2.08, {-1.44 * c, -1.44 * s},
                         {2.92 * c * c + across * s * s, (2.92 - across) * c * s, 2.92 * s * s + across * c * c},
                         {slip * c, slip * s}, coefficient);
        plane.law = law;
        const RubbingImpulse found = *planar_rubbing_impulse(plane);
        // An impact that is integrated, against closed forms: 450 ulps.
        EXPECT_NEAR(found.normal, expected.normal, 1e-13) << turn << ' ' << slip << ' ' << coefficient;
        EXPECT_NEAR(found.frictions[0], expected.frictions[0] * c, 1e-13);
        EXPECT_NEAR(found.frictions[1], expected.frictions[0] * s, 1e-13);
        EXPECT_NEAR(found.normal_work, expected.normal_work, 1e-13);
        EXPECT_NEAR(found.friction_works[0] + found.friction_works[1], expected.friction_works[0], 1e-13);
      }
}

// ds/dP = (a − k cos φ, −k sin φ) with s = r (cos φ, sin φ): r sin φ = C tan(φ/2)^(k/a), and the slip across falls by
// k sin φ.
TEST(PlanarRubbing, a_slip_that_turns_follows_its_hodograph) {
  const double a = 0.9;
  const double coefficient = 0.3;
  const double k = coefficient * 2.5;
  const RubbingContact contact = struck_plane(2.0, {a, 0.0}, {2.5, 0.0, 2.5}, {-0.4, 1.1}, coefficient);
  const RubbingImpulse found = *planar_rubbing_impulse(contact);
  const Pair after = slip_behind(contact, found);
  const auto constant = [&](Pair s) {
    const double angle = std::atan2(s[1], s[0]);
    return s[1] / std::pow(std::tan(angle / 2), k / a);
  };
  EXPECT_GT(after[1], 0.1);
  EXPECT_GT(after[0], 0.0);                                   // it has turned by more than a right angle
  EXPECT_NEAR(constant(after), constant({-0.4, 1.1}), 1e-12); // integrated to the precision 1e-14, and a power of it
  // Along the hodograph r = s₂/sin φ, and dP = −dr sin φ.../(k sin φ): P from a sum over φ.
  const double begin = std::atan2(1.1, -0.4);
  const double end = std::atan2(after[1], after[0]);
  const double c = constant({-0.4, 1.1});
  const int parts = 4000; // Simpson's rule of dP/dφ = r/Φ, Φ = −a sin φ
  double sum = 0.0;
  for (int i = 0; i <= parts; ++i) {
    const double angle = begin + (end - begin) * i / parts;
    const double size = c * std::pow(std::tan(angle / 2), k / a) / std::sin(angle);
    const double weight = i == 0 || i == parts ? 1.0 : i % 2 == 1 ? 4.0 : 2.0;
    sum += weight * size / (-a * std::sin(angle));
  }
  EXPECT_NEAR(sum * (end - begin) / parts / 3.0, found.normal, 1e-12);
}

// The slip ends, cannot be held, and goes on along the one line on which the equations let it.
TEST(PlanarRubbing, a_slip_of_nothing_sticks_or_leaves_along_its_line) {
  const RubbingContact held = struck_plane(2.0, {0.3, -0.2}, {2.0, 0.4, 3.0}, {0, 0}, 0.4);
  const RubbingImpulse sticks = *planar_rubbing_impulse(held);
  for (const double slip : slip_behind(held, sticks))
    EXPECT_NEAR(slip, 0.0, 1e-14); // held: ulps
  const RubbingContact weak = struck_plane(2.0, {0.9, -0.6}, {2.0, 0.4, 3.0}, {0, 0}, 0.2);
  const RubbingImpulse slides = *planar_rubbing_impulse(weak);
  const Pair after = slip_behind(weak, slides);
  EXPECT_GT(std::hypot(after[0], after[1]), 0.1);
  const double size = std::hypot(after[0], after[1]);
  for (std::size_t i = 0; i < 2; ++i)
    // A direction of a small slip: 45 ulps.
    EXPECT_NEAR(slides.frictions[i], -0.2 * slides.normal * after[i] / size, 1e-14);
}

/// One of many impacts: positive definite responses of c, s₁, s₂.
RubbingContact random_impact(std::mt19937& random) {
  std::normal_distribution<double> normal;
  std::array<std::array<double, 3>, 3> root{};
  for (auto& row : root)
    for (double& entry : row)
      entry = normal(random);
  const auto g = [&](std::size_t i, std::size_t j) {
    double sum = i == j ? 0.05 : 0.0;
    for (std::size_t k = 0; k < 3; ++k)
      sum += root[i][k] * root[j][k];
    return sum;
  };
  std::uniform_real_distribution<double> share(0.0, 1.0);
  RubbingContact out = struck_plane(g(0, 0), {g(0, 1), g(0, 2)}, {g(1, 1), g(1, 2), g(2, 2)},
                                    {normal(random), normal(random)}, 0.05 + share(random));
  if (share(random) < 0.5) out.lines[1].coefficient = 0.05 + share(random);
  out.restitution = share(random);
  return out;
}

TEST(PlanarRubbing, energy_never_grows_by_stronges_law_and_closes) {
  std::mt19937 random(7);
  int stuck = 0;
  for (int trial = 0; trial < 300; ++trial) {
    RubbingContact contact = random_impact(random);
    const std::optional<RubbingImpulse> found = planar_rubbing_impulse(contact);
    ASSERT_TRUE(found) << trial;
    const double work = found->normal_work + found->friction_works[0] + found->friction_works[1];
    EXPECT_LE(work, 1e-13) << trial; // rounding of works of size 1
    EXPECT_LE(found->friction_works[0] + found->friction_works[1], 0.0) << trial;
    // T⁺ − T⁻ by the speeds before and behind, which does not rest on how the impact went.
    const Pair after = slip_behind(contact, *found);
    double speed = contact.speed + contact.response * found->normal;
    double change = 0.0;
    double bound = 0.0;
    for (std::size_t i = 0; i < 2; ++i) {
      const RubbingLine& line = contact.lines[i];
      speed += line.by_normal * found->frictions[i];
      change += found->frictions[i] * (line.slip + after[i]) / 2;
      bound += std::pow(found->frictions[i] / line.coefficient, 2);
    }
    change += found->normal * (contact.speed + speed) / 2;
    // Integrated to 1e-14; works of parts that cancel by ten.
    EXPECT_NEAR(work, change, 1e-12 * (1.0 + std::abs(found->normal))) << trial;
    EXPECT_GE(speed, -1e-13) << trial;                                 // rounding of a speed of size 1
    EXPECT_LE(std::sqrt(bound), found->normal * (1 + 1e-13)) << trial; // rounding of the bound
    if (std::hypot(after[0], after[1]) < 1e-13) ++stuck;               // rounding of a slip of size 1
  }
  EXPECT_GT(stuck, 30);
  EXPECT_LT(stuck, 270);
}

TEST(PlanarRubbing, the_law_of_energy_takes_back_what_friction_dissipates) {
  std::mt19937 random(11);
  for (int trial = 0; trial < 50; ++trial) {
    RubbingContact contact = random_impact(random);
    contact.law = ImpactLaw::energy;
    contact.restitution = 1.0;
    const RubbingImpulse found = *planar_rubbing_impulse(contact);
    const double friction = found.friction_works[0] + found.friction_works[1];
    // The end is found where the works meet: a slope over the precision 1e-14.
    EXPECT_NEAR(found.normal_work + friction, 0.0, 1e-12 * (1.0 + std::abs(friction))) << trial;
  }
}

TEST(PlanarRubbing, slips_that_depend_on_one_another_have_no_answer) {
  EXPECT_FALSE(planar_rubbing_impulse(struck_plane(2.0, {0.9, 1.8}, {2.0, 4.0, 8.0}, {0.1, 0.2}, 0.2)));
}

} // namespace
} // namespace dalembert
