#include <dalembert/expr/residue.h>

#include <gtest/gtest.h>

#include <random>

namespace dalembert {
namespace {

TEST(Residue, arithmetic_is_that_of_a_field) {
  std::mt19937_64 random(11);
  for (int i = 0; i < 1000; ++i) {
    const Residue a(random());
    const Residue b(random());
    const Residue c(random());
    ASSERT_EQ(a * (b + c), a * b + a * c);
    ASSERT_EQ(a - b + b, a);
    ASSERT_EQ(a * *a.inverse(), Residue(1));
    ASSERT_EQ(a.pow(Residue::p), a); // Fermat
  }
  EXPECT_FALSE(Residue(0).inverse().has_value());
  EXPECT_EQ(-Residue(1), Residue(Residue::p - 1));
  EXPECT_TRUE(Residue(Residue::p).is_zero());
}

TEST(Residue, the_sign_is_multiplicative_and_minus_one_is_negative) {
  std::mt19937_64 random(12);
  EXPECT_EQ((-Residue(1)).sign(), -1);
  for (int i = 0; i < 200; ++i) {
    const Residue a(random());
    const Residue b(random());
    ASSERT_EQ((a * b).sign(), a.sign() * b.sign());
    ASSERT_EQ((a * a).sign(), 1);
  }
}

TEST(Residue, a_root_is_itself_a_square_and_roots_multiply) {
  std::mt19937_64 random(13);
  for (int i = 0; i < 200; ++i) {
    const Residue a(random());
    const Residue b(random());
    const auto root = (a * a).sqrt();
    ASSERT_TRUE(root.has_value());
    ASSERT_EQ(root->sign(), 1);
    ASSERT_EQ(*root * *(b * b).sqrt(), *(a * a * b * b).sqrt());
    ASSERT_EQ(a.sqrt().has_value(), a.sign() == 1);
  }
}

TEST(Residue, rational_powers_obey_the_laws_of_exponents) {
  std::mt19937_64 random(14);
  for (int i = 0; i < 200; ++i) {
    const Residue a(random());
    const auto third = a.rational_power(1, 3);
    ASSERT_TRUE(third.has_value());
    ASSERT_EQ(third->pow(3), a);
    ASSERT_EQ(*a.rational_power(2, 3), *third * *third);
    ASSERT_EQ(*a.rational_power(-1, 3) * *third, Residue(1));
    ASSERT_EQ(a.rational_power(1, 6).has_value(), a.sign() == 1);
  }
  EXPECT_FALSE(Residue(0).rational_power(-1, 3).has_value());
}

TEST(Residue, the_prime_gives_small_numbers_their_real_sign_and_roots) {
  EXPECT_EQ(Residue::p, 4'611'686'018'426'607'119U);
  for (const std::uint64_t n : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}) {
    EXPECT_EQ(Residue(n).sign(), 1) << n;
    EXPECT_EQ((-Residue(n)).sign(), -1) << n;
  }
}

} // namespace
} // namespace dalembert
