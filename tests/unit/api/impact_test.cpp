// Impacts of several contacts at once, against answers derived by hand from (1)–(6) of docs/theory/impulse.md.
#include <dalembert/api/session.h>
#include <dalembert/base/errors.h>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace dalembert {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

constexpr double round_off = 1e-14;

/// Three equal balls in a row that touch: rates before, and for both contacts a law and its restitution.
ImpactReport row_of_balls(const std::string& rates, const std::string& law, const std::string& e1,
                          const std::string& e2, const std::string& mass = "1") {
  Session session("balls.mech", fmt::format(R"(model Balls
param m = {4}
coord x1, x2, x3
kinetic T = 1/2*m*(x1'^2 + x2'^2 + x3'^2)
impact left conjugate x2' - x1' {{ law = {1}; restitution = {2} }}
impact right conjugate x3' - x2' {{ law = {1}; restitution = {3} }}
initial {0}
)",
                                            rates, law, e1, e2, mass));
  return *session.run({}).impact;
}

auto near(double a, double b, double c) {
  return ElementsAre(DoubleNear(a, round_off), DoubleNear(b, round_off), DoubleNear(c, round_off));
}

const std::string one_strikes_two = "x1' = 1, x2' = 0, x3' = 0";

class FullRestitution : public testing::TestWithParam<std::string> {};

// The simultaneous impact of three balls: not the (0, 0, 1) of Newton's cradle, which is two impacts, one after the
// other.
TEST_P(FullRestitution, sends_the_ball_that_strikes_two_at_once_back_with_a_third) {
  const ImpactReport hit = row_of_balls(one_strikes_two, GetParam(), "1", "1");
  EXPECT_THAT(hit.after.v, near(-1.0 / 3, 2.0 / 3, 2.0 / 3));
  EXPECT_NEAR(hit.kinetic_after, hit.kinetic_before, round_off);
}

INSTANTIATE_TEST_SUITE_P(EveryLaw, FullRestitution, testing::Values("newton", "poisson", "stronge", "energy"),
                         [](const auto& law) { return law.param; });

TEST(SeveralContacts, newton_gives_each_contact_its_speed_of_separation) {
  const ImpactReport hit = row_of_balls(one_strikes_two, "newton", "0.5", "1");
  EXPECT_THAT(hit.after.v, near(0, 0.5, 0.5));
  EXPECT_THAT(hit.impulses, ElementsAre(DoubleNear(1, round_off), DoubleNear(0.5, round_off)));
}

// Compression ends at the common speed 1/3 with the impulses 2/3 and 1/3.
TEST(SeveralContacts, poisson_gives_each_contact_its_share_of_the_impulse_of_compression) {
  const ImpactReport hit = row_of_balls(one_strikes_two, "poisson", "0.5", "1");
  EXPECT_THAT(hit.impulses, ElementsAre(DoubleNear(1, round_off), DoubleNear(2.0 / 3, round_off)));
  EXPECT_THAT(hit.after.v, near(0, 1.0 / 3, 2.0 / 3));
}

// Compression ends at rest with the impulses 1 and 1. Restitution x, y: x·(2x − y) = e₁², y·(2y − x) = e₂², with
// e₁ = 1/2, e₂ = 1: y² = (29 + √73)/48 and x = 2y − 1/y.
TEST(SeveralContacts, stronge_gives_each_contact_its_share_of_the_work_of_compression) {
  const double y = std::sqrt((29 + std::sqrt(73.0)) / 48);
  const double x = 2 * y - 1 / y;
  const ImpactReport hit = row_of_balls("x1' = 1, x2' = 0, x3' = -1", "stronge", "0.5", "1");
  EXPECT_THAT(hit.impulses, ElementsAre(DoubleNear(1 + x, round_off), DoubleNear(1 + y, round_off)));
  EXPECT_THAT(hit.after.v, near(-x, x - y, y));
}

TEST(SeveralContacts, impulses_of_stronges_law_are_as_exact_for_the_lightest_balls) {
  const ImpactReport heavy = row_of_balls("x1' = 1, x2' = 0, x3' = -1", "stronge", "0.5", "0.9");
  const ImpactReport light = row_of_balls("x1' = 1, x2' = 0, x3' = -1", "stronge", "0.5", "0.9", "1e-12");
  ASSERT_EQ(light.impulses.size(), heavy.impulses.size());
  for (std::size_t i = 0; i < heavy.impulses.size(); ++i)
    EXPECT_NEAR(light.impulses[i] * 1e12, heavy.impulses[i], round_off);
}

TEST(SeveralContacts, stronge_without_restitution_ends_with_compression) {
  const ImpactReport hit = row_of_balls(one_strikes_two, "stronge", "0", "0");
  EXPECT_THAT(hit.after.v, near(1.0 / 3, 1.0 / 3, 1.0 / 3));
}

TEST(SeveralContacts, different_laws_at_once_are_refused_by_name) {
  Session session("balls.mech", R"(model Balls
param m = 1
coord x1, x2
kinetic T = 1/2*m*(x1'^2 + x2'^2)
impact wall conjugate x1' { law = newton; restitution = 1 }
impact other conjugate x2' { law = poisson; restitution = 1 }
initial x1' = -1, x2' = -1
)");
  try {
    (void)session.run({});
    FAIL() << "two laws at once were accepted";
  } catch (const SolveError& error) {
    EXPECT_THAT(error.what(), testing::AllOf(testing::HasSubstr("wall"), testing::HasSubstr("other")));
  }
}

// A constraint that starts to act takes away exactly the energy of the lost velocities (Carnot).
TEST(ImposedConstraint, loses_the_kinetic_energy_of_the_lost_velocities) {
  Session session("caught.mech", R"(model Caught "Two sliders that a hook joins while they move"
param m1 = 2, m2 = 3
coord x1, x2
kinetic T = 1/2*m1*x1'^2 + 1/2*m2*x2'^2
impact hook conjugate x1' - x2' { restitution = 0 }
initial x1' = 5, x2' = 0
)");
  const ImpactReport hit = *session.run({}).impact;
  EXPECT_THAT(hit.after.v, ElementsAre(DoubleNear(2, round_off), DoubleNear(2, round_off)));
  const double lost = 0.5 * 2 * 3 * 3 + 0.5 * 3 * 2 * 2;
  EXPECT_NEAR(hit.kinetic_before - hit.kinetic_after, lost, 1e-13); // energies of 25 J: rounding
}

TEST(ImposedConstraint, that_a_constraint_holds_already_cannot_be_struck) {
  Session session("held.mech", R"(model Held
param m = 1
coord x, y
kinetic T = 1/2*m*(x'^2 + y'^2)
constraint rail: y = 0
impact floor conjugate y' + 1 { restitution = 1 }
initial x' = 1
)");
  EXPECT_THROW((void)session.run({}), SolveError);
}

} // namespace
} // namespace dalembert
