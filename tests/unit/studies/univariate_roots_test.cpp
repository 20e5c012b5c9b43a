#include <dalembert/studies/univariate_roots.h>

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

namespace dalembert {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;

// Eigenvalues of companion matrices of degree up to 8: rounding, times their condition.
constexpr double near = 1e-10;

TEST(UnivariateRoots, of_a_cubic_are_all_three) {
  Graph g;
  const Expr x = g.symbol("x");
  const Expr a = g.symbol("a");
  // x³ − a·x + 0.1 with a = 2
  const Expr cubic = g.sum({g.pow(x, Rational(3)), g.neg(g.mul(a, x)), g.number(Rational(1, 10))});
  const auto found = univariate_roots(g, cubic, x, std::vector<Assignment>{{a, 2.0}});
  ASSERT_TRUE(found);
  ASSERT_EQ(found->values.size(), 3U);
  for (const double root : found->values)
    EXPECT_NEAR(root * root * root - 2.0 * root + 0.1, 0.0, near);
}

TEST(UnivariateRoots, clear_divisors) {
  Graph g;
  const Expr x = g.symbol("x");
  // 3·x − 4/x³
  const Expr e = g.sub(g.scale(Rational(3), x), g.scale(Rational(4), g.pow(x, Rational(-3))));
  const auto found = univariate_roots(g, e, x, {});
  ASSERT_TRUE(found);
  const double root = std::pow(4.0 / 3.0, 0.25);
  EXPECT_THAT(found->values, ElementsAre(DoubleNear(-root, near), DoubleNear(root, near)));
}

TEST(UnivariateRoots, of_a_balance_of_moments_are_angles) {
  Graph g;
  const Expr x = g.symbol("x");
  // sin 2x − cos x = cos x·(2·sin x − 1): π/6, π/2, 5π/6, −π/2
  const Expr e = g.sub(g.sin(g.scale(Rational(2), x)), g.cos(x));
  const auto found = univariate_roots(g, e, x, {});
  ASSERT_TRUE(found);
  constexpr double pi = std::numbers::pi;
  for (const double wanted : {pi / 6, pi / 2, 5 * pi / 6, -pi / 2}) {
    bool is_there = false;
    for (const double root : found->values)
      is_there = is_there || std::abs(root - wanted) < near;
    EXPECT_TRUE(is_there) << wanted;
  }
}

TEST(UnivariateRoots, are_unknown_where_an_angle_stands_outside_its_sine) {
  Graph g;
  const Expr x = g.symbol("x");
  EXPECT_FALSE(univariate_roots(g, g.add(g.sin(x), x), x, {}));
  EXPECT_FALSE(univariate_roots(g, g.sub(g.sqrt(x), g.one()), x, {}));
}

} // namespace
} // namespace dalembert
