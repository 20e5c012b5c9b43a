#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/tabulated.h>
#include <dalembert/expr/text.h>
#include <dalembert/program/build_tape.h>
#include <dalembert/program/compile.h>
#include <dalembert/program/series_evaluation.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace {

using dalembert::Assignment;
using dalembert::build_tape;
using dalembert::directional;
using dalembert::Expr;
using dalembert::Function;
using dalembert::Graph;
using dalembert::interpreted_series;
using dalembert::Rational;
using dalembert::Relation;
using dalembert::Replacement;
using dalembert::Seed;
using dalembert::series_obstacle;
using dalembert::SeriesInput;
using dalembert::SeriesLevel;
using dalembert::SeriesProgram;
using dalembert::Tape;
using Coefficients = std::vector<double>;

class SeriesOfTapes : public ::testing::Test {
protected:
  Graph g;
  Expr t = g.symbol("t");
  Expr p = g.symbol("p"); // a parameter
  Expr x = g.symbol("x");
  Expr v = g.symbol("v");
  Expr l = g.symbol("l");
  static constexpr double value_of_p = 2.5;

  [[nodiscard]] Expr number(int n, int d = 1) { return g.number(Rational(n, d)); }
  [[nodiscard]] Expr call(Function f, Expr a) { return g.apply(f, a); }

  /// Coefficients 0 … order of e(t) about t₀ by the program.
  [[nodiscard]] Coefficients expanded(Expr e, double t0, int order) {
    const std::vector<Expr> inputs{t, p};
    const std::vector<SeriesInput> levels{{SeriesLevel::time}, {}};
    const Tape tape = build_tape(g, inputs, std::vector<Expr>{e});
    EXPECT_FALSE(series_obstacle(tape, levels));
    const auto series = interpreted_series(std::make_shared<const SeriesProgram>(tape, levels), order)->evaluation();
    series->start(Coefficients{t0, value_of_p});
    series->input(0)[1] = 1;
    for (int stage = -2; stage < order; ++stage) {
      series->sweep(stage);
      series->settle(stage);
    }
    const std::span<const double> out = series->output(0);
    return {out.begin(), out.begin() + order + 1};
  }
  [[nodiscard]] double value(Expr e, double t0) const {
    return evaluate(g, e, std::vector<Assignment>{{t, t0}, {p, value_of_p}});
  }
  /// The same by differentiating the expression; exact derivatives, but few of them.
  [[nodiscard]] Coefficients differentiated(Expr e, double t0, int order) {
    Coefficients out;
    double factorial = 1;
    const std::vector<Seed> by_time{{t, g.one()}};
    for (int k = 0; k <= order; ++k) {
      out.push_back(value(e, t0) / factorial);
      e = directional(g, e, by_time);
      factorial *= k + 1;
    }
    return out;
  }
  /// Functions of t without a step or a kink near 0.3.
  [[nodiscard]] std::vector<Expr> smooth_functions() {
    const Expr u = g.sum({number(2, 5), g.scale(Rational(1, 2), t), g.mul(number(-1, 4), g.square(t))});
    const Expr w = g.sum({number(3, 2), g.mul(number(1, 3), t)});
    std::vector<Expr> out;
    for (const Function f : {Function::sin, Function::cos, Function::tan, Function::asin, Function::acos,
                             Function::atan, Function::sinh, Function::cosh, Function::tanh, Function::asinh,
                             Function::atanh, Function::exp, Function::log, Function::erf})
      out.push_back(call(f, u));
    for (const Expr e : std::vector<Expr>{
             call(Function::acosh, w), g.sqrt(w), g.inverse(w), g.div(u, w), g.div(w, p), g.div(p, w),
             g.mul(g.sin(u), g.cos(w)), g.square(g.sin(u)), g.pow(w, Rational(7)), g.pow(w, Rational(-3)),
             g.pow(w, Rational(5, 3)), g.pow(w, p), g.pow(p, u), g.pow(w, u), g.apply(Function::atan2, u, w),
             g.apply(Function::atan2, g.neg(w), g.neg(u)), g.sub(g.mul(u, w), call(Function::exp, u)),
             g.sub(call(Function::exp, u), g.mul(u, w)), g.neg(g.sum({g.mul(u, w), t}))})
      out.push_back(e);
    return out;
  }
};

TEST_F(SeriesOfTapes, coefficients_are_derivatives_over_factorials) {
  for (const Expr e : smooth_functions()) {
    const int order = 7;
    const Coefficients seen = expanded(e, 0.3, order);
    const Coefficients wanted = differentiated(e, 0.3, order);
    for (std::size_t k = 0; k <= static_cast<std::size_t>(order); ++k)
      // Derivatives of order 7 in other sums: a thousand ulps.
      EXPECT_NEAR(seen[k], wanted[k], 2e-13 * std::max(1.0, std::abs(wanted[k]))) << text(g, e) << ", order " << k;
  }
}

TEST_F(SeriesOfTapes, sums_of_high_order_are_the_functions) {
  for (const Expr e : smooth_functions()) {
    const Coefficients c = expanded(e, 0.3, 32);
    for (const double h : {-0.1, 0.15}) {
      double sum = 0;
      for (std::size_t k = c.size(); k-- > 0;)
        sum = sum * h + c[k];
      const double wanted = value(e, 0.3 + h);
      // 20 ulps of sums whose terms fall; the next one is 0.15³³.
      EXPECT_NEAR(sum, wanted, 4e-15 * std::max(1.0, std::abs(wanted))) << text(g, e) << " at " << h;
    }
  }
}

TEST_F(SeriesOfTapes, known_expansions_to_high_order) {
  const Coefficients geometric = expanded(g.inverse(g.sub(g.one(), t)), 0, 30);
  EXPECT_THAT(geometric, ::testing::Each(1.0));
  const Coefficients e = expanded(call(Function::exp, t), 0, 20);
  double factorial = 1;
  for (std::size_t k = 0; k <= 20; factorial *= static_cast<double>(++k))
    EXPECT_DOUBLE_EQ(e[k], 1 / factorial);
  const Coefficients angle = expanded(call(Function::atan, t), 0, 25);
  for (std::size_t k = 1; k <= 25; ++k)
    // Ulps of numbers up to 1.
    EXPECT_NEAR(angle[k], k % 2 == 0 ? 0.0 : (k % 4 == 1 ? 1.0 : -1.0) / static_cast<double>(k), 1e-15);
  const Coefficients root = expanded(g.sqrt(g.sum({g.one(), t})), 0, 20); // binomials of one half
  double binomial = 1;
  for (std::size_t k = 0; k <= 20; ++k) {
    EXPECT_NEAR(root[k], binomial, 1e-15); // ulps of numbers up to 1
    binomial *= (0.5 - static_cast<double>(k)) / static_cast<double>(k + 1);
  }
}

TEST_F(SeriesOfTapes, whole_powers_by_a_parameter_are_smooth_where_their_base_vanishes) {
  for (const double at : {0.0, 1e-17}) {
    const std::vector<Expr> inputs{t, p};
    const std::vector<SeriesInput> levels{{SeriesLevel::time}, {}};
    const Tape tape = build_tape(g, inputs, std::vector<Expr>{g.pow(g.sin(t), p)});
    const auto series = interpreted_series(std::make_shared<const SeriesProgram>(tape, levels), 7)->evaluation();
    series->start(Coefficients{at, 3.0});
    series->input(0)[1] = 1;
    for (int stage = -2; stage < 7; ++stage) {
      series->sweep(stage);
      series->settle(stage);
    }
    const Coefficients wanted{0, 0, 0, 1, 0, -0.5, 0, 13.0 / 120}; // sin³ t
    for (std::size_t k = 0; k < wanted.size(); ++k)
      EXPECT_NEAR(series->output(0)[k], wanted[k], 1e-15) << at << ", order " << k; // ulps of numbers up to 1
  }
}

TEST_F(SeriesOfTapes, values_known_ahead_are_found_as_if_all_were_known_at_once) {
  const std::vector<Expr> all{x, v, l};
  const Expr of_x = g.sum({number(1), g.mul(number(1, 2), t), g.mul(number(-1, 3), g.pow(t, Rational(3)))});
  const Expr of_v = g.sum({number(3, 2), g.sin(t)});
  const Expr of_l = g.sum({number(-2), g.square(t), g.neg(t)});
  std::vector<Replacement> meaning{{x, of_x}, {v, of_v}, {l, of_l}};
  std::vector<Expr> outputs{g.mul(x, v),
                            g.sum({g.product({x, v, l}), g.square(v)}),
                            g.div(l, g.sum({x, v})),
                            g.mul(l, g.sin(g.mul(x, v))),
                            g.sqrt(g.sum({g.square(x), g.square(v)})),
                            g.apply(Function::atan2, v, x),
                            g.pow(v, x),
                            g.mul(g.cos(x), call(Function::exp, g.mul(v, t))),
                            g.div(g.square(x), v),
                            g.mul(p, l)};
  const std::vector<Expr> inputs{t, p, x, v, l};
  const std::vector<SeriesInput> levels{
      {SeriesLevel::time}, {}, {SeriesLevel::position}, {SeriesLevel::rate}, {SeriesLevel::force}};
  const int order = 12;
  std::vector<Coefficients> given;
  for (const Expr e : {of_x, of_v, of_l})
    given.push_back(expanded(e, 0.2, order + 2));
  const Tape tape = build_tape(g, inputs, outputs);
  const auto series = interpreted_series(std::make_shared<const SeriesProgram>(tape, levels), order)->evaluation();
  series->start(Coefficients{0.2, value_of_p, given[0][0], given[1][0], given[2][0]});
  series->input(0)[1] = 1;
  for (int stage = -2; stage < order; ++stage) {
    series->sweep(stage); // the highest ones are still 0
    for (std::size_t i = 0; i < given.size(); ++i) {
      const int order_here = stage + 2 - static_cast<int>(i);
      if (order_here < 0) continue;
      const auto k = static_cast<std::size_t>(order_here);
      series->input(2 + i)[k] = given[i][k];
    }
    series->sweep(stage);
    series->settle(stage);
  }
  for (std::size_t o = 0; o < outputs.size(); ++o) {
    const Coefficients wanted = expanded(substitute(g, outputs[o], meaning), 0.2, order);
    for (std::size_t k = 0; k < static_cast<std::size_t>(order); ++k)
      // Coefficients of order 12 in other sums: some thousand ulps.
      EXPECT_NEAR(series->output(o)[k], wanted[k], 1e-12 * std::max(1.0, std::abs(wanted[k])))
          << text(g, outputs[o]) << ", order " << k;
  }
}

TEST_F(SeriesOfTapes, steps_and_kinks_of_the_time_keep_their_branch) {
  const auto two = [&](Expr e, double t0) {
    const Coefficients c = expanded(e, t0, 2);
    return Coefficients{c[0], c[1], c[2]};
  };
  const auto is = [](double a, double b, double c) { return ::testing::ElementsAre(a, b, c); };
  EXPECT_THAT(two(call(Function::abs, g.square(t)), -3), is(9, -6, 1));
  EXPECT_THAT(two(call(Function::abs, t), -3), is(3, -1, 0));
  EXPECT_THAT(two(call(Function::floor, t), 2.5), is(2, 0, 0));
  EXPECT_THAT(two(g.mul(call(Function::sign, t), g.square(t)), -1), is(-1, 2, -1));
  EXPECT_THAT(two(g.apply(Function::min, t, g.square(t)), 0.5), is(0.25, 1, 1));
  EXPECT_THAT(two(g.apply(Function::max, t, g.square(t)), 0.5), is(0.5, 1, 0));
  EXPECT_THAT(two(g.apply(Function::fmod, t, number(2)), 5), is(1, 1, 0));
  EXPECT_THAT(two(g.select(Relation::less, t, g.one(), g.square(t), g.neg(t)), 2), is(-2, -1, 0));
}

TEST_F(SeriesOfTapes, what_depends_on_the_state_by_steps_kinks_or_points_has_no_series) {
  const auto table = std::make_shared<const dalembert::TabulatedFunction>(
      dalembert::TabulatedFunction::Column{{0, 1, 2}, {}}, dalembert::TabulatedFunction::Column{{0, 1, 4}, {}});
  const dalembert::UnknownId road = g.declare_table("road", table);
  const std::vector<Expr> inputs{t, p, x, l};
  const std::vector<SeriesInput> levels{{SeriesLevel::time}, {}, {SeriesLevel::position}, {SeriesLevel::force, true}};
  const auto obstacle = [&](Expr e) {
    const Tape tape = build_tape(g, inputs, std::vector<Expr>{e});
    const auto at = series_obstacle(tape, levels);
    return at ? text(g, tape.origin(*at)) : std::string("none");
  };
  for (const Function f : {Function::sign, Function::heaviside, Function::floor, Function::ceil, Function::round,
                           Function::trunc, Function::abs}) {
    EXPECT_EQ(obstacle(g.mul(t, call(f, x))), text(g, call(f, x)));
    EXPECT_EQ(obstacle(call(f, g.mul(p, t))), "none");
  }
  for (const Function f : {Function::min, Function::max, Function::fmod})
    EXPECT_EQ(obstacle(g.apply(f, t, x)), text(g, g.apply(f, t, x)));
  EXPECT_NE(obstacle(g.select(Relation::less, x, p, t, p)), "none");
  EXPECT_EQ(obstacle(g.unknown(road, {x})), text(g, g.unknown(road, {x})));
  EXPECT_NE(obstacle(g.unknown(road, {t})), "none") << "nobody stops at its points";
  EXPECT_EQ(obstacle(g.unknown(road, {p})), "none");
  // An input that stands for a branch may be compared, and nothing that is made of it.
  EXPECT_EQ(obstacle(g.select(Relation::equal, l, g.one(), t, p)), "none");
  EXPECT_NE(obstacle(g.select(Relation::less, g.mul(l, x), g.one(), t, p)), "none");
}

} // namespace
