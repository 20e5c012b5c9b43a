#include <dalembert/analysis/hurwitz.h>
#include <dalembert/expr/zero_test.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace dalembert {
namespace {

struct Hurwitz : testing::Test {
  Graph graph;

  [[nodiscard]] std::vector<Expr> symbols(std::size_t count) {
    std::vector<Expr> out;
    for (std::size_t i = 0; i < count; ++i)
      out.push_back(graph.symbol("r" + std::to_string(i)));
    return out;
  }

  /// (s + r1)·(s + r2)·…, the coefficient of sᵏ at place k.
  [[nodiscard]] SPolynomial with_roots(const std::vector<Expr>& r) {
    SPolynomial out{graph.one()};
    for (const Expr root : r) {
      SPolynomial next(out.size() + 1, graph.zero());
      for (std::size_t k = 0; k < out.size(); ++k) {
        next[k] = graph.add(next[k], graph.mul(root, out[k]));
        next[k + 1] = graph.add(next[k + 1], out[k]);
      }
      out = std::move(next);
    }
    return out;
  }

  /// The same in s².
  [[nodiscard]] SPolynomial with_squares(const std::vector<Expr>& r) {
    const SPolynomial in_square = with_roots(r);
    SPolynomial out(2 * in_square.size() - 1, graph.zero());
    for (std::size_t k = 0; k < in_square.size(); ++k)
      out[2 * k] = in_square[k];
    return out;
  }

  /// The product of all `of(rᵢ, rⱼ)`, i < j.
  template <typename Of>
  [[nodiscard]] Expr of_pairs(const std::vector<Expr>& r, const Of& of) {
    Expr out = graph.one();
    for (std::size_t j = 1; j < r.size(); ++j)
      for (std::size_t i = 0; i < j; ++i)
        out = graph.mul(out, of(r[i], r[j]));
    return out;
  }

  [[nodiscard]] bool are_equal(Expr a, Expr b) { return is_zero(graph, graph.sub(a, b)); }
};

/// Orlando's formula: Δₙ₋₁ is the product of rᵢ + rⱼ over the pairs of roots −r.
TEST_F(Hurwitz, the_last_determinant_vanishes_where_two_roots_are_opposite) {
  for (const std::size_t n : {3U, 4U, 5U, 6U}) {
    const std::vector<Expr> r = symbols(n);
    const auto found = hurwitz_quantities(graph, with_roots(r));
    ASSERT_TRUE(found) << n;
    ASSERT_EQ(found->size(), n + n - 2) << n; // the coefficients, Δ₂ … Δₙ₋₁
    EXPECT_TRUE(are_equal(found->back(), of_pairs(r, [this](Expr a, Expr b) { return graph.add(a, b); }))) << n;
  }
}

TEST_F(Hurwitz, a_damped_oscillator_needs_its_coefficients_alone) {
  const std::vector<Expr> r = symbols(2);
  const SPolynomial p = with_roots(r);
  EXPECT_EQ(hurwitz_quantities(graph, p), (std::vector<Expr>{p[0], p[1]}));
}

TEST_F(Hurwitz, oscillations_are_simple_where_the_squares_of_their_frequencies_differ) {
  const auto squared_difference = [this](Expr a, Expr b) { return graph.square(graph.sub(a, b)); };
  for (const std::size_t n : {2U, 3U}) {
    const std::vector<Expr> r = symbols(n);
    const auto found = oscillation_quantities(graph, with_squares(r));
    ASSERT_TRUE(found) << n;
    ASSERT_EQ(found->size(), n + 1) << n;
    EXPECT_TRUE(are_equal(found->back(), of_pairs(r, squared_difference))) << n;
  }
}

TEST_F(Hurwitz, odd_powers_are_no_oscillation) {
  EXPECT_FALSE(oscillation_quantities(graph, with_roots(symbols(4))).has_value());
}

} // namespace
} // namespace dalembert
