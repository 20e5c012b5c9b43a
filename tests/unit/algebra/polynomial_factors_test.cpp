#include <dalembert/algebra/coprime_coefficients.h>
#include <dalembert/algebra/polynomial_factors.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace dalembert {
namespace {

using Exponents = Polynomial::Exponents;

/// The product, like terms added up.
Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  Polynomial out{a.variables, {}};
  for (const Polynomial::Term& s : a.terms)
    for (const Polynomial::Term& t : b.terms) {
      Exponents sum = s.exponents;
      for (std::size_t v = 0; v < sum.size(); ++v)
        sum[v] += t.exponents[v];
      const auto like = std::ranges::find(out.terms, sum, &Polynomial::Term::exponents);
      if (like == out.terms.end())
        out.terms.push_back({sum, s.coefficient * t.coefficient});
      else
        like->coefficient += s.coefficient * t.coefficient;
    }
  std::erase_if(out.terms, [](const Polynomial::Term& t) { return t.coefficient.is_zero(); });
  return out;
}

bool is_same(const Polynomial& a, const Polynomial& b) {
  return a.terms.size() == b.terms.size() && std::ranges::all_of(a.terms, [&](const Polynomial::Term& t) {
           return std::ranges::any_of(b.terms, [&](const Polynomial::Term& u) {
             return t.exponents == u.exponents && t.coefficient == u.coefficient;
           });
         });
}

Polynomial multiplied_out(const PolynomialFactors& factors, std::size_t variables) {
  Polynomial out{variables, {{Exponents(variables), factors.number}}};
  for (const auto& [factor, power] : factors.factors)
    for (int i = 0; i < power; ++i)
      out = out * factor;
  return out;
}

TEST(PolynomialFactors, numbers_alone_are_common_to_coprime_coefficients) {
  // 6·(y² + z)·x + 4·y/3 = 2/3·(9·(y² + z)·x + 2·y)
  const Polynomial p{3, {{{1, 2, 0}, 6}, {{1, 0, 1}, 6}, {{0, 1, 0}, Rational(4, 3)}}};
  EXPECT_TRUE(has_coprime_coefficients(p, 0));
  const auto found = factors(p);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->number, Rational(2, 3));
  ASSERT_EQ(found->factors.size(), 1U);
  EXPECT_TRUE(is_same(multiplied_out(*found, 3), p));
}

TEST(PolynomialFactors, common_factors_of_the_coefficients_are_seen) {
  // (y + z)·(x + y)
  const Polynomial p{3, {{{1, 1, 0}, 1}, {{1, 0, 1}, 1}, {{0, 2, 0}, 1}, {{0, 1, 1}, 1}}};
  EXPECT_FALSE(has_coprime_coefficients(p, 0));
  const auto found = factors(p);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->factors.size(), 2U);
  // All of a is common to a·x + 0.
  EXPECT_FALSE(has_coprime_coefficients({2, {{{1, 1}, 1}}}, 0));
}

TEST(PolynomialFactors, random_products_are_never_taken_for_coprime_ones) {
  std::mt19937 random(5); // NOLINT(cert-msc51-cpp): the same polynomials each time
  const auto draw = [&random](std::size_t variables, bool has_first) {
    Polynomial out{variables, {}};
    for (int i = 0; i < 3; ++i) {
      Exponents exponents(variables);
      for (std::size_t v = has_first ? 0 : 1; v < variables; ++v)
        exponents[v] = v == 0 ? static_cast<unsigned long>(i % 2) : random() % 3;
      out.terms.push_back({exponents, Rational(static_cast<std::int64_t>(random() % 9) + 1)});
    }
    return out * Polynomial{variables, {{Exponents(variables), 1}}};
  };
  int coprime = 0;
  for (int round = 0; round < 200; ++round) {
    const Polynomial linear = draw(4, true);
    const Polynomial common = draw(4, false);
    const bool is_number =
        std::ranges::all_of(common.terms, [](const Polynomial::Term& t) { return t.exponents == Exponents(4); });
    if (!is_number) {
      EXPECT_FALSE(has_coprime_coefficients(linear * common, 0));
    }
    if (!has_coprime_coefficients(linear, 0)) continue;
    ++coprime;
    const auto found = factors(linear);
    ASSERT_TRUE(found.has_value());
    EXPECT_TRUE(is_same(multiplied_out(*found, 4), linear));
  }
  EXPECT_GT(coprime, 50);
}

} // namespace
} // namespace dalembert
