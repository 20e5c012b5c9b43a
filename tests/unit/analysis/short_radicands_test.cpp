#include <dalembert/analysis/short_radicands.h>

#include <gmock/gmock.h>

#include <memory>
#include <vector>

namespace dalembert {
namespace {

using ::testing::ElementsAre;

struct ShortRadicands : testing::Test {
  Graph graph;
  Expr r = graph.symbol("r");
  Expr f = graph.symbol("f");
  Expr square = graph.add(graph.mul(graph.square(r), graph.square(graph.cos(f))),
                          graph.mul(graph.square(r), graph.square(graph.sin(f))));
};

TEST_F(ShortRadicands, are_the_radius_where_it_is_positive) {
  const Expr distance = graph.sqrt(square);
  EXPECT_THAT(with_short_radicands(graph, {distance, graph.div(f, distance)}, {r}), ElementsAre(r, graph.div(f, r)));
}

TEST_F(ShortRadicands, keep_the_root_of_what_may_be_negative) {
  EXPECT_THAT(with_short_radicands(graph, {graph.sqrt(square)}, {}), ElementsAre(graph.sqrt(graph.square(r))));
}

TEST(PositiveCoordinates, are_those_with_a_range_above_zero) {
  System system;
  system.graph = std::make_shared<Graph>();
  Graph& g = *system.graph;
  for (const int low : {1, -1, 0}) {
    Coordinate c;
    c.position = g.symbol("q" + std::to_string(low));
    c.range = Interval{g.number(Rational(low)), g.number(Rational(5))};
    system.coordinates.push_back(c);
  }
  EXPECT_THAT(positive_coordinates(system), ElementsAre(system.coordinates[0].position));
}

} // namespace
} // namespace dalembert
