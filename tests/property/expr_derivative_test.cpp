#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/text.h>

#include "random_expression.h"

#include <gtest/gtest.h>

#include <cmath>

namespace dalembert {
namespace {

constexpr std::uint64_t seed = 20260101;
constexpr int expressions = 3000;

class Derivative : public ::testing::Test {
protected:
  Derivative() : random(graph, seed, 3) { RecordProperty("seed", std::to_string(seed)); }

  std::vector<Assignment> place() {
    std::vector<Assignment> values;
    for (const Expr s : random.symbols())
      values.push_back({s, random.real(-1.5, 1.5)});
    return values;
  }
  /// f at a place moved by `step` along `along`.
  double moved(Expr f, std::vector<Assignment> values, const std::vector<double>& along, double step) const {
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i].value += step * along[i];
    return evaluate(graph, f, values);
  }

  Graph graph;
  RandomExpression random;
};

TEST_F(Derivative, agrees_with_extrapolated_differences) {
  int compared = 0;
  for (int k = 0; k < expressions; ++k) {
    const Expr f = random.smooth(4);
    const std::vector<Assignment> values = place();
    std::vector<double> along;
    std::vector<Seed> seeds;
    for (const Expr s : random.symbols()) {
      along.push_back(random.real(-1.0, 1.0));
      seeds.push_back({s, graph.number(Rational::from_double(along.back()))});
    }
    const double exact = evaluate(graph, directional(graph, f, seeds), values);
    // Richardson on central differences: O(h⁶)
    const auto central = [&](double h) {
      return (moved(f, values, along, h) - moved(f, values, along, -h)) / (2.0 * h);
    };
    constexpr double h = 4e-3;
    const double coarse = (4.0 * central(h / 2) - central(h)) / 3.0;
    const double fine = (4.0 * central(h / 4) - central(h / 2)) / 3.0;
    const double estimate = (16.0 * fine - coarse) / 15.0;
    const double size = std::abs(evaluate(graph, f, values)) + std::abs(exact) + 1.0;
    if (!std::isfinite(estimate) || std::abs(fine - coarse) > 1e-6 * size) continue; // too curved for differences
    ++compared;
    // Richardson's estimate is off by a tenth of what its two stages differ by, 1e-6 at most.
    ASSERT_NEAR(exact, estimate, 1e-7 * size) << "expression " << k << ": " << text(graph, f);
  }
  EXPECT_GT(compared, expressions * 9 / 10);
}

TEST_F(Derivative, reverse_equals_forward) {
  for (int k = 0; k < expressions; ++k) {
    const Expr f = random.any(5);
    const std::vector<Assignment> values = place();
    const std::vector<Expr> reverse = gradient(graph, f, random.symbols());
    const std::vector<Expr> forward = jacobian(graph, std::span<const Expr>(&f, 1), random.symbols());
    const std::vector<double> a = evaluate(graph, reverse, values);
    const std::vector<double> b = evaluate(graph, forward, values);
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (!std::isfinite(a[i]) || !std::isfinite(b[i]) || std::abs(b[i]) > 1e12) continue;
      // Sums in another order, of values that may cancel by 1e7.
      ASSERT_NEAR(a[i], b[i], 1e-9 * (1.0 + std::abs(b[i]))) << "expression " << k << ": " << text(graph, f);
    }
  }
}

TEST_F(Derivative, every_function_of_the_table_has_its_derivative) {
  const Expr x = random.symbols()[0];
  const Expr y = random.symbols()[1];
  for (int i = 0; i < function_count; ++i) {
    const auto f = static_cast<Function>(i);
    // A place inside every domain, away from kinks: acosh wants x > 1, atanh |x| < 1.
    const double at = f == Function::acosh ? 1.7 : 0.37;
    constexpr double other = 1.3;
    const Expr e = arity(f) == 1 ? graph.apply(f, x) : graph.apply(f, x, y);
    const std::vector<double> slopes =
        evaluate(graph, gradient(graph, e, random.symbols()), std::vector<Assignment>{{x, at}, {y, other}});
    constexpr double h = 1e-5;
    const double by_x = (evaluate(f, at + h, other) - evaluate(f, at - h, other)) / (2.0 * h);
    // Central differences, h = 1e-5: h²/6 of the third derivative, 1e-10·10, and rounding 1e-16/h.
    EXPECT_NEAR(slopes[0], by_x, 1e-8 * (1.0 + std::abs(by_x))) << name(f);
    if (arity(f) == 1) continue;
    const double by_y = (evaluate(f, at, other + h) - evaluate(f, at, other - h)) / (2.0 * h);
    EXPECT_NEAR(slopes[1], by_y, 1e-8 * (1.0 + std::abs(by_y))) << name(f); // likewise
  }
}

TEST_F(Derivative, symmetric_jacobian_equals_the_full_one) {
  for (int k = 0; k < 200; ++k) {
    const Expr f = random.smooth(4);
    const std::vector<Expr> p = gradient(graph, f, random.symbols());
    const std::vector<Assignment> values = place();
    const std::vector<double> half = evaluate(graph, symmetric_jacobian(graph, p, random.symbols()), values);
    const std::vector<double> full = evaluate(graph, jacobian(graph, p, random.symbols()), values);
    for (std::size_t i = 0; i < full.size(); ++i)
      if (std::isfinite(full[i]) && std::abs(full[i]) < 1e10) {
        // Sums in another order, of values that may cancel by 1e8.
        ASSERT_NEAR(half[i], full[i], 1e-8 * (1.0 + std::abs(full[i]))) << text(graph, f);
      }
  }
}

TEST_F(Derivative, of_an_unknown_function_counts_its_orders) {
  const Expr x = random.symbols()[0];
  const Expr t = random.symbols()[1];
  const UnknownId phi = graph.declare_unknown("phi", 2);
  const Expr use = graph.unknown(phi, {graph.square(x), t});
  const Expr by_x = gradient(graph, use, std::span<const Expr>(&x, 1)).front();
  const Argument first[] = {{graph.square(x), 1}, {t, 0}};
  EXPECT_EQ(by_x, graph.product({graph.number(2), x, graph.unknown(phi, first)}));
  // Mixed derivatives commute.
  const Expr by_t = gradient(graph, use, std::span<const Expr>(&t, 1)).front();
  EXPECT_EQ(gradient(graph, by_x, std::span<const Expr>(&t, 1)).front(),
            gradient(graph, by_t, std::span<const Expr>(&x, 1)).front());
}

TEST_F(Derivative, of_the_branch_that_holds) {
  const Expr x = random.symbols()[0];
  const Expr f = graph.select(Relation::less, x, graph.zero(), graph.square(x), graph.sin(x));
  const Expr d = gradient(graph, f, std::span<const Expr>(&x, 1)).front();
  EXPECT_DOUBLE_EQ(evaluate(graph, d, std::vector<Assignment>{{x, -2.0}}), -4.0);
  EXPECT_DOUBLE_EQ(evaluate(graph, d, std::vector<Assignment>{{x, 2.0}}), std::cos(2.0));
}

TEST_F(Derivative, total_time_derivative_of_a_product) {
  const Expr q = random.symbols()[0];
  const Expr v = random.symbols()[1];
  const Expr t = random.symbols()[2];
  const Expr a = graph.symbol("q''");
  const Seed seeds[] = {{t, graph.one()}, {q, v}, {v, a}};
  EXPECT_EQ(directional(graph, graph.product({t, q, v}), seeds),
            graph.sum({graph.mul(q, v), graph.product({t, v, v}), graph.product({t, q, a})}));
}

} // namespace
} // namespace dalembert
