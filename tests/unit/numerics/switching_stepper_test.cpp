// The choice along a run: explicit as long as it serves, implicit where the equations are stiff, and back.
#include <dalembert/numerics/step/integrate.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace {

using dalembert::integrate;
using dalembert::LinearisedMotion;
using dalembert::MethodChange;
using dalembert::MotionPattern;
using dalembert::OdeProblem;
using dalembert::planned;
using dalembert::SecondOrderProblem;
using dalembert::step_method;
using dalembert::StepMethod;
using dalembert::StepOptions;
using dalembert::Stepper;
using dalembert::switching_method;
using Vector = std::vector<double>;
using State = std::span<const double>;
using Rates = std::span<double>;

std::unique_ptr<Stepper> reached(const StepMethod& method, const OdeProblem& problem, double tolerance,
                                 const Vector& from, double end) {
  std::unique_ptr<Stepper> stepper =
      method.make(problem, {.relative_tolerance = tolerance, .absolute_tolerance = {tolerance}});
  stepper->start(0, from);
  integrate(*stepper, end);
  return stepper;
}

/// A mass on a spring and a damper, m = 1.
OdeProblem damped_mass(double k, double c) {
  return {.rhs = [k, c](double, State y, Rates f) {
    f[0] = y[1];
    f[1] = 1 - k * y[0] - c * y[1];
  }};
}

TEST(SwitchingStepper, goes_over_where_a_damper_is_strong_and_needs_no_more_for_a_stronger_one) {
  for (const double c : {1e5, 1e7, 1e9}) {
    const std::unique_ptr<Stepper> at_end = reached(switching_method(), damped_mass(10, c), 1e-9, {1, 0}, 50);
    ASSERT_EQ(at_end->changes().size(), 1U) << c;
    EXPECT_EQ(at_end->changes()[0].method, "radau");
    EXPECT_TRUE(at_end->changes()[0].is_stiff);
    EXPECT_LT(at_end->changes()[0].time, 1000 / c);
    // An estimate of the order of size; the dampers differ by 100.
    EXPECT_NEAR(at_end->changes()[0].fastest, c, 0.01 * c);
    const double slow = (c - std::sqrt(c * c - 40)) / 2;
    const double exact = 0.1 + 0.9 * std::exp(-(c < 1e6 ? slow : 10 / c) * 50); // of the slow part, the fast one gone
    EXPECT_NEAR(at_end->state()[0], exact, 1e-8);                               // ten tolerances
    EXPECT_LT(at_end->statistics().evaluations, 3000U) << c;
    EXPECT_GT(at_end->statistics().jacobians, 0U);
  }
}

TEST(SwitchingStepper, goes_over_where_an_oscillation_has_died_and_steps_are_still_as_short) {
  // A pendulum on a spring with a damper in it; y = (r, θ, ṙ, θ̇).
  for (const double k : {1e4, 1e6, 1e8}) {
    const OdeProblem pendulum{.rhs = [k](double, State y, Rates f) {
      f[0] = y[2];
      f[1] = y[3];
      f[2] = y[0] * y[3] * y[3] + 9.81 * std::cos(y[1]) - k * (y[0] - 1) - 100 * y[2];
      f[3] = (-9.81 * std::sin(y[1]) - 2 * y[2] * y[3]) / y[0];
    }};
    const Vector from{1 + 9.81 * std::cos(1.0) / k, 1, 0, 0};
    const std::unique_ptr<Stepper> at_end = reached(switching_method(), pendulum, 1e-9, from, 20);
    ASSERT_FALSE(at_end->changes().empty()) << k;
    EXPECT_EQ(at_end->changes().back().method, "radau");
    const std::unique_ptr<Stepper> other = reached(*step_method("radau13"), pendulum, 1e-10, from, 20);
    for (std::size_t i = 0; i < 2; ++i)
      EXPECT_NEAR(at_end->state()[i], other->state()[i], 1e-8) << k; // ten tolerances
  }
}

TEST(SwitchingStepper, tight_tolerances_cost_no_more_where_a_spring_is_stiffer) {
  // The rounding of k·(r − 1) is larger than the tolerance of the rate allows, long before stability limits steps.
  for (const double k : {1e4, 1e6, 1e8, 1e10})
    for (const double tolerance : {1e-11, 1e-12, 1e-13}) {
      const OdeProblem pendulum{.rhs = [k](double, State y, Rates f) {
        f[0] = y[2];
        f[1] = y[3];
        f[2] = y[0] * y[3] * y[3] + 9.81 * std::cos(y[1]) - k * (y[0] - 1) - 2 * std::sqrt(k) * y[2];
        f[3] = (-9.81 * std::sin(y[1]) - 2 * y[2] * y[3]) / y[0];
      }};
      const std::unique_ptr<Stepper> at_end = reached(switching_method(), pendulum, tolerance, {1, 1.5, 0, 0}, 10);
      ASSERT_FALSE(at_end->changes().empty()) << k;
      EXPECT_EQ(at_end->changes().back().method, "radau");
      EXPECT_LT(at_end->statistics().evaluations, 60'000U) << k << ' ' << tolerance;
      const std::unique_ptr<Stepper> other = reached(*step_method("radau13"), pendulum, 1e-13, {1, 1.5, 0, 0}, 10);
      EXPECT_LT(other->statistics().evaluations, 60'000U) << k;
      for (std::size_t i = 0; i < 2; ++i)
        EXPECT_NEAR(at_end->state()[i], other->state()[i], 1e-11) << k; // the loosest of the tolerances, 1e-11
    }
}

TEST(SwitchingStepper, an_oscillation_that_must_be_followed_keeps_the_explicit_steps_bit_for_bit) {
  for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
    const OdeProblem two{.rhs = [](double, State y, Rates f) {
      f[0] = y[2];
      f[1] = y[3];
      f[2] = -std::sin(y[0]);
      f[3] = -400 * y[1] + 0.1 * y[0];
    }};
    const std::unique_ptr<Stepper> free = reached(switching_method(), two, tolerance, {1, 1, 0, 0}, 300);
    const std::unique_ptr<Stepper> fixed = reached(*step_method("rk8"), two, tolerance, {1, 1, 0, 0}, 300);
    EXPECT_TRUE(free->changes().empty()) << tolerance;
    EXPECT_EQ(Vector(free->state().begin(), free->state().end()), Vector(fixed->state().begin(), fixed->state().end()));
    EXPECT_EQ(free->statistics().accepted, fixed->statistics().accepted);
  }
}

TEST(SwitchingStepper, a_trial_that_fails_asks_for_no_jacobian_that_is_dear) {
  int asked = 0;
  OdeProblem swing = damped_mass(400, 0);
  swing.jacobian = [&asked](double, State, Rates out) {
    ++asked;
    const Vector rows{0, 1, -400, 0};
    std::ranges::copy(rows, out.begin());
  };
  const std::unique_ptr<Stepper> known = reached(switching_method(), swing, 1e-6, {1, 0}, 400);
  ASSERT_TRUE(known->changes().empty());
  ASSERT_GT(asked, 0); // there was a trial
  asked = 0;
  swing.is_jacobian_dear = true;
  const std::unique_ptr<Stepper> dear = reached(switching_method(), swing, 1e-6, {1, 0}, 400);
  EXPECT_TRUE(dear->changes().empty());
  EXPECT_EQ(asked, 0);
  EXPECT_EQ(dear->statistics().jacobians, known->statistics().jacobians);
  EXPECT_GE(dear->statistics().evaluations, known->statistics().evaluations + 2 * known->statistics().jacobians);
}

TEST(SwitchingStepper, no_trial_begins_that_what_is_left_cannot_pay) {
  // 300 oscillators, steps of which stability limits: factors take more than the rest of the run.
  constexpr std::size_t many = 600;
  OdeProblem swings;
  swings.rhs = [](double, State y, Rates out) {
    for (std::size_t i = 0; i < many; i += 2) {
      out[i] = y[i + 1];
      out[i + 1] = -400 * y[i] - 4 * y[i + 1];
    }
  };
  const Vector start(many, 1e-3);
  const std::unique_ptr<Stepper> tried = reached(switching_method(), swings, 1e-3, start, 100);
  ASSERT_GT(tried->statistics().factorisations, 0U);
  swings.is_jacobian_dear = true;
  const std::unique_ptr<Stepper> dear = reached(switching_method(), swings, 1e-3, start, 100);
  EXPECT_EQ(dear->statistics().factorisations, 0U);
  EXPECT_TRUE(dear->changes().empty());
}

/// 300 masses on springs and dampers, each for itself, y = (q, v): f of few operations.
OdeProblem many_masses(double stiffness, double damping) {
  constexpr std::size_t many = 300;
  OdeProblem out;
  out.rhs = [=](double, State y, Rates f) {
    for (std::size_t i = 0; i < many; ++i) {
      f[i] = y[many + i];
      f[many + i] = -stiffness * y[i] - damping * y[many + i];
    }
  };
  MotionPattern pattern;
  pattern.coordinates = many;
  pattern.begins.push_back(0);
  for (std::uint32_t i = 0; i < many; ++i) {
    pattern.columns.push_back(i);
    pattern.begins.push_back(pattern.columns.size());
  }
  SecondOrderProblem& motion = out.second_order.emplace();
  motion.pattern = [made = planned(std::move(pattern))] { return made; };
  motion.linearise = [=, made = motion.pattern()](double, State, LinearisedMotion& at) {
    at = {made, Vector(many, stiffness), Vector(many, damping), Vector(many, 1.0)};
    return true;
  };
  motion.is_quick = true;
  motion.operations_of_rates = motion.operations_of_entries = [] { return 3.0 * many; };
  return out;
}

TEST(SwitchingStepper, equations_with_few_entries_are_tried_where_full_ones_would_be_too_dear) {
  // Stability limits the steps, and 300 of them are left: full factors of 600 rows would take more.
  const Vector start(600, 1e-3);
  OdeProblem masses = many_masses(400, 40);
  const std::unique_ptr<Stepper> by_entries = reached(switching_method(), masses, 1e-3, start, 100);
  EXPECT_GT(by_entries->statistics().factorisations, 0U);
  masses.second_order.reset();
  masses.is_jacobian_dear = true;
  const std::unique_ptr<Stepper> in_full = reached(switching_method(), masses, 1e-3, start, 100);
  EXPECT_EQ(in_full->statistics().factorisations, 0U);
}

TEST(SwitchingStepper, stiff_equations_with_few_entries_go_over_and_end_as_in_full) {
  const Vector start(600, 1e-3);
  OdeProblem masses = many_masses(10, 1e5);
  const std::unique_ptr<Stepper> by_entries = reached(switching_method(), masses, 1e-6, start, 50);
  ASSERT_EQ(by_entries->changes().size(), 1U);
  EXPECT_EQ(by_entries->changes()[0].method, "radau");
  masses.second_order.reset();
  const std::unique_ptr<Stepper> in_full = reached(*step_method("radau"), masses, 1e-8, start, 50);
  for (const std::size_t i : {0U, 299U, 300U, 599U})
    EXPECT_NEAR(by_entries->state()[i], in_full->state()[i], 1e-9); // the looser tolerance, 1e-6, of the start
}

TEST(SwitchingStepper, a_jacobian_that_is_dear_is_asked_for_where_the_trial_succeeds) {
  int asked = 0;
  OdeProblem stiff = damped_mass(10, 1e5);
  stiff.jacobian = [&asked](double, State, Rates out) {
    ++asked;
    const Vector rows{0, 1, -10, -1e5};
    std::ranges::copy(rows, out.begin());
  };
  const std::unique_ptr<Stepper> known = reached(switching_method(), stiff, 1e-9, {1, 0}, 50);
  asked = 0;
  stiff.is_jacobian_dear = true;
  const std::unique_ptr<Stepper> dear = reached(switching_method(), stiff, 1e-9, {1, 0}, 50);
  EXPECT_GT(asked, 0);
  ASSERT_EQ(dear->changes().size(), 1U);
  EXPECT_EQ(dear->changes()[0].time, known->changes()[0].time);
  EXPECT_EQ(dear->state()[0], known->state()[0]);
}

TEST(SwitchingStepper, comes_back_where_the_equations_are_no_longer_stiff) {
  // A damper that is let go at t = 5; behind it an oscillation on a spring that hardens. (On a linear one, whose
  // Jacobian serves for ever, implicit steps of order 13 are the cheaper ones.)
  const OdeProblem released{.rhs = [](double t, State y, Rates f) {
    const double c = 1e4 / (1 + std::exp(std::min(60.0, 40 * (t - 5))));
    f[0] = y[1];
    f[1] = -400 * y[0] * y[0] * y[0] - c * y[1];
  }};
  const std::unique_ptr<Stepper> at_end = reached(switching_method(), released, 1e-9, {1, 0}, 30);
  ASSERT_EQ(at_end->changes().size(), 2U);
  EXPECT_EQ(at_end->changes()[0].method, "radau");
  EXPECT_EQ(at_end->changes()[1].method, "rk8");
  EXPECT_FALSE(at_end->changes()[1].is_stiff);
  EXPECT_GT(at_end->changes()[1].time, 5);
  const std::unique_ptr<Stepper> other = reached(*step_method("radau13"), released, 1e-11, {1, 0}, 30);
  // 1000 tolerances: the oscillation runs for 25 s behind the damper.
  EXPECT_NEAR(at_end->state()[0], other->state()[0], 1e-6);
}

} // namespace
