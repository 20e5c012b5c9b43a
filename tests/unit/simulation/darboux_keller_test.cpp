// Impacts with friction along one line, against answers worked out by hand.
#include <dalembert/simulation/impact/darboux_keller.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace dalembert {
namespace {

/// The end of a uniform rod, m = l = 1, that meets a floor with cos = 3/5, sin = 4/5 of its inclination.
RubbingContact rod_end(ImpactLaw law, double slip, double coefficient) {
  RubbingContact out;
  out.speed = -1.0;
  out.response = 2.08;
  out.lines = {{slip, coefficient, -1.44, {2.92}, 1.0, {}}};
  out.restitution = 0.5;
  out.law = law;
  return out;
}

/// A particle of mass 1 on a plane: nothing couples slip and approach.
RubbingContact particle(double slip, double coefficient) {
  RubbingContact out;
  out.speed = -2.0;
  out.response = 1.0;
  out.lines = {{slip, coefficient, 0.0, {1.0}, 1.0, {}}};
  out.restitution = 0.5;
  return out;
}

constexpr double last_digit = 4 * std::numeric_limits<double>::epsilon();

TEST(DarbouxKeller, the_laws_of_restitution_disagree_where_the_slip_reverses) {
  EXPECT_NEAR(rubbing_impulse(rod_end(ImpactLaw::newton, 0.2, 0.25))->normal, 15555.0 / 18662, last_digit);
  EXPECT_NEAR(rubbing_impulse(rod_end(ImpactLaw::poisson, 0.2, 0.25))->normal, 15195.0 / 18662, last_digit);
  EXPECT_NEAR(rubbing_impulse(rod_end(ImpactLaw::stronge, 0.2, 0.25))->normal,
              (5 * std::sqrt(1038553.0) + 10130) / 18662, last_digit);
}

TEST(DarbouxKeller, they_agree_where_it_slides_one_way) {
  for (const ImpactLaw law : {ImpactLaw::newton, ImpactLaw::poisson, ImpactLaw::stronge})
    EXPECT_NEAR(rubbing_impulse(rod_end(law, -5.0, 0.1))->normal, 375.0 / 484, last_digit);
}

TEST(DarbouxKeller, the_law_of_energy_takes_back_what_friction_dissipates) {
  for (const double coefficient : {0.1, 0.25, 0.6}) {
    const RubbingImpulse out = *rubbing_impulse(rod_end(ImpactLaw::energy, 0.2, coefficient));
    EXPECT_NEAR(out.normal_work + out.friction_works[0], 0.0, last_digit);
    EXPECT_LT(out.friction_works[0], -1e-3); // friction takes energy, far above rounding
  }
}

// The slip 0.2 is used up at P = 0.2/2.17 = 20/217 if mu = 1/4; with mu = 0.6 > 1.44/2.92 it sticks from there on.
TEST(DarbouxKeller, a_large_coefficient_sticks_and_then_has_the_force_that_this_takes) {
  const RubbingImpulse out = *rubbing_impulse(rod_end(ImpactLaw::newton, 0.2, 0.6));
  const double first = 0.2 / (1.44 + 0.6 * 2.92);
  ASSERT_EQ(out.phases.size(), 3U); // slides, sticks to the end of compression, sticks to the end of restitution
  EXPECT_NEAR(out.phases[0].normal, first, last_digit);
  EXPECT_NEAR(out.phases[1].frictions[0] / out.phases[1].normal, 1.44 / 2.92, last_digit);
  const double speed = -1.0 + (2.08 + 1.44 * 0.6) * first;
  EXPECT_NEAR(out.normal, first + (0.5 - speed) / (2.08 - 1.44 * 1.44 / 2.92), last_digit);
  const double slip = 0.2 - 1.44 * out.normal + 2.92 * out.frictions[0];
  EXPECT_NEAR(slip, 0.0, last_digit);
}

TEST(DarbouxKeller, a_particle_keeps_what_slip_the_friction_leaves) {
  const RubbingImpulse slides = *rubbing_impulse(particle(5.0, 0.2));
  EXPECT_NEAR(slides.normal, 3.0, last_digit);
  EXPECT_NEAR(slides.frictions[0], -0.6, last_digit);
  EXPECT_NEAR(slides.friction_works[0], (4.4 * 4.4 - 25) / 2, 4 * last_digit); // ulps of 25
  const RubbingImpulse stops = *rubbing_impulse(particle(-0.5, 0.2));
  EXPECT_NEAR(stops.normal, 3.0, last_digit);
  EXPECT_NEAR(stops.frictions[0], 0.5, last_digit);
}

TEST(DarbouxKeller, without_friction_every_law_has_the_impulse_of_its_restitution) {
  for (const ImpactLaw law : {ImpactLaw::newton, ImpactLaw::poisson, ImpactLaw::stronge})
    EXPECT_NEAR(rubbing_impulse(rod_end(law, 0.2, 0.0))->normal, 1.5 / 2.08, last_digit);
  EXPECT_NEAR(rubbing_impulse(rod_end(ImpactLaw::energy, 0.2, 0.0))->normal, 2.0 / 2.08, last_digit);
}

// At first friction presses the end into the floor faster than the floor can push: the approach grows (Painlevé).
TEST(DarbouxKeller, an_approach_that_friction_makes_grow_ends_where_the_slip_ends) {
  const RubbingContact contact = rod_end(ImpactLaw::poisson, -1.0, 2.0);
  ASSERT_LT(contact.response + contact.lines[0].coefficient * contact.lines[0].by_normal, 0.0);
  const RubbingImpulse out = *rubbing_impulse(contact);
  EXPECT_NEAR(out.phases[0].normal, 1.0 / (2 * 2.92 - 1.44), last_digit);
  EXPECT_GT(out.normal, out.phases[0].normal);
  EXPECT_LT(out.normal_work, 0.0);
}

/// The end of a pinned rod with g = (c, −s) (c, −s)ᵀ: its slip is a multiple of its approach.
RubbingContact pinned_rod(ImpactLaw law, double coefficient) {
  RubbingContact out;
  out.speed = -0.8;
  out.response = 0.64;
  out.lines = {{0.6, coefficient, -0.48, {0.36}, 1.0, {}}};
  out.restitution = 0.5;
  out.law = law;
  return out;
}

TEST(DarbouxKeller, slip_and_approach_of_a_pinned_rod_end_together) {
  const double compression = 0.8 / (0.64 + 0.3 * 0.48);
  const double slope = 0.64 - 0.3 * 0.48;
  EXPECT_NEAR(rubbing_impulse(pinned_rod(ImpactLaw::newton, 0.3))->normal, compression + 0.4 / slope, last_digit);
  EXPECT_NEAR(rubbing_impulse(pinned_rod(ImpactLaw::poisson, 0.3))->normal, 1.5 * compression, last_digit);
  EXPECT_NEAR(rubbing_impulse(pinned_rod(ImpactLaw::stronge, 0.3))->normal,
              compression + 0.5 * std::sqrt(0.8 * compression / slope), last_digit);
}

TEST(DarbouxKeller, a_pinned_rod_is_held_by_a_coefficient_beyond_its_cotangent) {
  const RubbingImpulse stays = *rubbing_impulse(pinned_rod(ImpactLaw::poisson, 1.5));
  EXPECT_NEAR(stays.normal, 1.5 * 0.8 / (0.64 + 1.5 * 0.48), last_digit);
  EXPECT_FALSE(rubbing_impulse(pinned_rod(ImpactLaw::newton, 1.5)));
  EXPECT_FALSE(rubbing_impulse(pinned_rod(ImpactLaw::stronge, 1.5)));
}

TEST(DarbouxKeller, restitution_0_ends_with_compression_whatever_the_law) {
  for (const ImpactLaw law : {ImpactLaw::newton, ImpactLaw::poisson, ImpactLaw::stronge, ImpactLaw::energy}) {
    RubbingContact contact = particle(5.0, 0.2);
    contact.restitution = 0.0;
    contact.law = law;
    EXPECT_NEAR(rubbing_impulse(contact)->normal, 2.0, last_digit);
  }
}

// Two feet of a block share what it takes to hold their common slip, by what presses them.
TEST(DarbouxKeller, lines_that_are_one_share_their_impulse_by_their_bounds) {
  RubbingContact contact;
  contact.speed = -1.0;
  contact.response = 1.0;
  contact.lines = {{0.0, 0.5, 0.3, {1.0, 1.0}, 0.25, {0.0, 0.0}}, {0.0, 0.5, 0.3, {1.0, 1.0}, 0.75, {0.0, 0.0}}};
  const RubbingImpulse out = *rubbing_impulse(contact);
  EXPECT_NEAR(out.normal, 1.0 / (1 - 0.09), last_digit);
  EXPECT_NEAR(out.frictions[0], -0.3 * out.normal / 4, last_digit);
  EXPECT_NEAR(out.frictions[1], -0.3 * out.normal * 3 / 4, last_digit);
  contact.lines[0].coefficient = contact.lines[1].coefficient = 0.2; // too little: both slide
  const RubbingImpulse slides = *rubbing_impulse(contact);
  EXPECT_NEAR(slides.normal, 1.0 / (1 - 0.06), last_digit);
  EXPECT_NEAR(slides.frictions[1], -0.15 * slides.normal, last_digit);
}

TEST(DarbouxKeller, a_bound_that_grows_with_the_friction_it_bounds_is_solved_for) {
  RubbingContact contact = particle(5.0, 0.2);
  contact.lines[0].press_by = {-0.5}; // N = P − F/2, F = −0.2 N
  EXPECT_NEAR(rubbing_impulse(contact)->frictions[0], -0.2 * 3.0 / (1 - 0.1), last_digit);
}

} // namespace
} // namespace dalembert
