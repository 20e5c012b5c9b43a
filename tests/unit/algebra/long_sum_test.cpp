#include <dalembert/algebra/human_form.h>
#include <dalembert/algebra/work_budget.h>

#include "ring.h"

#include <gtest/gtest.h>

namespace dalembert {
namespace {

TEST(HumanForm, work_on_a_long_sum_without_common_factors_is_bounded) {
  // A row of a long chain: every angle stands in one cosine and one sine.
  Ring r;
  Graph& g = *r.graph;
  Expr e = g.zero();
  for (int i = 0; i < 50; ++i) {
    const Expr angle = g.sub(r.names[4], g.symbol("q" + std::to_string(i)));
    e = g.add(e, g.scale(Rational(3 * i + 1), g.mul(g.symbol("a" + std::to_string(i)), g.cos(angle))));
    e = g.add(e, g.scale(Rational(3 * i + 1), g.mul(g.square(g.symbol("v" + std::to_string(i))), g.sin(angle))));
  }
  const Laurent polynomial = r.laurent(g.mul(r.names[0], e));
  HumanForm human(*r.atoms, *r.harmonics);
  constexpr std::size_t enough = 20'000;
  const WorkBudget budget(100 * enough);
  EXPECT_FALSE(human.of(polynomial).empty());
  EXPECT_LT(budget.spent(), enough);
}

TEST(HumanForm, the_sine_of_a_sum_of_many_angles_takes_little_room) {
  // The position of a chain's last link in relative angles: 3³⁰ ways to open its angles are not counted one by one.
  Ring r;
  Graph& g = *r.graph;
  Expr angle = g.zero();
  Expr e = g.zero();
  for (int i = 0; i < 30; ++i) {
    angle = g.add(angle, g.symbol("q" + std::to_string(i)));
    e = g.add(e, g.mul(r.names[0], g.sin(angle)));
  }
  HumanForm human(*r.atoms, *r.harmonics);
  EXPECT_FALSE(human.of(r.laurent(e)).empty());
}

} // namespace
} // namespace dalembert
