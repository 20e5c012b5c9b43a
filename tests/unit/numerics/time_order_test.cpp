// Motions followed back in time: stops, jumps and roots in the order in which they are met.
#include <dalembert/numerics/step/integrate.h>
#include <dalembert/numerics/step/root.h>
#include <dalembert/numerics/step/stepper.h>
#include <dalembert/numerics/step/time_order.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace dalembert {
namespace {

TEST(TimeOrder, of_two_times) {
  const TimeOrder forwards(1, 2);
  const TimeOrder backwards(1, -2);
  EXPECT_TRUE(forwards.precedes(-1, 3));
  EXPECT_TRUE(backwards.precedes(3, -1));
  EXPECT_FALSE(forwards.precedes(1, 1));
  EXPECT_FALSE(backwards.precedes(1, 1));
  EXPECT_FALSE(backwards.precedes(std::nan(""), 1));
  EXPECT_EQ(forwards.first(1, 2), 1);
  EXPECT_EQ(backwards.first(1, 2), 2);
  EXPECT_EQ(backwards.last(1, 2), 1);
  EXPECT_TRUE(backwards.precedes(-1e300, backwards.never()));
  EXPECT_FALSE(TimeOrder(1, 1).is_backwards());
}

/// x″ = −x and, before t = −1, x″ = 1 − x.
OdeProblem switched_oscillator() {
  return {.rhs = [](double t, std::span<const double> y, std::span<double> rates) {
    rates[0] = y[1];
    rates[1] = (t < -1 ? 1.0 : 0.0) - y[0];
  }};
}

std::unique_ptr<Stepper> oscillator_at_rest_at_one() {
  auto out =
      step_method("rk8")->make(switched_oscillator(), {.relative_tolerance = 1e-13, .absolute_tolerance = {1e-13}});
  out->start(0, std::vector<double>{1.0, 0.0});
  return out;
}

TEST(TimeOrder, integrates_back_over_stops_and_jumps) {
  const double before_jump = std::nextafter(-1.0, -2.0);
  RunHooks hooks;
  hooks.stops = {-0.5, -1.5};
  hooks.jumps = {{-1.0, before_jump}};
  std::vector<double> ends;
  hooks.after_step = [&ends](Stepper& at) {
    ends.push_back(at.time());
    return true;
  };
  std::vector<double> jumps;
  hooks.after_jump = [&jumps](Stepper& at, const RhsJump&) {
    jumps.push_back(at.time());
    return true;
  };
  std::vector<double> shares;
  hooks.progress = [&shares](double share) { shares.push_back(share); };
  const std::unique_ptr<Stepper> stepper = oscillator_at_rest_at_one();
  EXPECT_EQ(integrate(*stepper, -2, hooks), RunEnd::reached);
  // x = cos t down to −1, and from there 1 + (cos 1 − 1)·cos s + sin 1·sin s with s = t + 1.
  // Ten tolerances (1e-13).
  EXPECT_NEAR(stepper->state()[0], 1 + (std::cos(1) - 1) * std::cos(1) - std::sin(1) * std::sin(1), 1e-12);
  EXPECT_EQ(jumps, std::vector<double>{before_jump});
  for (const double stop : {-0.5, -1.0, -1.5, -2.0})
    EXPECT_NE(std::ranges::find(ends, stop), ends.end()) << stop;
  EXPECT_TRUE(std::ranges::is_sorted(ends, std::greater()));
  EXPECT_TRUE(std::ranges::is_sorted(shares));
  EXPECT_EQ(shares.back(), 1.0);
}

TEST(TimeOrder, roots_are_located_going_back) {
  const std::unique_ptr<Stepper> stepper = oscillator_at_rest_at_one();
  while (stepper->state()[0] > 0.8)
    stepper->step(-1);
  const auto is_passed = [](double, std::span<const double> y) {
    return y[0] > 0.8 ? RootSide::before : RootSide::behind;
  };
  const std::optional<Root> root = locate_root(*stepper, is_passed);
  ASSERT_TRUE(root);
  EXPECT_NEAR(root->before, -std::acos(0.8), 1e-12); // ten tolerances (1e-13) over the slope of 0.6
  EXPECT_EQ(root->behind, std::nextafter(root->before, -1));
}

} // namespace
} // namespace dalembert
