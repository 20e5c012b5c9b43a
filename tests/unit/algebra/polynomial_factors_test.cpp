#include <dalembert/algebra/binomial_factors.h>
#include <dalembert/algebra/coprime_coefficients.h>
#include <dalembert/algebra/flint_factors.h>
#include <dalembert/algebra/polynomial_factors.h>
#include <dalembert/algebra/quadratic_factors.h>

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

/// The same factors with the same powers in any order, and the same number.
bool have_same_factors(const PolynomialFactors& a, const PolynomialFactors& b) {
  return a.number == b.number && a.factors.size() == b.factors.size() &&
         std::ranges::all_of(a.factors, [&b](const auto& mine) {
           return std::ranges::any_of(b.factors, [&mine](const auto& other) {
             return mine.second == other.second && is_same(mine.first, other.first);
           });
         });
}

TEST(QuadraticFactors, splits_what_has_rank_one_or_two_and_a_square) {
  // −½·(x − y)²
  const Polynomial square{2, {{{1, 1}, 1}, {{2, 0}, Rational(-1, 2)}, {{0, 2}, Rational(-1, 2)}}};
  const auto found = factors_of_quadratic(square);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->number, Rational(-1, 2));
  ASSERT_EQ(found->factors.size(), 1U);
  EXPECT_EQ(found->factors.front().second, 2);
  // x² − 2·y² has factors over the reals alone, x² − y² also over the rationals, x² + y² over neither.
  EXPECT_EQ(factors_of_quadratic({2, {{{2, 0}, 1}, {{0, 2}, -2}}})->factors.size(), 1U);
  EXPECT_EQ(factors_of_quadratic({2, {{{2, 0}, 1}, {{0, 2}, -1}}})->factors.size(), 2U);
  EXPECT_EQ(factors_of_quadratic({2, {{{2, 0}, 1}, {{0, 2}, 1}}})->factors.size(), 1U);
  // x·y + z·w has rank 4, x·y + x·z + y + z = (x + 1)·(y + z).
  EXPECT_EQ(factors_of_quadratic({4, {{{1, 1, 0, 0}, 1}, {{0, 0, 1, 1}, 1}}})->factors.size(), 1U);
  EXPECT_EQ(factors_of_quadratic({3, {{{1, 1, 0}, 1}, {{1, 0, 1}, 1}, {{0, 1, 0}, 1}, {{0, 0, 1}, 1}}})->factors.size(),
            2U);
  EXPECT_TRUE(factors_of_quadratic({2, {{{0, 0}, Rational(-16, 3)}}})->factors.empty());
  EXPECT_FALSE(factors_of_quadratic({2, {{{2, 1}, 1}}}).has_value());
}

TEST(QuadraticFactors, agree_with_flint_on_random_ones) {
  std::mt19937 random(11); // NOLINT(cert-msc51-cpp): the same polynomials each time
  const auto number = [&random] { return Rational(static_cast<std::int64_t>(random() % 7) - 3); };
  const auto linear = [&number] {
    Polynomial out{3, {}};
    for (const Exponents& e : std::vector<Exponents>{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}})
      if (const Rational c = number(); !c.is_zero()) out.terms.push_back({e, c});
    return out;
  };
  int reducible = 0;
  for (int round = 0; round < 400; ++round) {
    Polynomial p = linear() * linear();
    if (round % 2 == 0) { // most are irreducible then
      p.terms.push_back({{0, 0, 0}, number()});
      p = p * Polynomial{3, {{{0, 0, 0}, Rational(1, 2)}}};
    }
    if (p.terms.empty()) continue;
    const auto mine = factors_of_quadratic(p);
    const auto other = flint_factors(p);
    ASSERT_TRUE(mine && other);
    EXPECT_TRUE(have_same_factors(*mine, *other)) << round;
    reducible += mine->factors.size() > 1 ? 1 : 0;
  }
  EXPECT_GT(reducible, 100);
  EXPECT_LT(reducible, 300);
}

TEST(BinomialFactors, are_divided_out_as_often_as_they_divide) {
  const Polynomial minus{3, {{{0, 1, 0}, 1}, {{0, 0, 1}, -1}}};
  const Polynomial plus{3, {{{0, 1, 0}, 1}, {{0, 0, 1}, 1}}};
  const Polynomial rest{3, {{{1, 2, 0}, 3}, {{1, 0, 1}, 2}, {{0, 1, 1}, Rational(5, 2)}}};
  PolynomialFactors found;
  const Polynomial left = without_binomials(minus * minus * plus * rest, 0, found);
  EXPECT_TRUE(is_same(left, rest));
  ASSERT_EQ(found.factors.size(), 2U);
  EXPECT_EQ(found.factors[0].second + found.factors[1].second, 3);
  EXPECT_EQ(found.number, Rational(1));
  PolynomialFactors none;
  EXPECT_TRUE(is_same(without_binomials(rest, 0, none), rest));
  EXPECT_TRUE(none.factors.empty());
}

TEST(PolynomialFactors, of_linear_ones_agree_with_flint) {
  std::mt19937 random(13); // NOLINT(cert-msc51-cpp): the same polynomials each time
  const auto draw = [&random](bool has_first) {
    Polynomial out{4, {}};
    for (int i = 0; i < 3; ++i) {
      Exponents exponents(4);
      exponents[0] = has_first ? static_cast<unsigned long>(i % 2) : 0;
      for (std::size_t v = 1; v < 4; ++v)
        exponents[v] = random() % 2;
      out.terms.push_back({exponents, Rational(static_cast<std::int64_t>(random() % 9) + 1)});
    }
    return out * Polynomial{4, {{Exponents(4), 1}}};
  };
  const Polynomial cosine{4, {{{0, 0, 2, 0}, 1}, {{0, 0, 0, 2}, -1}}};
  for (int round = 0; round < 100; ++round) {
    Polynomial p = draw(true) * draw(false);
    if (round % 2 == 0) p = p * cosine;
    const auto mine = factors(p);
    const auto other = flint_factors(p);
    ASSERT_TRUE(mine && other);
    EXPECT_TRUE(is_same(multiplied_out(*mine, 4), p));
    EXPECT_EQ(mine->factors.size(), other->factors.size()) << round;
  }
}

} // namespace
} // namespace dalembert
