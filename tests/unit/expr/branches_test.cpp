#include <dalembert/expr/branches.h>
#include <dalembert/expr/time_derivative.h>

#include <gtest/gtest.h>

namespace dalembert {
namespace {

TEST(Branches, the_rate_of_a_minimum_switches_with_the_positions_only) {
  Graph g;
  const Expr x = g.symbol("x");
  const Expr y = g.symbol("y");
  const Expr vx = g.symbol("vx");
  const Expr vy = g.symbol("vy");
  TimeDerivative rates(g);
  rates.seed(x, vx);
  rates.seed(y, vy);
  const Expr least = g.apply(Function::min, x, y);
  const Expr rate = rates.of(least);
  EXPECT_TRUE(switches_with(g, rate, std::vector<Expr>{x}));
  EXPECT_FALSE(switches_with(g, rate, std::vector<Expr>{vx, vy}));
  EXPECT_TRUE(switches_with(g, g.apply(Function::min, vx, vy), std::vector<Expr>{vx}));
  EXPECT_TRUE(switches_with(g, g.select(Relation::less, vx, g.zero(), x, y), std::vector<Expr>{vx}));
  EXPECT_TRUE(
      switches_with(g, g.select(Relation::less, x, g.zero(), g.apply(Function::abs, vx), y), std::vector<Expr>{vx}));
}

} // namespace
} // namespace dalembert
