// Frictions of sliders whose slip passes 0 because of the constraints alone.
#include <dalembert/api/session.h>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

namespace dalembert {
namespace {

constexpr double weight_of_1_kg = 9.81;
constexpr double half_turn = std::numbers::pi;

RunResult slider_motion(const std::string& model) {
  return Session("model.mech", model).run({});
}

/// A yoke driven by a crank pin, rubbing in its guide with N = m g.
std::string yoke(const std::string& rest) {
  return R"(model Yoke
param J = 0.2, m = 0.8, r = 0.1, g = 9.81, mu = 0.2
coord phi, x, y
kinetic T = 1/2*J*phi'^2 + 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
constraint pin: x = r*cos(phi)
constraint guide: y = 0
reaction N of guide conjugate y'
friction F of N conjugate x' { coefficient = mu }
)" + rest;
}

TEST(SliderFrictions, a_slider_turns_at_the_dead_centres_of_its_crank) {
  const RunResult result = slider_motion(yoke("initial phi = 0.5, phi' = 10\nsimulate 0..2"));
  EXPECT_EQ(result.outcome, RunOutcome::completed);
  ASSERT_GE(result.friction_changes.size(), 6U);
  for (const FrictionChange& change : result.friction_changes)
    EXPECT_EQ(change.kind, FrictionChange::Kind::reverses);
  // T(φ) falls by μ m g r for each |Δ cos φ|: ½ (J + m r² sin² φ) φ̇².
  const double phi = result.final.state.q[0];
  const double turns = std::floor(phi / half_turn);
  const double way =
      0.1 * ((std::cos(0.5) + 1) + 2 * (turns - 1) + std::abs(std::cos(phi) - std::cos(turns * half_turn)));
  const auto inertia = [](double at) { return 0.2 + 0.8 * 0.01 * std::sin(at) * std::sin(at); };
  const double energy = 0.5 * inertia(0.5) * 100 - 0.2 * 0.8 * weight_of_1_kg * way;
  EXPECT_NEAR(result.final.state.v[0], std::sqrt(2 * energy / inertia(phi)), 1e-8); // ten tolerances (1e-9)
  EXPECT_LT(result.certificate.energy_defect.value, 1e-9);                          // the tolerance, of 10 J
}

TEST(SliderFrictions, a_slider_starts_from_a_dead_centre_of_its_crank) {
  const RunResult result = slider_motion(yoke("initial phi = 0, phi' = 10\nsimulate 0..0.1"));
  EXPECT_EQ(result.outcome, RunOutcome::completed);
  EXPECT_LT(result.final.state.v[1], 0.0);
  EXPECT_NEAR(result.final.frictions[0], 0.2 * 0.8 * weight_of_1_kg, 1e-12); // a product of a weight: rounding
}

TEST(SliderFrictions, a_slider_at_rest_in_a_dead_centre_is_held_whatever_its_force_is) {
  try {
    static_cast<void>(slider_motion(yoke("initial phi = 0, phi' = 0\nsimulate 0..1")));
    ADD_FAILURE();
  } catch (const std::exception& error) {
    EXPECT_NE(std::string(error.what()).find("whatever its force is"), std::string::npos) << error.what();
  }
}

} // namespace
} // namespace dalembert
