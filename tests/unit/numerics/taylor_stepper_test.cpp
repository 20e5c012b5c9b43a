#include <dalembert/base/errors.h>
#include <dalembert/numerics/methods/taylor_stepper.h>
#include <dalembert/numerics/step/integrate.h>

#include "smooth_problem.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace {

using dalembert::integrate;
using dalembert::make_taylor;
using dalembert::OdeProblem;
using dalembert::SolveError;
using dalembert::StepOptions;
using dalembert::Stepper;
using dalembert::test::smooth;
using Vector = std::vector<double>;

StepOptions to_tolerance(double tol) {
  return {.relative_tolerance = tol, .absolute_tolerance = {tol}};
}

/// Plane pendulum, y = (angle, rate).
OdeProblem swing() {
  return smooth([](const auto&, const auto& y, const auto& f) {
    using std::sin;
    f[0] = y[1];
    f[1] = -sin(y[0]);
  });
}

double energy_of_swing(std::span<const double> y) {
  return y[1] * y[1] / 2 - std::cos(y[0]);
}

TEST(TaylorStepper, order_follows_the_tolerance_and_steps_hardly_depend_on_it) {
  std::size_t rows = 0;
  OdeProblem counted = swing();
  counted.series = [&rows, plain = swing()](double t, std::span<const double> y, double unit, std::span<double> out) {
    rows = out.size() / y.size();
    return plain.series(t, y, unit, out);
  };
  Vector steps;
  for (const auto& [tol, order] :
       {std::pair(1e-4, 14U), {1e-6, 19U}, {1e-8, 23U}, {1e-10, 28U}, {1e-13, 32U}, {1e-15, 32U}}) {
    const std::unique_ptr<Stepper> taylor = make_taylor(counted, to_tolerance(tol));
    taylor->start(0, Vector{1.2, 0.5});
    integrate(*taylor, 50);
    EXPECT_EQ(rows, order + 1) << tol;
    // Each step is off by the tolerance, some twenty of them; ulps of 1.
    EXPECT_LT(std::abs(energy_of_swing(taylor->state()) - energy_of_swing(Vector{1.2, 0.5})), 20 * tol + 1e-14);
    EXPECT_EQ(taylor->statistics().rejected, 0U);
    steps.push_back(static_cast<double>(taylor->statistics().accepted));
  }
  EXPECT_LT(*std::ranges::max_element(steps), 1.5 * *std::ranges::min_element(steps));
}

TEST(TaylorStepper, what_the_series_does_not_know_is_found_at_the_end_of_the_step) {
  // The series goes on as if nothing happened at y = 1/2, where the speed halves.
  OdeProblem problem = smooth([](const auto&, const auto&, const auto& f) { f[0] = 1.0; });
  problem.rhs = [](double, std::span<const double> y, std::span<double> f) { f[0] = y[0] > 0.5 ? 0.5 : 1; };
  problem.series = [](double, std::span<const double> y, double unit, std::span<double> out) {
    std::ranges::fill(out, 0.0);
    out[0] = y[0];
    out[1] = y[0] > 0.5 ? unit / 2 : unit;
    return 0.0;
  };
  const std::unique_ptr<Stepper> taylor = make_taylor(problem, to_tolerance(1e-9));
  taylor->start(0, Vector{0});
  integrate(*taylor, 2);
  EXPECT_NEAR(taylor->state()[0], 0.5 + 1.5 / 2, 3e-7); // the last bit before the jump is stepped over within the test
  EXPECT_GT(taylor->statistics().rejected, 10U);
}

TEST(TaylorStepper, scales_of_time_from_ages_to_flashes) {
  for (const double rate : {1e-12, 1.0, 1e9, 1e15}) {
    const std::unique_ptr<Stepper> taylor = make_taylor(smooth([rate](const auto&, const auto& y, const auto& f) {
                                                          f[0] = rate * y[1];
                                                          f[1] = -rate * y[0];
                                                        }),
                                                        to_tolerance(1e-13));
    taylor->start(0, Vector{1, 0});
    integrate(*taylor, 10 / rate);
    EXPECT_NEAR(taylor->state()[0], std::cos(10.0), 1e-12) << rate; // ten tolerances, along 10 rad
    EXPECT_LT(taylor->statistics().accepted, 12U);
  }
}

TEST(TaylorStepper, integrals_steer_by_the_size_they_compare_to) {
  // sin² of a motion whose own series would allow steps of several periods.
  const auto run = [](double size) {
    OdeProblem problem = smooth([](const auto&, const auto& y, const auto& f) {
      f[0] = y[1];
      f[1] = -y[0];
      f[2] = y[0] * y[0] * y[0] * y[0];
    });
    problem.integrals = 1;
    problem.series = [size, plain = problem.series](double t, std::span<const double> y, double unit,
                                                    std::span<double> out) {
      static_cast<void>(plain(t, y, unit, out));
      return size;
    };
    StepOptions options = to_tolerance(1e-12);
    options.absolute_tolerance = {1e-12, 1e-12, std::numeric_limits<double>::infinity()};
    const std::unique_ptr<Stepper> taylor = make_taylor(problem, options);
    taylor->start(0, Vector{0, 1, 0});
    integrate(*taylor, 40);
    const double t = 40;
    return std::abs(taylor->state()[2] - (3 * t / 8 - std::sin(2 * t) / 4 + std::sin(4 * t) / 32));
  };
  EXPECT_LT(run(1.0), 1e-10);                            // 100 tolerances
  EXPECT_GT(run(0.0), 1e-6) << "the test tests nothing"; // far above them
}

TEST(TaylorStepper, a_series_that_is_not_finite_names_component_and_order) {
  OdeProblem problem = swing();
  problem.name = [](std::size_t i) { return i == 0 ? std::string("theta") : std::string("theta'"); };
  problem.series = [plain = swing()](double t, std::span<const double> y, double unit, std::span<double> out) {
    const double size = plain.series(t, y, unit, out);
    if (t > 1) out[3 * y.size() + 1] = std::nan("");
    return size;
  };
  const std::unique_ptr<Stepper> taylor = make_taylor(problem, to_tolerance(1e-9));
  taylor->start(0, Vector{1.2, 0.5});
  try {
    integrate(*taylor, 10);
    FAIL() << "went on without a series";
  } catch (const SolveError& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("coefficient 3 of the series of theta' is not finite"));
  }
}

TEST(TaylorStepper, dense_output_has_the_digits_of_the_step) {
  const std::unique_ptr<Stepper> taylor = make_taylor(smooth([](const auto&, const auto& y, const auto& f) {
                                                        f[0] = y[1];
                                                        f[1] = -y[0];
                                                      }),
                                                      to_tolerance(1e-13));
  taylor->start(0, Vector{0, 1});
  Vector y(2);
  double worst = 0;
  integrate(*taylor, -30, {.after_step = [&](Stepper& at) {
    for (int k = 0; k <= 20; ++k) {
      const double t = at.previous_time() + k * (at.time() - at.previous_time()) / 20;
      at.interpolate(t, y);
      worst = std::max({worst, std::abs(y[0] - std::sin(t)), std::abs(y[1] - std::cos(t))});
    }
    return true;
  }});
  EXPECT_LT(worst, 1e-12); // ten tolerances, along 30 rad
  EXPECT_LT(taylor->statistics().accepted, 20U);
}

} // namespace
