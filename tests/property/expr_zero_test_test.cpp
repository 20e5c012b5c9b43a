#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/rounding.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/text.h>
#include <dalembert/expr/zero_test.h>

#include "random_expression.h"

#include <gtest/gtest.h>

#include <cmath>

namespace dalembert {
namespace {

constexpr std::uint64_t seed = 20260103;

class ZeroTestOnRandom : public ::testing::Test {
protected:
  ZeroTestOnRandom() : random(graph, seed, 3) { RecordProperty("seed", std::to_string(seed)); }

  /// Writes the same function another way: sums multiplied out, sines of sums by the addition theorem.
  Expr rewritten(Expr e) {
    std::vector<Replacement> rules;
    for (const Expr node : reachable(graph, std::span<const Expr>(&e, 1))) {
      if (graph.kind(node) != NodeKind::function) continue;
      const Function f = graph.function(node);
      const Expr a = graph.args(node)[0];
      const Expr half = graph.scale(Rational(1, 2), a);
      if (f == Function::sin)
        rules.push_back({node, graph.product({graph.number(2), graph.sin(half), graph.cos(half)})});
      if (f == Function::cos)
        rules.push_back({node, graph.sub(graph.number(1), graph.scale(Rational(2), graph.square(graph.sin(half))))});
      if (f == Function::tanh)
        rules.push_back({node, graph.div(graph.apply(Function::sinh, a), graph.apply(Function::cosh, a))});
    }
    return substitute(graph, e, rules);
  }

  Graph graph;
  RandomExpression random;
};

TEST_F(ZeroTestOnRandom, accepts_other_forms_of_the_same_function) {
  int proved = 0;
  constexpr int tried = 600;
  for (int k = 0; k < tried; ++k) {
    const Expr e = random.smooth(3);
    const Expr other = rewritten(e);
    const ZeroReport report = equality_test(graph, std::span<const Expr>(&e, 1), std::span<const Expr>(&other, 1));
    ASSERT_NE(report.verdict, Answer::no) << text(graph, e) << "  against  " << text(graph, other);
    proved += report.verdict == Answer::yes ? 1 : 0;
  }
  EXPECT_GT(proved, tried * 8 / 10);
}

TEST_F(ZeroTestOnRandom, never_accepts_a_mutant) {
  int rejected = 0;
  constexpr int tried = 1500;
  for (int k = 0; k < tried; ++k) {
    const Expr e = random.any(4);
    const std::vector<Expr> nodes = reachable(graph, std::span<const Expr>(&e, 1));
    const Expr victim = nodes[random.pick(nodes.size())];
    const Replacement mutation[] = {{victim, graph.scale(Rational(101, 100), victim)}};
    const Expr mutant = substitute(graph, e, mutation);
    const ZeroReport report = equality_test(graph, std::span<const Expr>(&e, 1), std::span<const Expr>(&mutant, 1));
    rejected += report.verdict == Answer::no ? 1 : 0;
    if (report.verdict != Answer::yes) continue;
    // Accepted: then it must be no mutant at all (sign of a scaled argument, 0·x …).
    const Expr both[] = {e, mutant};
    for (std::uint64_t s = 0; s < 20; ++s) {
      const std::vector<Rounded> values = evaluate_rounded(graph, both, {}, 1000 + s);
      const double difference = values[0].value - values[1].value;
      if (!std::isfinite(difference) || !std::isfinite(values[0].error + values[1].error)) continue;
      ASSERT_LE(std::abs(difference), 16.0 * (values[0].error + values[1].error))
          << text(graph, e) << "  against  " << text(graph, mutant);
    }
  }
  EXPECT_GT(rejected, tried / 2);
}

TEST_F(ZeroTestOnRandom, proves_reverse_equal_to_forward) {
  int proved = 0;
  constexpr int tried = 300;
  for (int k = 0; k < tried; ++k) {
    const Expr e = random.smooth(4);
    const std::vector<Expr> reverse = gradient(graph, e, random.symbols());
    const std::vector<Expr> forward = jacobian(graph, std::span<const Expr>(&e, 1), random.symbols());
    const ZeroReport report = equality_test(graph, reverse, forward);
    ASSERT_NE(report.verdict, Answer::no) << text(graph, e);
    proved += report.verdict == Answer::yes ? 1 : 0;
  }
  EXPECT_GT(proved, tried * 9 / 10);
}

} // namespace
} // namespace dalembert
