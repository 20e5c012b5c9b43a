#include <dalembert/base/errors.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/graph.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/text.h>

#include <gtest/gtest.h>

#include <stdexcept>

namespace dalembert {
namespace {

class GraphTest : public ::testing::Test {
protected:
  Expr n(std::int64_t value) { return g.number(value); }
  Expr r(std::int64_t a, std::int64_t b) { return g.number(Rational(a, b)); }
  std::string show(Expr e) const { return text(g, e); }

  Graph g;
  Expr x = g.symbol("x");
  Expr y = g.symbol("y");
  Expr z = g.symbol("z");
};

TEST_F(GraphTest, zero_one_and_pi_have_fixed_handles) {
  EXPECT_EQ(n(0), g.zero());
  EXPECT_EQ(n(1), g.one());
  EXPECT_EQ(g.kind(g.pi()), NodeKind::pi);
  EXPECT_EQ(r(2, 4), r(1, 2));
}

TEST_F(GraphTest, two_symbols_of_one_name_differ) {
  EXPECT_NE(g.symbol("a"), g.symbol("a"));
}

TEST_F(GraphTest, equal_structure_is_one_node) {
  EXPECT_EQ(g.add(x, y), g.add(y, x));
  EXPECT_EQ(g.mul(x, y), g.mul(y, x));
  EXPECT_EQ(g.sin(g.add(x, y)), g.sin(g.add(y, x)));
  EXPECT_EQ(g.sub(x, y), g.neg(g.sub(y, x)));
  EXPECT_EQ(g.mul(g.sub(x, y), z), g.neg(g.mul(z, g.sub(y, x))));
}

TEST_F(GraphTest, like_terms_and_like_bases_merge) {
  EXPECT_EQ(g.add(x, x), g.scale(Rational(2), x));
  EXPECT_EQ(g.sub(x, x), g.zero());
  EXPECT_EQ(g.mul(x, g.inverse(x)), g.one());
  EXPECT_EQ(g.mul(g.sqrt(x), g.sqrt(x)), x);
  EXPECT_EQ(g.sum({x, y, g.neg(x), n(3), n(-3)}), y);
  EXPECT_EQ(g.div(g.mul(x, y), g.mul(y, x)), g.one());
  const Expr root = g.sqrt(g.product({x, x, y, y}));
  EXPECT_EQ(g.mul(root, root), g.product({x, x, y, y}));
}

TEST_F(GraphTest, numbers_leave_products) {
  const Expr a = g.mul(g.scale(Rational(2), x), g.scale(Rational(3, 4), y));
  ASSERT_EQ(g.kind(a), NodeKind::sum);
  ASSERT_EQ(g.terms(a).size(), 1U);
  EXPECT_EQ(g.value(g.terms(a)[0].coefficient), Rational(3, 2));
  EXPECT_EQ(g.terms(a)[0].expr, g.mul(x, y));
  EXPECT_EQ(g.pow(g.scale(Rational(-2), x), Rational(3)), g.scale(Rational(-8), g.pow(x, Rational(3))));
}

TEST_F(GraphTest, a_sum_inside_a_sum_stays_one_shared_node) {
  const Expr inner = g.add(x, g.scale(Rational(2), y));
  const Expr outer = g.add(inner, z);
  ASSERT_EQ(g.terms(outer).size(), 2U);
  EXPECT_TRUE(depends(g, outer, inner));
}

TEST_F(GraphTest, nothing_is_expanded) {
  const Expr e = g.mul(z, g.add(x, y));
  EXPECT_EQ(g.kind(e), NodeKind::product);
  EXPECT_EQ(g.kind(g.square(g.add(x, y))), NodeKind::product);
}

TEST_F(GraphTest, children_come_before_parents) {
  const Expr e = g.select(Relation::less, g.sin(x), g.mul(y, z), g.div(x, g.add(y, z)), g.pow(x, y));
  for (const Expr node : reachable(g, std::span<const Expr>(&e, 1)))
    g.for_children(node, [node](Expr child) { EXPECT_LT(child, node); });
}

TEST_F(GraphTest, roots_of_numbers_are_exact) {
  EXPECT_EQ(g.sqrt(n(4)), n(2));
  EXPECT_EQ(g.sqrt(r(9, 4)), r(3, 2));
  EXPECT_EQ(g.sqrt(n(12)), g.scale(Rational(2), g.sqrt(n(3))));
  EXPECT_EQ(g.mul(g.sqrt(n(2)), g.sqrt(n(3))), g.sqrt(n(6)));
  EXPECT_EQ(g.mul(g.sqrt(n(2)), g.sqrt(n(2))), n(2));
  EXPECT_EQ(g.sqrt(r(1, 2)), g.scale(Rational(1, 2), g.sqrt(n(2))));
  EXPECT_EQ(g.pow(n(8), Rational(1, 3)), n(2));
  EXPECT_EQ(g.pow(n(2), Rational(-3)), r(1, 8));
  EXPECT_EQ(g.sqrt(n(1018081)), n(1009)); // the square of a prime beyond trial division
}

TEST_F(GraphTest, powers_keep_their_meaning_on_the_reals) {
  EXPECT_NE(g.sqrt(g.square(x)), x); // it is |x|
  EXPECT_EQ(g.square(g.sqrt(x)), x);
  EXPECT_EQ(g.pow(g.pow(x, Rational(3)), Rational(1, 2)), g.pow(x, Rational(3, 2)));
  EXPECT_EQ(g.sqrt(g.scale(Rational(4), x)), g.scale(Rational(2), g.sqrt(x)));
  EXPECT_EQ(show(g.sqrt(g.scale(Rational(-4), x))), "2*sqrt(-x)");
  EXPECT_EQ(g.pow(x, Rational(0)), g.one());
}

TEST_F(GraphTest, division_by_the_number_zero_is_refused) {
  EXPECT_THROW((void)g.div(x, n(0)), std::domain_error);
  EXPECT_THROW((void)g.pow(n(0), Rational(-1, 2)), std::domain_error);
}

TEST_F(GraphTest, functions_fold_at_exact_places) {
  EXPECT_EQ(g.sin(n(0)), n(0));
  EXPECT_EQ(g.cos(n(0)), n(1));
  EXPECT_EQ(g.sin(g.scale(Rational(1, 6), g.pi())), r(1, 2));
  EXPECT_EQ(g.cos(g.scale(Rational(5, 6), g.pi())), g.scale(Rational(-1, 2), g.sqrt(n(3))));
  EXPECT_EQ(g.sin(g.scale(Rational(-13, 4), g.pi())), g.scale(Rational(1, 2), g.sqrt(n(2))));
  EXPECT_EQ(g.apply(Function::tan, g.scale(Rational(1, 4), g.pi())), n(1));
  EXPECT_EQ(g.cos(g.neg(x)), g.cos(x));
  EXPECT_EQ(g.sin(g.sub(x, y)), g.neg(g.sin(g.sub(y, x))));
  EXPECT_EQ(g.apply(Function::exp, g.apply(Function::log, x)), x);
  EXPECT_EQ(g.apply(Function::abs, n(-3)), n(3));
  EXPECT_EQ(g.apply(Function::round, r(-5, 2)), n(-3));
  EXPECT_EQ(g.apply(Function::ceil, r(-5, 2)), n(-2));
  EXPECT_EQ(g.apply(Function::fmod, r(-7, 2), n(2)), r(-3, 2));
  EXPECT_EQ(g.apply(Function::max, n(2), n(3)), n(3));
  EXPECT_EQ(g.apply(Function::atan2, n(-1), n(0)), g.scale(Rational(-1, 2), g.pi()));
  EXPECT_EQ(g.apply(Function::pow, x, n(2)), g.square(x));
}

TEST_F(GraphTest, select_folds_where_its_branches_or_its_numbers_decide) {
  EXPECT_EQ(g.select(Relation::less, x, y, z, z), z);
  EXPECT_EQ(g.select(Relation::less, n(1), n(2), x, y), x);
  EXPECT_EQ(g.select(Relation::equal, n(1), n(2), x, y), y);
}

TEST_F(GraphTest, big_coefficients_promote_instead_of_overflowing) {
  Expr e = x;
  for (int i = 0; i < 10; ++i)
    e = g.scale(Rational(INT64_MAX), e);
  for (int i = 0; i < 10; ++i)
    e = g.scale(Rational(1, INT64_MAX), e);
  EXPECT_EQ(e, x);
}

TEST_F(GraphTest, towers_of_powers_stay_powers) {
  Expr tower = n(2);
  for (int i = 0; i < 6; ++i)
    tower = g.pow(tower, Rational(4096));
  EXPECT_EQ(g.kind(tower), NodeKind::product);
  EXPECT_EQ(g.div(tower, tower), g.one());
}

TEST_F(GraphTest, many_nodes_stay_distinct_and_are_found_again) {
  std::vector<Expr> made;
  for (int i = 0; i < 3000; ++i)
    made.push_back(g.sin(g.add(x, n(i))));
  for (int i = 0; i < 3000; ++i)
    ASSERT_EQ(g.sin(g.add(n(i), x)), made[static_cast<std::size_t>(i)]);
}

TEST_F(GraphTest, unknown_functions_carry_their_derivatives) {
  const UnknownId phi = g.declare_unknown("phi", 2);
  const Expr use = g.unknown(phi, {x, y});
  EXPECT_EQ(use, g.unknown(phi, {x, y}));
  EXPECT_NE(use, g.unknown(phi, {y, x}));
  const Argument arguments[] = {{x, 1}, {y, 0}};
  EXPECT_EQ(show(g.unknown(phi, arguments)), "D[1,0](phi)(x, y)");
  EXPECT_THROW((void)g.unknown(phi, {x}), InternalError);
}

TEST_F(GraphTest, substitution_is_simultaneous_and_renormalises) {
  const Replacement swap[] = {{x, y}, {y, x}};
  EXPECT_EQ(substitute(g, g.sub(x, g.square(y)), swap), g.sub(y, g.square(x)));
  const Replacement zero[] = {{x, g.zero()}};
  EXPECT_EQ(substitute(g, g.add(g.mul(x, z), g.cos(x)), zero), g.one());
  const Replacement inner[] = {{g.sin(x), z}};
  EXPECT_EQ(substitute(g, g.square(g.sin(x)), inner), g.square(z));
}

TEST_F(GraphTest, free_symbols_are_those_that_occur) {
  const Expr e = g.mul(g.sin(z), x);
  EXPECT_EQ(free_symbols(g, e), (std::vector<Expr>{x, z}));
  EXPECT_TRUE(depends(g, e, z));
  EXPECT_FALSE(depends(g, e, y));
}

TEST_F(GraphTest, size_is_counted_as_far_as_asked) {
  const Expr e = g.mul(g.sin(z), x); // x, z, sin(z), their product
  EXPECT_EQ(size_within(g, e, 100), 4U);
  EXPECT_EQ(size_within(g, e, 3), 3U);
  EXPECT_EQ(size_within(g, x, 1), 1U);
}

TEST_F(GraphTest, text_needs_few_brackets_and_tidy_signs) {
  const Expr m = g.symbol("m");
  const Expr k = g.symbol("k");
  const Expr a = g.symbol("x''");
  const Expr u = g.symbol("u");
  const Expr inertia = g.mul(m, a);
  EXPECT_EQ(show(g.add(inertia, g.mul(k, u))), "m*x'' + k*u");
  EXPECT_EQ(show(g.neg(x)), "-x");
  EXPECT_EQ(show(g.square(x)), "x^2");
  EXPECT_EQ(show(g.sqrt(x)), "sqrt(x)");
  EXPECT_EQ(show(g.inverse(x)), "1/x");
  EXPECT_EQ(show(g.div(g.one(), g.scale(Rational(2), x))), "1/(2*x)");
  EXPECT_EQ(show(g.product({r(1, 2), m, g.add(g.square(x), g.square(y))})), "1/2*m*(x^2 + y^2)");
  EXPECT_EQ(show(g.sub(x, y)), "x - y");
  EXPECT_EQ(show(g.sub(y, x)), "y - x");
  EXPECT_EQ(show(g.neg(g.add(x, y))), "-x - y");
  EXPECT_EQ(show(g.sub(z, g.sub(x, y))), "z - x + y");
  EXPECT_EQ(show(g.sub(n(1), g.cos(x))), "1 - cos(x)");
  EXPECT_EQ(show(g.add(n(1), x)), "x + 1");
  EXPECT_EQ(show(g.div(x, g.mul(y, z))), "x/(y*z)");
  EXPECT_EQ(show(g.div(x, g.sqrt(g.add(y, z)))), "x/sqrt(y + z)");
  EXPECT_EQ(show(g.pow(g.add(x, y), Rational(-2))), "1/(x + y)^2");
  EXPECT_EQ(show(g.pow(x, y)), "x^y");
  EXPECT_EQ(show(g.scale(*Rational::parse("9.81"), m)), "9.81*m");
  EXPECT_EQ(show(g.pow(x, Rational(3, 2))), "x^(3/2)");
  EXPECT_EQ(show(g.mul(x, g.neg(g.add(y, z)))), "-x*(y + z)");
  EXPECT_EQ(show(g.sqrt(g.sub(g.square(y), g.square(x)))), "sqrt(y^2 - x^2)");
  EXPECT_EQ(show(g.select(Relation::less_equal, x, y, z, n(0))), "(if x <= y then z else 0)");
}

TEST_F(GraphTest, a_sum_of_a_hundred_thousand_levels_is_printed_in_part_and_leaves_the_stack_alone) {
  Expr e = x;
  for (int i = 0; i < 100'000; ++i)
    e = g.add(e, g.mul(y, g.number(i + 2)));
  EXPECT_NE(text(g, e).find("…"), std::string::npos);
  EXPECT_EQ(free_symbols(g, g.sin(e)).size(), 2U);
}

TEST_F(GraphTest, text_of_a_graph_without_tree_size_ends_in_time) {
  Expr e = x;
  for (int i = 0; i < 200; ++i)
    e = g.sin(g.mul(g.add(e, y), g.add(e, z)));
  const std::string out = text(g, e, 10'000);
  EXPECT_LE(out.size(), 10'100U);
  EXPECT_NE(out.find("…"), std::string::npos);
}

} // namespace
} // namespace dalembert
