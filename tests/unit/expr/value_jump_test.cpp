// Jumps of values: of these a derivative leaves out an impulse.
#include <dalembert/expr/value_jump.h>

#include <gtest/gtest.h>

#include <vector>

namespace dalembert {
namespace {

class ValueJump : public ::testing::Test {
protected:
  [[nodiscard]] Expr step(Expr u) { return g.apply(Function::heaviside, u); }
  [[nodiscard]] bool jumps(Expr value, std::vector<Assignment> known = {}) const {
    return value_jump(g, value, std::vector<Expr>{t, x}, known).has_value();
  }

  Graph g;
  Expr t = g.symbol("t");
  Expr x = g.symbol("x");
  Expr a = g.symbol("a");
  Expr b = g.symbol("b");
};

TEST_F(ValueJump, steps_jump_and_ramps_do_not) {
  const Expr late = g.sub(t, g.number(3));
  EXPECT_TRUE(jumps(g.mul(a, step(late))));
  EXPECT_FALSE(jumps(g.mul(g.mul(a, late), step(late))));
  EXPECT_FALSE(jumps(step(g.sub(a, g.number(3))))) << "only parameters move it";
  EXPECT_TRUE(jumps(g.apply(Function::floor, t)));
  EXPECT_FALSE(jumps(g.apply(Function::abs, x)));
  EXPECT_FALSE(jumps(g.apply(Function::max, x, t)));
  EXPECT_TRUE(jumps(g.mul(x, g.apply(Function::sign, g.sub(x, g.number(2))))));
  EXPECT_FALSE(jumps(g.mul(x, g.apply(Function::sign, x)))) << "|x|";
}

TEST_F(ValueJump, steps_of_one_place_may_cancel) {
  const Expr late = g.sub(t, g.number(1));
  const Expr signs = g.scale(Rational(1, 2), g.add(g.one(), g.apply(Function::sign, g.scale(Rational(3), late))));
  EXPECT_FALSE(jumps(g.sub(step(late), signs)));
  EXPECT_TRUE(jumps(g.add(step(late), signs)));
}

TEST_F(ValueJump, pieces_that_meet_for_the_known_values_are_continuous) {
  // a·x up to x = 1, b·x² beyond.
  const Expr pieces = g.select(Relation::less, x, g.one(), g.mul(a, x), g.mul(b, g.mul(x, x)));
  EXPECT_TRUE(jumps(pieces));
  EXPECT_FALSE(jumps(pieces, {{a, 2.0}, {b, 2.0}}));
  EXPECT_TRUE(jumps(pieces, {{a, 2.0}, {b, 2.001}}));
}

TEST_F(ValueJump, the_function_that_jumps_is_named) {
  const Expr late = step(g.sub(t, g.number(2)));
  const auto found = value_jump(g, g.add(g.mul(x, step(g.neg(x))), late), std::vector<Expr>{t, x});
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(*found, late);
}

} // namespace
} // namespace dalembert
