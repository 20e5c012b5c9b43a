#include <dalembert/numerics/linear/big_float.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace dalembert {
namespace {

/// How far two numbers are apart, as a double: far below what doubles near 1 can tell.
double apart(const BigFloat& a, const BigFloat& b) {
  return std::abs((a - b).to_double());
}

TEST(BigFloat, reads_fractions_to_sixty_digits) {
  const BigFloat third(Rational(1, 3));
  EXPECT_LT(apart(third * BigFloat(3.0), BigFloat(1.0)), 1e-59);                 // an ulp of 200 bits, sixty digits
  EXPECT_GT(apart(third, BigFloat(1.0 / 3.0)), 1e-18) << "a double has sixteen"; // a third as a double is off by 2e-17
}

TEST(BigFloat, obeys_the_identities_of_its_functions) {
  const BigFloat x(0.7);
  EXPECT_LT(apart(sin(x) * sin(x) + cos(x) * cos(x), BigFloat(1.0)), 1e-59); // an ulp of 200 bits, sixty digits
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
  EXPECT_GT(apart(third(60), exact), 1e-20);  // 60 bits are 18 digits: off by 3e-19
  EXPECT_LT(apart(third(300), exact), 1e-85); // 300 bits are 90 digits
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

TEST(BigFloat, of_any_precision_survives_copies_and_moves) {
  for (const long bits : {100L, 200L, 256L, 257L, 400L}) {
    const PrecisionGuard guard(bits);
    std::vector<BigFloat> numbers;
    for (int i = 1; i <= 50; ++i)
      numbers.push_back(BigFloat(Rational(1, i)));
    std::vector<BigFloat> copies = numbers;
    numbers.erase(numbers.begin(), numbers.begin() + 20);
    const std::vector<BigFloat> moved = std::move(copies);
    for (int i = 1; i <= 50; ++i)
      EXPECT_LT(apart(moved[static_cast<std::size_t>(i - 1)] * BigFloat(static_cast<double>(i)), BigFloat(1.0)),
                std::ldexp(1.0, static_cast<int>(3 - bits)))
          << bits;
  }
}

TEST(BigFloat, operates_in_place_as_beside) {
  for (const long bits : {200L, 400L}) {
    const PrecisionGuard guard(bits);
    const BigFloat a(Rational(22, 7));
    const BigFloat b(Rational(-5, 3));
    BigFloat x = a;
    EXPECT_EQ(x += b, a + b);
    EXPECT_EQ(x -= b, (a + b) - b);
    x = a;
    EXPECT_EQ(x *= b, a * b);
    x = a;
    EXPECT_EQ(x /= b, a / b);
    x = a;
    EXPECT_EQ(x *= x, a * a) << "a number and itself";
    EXPECT_EQ(sqrt(a), pow(a, BigFloat(0.5)));
  }
}

TEST(BigFloat, is_the_same_as_another_only_with_its_sign) {
  EXPECT_TRUE(is_same(BigFloat(0.0), BigFloat(0.0)));
  EXPECT_FALSE(is_same(BigFloat(0.0), BigFloat(-0.0)));
  EXPECT_FALSE(is_same(log(BigFloat(-1.0)), log(BigFloat(-1.0))));
  EXPECT_TRUE(is_same(BigFloat(Rational(1, 3)), BigFloat(Rational(1, 3))));
}

TEST(BigFloat, zero_takes_part_with_its_sign_and_not_beside_what_is_no_number) {
  const BigFloat infinite(std::numeric_limits<double>::infinity());
  const auto product = [](double a, double b) {
    BigFloat x(a);
    return x *= BigFloat(b);
  };
  for (const double a : {0.0, -0.0, 3.0, -3.0})
    for (const double b : {0.0, -0.0, 2.0, -2.0})
      EXPECT_TRUE(is_same(product(a, b), BigFloat(a * b))) << a << " times " << b;
  EXPECT_FALSE((BigFloat(0.0) *= infinite).is_finite());
  EXPECT_FALSE((BigFloat(infinite) *= BigFloat(0.0)).is_finite());
  EXPECT_FALSE((log(BigFloat(-1.0)) *= BigFloat(0.0)).is_finite());
  for (const double a : {0.0, -0.0, 3.0})
    for (const double b : {0.0, -0.0}) {
      BigFloat sum(a);
      BigFloat difference(a);
      EXPECT_TRUE(is_same(sum += BigFloat(b), BigFloat(a + b))) << a << " plus " << b;
      EXPECT_TRUE(is_same(difference -= BigFloat(b), BigFloat(a - b))) << a << " minus " << b;
    }
  EXPECT_FALSE((BigFloat(infinite) += BigFloat(0.0)).is_finite());
}

} // namespace
} // namespace dalembert
