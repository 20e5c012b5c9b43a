#include <dalembert/numerics/step/sign_changes.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>

namespace dalembert {
namespace {

constexpr double pi = std::numbers::pi;

TEST(SignChanges, a_root_is_enclosed_by_two_neighbouring_doubles) {
  const SignChanges changes = sign_changes([](double t) { return t - 1.0 / 3; }, 0, 1);
  ASSERT_EQ(changes.found.size(), 1U);
  EXPECT_TRUE(changes.is_resolved);
  EXPECT_TRUE(changes.found[0].is_rising);
  EXPECT_EQ(changes.found[0].behind, 1.0 / 3);
  EXPECT_EQ(changes.found[0].before, std::nextafter(1.0 / 3, 0.0));
}

TEST(SignChanges, every_root_of_an_oscillation_is_found) {
  for (const double turns : {1.0, 3.0, 16.0, 50.0}) {
    const SignChanges changes = sign_changes([&](double t) { return std::cos(2 * pi * turns * t) - 0.25; }, 0, 1);
    EXPECT_TRUE(changes.is_resolved) << turns;
    ASSERT_EQ(changes.found.size(), static_cast<std::size_t>(2 * turns)) << turns;
    const double first = std::acos(0.25) / (2 * pi * turns);
    // Located to neighbouring doubles; 1e-16 of the cosine over its slope.
    EXPECT_NEAR(changes.found[0].behind, first, 1e-15);
    for (std::size_t i = 0; i < changes.found.size(); ++i)
      EXPECT_EQ(changes.found[i].is_rising, i % 2 == 1);
  }
}

TEST(SignChanges, two_roots_close_together_are_both_found) {
  const double apart = 1e-5;
  const auto parabola = [&](double t) { return (t - 0.6) * (t - 0.6) - apart * apart / 4; };
  const SignChanges changes = sign_changes(parabola, 0, 1);
  ASSERT_EQ(changes.found.size(), 2U);
  // The parabola is rounded to 1e-16, over its slope of 1e-5: 1e-11.
  EXPECT_NEAR(changes.found[0].behind, 0.6 - apart / 2, 1e-10);
  EXPECT_NEAR(changes.found[1].behind, 0.6 + apart / 2, 1e-10);
}

// Crest k of the sine stays 1e-6·(300 − k) below its level: number 300 passes it, by 2e-9 and for 4e-8 s.
TEST(SignChanges, pieces_find_the_first_of_many_crests) {
  const double turns = 500;
  const double w = 2 * pi * turns;
  const double first = (300 + 0.25) / turns;
  const auto crests = [&](double t) { return 1 + 1e-6 * (first - 1e-3 / turns - t) * turns - std::sin(w * t) - 1e-9; };
  const SignChanges changes = sign_changes(crests, 0, 1, {.pieces = static_cast<std::size_t>(4 * turns)});
  EXPECT_TRUE(changes.is_resolved);
  ASSERT_FALSE(changes.found.empty());
  EXPECT_FALSE(changes.found[0].is_rising);
  EXPECT_NEAR(changes.found[0].behind, first, 1e-2 / turns);
}

TEST(SignChanges, a_touch_is_decided_at_its_vertex) {
  int evaluations = 0;
  const auto touch = [&](double above) {
    return [&evaluations, above](double t) {
      ++evaluations;
      return (t - 0.6) * (t - 0.6) + above;
    };
  };
  EXPECT_TRUE(sign_changes(touch(1e-9), 0, 1).found.empty());
  EXPECT_EQ(sign_changes(touch(-1e-9), 0, 1).found.size(), 2U);
  EXPECT_LT(evaluations, 300);
}

TEST(SignChanges, a_function_that_keeps_away_from_zero_costs_23_evaluations) {
  int evaluations = 0;
  const SignChanges changes = sign_changes(
      [&](double t) {
        ++evaluations;
        return 2 + std::sin(t);
      },
      0, 1);
  EXPECT_TRUE(changes.found.empty());
  EXPECT_EQ(evaluations, 23);
}

TEST(SignChanges, a_function_that_changes_too_fast_is_called_so) {
  const SignChanges changes = sign_changes([](double t) { return std::sin(1e6 * t + 0.3); }, 0, 1);
  EXPECT_FALSE(changes.is_resolved);
}

TEST(SignChanges, what_has_no_value_counts_as_negative) {
  const SignChanges changes = sign_changes([](double t) { return std::sqrt(t - 0.25); }, 0, 1);
  ASSERT_EQ(changes.found.size(), 1U);
  EXPECT_EQ(changes.found[0].behind, 0.25);
  EXPECT_TRUE(changes.found[0].is_rising);
}

TEST(SignChanges, a_jump_is_a_change_of_sign) {
  const SignChanges changes = sign_changes([](double t) { return t < 0.7 ? -1.0 : 1.0; }, 0, 1);
  ASSERT_EQ(changes.found.size(), 1U);
  EXPECT_EQ(changes.found[0].behind, 0.7);
}

} // namespace
} // namespace dalembert
