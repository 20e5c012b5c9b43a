#include <dalembert/derivation/derive.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/expr/point_budget.h>
#include <dalembert/expr/zero_test.h>
#include <dalembert/textbook/plain_form.h>
#include <dalembert/textbook/read_back.h>
#include <dalembert/textbook/solved_form.h>

#include "../../property/random_expression.h"

#include <gmock/gmock.h>

#include <cmath>

namespace dalembert {
namespace {

/// A system with parameters p0, p1 … and coordinates q0, q1 …; energies are set by the test.
struct Workbench {
  System system;
  KnownTexts known;

  Workbench(std::size_t parameters, std::size_t coordinates) {
    system.graph = std::make_shared<Graph>();
    system.time = name("t");
    for (std::size_t i = 0; i < parameters; ++i) {
      Parameter p;
      p.name = "p" + std::to_string(i);
      p.symbol = name(p.name);
      system.parameters.push_back(p);
    }
    for (std::size_t i = 0; i < coordinates; ++i) {
      Coordinate c;
      c.name = "q" + std::to_string(i);
      c.position = name(c.name);
      c.rate = name(c.name + "'");
      c.acceleration = name(c.name + "''");
      system.coordinates.push_back(c);
    }
  }

  Expr name(const std::string& text) { return known[text] = system.graph->symbol(text); }
  [[nodiscard]] Graph& graph() const { return *system.graph; }
  [[nodiscard]] Expr p(std::size_t i) const { return system.parameters.at(i).symbol; }
  [[nodiscard]] Expr q(std::size_t i) const { return system.coordinates.at(i).position; }
  [[nodiscard]] Expr v(std::size_t i) const { return system.coordinates.at(i).rate; }
  void energy(EnergyKind kind, Expr value) {
    EnergyTerm term;
    term.kind = kind;
    term.value = value;
    system.energies.push_back(term);
  }
  [[nodiscard]] Equations derived() const { return derive(std::make_shared<const System>(system)); }
  [[nodiscard]] std::string print(Expr e) const {
    const Equations equations = derived();
    const auto printed = PlainForm(equations).expression(e);
    return printed ? written(printed->formula) : "nothing";
  }
};

TEST(PlainForm, products_of_sines_and_cosines_become_those_of_sums) {
  const Workbench w(2, 2);
  Graph& g = w.graph();
  const auto [a, b] = std::pair{w.q(0), w.q(1)};
  EXPECT_EQ(w.print(g.add(g.mul(g.cos(a), g.cos(b)), g.mul(g.sin(a), g.sin(b)))), "cos(q0 - q1)");
  EXPECT_EQ(w.print(g.sub(g.mul(g.sin(a), g.cos(b)), g.mul(g.cos(a), g.sin(b)))), "sin(q0 - q1)");
  EXPECT_EQ(w.print(g.add(g.square(g.sin(a)), g.square(g.cos(a)))), "1");
  EXPECT_EQ(w.print(g.mul(g.sin(a), g.cos(b))), "sin(q0)*cos(q1)");
  EXPECT_EQ(w.print(g.sub(g.one(), g.square(g.cos(a)))), "sin(q0)^2");
}

TEST(PlainForm, a_half_angle_is_an_angle_of_which_the_whole_is_a_multiple) {
  const Workbench w(1, 1);
  Graph& g = w.graph();
  const Expr half = g.scale(Rational(1, 2), w.q(0));
  EXPECT_EQ(w.print(g.scale(Rational(2), g.mul(g.sin(half), g.cos(half)))), "sin(q0)");
}

TEST(PlainForm, brackets_found_twice_are_one_factor) {
  const Workbench w(4, 1);
  Graph& g = w.graph();
  const Expr x = w.q(0);
  const Expr y = w.v(0);
  const Expr mass = g.add(w.p(0), w.p(1));
  const Expr inner = g.add(g.mul(w.p(2), x), g.mul(w.p(3), y));
  EXPECT_EQ(w.print(g.mul(mass, inner)), "(p0 + p1)*(p3*q0' + p2*q0)");
}

TEST(PlainForm, squares_of_sums_are_recognised) {
  const Workbench w(3, 1);
  Graph& g = w.graph();
  const Expr square = g.square(g.sub(w.p(0), g.scale(Rational(3), w.p(1))));
  EXPECT_EQ(w.print(g.add(g.mul(square, w.q(0)), w.p(2))), "(p0 - 3*p1)^2*q0 + p2");
}

TEST(PlainForm, quotients_come_in_lowest_terms) {
  const Workbench w(2, 2);
  Graph& g = w.graph();
  const Expr x = w.q(0);
  const Expr tangent = g.div(g.square(g.sin(x)), g.cos(x));
  EXPECT_EQ(w.print(g.inverse(g.add(g.cos(x), tangent))), "cos(q0)");
  const Expr square = g.sub(g.square(w.p(0)), g.square(w.p(1)));
  EXPECT_EQ(w.print(g.div(square, g.add(w.p(0), w.p(1)))), "p0 - p1");
}

TEST(PlainForm, a_minus_before_a_quotient_turns_the_difference_below) {
  const Workbench w(3, 1);
  Graph& g = w.graph();
  const Expr difference = g.sub(g.mul(w.p(0), g.square(w.p(1))), w.p(2));
  const Expr sum = g.add(g.mul(w.p(0), g.sin(w.q(0))), w.p(1));
  EXPECT_EQ(w.print(g.div(sum, difference)), "(p0*sin(q0) + p1)/(p0*p1^2 - p2)");
  EXPECT_EQ(w.print(g.neg(g.div(sum, difference))), "(p0*sin(q0) + p1)/(p2 - p0*p1^2)");
}

TEST(PlainForm, a_root_squared_is_what_it_is_a_root_of) {
  const Workbench w(0, 2);
  Graph& g = w.graph();
  const Expr first = g.square(w.q(0));
  const Expr length = g.sqrt(g.add(first, g.square(w.q(1))));
  const Expr unit = g.add(g.div(g.square(w.q(0)), g.square(length)), g.div(g.square(w.q(1)), g.square(length)));
  EXPECT_EQ(w.print(unit), "1");
  EXPECT_EQ(w.print(g.div(w.q(0), length)), "q0/sqrt(q0^2 + q1^2)");
}

TEST(PlainForm, a_root_of_a_sum_cancels_with_itself_in_a_polynomial) {
  const Workbench w(2, 1);
  Graph& g = w.graph();
  const Expr root = g.sqrt(g.sub(g.one(), g.square(w.q(0))));
  const Expr sum = g.add(g.mul(root, w.p(0)), g.mul(root, w.p(1)));
  EXPECT_EQ(w.print(g.mul(root, sum)), "(p0 + p1)*(1 - q0^2)");
}

TEST(PlainForm, terms_over_parameters_become_one_fraction_where_that_is_shorter) {
  const Workbench w(3, 1);
  Graph& g = w.graph();
  const Expr first = g.div(w.p(0), w.p(1));
  const Expr second = g.div(w.p(0), w.p(2));
  const Expr sum = g.add(g.sub(g.sub(g.one(), first), second), g.mul(first, second));
  EXPECT_EQ(w.print(sum), "(p0 - p1)*(p0 - p2)/(p1*p2)");
  EXPECT_EQ(w.print(g.add(first, w.q(0))), "p0/p1 + q0");
}

TEST(PlainForm, a_function_that_stands_alone_has_its_argument_in_plain_form) {
  const Workbench w(4, 1);
  Graph& g = w.graph();
  const Expr sum = g.add(g.mul(w.p(0), w.p(2)), g.mul(w.p(1), w.p(2)));
  const Expr ratio = g.div(sum, g.mul(w.p(2), w.p(3)));
  EXPECT_EQ(w.print(g.apply(Function::acos, ratio)), "acos((p0 + p1)/p3)");
  const Expr difference = g.sub(w.p(0), w.p(1));
  EXPECT_EQ(w.print(g.neg(g.apply(Function::asin, g.div(w.p(3), difference)))), "asin(p3/(p1 - p0))");
  EXPECT_EQ(w.print(g.scale(Rational(2), g.sqrt(g.div(w.p(0), g.scale(Rational(5), w.p(1)))))), "sqrt(4/5*p0/p1)");
  EXPECT_EQ(w.print(g.neg(g.sqrt(ratio))), "-sqrt((p0 + p1)/p3)");
  EXPECT_EQ(w.print(g.sqrt(w.p(0))), "sqrt(p0)");
}

TEST(PlainForm, the_own_acceleration_leads_and_is_positive) {
  Workbench w(2, 2);
  Graph& g = w.graph();
  const Expr relative = g.sub(w.v(0), w.v(1));
  w.energy(EnergyKind::kinetic, g.scale(Rational(1, 2), g.add(g.mul(w.p(0), g.square(relative)), g.square(w.v(1)))));
  const Equations equations = w.derived();
  PlainForm form(equations);
  EXPECT_EQ(form.equation(0)->text(), "q0'' - q1'' = 0");
  EXPECT_EQ(written(form.equation(0)->divisor), "p0");
  EXPECT_EQ(form.equation(1)->text(), "p0*(q1'' - q0'') + q1'' = 0");
}

TEST(PlainForm, a_sum_too_long_to_multiply_out_is_printed_with_names_for_shared_parts) {
  Workbench w(40, 2);
  Graph& g = w.graph();
  Expr sum = w.q(0);
  for (std::size_t i = 0; i < 40; ++i)
    sum = g.add(sum, g.mul(w.p(i), w.q(i % 2)));
  const Expr power = g.pow(sum, Rational(12));
  const Equations equations = w.derived();
  const auto printed = PlainForm(equations).expression(g.add(power, g.sin(sum)));
  ASSERT_TRUE(printed.has_value());
  ASSERT_THAT(printed->definitions, testing::SizeIs(1));
  EXPECT_EQ(written(printed->formula), "s1^12 + sin(s1)");
}

TEST(PlainForm, a_product_of_66_sums_is_left_as_it_is) {
  Workbench w(12, 2);
  Graph& g = w.graph();
  Expr product = g.one();
  for (std::size_t i = 0; i < 12; ++i)
    for (std::size_t j = 0; j < i; ++j)
      product = g.mul(product, g.add(g.mul(w.p(i), g.sin(w.q(0))), g.mul(w.p(j), g.cos(w.q(1)))));
  EXPECT_THAT(w.print(product), testing::StartsWith("(")); // the structural product: 2⁶⁶ terms if multiplied out
}

TEST(PlainForm, what_the_zero_test_leaves_undecided_is_printed_as_it_stands) {
  const Workbench w(1, 2);
  Graph& g = w.graph();
  const auto [a, b] = std::pair{w.q(0), w.q(1)};
  const Expr sum = g.add(g.mul(g.cos(a), g.cos(b)), g.mul(g.sin(a), g.sin(b)));
  EXPECT_EQ(w.print(sum), "cos(q0 - q1)");
  const PointBudget spent(0);
  EXPECT_EQ(w.print(sum), "sin(q1)*sin(q0) + cos(q1)*cos(q0)");
}

TEST(PlainForm, an_equation_that_is_not_proved_is_printed_as_it_stands) {
  Workbench w(2, 2);
  Graph& g = w.graph();
  const Expr relative = g.sub(w.v(0), w.v(1));
  w.energy(EnergyKind::kinetic, g.scale(Rational(1, 2), g.add(g.mul(w.p(0), g.square(relative)), g.square(w.v(1)))));
  const Equations equations = w.derived();
  const PointBudget spent(0);
  PlainForm form(equations);
  EXPECT_EQ(form.equation(0)->text(), "p0*(q0'' - q1'') = 0");
  EXPECT_EQ(written(form.equation(0)->divisor), "1");
}

TEST(PlainForm, an_angle_without_exact_points_is_proved_for_any_number_in_the_place_of_pi) {
  const Workbench w(1, 2);
  Graph& g = w.graph();
  const Expr a = g.add(w.q(0), g.scale(Rational(1, 7), g.pi()));
  const Expr b = w.q(1);
  const Expr sum = g.add(g.mul(g.cos(a), g.cos(b)), g.mul(g.sin(a), g.sin(b)));
  EXPECT_EQ(zero_test(g, std::vector<Expr>{g.sub(sum, g.cos(g.sub(a, b)))}).verdict, Answer::undecided);
  EXPECT_EQ(w.print(sum), "cos(pi/7 + q0 - q1)");
}

TEST(SolvedForm, a_solution_that_is_not_proved_is_left_out) {
  Workbench w(2, 1);
  Graph& g = w.graph();
  w.energy(EnergyKind::kinetic, g.scale(Rational(1, 2), g.mul(w.p(0), g.square(w.v(0)))));
  w.energy(EnergyKind::potential, g.mul(w.p(1), w.q(0)));
  const Equations equations = w.derived();
  EXPECT_EQ(written(solved_form(equations).at(0).value.value()), "-p1/p0");
  const PointBudget spent(0);
  EXPECT_FALSE(solved_form(equations).at(0).value.has_value());
}

/// The random expression and its printed form agree in doubles; the exact proof is the product's own.
TEST(PlainForm, random_expressions_keep_their_value) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    Workbench w(0, 0);
    RandomExpression random(w.graph(), seed, 4);
    for (const Expr s : random.symbols())
      w.known[std::string(w.graph().name(s))] = s;
    const Expr e = random.smooth(5);
    const std::string text = w.print(e);
    const auto read = read_back(w.graph(), text, w.known);
    ASSERT_TRUE(read.has_value()) << text;
    std::vector<Assignment> values;
    for (const Expr s : random.symbols())
      values.push_back({s, random.real(0.3, 1.7)});
    const double before = evaluate(w.graph(), e, values);
    const double after = evaluate(w.graph(), *read, values);
    if (std::isfinite(before)) {
      // The text adds in another order, and random expressions cancel by up to 1e7.
      EXPECT_NEAR(before, after, 1e-8 * (1.0 + std::abs(before))) << text;
    }
  }
}

TEST(PlainForm, printing_what_was_printed_changes_nothing) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    Workbench w(3, 3);
    RandomExpression random(w.graph(), seed, 0);
    Graph& g = w.graph();
    const std::vector<Expr> names{w.p(0), w.p(1), w.p(2), w.q(0), w.q(1), w.q(2), w.v(0), w.v(1)};
    const auto any = [&] { return names[random.pick(names.size())]; };
    Expr e = g.zero();
    for (int term = 0; term < 5; ++term) {
      const Expr angle = g.add(w.q(random.pick(3)), g.scale(Rational(static_cast<int>(random.pick(3)) - 1), w.q(0)));
      const Expr harmonic = random.pick(2) == 0 ? g.sin(angle) : g.cos(angle);
      e = g.add(e, g.scale(random.number(), g.product({any(), any(), harmonic, g.add(any(), g.square(harmonic))})));
    }
    const std::string once = w.print(e);
    const auto read = read_back(g, once, w.known);
    ASSERT_TRUE(read.has_value()) << once;
    EXPECT_EQ(w.print(*read), once);
  }
}

} // namespace
} // namespace dalembert
