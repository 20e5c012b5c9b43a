#include <dalembert/expr/common_factors.h>
#include <dalembert/expr/text.h>
#include <dalembert/expr/zero_test.h>

#include <gtest/gtest.h>

namespace dalembert {
namespace {

class CommonFactors : public ::testing::Test {
protected:
  Graph graph;
  Expr m = graph.symbol("m");
  Expr n = graph.symbol("n");
  Expr g = graph.symbol("g");
  Expr l = graph.symbol("l");
};

TEST_F(CommonFactors, stand_before_the_sum) {
  const Expr e = graph.add(graph.product({m, l, g}), graph.product({n, l, g}));
  EXPECT_EQ(with_common_factors_out(graph, e), graph.product({l, g, graph.add(m, n)}));
}

TEST_F(CommonFactors, are_the_smallest_powers) {
  const Expr e = graph.sub(graph.mul(m, graph.pow(l, Rational(3))), graph.mul(n, graph.square(l)));
  EXPECT_EQ(with_common_factors_out(graph, e), graph.mul(graph.square(l), graph.sub(graph.mul(m, l), n)));
}

TEST_F(CommonFactors, of_denominators_are_the_smallest_ones) {
  const Expr e = graph.add(graph.div(m, l), graph.div(n, graph.square(l)));
  EXPECT_EQ(with_common_factors_out(graph, e), graph.div(graph.add(m, graph.div(n, l)), l));
}

TEST_F(CommonFactors, may_be_a_number_and_a_sum) {
  const Expr sum = graph.add(m, n);
  const Expr e = graph.sub(graph.scale(Rational(2), graph.mul(sum, g)), graph.scale(Rational(2), graph.mul(sum, l)));
  EXPECT_EQ(with_common_factors_out(graph, e), graph.scale(Rational(2), graph.mul(sum, graph.sub(g, l))));
}

TEST_F(CommonFactors, are_found_in_sums_within_products) {
  const Expr inner = graph.add(graph.mul(m, l), graph.mul(n, l));
  const Expr e = graph.div(graph.mul(inner, g), graph.square(l));
  EXPECT_EQ(with_common_factors_out(graph, e), graph.div(graph.mul(graph.add(m, n), g), l));
}

TEST_F(CommonFactors, leave_what_shares_nothing) {
  for (const Expr e : {graph.zero(), graph.number(3), m, graph.add(graph.mul(m, l), graph.square(n)),
                       graph.sin(graph.add(graph.mul(m, l), graph.mul(n, l)))})
    EXPECT_EQ(with_common_factors_out(graph, e), e) << text(graph, e);
}

} // namespace
} // namespace dalembert
