#include <dalembert/studies/real_states.h>

#include "../simulation/pendulum_study.h"

#include <gtest/gtest.h>

#include <cmath>

namespace dalembert {
namespace {

/// A particle on a line.
test::StudyBuilder particle() {
  test::StudyBuilder builder("Particle");
  Expr rate;
  builder.coordinate("x", rate);
  builder.energy(EnergyKind::kinetic, builder.graph().square(rate));
  return builder;
}

TEST(RealStates, begin_at_the_origin_and_never_come_back_to_it) {
  const Engine engine = particle().engine();
  const State origin{1.0, {2.0}, {3.0}};
  RealStates states(engine, origin);
  const std::optional<Evaluation> first = states.next();
  ASSERT_TRUE(first);
  EXPECT_EQ(first->state.q, origin.q);
  EXPECT_EQ(first->state.t, origin.t);
  double farthest = 0.0;
  for (int i = 0; i < 250; ++i) {
    const std::optional<Evaluation> next = states.next();
    ASSERT_TRUE(next);
    EXPECT_FALSE(next->state.q == origin.q && next->state.v == origin.v) << i;
    EXPECT_GT(next->state.t, origin.t) << i;
    farthest = std::max(farthest, std::abs(next->state.q[0] - origin.q[0]));
  }
  EXPECT_GT(farthest, 4.0 * origin.q[0]) << "they go farther, the longer a rare one is sought";
}

TEST(RealStates, stand_on_the_constraints) {
  test::PendulumStudy pendulum;
  const Engine engine = pendulum.engine();
  RealStates states(engine, {0.0, {1.0, 0.0}, {0.0, 0.5}});
  int found = 0;
  for (int i = 0; i < 40; ++i) {
    const std::optional<Evaluation> at = states.next();
    if (!at) continue;
    ++found;
    const State& s = at->state;
    EXPECT_NEAR(s.q[0] * s.q[0] + s.q[1] * s.q[1], 1.0, 1e-12); // put onto the constraint: rounding
    // Likewise of rates.
    EXPECT_NEAR(s.q[0] * s.v[0] + s.q[1] * s.v[1], 0.0, 1e-12 * (1.0 + std::abs(s.v[0]) + std::abs(s.v[1])));
    const std::optional<Evaluation> beside = states.beside(*at);
    ASSERT_TRUE(beside);
    EXPECT_NE(beside->state.q, s.q);
    EXPECT_NEAR(beside->state.q[0], s.q[0], 1e-7); // moved by 1e-9 of its size, times a random step
  }
  EXPECT_GT(found, 30);
}

TEST(RealStates, keep_an_isolated_position_and_change_time_and_rates) {
  // x = sign x has no solution near x = 0 but 0 itself; y is free to move with any rate.
  test::StudyBuilder builder("Isolated");
  Expr x_rate;
  Expr y_rate;
  const Expr x = builder.coordinate("x", x_rate);
  builder.coordinate("y", y_rate);
  Graph& graph = builder.graph();
  builder.energy(EnergyKind::kinetic, graph.add(graph.square(x_rate), graph.square(y_rate)));
  builder.constraint("jump", graph.scale(Rational(3), graph.sub(x, graph.apply(Function::sign, x))));
  const Engine engine = builder.engine();
  RealStates states(engine, {0.0, {0.0, 0.5}, {0.0, 1.0}});
  int moved = 0;
  for (int i = 0; i < 60; ++i) {
    const std::optional<Evaluation> at = states.next();
    if (!at || i == 0) continue;
    // Put onto the row: rounding.
    EXPECT_TRUE(at->state.q[0] == 0.0 || std::abs(std::abs(at->state.q[0]) - 1.0) < 1e-9) << at->state.q[0];
    EXPECT_GT(at->state.t, 0.0);
    ++moved;
  }
  EXPECT_GT(moved, 10);
}

} // namespace
} // namespace dalembert
