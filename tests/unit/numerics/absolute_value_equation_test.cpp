// x = b + W·|x|: all solutions, against a trial of all signs, and where one is claimed to be the only one.
#include <dalembert/numerics/linear/absolute_value_equation.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

namespace dalembert {
namespace {

using Values = std::vector<double>;

/// What is left of x − b − W·|x|.
double residual(const AbsoluteValueEquation& equation, const Values& x) {
  const std::size_t k = x.size();
  double out = 0.0;
  for (std::size_t i = 0; i < k; ++i) {
    double left = x[i] - equation.constant[i];
    for (std::size_t j = 0; j < k; ++j)
      left -= equation.by[i * k + j] * (equation.signs[j] == 0 ? std::abs(x[j]) : equation.signs[j] * x[j]);
    out = std::max(out, std::abs(left));
  }
  return out;
}

/// x for signs of two unknowns, by Cramer's rule.
Values of_two(const AbsoluteValueEquation& equation, int first, int second) {
  const Values& w = equation.by;
  const double a = 1.0 - w[0] * first;
  const double b = -w[1] * second;
  const double c = -w[2] * first;
  const double d = 1.0 - w[3] * second;
  const double determinant = a * d - b * c;
  const Values& right = equation.constant;
  return {(right[0] * d - b * right[1]) / determinant, (a * right[1] - c * right[0]) / determinant};
}

AbsoluteValueEquation random_equation(std::mt19937& random, std::size_t k, double size) {
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  AbsoluteValueEquation out{Values(k), Values(k * k), std::vector<int>(k, 0)};
  for (double& entry : out.constant)
    entry = any(random);
  for (double& entry : out.by)
    entry = size * any(random);
  return out;
}

TEST(AbsoluteValueEquation, of_two_unknowns_has_the_solutions_that_all_signs_have) {
  std::mt19937 random(7);
  std::size_t several = 0;
  std::size_t none = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const AbsoluteValueEquation equation = random_equation(random, 2, 3.0);
    std::size_t wanted = 0;
    for (const int first : {1, -1})
      for (const int second : {1, -1}) {
        const Values x = of_two(equation, first, second);
        if (x[0] * first > 0.0 && x[1] * second > 0.0) ++wanted;
      }
    const AbsoluteValueSolutions found = solve_absolute_values(equation);
    EXPECT_TRUE(found.is_complete);
    ASSERT_EQ(found.values.size(), wanted) << "trial " << trial;
    for (const Values& x : found.values)
      // Rounding, times the condition of a determinant that may be 1e-6.
      EXPECT_LT(residual(equation, x), 1e-9 * (1.0 + std::abs(x[0]) + std::abs(x[1])));
    several += wanted > 1 ? 1 : 0;
    none += wanted == 0 ? 1 : 0;
  }
  EXPECT_GT(several, 100U);
  EXPECT_GT(none, 100U);
}

TEST(AbsoluteValueEquation, of_weak_coupling_has_one_solution_in_many_unknowns) {
  std::mt19937 random(11);
  for (int trial = 0; trial < 50; ++trial) {
    const AbsoluteValueEquation equation = random_equation(random, 16, 1.0 / 16.0);
    const AbsoluteValueSolutions found = solve_absolute_values(equation);
    ASSERT_EQ(found.values.size(), 1U);
    EXPECT_LT(residual(equation, found.values.front()), 1e-13); // rounding of sums of 16 terms below 1
  }
}

TEST(AbsoluteValueEquation, keeps_the_signs_that_are_given) {
  // x = −1 + 2|x| has the solutions 1 and −1/3; with x in the place of |x| the second goes.
  const AbsoluteValueEquation open{{-1.0}, {2.0}, {0}};
  ASSERT_EQ(solve_absolute_values(open).values.size(), 2U);
  const AbsoluteValueEquation given{{-1.0}, {2.0}, {1}};
  const AbsoluteValueSolutions found = solve_absolute_values(given);
  ASSERT_EQ(found.values.size(), 1U);
  EXPECT_DOUBLE_EQ(found.values.front()[0], 1.0);
}

TEST(AbsoluteValueEquation, an_unknown_of_no_size_agrees_with_both_signs_and_counts_once) {
  const AbsoluteValueEquation equation{{0.0, 1.0}, {0.0, 0.0, 0.0, 0.5}, {0, 0}, 1e-14};
  EXPECT_EQ(solve_absolute_values(equation).values.size(), 1U);
}

/// R = (1 − WE)⁻¹W of one unknown.
AbsoluteValueChanges changes_of_one(double w, int sign) {
  return {{w / (1.0 - w * sign)}, {sign}, {false}};
}

TEST(AbsoluteValueEquation, one_solution_is_claimed_only_below_the_bound) {
  for (const int sign : {1, -1}) {
    EXPECT_TRUE(has_one_solution(changes_of_one(0.9, sign)));
    EXPECT_TRUE(has_one_solution(changes_of_one(-0.9, sign)));
    EXPECT_FALSE(has_one_solution(changes_of_one(1.1, sign)));
    EXPECT_FALSE(has_one_solution(changes_of_one(-1.1, sign)));
  }
  AbsoluteValueChanges given = changes_of_one(3.0, -1);
  given.has_given_sign[0] = true;
  EXPECT_TRUE(has_one_solution(given));
}

} // namespace
} // namespace dalembert
