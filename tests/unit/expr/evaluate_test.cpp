#include <dalembert/expr/evaluate.h>
#include <dalembert/expr/graph.h>
#include <dalembert/expr/rounding.h>

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace dalembert {
namespace {

TEST(Evaluate, gives_the_nearest_doubles_of_exact_numbers) {
  Graph g;
  EXPECT_EQ(evaluate(g, g.number(*Rational::parse("9.81")), {}), 9.81);
  EXPECT_EQ(evaluate(g, g.number(Rational(1, 3)), {}), 1.0 / 3.0);
  EXPECT_DOUBLE_EQ(evaluate(g, g.scale(Rational(1, 2), g.pi()), {}), std::acos(0.0));
}

TEST(Evaluate, tells_what_rounding_leaves_of_a_value) {
  Graph g;
  const Expr x = g.symbol("x");
  const Expr square = g.add(g.square(g.sin(x)), g.square(g.cos(x)));
  const Assignment values[] = {{x, 3.0}};
  const Rounded nothing = evaluate_rounded(g, g.sub(square, g.one()), values);
  EXPECT_LE(std::abs(nothing.value), nothing.error);
  const Rounded something = evaluate_rounded(g, g.sin(x), values);
  EXPECT_DOUBLE_EQ(something.value, std::sin(3.0));
  EXPECT_LT(something.error, 1e-14); // the bound for one sine: a few dozen ulps
  EXPECT_THROW((void)evaluate_rounded(g, g.symbol("y"), values), std::invalid_argument);
}

TEST(Evaluate, knows_that_underflow_takes_digits) {
  Graph g;
  const Expr x = g.symbol("x");
  const Expr k = g.symbol("k");
  const Expr tiny = g.apply(Function::pow, x, k);
  const Expr product = g.mul(x, tiny);
  const Expr sum = g.apply(Function::pow, x, g.add(k, g.one()));
  for (const double exponent : {1020.0, 1050.0, 1071.5, 5000.0}) { // 2^-k is small, subnormal, has one bit, is 0
    const Assignment values[] = {{x, 0.5 + 1e-3}, {k, exponent}};
    const Rounded difference = evaluate_rounded(g, g.sub(product, sum), values);
    EXPECT_LE(std::abs(difference.value), difference.error) << exponent;
    EXPECT_GT(evaluate_rounded(g, product, values).error, 0.0) << exponent;
  }
}

TEST(Evaluate, names_the_symbol_that_has_no_value) {
  Graph g;
  const Expr mass = g.symbol("mass");
  try {
    (void)evaluate(g, g.square(mass), {});
    FAIL() << "a symbol without a value was accepted";
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("mass"), std::string::npos);
  }
}

TEST(Evaluate, asks_for_unknown_functions_with_orders_and_arguments) {
  Graph g;
  const Expr x = g.symbol("x");
  const UnknownId phi = g.declare_unknown("phi", 2);
  const Argument arguments[] = {{x, 1}, {g.square(x), 0}};
  const Expr use = g.unknown(phi, arguments);
  const Assignment values[] = {{x, 3.0}};
  const double value =
      evaluate(g, use, values, [](UnknownId, std::span<const std::uint32_t> orders, std::span<const double> at) {
        return 100.0 * orders[0] + 10.0 * orders[1] + at[0] + at[1];
      });
  EXPECT_EQ(value, 112.0);
  EXPECT_THROW((void)evaluate(g, use, values), std::invalid_argument);
}

TEST(Evaluate, takes_the_branch_whose_relation_holds) {
  Graph g;
  const Expr x = g.symbol("x");
  const Expr less = g.select(Relation::less, x, g.one(), g.number(10), g.number(20));
  const Expr at_most = g.select(Relation::less_equal, x, g.one(), g.number(10), g.number(20));
  const Assignment one[] = {{x, 1.0}};
  EXPECT_EQ(evaluate(g, less, one), 20.0);
  EXPECT_EQ(evaluate(g, at_most, one), 10.0);
}

TEST(Evaluate, a_root_of_a_negative_number_is_not_a_number) {
  Graph g;
  const Expr x = g.symbol("x");
  const Assignment values[] = {{x, -4.0}};
  EXPECT_TRUE(std::isnan(evaluate(g, g.sqrt(x), values)));
}

} // namespace
} // namespace dalembert
