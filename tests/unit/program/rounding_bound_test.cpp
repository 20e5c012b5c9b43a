#include <dalembert/program/build_tape.h>
#include <dalembert/program/compile.h>
#include <dalembert/program/rounding_bound.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace {

using dalembert::build_tape;
using dalembert::Expr;
using dalembert::Function;
using dalembert::Graph;
using dalembert::interpreted;
using dalembert::rounding_bounds;
using dalembert::Tape;

constexpr double unit = std::numeric_limits<double>::epsilon();

class RoundingBounds : public ::testing::Test {
protected:
  Graph g;
  Expr x = g.symbol("x");
  Expr y = g.symbol("y");
  std::vector<Expr> inputs = {x, y};

  [[nodiscard]] double bound(Expr e, double at_x, double at_y = 0.0) const {
    const std::vector<Expr> outputs = {e};
    const std::vector<double> in = {at_x, at_y};
    return rounding_bounds(build_tape(g, inputs, outputs), in).front();
  }
};

TEST_F(RoundingBounds, sees_terms_that_cancel_inside) {
  // (x + y)² − y² at y = 10⁸: rounded to multiples of 10⁻⁸·10⁸
  const Expr sum = g.add(x, y);
  const Expr square = g.mul(g.sub(g.mul(sum, sum), g.mul(y, y)), g.number(3));
  EXPECT_GT(bound(square, 1.0, 1e8), 3 * 1e16 * unit);
  EXPECT_LT(bound(square, 1.0, 1e8), 30 * 1e16 * unit);
}

TEST_F(RoundingBounds, are_a_few_units_where_nothing_cancels) {
  const Expr product = g.mul(g.apply(Function::cos, x), g.add(y, g.number(2)));
  const double value = std::cos(0.3) * 5.0;
  EXPECT_GT(bound(product, 0.3, 3.0), unit * value);
  EXPECT_LT(bound(product, 0.3, 3.0), 8 * unit * value);
}

TEST_F(RoundingBounds, of_a_sine_near_a_zero_are_those_of_its_angle) {
  const double angle = 1e6 * M_PI;
  EXPECT_GT(bound(g.apply(Function::sin, x), angle),
            0.6 * unit * angle); // the angle moves by whole units in its last place
  EXPECT_LT(bound(g.apply(Function::sin, x), angle), 3 * unit * angle);
}

TEST_F(RoundingBounds, cover_what_evaluation_is_off_by) {
  // 1 − cos x and 2 sin²(x/2) are one function.
  const Expr half = g.mul(x, g.number(dalembert::Rational(1, 2)));
  const Expr sine = g.apply(Function::sin, half);
  const Expr left = g.sub(g.one(), g.apply(Function::cos, x));
  const Expr right = g.mul(g.number(2), g.mul(sine, sine));
  const std::vector<Expr> outputs = {left, right};
  const Tape tape = build_tape(g, inputs, outputs);
  for (double at = 1e-9; at < 10.0; at *= 1.37) {
    const std::vector<double> in = {at, 0.0};
    const std::vector<double> values = evaluated_once(*interpreted(tape), in);
    const std::vector<double> bounds = rounding_bounds(tape, in);
    EXPECT_LE(std::abs(values[0] - values[1]), bounds[0] + bounds[1]) << at;
  }
}

TEST_F(RoundingBounds, end_at_the_border_of_a_domain) {
  // √x at x = 0: the other side has no value.
  const Expr root = g.pow(g.sub(x, y), g.number(dalembert::Rational(1, 2)));
  EXPECT_TRUE(std::isfinite(bound(root, 1.0, 1.0)));
}

} // namespace
