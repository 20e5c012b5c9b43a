#include <dalembert/simulation/start/initial_state.h>
#include <dalembert/studies/motion_witness.h>
#include <dalembert/studies/real_states.h>

#include "../simulation/study_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace dalembert {
namespace {

/// A particle of 11/10 kg on a line, with a spring k·(x − l) that a subclass adds to a force.
struct PushedParticle : test::StudyBuilder {
  Graph& g = graph();
  Expr x, v, k, l;

  PushedParticle() : StudyBuilder("Particle") {
    x = coordinate("x", v);
    k = parameter("k", Rational(33, 10));
    l = parameter("l", Rational(7, 10));
    energy(EnergyKind::kinetic, g.scale(Rational(11, 20), g.square(v)));
    initial(x, Rational(1, 10), true, "x");
    initial(v, Rational(0), true, "x'");
  }

  void push(Expr magnitude) {
    Force force;
    force.name = "F";
    force.parts.push_back({magnitude, v});
    study.system.forces.push_back(force);
  }

  /// The map x = x, with this as model B.
  [[nodiscard]] ModelComparison by_same_coordinate() const {
    ModelComparison out;
    out.positions = {x};
    out.rates = {v};
    out.accelerations = {study.system.coordinates.front().acceleration};
    return out;
  }
};

/// −k·(x − l), which rounds otherwise than −k·x + k·l.
struct Stretched : PushedParticle {
  Stretched() { push(g.neg(g.mul(k, g.sub(x, l)))); }
};

/// −k·x + k·l − share·x³.
struct WithCube : PushedParticle {
  explicit WithCube(const Rational& share) {
    push(g.sum({g.neg(g.mul(k, x)), g.mul(k, l), g.scale(-share, g.pow(x, Rational(3)))}));
  }
};

TEST(MotionWitness, shows_the_largest_difference) {
  const Stretched one;
  const WithCube other(Rational(1, 100));
  const Engine a = one.engine();
  const Engine b = other.engine();
  const InitialState initial = consistent_initial_state(b);
  const auto found = find_motion_witness(a, b, initial, other.by_same_coordinate());
  ASSERT_TRUE(found);
  const double x = found->second.q[0];
  const double difference = found->first_accelerations[0] - found->second_accelerations[0];
  // Two forces of 3 N that are rounded, of which a few hundredths are left.
  EXPECT_NEAR(difference, 0.01 * x * x * x / 1.1, 1e-12 * std::abs(difference));
  RealStates states(b, initial.state);
  double farthest = 0.0;
  for (int i = 0; i < 40; ++i)
    if (const auto at = states.next()) farthest = std::max(farthest, std::abs(at->state.q[0]));
  EXPECT_GT(farthest, std::abs(initial.state.q[0]));
  EXPECT_EQ(std::abs(x), farthest);
}

TEST(MotionWitness, is_none_where_the_difference_is_rounding) {
  const Stretched one;
  const WithCube other(Rational(0));
  const Engine a = one.engine();
  const Engine b = other.engine();
  EXPECT_FALSE(find_motion_witness(a, b, consistent_initial_state(b), other.by_same_coordinate()));
}

} // namespace
} // namespace dalembert
