#include <dalembert/analysis/characteristic_factors.h>
#include <dalembert/analysis/equal_roots.h>
#include <dalembert/expr/zero_test.h>

#include <gmock/gmock.h>

#include <memory>
#include <vector>

namespace dalembert {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

struct EqualFactors : testing::Test {
  System system;
  Graph& graph;
  Expr k;
  Expr c;

  EqualFactors() : graph(*(system.graph = std::make_shared<Graph>())), k(graph.symbol("k")), c(graph.symbol("c")) {}

  /// q̈ + K·q = 0 as a motion of (q, w).
  [[nodiscard]] SteadyLinearMotion motion(const std::vector<std::vector<Expr>>& stiffness) {
    const int n = static_cast<int>(stiffness.size());
    SteadyLinearMotion out;
    out.constant = ExprMatrix(2 * n, 2 * n, graph.zero());
    out.linear = ExprMatrix(2 * n, 2 * n, graph.zero());
    for (int i = 0; i < 2 * n; ++i)
      out.linear.at(i, i) = graph.one();
    for (int i = 0; i < n; ++i) {
      out.constant.at(i, n + i) = graph.number(-1);
      for (int j = 0; j < n; ++j)
        out.constant.at(n + i, j) = stiffness[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
    }
    return out;
  }

  [[nodiscard]] SPolynomial square_plus(Expr e) { return {e, graph.zero(), graph.one()}; }
  [[nodiscard]] bool vanish_with_c(const std::vector<Expr>& all) {
    const std::vector<Expr> there = substitute(graph, all, std::vector<Replacement>{{c, graph.zero()}});
    return std::ranges::all_of(there, [&](Expr e) { return is_zero(graph, e); });
  }
};

TEST_F(EqualFactors, of_a_symmetric_stiffness_have_eigenvectors) {
  const auto found =
      equal_roots(graph, motion({{k, graph.zero()}, {graph.zero(), k}}), {square_plus(k), square_plus(k)});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->multiplicity, 2U);
  EXPECT_THAT(found->growth, IsEmpty());
}

TEST_F(EqualFactors, of_a_one_way_coupling_grow_unless_it_vanishes) {
  const auto found = equal_roots(graph, motion({{k, c}, {graph.zero(), k}}), {square_plus(k), square_plus(k)});
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->growth.empty());
  EXPECT_TRUE(vanish_with_c(found->growth));
}

TEST_F(EqualFactors, that_meet_for_special_values_are_looked_at_there) {
  const Expr other = graph.symbol("l");
  const SteadyLinearMotion coupled = motion({{k, c}, {graph.zero(), other}});
  const auto found = equal_roots(graph, coupled, {square_plus(k), square_plus(other)});
  ASSERT_TRUE(found);
  EXPECT_THAT(found->growth, IsEmpty());
  ASSERT_THAT(found->pairs, SizeIs(1));
  EXPECT_FALSE(is_bounded_at(graph, coupled, found->pairs[0], found->pairs[0].difference));
  const SteadyLinearMotion apart = motion({{k, graph.zero()}, {graph.zero(), other}});
  const auto bounded = equal_roots(graph, apart, {square_plus(k), square_plus(other)});
  ASSERT_TRUE(bounded);
  EXPECT_TRUE(is_bounded_at(graph, apart, bounded->pairs[0], bounded->pairs[0].difference));
}

TEST_F(EqualFactors, that_are_sums_are_split_as_often_as_they_divide) {
  const Expr sum = graph.add(k, c); // (s² + k + c)²
  const SPolynomial p{graph.square(sum), graph.zero(), graph.scale(Rational(2), sum), graph.zero(), graph.one()};
  const std::vector<SPolynomial> factors = factored(system, p);
  ASSERT_THAT(factors, SizeIs(2));
  for (const SPolynomial& factor : factors) {
    ASSERT_THAT(factor, SizeIs(3));
    EXPECT_TRUE(are_equal(graph, factor[0], sum));
  }
}

} // namespace
} // namespace dalembert
