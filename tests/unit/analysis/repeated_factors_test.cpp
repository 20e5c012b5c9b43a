#include <dalembert/analysis/repeated_factors.h>
#include <dalembert/expr/zero_test.h>

#include <gmock/gmock.h>

#include <algorithm>
#include <vector>

namespace dalembert {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

struct RepeatedFactors : testing::Test {
  Graph g;
  Expr a = g.symbol("a");
  Expr b = g.symbol("b");
  Expr c = g.symbol("c");

  /// The sum of all products of terms, so that no factor stands in it as written.
  [[nodiscard]] Expr product(const std::vector<Expr>& p, const std::vector<Expr>& q) {
    Expr out = g.zero();
    for (const Expr x : p)
      for (const Expr y : q)
        out = g.add(out, g.mul(x, y));
    return out;
  }
  [[nodiscard]] std::vector<Expr> terms(Expr e) {
    const Term whole = g.as_term(e); // a number may stand before a sum
    std::vector<Expr> out;
    for (const Term& term : std::vector<Term>(g.terms(whole.expr).begin(), g.terms(whole.expr).end()))
      out.push_back(g.scale(g.value(whole.coefficient) * g.value(term.coefficient), term.expr));
    return out;
  }
  [[nodiscard]] bool is_multiple(Expr found, Expr factor) {
    return are_equal(g, found, factor) || are_equal(g, found, g.neg(factor));
  }
};

TEST_F(RepeatedFactors, of_a_square_multiplied_out_is_its_root) {
  const std::vector<Expr> root{a, g.scale(Rational(-2), b), g.mul(b, c)};
  const std::vector<Expr> found = repeated_factors(g, product(root, root), {a, b, c});
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_TRUE(is_multiple(found[0], g.sum({a, g.scale(Rational(-2), b), g.mul(b, c)})));
}

TEST_F(RepeatedFactors, of_a_square_with_a_negative_number_is_its_root) {
  const std::vector<Expr> root{a, g.neg(b)};
  const std::vector<Expr> found = repeated_factors(g, g.scale(Rational(-3, 7), product(root, root)), {a, b});
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_TRUE(is_multiple(found[0], g.sub(a, b)));
}

TEST_F(RepeatedFactors, of_a_fourth_power_are_those_of_its_root_too) {
  const std::vector<Expr> square = terms(product({a, g.neg(b)}, {a, g.neg(b)}));
  const std::vector<Expr> found = repeated_factors(g, product(square, square), {a, b});
  EXPECT_TRUE(std::ranges::any_of(found, [this](Expr e) { return is_multiple(e, g.sub(a, b)); }));
}

/// (a² + b²)·(a·c − 2·b)², over c·(a + b).
TEST_F(RepeatedFactors, are_found_beside_others) {
  const std::vector<Expr> root{g.mul(a, c), g.scale(Rational(-2), b)};
  const Expr square = product(root, root);
  const Expr above = product({g.square(a), g.square(b)}, terms(square));
  const std::vector<Expr> found = repeated_factors(g, g.div(above, g.mul(c, g.add(a, b))), {a, b, c});
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_TRUE(is_multiple(found[0], g.sub(g.mul(a, c), g.scale(Rational(2), b))));
}

/// (a − b)⁴·(a − 3·c)²·(a + b).
TEST_F(RepeatedFactors, of_different_powers_are_both_found) {
  const std::vector<Expr> once{a, g.neg(b)};
  const std::vector<Expr> square = terms(product(once, once));
  const std::vector<Expr> other{a, g.scale(Rational(-3), c)};
  const std::vector<Expr> both = terms(product(terms(product(square, square)), terms(product(other, other))));
  const Expr quantity = product(both, {a, b});
  const std::vector<Expr> found = repeated_factors(g, quantity, {a, b, c});
  ASSERT_THAT(found, SizeIs(2));
  const Expr three = g.sub(a, g.scale(Rational(3), c));
  EXPECT_TRUE((is_multiple(found[0], g.sub(a, b)) && is_multiple(found[1], three)) ||
              (is_multiple(found[1], g.sub(a, b)) && is_multiple(found[0], three)));
}

TEST_F(RepeatedFactors, are_none_of_what_stands_once) {
  EXPECT_THAT(repeated_factors(g, product({a, g.neg(b)}, {a, b, c}), {a, b, c}), IsEmpty());
  EXPECT_THAT(repeated_factors(g, g.add(g.square(a), g.square(b)), {a, b, c}), IsEmpty());
  EXPECT_THAT(repeated_factors(g, g.sum({g.square(a), g.mul(a, b), g.square(b)}), {a, b, c}), IsEmpty());
  EXPECT_THAT(repeated_factors(g, g.mul(g.square(a), b), {a, b, c}), IsEmpty()); // a symbol alone
  EXPECT_THAT(repeated_factors(g, g.number(Rational(4)), {a}), IsEmpty());
}

} // namespace
} // namespace dalembert
