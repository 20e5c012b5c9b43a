#include <dalembert/studies/linear_spectrum.h>

#include "linear_study.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace dalembert {
namespace {

using test::AnglePendulum;
using test::LinearStudy;
using test::StudyBuilder;

/// The equilibrium at an angle.
const SteadyState& at_angle(const std::vector<SteadyState>& states, double angle) {
  const auto found = std::ranges::find_if(
      // Far above rounding: an angle by Newton's method.
      states, [angle](const SteadyState& s) { return std::abs(std::abs(s.state.q[0]) - angle) < 1e-9; });
  EXPECT_NE(found, states.end()) << angle;
  return found == states.end() ? states.front() : *found;
}

TEST(SteadyStates, of_a_pendulum_hang_and_stand) {
  LinearStudy study{AnglePendulum()};
  const std::vector<SteadyState> states = study.steady_states({0.0, {0.3}, {0.0}});
  ASSERT_EQ(states.size(), 2U);
  const SteadyState& hanging = at_angle(states, 0.0);
  EXPECT_EQ(hanging.motion, LinearMotion::oscillates);
  const double frequency = std::sqrt(AnglePendulum::weight / AnglePendulum::inertia);
  for (const std::complex<double> s : hanging.spectrum.values) {
    EXPECT_EQ(s.real(), 0.0);
    EXPECT_NEAR(std::abs(s.imag()), frequency, 1e-12 * frequency); // sixty digits, of numbers that are rounded
  }
  const SteadyState& standing = at_angle(states, std::numbers::pi);
  EXPECT_EQ(standing.motion, LinearMotion::unstable);
  EXPECT_TRUE(grows(standing.spectrum));
  EXPECT_FALSE(grows(hanging.spectrum));
}

TEST(SteadyStates, of_a_damped_pendulum_decay) {
  AnglePendulum pendulum;
  pendulum.damp();
  LinearStudy study{pendulum};
  const std::vector<SteadyState> states = study.steady_states({0.0, {0.3}, {0.0}});
  const SteadyState& hanging = at_angle(states, 0.0);
  EXPECT_EQ(hanging.motion, LinearMotion::asymptotically_stable);
  for (const std::complex<double> s : hanging.spectrum.values)
    // Sixty digits, of numbers that are rounded.
    EXPECT_NEAR(s.real(), -0.5 * 0.2 / AnglePendulum::inertia, 1e-12) << "−c/(2·m·l²)";
  ASSERT_TRUE(hanging.oscillations.has_value());
  EXPECT_TRUE(hanging.oscillations->is_damped);
  ASSERT_EQ(hanging.oscillations->damping_ratios.size(), 1U);
  const double critical = 2.0 * std::sqrt(AnglePendulum::weight * AnglePendulum::inertia);
  EXPECT_NEAR(hanging.oscillations->damping_ratios[0], 0.2 / critical, 1e-12);
}

/// Two masses of 1 kg between three springs of 3 N/m: ω² = k/m and 3·k/m.
TEST(SteadyStates, have_the_modes_of_a_chain) {
  StudyBuilder chain("Chain");
  Graph& g = chain.graph();
  Expr vx;
  Expr vy;
  const Expr x = chain.coordinate("x", vx);
  const Expr y = chain.coordinate("y", vy);
  chain.energy(EnergyKind::kinetic, g.scale(Rational(1, 2), g.add(g.square(vx), g.square(vy))));
  chain.energy(EnergyKind::potential,
               g.scale(Rational(3, 2), g.add(g.add(g.square(x), g.square(y)), g.square(g.sub(x, y)))));
  LinearStudy study{chain};
  const std::vector<SteadyState> states = study.steady_states({0.0, {0.1, 0.0}, {0.0, 0.0}});
  ASSERT_EQ(states.size(), 1U);
  ASSERT_TRUE(states[0].oscillations.has_value());
  const SmallOscillations& modes = *states[0].oscillations;
  ASSERT_EQ(modes.axes.values.size(), 2U);
  EXPECT_NEAR(modes.axes.values[0], 3.0, 1e-12); // sixty digits, of numbers that are rounded
  EXPECT_NEAR(modes.axes.values[1], 9.0, 1e-12);
  EXPECT_NEAR(modes.axes.vectors.at(0, 0), modes.axes.vectors.at(1, 0), 1e-12) << "in phase";
  EXPECT_NEAR(modes.axes.vectors.at(0, 1), -modes.axes.vectors.at(1, 1), 1e-12) << "against one another";
  EXPECT_FALSE(modes.is_damped);
}

/// On a rod that turns at Ω about a vertical axis: g = Ω²·l·cos θ off the axis, where that is possible.
TEST(SteadyStates, leave_the_axis_of_a_fast_governor) {
  for (const bool is_fast : {false, true}) {
    AnglePendulum pendulum;
    Graph& g = pendulum.graph();
    const double turning = is_fast ? 50.0 : 10.0; // Ω², s⁻²; g/l = 19.6
    const Expr turned = g.scale(Rational(is_fast ? 50 : 10, 4), g.square(g.sin(pendulum.theta)));
    pendulum.energy(EnergyKind::kinetic, turned);
    LinearStudy study{pendulum};
    const std::vector<SteadyState> states = study.steady_states({0.0, {0.8}, {0.0}});
    const SteadyState& on_axis = at_angle(states, 0.0);
    EXPECT_EQ(on_axis.motion == LinearMotion::unstable, is_fast);
    if (!is_fast) continue;
    const SteadyState& off_axis = at_angle(states, std::acos(19.6 / turning));
    EXPECT_EQ(off_axis.motion, LinearMotion::oscillates);
  }
}

/// m·ẍ + c·ẋ + k·x = u with m = 2, c = 1/2, k = 3.
TEST(SteadyStates, have_the_state_space_of_the_book) {
  StudyBuilder driven("Driven");
  Graph& g = driven.graph();
  Expr v;
  const Expr x = driven.coordinate("x", v);
  const Expr u = driven.parameter("u", Rational(0));
  driven.study.system.parameters.back().is_input = true;
  driven.energy(EnergyKind::kinetic, g.square(v));
  driven.energy(EnergyKind::potential, g.scale(Rational(3, 2), g.square(x)));
  driven.energy(EnergyKind::dissipation, g.scale(Rational(1, 4), g.square(v)));
  Force push;
  push.name = "F";
  push.parts.push_back({u, v});
  driven.study.system.forces.push_back(push);
  LinearStudy study{driven};
  const std::vector<SteadyState> states = study.steady_states({0.0, {0.1}, {0.0}});
  ASSERT_EQ(states.size(), 1U);
  const StateSpace& linear = states[0].linear;
  EXPECT_EQ(linear.states, (std::vector<std::string>{"x", "x'"}));
  EXPECT_EQ(linear.inputs, (std::vector<std::string>{"u"}));
  const auto expect = [](const DenseMatrix& matrix, const std::vector<double>& entries) {
    ASSERT_EQ(matrix.entries.size(), entries.size());
    for (std::size_t i = 0; i < entries.size(); ++i)
      EXPECT_NEAR(matrix.entries[i], entries[i], 1e-14) << i; // exact derivatives: ulps of 2
  };
  expect(linear.a, {0.0, 1.0, -1.5, -0.25});
  expect(linear.b, {0.0, 0.5});
  ASSERT_EQ(linear.outputs.size(), 2U) << "x and x'";
  expect(linear.c, {1.0, 0.0, 0.0, 1.0});
  expect(linear.d, {0.0, 0.0});
}

/// A charge in a magnetic field: ẍ = ω·ẏ, ÿ = −ω·ẋ, eigenvalues 0, 0, ±iω. It rests anywhere.
TEST(SteadyStates, of_a_charge_in_a_magnetic_field_turn) {
  StudyBuilder charge("Charge");
  Graph& g = charge.graph();
  Expr vx;
  Expr vy;
  const Expr x = charge.coordinate("x", vx);
  const Expr y = charge.coordinate("y", vy);
  const Expr kinetic = g.scale(Rational(1, 2), g.add(g.square(vx), g.square(vy)));
  const Expr field = g.scale(Rational(3, 2), g.sub(g.mul(x, vy), g.mul(y, vx)));
  charge.energy(EnergyKind::lagrangian, g.add(kinetic, field));
  LinearStudy study{charge};
  const std::vector<SteadyState> states = study.steady_states({0.0, {0.0, 0.0}, {0.0, 0.0}});
  ASSERT_FALSE(states.empty());
  EXPECT_EQ(states[0].zeros, 2U);
  EXPECT_EQ(states[0].zero_chains, (std::vector<std::size_t>{1, 1})) << "no drift: two directions of a family";
  double largest = 0.0;
  for (const std::complex<double> s : states[0].spectrum.values)
    largest = std::max(largest, s.imag());
  EXPECT_NEAR(largest, 3.0, 1e-12); // sixty digits, of numbers that are rounded
  EXPECT_EQ(states[0].motion, LinearMotion::oscillates);
}

/// A free particle rests anywhere: zeros in a chain of two, which lets it drift.
TEST(SteadyStates, of_a_free_particle_drift) {
  StudyBuilder particle("Particle");
  Expr v;
  static_cast<void>(particle.coordinate("x", v));
  particle.energy(EnergyKind::kinetic, particle.graph().square(v));
  LinearStudy study{particle};
  const std::vector<SteadyState> states = study.steady_states({0.0, {1.0}, {0.0}});
  ASSERT_FALSE(states.empty());
  EXPECT_EQ(states[0].zeros, 2U);
  EXPECT_EQ(states[0].family, 1U);
  EXPECT_EQ(states[0].motion, LinearMotion::drifts);
  EXPECT_EQ(states[0].zero_chains, (std::vector<std::size_t>{2}));
}

/// A pendulum beside two belts, ẋ/3 + ẏ/7 = U and ẋ/11 − ẏ/13 = U, which run at some 10¹²: their rates settle at sixty
/// digits of their own size.
TEST(SteadyStates, are_solved_to_sixty_digits_beside_large_dependent_rates) {
  AnglePendulum pendulum;
  Graph& g = pendulum.graph();
  Expr vx;
  Expr vy;
  static_cast<void>(pendulum.coordinate("x", vx));
  static_cast<void>(pendulum.coordinate("y", vy));
  pendulum.energy(EnergyKind::kinetic, g.scale(Rational(1, 2), g.add(g.square(vx), g.square(vy))));
  const Expr speed = g.number(Rational(1'000'000'000'000));
  const auto part = [&g](std::int64_t divisor, Expr rate) { return g.scale(Rational(1, divisor), rate); };
  pendulum.constraint("first", g.sub(g.add(part(3, vx), part(7, vy)), speed));
  pendulum.constraint("second", g.sub(g.add(part(11, vx), part(-13, vy)), speed));
  for (Constraint& row : pendulum.study.system.constraints)
    row.kind = ConstraintKind::velocity;
  LinearStudy study{pendulum};
  const std::vector<SteadyState> states = study.steady_states({0.0, {0.3, 0.0, 0.0}, {0.0, 0.0, 0.0}});
  ASSERT_FALSE(states.empty());
  const SteadyState& hanging = at_angle(states, 0.0);
  EXPECT_TRUE(hanging.is_precise);
  EXPECT_EQ(hanging.motion, LinearMotion::oscillates);
}

} // namespace
} // namespace dalembert
