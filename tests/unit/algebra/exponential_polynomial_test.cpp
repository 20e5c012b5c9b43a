#include <dalembert/algebra/exponential_polynomial.h>
#include <dalembert/algebra/work_budget.h>

#include "ring.h"

#include <gtest/gtest.h>

#include <random>

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
  const auto back = r(e).real(*r.harmonics);
  ASSERT_TRUE(back.has_value());
  EXPECT_TRUE(sum(*back, *r.expansion->of(e), Rational(-1)).empty());
  EXPECT_FALSE(r(e).scaled({Rational(0), Rational(1)}).real(*r.harmonics).has_value());
}

/// A sum of four random terms.
ExponentialPolynomial random_polynomial(Ring& r, std::mt19937_64& random) {
  Graph& g = *r.graph;
  std::uniform_int_distribution<int> number(-3, 3);
  std::uniform_int_distribution<std::size_t> parameter(0, 3);
  std::uniform_int_distribution<std::size_t> angle(4, 5);
  Expr sum = g.zero();
  for (int i = 0; i < 4; ++i) {
    const Expr harmonic = number(random) > 0 ? g.cos(r.names[angle(random)]) : g.sin(r.names[angle(random)]);
    const Expr coefficient = g.scale(Rational(number(random)), r.names[parameter(random)]);
    sum = g.add(sum, number(random) > 0 ? g.mul(coefficient, harmonic) : coefficient);
  }
  return r(sum);
}

TEST(ExponentialPolynomial, products_are_divided_by_their_factors_and_by_nothing_else) {
  Ring r;
  Graph& g = *r.graph;
  std::mt19937_64 random(20261121);
  int divided = 0;
  for (int i = 0; i < 200; ++i) {
    const ExponentialPolynomial a = random_polynomial(r, random);
    const ExponentialPolynomial b = random_polynomial(r, random);
    if (a.is_zero() || b.is_zero()) continue;
    const auto back = quotient(a * b, b);
    ASSERT_TRUE(back.has_value());
    EXPECT_TRUE((*back - a).is_zero());
    EXPECT_TRUE((a + b - b - a).is_zero());
    if (b.is_monomial()) continue;
    ++divided;
    EXPECT_FALSE(quotient(a * b + r(g.one()), b).has_value()); // no sum of several terms divides 1
  }
  EXPECT_GT(divided, 100);
}

TEST(WorkBudget, counts_nested_work_in_all_that_live_and_ends_it) {
  Ring r;
  Graph& g = *r.graph;
  const ExponentialPolynomial a = r(g.add(r.names[0], r.names[1]));
  const WorkBudget outer(10);
  {
    const WorkBudget inner(5);
    EXPECT_NO_THROW(static_cast<void>(a * a));         // 4 products
    EXPECT_THROW(static_cast<void>(a * a), WorkSpent); // 1 is left
  }
  EXPECT_NO_THROW(static_cast<void>(a * a));
  EXPECT_THROW(static_cast<void>(a * a), WorkSpent);
}

} // namespace
} // namespace dalembert
