// Enclosures of functions of one input with their derivatives.
#include <dalembert/expr/differentiate.h>
#include <dalembert/program/build_tape.h>
#include <dalembert/program/compile.h>
#include <dalembert/program/interval_jet.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace dalembert {
namespace {

struct JetFunction {
  Graph graph;
  Expr x = graph.symbol("x");

  [[nodiscard]] IntervalJet over(Expr f, double lo, double hi, bool is_smooth = false) const {
    const Tape tape = build_tape(graph, std::vector<Expr>{x}, std::vector<Expr>{f});
    std::vector<JetValue> slots;
    IntervalJet out;
    const double somewhere = lo;
    evaluate_jets(tape, {&somewhere, 1}, {0, lo, hi, is_smooth}, slots, {&out, 1});
    return out;
  }
  /// f, f′, f″
  [[nodiscard]] std::vector<Expr> with_derivatives(Expr f) {
    const std::vector<Seed> seeds{{x, graph.one()}};
    const Expr first = directional(graph, f, seeds);
    return {f, first, directional(graph, first, seeds)};
  }
};

bool holds(const RealInterval& range, double value) {
  // Values near poles lose digits on either way: far below what an enclosure is wider by.
  const double rounding = 1e-9 * std::max(1.0, std::abs(value));
  return !std::isfinite(value) || (range.lo <= value + rounding && range.hi >= value - rounding);
}

TEST(IntervalJets, hold_the_values_and_derivatives_of_every_function) {
  JetFunction f;
  Graph& g = f.graph;
  std::vector<Expr> inner{f.x, g.add(g.square(f.x), f.x), g.scale(Rational(1, 2), g.sin(g.scale(Rational(3), f.x)))};
  std::vector<Expr> functions;
  for (const Expr u : inner) {
    for (int k = 0; k < static_cast<int>(Function::atan2); ++k)
      functions.push_back(g.apply(static_cast<Function>(k), u));
    for (const Function two : {Function::min, Function::max, Function::atan2, Function::fmod})
      functions.push_back(g.apply(two, u, g.number(Rational(3, 2))));
    for (const Rational& exponent :
         {Rational(-2), Rational(-1), Rational(2), Rational(3), Rational(1, 2), Rational(7, 3)})
      functions.push_back(g.pow(u, exponent));
    functions.push_back(g.pow(g.number(3), u));
    functions.push_back(g.apply(Function::atan2, u, g.sub(f.x, g.one())));
    functions.push_back(g.select(Relation::less, u, g.one(), g.square(f.x), g.sin(f.x)));
    functions.push_back(g.div(g.sin(u), g.add(g.one(), g.square(f.x))));
  }
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> ends(-3.0, 3.0);
  std::uniform_real_distribution<double> shares(0.0, 1.0);
  for (const Expr e : functions) {
    ProgramInstance program(interpreted(build_tape(g, std::vector<Expr>{f.x}, f.with_derivatives(e))));
    for (int box = 0; box < 60; ++box) {
      const double a = ends(random);
      const double b = box % 2 == 0 ? a + 0.05 : ends(random);
      const double lo = std::min(a, b);
      const double hi = std::max(a, b);
      const IntervalJet out = f.over(e, lo, hi);
      for (int p = 0; p < 10; ++p) {
        const double x = lo + shares(random) * (hi - lo);
        std::array<double, 3> y{};
        program.evaluate({&x, 1}, y);
        if (!std::isfinite(y[0])) continue;
        EXPECT_TRUE(holds(out.value, y[0])) << "f at " << x << " in " << lo << " " << hi << " is " << y[0];
        EXPECT_TRUE(holds(out.first, y[1])) << "f' at " << x << " in " << lo << " " << hi << " is " << y[1];
        EXPECT_TRUE(holds(out.second, y[2])) << "f'' at " << x << " in " << lo << " " << hi << " is " << y[2];
      }
    }
  }
}

TEST(IntervalJets, of_an_expanded_square_are_nearly_its_range) {
  JetFunction f;
  Graph& g = f.graph;
  const Expr u = g.sum({g.square(f.x), g.scale(Rational(-6), f.x), g.number(9)});
  EXPECT_NEAR(f.over(u, 3, 3.5).value.hi, 0.25, 1e-12); // enclosures are rounded outwards by a few ulps of terms of 25
  EXPECT_NEAR(f.over(u, 3, 3.5).value.lo, 0, 1e-12);
  EXPECT_NEAR(f.over(u, 4, 5).value.lo, 1, 1e-12);
  // The slope at the middle times half of the width squared: 0.2².
  EXPECT_GT(f.over(u, 2.9, 3.3).value.lo, -0.05); // the plain enclosure begins at −2
}

TEST(IntervalJets, know_the_slope_of_a_root_that_touches_zero) {
  JetFunction f;
  Graph& g = f.graph;
  const Expr root = g.sqrt(g.sub(g.one(), g.cos(f.x))); // √2 |sin(x/2)|
  const IntervalJet out = f.over(root, 0, 0.1);
  EXPECT_NEAR(out.first.lo, 1 / std::sqrt(2), 0.003); // over [0, 0.1] the slope falls by 0.0009; its enclosure is wider
  EXPECT_NEAR(out.first.hi, 1 / std::sqrt(2), 0.003);
  EXPECT_FALSE(std::isfinite(f.over(g.sqrt(f.x), 0, 0.1).first.hi));
}

TEST(IntervalJets, take_one_side_of_a_switch_where_nothing_switches_inside) {
  JetFunction f;
  Graph& g = f.graph;
  const Expr kink = g.apply(Function::abs, f.x);
  EXPECT_EQ(f.over(kink, 0, 1, false).first.lo, -1);
  EXPECT_EQ(f.over(kink, 0, 1, true).first.lo, 1);
  EXPECT_EQ(f.over(g.apply(Function::floor, f.x), 2, 3, true).value.hi, 2);
}

} // namespace
} // namespace dalembert
