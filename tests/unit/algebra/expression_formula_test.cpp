#include <dalembert/algebra/expression_formula.h>
#include <dalembert/algebra/printed_text.h>
#include <dalembert/expr/text.h>
#include <dalembert/typesetting/formula_reader.h>

#include <gmock/gmock.h>

#include <random>

namespace dalembert {
namespace {

class ExpressionFormula : public testing::Test {
protected:
  Graph g;
  Expr x = g.symbol("x");
  Expr y = g.symbol("y'");
  Expr z = g.symbol("lambda.rod[2]");

  /// The text of the tree, which is that of the graph, and read as the same tree.
  std::string printed(Expr e) {
    const Formula formula = expression_formula(g, e);
    EXPECT_EQ(written(formula), text(g, e));
    EXPECT_TRUE(read_formula(written(formula)) == formula) << written(formula);
    return written(formula);
  }

  Expr random(std::mt19937& draw, int depth) {
    if (depth == 0) {
      const std::vector<Expr> leaves{
          x, y, z, g.pi(), g.number(Rational(3)), g.number(Rational(-2, 5)), g.number(Rational(1, 1000))};
      return leaves.at(draw() % leaves.size());
    }
    const Expr a = random(draw, depth - 1);
    const Expr b = random(draw, depth - 1);
    switch (draw() % 9) {
    case 0:
      return g.mul(a, b);
    case 1:
      return g.is_zero(b) ? a : g.div(a, b);
    case 2:
      return g.sub(a, b);
    case 3:
      return g.sin(a);
    case 4:
      return g.square(a);
    case 5:
      return g.select(Relation::less_equal, y, b, x, z);
    case 6:
      return g.scale(Rational(-3, 4), a);
    default:
      return g.add(a, b);
    }
  }
};

TEST_F(ExpressionFormula, is_the_text_of_the_graph_as_a_tree) {
  EXPECT_EQ(printed(g.neg(g.mul(x, g.add(y, z)))), "-x*(y' + lambda.rod[2])");
  printed(g.div(g.sqrt(g.add(x, g.one())), g.mul(g.number(Rational(2)), g.mul(y, z))));
  printed(g.pow(g.add(x, y), z));
  printed(g.pow(x, Rational(-3, 2)));
  printed(g.apply(Function::atan2, x, g.neg(y)));
  const UnknownId f = g.declare_unknown("f", 1);
  EXPECT_EQ(printed(g.unknown(f, std::vector<Argument>{{x, 2}})), "f''(x)");
}

TEST_F(ExpressionFormula, is_that_of_random_expressions_too) {
  constexpr unsigned seed = 11;
  std::mt19937 draw(seed);
  for (int round = 0; round < 600; ++round) {
    Expr e;
    try {
      e = random(draw, 1 + round % 4);
    } catch (const std::domain_error&) { // a constant that vanishes stood below the bar
      continue;
    }
    printed(e);
    ASSERT_FALSE(HasFailure()) << "seed " << seed << ", round " << round;
  }
}

TEST_F(ExpressionFormula, makes_one_factor_of_a_derivative_by_several_arguments) {
  const UnknownId phi = g.declare_unknown("phi", 2);
  const Formula formula = expression_formula(g, g.mul(x, g.unknown(phi, std::vector<Argument>{{x, 1}, {y, 0}})));
  EXPECT_EQ(written(formula), text(g, g.mul(x, g.unknown(phi, std::vector<Argument>{{x, 1}, {y, 0}}))));
  ASSERT_TRUE(formula.is(Formula::Kind::product));
  EXPECT_THAT(formula.parts, testing::SizeIs(3));
}

TEST_F(ExpressionFormula, knows_a_leading_minus_behind_a_word_that_the_reader_takes_for_a_difference) {
  const Expr e = g.select(Relation::less, x, y, g.neg(z), x);
  const Formula formula = expression_formula(g, e);
  EXPECT_EQ(written(formula), text(g, e));
  EXPECT_THAT(formula.parts.front().parts, testing::Contains(prefix_formula("-")));
  EXPECT_FALSE(read_formula(written(formula)) == formula);
}

TEST_F(ExpressionFormula, prints_symbols_as_they_are_declared) {
  const Formula jump = call_formula("jump", name_formula("x'"));
  const SymbolFormula symbols = [&](Expr e) { return e == z ? &jump : nullptr; };
  EXPECT_EQ(expression_formula(g, g.add(x, z), symbols), read_formula("x + jump(x')"));
}

TEST(PrintedNodes, are_names_numbers_operators_and_functions) {
  EXPECT_EQ(node_count(read_formula("m*x'^2 - 1/2*sin(theta[i-1])")), 12);
  EXPECT_EQ(node_count(read_formula("5e-41*a")), 3);
  EXPECT_EQ(node_count(read_formula("sum(j in i..n: m[j])")), 5);
  EXPECT_THAT(names_in(read_formula("f(x'')*lambda.rod + M[2]'")),
              testing::ElementsAre("M[2]", "f", "lambda.rod", "x"));
  EXPECT_TRUE(is_single(read_formula("sin(x + y)")));
  EXPECT_FALSE(is_single(read_formula("x^2")));
  EXPECT_FALSE(is_single(read_formula("-x")));
}

} // namespace
} // namespace dalembert
