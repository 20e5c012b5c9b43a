#include <dalembert/claims/sinusoid_products.h>
#include <dalembert/exact/factor_names.h>
#include <dalembert/exact/rational_guess.h>
#include <dalembert/exact/sign_certificate.h>
#include <dalembert/exact/truth.h>

#include "../exact/particle.h"

#include <gmock/gmock.h>

namespace dalembert {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// A particle on the sphere x² + y² + z² = 1.
struct OnSphere : Particle {
  OnSphere() {
    constrain(ConstraintKind::holonomic,
              graph.sub(graph.sum({graph.square(q[0]), graph.square(q[1]), graph.square(q[2])}), graph.one()));
  }
};

TEST(TruthTest, needs_no_fact_for_an_identity) {
  OnSphere p;
  const Equations equations = derive(p.system);
  RelaxedMotion motion(equations);
  TruthTest truth(motion);
  const Expr identity =
      p.graph.sub(p.graph.add(p.graph.square(p.graph.sin(p.q[0])), p.graph.square(p.graph.cos(p.q[0]))), p.graph.one());
  EXPECT_EQ(truth.holds(identity), Answer::yes);
  EXPECT_THAT(truth.facts_used(identity), IsEmpty());
}

TEST(TruthTest, finds_the_one_equation_that_a_claim_restates) {
  OnSphere p;
  const Equations equations = derive(p.system);
  RelaxedMotion motion(equations);
  TruthTest truth(motion);
  const Expr claim = p.graph.mul(p.q[1], equations.residual[0]);
  EXPECT_EQ(truth.holds(claim), Answer::yes);
  EXPECT_THAT(truth.facts_used(claim), ElementsAre(Fact{FactLevel::equation, 0}));
}

TEST(TruthTest, tells_the_levels_of_a_constraint_apart) {
  OnSphere p;
  const Equations equations = derive(p.system);
  RelaxedMotion motion(equations);
  TruthTest truth(motion);
  const Expr radial =
      p.graph.sum({p.graph.mul(p.q[0], p.v[0]), p.graph.mul(p.q[1], p.v[1]), p.graph.mul(p.q[2], p.v[2])});
  EXPECT_THAT(truth.facts_used(radial), ElementsAre(Fact{FactLevel::velocity, 0}));
  EXPECT_THAT(truth.facts_used(motion.rates().of(radial)), ElementsAre(Fact{FactLevel::acceleration, 0}));
  EXPECT_THAT(truth.facts_used(p.system->constraints[0].residual), ElementsAre(Fact{FactLevel::position, 0}));
}

TEST(TruthTest, follows_a_multiplier_in_time) {
  OnSphere p;
  const Equations equations = derive(p.system);
  RelaxedMotion motion(equations);
  TruthTest truth(motion);
  // Free motion on a sphere: 2λ = −v², and v² stays.
  const Expr rate = motion.rates().of(p.system->constraints[0].multiplier);
  EXPECT_TRUE(motion.has_jerk(rate));
  EXPECT_EQ(truth.holds(rate), Answer::yes);
  EXPECT_EQ(truth.holds(motion.rates().of(p.v[0])), Answer::no);
  EXPECT_TRUE(motion.is_beyond(motion.rates().of(rate)));
}

TEST(TruthTest, says_no_to_what_holds_only_without_the_constraint) {
  OnSphere p;
  const Equations equations = derive(p.system);
  RelaxedMotion motion(equations);
  TruthTest truth(motion);
  EXPECT_EQ(truth.holds(p.system->coordinates[0].acceleration), Answer::no);
}

TEST(SmallFraction, comes_back_from_its_residue) {
  for (const Rational& value : {Rational(0), Rational(-1), Rational(5, 7), Rational(-63, 64)})
    EXPECT_EQ(small_fraction(residue_of(value)), value);
  EXPECT_FALSE(small_fraction(Residue(123'456'789'123'456)).has_value());
}

TEST(WaveProducts, have_one_form) {
  Graph graph;
  const Expr a = graph.symbol("a");
  const Expr b = graph.symbol("b");
  const auto sinusoids = [&graph](Expr e) { return as_sinusoids(graph, *multiplied_out(graph, e)); };
  const Expr product = graph.add(graph.mul(graph.cos(a), graph.cos(b)), graph.mul(graph.sin(a), graph.sin(b)));
  EXPECT_EQ(sinusoids(product), sinusoids(graph.cos(graph.sub(b, a))));
  EXPECT_EQ(sinusoids(graph.add(graph.square(graph.sin(a)), graph.square(graph.cos(a)))), sinusoids(graph.one()));
  EXPECT_NE(sinusoids(graph.mul(graph.sin(a), graph.cos(b))), sinusoids(graph.mul(graph.cos(a), graph.sin(b))));
}

TEST(SignOf, knows_squares_and_what_is_assumed) {
  Particle p;
  const Expr m = p.graph.symbol("m");
  const Expr energy = p.graph.mul(m, p.graph.square(p.v[0]));
  EXPECT_EQ(sign_of(*p.system, energy), SignKnown::nothing);
  Assumption positive;
  positive.left = m;
  positive.right = p.graph.zero();
  p.system->assumptions.push_back(positive);
  EXPECT_EQ(sign_of(*p.system, energy), SignKnown::non_negative);
  EXPECT_EQ(sign_of(*p.system, p.graph.add(energy, p.graph.one())), SignKnown::positive);
  EXPECT_EQ(sign_of(*p.system, p.graph.sub(energy, p.graph.one())), SignKnown::nothing);
}

TEST(FactorNames, name_quotients_of_words_with_a_number) {
  Particle p;
  const Equations equations = derive(p.system);
  RelaxedMotion motion(equations);
  TruthTest truth(motion);
  Claim nothing;
  nothing.is_constant = true;
  nothing.left = number(p.graph, Rational(0));
  const std::vector<NamedFactor> words = vocabulary(*p.system, {}, nothing, motion.rates());
  const FactorNames names(p.graph, words, *truth.state(0), *truth.state(1));
  const Expr factor = p.graph.div(p.graph.scale(Rational(-1, 2), p.q[0]), p.graph.mul(p.q[1], p.v[2]));
  EXPECT_EQ(names.name(*truth.state(0)->value(factor), *truth.state(1)->value(factor)), "-1/2*x/(y*z')");
  const Expr long_one = p.graph.add(p.q[0], p.graph.one());
  EXPECT_EQ(names.name(*truth.state(0)->value(long_one), *truth.state(1)->value(long_one)), std::nullopt);
}

} // namespace
} // namespace dalembert
