#include <dalembert/exact/row_proof.h>

#include "particle.h"

#include <gtest/gtest.h>

namespace dalembert {
namespace {

/// A particle with 2 − √(x² + y² + z²) = 0, in the potential z.
struct OnString : Particle {
  OnString() {
    distance = graph.sqrt(graph.sum({graph.square(q[0]), graph.square(q[1]), graph.square(q[2])}));
    constrain(ConstraintKind::holonomic, graph.sub(graph.number(2), distance));
    EnergyTerm weight;
    weight.kind = EnergyKind::potential;
    weight.value = q[2];
    system->energies.push_back(weight);
  }
  [[nodiscard]] Expr acceleration(std::size_t i) const { return system->coordinates[i].acceleration; }
  [[nodiscard]] Expr multiplier() const { return system->constraints[0].multiplier; }

  Expr distance;
};

TEST(RowProof, proves_an_equation_and_its_multiples) {
  OnString p;
  const Equations equations = derive(p.system);
  EXPECT_TRUE(follows_from_one_row(equations, equations.residual[0]));
  EXPECT_TRUE(follows_from_one_row(equations, p.graph.scale(Rational(-3), equations.residual[2])));
}

TEST(RowProof, puts_a_constraint_in_place_of_its_root) {
  OnString p;
  const Equations equations = derive(p.system);
  const Expr force = p.graph.scale(Rational(-1, 2), p.graph.mul(p.multiplier(), p.q[0]));
  EXPECT_TRUE(follows_from_one_row(equations, p.graph.sub(p.acceleration(0), force)));
  EXPECT_FALSE(follows_from_one_row(equations, p.graph.add(p.acceleration(0), force)));
  EXPECT_TRUE(
      follows_from_one_row(equations, p.graph.sub(p.graph.inverse(p.distance), p.graph.number(Rational(1, 2)))));
}

TEST(RowProof, says_nothing_of_what_a_factor_hides) {
  OnString p;
  const Equations equations = derive(p.system);
  EXPECT_FALSE(follows_from_one_row(equations, p.graph.mul(p.q[0], equations.residual[0])));
  EXPECT_FALSE(follows_from_one_row(equations, p.graph.add(equations.residual[0], equations.residual[1])));
  const Expr root_of_square = p.graph.sqrt(p.graph.square(p.q[0]));
  EXPECT_FALSE(follows_from_one_row(equations, p.graph.sub(root_of_square, p.q[0])));
  EXPECT_FALSE(follows_from_one_row(equations, p.graph.one()));
}

} // namespace
} // namespace dalembert
