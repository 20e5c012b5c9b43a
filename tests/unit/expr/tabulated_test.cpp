// Functions given by points: the monotone cubic between them, its derivatives and enclosures.
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/expr/graph.h>
#include <dalembert/expr/tabulated.h>
#include <dalembert/expr/text.h>
#include <dalembert/expr/zero_test.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <random>
#include <vector>

namespace dalembert {
namespace {

TabulatedFunction table_of(std::vector<double> x, const std::function<double(double)>& f) {
  std::vector<double> y(x.size());
  std::ranges::transform(x, y.begin(), f);
  return {{std::move(x), {}}, {std::move(y), {}}};
}

std::vector<double> even_points(std::size_t n, double length) {
  std::vector<double> x(n + 1);
  for (std::size_t i = 0; i <= n; ++i)
    x[i] = length * static_cast<double>(i) / static_cast<double>(n);
  return x;
}

TEST(TabulatedFunction, passes_through_its_points) {
  const std::vector<double> x{0, 0.3, 1, 1.5, 4};
  const TabulatedFunction f = table_of(x, [](double t) { return std::exp(t); });
  for (const double t : x)
    EXPECT_DOUBLE_EQ(f.value(0, t), std::exp(t));
}

TEST(TabulatedFunction, of_points_on_a_line_is_the_line) {
  const TabulatedFunction f = table_of({0, 0.1, 0.3, 1, 5}, [](double t) { return 3 - 2 * t; });
  for (const double t : {0.05, 0.2, 0.999, 2.0, 4.9}) {
    EXPECT_NEAR(f.value(0, t), 3 - 2 * t, 1e-14); // ulps of numbers up to 10
    EXPECT_NEAR(f.value(1, t), -2, 1e-14);
    EXPECT_NEAR(f.value(2, t), 0, 1e-13); // slopes over pieces of 0.1: ulps over that, twice
  }
}

TEST(TabulatedFunction, has_the_slopes_of_fritsch_and_butland) {
  // By hand: h = 1, 2; Δ = 1, 2; d₁ = (w₀ + w₁)/(w₀/Δ₀ + w₁/Δ₁), w₀ = 2·2 + 1, w₁ = 2 + 2·1.
  const TabulatedFunction f{{{0, 1, 3}, {}}, {{0, 1, 5}, {}}};
  EXPECT_DOUBLE_EQ(f.value(1, 1), 9.0 / (5.0 / 1.0 + 4.0 / 2.0));
  // ((2h₀ + h₁)Δ₀ − h₀Δ₁)/(h₀ + h₁)
  EXPECT_DOUBLE_EQ(f.value(1, 0), (4.0 * 1 - 1 * 2.0) / 3.0);
  EXPECT_NEAR(f.value(1, 3), (5.0 * 2 - 2 * 1.0) / 3.0, 1e-14); // one quotient: ulps of 3
}

TEST(TabulatedFunction, is_monotone_between_its_points) {
  std::mt19937_64 random(20240517);
  const auto real = [&random](double low, double high) { return std::uniform_real_distribution(low, high)(random); };
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<double> x{0};
    std::vector<double> y{real(-1, 1)};
    for (int i = 0; i < 20; ++i) {
      x.push_back(x.back() + std::exp(real(-5, 2)));
      y.push_back(real(0, 1) < 0.2 ? y.back() : y.back() + std::exp(real(-6, 3)) * (real(0, 1) < 0.5 ? -1 : 1));
    }
    const TabulatedFunction f{{x, {}}, {y, {}}};
    for (std::size_t i = 0; i + 1 < x.size(); ++i) {
      double before = y[i];
      for (int k = 1; k <= 50; ++k) {
        const double at = f.value(0, x[i] + (x[i + 1] - x[i]) * k / 50);
        // Of cubics whose terms are a thousand times what is left.
        const double rounding = 1e-12 * std::max(std::abs(y[i]), std::abs(y[i + 1]));
        if (y[i + 1] >= y[i]) {
          EXPECT_GE(at, before - rounding) << "trial " << trial << ", piece " << i;
        }
        if (y[i + 1] <= y[i]) {
          EXPECT_LE(at, before + rounding) << "trial " << trial << ", piece " << i;
        }
        before = at;
      }
    }
  }
}

TEST(TabulatedFunction, has_a_continuous_slope_and_exact_derivatives) {
  const TabulatedFunction f = table_of(even_points(10, 3), [](double t) { return std::sin(2 * t); });
  for (std::size_t i = 1; i < 10; ++i)
    // 2e-9 times the second derivative, below 10.
    EXPECT_NEAR(f.value(1, f.point(i) - 1e-9), f.value(1, f.point(i) + 1e-9), 1e-6);
  for (const double t : {0.1, 0.44, 1.3, 2.95})
    for (std::uint32_t order = 0; order < 3; ++order) {
      const double h = 1e-5;
      const double slope = (f.value(order, t + h) - f.value(order, t - h)) / (2 * h);
      // Central differences of a cubic: h²/6 of its third derivative, 1e-9, and rounding 1e-16·10/h = 1e-10.
      EXPECT_NEAR(f.value(order + 1, t), slope, 1e-6 * (1 + std::abs(slope)));
    }
  EXPECT_EQ(f.value(4, 1.0), 0.0);
}

TEST(TabulatedFunction, converges_with_order_three_where_monotone_and_two_elsewhere) {
  const auto worst = [](double length, std::size_t n) {
    const TabulatedFunction f = table_of(even_points(n, length), [](double t) { return std::sin(t); });
    double error = 0;
    for (int k = 0; k <= 4000; ++k) // away from the ends
      error = std::max(
          error, std::abs(f.value(0, length * (0.1 + 0.8 * k / 4000)) - std::sin(length * (0.1 + 0.8 * k / 4000))));
    return error;
  };
  const double monotone = std::log2(worst(1.5, 40) / worst(1.5, 80));
  const double with_extrema = std::log2(worst(6.5, 101) / worst(6.5, 202));
  EXPECT_NEAR(monotone, 3.0, 0.3); // 40 and 80 pieces: the next order is a tenth of the error, log2(1.2) = 0.26
  // The worst place lies elsewhere between the points: half of the error, log2(1.5) = 0.58.
  EXPECT_NEAR(with_extrema, 2.0, 0.6);
}

TEST(TabulatedFunction, has_no_value_outside_of_its_range) {
  const TabulatedFunction f = table_of(even_points(4, 2), [](double t) { return t * t; });
  EXPECT_TRUE(std::isnan(f.value(0, -1e-9)));
  EXPECT_TRUE(std::isnan(f.value(1, 2 + 1e-9)));
  EXPECT_TRUE(std::isnan(f.value(0, std::nan(""))));
  EXPECT_DOUBLE_EQ(f.value(0, 2 + 1e-15), 4.0); // rounding
  EXPECT_EQ(f.piece(-1), -1);
  EXPECT_EQ(f.piece(0), 0);
  EXPECT_EQ(f.piece(0.5), 1);
  EXPECT_EQ(f.piece(2), 3);
  EXPECT_EQ(f.piece(3), 4);
}

TEST(TabulatedFunction, encloses_its_values_and_derivatives) {
  std::mt19937_64 random(7);
  std::vector<double> x{0};
  std::vector<double> y{0};
  for (int i = 0; i < 2000; ++i) {
    x.push_back(x.back() + std::uniform_real_distribution(0.01, 1.0)(random));
    y.push_back(std::uniform_real_distribution(-1.0, 1.0)(random));
  }
  const TabulatedFunction f{{x, {}}, {y, {}}};
  for (int trial = 0; trial < 300; ++trial) {
    double low = std::uniform_real_distribution(0.0, x.back())(random);
    double high =
        trial % 3 == 0 ? std::uniform_real_distribution(low, x.back())(random) : std::min(low + 0.7, x.back());
    if (trial % 5 == 0) low = x[static_cast<std::size_t>(trial)];
    if (low > high) std::swap(low, high);
    for (std::uint32_t order = 0; order < 4; ++order) {
      const TabulatedFunction::Range range = f.over(order, low, high);
      for (int k = 0; k <= 200; ++k) {
        const double value = f.value(order, low + (high - low) * k / 200);
        EXPECT_GE(value, range.low);
        EXPECT_LE(value, range.high);
      }
    }
  }
  EXPECT_EQ(f.over(2, 0, x.back()).low <= f.over(2, 3, 4).low, true);
  EXPECT_TRUE(std::isinf(f.over(0, -2, -1).high));
}

class TableInGraph : public testing::Test {
protected:
  Expr f(Expr at, std::uint32_t order = 0) {
    const Argument argument{at, order};
    return g.unknown(id, std::span<const Argument>(&argument, 1));
  }
  Graph g;
  Expr x = g.symbol("x");
  Expr v = g.symbol("v");
  UnknownId id = g.declare_table(
      "f", std::make_shared<const TabulatedFunction>(table_of(even_points(8, 4), [](double t) { return t * t; })));
  UnknownId line = g.declare_table(
      "line", std::make_shared<const TabulatedFunction>(table_of({0, 0.1, 0.3, 4}, [](double t) { return 2 * t; })));
};

TEST_F(TableInGraph, is_differentiated_by_the_chain_rule) {
  const Seed seed{x, v};
  const Expr rate = directional(g, f(g.square(x)), std::span<const Seed>(&seed, 1));
  EXPECT_EQ(text(g, rate), "2*x*v*f'(x^2)");
  const std::vector<Assignment> at{{x, 1.2}, {v, 3.0}};
  const auto& table = *g.table(id);
  EXPECT_DOUBLE_EQ(evaluate(g, rate, at), 2 * 1.2 * 3.0 * table.value(1, 1.44));
}

TEST_F(TableInGraph, is_proved_only_what_holds_of_every_function) {
  const Expr square_of_sum = g.square(g.add(f(x), v));
  const Expr expanded = g.sum({g.square(f(x)), g.scale(Rational(2), g.mul(v, f(x))), g.square(v)});
  EXPECT_TRUE(are_equal(g, square_of_sum, expanded));
  EXPECT_EQ(zero_test(g, std::vector{g.sub(f(x), v)}).verdict, Answer::no);
  EXPECT_EQ(zero_test(g, std::vector{f(x, 1)}).verdict, Answer::no);
}

TEST_F(TableInGraph, is_not_called_different_where_its_points_make_it_equal) {
  const Argument argument{x, 0};
  const Expr on_line = g.unknown(line, std::span<const Argument>(&argument, 1));
  const Expr difference = g.sub(on_line, g.scale(Rational(2), x));
  EXPECT_NE(zero_test(g, std::vector{difference}).verdict, Answer::no);
}

} // namespace
} // namespace dalembert
