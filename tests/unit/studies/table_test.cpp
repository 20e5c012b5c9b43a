// Tables in numbers of sixty digits.
#include <dalembert/expr/evaluate_as.h>
#include <dalembert/numerics/linear/big_float.h>

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

namespace dalembert {
namespace {

TEST(TablesInSixtyDigits, are_those_of_the_decimals_in_the_file) {
  Graph graph;
  const Expr x = graph.symbol("x");
  // x in cm, 0.1 and 0.3 are no doubles: the line is 2x all the same.
  const UnknownId f = graph.declare_table("f", std::make_shared<const TabulatedFunction>(
                                                   TabulatedFunction::Column{{0, 0.1, 0.3, 50}, {Rational(1, 100)}},
                                                   TabulatedFunction::Column{{0, 0.2, 0.6, 100}, {Rational(1, 100)}}));
  const auto at = [&](std::uint32_t order) {
    const Argument argument{x, order};
    return graph.unknown(f, std::span<const Argument>(&argument, 1));
  };
  const std::vector<Expr> roots{at(0), at(1), at(2)};
  const std::vector<AssignmentAs<BigFloat>> values{{x, BigFloat(Rational(1, 7))}};
  const std::vector<BigFloat> out = EvaluatorAs<BigFloat>(graph)(roots, values);
  // Sixty digits, of which slopes of short pieces lose some.
  const auto is_small = [](const BigFloat& difference) { return abs(difference) < BigFloat(1e-55); };
  EXPECT_TRUE(is_small(out[0] - BigFloat(Rational(2, 7))));
  EXPECT_TRUE(is_small(out[1] - BigFloat(2.0)));
  EXPECT_TRUE(is_small(out[2]));
  const std::vector<AssignmentAs<BigFloat>> outside{{x, BigFloat(Rational(1))}};
  EXPECT_FALSE(EvaluatorAs<BigFloat>(graph)(roots, outside)[0].is_finite());
}

TEST(TablesInSixtyDigits, are_the_doubles_to_rounding) {
  Graph graph;
  const Expr x = graph.symbol("x");
  const TabulatedFunction::Column degrees{{0, 30, 45, 60, 90, 200}, {Rational(1, 180), 1}};
  const TabulatedFunction::Column lift{{0.1, 0.7, 0.2, 0.2, 5, -3}, {Rational(1, 1000)}};
  const auto table = std::make_shared<const TabulatedFunction>(degrees, lift);
  const UnknownId f = graph.declare_table("f", table);
  for (const double angle : {0.01, 0.7, 0.9, 1.2, 2.0, 3.4})
    for (std::uint32_t order = 0; order < 4; ++order) {
      const Argument argument{x, order};
      const std::vector<Expr> root{graph.unknown(f, std::span<const Argument>(&argument, 1))};
      const std::vector<AssignmentAs<BigFloat>> values{{x, BigFloat(angle)}};
      const double precise = EvaluatorAs<BigFloat>(graph)(root, values)[0].to_double();
      // Third derivatives over pieces of 15°: rounding of (1/0.26)³ and of a value of 1e-3.
      EXPECT_NEAR(table->value(order, angle), precise, 1e-12 * (1e-3 + std::abs(precise))) << angle << ' ' << order;
    }
}

} // namespace
} // namespace dalembert
