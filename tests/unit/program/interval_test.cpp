// Enclosures of tapes over boxes of inputs.
#include <dalembert/program/build_tape.h>
#include <dalembert/program/compile.h>
#include <dalembert/program/interval.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace dalembert {
namespace {

/// One function of x, as a tape.
struct OneFunction {
  Graph graph;
  Expr x = graph.symbol("x");
  [[nodiscard]] RealInterval over(Expr f, double lo, double hi) const {
    const Tape tape = build_tape(graph, std::vector<Expr>{x}, std::vector<Expr>{f});
    std::vector<RealInterval> slots;
    RealInterval out;
    const RealInterval in{lo, hi};
    evaluate_over(tape, {&in, 1}, slots, {&out, 1});
    return out;
  }
};

TEST(Enclosure, holds_every_value_of_every_function) {
  OneFunction f;
  Graph& g = f.graph;
  std::vector<Expr> functions;
  for (const Function one :
       {Function::sin,  Function::cos,   Function::tan,   Function::asin,  Function::acos,      Function::atan,
        Function::sinh, Function::cosh,  Function::tanh,  Function::asinh, Function::acosh,     Function::atanh,
        Function::exp,  Function::log,   Function::abs,   Function::sign,  Function::heaviside, Function::floor,
        Function::ceil, Function::round, Function::trunc, Function::erf})
    functions.push_back(g.apply(one, f.x));
  for (const Function two : {Function::min, Function::max, Function::atan2, Function::fmod})
    functions.push_back(g.apply(two, f.x, g.number(Rational(3, 2))));
  for (const int exponent : {-3, -2, -1, 2, 3, 4, 5, 70})
    functions.push_back(g.pow(f.x, Rational(exponent)));
  functions.push_back(g.sqrt(f.x));
  functions.push_back(g.pow(f.x, Rational(1, 3)));
  functions.push_back(g.select(Relation::less, f.x, g.one(), g.square(f.x), g.sin(f.x)));
  functions.push_back(g.div(g.sin(f.x), g.add(g.one(), g.square(f.x))));
  std::mt19937_64 random(20);
  std::uniform_real_distribution<double> ends(-4.0, 4.0);
  std::uniform_real_distribution<double> shares(0.0, 1.0);
  for (const Expr e : functions) {
    ProgramInstance program(interpreted(build_tape(g, std::vector<Expr>{f.x}, std::vector<Expr>{e})));
    for (int box = 0; box < 200; ++box) {
      const double a = ends(random);
      const double b = box % 3 == 0 ? a + 0.01 : ends(random);
      const RealInterval out = f.over(e, std::min(a, b), std::max(a, b));
      for (int point = 0; point < 20; ++point) {
        const double x = std::min(a, b) + shares(random) * std::abs(b - a);
        double y = 0;
        program.evaluate({&x, 1}, {&y, 1});
        EXPECT_TRUE(!std::isfinite(y) || out.contains(y)) << x << " in " << a << " " << b << " gives " << y;
      }
    }
  }
}

TEST(Enclosure, of_a_square_is_not_negative_and_of_a_bump_is_tight) {
  OneFunction f;
  Graph& g = f.graph;
  EXPECT_EQ(f.over(g.square(f.x), -1, 2).lo, 0);
  const Expr bump = g.apply(Function::exp, g.neg(g.square(f.x)));
  const RealInterval out = f.over(bump, -10, 10);
  EXPECT_NEAR(out.hi, 1, 1e-12);              // rounded outwards: ulps
  EXPECT_NEAR(out.lo, std::exp(-100), 1e-50); // 1e-7 of it: outwards by ulps of the exponent of 100
  EXPECT_LT(f.over(bump, 3, 10).hi, 1.3e-4);  // exp(−9) = 1.23e-4, and what outwards rounding adds
}

TEST(Enclosure, of_a_quotient_whose_divisor_passes_zero_has_no_bound) {
  OneFunction f;
  const RealInterval out = f.over(f.graph.inverse(f.x), -1, 1);
  EXPECT_EQ(out.lo, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(out.hi, std::numeric_limits<double>::infinity());
}

} // namespace
} // namespace dalembert
