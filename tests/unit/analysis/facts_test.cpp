#include <dalembert/analysis/characteristic.h>
#include <dalembert/analysis/facts.h>
#include <dalembert/analysis/momentum_equation.h>
#include <dalembert/analysis/noether.h>
#include <dalembert/analysis/rate_split.h>
#include <dalembert/analysis/reduced_residual.h>
#include <dalembert/analysis/solved_rows.h>
#include <dalembert/exact/draws.h>
#include <dalembert/exact/residue_null_space.h>
#include <dalembert/expr/zero_test.h>

#include "../exact/particle.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <random>

namespace dalembert {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

TEST(RateSplit, sorts_a_polynomial_by_its_degree) {
  Graph g;
  const Expr v = g.symbol("v");
  const Expr a = g.symbol("a");
  const RateSplit split = split_by_rates(g, g.square(g.add(v, a)), std::vector<Expr>{v});
  EXPECT_TRUE(split.is_exact);
  EXPECT_TRUE(are_equal(g, split.quadratic, g.square(v)));
  EXPECT_TRUE(are_equal(g, split.linear, g.scale(Rational(2), g.mul(a, v))));
  EXPECT_TRUE(are_equal(g, split.constant, g.square(a)));
}

TEST(RateSplit, says_where_a_function_is_no_polynomial_of_degree_two) {
  Graph g;
  const Expr v = g.symbol("v");
  EXPECT_FALSE(split_by_rates(g, g.pow(v, Rational(4)), std::vector<Expr>{v}).is_exact);
}

TEST(Facts, take_a_constraint_into_account) {
  Particle p;
  p.constrain(ConstraintKind::velocity, p.graph.sub(p.v[2], p.graph.mul(p.q[1], p.v[0])));
  const Equations equations = derive(p.system);
  MotionJudge judge(equations);
  const std::vector<MomentumFacts> momenta = momentum_facts(equations, judge);
  ASSERT_THAT(momenta, SizeIs(3));
  EXPECT_TRUE(momenta[0].is_cyclic);
  EXPECT_EQ(momenta[0].is_conserved, Answer::no);
  EXPECT_EQ(momenta[1].is_conserved, Answer::yes) << "y' is not in the constraint";
  EXPECT_EQ(energy_facts(equations, judge).is_conserved, Answer::yes);
  EXPECT_EQ(mass_facts(equations).is_diagonal, Answer::yes);
  EXPECT_EQ(mass_facts(equations).is_constant(), Answer::yes);
}

TEST(Facts, charge_a_moving_constraint_with_the_change_of_energy) {
  Particle p;
  p.constrain(ConstraintKind::holonomic, p.graph.sub(p.q[0], p.graph.sin(p.system->time)));
  p.system->constraints[0].name = "drive";
  const Equations equations = derive(p.system);
  MotionJudge judge(equations);
  EXPECT_TRUE(time_dependence(*p.system).is_rheonomic);
  const EnergyFacts energy = energy_facts(equations, judge);
  // Nothing but the drive pushes: x'' = −sin t needs λ = −m·sin t, whose power does not vanish.
  EXPECT_EQ(energy.is_conserved, Answer::no);
  ASSERT_THAT(energy.balance, SizeIs(1));
  EXPECT_EQ(energy.balance[0].name, "drive");
}

TEST(ResidueNullSpace, describes_solutions_by_the_columns_to_the_right) {
  // x + 2y = 0 over (x, y, z)
  const ResidueNullSpace space = residue_null_space({{Residue(1), Residue(2), Residue(0)}}, 3);
  EXPECT_THAT(space.free, ElementsAre(1, 2));
  EXPECT_EQ(space.vectors[0][0], -Residue(2));
  EXPECT_EQ(space.vectors[1][2], Residue(1));
}

TEST(ResidueNullSpace, of_a_large_matrix_solves_all_rows_in_reduced_form) {
  constexpr std::size_t columns = 60;
  constexpr std::size_t rank = 41; // more products than fit into 128 bits without reduction
  std::mt19937_64 random(20260401);
  std::vector<std::vector<Residue>> basis(rank, std::vector<Residue>(columns));
  for (std::size_t r = 0; r < rank; ++r)
    for (std::size_t c = r; c < columns; ++c)
      if ((r + c) % 3 != 0) basis[r][c] = Residue(random());
  std::vector<std::vector<Residue>> rows;
  for (std::size_t r = 0; r < columns + 5; ++r) {
    std::vector<Residue>& row = rows.emplace_back(columns);
    for (const std::vector<Residue>& part : basis) {
      const Residue share(random());
      for (std::size_t c = 0; c < columns; ++c)
        row[c] += share * part[c];
    }
  }
  const ResidueNullSpace space = residue_null_space(rows, columns);
  ASSERT_EQ(space.vectors.size(), columns - rank);
  for (std::size_t v = 0; v < space.vectors.size(); ++v) {
    for (std::size_t other = 0; other < space.free.size(); ++other)
      EXPECT_EQ(space.vectors[v][space.free[other]], Residue(v == other ? 1 : 0));
    for (std::size_t c = space.free[v] + 1; c < columns; ++c)
      EXPECT_TRUE(space.vectors[v][c].is_zero()) << "pivots are the leftmost columns possible";
    for (const std::vector<Residue>& row : rows) {
      Residue sum;
      for (std::size_t c = 0; c < columns; ++c)
        sum += row[c] * space.vectors[v][c];
      EXPECT_TRUE(sum.is_zero());
    }
  }
}

TEST(RandomNullSpace, is_settled_once_points_add_nothing) {
  const std::vector<Residue> row{Residue(1), Residue(2), Residue(3)};
  RandomNullSpace rational(3, {});
  RandomNullSpace rooted(3, {});
  RandomNullSpace expected(3, {.dimension = 2});
  for (std::size_t points = 1; points <= 1 + draws::spare_points; ++points) {
    rational.add({row}, true);
    rooted.add({row}, false);
    expected.add({row}, false);
    EXPECT_EQ(expected.is_settled(), points > 1) << points;
    EXPECT_EQ(rational.is_settled(), points > draws::idle_points) << points;
    EXPECT_EQ(rooted.is_settled(), points > draws::spare_points) << points;
  }
  EXPECT_THAT(rational.found().free, ElementsAre(1, 2));
  rational.add({{Residue(0), Residue(1), Residue(0)}}, true);
  EXPECT_FALSE(rational.is_settled());
  rational.add({{Residue(0), Residue(0), Residue(1)}}, true);
  EXPECT_TRUE(rational.is_settled()) << "no column is free";
}

TEST(Characteristic, of_an_oscillator) {
  Graph g;
  const Expr k = g.symbol("k");
  ExprMatrix constant(2, 2, g.zero());
  ExprMatrix linear(2, 2, g.zero());
  constant.at(0, 1) = g.number(-1);
  constant.at(1, 0) = k;
  linear.at(0, 0) = linear.at(1, 1) = g.one();
  const SPolynomial p = characteristic_polynomial(g, constant, linear);
  EXPECT_THAT(p, ElementsAre(k, g.zero(), g.one()));
}

TEST(ReducedResidual, leaves_ignorable_what_rolling_carries_along) {
  Particle p; // z' = y·x': x and z do not matter, y does
  p.constrain(ConstraintKind::velocity, p.graph.sub(p.v[2], p.graph.mul(p.q[1], p.v[0])));
  const auto reduced = reduced_residual(derive(p.system));
  ASSERT_TRUE(reduced);
  EXPECT_THAT(reduced->residual, SizeIs(2));
  EXPECT_THAT(reduced->is_ignorable, ElementsAre(true, false, true));
}

TEST(Symmetries, of_a_free_particle_in_space_are_twelve) {
  // Time, 3 translations, 3 boosts, 3 rotations, scaling and the conformal change: the Schrödinger group.
  Particle p;
  const std::vector<Symmetry> found = symmetries(derive(p.system)).found;
  EXPECT_THAT(found, SizeIs(12));
  EXPECT_TRUE(std::all_of(found.begin(), found.end(), [](const Symmetry& s) { return s.is_conserved == Answer::yes; }));
}

TEST(Symmetries, keep_only_rotations_about_the_axis_of_a_constraint) {
  Particle p; // on the cylinder x² + y² = 1
  p.constrain(ConstraintKind::holonomic,
              p.graph.sub(p.graph.add(p.graph.square(p.q[0]), p.graph.square(p.q[1])), p.graph.one()));
  const std::vector<Symmetry> found = symmetries(derive(p.system)).found;
  const auto turns = std::count_if(found.begin(), found.end(), [&p](const Symmetry& s) {
    return s.is_conserved == Answer::yes && are_equal(p.graph, s.positions[0], p.graph.neg(p.q[1])) &&
           are_equal(p.graph, s.positions[1], p.q[0]) && p.graph.is_zero(s.positions[2]);
  });
  EXPECT_EQ(turns, 1);
  EXPECT_TRUE(std::any_of(found.begin(), found.end(), [](const Symmetry& s) { return s.is_conserved == Answer::no; }));
}

TEST(Symmetries, of_four_bodies_in_a_plane_are_found_through_six_roots) {
  Particle p;
  for (const char* const name : {"u", "v", "w", "a", "b"})
    p.add_coordinate(name);
  EnergyTerm potential;
  potential.kind = EnergyKind::potential;
  potential.value = p.graph.zero();
  for (std::size_t i = 0; i < p.q.size(); i += 2)
    for (std::size_t j = 0; j < i; j += 2) {
      const Expr dx = p.graph.sub(p.q[i], p.q[j]);
      const Expr dy = p.graph.sub(p.q[i + 1], p.q[j + 1]);
      const Expr distance = p.graph.sqrt(p.graph.add(p.graph.square(dx), p.graph.square(dy)));
      potential.value = p.graph.sub(potential.value, p.graph.inverse(distance));
    }
  p.system->energies.push_back(potential);
  const SymmetrySearch search = symmetries(derive(p.system));
  EXPECT_TRUE(search.notes.empty());
  // Time, two translations, two boosts, the rotation of all, and that of the mass centre alone.
  EXPECT_THAT(search.found, SizeIs(7));
}

TEST(Symmetries, that_conserve_nothing_are_listed_once) {
  // L = ½·v² + ½·((x + 1)² − x² − 2x − 1)·(a'² + b'²): a and b have no inertia, which no normal form shows.
  Particle p;
  Graph& g = p.graph;
  const Expr nothing =
      g.sum({g.square(g.add(p.q[0], g.one())), g.neg(g.square(p.q[0])), g.scale(Rational(-2), p.q[0]), g.number(-1)});
  for (const char* const name : {"a", "b"}) {
    p.add_coordinate(name);
    EnergyTerm hidden;
    hidden.kind = EnergyKind::kinetic;
    hidden.value = g.scale(Rational(1, 2), g.mul(g.sub(nothing, g.one()), g.square(p.v.back())));
    p.system->energies.push_back(hidden);
  }
  const std::vector<Symmetry> found = symmetries(derive(p.system)).found;
  EXPECT_EQ(std::ranges::count_if(found, [&g](const Symmetry& s) { return is_zero(g, s.quantity); }), 1);
}

TEST(MomentumEquations, need_a_direction_that_the_constraint_allows_and_symmetries_span) {
  Particle p; // z' = y·x': along (1, 0, y) the momentum changes by turning only
  p.constrain(ConstraintKind::velocity, p.graph.sub(p.v[2], p.graph.mul(p.q[1], p.v[0])));
  const Equations equations = derive(p.system);
  MotionJudge judge(equations);
  const std::vector<MomentumEquation> found = momentum_equations(equations, symmetries(equations, judge).found, judge);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_THAT(found[0].positions, ElementsAre(p.graph.one(), p.graph.zero(), p.q[1]));
  EXPECT_TRUE(are_equal(p.graph, found[0].quantity, p.graph.add(p.v[0], p.graph.mul(p.q[1], p.v[2]))));
  EXPECT_TRUE(are_equal(p.graph, found[0].rate, p.graph.mul(p.v[1], p.v[2])));
  EXPECT_EQ(found[0].is_conserved, Answer::no);
}

TEST(ShorterSystem, puts_linear_holonomic_rows_into_everything) {
  Particle p; // z = x² leaves x and y
  p.constrain(ConstraintKind::holonomic, p.graph.sub(p.q[2], p.graph.square(p.q[0])));
  const auto shorter = without_holonomic_rows(p.system);
  ASSERT_TRUE(shorter);
  EXPECT_THAT(shorter->coordinates, ElementsAre(0, 1));
  EXPECT_TRUE(shorter->system->constraints.empty());
  const Expr rate = p.graph.product({p.graph.number(2), p.q[0], p.v[0]});
  const Expr twice = p.graph.sum({p.graph.square(p.v[0]), p.graph.square(p.v[1]), p.graph.square(rate)});
  EXPECT_TRUE(are_equal(p.graph, shorter->system->total(EnergyKind::kinetic), p.graph.scale(Rational(1, 2), twice)));
}

TEST(ShorterSystem, is_none_where_a_row_is_linear_in_no_coordinate) {
  Particle p;
  p.constrain(ConstraintKind::holonomic,
              p.graph.sub(p.graph.add(p.graph.square(p.q[0]), p.graph.square(p.q[1])), p.graph.one()));
  EXPECT_FALSE(without_holonomic_rows(p.system));
}

} // namespace
} // namespace dalembert
