#include <dalembert/expr/branches.h>
#include <dalembert/expr/modular.h>
#include <dalembert/expr/point_budget.h>
#include <dalembert/expr/zero_test.h>

#include "cart.h"

#include <gtest/gtest.h>

namespace dalembert {
namespace {

class ZeroTestUnit : public ::testing::Test {
protected:
  Expr n(std::int64_t value) { return g.number(value); }
  Expr f(Function function, Expr e) { return g.apply(function, e); }
  Answer verdict(Expr a, Expr b, const ZeroTest& test = {}) const {
    return equality_test(g, std::span<const Expr>(&a, 1), std::span<const Expr>(&b, 1), test).verdict;
  }

  Graph g;
  Expr x = g.symbol("x");
  Expr y = g.symbol("y");
  Expr z = g.symbol("z");
  Expr t = g.symbol("t");
};

TEST_F(ZeroTestUnit, decides_polynomials_and_fractions) {
  const Expr left = g.square(g.add(x, y));
  const Expr right = g.sum({g.square(x), g.scale(Rational(2), g.mul(x, y)), g.square(y)});
  EXPECT_EQ(verdict(left, right), Answer::yes);
  EXPECT_EQ(verdict(left, g.add(right, g.number(Rational(1, 1'000'000)))), Answer::no);
  EXPECT_EQ(verdict(g.add(g.inverse(x), g.inverse(y)), g.div(g.add(x, y), g.mul(x, y))), Answer::yes);
}

TEST_F(ZeroTestUnit, decides_trigonometry) {
  EXPECT_EQ(verdict(g.add(g.square(g.sin(x)), g.square(g.cos(x))), n(1)), Answer::yes);
  EXPECT_EQ(verdict(g.cos(g.add(x, y)), g.sub(g.mul(g.cos(x), g.cos(y)), g.mul(g.sin(x), g.sin(y)))), Answer::yes);
  EXPECT_EQ(verdict(g.sin(g.scale(Rational(2), x)), g.product({n(2), g.sin(x), g.cos(x)})), Answer::yes);
  const Expr half = g.scale(Rational(1, 2), x);
  EXPECT_EQ(verdict(g.square(g.sin(half)), g.scale(Rational(1, 2), g.sub(n(1), g.cos(x)))), Answer::yes);
  EXPECT_EQ(verdict(f(Function::tan, half), g.div(g.sin(x), g.add(n(1), g.cos(x)))), Answer::yes);
  const Expr fifth = g.scale(Rational(3, 5), x); // odd parts of an angle too
  EXPECT_EQ(verdict(g.sin(g.scale(Rational(6, 5), x)), g.product({n(2), g.sin(fifth), g.cos(fifth)})), Answer::yes);
  EXPECT_EQ(verdict(g.sin(x), x), Answer::no);
  EXPECT_EQ(verdict(g.sin(x), g.cos(x)), Answer::no);
}

TEST_F(ZeroTestUnit, decides_arguments_that_are_products) {
  const Expr w = g.symbol("omega");
  const Expr shifted = g.mul(w, g.sub(t, x));
  const Expr expanded =
      g.sub(g.mul(g.sin(g.mul(w, t)), g.cos(g.mul(w, x))), g.mul(g.cos(g.mul(w, t)), g.sin(g.mul(w, x))));
  EXPECT_EQ(verdict(g.sin(shifted), expanded), Answer::yes);
  EXPECT_EQ(verdict(g.cos(g.div(x, y)),
                    g.sub(n(1), g.scale(Rational(2), g.square(g.sin(g.div(x, g.scale(Rational(2), y))))))),
            Answer::yes);
}

TEST_F(ZeroTestUnit, decides_shifts_by_parts_of_pi) {
  const Expr quarter = g.scale(Rational(1, 4), g.pi());
  EXPECT_EQ(verdict(g.sin(g.add(x, g.scale(Rational(1, 2), g.pi()))), g.cos(x)), Answer::yes);
  EXPECT_EQ(verdict(g.scale(Rational(2), g.sin(g.add(x, quarter))), g.mul(g.sqrt(n(2)), g.add(g.sin(x), g.cos(x)))),
            Answer::yes);
  const Expr third = g.scale(Rational(1, 3), g.pi());
  const Expr expanded = g.scale(Rational(1, 2), g.add(g.sin(x), g.mul(g.sqrt(n(3)), g.cos(x))));
  EXPECT_EQ(verdict(g.sin(g.add(x, third)), expanded), Answer::yes);
  EXPECT_EQ(verdict(g.sin(g.sub(x, third)), expanded), Answer::no);
  // π/7 has no exact place in this field: never proved, and refuted by real numbers only.
  const Expr seventh = g.scale(Rational(1, 7), g.pi());
  const Expr sum = g.add(g.mul(g.sin(x), g.cos(seventh)), g.mul(g.cos(x), g.sin(seventh)));
  EXPECT_EQ(verdict(g.sin(g.add(x, seventh)), sum), Answer::undecided);
  EXPECT_EQ(verdict(g.sin(g.add(x, seventh)), g.sin(x)), Answer::no);
}

TEST_F(ZeroTestUnit, does_not_mistake_the_sign_of_a_number) {
  // The field takes 201/100 for negative; real numbers must overrule it.
  const Expr s = f(Function::sign, x);
  const Expr left = f(Function::abs, g.apply(Function::min, s, n(1)));
  const Expr right = f(Function::abs, g.apply(Function::min, g.scale(Rational(101, 100), s), n(1)));
  EXPECT_NE(verdict(left, right), Answer::yes);
  const Expr small = g.sub(g.sqrt(n(2)), n(1));
  for (const Expr number : {small, g.sub(g.sqrt(n(3)), n(1)), g.sub(g.sqrt(n(5)), n(2)), g.sub(g.sqrt(n(23)), n(4))}) {
    const Expr size = f(Function::abs, g.mul(number, g.square(x)));
    EXPECT_NE(verdict(size, g.neg(g.mul(number, g.square(x)))), Answer::yes);
    EXPECT_NE(verdict(size, g.mul(number, g.square(x))), Answer::no);
  }
}

TEST_F(ZeroTestUnit, decides_roots) {
  EXPECT_EQ(verdict(g.mul(g.sqrt(x), g.sqrt(y)), g.sqrt(g.mul(x, y))), Answer::yes);
  EXPECT_EQ(verdict(g.sqrt(g.square(x)), f(Function::abs, x)), Answer::yes);
  EXPECT_EQ(verdict(g.sqrt(g.square(x)), x), Answer::no);
  EXPECT_EQ(verdict(g.sqrt(g.square(x)), x, {.positive = {x}}), Answer::yes);
  const Expr hypotenuse = g.sqrt(g.add(g.square(x), g.square(y)));
  EXPECT_EQ(verdict(g.div(g.add(g.square(x), g.square(y)), hypotenuse), hypotenuse), Answer::yes);
  EXPECT_EQ(verdict(hypotenuse, g.add(x, y)), Answer::no);
  EXPECT_EQ(verdict(g.pow(g.mul(x, y), Rational(1, 3)), g.mul(g.pow(x, Rational(1, 3)), g.pow(y, Rational(1, 3)))),
            Answer::yes);
}

TEST_F(ZeroTestUnit, does_not_refute_what_only_the_monomials_of_an_argument_hide) {
  // sin y·sin z = (cos(y − z) − cos(y + z))/2, within an angle and an exponent.
  const Expr product = g.mul(x, g.mul(g.sin(y), g.sin(z)));
  const Expr sum = g.scale(Rational(1, 2), g.mul(x, g.sub(g.cos(g.sub(y, z)), g.cos(g.add(y, z)))));
  EXPECT_NE(verdict(g.sin(product), g.sin(sum)), Answer::no);
  EXPECT_NE(verdict(f(Function::exp, product), f(Function::exp, sum)), Answer::no);
  const Expr ones = g.add(g.square(g.sin(y)), g.square(g.cos(y)));
  EXPECT_NE(verdict(g.cos(g.mul(x, ones)), g.cos(x)), Answer::no);
  EXPECT_NE(verdict(g.cos(g.div(g.mul(x, y), g.add(y, z))), g.cos(g.sub(x, g.div(g.mul(x, z), g.add(y, z))))),
            Answer::no);
  // What differs is still refuted, by real states.
  EXPECT_EQ(verdict(g.sin(product), g.sin(g.mul(x, g.sin(y)))), Answer::no);
  EXPECT_TRUE(has_real_branches(g, std::vector<Expr>{g.sin(product)}));
  EXPECT_FALSE(has_real_branches(g, std::vector<Expr>{g.sin(g.div(g.mul(x, g.square(y)), z))}));
}

TEST_F(ZeroTestUnit, decides_exponentials) {
  const Expr ex = f(Function::exp, x);
  EXPECT_EQ(verdict(g.mul(ex, f(Function::exp, y)), f(Function::exp, g.add(x, y))), Answer::yes);
  EXPECT_EQ(verdict(g.sub(g.square(f(Function::cosh, x)), g.square(f(Function::sinh, x))), n(1)), Answer::yes);
  EXPECT_EQ(verdict(f(Function::tanh, x), g.div(f(Function::sinh, x), f(Function::cosh, x))), Answer::yes);
  EXPECT_EQ(verdict(g.square(f(Function::exp, g.scale(Rational(1, 2), x))), ex), Answer::yes);
  EXPECT_EQ(verdict(g.mul(x, g.pow(x, g.sub(y, n(1)))), g.pow(x, y)), Answer::yes);
  EXPECT_EQ(verdict(ex, f(Function::exp, y)), Answer::no);
}

TEST_F(ZeroTestUnit, decides_signs_and_branches) {
  const Expr size = f(Function::abs, x);
  EXPECT_EQ(verdict(g.mul(size, f(Function::sign, x)), x), Answer::yes);
  EXPECT_EQ(verdict(g.square(size), g.square(x)), Answer::yes);
  EXPECT_EQ(verdict(g.apply(Function::max, x, y), g.sub(g.add(x, y), g.apply(Function::min, x, y))), Answer::yes);
  EXPECT_EQ(verdict(g.select(Relation::less, x, y, y, x), g.apply(Function::max, x, y)), Answer::yes);
  EXPECT_EQ(verdict(g.select(Relation::less, x, y, z, n(0)), n(0)), Answer::no);
  EXPECT_EQ(verdict(size, x), Answer::no);
}

TEST_F(ZeroTestUnit, is_honest_about_functions_without_algebraic_form) {
  const Expr arc = f(Function::atan, x);
  EXPECT_EQ(verdict(g.sub(g.square(g.add(arc, n(1))), n(1)), g.mul(arc, g.add(arc, n(2)))), Answer::yes);
  EXPECT_EQ(verdict(g.add(f(Function::asin, x), f(Function::acos, x)), g.scale(Rational(1, 2), g.pi())),
            Answer::undecided); // true, but nothing here knows it
  EXPECT_EQ(verdict(arc, x), Answer::no);
}

TEST_F(ZeroTestUnit, tells_derivatives_of_unknown_functions_apart) {
  const UnknownId phi = g.declare_unknown("phi", 2);
  const Expr use = g.unknown(phi, {x, y});
  const Argument first[] = {{x, 1}, {y, 0}};
  EXPECT_EQ(verdict(g.square(use), g.mul(use, g.unknown(phi, {g.add(x, n(0)), y}))), Answer::yes);
  EXPECT_EQ(verdict(use, g.unknown(phi, first)), Answer::no);
  EXPECT_EQ(verdict(use, g.unknown(phi, {y, x})), Answer::no);
}

TEST_F(ZeroTestUnit, names_the_first_of_several_that_fails) {
  const std::vector<Expr> list{g.sub(g.square(g.sin(x)), g.sub(n(1), g.square(g.cos(x)))), g.sub(x, y), z};
  const ZeroReport report = zero_test(g, list);
  EXPECT_EQ(report.verdict, Answer::no);
  EXPECT_EQ(report.index, 1U);
  EXPECT_EQ(zero_test(g, std::vector<Expr>{}).verdict, Answer::yes);
}

TEST(ModularPointUnit, a_constraint_solved_for_a_symbol_holds_in_what_follows) {
  // x² + y² = r, solved for the parameter r: then r − x² vanishes with y² only.
  Graph g;
  const Expr x = g.symbol("x");
  const Expr y = g.symbol("y");
  const Expr r = g.symbol("r");
  const Expr circle = g.add(g.square(x), g.square(y));
  ModularPoint point(g, 5);
  const auto solved = point.value(circle);
  ASSERT_TRUE(solved.has_value());
  point.set(r, *solved);
  EXPECT_TRUE(point.value(g.sub(circle, r))->is_zero());
  EXPECT_EQ(*point.value(g.sub(r, g.square(x))), *point.value(g.square(y)));
  EXPECT_FALSE(point.value(g.sub(r, g.square(x)))->is_zero());
}

TEST(ModularPointUnit, division_by_zero_is_singular_and_names_the_node) {
  Graph g;
  const Expr x = g.symbol("x");
  const Expr inverse = g.inverse(x);
  ModularPoint point(g, 1);
  point.set(x, Residue(0));
  EXPECT_FALSE(point.value(g.add(inverse, g.one())).has_value());
  EXPECT_EQ(point.failure(), ModularPoint::Failure::singular);
  EXPECT_EQ(point.culprit(), inverse);
  point.set(x, Residue(2));
  EXPECT_EQ(*point.value(g.scale(Rational(2), inverse)), Residue(1));
}

TEST(ZeroTestCart, proves_that_the_mass_matrix_is_symmetric_and_kinetic_energy_quadratic) {
  Cart cart(8);
  cart.derive();
  Graph& g = cart.graph;
  const std::size_t n = cart.v.size();
  const std::vector<Expr> full = jacobian(g, cart.p, cart.v);
  std::vector<Expr> transposed(full.size());
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      transposed[j * n + i] = full[i * n + j];
  EXPECT_EQ(equality_test(g, full, transposed).verdict, Answer::yes);
  EXPECT_EQ(equality_test(g, full, cart.M).verdict, Answer::yes);
  std::vector<Term> form;
  for (std::size_t i = 0; i < n; ++i)
    form.push_back({g.mul(cart.p[i], cart.v[i]), g.intern(Rational(1, 2))});
  EXPECT_TRUE(are_equal(g, g.sum(form), cart.T));
  EXPECT_FALSE(are_equal(g, g.sum(form), g.add(cart.T, g.scale(Rational(1, 1000), cart.q[0]))));
}

TEST_F(ZeroTestUnit, a_spent_budget_refutes_what_differs_and_proves_nothing) {
  const Expr one = g.add(g.square(g.sin(x)), g.square(g.cos(x)));
  const PointBudget outer(1'000'000);
  EXPECT_EQ(verdict(one, n(1)), Answer::yes);
  {
    const PointBudget inner(1);
    PointBudget::spend(1);
    EXPECT_TRUE(PointBudget::is_spent());
    EXPECT_EQ(verdict(one, n(1)), Answer::undecided);
    EXPECT_EQ(verdict(one, n(2)), Answer::no);
  }
  EXPECT_FALSE(PointBudget::is_spent());
  EXPECT_EQ(verdict(one, n(1)), Answer::yes);
  PointBudget::spend(1'000'000); // budgets within this one end with it
  const PointBudget inner(1'000'000);
  EXPECT_TRUE(PointBudget::is_spent());
}

TEST_F(ZeroTestUnit, one_budget_bounds_many_tests_of_many_roots_and_a_sign) {
  // Nine roots exist at one point in 2⁹, and a sign wants 64 of them: each test costs millions of steps.
  Expr sum = f(Function::abs, t);
  for (int i = 0; i < 9; ++i)
    sum = g.add(sum, g.sqrt(g.add(g.square(g.symbol("a" + std::to_string(i))), x)));
  const PointBudget of_all(100'000);
  for (int k = 1; k <= 300; ++k) {
    const Expr scale = g.add(y, n(k));
    const Expr left = g.mul(scale, sum);
    const Expr right = g.add(g.mul(y, sum), g.scale(Rational(k), sum));
    EXPECT_NE(verdict(left, right), Answer::no);
    EXPECT_EQ(verdict(left, g.add(right, z)), Answer::no);
  }
  EXPECT_TRUE(PointBudget::is_spent());
}

TEST_F(ZeroTestUnit, no_seed_gives_a_symbol_the_value_zero) {
  std::vector<Expr> symbols;
  for (int i = 0; i < 40; ++i)
    symbols.push_back(g.symbol("s" + std::to_string(i)));
  for (std::uint64_t seed = 0; seed < 64; ++seed) {
    ModularPoint point(g, seed);
    for (const Expr symbol : symbols)
      EXPECT_FALSE(point.value(symbol)->is_zero()) << "seed " << seed << ", node " << symbol.id;
  }
}

} // namespace
} // namespace dalembert
