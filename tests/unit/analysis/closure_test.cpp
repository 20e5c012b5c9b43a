#include <dalembert/analysis/classify.h>
#include <dalembert/analysis/closure.h>
#include <dalembert/expr/residue_echelon.h>

#include "../exact/particle.h"

#include <gmock/gmock.h>

namespace dalembert {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Class = ConstraintNature::Class;

/// Four variables and fields over them.
struct Space {
  Graph graph;
  std::vector<Expr> x{graph.symbol("x1"), graph.symbol("x2"), graph.symbol("x3"), graph.symbol("x4")};
  Expr zero = graph.zero();
  Expr one = graph.one();
};

TEST(Closure, of_commuting_fields_is_themselves) {
  Space s;
  const Closure found = closure(s.graph, s.x, {{s.one, s.zero, s.x[2], s.zero}, {s.zero, s.one, s.zero, s.zero}}, 100);
  EXPECT_TRUE(found.is_complete);
  EXPECT_THAT(found.growth, ElementsAre(2));
}

TEST(Closure, of_a_contact_structure_needs_one_bracket) {
  Space s;
  const std::vector<Expr> three(s.x.begin(), s.x.begin() + 3);
  const Closure found = closure(s.graph, three, {{s.one, s.zero, s.zero}, {s.zero, s.one, s.x[0]}}, 100);
  EXPECT_THAT(found.growth, ElementsAre(2, 3));
}

TEST(Closure, of_an_engel_structure_needs_two_brackets) {
  Space s;
  // dx3 = x4 dx1, dx2 = x3 dx1
  const Closure found = closure(s.graph, s.x, {{s.one, s.x[2], s.x[3], s.zero}, {s.zero, s.zero, s.zero, s.one}}, 100);
  EXPECT_THAT(found.growth, ElementsAre(2, 3, 4));
}

TEST(Closure, says_when_it_gave_up) {
  Space s;
  const Closure found = closure(s.graph, s.x, {{s.one, s.x[2], s.x[3], s.zero}, {s.zero, s.zero, s.zero, s.one}}, 1);
  EXPECT_FALSE(found.is_complete);
}

TEST(RowSpace, counts_only_independent_rows) {
  RowSpace space;
  EXPECT_TRUE(space.add({Residue(1), Residue(2), Residue(3)}));
  EXPECT_TRUE(space.add({Residue(2), Residue(4), Residue(7)}));
  EXPECT_FALSE(space.add({Residue(3), Residue(6), Residue(10)}));
  EXPECT_TRUE(space.add({Residue(0), Residue(1), Residue(0)}));
  EXPECT_FALSE(space.add({Residue(5), Residue(6), Residue(7)}));
  EXPECT_EQ(space.rank(), 3);
}

TEST(Classify, calls_a_perfect_differential_integrable) {
  Particle p;
  p.constrain(ConstraintKind::velocity, p.graph.add(p.graph.mul(p.q[0], p.v[0]), p.graph.mul(p.q[1], p.v[1])));
  const Classification found = classify(p.equations());
  EXPECT_EQ(found.constraints[0].cls, Class::integrable);
  EXPECT_FALSE(found.constraints[0].is_rheonomic);
  EXPECT_THAT(found.growth, ElementsAre(2));
}

TEST(Classify, calls_an_integrating_factor_integrable) {
  Particle p; // y·x' − x·y' = 0 keeps x/y though it is no differential
  p.constrain(ConstraintKind::velocity, p.graph.sub(p.graph.mul(p.q[1], p.v[0]), p.graph.mul(p.q[0], p.v[1])));
  EXPECT_EQ(classify(p.equations()).constraints[0].cls, Class::integrable);
}

TEST(Classify, calls_the_contact_form_nonholonomic) {
  Particle p;
  p.constrain(ConstraintKind::velocity, p.graph.sub(p.v[2], p.graph.mul(p.q[1], p.v[0])));
  const Classification found = classify(p.equations());
  EXPECT_EQ(found.constraints[0].cls, Class::nonholonomic);
  EXPECT_THAT(found.growth, ElementsAre(2, 3));
  EXPECT_EQ(found.rank, 1);
}

TEST(Classify, finds_rows_that_are_integrable_only_as_a_set) {
  Particle p;
  p.constrain(ConstraintKind::velocity, p.graph.sub(p.v[2], p.graph.mul(p.q[1], p.v[0])));
  p.constrain(ConstraintKind::velocity, p.v[1]);
  const Classification found = classify(p.equations());
  EXPECT_EQ(found.constraints[0].cls, Class::integrable);
  EXPECT_EQ(found.constraints[1].cls, Class::integrable);
}

TEST(Classify, lets_a_holonomic_row_take_part_in_the_set) {
  Particle p;
  p.constrain(ConstraintKind::velocity, p.graph.sub(p.v[2], p.graph.mul(p.q[1], p.v[0])));
  p.constrain(ConstraintKind::holonomic, p.q[1]);
  const Classification found = classify(p.equations());
  EXPECT_EQ(found.constraints[0].cls, Class::integrable);
  EXPECT_EQ(found.constraints[1].cls, Class::holonomic);
  EXPECT_EQ(found.holonomic_rank, 1);
}

TEST(Classify, counts_the_time_as_a_variable_where_it_appears) {
  Particle fixed; // x' = t·y': at any one time a differential, over time it is none
  fixed.constrain(ConstraintKind::velocity,
                  fixed.graph.sub(fixed.v[0], fixed.graph.mul(fixed.system->time, fixed.v[1])));
  const Classification found = classify(fixed.equations());
  EXPECT_TRUE(found.constraints[0].is_rheonomic);
  EXPECT_EQ(found.constraints[0].cls, Class::nonholonomic);
  Particle driven; // x' = cos(t): x − sin(t) is kept
  driven.constrain(ConstraintKind::velocity, driven.graph.sub(driven.v[0], driven.graph.cos(driven.system->time)));
  EXPECT_EQ(classify(driven.equations()).constraints[0].cls, Class::integrable);
}

TEST(Classify, sees_repeated_rows_in_the_rank) {
  Particle p;
  p.constrain(ConstraintKind::holonomic, p.q[0]);
  p.constrain(ConstraintKind::holonomic, p.graph.scale(Rational(3), p.q[0]));
  const Classification found = classify(p.equations());
  EXPECT_EQ(found.rank, 1);
  EXPECT_THAT(found.growth, IsEmpty());
}

TEST(Classify, marks_rows_that_are_nonlinear_in_the_rates) {
  Particle p;
  p.constrain(ConstraintKind::velocity,
              p.graph.sub(p.graph.add(p.graph.square(p.v[0]), p.graph.square(p.v[1])), p.graph.square(p.v[2])));
  p.system->constraints[0].chetaev = true;
  const Classification found = classify(p.equations());
  EXPECT_TRUE(found.constraints[0].is_nonlinear);
  EXPECT_EQ(found.constraints[0].cls, Class::nonholonomic);
}

} // namespace
} // namespace dalembert
