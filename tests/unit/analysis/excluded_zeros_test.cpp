#include <dalembert/analysis/excluded_zeros.h>
#include <dalembert/analysis/steady_motion.h>

#include "../exact/particle.h"

#include <gmock/gmock.h>

#include <vector>

namespace dalembert {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

const RegularAt anywhere = [](const Replacement&) { return true; };

TEST(ExcludedZeros, are_those_of_parameters_and_cosines_in_even_powers) {
  Graph g;
  const Expr d = g.symbol("d");
  const Expr k = g.symbol("k");
  const Expr cosine = g.cos(g.symbol("beta"));
  const Expr quantity = g.product({k, g.square(d), g.square(cosine)});
  EXPECT_THAT(excluded_zeros(g, quantity, {k}, anywhere), ElementsAre(cosine, d));
}

TEST(ExcludedZeros, of_a_sum_are_not_those_of_its_terms) {
  Graph g;
  const Expr c = g.symbol("c");
  const Expr d = g.symbol("d");
  EXPECT_THAT(excluded_zeros(g, g.add(g.square(c), g.square(d)), {}, anywhere), IsEmpty());
}

TEST(ExcludedZeros, are_found_where_quotients_have_no_value) {
  Graph g;
  const Expr c = g.symbol("c");
  const Expr a = g.symbol("a");
  const Expr quantity = g.div(g.pow(c, Rational(4)), g.sub(g.mul(c, g.add(c, a)), g.mul(c, a))); // c⁴/c²
  EXPECT_THAT(excluded_zeros(g, quantity, {}, anywhere), ElementsAre(c));
  EXPECT_THAT(excluded_zeros(g, quantity, {}, [](const Replacement&) { return false; }), IsEmpty());
}

/// A sine that is written by the cosine.
TEST(ExcludedZeros, of_an_angle_are_found_at_quarters_of_a_turn) {
  Graph g;
  const Expr angle = g.symbol("theta");
  const Expr quantity = g.sub(g.one(), g.square(g.cos(angle)));
  EXPECT_THAT(excluded_zeros(g, quantity, {}, anywhere), ElementsAre(g.sin(angle)));
}

/// Two oscillators, one of them damped, coupled by d: without the coupling the other goes on for ever.
TEST(Stability, by_damping_of_another_oscillator_asks_for_the_coupling) {
  Particle p;
  p.system->coordinates.pop_back();
  p.system->energies.pop_back();
  Graph& g = p.graph;
  for (const char* const name : {"k", "c", "d"}) {
    Parameter parameter;
    parameter.name = name;
    parameter.symbol = g.symbol(name);
    if (parameter.name == "d") parameter.value = g.number(Rational(-1));
    p.system->parameters.push_back(parameter);
  }
  const Expr d = g.symbol("d");
  EnergyTerm potential;
  potential.kind = EnergyKind::potential;
  potential.value = g.add(g.scale(Rational(1, 2), g.mul(g.symbol("k"), g.add(g.square(p.q[0]), g.square(p.q[1])))),
                          g.product({d, p.q[0], p.q[1]}));
  EnergyTerm friction;
  friction.kind = EnergyKind::dissipation;
  friction.value = g.scale(Rational(1, 2), g.mul(g.symbol("c"), g.square(p.v[0])));
  p.system->energies.push_back(potential);
  p.system->energies.push_back(friction);
  const SymbolicSteadyMotions found = symbolic_steady_motions(derive(p.system));
  ASSERT_THAT(found.motions, SizeIs(1));
  ASSERT_TRUE(found.motions[0].condition);
  EXPECT_TRUE(found.motions[0].condition->is_asymptotic);
  EXPECT_THAT(found.motions[0].condition->not_zero, ElementsAre(d));
  EXPECT_THAT(found.motions[0].condition->rests_on, Not(Contains(d)));
}

} // namespace
} // namespace dalembert
