#include <dalembert/expr/evaluate_as.h>
#include <dalembert/numerics/linear/big_float.h>

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

namespace dalembert {
namespace {

using Values = std::vector<AssignmentAs<BigFloat>>;

class EvaluatedAgain : public testing::Test {
protected:
  Graph graph;
  Expr x = graph.symbol("x");
  Expr y = graph.symbol("y");
  EvaluatorAs<BigFloat> evaluate{graph};

  double value(Expr e, const Values& values) {
    const std::vector<Expr> roots{e};
    return evaluate(roots, values)[0].to_double();
  }
};

TEST_F(EvaluatedAgain, follows_every_change_of_its_symbols) {
  const Expr square = graph.mul(x, x);
  const Expr all = graph.add(square, graph.mul(y, graph.add(y, square)));
  EXPECT_EQ(value(all, {{x, BigFloat(2.0)}, {y, BigFloat(3.0)}}), 25.0);
  EXPECT_EQ(value(all, {{x, BigFloat(2.0)}, {y, BigFloat(5.0)}}), 49.0) << "one of two has changed";
  EXPECT_EQ(value(square, {{x, BigFloat(3.0)}}), 9.0) << "a part alone";
  EXPECT_EQ(value(all, {{x, BigFloat(3.0)}, {y, BigFloat(5.0)}}), 79.0) << "what the part has seen, the whole sees too";
  EXPECT_EQ(value(all, {{x, BigFloat(3.0)}, {y, BigFloat(5.0)}}), 79.0);
}

TEST_F(EvaluatedAgain, needs_every_symbol_in_every_call) {
  const Expr sum = graph.add(x, y);
  EXPECT_EQ(value(sum, {{x, BigFloat(2.0)}, {y, BigFloat(3.0)}}), 5.0);
  EXPECT_THROW(value(sum, {{x, BigFloat(2.0)}}), std::invalid_argument);
  EXPECT_EQ(value(sum, {{x, BigFloat(1.0)}, {y, BigFloat(3.0)}}), 4.0) << "and recovers";
}

TEST_F(EvaluatedAgain, tells_the_zeros_of_both_signs_apart) {
  const Expr angle = graph.apply(Function::atan2, y, x);
  EXPECT_GT(value(angle, {{x, BigFloat(-1.0)}, {y, BigFloat(0.0)}}), 3.0);
  EXPECT_LT(value(angle, {{x, BigFloat(-1.0)}, {y, BigFloat(-0.0)}}), -3.0);
}

TEST_F(EvaluatedAgain, knows_expressions_that_were_made_meanwhile) {
  EXPECT_EQ(value(x, {{x, BigFloat(2.0)}}), 2.0);
  const Expr later = graph.add(graph.mul(x, y), graph.one());
  EXPECT_EQ(value(later, {{x, BigFloat(2.0)}, {y, BigFloat(3.0)}}), 7.0);
}

} // namespace
} // namespace dalembert
