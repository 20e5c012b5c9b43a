// Expressions multiplied out: equal to what they were, shorter where terms cancel, and no difference of large numbers.
#include <dalembert/expr/text.h>
#include <dalembert/expr/zero_test.h>
#include <dalembert/lowering/multiplied_out.h>

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace dalembert {
namespace {

class MultipliedOut : public testing::Test {
protected:
  /// The result as text; it is equal to `e`.
  std::string of(Expr e, std::size_t most = 64) {
    const std::optional<Expr> out = multiplied_out(graph_, e, places_, most);
    if (!out) return "none";
    EXPECT_TRUE(are_equal(graph_, e, *out)) << text(graph_, *out);
    return text(graph_, *out);
  }

  Graph graph_;
  Expr a_ = graph_.symbol("a");
  Expr b_ = graph_.symbol("b");
  Expr x_ = graph_.symbol("x");
  Expr y_ = graph_.symbol("y");
  Expr v_ = graph_.symbol("v");
  Expr sin_ = graph_.sin(x_);
  Expr cos_ = graph_.cos(x_);
  std::array<Expr, 2> places_{x_, y_};
};

TEST_F(MultipliedOut, squares_of_one_angle_become_one) {
  const Expr turned = graph_.add(graph_.mul(a_, graph_.square(sin_)), graph_.mul(a_, graph_.square(cos_)));
  EXPECT_EQ(of(turned), "a");
}

TEST_F(MultipliedOut, terms_that_stand_twice_with_opposite_signs_cancel) {
  const Expr speed = graph_.add(graph_.product({a_, cos_, v_}), graph_.product({b_, graph_.cos(y_), v_}));
  const Expr e = graph_.sub(graph_.product({a_, sin_, speed}), graph_.product({a_, a_, sin_, cos_, v_}));
  EXPECT_EQ(of(e), "a*b*v*sin(x)*cos(y)");
}

TEST_F(MultipliedOut, common_factors_stand_before_what_is_left) {
  const Expr e =
      graph_.add(graph_.product({a_, b_, sin_, graph_.cos(y_)}), graph_.product({a_, b_, cos_, graph_.sin(y_)}));
  EXPECT_EQ(of(e), "a*b*(cos(x)*sin(y) + sin(x)*cos(y))");
}

TEST_F(MultipliedOut, differences_of_places_stay_as_they_are) {
  const Expr apart = graph_.sub(x_, y_);
  EXPECT_EQ(of(graph_.product({a_, apart, graph_.add(x_, a_)})),
            text(graph_, graph_.product({a_, apart, graph_.add(x_, a_)})));
  const Expr on_a_cart = graph_.add(x_, graph_.mul(a_, graph_.sin(y_)));
  const Expr pulled = graph_.product({b_, on_a_cart, graph_.cos(y_)});
  EXPECT_EQ(of(pulled), text(graph_, pulled));
}

TEST_F(MultipliedOut, what_would_be_long_is_left_alone) {
  const Expr sum = graph_.sum({sin_, cos_, graph_.sin(y_)});
  const Expr other = graph_.sum({sin_, graph_.cos(y_), a_});
  EXPECT_EQ(of(graph_.mul(sum, other), 4), "none");
  EXPECT_NE(of(graph_.mul(sum, other), 64), "none");
}

TEST_F(MultipliedOut, what_cancels_beside_a_sum_that_is_used_elsewhere_is_gone) {
  // A momentum P of what hangs on a link, as its derivatives hold it.
  const Expr momentum = graph_.add(graph_.product({b_, graph_.cos(y_), v_}), graph_.product({a_, cos_, v_}));
  const Expr weight = graph_.mul(a_, b_);
  const Expr twice = graph_.sub(graph_.mul(sin_, graph_.add(weight, graph_.product({b_, v_, momentum}))),
                                graph_.product({b_, sin_, v_, momentum}));
  std::array<Expr, 3> entries{twice, graph_.mul(a_, momentum), graph_.mul(b_, graph_.sub(x_, y_))};
  const std::array<Expr, 3> before = entries;
  cancel_terms(graph_, entries, places_, 64);
  EXPECT_EQ(text(graph_, entries[0]), "a*b*sin(x)");
  EXPECT_EQ(entries[1], before[1]);
  EXPECT_EQ(entries[2], before[2]);
}

} // namespace
} // namespace dalembert
