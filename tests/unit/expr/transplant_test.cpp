#include <dalembert/expr/text.h>
#include <dalembert/expr/transplant.h>

#include <gtest/gtest.h>

#include <vector>

namespace dalembert {
namespace {

TEST(Transplant, puts_expressions_of_the_new_graph_for_symbols) {
  Graph from;
  const Expr x = from.symbol("x");
  const UnknownId f = from.declare_unknown("f", 1);
  const Expr slope = from.unknown(f, std::vector<Argument>{{x, 1}});
  const Expr root = from.add(from.mul(from.number(Rational(1, 2)), from.square(from.sin(x))), slope);
  Graph to;
  const Expr u = to.symbol("u");
  const UnknownId g = to.declare_unknown("g", 1);
  Soil soil;
  soil.symbol = [&](Expr) { return to.square(u); };
  soil.function = [&](UnknownId) { return g; };
  const Expr copy = transplant(from, std::vector<Expr>{root}, to, soil).front();
  const Expr expected = to.add(to.scale(Rational(1, 2), to.square(to.sin(to.square(u)))),
                               to.unknown(g, std::vector<Argument>{{to.square(u), 1}}));
  EXPECT_EQ(copy, expected) << text(to, copy);
}

} // namespace
} // namespace dalembert
