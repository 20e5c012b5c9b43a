#include <dalembert/exact/parameter_fit.h>
#include <dalembert/exact/rooted_point.h>
#include <dalembert/expr/zero_test.h>

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace dalembert {
namespace {

struct Parameters {
  Graph graph;
  std::vector<Expr> symbols;
  Expr m, M, k, l;

  Parameters() : m(add("m")), M(add("M")), k(add("k")), l(add("l")) {}
  Expr add(const std::string& name) { return symbols.emplace_back(graph.symbol(name)); }

  /// What is found from the values of `e` and 1: their ratio counts.
  std::optional<Expr> fitted(Expr e, const std::vector<Expr>& sums = {}) {
    const auto found = fit_parameters(
        graph, symbols,
        [&](const std::vector<Residue>& values) -> std::optional<std::vector<Residue>> {
          ModularPoint point(graph, 1);
          for (std::size_t i = 0; i < values.size(); ++i)
            point.set(symbols[i], values[i]);
          const auto value = point.value(e);
          return value ? std::optional(std::vector<Residue>{*value, Residue(1)}) : std::nullopt;
        },
        sums);
    return found ? std::optional(graph.div((*found)[0], (*found)[1])) : std::nullopt;
  }
};

TEST(ParameterFit, finds_powers_and_half_powers) {
  Parameters p;
  const Expr e = p.graph.product(
      {p.graph.number(Rational(-3, 7)), p.graph.pow(p.l, Rational(4)), p.graph.inverse(p.m), p.graph.sqrt(p.k)});
  const auto found = p.fitted(e);
  ASSERT_TRUE(found);
  EXPECT_TRUE(are_equal(p.graph, *found, e));
}

TEST(ParameterFit, finds_quotients_of_sums_times_powers) {
  Parameters p;
  const Expr sum = p.graph.add(p.graph.mul(p.m, p.graph.square(p.l)), p.graph.scale(Rational(2), p.M));
  const Expr e = p.graph.product({p.k, p.graph.sub(p.m, p.M), p.graph.inverse(sum)});
  const auto found = p.fitted(e);
  ASSERT_TRUE(found);
  EXPECT_TRUE(are_equal(p.graph, *found, e));
}

TEST(ParameterFit, splits_off_high_powers_of_sums_that_it_is_given) {
  Parameters p;
  const Expr sum = p.graph.add(p.m, p.graph.add(p.M, p.graph.div(p.k, p.graph.square(p.l))));
  const Expr e = p.graph.div(p.graph.pow(p.graph.sub(p.m, p.M), Rational(3)), p.graph.square(sum));
  EXPECT_FALSE(p.fitted(e));
  const auto found = p.fitted(e, {sum, p.graph.sub(p.m, p.M)});
  ASSERT_TRUE(found);
  EXPECT_TRUE(are_equal(p.graph, *found, e));
}

TEST(ParameterFit, leaves_what_is_no_quotient) {
  Parameters p;
  EXPECT_FALSE(p.fitted(p.graph.sin(p.graph.mul(p.k, p.l))));
}

TEST(RootedPoints, exist_with_as_many_roots_as_twenty_eight_distances) {
  Graph graph;
  std::vector<Expr> x;
  std::vector<Expr> y;
  for (int i = 0; i < 8; ++i) {
    x.push_back(graph.symbol("x" + std::to_string(i)));
    y.push_back(graph.symbol("y" + std::to_string(i)));
  }
  std::vector<Expr> distances;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      distances.push_back(
          graph.sqrt(graph.add(graph.square(graph.sub(x[i], x[j])), graph.square(graph.sub(y[i], y[j])))));
  const RootedPoints points(graph, distances);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    std::optional<ModularPoint> point = points.draw(seed);
    ASSERT_TRUE(point);
    for (const Expr distance : distances)
      EXPECT_TRUE(point->value(distance));
  }
}

TEST(RootedPoints, give_up_where_a_root_never_exists) {
  Graph graph;
  const Expr x = graph.symbol("x");
  // −1 is no square in the field, as it is none of a real number.
  const RootedPoints points(graph, std::vector<Expr>{graph.sqrt(graph.neg(graph.square(x)))});
  for (std::uint64_t seed = 1; seed <= 10; ++seed)
    EXPECT_FALSE(points.draw(seed));
}

} // namespace
} // namespace dalembert
