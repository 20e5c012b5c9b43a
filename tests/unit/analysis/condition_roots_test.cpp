#include <dalembert/analysis/condition_roots.h>
#include <dalembert/expr/zero_test.h>

#include <gtest/gtest.h>

namespace dalembert {
namespace {

/// α·f(θ) + β for names of parameters.
struct Conditions : testing::Test {
  Graph graph;
  Expr theta = graph.symbol("theta");
  Expr w = graph.symbol("w");
  Expr alpha = graph.symbol("alpha");
  Expr beta = graph.symbol("beta");
  Expr sine = graph.sin(theta);
  Expr cosine = graph.cos(theta);

  [[nodiscard]] Expr sum(Expr a, Expr b) { return graph.add(graph.mul(alpha, a), graph.mul(beta, b)); }
  [[nodiscard]] std::optional<AngleRoot> root(Expr condition) { return angle_root(graph, condition, theta); }
  [[nodiscard]] bool are_equal(Expr a, Expr b) { return is_zero(graph, graph.sub(a, b)); }
};

TEST_F(Conditions, linear_in_one_of_sine_and_cosine_have_a_root) {
  const Expr ratio = graph.neg(graph.div(beta, alpha));
  const auto by_cosine = root(sum(cosine, graph.one()));
  ASSERT_TRUE(by_cosine);
  EXPECT_TRUE(are_equal(by_cosine->cosine, ratio));
  EXPECT_TRUE(are_equal(graph.square(by_cosine->sine), graph.sub(graph.one(), graph.square(ratio))));
  const auto by_sine = root(sum(sine, graph.one()));
  ASSERT_TRUE(by_sine);
  EXPECT_TRUE(are_equal(by_sine->sine, ratio));
}

TEST_F(Conditions, times_the_other_one_have_the_same_root) {
  const auto found = root(graph.mul(sine, sum(cosine, graph.one())));
  ASSERT_TRUE(found);
  EXPECT_TRUE(are_equal(found->cosine, graph.neg(graph.div(beta, alpha))));
}

TEST_F(Conditions, of_another_shape_have_none) {
  EXPECT_FALSE(root(sum(sine, cosine)));
  EXPECT_FALSE(root(sum(graph.mul(cosine, graph.square(cosine)), graph.one())));
  EXPECT_FALSE(root(graph.add(sum(graph.square(cosine), cosine), graph.one())));
  EXPECT_FALSE(root(graph.mul(sine, sum(graph.square(cosine), graph.one()))));
  EXPECT_FALSE(root(beta));
}

TEST_F(Conditions, on_a_rate_have_the_root_that_is_not_zero) {
  const auto square = speed_root(graph, sum(graph.square(w), graph.one()), w);
  ASSERT_TRUE(square);
  EXPECT_TRUE(are_equal(graph.square(*square), graph.neg(graph.div(beta, alpha))));
  const auto linear = speed_root(graph, sum(w, graph.one()), w);
  ASSERT_TRUE(linear);
  EXPECT_TRUE(are_equal(*linear, graph.neg(graph.div(beta, alpha))));
  const auto without_zero = speed_root(graph, sum(graph.square(w), w), w);
  ASSERT_TRUE(without_zero);
  EXPECT_TRUE(are_equal(*without_zero, graph.neg(graph.div(beta, alpha))));
  EXPECT_FALSE(speed_root(graph, graph.add(sum(graph.square(w), w), graph.one()), w));
  EXPECT_FALSE(speed_root(graph, sum(graph.mul(w, graph.square(w)), graph.one()), w));
}

} // namespace
} // namespace dalembert
