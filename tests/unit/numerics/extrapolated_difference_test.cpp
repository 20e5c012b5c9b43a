#include <dalembert/numerics/step/extrapolated_difference.h>

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace dalembert {
namespace {

ExtrapolatedDifference differences_of(const std::function<double(double)>& f, double first, int most) {
  ExtrapolatedDifference out({1e-3});
  double h = first;
  for (int i = 0; i < most && !out.is_exhausted(); ++i, h /= 4)
    out.add(h, {(f(h) - f(-h)) / (2 * h)});
  return out;
}

TEST(ExtrapolatedDifferences, of_smooth_functions_keep_twelve_digits) {
  const auto f = [](double x) { return std::exp(std::sin(1 + 20 * x)); };
  const double exact = 20 * std::cos(1.0) * std::exp(std::sin(1.0));
  // Rounding over the step that is best, 1e-16/1e-4, and of the extrapolation.
  EXPECT_NEAR(differences_of(f, 1e-2, 20).best()->value[0], exact, 1e-11 * exact);
}

/// A single difference with the first step is wrong by (1e4·1e-4)²/6 of itself.
TEST(ExtrapolatedDifferences, find_the_step_of_fast_functions) {
  const auto f = [](double x) { return std::sin(1e4 * x); };
  const ExtrapolatedDifference found = differences_of(f, 1e-4, 20);
  EXPECT_NEAR(found.best()->value[0], 1e4, 1e4 * 1e-9);
  EXPECT_LT(found.best()->relative, 1e-8);
}

TEST(ExtrapolatedDifferences, end_where_rounding_takes_over) {
  const auto f = [](double x) { return 1e6 + std::sin(x); };
  const ExtrapolatedDifference found = differences_of(f, 1e-2, 40);
  EXPECT_TRUE(found.is_exhausted());
  // f is known to an ulp of 1e6, 1e-10: over a step of 1e-2 it leaves 1e-8.
  EXPECT_NEAR(found.best()->value[0], 1.0, 1e-6);
  EXPECT_GT(found.best()->step, 1e-7); // at smaller steps rounding would leave 1e-3
}

TEST(ExtrapolatedDifferences, know_nothing_by_a_single_step) {
  ExtrapolatedDifference out({1.0});
  out.add(1e-3, {2.0});
  EXPECT_FALSE(out.best());
  out.add(2.5e-4, {2.0});
  ASSERT_TRUE(out.best());
  EXPECT_EQ(out.best()->value[0], 2.0);
  EXPECT_EQ(out.best()->relative, 0.0);
  out.clear();
  EXPECT_FALSE(out.best());
}

} // namespace
} // namespace dalembert
