#include <dalembert/expr/antiderivative.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/text.h>
#include <dalembert/expr/zero_test.h>

#include <gtest/gtest.h>

#include <vector>

namespace dalembert {
namespace {

/// A graph with the variable s and two constants.
struct Variables {
  Graph graph;
  Expr s = graph.symbol("s");
  Expr a = graph.symbol("a");
  Expr b = graph.symbol("b");

  /// True where an antiderivative was found whose slope is `f`.
  [[nodiscard]] bool integrates(Expr f) {
    const std::optional<Expr> found = antiderivative(graph, f, s);
    return found && are_equal(graph, gradient(graph, *found, std::vector<Expr>{s}).front(), f);
  }
};

TEST(Antiderivative, of_powers_of_linear_functions) {
  Variables x;
  Graph& g = x.graph;
  const Expr line = g.add(g.mul(x.a, x.s), x.b);
  for (const Expr base : {x.s, line})
    for (const Rational& exponent : {Rational(0), Rational(1), Rational(3), Rational(-1), Rational(-2), Rational(1, 2)})
      EXPECT_TRUE(x.integrates(g.mul(x.b, g.pow(base, exponent)))) << text(g, base) << "^" << exponent.text();
}

TEST(Antiderivative, of_products_of_sines_and_cosines) {
  Variables x;
  Graph& g = x.graph;
  const Expr angle = g.add(g.mul(x.a, x.s), x.b);
  const auto product = [&](int m, int n) {
    return g.mul(g.pow(g.sin(angle), Rational(m)), g.pow(g.cos(angle), Rational(n)));
  };
  for (const auto& [m, n] : std::vector<std::pair<int, int>>{
           {1, 0}, {0, 1}, {3, 1}, {1, -2}, {-1, 1}, {2, 0}, {0, 2}, {-2, 0}, {0, -2}, {-1, 0}, {0, -1}, {-1, -1}})
    EXPECT_TRUE(x.integrates(product(m, n))) << m << ", " << n;
}

TEST(Antiderivative, multiplies_out_before_it_integrates) {
  Variables x;
  Graph& g = x.graph;
  EXPECT_TRUE(x.integrates(g.square(g.add(x.a, g.mul(x.s, x.s)))));
  EXPECT_TRUE(x.integrates(g.mul(x.s, g.sin(x.s))));
}

TEST(Antiderivative, lowers_the_order_of_an_unknown_function) {
  Variables x;
  const UnknownId f = x.graph.declare_unknown("f", 1);
  const Expr slope = x.graph.unknown(f, std::vector<Argument>{{x.s, 1}});
  EXPECT_EQ(antiderivative(x.graph, slope, x.s), x.graph.unknown(f, {x.s}));
}

TEST(Antiderivative, says_where_it_knows_none) {
  Variables x;
  EXPECT_FALSE(antiderivative(x.graph, x.graph.sin(x.graph.square(x.s)), x.s));
}

} // namespace
} // namespace dalembert
