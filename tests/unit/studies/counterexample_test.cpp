#include <dalembert/simulation/start/initial_state.h>
#include <dalembert/studies/counterexample.h>

#include "../simulation/pendulum_study.h"

#include <gtest/gtest.h>

namespace dalembert {
namespace {

struct Swing : test::PendulumStudy {
  Graph& all = graph();
  Expr square = all.add(all.square(x), all.square(y));
  Expr along = all.add(all.mul(x, vx), all.mul(y, vy));

  Swing() {
    initial(x, Rational(3, 5), true, "x");
    initial(y, Rational(-4, 5), false, "y");
    initial(vx, Rational(2), true, "x'");
  }

  [[nodiscard]] Equations equations() const { return derived(std::make_shared<const Study>(study)); }
};

TEST(RealComparison, accepts_what_the_constraint_says) {
  const Swing swing;
  const Engine engine = swing.engine();
  const InitialState initial = consistent_initial_state(engine);
  const StateComparison found =
      compare_at_real_states(engine, swing.equations(), initial, swing.square, swing.all.one(), Comparison::equal, 12);
  EXPECT_EQ(found.states, 12U);
  EXPECT_EQ(found.failures, 0U);
  EXPECT_FALSE(found.failure.has_value());
  EXPECT_LT(found.worst, StateComparison::allowed);
}

TEST(RealComparison, shows_where_a_claim_fails) {
  const Swing swing;
  const Engine engine = swing.engine();
  const InitialState initial = consistent_initial_state(engine);
  const Expr speed = swing.all.add(swing.all.square(swing.vx), swing.all.square(swing.vy));
  const StateComparison found =
      compare_at_real_states(engine, swing.equations(), initial, speed, swing.all.one(), Comparison::equal, 12);
  ASSERT_TRUE(found.failure.has_value());
  EXPECT_GT(std::abs(found.failure->left - found.failure->right), 1e-3); // far above rounding
  EXPECT_EQ(found.failure->right, 1.0);
}

TEST(RealComparison, tells_inequalities_from_equations) {
  const Swing swing;
  const Engine engine = swing.engine();
  const InitialState initial = consistent_initial_state(engine);
  Graph& g = swing.all;
  const auto holds = [&](Expr left, Expr right, Comparison relation) {
    return !compare_at_real_states(engine, swing.equations(), initial, left, right, relation, 12).failure.has_value();
  };
  EXPECT_TRUE(holds(g.square(swing.x), g.one(), Comparison::less_equal)) << "x² ≤ l²";
  EXPECT_FALSE(holds(g.one(), g.square(swing.x), Comparison::less_equal));
  EXPECT_FALSE(holds(g.square(swing.x), g.one(), Comparison::equal));
  EXPECT_TRUE(holds(swing.square, g.one(), Comparison::less_equal)) << "equal but for rounding";
}

/// Shares are those of what would be there if nothing cancelled.
TEST(ClearShares, are_zero_for_what_vanishes_on_the_motion) {
  const Swing swing;
  const Engine engine = swing.engine();
  const InitialState initial = consistent_initial_state(engine);
  Graph& g = swing.all;
  const Expr broken = g.add(g.mul(swing.x, swing.vx), g.scale(Rational(2), g.mul(swing.y, swing.vy)));
  const auto shares = clear_shares(engine, initial, {swing.along, g.sub(swing.square, g.one()), broken}, 8, 1e-4);
  ASSERT_TRUE(shares.has_value());
  EXPECT_EQ((*shares)[0], 0.0) << "x·ẋ + y·ẏ = 0";
  EXPECT_EQ((*shares)[1], 0.0) << "x² + y² = l²";
  EXPECT_GT((*shares)[2], 1e-4); // what was asked for as a clear share
}

TEST(ClearShares, of_large_numbers_that_cancel_are_no_round_off) {
  const Swing swing;
  const Engine engine = swing.engine();
  const InitialState initial = consistent_initial_state(engine);
  Graph& g = swing.all;
  const Expr large = g.scale(Rational(1'000'000'000), g.sub(swing.square, g.one()));
  const auto shares = clear_shares(engine, initial, {large, g.add(large, swing.vx)}, 8, 1e-4);
  ASSERT_TRUE(shares.has_value());
  EXPECT_EQ((*shares)[0], 0.0);
  // A speed of 2 beside 2e9 is 1e-9.
  EXPECT_LE((*shares)[1], 1e-7) << "beside 10⁹·(x² + y² + 1) a speed is small";
}

} // namespace
} // namespace dalembert
