#include <dalembert/expr/time_derivative.h>

#include <gtest/gtest.h>

namespace dalembert {
namespace {

TEST(time_derivative, agrees_with_the_directional_sweep) {
  Graph g;
  const Expr t = g.symbol("t");
  const Expr q = g.symbol("q");
  const Expr v = g.symbol("v");
  const Expr f =
      g.add(g.mul(g.sin(g.mul(q, t)), g.pow(q, Rational(3, 2))), g.select(Relation::less, q, t, q, g.square(t)));
  TimeDerivative rates(g);
  rates.seed(t, g.one());
  rates.seed(q, v);
  const std::vector<Seed> seeds{{t, g.one()}, {q, v}};
  EXPECT_EQ(rates.of(f), directional(g, f, seeds));
}

TEST(time_derivative, of_an_arc_function_of_a_sine_is_a_sign) {
  Graph g;
  const Expr t = g.symbol("t");
  const Expr u = g.scale(Rational(3), t);
  const auto slope_of = [&g, t](Function arc, Expr angle) {
    TimeDerivative rates(g);
    rates.seed(t, g.one());
    return rates.of(g.apply(arc, angle));
  };
  const auto signed_slope = [&g](int slope, Expr e) { return g.scale(Rational(slope), g.apply(Function::sign, e)); };
  EXPECT_EQ(slope_of(Function::asin, g.sin(u)), signed_slope(3, g.cos(u)));
  EXPECT_EQ(slope_of(Function::acos, g.sin(u)), signed_slope(-3, g.cos(u)));
  EXPECT_EQ(slope_of(Function::asin, g.cos(u)), signed_slope(-3, g.sin(u)));
  EXPECT_EQ(slope_of(Function::acos, g.cos(u)), signed_slope(3, g.sin(u)));
}

TEST(time_derivative, of_a_chain_adds_as_much_for_every_link) {
  Graph g;
  TimeDerivative rates(g);
  Expr x = g.zero();
  std::vector<std::size_t> sizes;
  for (int i = 0; i < 300; ++i) {
    const Expr q = g.symbol("q");
    rates.seed(q, g.symbol("v"));
    x = g.add(x, g.sin(q));
    static_cast<void>(rates.of(x));
    sizes.push_back(g.size());
  }
  EXPECT_EQ(sizes[299] - sizes[199], sizes[199] - sizes[99]);
}

TEST(time_derivative, what_has_no_seed_does_not_move) {
  Graph g;
  TimeDerivative rates(g);
  EXPECT_TRUE(g.is_zero(rates.of(g.sin(g.symbol("p")))));
}

} // namespace
} // namespace dalembert
