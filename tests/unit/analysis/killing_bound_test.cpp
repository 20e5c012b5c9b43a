#include <dalembert/analysis/killing_bound.h>
#include <dalembert/analysis/residue_jet.h>
#include <dalembert/derivation/derive.h>

#include "../exact/particle.h"

#include <gmock/gmock.h>

namespace dalembert {
namespace {

using ::testing::Optional;

void add_energy(Particle& p, EnergyKind kind, Expr value) {
  EnergyTerm term;
  term.kind = kind;
  term.value = value;
  p.system->energies.push_back(term);
}

TEST(ResidueJet, multiplies_and_differentiates_power_series) {
  // (1 + 2x)·(3y + x²) = 3y + x² + 6xy + 2x³
  const JetAlgebra algebra(2, 3);
  ResidueJet a(algebra.count(3));
  ResidueJet b(algebra.count(3));
  a[algebra.place_of({0, 0})] = Residue(1);
  a[algebra.place_of({1, 0})] = Residue(2);
  b[algebra.place_of({0, 1})] = Residue(3);
  b[algebra.place_of({2, 0})] = Residue(1);
  ResidueJet product(algebra.count(3));
  algebra.add_product(product, a, b);
  EXPECT_EQ(product[algebra.place_of({1, 1})], Residue(6));
  EXPECT_EQ(product[algebra.place_of({3, 0})], Residue(2));
  const ResidueJet slope = algebra.derivative(product, 0);
  EXPECT_EQ(slope.size(), algebra.count(2));
  EXPECT_EQ(slope[algebra.place_of({2, 0})], Residue(6));
  EXPECT_EQ(slope[algebra.place_of({0, 1})], Residue(6));
}

TEST(ResidueJet, inverts_a_matrix_of_power_series) {
  const JetAlgebra algebra(1, 3);
  const ResidueJet series{Residue(1), Residue(1), Residue(0), Residue(0)}; // 1 + x
  const auto found = inverse(algebra, {series}, 1);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->front(), (ResidueJet{Residue(1), -Residue(1), Residue(1), -Residue(1)}));
  EXPECT_FALSE(inverse(algebra, {ResidueJet{Residue(0), Residue(1), Residue(0), Residue(0)}}, 1));
}

TEST(KillingBound, of_a_free_particle_in_space_is_six) {
  EXPECT_THAT(killing_bound(derive(Particle().system), 0), Optional(6U));
}

TEST(KillingBound, of_a_uniform_field_counts_the_translation_along_it) {
  // Three translations and the rotation about the field: x ↦ x + ε changes L by a total derivative of g·t.
  Particle p;
  add_energy(p, EnergyKind::potential, p.q[2]);
  EXPECT_THAT(killing_bound(derive(p.system), 0), Optional(4U));
}

TEST(KillingBound, of_a_central_force_is_three) {
  Particle p;
  Expr square = p.graph.zero();
  for (const Expr q : p.q)
    square = p.graph.add(square, p.graph.square(q));
  add_energy(p, EnergyKind::potential, p.graph.inverse(p.graph.sqrt(square)));
  EXPECT_THAT(killing_bound(derive(p.system), 0), Optional(3U));
}

TEST(KillingBound, of_a_magnetic_field_is_four) {
  // A uniform field along z: translations, and the rotation about it.
  Particle p;
  add_energy(p, EnergyKind::lagrangian, p.graph.mul(p.q[0], p.v[1]));
  EXPECT_THAT(killing_bound(derive(p.system), 0), Optional(4U));
}

TEST(KillingBound, sees_through_a_total_derivative) {
  Particle p; // d(x²·y)/dt
  Graph& g = p.graph;
  const Expr both = g.add(g.scale(Rational(2), g.product({p.q[0], p.q[1], p.v[0]})), g.mul(g.square(p.q[0]), p.v[1]));
  add_energy(p, EnergyKind::lagrangian, both);
  EXPECT_THAT(killing_bound(derive(p.system), 0), Optional(6U));
}

TEST(KillingBound, of_a_curved_plane_and_a_line_is_four) {
  // ½·(1 + y²/4 …)⁻²: a sphere in stereographic coordinates has 3, the line beside it 1.
  Particle p;
  Graph& g = p.graph;
  const Expr scale = g.pow(g.sum({g.one(), g.square(p.q[0]), g.square(p.q[1])}), Rational(-2));
  const Expr speed = g.add(g.square(p.v[0]), g.square(p.v[1]));
  add_energy(p, EnergyKind::kinetic, g.sub(g.mul(scale, speed), g.scale(Rational(1, 2), speed)));
  EXPECT_THAT(killing_bound(derive(p.system), 0), Optional(4U));
}

TEST(KillingBound, of_five_coordinates_with_a_general_potential_is_zero) {
  Particle p;
  p.add_coordinate("u");
  p.add_coordinate("w");
  Expr potential = p.graph.zero();
  for (std::size_t i = 0; i < p.q.size(); ++i)
    potential = p.graph.add(potential, p.graph.product({p.q[i], p.q[(i + 1) % 5], p.q[(i + 1) % 5]}));
  add_energy(p, EnergyKind::potential, potential);
  EXPECT_THAT(killing_bound(derive(p.system), 0), Optional(0U));
}

TEST(KillingBound, is_taken_at_one_time_where_L_holds_the_time) {
  Particle p;
  add_energy(p, EnergyKind::potential, p.graph.mul(p.graph.cos(p.system->time), p.graph.square(p.q[0])));
  EXPECT_THAT(killing_bound(derive(p.system), 0), Optional(3U)) << "two translations and the rotation beside x";
}

TEST(KillingBound, says_nothing_of_a_mass_matrix_that_depends_on_rates) {
  Particle p;
  add_energy(p, EnergyKind::kinetic, p.graph.pow(p.v[0], Rational(4)));
  EXPECT_EQ(killing_bound(derive(p.system), 0), std::nullopt);
}

} // namespace
} // namespace dalembert
