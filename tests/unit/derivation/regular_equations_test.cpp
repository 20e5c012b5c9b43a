// Rows that vanish wherever they hold, and the equations that say the same.
#include <dalembert/derivation/regular_equations.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace dalembert::test {
namespace {

/// Two coordinates and a parameter, which is no number.
class RegularEquations : public testing::Test {
protected:
  /// The texts of what stands for e = 0, sorted; none where it is regular.
  std::vector<std::string> of(Expr e) {
    std::vector<std::string> out;
    if (const auto found = regular_equations(graph, e, std::vector<Expr>{x, y}))
      for (const RegularEquation& equation : *found)
        out.push_back(equation.text);
    std::ranges::sort(out);
    return out;
  }
  Expr number(std::int64_t n) { return graph.number(n); }
  Expr squared(Expr e) { return graph.square(e); }

  Graph graph;
  Expr x = graph.symbol("x");
  Expr y = graph.symbol("y");
  Expr a = graph.symbol("a");
  Expr gap = graph.sub(x, y);
};

using Texts = std::vector<std::string>;

TEST_F(RegularEquations, of_powers_roots_and_absolute_values_are_those_of_the_base) {
  EXPECT_EQ(of(squared(gap)), Texts{"x - y = 0"});
  EXPECT_EQ(of(graph.pow(gap, Rational(3))), Texts{"x - y = 0"});
  EXPECT_EQ(of(graph.sqrt(squared(y))), Texts{"y = 0"});
  EXPECT_EQ(of(graph.apply(Function::abs, gap)), Texts{"x - y = 0"});
  EXPECT_EQ(of(graph.div(squared(graph.sub(x, number(2))), squared(a))), Texts{"x = 2"});
}

TEST_F(RegularEquations, of_sums_of_one_sign_are_those_of_all_terms) {
  EXPECT_EQ(of(graph.add(squared(x), graph.scale(Rational(3), squared(gap)))), (Texts{"x = 0", "y = 0"}));
  EXPECT_EQ(of(graph.sub(graph.neg(squared(x)), graph.apply(Function::abs, y))), (Texts{"x = 0", "y = 0"}));
  const Expr never = graph.add(number(1), squared(y));
  EXPECT_EQ(of(graph.add(graph.mul(squared(x), never), graph.pow(x, Rational(4)))), Texts{"x = 0"});
}

TEST_F(RegularEquations, of_functions_at_their_bounds_are_those_of_what_reaches_them) {
  EXPECT_EQ(of(graph.sub(graph.apply(Function::cosh, gap), number(1))), Texts{"x - y = 0"});
  EXPECT_EQ(of(graph.sub(graph.apply(Function::exp, squared(gap)), number(1))), Texts{"x - y = 0"});
  EXPECT_EQ(of(graph.sub(graph.sqrt(graph.add(number(4), squared(x))), number(2))), Texts{"x = 0"});
  const auto turn = regular_equations(graph, graph.sub(number(1), graph.cos(gap)), std::vector<Expr>{x, y});
  ASSERT_TRUE(turn && turn->size() == 1);
  EXPECT_EQ(turn->front().text, "sin(1/2*(x - y)) = 0");
  EXPECT_EQ(turn->front().turn, "x - y = 0");
}

TEST_F(RegularEquations, of_what_is_written_expanded_are_those_of_completed_squares) {
  const Expr cross = graph.scale(Rational(-2), graph.mul(x, y));
  EXPECT_EQ(of(graph.sum({squared(x), squared(y), cross})), Texts{"x - y = 0"});
  const Expr turned = graph.scale(Rational(-2), graph.mul(x, graph.cos(y)));
  EXPECT_EQ(of(graph.sum({squared(x), number(1), turned, graph.neg(squared(graph.sin(y)))})), Texts{"x - cos(y) = 0"});
}

TEST_F(RegularEquations, of_regular_rows_and_of_crossings_are_none) {
  const Expr circle = graph.sub(graph.add(squared(x), squared(y)), squared(a));
  for (const Expr e : {gap, graph.mul(x, y), graph.sub(squared(x), squared(y)), circle, graph.sub(squared(x), y),
                       graph.add(graph.add(squared(x), squared(y)), number(1)), graph.sin(gap),
                       graph.sub(graph.sqrt(graph.add(squared(x), squared(y))), a),
                       graph.sub(graph.apply(Function::abs, x), number(1)), graph.mul(x, squared(gap)),
                       graph.add(graph.mul(a, squared(x)), squared(y)), // a may be negative
                       graph.mul(a, squared(gap)), graph.add(squared(x), graph.mul(squared(a), squared(y)))}) // or 0
    EXPECT_EQ(of(e), Texts{});
}

} // namespace
} // namespace dalembert::test
