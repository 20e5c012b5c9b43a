#include <dalembert/numerics/big_float.h>

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

namespace dalembert {
namespace {

/// How far two numbers are apart, as a double: far below what doubles near 1 can tell.
double apart(const BigFloat& a, const BigFloat& b) {
  return std::abs((a - b).to_double());
}

TEST(BigFloat, reads_fractions_to_sixty_digits) {
  const BigFloat third(Rational(1, 3));
  EXPECT_LT(apart(third * BigFloat(3.0), BigFloat(1.0)), 1e-59);
  EXPECT_GT(apart(third, BigFloat(1.0 / 3.0)), 1e-18) << "a double has sixteen";
}

TEST(BigFloat, obeys_the_identities_of_its_functions) {
  const BigFloat x(0.7);
  EXPECT_LT(apart(sin(x) * sin(x) + cos(x) * cos(x), BigFloat(1.0)), 1e-59);
  EXPECT_LT(apart(exp(log(x)), x), 1e-59);
  EXPECT_LT(apart(tan(atan(x)), x), 1e-59);
  EXPECT_LT(apart(atan2(sin(x), cos(x)), x), 1e-59);
  EXPECT_LT(apart(pow(x, BigFloat(Rational(1, 2))) * pow(x, BigFloat(Rational(1, 2))), x), 1e-59);
  EXPECT_LT(apart(sin(BigFloat::pi()), BigFloat(0.0)), 1e-59);
}

TEST(BigFloat, has_the_precision_that_was_set_when_it_was_made) {
  const auto third = [](long bits) {
    const PrecisionGuard guard(bits);
    return BigFloat(Rational(1, 3));
  };
  const PrecisionGuard wide(400);
  const BigFloat exact(Rational(1, 3));
  EXPECT_GT(apart(third(60), exact), 1e-20);
  EXPECT_LT(apart(third(300), exact), 1e-85);
}

TEST(BigFloat, says_where_a_function_has_no_real_value) {
  EXPECT_FALSE(log(BigFloat(-1.0)).is_finite());
  EXPECT_FALSE((BigFloat(1.0) / BigFloat(0.0)).is_finite());
  EXPECT_TRUE(BigFloat().is_zero());
}

TEST(BigFloat, is_copied_and_moved_as_a_value) {
  BigFloat a(2.0);
  BigFloat b = a;
  a = BigFloat(3.0);
  EXPECT_EQ(b, BigFloat(2.0));
  b = std::move(a);
  EXPECT_EQ(b, BigFloat(3.0));
  EXPECT_LT(BigFloat(1.0), b);
}

} // namespace
} // namespace dalembert
