#include <dalembert/analysis/exact_form.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/zero_test.h>

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace dalembert {
namespace {

TEST(Potential, of_a_closed_form_with_functions_that_have_no_values_modulo_a_prime) {
  Graph g;
  const Expr x = g.symbol("x");
  const Expr y = g.symbol("y");
  const Expr angle = g.apply(Function::atan, y);
  const OneForm form{{x, y}, {g.product({g.number(2), x, angle}), g.div(g.square(x), g.add(g.one(), g.square(y)))}};
  FactorBudget budget;
  const std::optional<Expr> found = potential(g, form, budget);
  ASSERT_TRUE(found);
  EXPECT_TRUE(are_equal(g, *found, g.mul(g.square(x), angle)));
}

TEST(Potential, of_a_form_that_is_not_closed_is_none) {
  Graph g;
  const Expr x = g.symbol("x");
  const Expr y = g.symbol("y");
  const Expr z = g.symbol("z");
  FactorBudget budget;
  EXPECT_FALSE(potential(g, {{x, y, z}, {g.apply(Function::atan, y), g.one(), x}}, budget, FactorReach::one));
}

/// Of nine square roots all have a value modulo a prime at one point of 512: the search for factors finds none.
TEST(Potential, of_a_closed_form_with_more_square_roots_than_points_have_values_of) {
  Graph g;
  constexpr std::size_t roots = 9;
  std::vector<Expr> x;
  for (std::size_t i = 0; i < roots; ++i)
    x.push_back(g.symbol("x" + std::to_string(i)));
  Expr sum = g.zero();
  for (std::size_t i = 0; i < roots; ++i)
    sum = g.add(sum, g.mul(x[i], g.sqrt(x[(i + 1) % roots])));
  const OneForm form{x, gradient(g, sum, x)};
  FactorBudget budget;
  const std::optional<Expr> found = potential(g, form, budget);
  ASSERT_TRUE(found);
  EXPECT_TRUE(are_equal(g, *found, sum));
  OneForm turned = form;
  turned.entries[0] = g.neg(turned.entries[0]);
  EXPECT_FALSE(potential(g, turned, budget)) << "not closed";
}

} // namespace
} // namespace dalembert
