#include <dalembert/analysis/classify.h>
#include <dalembert/analysis/integrals.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/zero_test.h>

#include "../exact/particle.h"

#include <gmock/gmock.h>

#include <cstddef>

namespace dalembert {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

std::vector<ConstraintIntegral> integrals_of(const Particle& p) {
  const Equations equations = derive(p.system);
  return constraint_integrals(equations, classify(equations)).found;
}

/// True where both have the same level sets: parallel gradients.
bool are_one_function_of_the_other(Particle& p, Expr found, Expr wanted) {
  const std::vector<Expr> f = gradient(p.graph, found, p.q);
  const std::vector<Expr> g = gradient(p.graph, wanted, p.q);
  for (std::size_t i = 0; i < f.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (!are_equal(p.graph, p.graph.mul(f[i], g[j]), p.graph.mul(f[j], g[i]))) return false;
  return !is_zero(p.graph, found);
}

TEST(Integrals, of_a_perfect_differential) {
  Particle p;
  p.constrain(ConstraintKind::velocity, p.graph.add(p.graph.mul(p.q[0], p.v[0]), p.graph.mul(p.q[1], p.v[1])));
  const auto found = integrals_of(p);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_TRUE(
      are_one_function_of_the_other(p, found[0].value, p.graph.add(p.graph.square(p.q[0]), p.graph.square(p.q[1]))));
  EXPECT_THAT(found[0].of, ElementsAre(0));
}

TEST(Integrals, need_a_factor_for_y_dx_minus_x_dy) {
  Particle p;
  p.constrain(ConstraintKind::velocity, p.graph.sub(p.graph.mul(p.q[1], p.v[0]), p.graph.mul(p.q[0], p.v[1])));
  const auto found = integrals_of(p);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_TRUE(are_one_function_of_the_other(p, found[0].value, p.graph.div(p.q[0], p.q[1])));
}

TEST(Integrals, need_a_trigonometric_factor) {
  Particle p; // cos(y)·x' − x·sin(y)·y' + … = d(x·cos y) times cos(y)
  const Expr cosine = p.graph.cos(p.q[1]);
  const Expr row = p.graph.sub(p.graph.mul(cosine, p.v[0]), p.graph.product({p.q[0], p.graph.sin(p.q[1]), p.v[1]}));
  p.constrain(ConstraintKind::velocity, p.graph.mul(row, cosine));
  const auto found = integrals_of(p);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_TRUE(are_one_function_of_the_other(p, found[0].value, p.graph.mul(p.q[0], cosine)));
}

TEST(Integrals, need_a_factor_with_three_powers) {
  Particle p; // d(x·y + z²) times x^(3/2)·y²·(x + z)³: no two powers and no whole exponents
  const Expr sum = p.graph.add(p.q[0], p.q[2]);
  const Expr factor =
      p.graph.product({p.graph.pow(p.q[0], Rational(3, 2)), p.graph.square(p.q[1]), p.graph.pow(sum, Rational(3))});
  const Expr row = p.graph.sum({p.graph.mul(p.q[1], p.v[0]), p.graph.mul(p.q[0], p.v[1]),
                                p.graph.scale(Rational(2), p.graph.mul(p.q[2], p.v[2]))});
  p.constrain(ConstraintKind::velocity, p.graph.mul(row, factor));
  const auto found = integrals_of(p);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_TRUE(are_one_function_of_the_other(p, found[0].value,
                                            p.graph.add(p.graph.mul(p.q[0], p.q[1]), p.graph.square(p.q[2]))));
}

TEST(Integrals, need_an_exponential_factor) {
  Particle p; // d(y·exp x) times exp(−x): y·x' + y'
  p.constrain(ConstraintKind::velocity, p.graph.add(p.graph.mul(p.graph.mul(p.q[1], p.graph.square(p.q[2])), p.v[0]),
                                                    p.graph.mul(p.graph.square(p.q[2]), p.v[1])));
  const auto found = integrals_of(p);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_TRUE(
      are_one_function_of_the_other(p, found[0].value, p.graph.mul(p.q[1], p.graph.apply(Function::exp, p.q[0]))));
}

TEST(Integrals, of_rows_that_are_integrable_only_as_a_set) {
  Particle p;
  p.constrain(ConstraintKind::velocity, p.graph.sub(p.v[2], p.graph.mul(p.q[1], p.v[0])));
  p.constrain(ConstraintKind::velocity, p.v[1]);
  const auto found = integrals_of(p);
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_THAT(found[0].of, ElementsAre(1));
  EXPECT_THAT(found[1].of, ElementsAre(0, 1));
}

TEST(Integrals, use_a_holonomic_row_of_the_set) {
  Particle p; // z' = y·x' on y = 3·x: z − 3/2·x²
  p.constrain(ConstraintKind::velocity, p.graph.sub(p.v[2], p.graph.mul(p.q[1], p.v[0])));
  p.constrain(ConstraintKind::holonomic, p.graph.sub(p.q[1], p.graph.scale(Rational(3), p.q[0])));
  const auto found = integrals_of(p);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_THAT(found[0].of, ElementsAre(0, 1));
}

TEST(Integrals, name_the_rows_where_a_holonomic_one_makes_a_factor_constant) {
  Particle p; // x' = z·y' on z = 3: x − 3·y
  p.constrain(ConstraintKind::velocity, p.graph.sub(p.v[0], p.graph.mul(p.q[2], p.v[1])));
  p.constrain(ConstraintKind::holonomic, p.graph.sub(p.q[2], p.graph.number(3)));
  const auto found = integrals_of(p);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_TRUE(
      are_one_function_of_the_other(p, found[0].value, p.graph.sub(p.q[0], p.graph.scale(Rational(3), p.q[1]))));
  EXPECT_THAT(found[0].of, ElementsAre(0));
}

TEST(Integrals, carry_the_time_of_a_driven_row) {
  Particle p;
  p.constrain(ConstraintKind::velocity, p.graph.sub(p.v[0], p.graph.cos(p.system->time)));
  const auto found = integrals_of(p);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_TRUE(are_equal(p.graph, found[0].value, p.graph.sub(p.q[0], p.graph.sin(p.system->time))));
}

/// z' = y·x' and w' = −x·y', each a contact form: with z − w − x·y only together.
Particle with_two_contact_forms() {
  Particle p;
  p.add_coordinate("w");
  p.constrain(ConstraintKind::velocity, p.graph.sub(p.v[2], p.graph.mul(p.q[1], p.v[0])));
  p.constrain(ConstraintKind::velocity, p.graph.add(p.v[3], p.graph.mul(p.q[0], p.v[1])));
  return p;
}

TEST(Integrals, of_a_combination_of_rows_that_are_not_integrable) {
  Particle p = with_two_contact_forms();
  EXPECT_THAT(classify(p.equations()).growth, ElementsAre(2, 3));
  const auto found = integrals_of(p);
  ASSERT_THAT(found, SizeIs(1));
  const Expr wanted = p.graph.sub(p.graph.sub(p.q[2], p.q[3]), p.graph.mul(p.q[0], p.q[1]));
  EXPECT_TRUE(are_one_function_of_the_other(p, found[0].value, wanted));
  EXPECT_THAT(found[0].of, ElementsAre(0, 1));
}

TEST(Integrals, of_a_combination_beside_an_integrable_row) {
  Particle p = with_two_contact_forms();
  p.add_coordinate("u");
  p.constrain(ConstraintKind::velocity, p.graph.sub(p.v[4], p.graph.scale(Rational(2), p.v[0])));
  const auto found = integrals_of(p);
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_THAT(found[0].of, ElementsAre(2));
  EXPECT_THAT(found[1].of, ElementsAre(0, 1));
}

TEST(Integrals, of_polynomials_hidden_in_mixed_rows_need_no_factor) {
  // F = z + x·y·u and G = w + x²·z in three rows with polynomial factors: no row and no simple combination is exact.
  Particle p;
  p.add_coordinate("u");
  p.add_coordinate("w");
  Graph& g = p.graph;
  const Expr x = p.q[0];
  const Expr y = p.q[1];
  const Expr z = p.q[2];
  const Expr u = p.q[3];
  const Expr w = p.q[4];
  const Expr f = g.add(z, g.product({x, y, u}));
  const Expr h = g.add(w, g.mul(g.square(x), z));
  std::vector<Seed> motion;
  for (std::size_t i = 0; i < p.q.size(); ++i)
    motion.push_back({p.q[i], p.v[i]});
  const Expr df = directional(g, f, motion);
  const Expr dh = directional(g, h, motion);
  const Expr rest = g.sub(p.v[0], g.mul(y, p.v[3]));
  const auto row = [&](Expr a, Expr b, Expr c) {
    p.constrain(ConstraintKind::velocity, g.sum({g.mul(a, df), g.mul(b, dh), g.mul(c, rest)}));
  };
  row(g.add(g.one(), g.mul(x, y)), g.add(g.square(y), g.mul(u, x)), g.zero());
  row(g.add(g.square(x), z), g.mul(y, w), g.one());
  row(g.product({x, y, z}), g.add(g.one(), g.mul(u, w)), g.add(g.square(z), y));
  const Equations equations = derive(p.system);
  const ConstraintIntegrals found = constraint_integrals(equations, classify(equations));
  ASSERT_THAT(found.found, SizeIs(2));
  EXPECT_EQ(found.missing, 0);
  EXPECT_TRUE(are_one_function_of_the_other(p, found.found[0].value, f));
  EXPECT_TRUE(are_one_function_of_the_other(p, found.found[1].value, h));
}

TEST(Integrals, that_are_not_found_are_counted) {
  Particle p; // e^{x²}-like: d(z·exp(x·y)) times a factor that no search has
  Graph& g = p.graph;
  const Expr f = g.mul(g.add(p.q[2], g.square(p.q[0])), g.apply(Function::exp, g.mul(p.q[0], p.q[1])));
  std::vector<Seed> motion;
  for (std::size_t i = 0; i < p.q.size(); ++i)
    motion.push_back({p.q[i], p.v[i]});
  const Expr factor = g.add(g.one(), g.square(g.add(p.q[1], p.q[2])));
  p.constrain(ConstraintKind::velocity,
              g.mul(factor, g.mul(directional(g, f, motion), g.inverse(g.add(g.one(), g.square(f))))));
  const Equations equations = derive(p.system);
  const ConstraintIntegrals found = constraint_integrals(equations, classify(equations));
  EXPECT_EQ(found.found.size() + static_cast<std::size_t>(found.missing), 1U);
}

TEST(Integrals, are_not_claimed_for_the_contact_form) {
  Particle p;
  p.constrain(ConstraintKind::velocity, p.graph.sub(p.v[2], p.graph.mul(p.q[1], p.v[0])));
  EXPECT_THAT(integrals_of(p), SizeIs(0));
}

} // namespace
} // namespace dalembert
