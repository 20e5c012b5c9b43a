#include <dalembert/simulation/solving/account.h>

#include "../simulation/pendulum_study.h"
#include "linear_study.h"

#include <gtest/gtest.h>

#include <cmath>

namespace dalembert {
namespace {

using test::LinearStudy;

/// A particle with nonlinear force: ẍ = −x³ − x·ẋ², exact slopes −3x² − ẋ² and −2·x·ẋ.
TEST(Lineariser, has_the_slopes_of_the_acceleration) {
  test::StudyBuilder particle("Particle");
  Graph& g = particle.graph();
  Expr v;
  const Expr x = particle.coordinate("x", v);
  particle.energy(EnergyKind::kinetic, g.scale(Rational(1, 2), g.square(v)));
  particle.energy(EnergyKind::potential, g.scale(Rational(1, 4), g.pow(x, Rational(4))));
  Force drag;
  drag.name = "F";
  drag.parts.push_back({g.neg(g.mul(x, g.square(v))), v});
  particle.study.system.forces.push_back(drag);
  LinearStudy study{particle};
  const Linearisation at = study.lineariser.at({0.0, {0.7}, {-1.3}});
  EXPECT_NEAR(at.accelerations[0], -0.343 - 0.7 * 1.69, 1e-14); // exact derivatives: ulps of 3
  EXPECT_NEAR(at.acceleration_by_position.at(0, 0), -3.0 * 0.49 - 1.69, 1e-14);
  EXPECT_NEAR(at.acceleration_by_rate.at(0, 0), -2.0 * 0.7 * -1.3, 1e-14);
  EXPECT_NEAR(at.mass.at(0, 0), 1.0, 0.0);
}

/// On the constraints δv̇ is that of differences between neighbouring admissible states: the pendulum in x and y.
TEST(Lineariser, agrees_with_neighbouring_motions_on_the_constraint) {
  const test::PendulumStudy pendulum;
  LinearStudy study{pendulum};
  const auto at_angle = [](double phi, double rate) {
    return State{0.0, {std::sin(phi), -std::cos(phi)}, {rate * std::cos(phi), rate * std::sin(phi)}};
  };
  const auto accelerations = [&](const State& s) { return evaluate_at(study.engine, s).accelerations; };
  constexpr double phi = 0.8;
  constexpr double rate = 1.7;
  constexpr double step = 1e-5;
  const Linearisation at = study.lineariser.at(at_angle(phi, rate));
  const State here = at_angle(phi, rate);
  for (const bool turns : {true, false}) {
    const State before = turns ? at_angle(phi - step, rate) : at_angle(phi, rate - step);
    const State after = turns ? at_angle(phi + step, rate) : at_angle(phi, rate + step);
    const std::vector<double> a = accelerations(before);
    const std::vector<double> b = accelerations(after);
    for (std::size_t i = 0; i < 2; ++i) {
      double expected = 0.0;
      for (std::size_t j = 0; j < 2; ++j) {
        expected += at.acceleration_by_position.at(i, j) * (after.q[j] - before.q[j]);
        expected += at.acceleration_by_rate.at(i, j) * (after.v[j] - before.v[j]);
      }
      // Central differences, h = 1e-5: h²/6 of the third derivative, 1e-9, and rounding 1e-15/h.
      EXPECT_NEAR((b[i] - a[i]) / (2.0 * step), expected / (2.0 * step), 1e-8) << i << ' ' << turns;
    }
  }
  ASSERT_EQ(at.multipliers.size(), 1U);
  EXPECT_NEAR(at.multipliers[0], evaluate_at(study.engine, here).multipliers[0], 1e-12); // solved alike: rounding of 10
  EXPECT_NEAR(at.rows.at(0, 0), 2.0 * std::sin(phi), 1e-14) << "∂φ/∂x";                  // exact derivatives: ulps of 2
  const double along = at.rows_by_position.at(0, 0) * here.q[0] + at.rows_by_position.at(0, 1) * here.q[1];
  // Sums of products: rounding.
  EXPECT_NEAR(along, 2.0 * (here.v[0] * here.q[0] + here.v[1] * here.q[1]), 1e-12) << "ψ = 2(x·ẋ + y·ẏ)";
}

} // namespace
} // namespace dalembert
