#include <dalembert/report/named_brackets.h>
#include <dalembert/typesetting/formula_reader.h>

#include <gtest/gtest.h>

#include <string>

namespace dalembert {
namespace {

TEST(NamedBrackets, long_ones_found_twice_and_long_denominators_have_names) {
  const std::string bracket = "(alpha_1*x_1'' + alpha_2*x_2'' + alpha_3*x_3'')";
  EquationLine first;
  first.left = read_formula("A*" + bracket + " + k*x_1 + k*x_2 + k*x_3 + c*x_1' + c*x_2' + c*x_3'");
  first.right = read_formula("0");
  EquationLine second;
  second.left = read_formula("x_4''");
  second.right =
      read_formula("sqrt" + bracket + "*" + bracket + "^2/(beta_1*x_1 + beta_2*x_2 + beta_3*x_3 + beta_4*x_4)");
  name_wide_brackets({&first, &second}, 20);
  EXPECT_EQ(written(first.left), "A*C + k*x_1 + k*x_2 + k*x_3 + c*x_1' + c*x_2' + c*x_3'"); // A is taken
  EXPECT_EQ(written(second.right), "sqrt(C)*C^2/B");
  ASSERT_EQ(first.definitions.size(), 1U);
  EXPECT_EQ("(" + written(first.definitions[0].meaning) + ")", bracket);
  EXPECT_EQ(second.definitions.size(), 2U);
}

} // namespace
} // namespace dalembert
