// Stiff directions that turn within a step: Newton's iteration with a Jacobian at each stage.
#include <dalembert/base/archive.h>
#include <dalembert/numerics/radau/radau.h>
#include <dalembert/numerics/step/integrate.h>

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace {

using dalembert::Archive;
using dalembert::integrate;
using dalembert::OdeProblem;
using dalembert::Radau;
using dalembert::radau_tableau;
using dalembert::RadauCoupled;
using dalembert::RadauCoupling;
using dalembert::RadauStages;
using dalembert::RadauTableau;
using dalembert::step_method;
using dalembert::Stepper;
using dalembert::switching_method;
using Vector = std::vector<double>;
using State = std::span<const double>;
using Rates = std::span<double>;

/// A point mass on a stiff, damped spring in x and y, y = (x, y, ẋ, ẏ): m = l = 1, g = 9.81.
OdeProblem spring_pendulum(double k, double c) {
  return {.rhs = [k, c](double, State y, Rates f) {
    const double r = std::hypot(y[0], y[1]);
    const double rate = (y[0] * y[2] + y[1] * y[3]) / r;
    const double pull = (k * (r - 1) + c * rate) / r;
    f[0] = y[2];
    f[1] = y[3];
    f[2] = -pull * y[0];
    f[3] = -pull * y[1] - 9.81;
  }};
}

/// Its motion in polar coordinates, where the stiff direction does not turn: y = (r, θ, ṙ, θ̇).
OdeProblem polar_pendulum(double k, double c) {
  return {.rhs = [k, c](double, State y, Rates f) {
    f[0] = y[2];
    f[1] = y[3];
    f[2] = y[0] * y[3] * y[3] + 9.81 * std::cos(y[1]) - k * (y[0] - 1) - c * y[2];
    f[3] = (-9.81 * std::sin(y[1]) - 2 * y[2] * y[3]) / y[0];
  }};
}

std::unique_ptr<Stepper> reached(std::unique_ptr<Stepper> stepper, const Vector& from, double end) {
  stepper->start(0, from);
  integrate(*stepper, end);
  return stepper;
}

std::unique_ptr<Stepper> made(std::string_view method, OdeProblem problem, double tolerance) {
  return step_method(method)->make(
      std::move(problem), {.relative_tolerance = tolerance, .absolute_tolerance = {tolerance}, .max_steps = 20'000});
}

TEST(TurningStiffDirection, costs_no_more_where_the_spring_is_stiffer) {
  const Vector in_xy{std::sin(1.5), -std::cos(1.5), 0, 0};
  for (const double tolerance : {1e-6, 1e-9})
    for (const double k : {1e4, 1e6, 1e8, 1e10}) {
      const double c = 2 * std::sqrt(k);
      const auto polar = reached(made("radau", polar_pendulum(k, c), tolerance), {1, 1.5, 0, 0}, 5);
      const auto turning = reached(made("radau", spring_pendulum(k, c), tolerance), in_xy, 5);
      const double r = polar->state()[0];
      const double theta = polar->state()[1];
      // Each step is off by its tolerance, over 5 s in both coordinates.
      EXPECT_NEAR(turning->state()[0], r * std::sin(theta), 100 * tolerance) << k;
      EXPECT_NEAR(turning->state()[1], -r * std::cos(theta), 100 * tolerance) << k;
      EXPECT_LT(turning->statistics().accepted, 2 * polar->statistics().accepted + 50) << k << ' ' << tolerance;
      EXPECT_LT(turning->statistics().rejected, 100U) << k << ' ' << tolerance;
    }
}

TEST(TurningStiffDirection, makes_auto_go_over_early_and_stay) {
  const Vector in_xy{std::sin(1.5), -std::cos(1.5), 0, 0};
  for (const double k : {1e6, 1e8, 1e10}) {
    const auto at_end =
        reached(switching_method().make(spring_pendulum(k, 2 * std::sqrt(k)),
                                        {.relative_tolerance = 1e-9, .absolute_tolerance = {1e-9}, .max_steps = 5000}),
                in_xy, 5);
    ASSERT_EQ(at_end->changes().size(), 1U) << k;
    EXPECT_LT(at_end->statistics().accepted, 1000U) << k;
  }
}

/// A circle at constant speed, the spring stretched by what holds the mass on it: r = 1 + 1/k.
OdeProblem circle_on_spring(double k) {
  return {.rhs = [k](double, State y, Rates f) {
    const double pull = k * (1 - 1 / std::hypot(y[0], y[1]));
    f[0] = y[2];
    f[1] = y[3];
    f[2] = -pull * y[0];
    f[3] = -pull * y[1];
  }};
}

TEST(TurningStiffDirection, needs_no_damper_where_the_fast_motion_rests) {
  for (const double k : {1e6, 1e10}) {
    const double r = 1 + 1 / k;
    const auto at_end = reached(made("radau", circle_on_spring(k), 1e-9), {r, 0, 0, std::sqrt(r)}, 10);
    const double angle = 10 / std::sqrt(r);
    // 100 tolerances over 10 s: the angle drifts by what each step is off.
    EXPECT_NEAR(at_end->state()[0], r * std::cos(angle), 1e-7) << k;
    EXPECT_NEAR(at_end->state()[1], r * std::sin(angle), 1e-7) << k;
    EXPECT_LT(at_end->statistics().accepted, 100U) << k;
  }
  // Steps of `auto` make hλ = 0.9, less than stability would forbid.
  const double r = 1 + 1e-6;
  const auto at_end = reached(
      switching_method().make(circle_on_spring(1e6), {.relative_tolerance = 1e-9, .absolute_tolerance = {1e-9}}),
      {r, 0, 0, std::sqrt(r)}, 10);
  EXPECT_EQ(at_end->changes().size(), 1U);
  EXPECT_LT(at_end->statistics().accepted, 6000U);
}

TEST(TurningStiffDirection, is_followed_by_every_number_of_stages) {
  const Vector in_xy{std::sin(1.5), -std::cos(1.5), 0, 0};
  const auto exact = reached(made("radau13", polar_pendulum(1e8, 2e4), 1e-12), {1, 1.5, 0, 0}, 3);
  for (const char* const method : {"radau5", "radau9", "radau13"}) {
    const auto at_end = reached(made(method, spring_pendulum(1e8, 2e4), 1e-7), in_xy, 3);
    // Ten tolerances (1e-7).
    EXPECT_NEAR(at_end->state()[0], exact->state()[0] * std::sin(exact->state()[1]), 1e-6) << method;
    EXPECT_LT(at_end->statistics().refused, 50U) << method;
  }
}

TEST(TurningStiffDirection, goes_on_from_an_archive_with_the_very_steps) {
  const auto make = [] {
    return std::make_unique<Radau>(RadauStages::any, spring_pendulum(1e8, 2e4),
                                   dalembert::StepOptions{.relative_tolerance = 1e-8, .absolute_tolerance = {1e-8}});
  };
  const auto whole = make();
  whole->start(0, Vector{1, 0, 0, 0});
  for (int i = 0; i < 60; ++i)
    whole->step(5);
  EXPECT_GT(whole->statistics().jacobians, 3 * whole->statistics().accepted); // its stages are coupled
  Archive written;
  ASSERT_TRUE(whole->archive(written));
  const auto resumed = make();
  resumed->start(0, Vector{1, 0, 0, 0});
  Archive read(written.bytes());
  ASSERT_TRUE(resumed->archive(read));
  EXPECT_TRUE(read.is_at_end());
  for (int i = 0; i < 60; ++i) {
    whole->step(5);
    resumed->step(5);
    ASSERT_EQ(Vector(whole->state().begin(), whole->state().end()),
              Vector(resumed->state().begin(), resumed->state().end()));
  }
  EXPECT_EQ(whole->statistics().evaluations, resumed->statistics().evaluations);
}

/// (I − h A∘J) x, without any structure.
Vector times_stage_matrix(const RadauTableau& tableau, double h, const Vector& jacobians, const Vector& x) {
  const std::size_t s = tableau.nodes.size();
  const std::size_t n = x.size() / s;
  Vector out = x;
  for (std::size_t i = 0; i < s; ++i)
    for (std::size_t j = 0; j < s; ++j)
      for (std::size_t a = 0; a < n; ++a)
        for (std::size_t b = 0; b < n; ++b)
          out[i * n + a] -= h * tableau.matrix[i * s + j] * jacobians[(j * n + a) * n + b] * x[j * n + b];
  return out;
}

TEST(RadauCoupled, solves_with_and_without_rows_that_are_given) {
  std::mt19937 numbers(7);
  std::uniform_real_distribution<double> any(-1, 1);
  constexpr std::size_t n = 6;
  for (const int stages : {3, 5, 7})
    for (const std::size_t given : {std::size_t{0}, std::size_t{2}, std::size_t{3}, n}) {
      const RadauTableau& tableau = radau_tableau(stages);
      const auto s = static_cast<std::size_t>(stages);
      Vector jacobians(s * n * n);
      for (double& x : jacobians)
        x = any(numbers);
      // The rows of every second unknown are constant and look at the others alone.
      const auto is_given = [given](std::size_t i) { return i % 2 == 0 ? i / 2 < given : given == n; };
      for (std::size_t j = 0; j < s; ++j)
        for (std::size_t a = 0; a < n; ++a)
          for (std::size_t b = 0; b < n; ++b)
            if (is_given(a)) jacobians[(j * n + a) * n + b] = is_given(b) ? 0 : jacobians[a * n + b];
      RadauCoupled equations;
      ASSERT_TRUE(equations.factor(tableau, 0.3, jacobians, n));
      EXPECT_EQ(RadauCoupled::rows_left(jacobians, n), n - given);
      Vector exact(s * n);
      for (double& x : exact)
        x = any(numbers);
      Vector x = times_stage_matrix(tableau, 0.3, jacobians, exact);
      equations.solve(x, n);
      for (std::size_t i = 0; i < x.size(); ++i)
        // Rounding of 7 · 6 unknowns of size 1, times the condition of I − h A∘J.
        EXPECT_NEAR(x[i], exact[i], 1e-12) << stages << ' ' << given;
    }
}

TEST(RadauCoupling, keeps_what_costs_less_for_a_second) {
  RadauCoupling choice;
  for (int i = 0; i < 20; ++i)
    EXPECT_FALSE(choice.take_step(1, 50, false));
  ASSERT_TRUE(choice.take_failure());
  choice.take_coupled(true);
  EXPECT_TRUE(choice.is_coupled());
  // Dearer steps that are no longer: given up after ten of them.
  for (int i = 0; i < 9; ++i)
    EXPECT_FALSE(choice.take_step(1, 100, false));
  EXPECT_TRUE(choice.take_step(1, 100, false));
  EXPECT_FALSE(choice.is_coupled());
  // The next failure is mended for its step alone; the one behind it is a trial again. Longer steps are kept.
  ASSERT_TRUE(choice.take_failure());
  choice.take_coupled(true);
  EXPECT_FALSE(choice.is_coupled());
  ASSERT_TRUE(choice.take_failure());
  choice.take_coupled(true);
  ASSERT_TRUE(choice.is_coupled());
  for (int i = 0; i < 10; ++i)
    EXPECT_FALSE(choice.take_step(10, 100, false));
  EXPECT_TRUE(choice.is_coupled());
  // After twenty steps one Jacobian is tried, and kept where it is as good.
  EXPECT_FALSE(choice.is_probe_due());
  for (int i = 0; i < 10; ++i)
    EXPECT_FALSE(choice.take_step(10, 100, false));
  ASSERT_TRUE(choice.is_probe_due());
  choice.take_probe(true);
  EXPECT_FALSE(choice.is_coupled());
  for (int i = 0; i < 30; ++i)
    EXPECT_FALSE(choice.take_step(10, 50, false));
  EXPECT_FALSE(choice.is_coupled());
  // Slow steps ask for the other way as failures do; what cannot be solved is never asked for.
  EXPECT_TRUE(choice.take_step(10, 50, true));
  EXPECT_TRUE(choice.is_coupled());
  choice.restart();
  choice.forbid();
  EXPECT_FALSE(choice.take_failure());
  EXPECT_FALSE(choice.take_step(1, 1, true));
}

} // namespace
