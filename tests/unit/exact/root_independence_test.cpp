#include <dalembert/exact/root_independence.h>

#include <gtest/gtest.h>

namespace dalembert {
namespace {

struct Roots : testing::Test {
  Graph graph;
  Expr x = graph.symbol("x");
  Expr y = graph.symbol("y");

  [[nodiscard]] bool independent(const std::vector<Expr>& radicands, const std::vector<Expr>& positive = {}) const {
    return are_independent(graph, radicands, positive);
  }
};

TEST_F(Roots, of_different_functions_are_independent) {
  EXPECT_TRUE(independent({}));
  EXPECT_TRUE(independent({x}));
  EXPECT_TRUE(independent({x, y}));
  EXPECT_TRUE(independent({x, graph.add(x, y)}));
  EXPECT_TRUE(independent({x, y, graph.add(x, graph.one())}));
}

TEST_F(Roots, whose_product_is_a_number_times_a_square_are_not) {
  EXPECT_FALSE(independent({graph.scale(Rational(2), graph.square(x))}));
  EXPECT_FALSE(independent({x, graph.scale(Rational(4), x)}));
  EXPECT_FALSE(independent({x, y, graph.mul(x, y)}));
  EXPECT_FALSE(independent({graph.mul(x, graph.square(y)), x}));
}

TEST_F(Roots, of_what_is_positive_are_none) {
  EXPECT_FALSE(independent({x}, {x}));
  EXPECT_TRUE(independent({y}, {x}));
  EXPECT_FALSE(independent({graph.mul(x, y), y}, {x}));
}

TEST_F(Roots, within_roots_are_left_alone) {
  EXPECT_FALSE(independent({graph.add(y, graph.sqrt(x))}));
}

} // namespace
} // namespace dalembert
