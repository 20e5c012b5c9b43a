#include <dalembert/analysis/condition_branches.h>
#include <dalembert/analysis/steady_mirrors.h>
#include <dalembert/expr/zero_test.h>

#include <gmock/gmock.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace dalembert {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;
using Turn = SteadyMirrors::Turn;

struct SteadyBranches : testing::Test {
  System system;
  Graph& graph;
  Expr x;
  Expr y;

  SteadyBranches() : graph(*(system.graph = std::make_shared<Graph>())), x(graph.symbol("x")), y(graph.symbol("y")) {}

  [[nodiscard]] Expr number(int n, int d = 1) { return graph.number(Rational(n, d)); }

  [[nodiscard]] ConditionBranches solve(const std::vector<Expr>& conditions, const std::vector<Expr>& positive = {}) {
    ConditionBranches found = condition_branches(system, conditions, {x, y}, positive);
    for (const std::vector<Replacement>& values : found.solutions)
      for (const Expr e : conditions)
        EXPECT_TRUE(is_zero(graph, substitute(graph, e, values)));
    return found;
  }

  [[nodiscard]] bool has(const ConditionBranches& found, Expr at_x, Expr at_y) {
    return std::ranges::any_of(found.solutions, [&](const std::vector<Replacement>& values) {
      return are_equal(graph, substitute(graph, x, values), at_x) &&
             are_equal(graph, substitute(graph, y, values), at_y);
    });
  }
};

/// The equilibria of Hénon and Heiles: the centre and three saddles.
TEST_F(SteadyBranches, go_through_every_factor) {
  const Expr first = graph.mul(x, graph.add(graph.scale(Rational(2), y), graph.one()));
  const Expr second = graph.add(graph.sub(graph.square(x), graph.square(y)), y);
  const ConditionBranches found = solve({first, second});
  EXPECT_TRUE(found.is_complete);
  ASSERT_THAT(found.solutions, SizeIs(4));
  EXPECT_TRUE(has(found, graph.zero(), graph.zero()));
  EXPECT_TRUE(has(found, graph.zero(), graph.one()));
  EXPECT_TRUE(has(found, graph.scale(Rational(1, 2), graph.sqrt(number(3))), number(-1, 2)));
  EXPECT_TRUE(has(found, graph.scale(Rational(-1, 2), graph.sqrt(number(3))), number(-1, 2)));
}

/// m·g + c·|y|·y = 0: the fall that drag keeps at one speed.
TEST_F(SteadyBranches, of_absolute_values_keep_their_sides) {
  for (const Expr rate : {x, y}) { // sizes of rates alone are taken apart
    Coordinate coordinate;
    coordinate.rate = rate;
    system.coordinates.push_back(coordinate);
  }
  const Expr weight = graph.symbol("weight");
  const Expr drag = graph.symbol("drag");
  const Expr size = graph.sqrt(graph.add(graph.square(x), graph.square(y)));
  const ConditionBranches found =
      solve({graph.product({drag, size, x}), graph.add(weight, graph.product({drag, size, y}))}, {weight, drag});
  EXPECT_TRUE(found.is_complete);
  ASSERT_THAT(found.solutions, SizeIs(1));
  EXPECT_TRUE(has(found, graph.zero(), graph.neg(graph.sqrt(graph.div(weight, drag)))));
}

TEST_F(SteadyBranches, of_exponentials_are_families) {
  const auto exponential = [&](Expr u) { return graph.apply(Function::exp, u); };
  const ConditionBranches found = solve({graph.sub(exponential(graph.sub(x, y)), exponential(graph.sub(y, x)))});
  EXPECT_TRUE(found.is_complete);
  ASSERT_THAT(found.solutions, SizeIs(1));
  EXPECT_TRUE(has(found, y, y));
}

/// sin x·(a·cos y + b·sin y) = 0.
TEST_F(SteadyBranches, of_an_angle_are_two_tangents_or_half_turns) {
  const Expr a = graph.symbol("a");
  const Expr b = graph.symbol("b");
  const Expr sum = graph.add(graph.mul(a, graph.cos(y)), graph.mul(b, graph.sin(y)));
  const ConditionBranches found = solve({graph.mul(graph.sin(x), sum)});
  EXPECT_TRUE(found.is_complete);
  ASSERT_THAT(found.solutions, SizeIs(4));
  EXPECT_TRUE(has(found, graph.zero(), y));
  EXPECT_TRUE(has(found, graph.pi(), y));
  EXPECT_TRUE(has(found, x, graph.neg(graph.apply(Function::atan, graph.div(a, b)))));
}

TEST_F(SteadyBranches, of_what_has_one_sign_are_none) {
  const Expr k = graph.symbol("k");
  const ConditionBranches found = solve({graph.add(k, graph.square(x))}, {k});
  EXPECT_TRUE(found.is_complete);
  EXPECT_THAT(found.solutions, IsEmpty());
}

TEST_F(SteadyBranches, are_not_complete_where_a_factor_is_not_solved) {
  const ConditionBranches found = solve({graph.mul(x, graph.sub(graph.cos(x), x))});
  EXPECT_FALSE(found.is_complete);
  EXPECT_THAT(found.solutions, SizeIs(1));
}

/// sin x + … with x outside of the sine: the roots after whole turns are others.
TEST_F(SteadyBranches, are_not_complete_where_whole_turns_change_something) {
  EXPECT_FALSE(solve({graph.mul(graph.sin(x), graph.add(x, graph.one()))}).is_complete);
  EXPECT_TRUE(solve({graph.sin(x)}).is_complete);
}

TEST_F(SteadyBranches, are_not_complete_with_inputs) {
  Parameter input;
  input.name = "u";
  input.symbol = graph.symbol("u");
  input.is_input = true;
  system.parameters.push_back(input);
  EXPECT_FALSE(solve({graph.mul(input.symbol, x)}).is_complete);
}

TEST_F(SteadyBranches, are_mirror_images_where_the_conditions_allow_it) {
  const Expr condition = graph.sub(graph.cos(x), graph.square(y));
  SteadyMirrors mirrors(graph, {condition}, {x, y});
  const Expr root = graph.sqrt(graph.cos(x));
  const auto mirror = mirrors.between({{y, graph.neg(root)}}, {{y, root}});
  ASSERT_TRUE(mirror);
  EXPECT_EQ(*mirror, (SteadyMirrors::Mirror{Turn::none, Turn::negative}));
  EXPECT_EQ(mirrors_text({*mirror}, {"x", "y"}), "-y for y");
  EXPECT_FALSE(mirrors.between({{x, graph.pi()}}, {{x, graph.zero()}}));
}

} // namespace
} // namespace dalembert
