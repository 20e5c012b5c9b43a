#include <dalembert/textbook/exponential_polynomial.h>

#include "ring.h"

#include <gtest/gtest.h>

namespace dalembert {
namespace {

/// Both divide each other.
bool are_associated(const ExponentialPolynomial& a, const ExponentialPolynomial& b) {
  return quotient(a, b).has_value() && quotient(b, a).has_value();
}

TEST(ExponentialPolynomial, the_divisor_of_multiples_without_common_factor_is_what_they_share) {
  Ring r;
  Graph& g = *r.graph;
  const auto& n = r.names;
  const Expr shared = g.add(g.mul(n[0], g.cos(n[4])), g.mul(n[1], g.sin(n[5])));
  const Expr left = g.add(g.square(n[2]), g.mul(n[3], g.cos(g.sub(n[4], n[5]))));
  const Expr right = g.sub(g.mul(n[2], n[3]), g.sin(n[4]));
  EXPECT_TRUE(are_associated(greatest_common_divisor(r(g.mul(shared, left)), r(g.mul(shared, right))), r(shared)));
  EXPECT_TRUE(greatest_common_divisor(r(left), r(right)).is_monomial());
}

TEST(ExponentialPolynomial, one_minus_the_square_of_the_cosine_is_divisible_by_the_sine) {
  Ring r;
  Graph& g = *r.graph;
  const Expr x = r.names[4];
  const auto q = quotient(r(g.sub(g.one(), g.square(g.cos(x)))), r(g.sin(x)));
  ASSERT_TRUE(q.has_value());
  EXPECT_TRUE((*q - r(g.sin(x))).is_zero());
  EXPECT_FALSE(quotient(r(g.add(g.one(), g.square(g.cos(x)))), r(g.sin(x))).has_value());
}

TEST(ExponentialPolynomial, real_polynomials_come_back_as_they_were) {
  Ring r;
  Graph& g = *r.graph;
  const auto& n = r.names;
  const Expr e = g.add(g.mul(n[0], g.sin(g.add(n[4], n[5]))), g.sub(g.cos(n[4]), n[1]));
  const auto back = r(e).real(*r.waves);
  ASSERT_TRUE(back.has_value());
  EXPECT_TRUE(sum(*back, *r.expansion->of(e), Rational(-1)).empty());
  EXPECT_FALSE(r(e).scaled({Rational(0), Rational(1)}).real(*r.waves).has_value());
}

} // namespace
} // namespace dalembert
