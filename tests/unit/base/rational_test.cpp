#include <dalembert/base/rational.h>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

namespace dalembert {
namespace {

constexpr std::int64_t max64 = INT64_MAX;

Rational read(std::string_view text) {
  const auto value = Rational::parse(text);
  EXPECT_TRUE(value.has_value()) << text;
  return value.value_or(Rational(0));
}

TEST(Rational, decimal_text_is_read_exactly) {
  EXPECT_EQ(read("1.25e-3"), Rational(1, 800));
  EXPECT_EQ(read("0.1") + read("0.2"), read("0.3"));
  EXPECT_EQ(read(".5"), Rational(1, 2));
  EXPECT_EQ(read("2/3"), Rational(2, 3));
  EXPECT_EQ(read("-12.50E+1"), Rational(-125));
  EXPECT_EQ(read("123456789012345678901234567890").text(), "123456789012345678901234567890");
}

TEST(Rational, what_is_no_number_is_refused) {
  for (const char* text : {"", "-", ".", "1e", "1e+", "1..2", "1/0", "x", "1 ", "1e99999", "0x10", "--1", "1/2/3"})
    EXPECT_FALSE(Rational::parse(text).has_value()) << text;
}

TEST(Rational, sums_and_products_promote_at_2_to_63_and_come_back) {
  const Rational top(max64);
  const Rational beyond = top + Rational(1);
  EXPECT_TRUE(beyond.is_promoted());
  EXPECT_EQ(beyond.text(), "9223372036854775808");
  EXPECT_EQ(beyond - Rational(1), top);
  EXPECT_FALSE((beyond - Rational(1)).is_promoted());
  EXPECT_EQ((top * top).text(), "85070591730234615847396907784232501249");
  EXPECT_EQ(top * top / top, top);
  EXPECT_EQ(Rational(INT64_MIN), -beyond);
  EXPECT_EQ((-Rational(INT64_MIN)).text(), "9223372036854775808");
  EXPECT_EQ(Rational(INT64_MIN, INT64_MIN), Rational(1));
  EXPECT_EQ(Rational(1, INT64_MIN) * Rational(INT64_MIN), Rational(1));
  EXPECT_EQ(Rational(1, max64) + Rational(1, max64 - 1), (top + top - Rational(1)) / (top * (top - Rational(1))));
}

TEST(Rational, arithmetic_near_2_to_63_obeys_the_laws_of_a_field) {
  std::mt19937_64 random(20240601);
  const auto draw = [&random] {
    const auto near = static_cast<std::int64_t>(random() % 5) - 2;
    const std::int64_t sizes[] = {0, 1, 3, std::int64_t{1} << 31, std::int64_t{1} << 62, max64 - 2};
    const std::int64_t n = sizes[random() % 6] + near;
    const std::int64_t d = sizes[1 + random() % 5] + near;
    return Rational(random() % 2 != 0 ? n : -n, d == 0 ? 1 : d);
  };
  for (int i = 0; i < 5000; ++i) {
    const Rational a = draw();
    const Rational b = draw();
    const Rational c = draw();
    ASSERT_EQ((a + b) + c, a + (b + c));
    ASSERT_EQ(a * (b + c), a * b + a * c);
    ASSERT_EQ((a - b) + b, a);
    if (!b.is_zero()) {
      ASSERT_EQ(a / b * b, a);
    }
    ASSERT_EQ(a<b, (b - a).sign()> 0);
    ASSERT_EQ(a.hash(), ((a + b) - b).hash());
    ASSERT_EQ(read(a.text()), a);
  }
}

TEST(Rational, double_is_the_nearest_one) {
  EXPECT_EQ(read("0.1").to_double(), 0.1);
  EXPECT_EQ(read("9.81").to_double(), 9.81);
  EXPECT_EQ(read("2.2250738585072011e-308").to_double(), 2.2250738585072011e-308);
  EXPECT_EQ(read("4.9e-324").to_double(), 4.9e-324);
  EXPECT_EQ(read("2e-324").to_double(), 0.0);
  EXPECT_EQ(read("1.7976931348623157e308").to_double(), 1.7976931348623157e308);
  EXPECT_EQ(read("-1e400").to_double(), -INFINITY);
  EXPECT_EQ(Rational(max64).to_double(), 9223372036854775808.0);
  EXPECT_EQ(Rational((std::int64_t{1} << 53) + 1).to_double(), 9007199254740992.0); // tie to even
  EXPECT_EQ(Rational((std::int64_t{1} << 53) + 3).to_double(), 9007199254740996.0); // tie to even
  std::mt19937_64 random(7);
  for (int i = 0; i < 2000; ++i) {
    const double value = std::bit_cast<double>(random());
    if (!std::isfinite(value)) continue;
    ASSERT_EQ(Rational::from_double(value).to_double(), value);
    // A disturbance far below half a unit in the last place changes nothing.
    const Rational near = Rational::from_double(value) * (Rational(1) + Rational(1, 10).pow(30));
    ASSERT_EQ(near.to_double(), value);
  }
}

TEST(Rational, powers_and_roots_are_exact) {
  EXPECT_EQ(Rational(2, 3).pow(-3), Rational(27, 8));
  EXPECT_EQ(Rational(2).pow(64).text(), "18446744073709551616");
  EXPECT_EQ(Rational(0).pow(0), Rational(1));
  EXPECT_EQ(Rational(4, 9).root(2), Rational(2, 3));
  EXPECT_EQ(Rational(27).root(3), Rational(3));
  EXPECT_FALSE(Rational(2).root(2).has_value());
  EXPECT_FALSE(Rational(-4).root(2).has_value());
  EXPECT_THROW((void)Rational(0).pow(-1), std::domain_error);
  EXPECT_THROW((void)Rational(1, 0), std::domain_error);
}

TEST(Rational, numbers_without_bound_are_refused_before_they_fill_the_memory) {
  EXPECT_THROW((void)Rational(10).pow(INT64_MAX), std::overflow_error);
  EXPECT_EQ(Rational(-1).pow(INT64_MAX), Rational(-1));
  Rational square(10);
  EXPECT_THROW(
      {
        for (int i = 0; i < 64; ++i)
          square = square * square;
      },
      std::overflow_error);
  EXPECT_FALSE(Rational::parse(std::string(1'000'000, '7')).has_value());
}

TEST(Rational, floor_goes_towards_minus_infinity) {
  EXPECT_EQ(Rational(7, 2).floor(), Rational(3));
  EXPECT_EQ(Rational(-7, 2).floor(), Rational(-4));
  EXPECT_EQ(Rational(-4).floor(), Rational(-4));
}

TEST(Rational, residue_is_a_homomorphism) {
  constexpr std::uint64_t p = (std::uint64_t{1} << 61U) - 1;
  const auto third = Rational(1, 3).residue(p);
  ASSERT_TRUE(third.has_value());
  EXPECT_EQ((*third * 3) % p, 1U);
  EXPECT_EQ(Rational(-1).residue(p), p - 1);
  EXPECT_FALSE(Rational(1, static_cast<std::int64_t>(p)).residue(p).has_value());
}

TEST(Rational, decimal_text_is_what_a_person_would_write) {
  EXPECT_EQ(read("9.81").decimal_text(), "9.81");
  EXPECT_EQ(read("0.05").decimal_text(), "0.05");
  EXPECT_EQ(read("6.674e-11").decimal_text(), "6.674e-11");
  EXPECT_EQ(Rational(1, 3).decimal_text(), "1/3");
  EXPECT_EQ(Rational(-5, 2).decimal_text(), "-2.5");
  EXPECT_EQ(Rational(42).decimal_text(), "42");
  EXPECT_EQ(Rational(1'000'000).decimal_text(), "1000000");
}

TEST(Rational, decimal_text_of_long_numbers_has_a_power_of_ten) {
  for (const char* text : {"1e200", "-1.5e30", "2e-200", "1.25e-309", "9e307"})
    EXPECT_EQ(read(text).decimal_text(), text);
  EXPECT_EQ(read("1234567890123456789012").decimal_text(), "1234567890123456789012");
  EXPECT_EQ((read("1e30") / Rational(7)).decimal_text(), (read("1e30") / Rational(7)).text());
}

} // namespace
} // namespace dalembert
