// The kernels of steps against the loops that they stand for, number by number.
#include <dalembert/numerics/step/adaptive_stepper.h>
#include <dalembert/numerics/step/step_kernels.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <utility>
#include <vector>

namespace dalembert {
namespace {

using StepNumbers = std::vector<double>;

constexpr double endless = std::numeric_limits<double>::infinity();
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
constexpr double kernel_step = 0.01; // s

/// A step of n components: four slopes, of which a row names three.
struct RandomStep {
  explicit RandomStep(std::size_t size) : n(size), stride(size + 3) {
    std::mt19937_64 random(n);
    std::uniform_real_distribution<double> any(-2.0, 2.0);
    for (StepNumbers* numbers : {&slopes, &state, &carry, &end, &absolute})
      for (std::size_t i = 0; i < (numbers == &slopes ? 4 * stride : n); ++i)
        numbers->push_back(any(random));
    for (double& a : absolute)
      a = std::abs(a);
  }

  [[nodiscard]] SlopeSum sum() const { return {slopes.data(), n, stride, row.data(), row.size(), kernel_step}; }
  [[nodiscard]] double increment(std::size_t i) const {
    double out = 0;
    for (const TableauEntry& entry : row)
      out += entry.weight * slopes[static_cast<std::size_t>(entry.stage) * stride + i];
    return kernel_step * out;
  }
  [[nodiscard]] double scale(std::size_t i) const {
    return std::max(absolute[i], relative * std::max(std::abs(state[i]), std::abs(end[i])));
  }
  [[nodiscard]] ErrorScale scales() const { return {state.data(), end.data(), absolute.data(), relative}; }
  [[nodiscard]] double largest_share() const {
    double out = 0;
    for (std::size_t i = 0; i < n; ++i)
      if (!std::isinf(scale(i))) out = std::max(out, std::abs(increment(i)) / scale(i));
    return out;
  }

  std::size_t n;
  std::size_t stride;
  double relative = 0.3;
  TableauRow row = {{0, 0.3}, {2, -1.7}, {3, 0.11}};
  StepNumbers slopes;
  StepNumbers state;
  StepNumbers carry;
  StepNumbers end;
  StepNumbers absolute;
};

class StepKernelsOf : public testing::TestWithParam<std::size_t> {
protected:
  const RandomStep step{GetParam()};
  const std::vector<const StepKernels*> kernels = {&step_kernels(), &detail::step_kernels_any()};
};

TEST_P(StepKernelsOf, sums_of_slopes_have_the_bits_of_the_loop) {
  for (const StepKernels* of : kernels) {
    StepNumbers combined(step.n);
    StepNumbers moved(step.n);
    of->combine(step.sum(), combined.data());
    of->move(step.sum(), step.state.data(), moved.data());
    for (std::size_t i = 0; i < step.n; ++i) {
      EXPECT_EQ(combined[i], step.increment(i)) << i;
      EXPECT_EQ(moved[i], step.state[i] + step.increment(i)) << i;
    }
  }
}

TEST_P(StepKernelsOf, increments_are_added_with_compensation) {
  for (const StepKernels* of : kernels) {
    StepNumbers carry(step.n);
    StepNumbers out(step.n);
    of->add(step.sum(), step.state.data(), step.carry.data(), carry.data(), out.data());
    for (std::size_t i = 0; i < step.n; ++i) {
      double value = step.state[i];
      double rest = step.carry[i];
      add_compensated(value, rest, step.increment(i));
      EXPECT_EQ(out[i], value) << i;
      EXPECT_EQ(carry[i], rest) << i;
    }
  }
}

TEST_P(StepKernelsOf, the_norm_is_the_largest_share_of_what_steers) {
  for (const StepKernels* of : kernels) {
    EXPECT_EQ(of->norm(step.sum(), step.scales()), step.largest_share());
    for (std::size_t i = 0; i < step.n; ++i) {
      RandomStep other = step;
      other.absolute[i] = endless;
      EXPECT_EQ(of->norm(other.sum(), other.scales()), other.largest_share()) << i;
      other.slopes[i] = no_number;
      EXPECT_EQ(of->norm(other.sum(), other.scales()), other.largest_share()) << i;
      other.absolute[i] = 1.0;
      EXPECT_TRUE(std::isnan(of->norm(other.sum(), other.scales()))) << i;
    }
  }
}

TEST_P(StepKernelsOf, every_number_that_is_not_finite_is_seen) {
  for (const StepKernels* of : kernels) {
    StepNumbers x = step.state;
    EXPECT_TRUE(of->are_finite(x.data(), x.size()));
    for (double& one : x) {
      for (const double bad : {endless, -endless, no_number}) {
        const double good = std::exchange(one, bad);
        EXPECT_FALSE(of->are_finite(x.data(), x.size()));
        one = good;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, StepKernelsOf, testing::Values(1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 23, 64, 65));

} // namespace
} // namespace dalembert
