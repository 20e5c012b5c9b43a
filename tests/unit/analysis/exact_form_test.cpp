#include <dalembert/analysis/exact_form.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/zero_test.h>

#include <gtest/gtest.h>

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

} // namespace
} // namespace dalembert
