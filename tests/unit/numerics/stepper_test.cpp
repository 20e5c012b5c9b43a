// The shared suite of the integrators: every method answers the same claims.
#include <dalembert/base/errors.h>
#include <dalembert/numerics/integrate.h>
#include <dalembert/numerics/root.h>

#include "smooth_problem.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <ostream>

namespace dalembert {

void PrintTo(const StepMethod& method, std::ostream* out) {
  *out << method.name;
}

} // namespace dalembert

namespace {

using dalembert::integrate;
using dalembert::OdeProblem;
using dalembert::RunEnd;
using dalembert::RunHooks;
using dalembert::SolveError;
using dalembert::step_method;
using dalembert::step_methods;
using dalembert::StepMethod;
using dalembert::StepOptions;
using dalembert::Stepper;
using dalembert::test::smooth;
using Vector = std::vector<double>;
using State = std::span<const double>;
using Rates = std::span<double>;

class EveryMethod : public ::testing::TestWithParam<StepMethod> {
protected:
  [[nodiscard]] static std::unique_ptr<Stepper> stepper(OdeProblem problem, StepOptions options) {
    return GetParam().make(std::move(problem), std::move(options));
  }
  /// Steps of length h whatever the error.
  [[nodiscard]] static StepOptions fixed(double h) {
    return {.absolute_tolerance = {1e30}, .initial_step = h, .max_step = h, .iteration_share = 1e-50};
  }
  /// Steps in which the error of each order shows: far above rounding, where it falls as it should.
  [[nodiscard]] static double measured_step() {
    const int order = GetParam().order;
    return order <= 5 ? 0.1 : order <= 9 ? 0.4 : 1.0;
  }
  /// Its order is one number.
  [[nodiscard]] static bool has_one_order() { return GetParam().least_order == GetParam().order; }
  [[nodiscard]] static StepOptions tolerance(double tol) {
    return {.relative_tolerance = tol, .absolute_tolerance = {tol}};
  }
};

/// Those of the table, and the choice among them.
std::vector<StepMethod> every_method() {
  std::vector<StepMethod> out(step_methods().begin(), step_methods().end());
  out.push_back(dalembert::switching_method());
  return out;
}

INSTANTIATE_TEST_SUITE_P(StepMethods, EveryMethod, ::testing::ValuesIn(every_method()),
                         [](const auto& which) { return std::string(which.param.name); });

TEST_P(EveryMethod, many_short_steps_add_up_without_rounding_of_their_own) {
  // y = 1 + t/10 in 20 000 steps: a plain sum of their increments is off by 1e-12.
  const OdeProblem line = smooth([](const auto&, const auto&, const auto& f) { f[0] = 0.1; });
  const std::unique_ptr<Stepper> rk = stepper(line, fixed(0.01));
  rk->start(0, Vector{1.0});
  integrate(*rk, 200.0);
  EXPECT_NEAR(rk->state()[0], 21.0, 3e-14);
}

/// Plane pendulum, y = (angle, rate).
OdeProblem pendulum() {
  return smooth([](const auto&, const auto& y, const auto& f) {
    using std::sin;
    f[0] = y[1];
    f[1] = -sin(y[0]);
  });
}

Vector pendulum_at(double t, const StepMethod& method, const StepOptions& options) {
  const std::unique_ptr<Stepper> rk = method.make(pendulum(), options);
  rk->start(0, Vector{1.2, 0.5});
  integrate(*rk, t);
  return {rk->state().begin(), rk->state().end()};
}

Vector trusted_pendulum_at(double t) {
  return pendulum_at(t, *step_method("rk8"), {.relative_tolerance = 1e-14, .absolute_tolerance = {1e-15}});
}

TEST_P(EveryMethod, integrates_powers_of_time_up_to_its_order_and_no_further) {
  if (!has_one_order()) GTEST_SKIP();
  for (int degree = 1; degree <= GetParam().order + 1; ++degree) {
    const std::unique_ptr<Stepper> rk =
        stepper({.rhs = [degree](double t, State, Rates f) { f[0] = degree * std::pow(t, degree - 1); }}, fixed(1));
    rk->start(0, Vector{0});
    rk->step(1);
    const double error = std::abs(rk->state()[0] - 1);
    if (degree <= GetParam().order)
      EXPECT_LT(error, 1e-14) << degree;
    else
      EXPECT_GT(error, 1e-7) << degree;
  }
}

TEST_P(EveryMethod, error_falls_with_its_order_and_no_faster) {
  if (!has_one_order()) GTEST_SKIP();
  const Vector truth = trusted_pendulum_at(4);
  const double h = measured_step();
  const double coarse = std::abs(pendulum_at(4, GetParam(), fixed(h))[0] - truth[0]);
  const double fine = std::abs(pendulum_at(4, GetParam(), fixed(h / 2))[0] - truth[0]);
  const double order = std::log2(coarse / fine);
  EXPECT_GT(order, GetParam().order - 0.5);
  EXPECT_LT(order, GetParam().order + 0.9);
}

TEST_P(EveryMethod, dense_output_error_falls_with_its_order_and_no_faster) {
  if (!has_one_order()) GTEST_SKIP();
  const auto inside = [&](double h) {
    const std::unique_ptr<Stepper> rk = stepper(pendulum(), fixed(h));
    rk->start(0, Vector{1.2, 0.5});
    rk->step(10);
    double worst = 0;
    Vector y(2);
    for (const double share : {0.2, 0.5, 0.8}) {
      rk->interpolate(share * h, y);
      worst = std::max(worst, std::abs(y[0] - trusted_pendulum_at(share * h)[0]));
    }
    return worst;
  };
  const double h = GetParam().order <= 5 ? 0.1 : GetParam().order <= 9 ? 0.6 : 0.4;
  const double order = std::log2(inside(h) / inside(h / 2)) - 1; // one more within a single step
  EXPECT_GT(order, GetParam().dense_order - 0.5);
  EXPECT_LT(order, GetParam().dense_order + 0.9);
}

TEST_P(EveryMethod, dense_output_is_continuous_with_its_slope) {
  const std::unique_ptr<Stepper> rk = stepper(pendulum(), tolerance(1e-6));
  rk->start(0, Vector{1.2, 0.5});
  rk->step(10);
  const double joint = rk->time();
  const double d = 1e-6;
  Vector before(2);
  Vector at(2);
  Vector after(2);
  rk->interpolate(joint - d, before);
  rk->interpolate(joint, at);
  EXPECT_EQ(at[0], rk->state()[0]);
  rk->step(10);
  Vector again(2);
  rk->interpolate(joint, again);
  EXPECT_EQ(again, at);
  rk->interpolate(joint + d, after);
  EXPECT_NEAR((after[0] - at[0]) / d, (at[0] - before[0]) / d, 5e-6);
}

TEST_P(EveryMethod, run_and_return_end_where_they_began) {
  const std::unique_ptr<Stepper> rk = stepper(pendulum(), tolerance(1e-11));
  rk->start(0, Vector{1.2, 0.5});
  integrate(*rk, 10);
  integrate(*rk, 0);
  EXPECT_EQ(rk->time(), 0);
  EXPECT_NEAR(rk->state()[0], 1.2, 1e-9);
  EXPECT_NEAR(rk->state()[1], 0.5, 1e-9);
}

TEST_P(EveryMethod, steps_end_at_the_requested_times_exactly) {
  const Vector stops = {0.1, 1.0 / 3, 2.5, 2.5000001, 7.3};
  std::vector<double> ends;
  const std::unique_ptr<Stepper> rk = stepper(pendulum(), tolerance(1e-8));
  rk->start(0, Vector{1.2, 0.5});
  RunHooks hooks{.after_step =
                     [&](Stepper& at) {
                       ends.push_back(at.time());
                       return true;
                     },
                 .stops = stops};
  EXPECT_EQ(integrate(*rk, 9, hooks), RunEnd::reached);
  EXPECT_EQ(rk->time(), 9);
  for (const double stop : stops)
    EXPECT_THAT(ends, ::testing::Contains(stop));
  EXPECT_TRUE(std::is_sorted(ends.begin(), ends.end()));
}

TEST_P(EveryMethod, a_stop_does_not_make_the_steps_after_it_small) {
  const std::unique_ptr<Stepper> plain = stepper(pendulum(), tolerance(1e-8));
  plain->start(0, Vector{1.2, 0.5});
  integrate(*plain, 50);
  const std::unique_ptr<Stepper> rk = stepper(pendulum(), tolerance(1e-8));
  rk->start(0, Vector{1.2, 0.5});
  integrate(*rk, 50, {.stops = {5 + 1e-9, 10, 20, 30, 40}});
  EXPECT_LE(rk->statistics().accepted, plain->statistics().accepted + 12);
}

TEST_P(EveryMethod, kepler_ellipse_keeps_the_reference_digits) {
  // e = 0.6, a = 1, mu = 1; the position at t = 20 from Kepler's equation.
  const std::unique_ptr<Stepper> rk = stepper(smooth([](const auto&, const auto& y, const auto& f) {
                                                using std::sqrt;
                                                const auto r = sqrt(y[0] * y[0] + y[1] * y[1]);
                                                f[0] = y[2];
                                                f[1] = y[3];
                                                f[2] = -y[0] / (r * r * r);
                                                f[3] = -y[1] / (r * r * r);
                                              }),
                                              tolerance(1e-12));
  rk->start(0, Vector{0.4, 0, 0, 2});
  integrate(*rk, 20);
  EXPECT_NEAR(rk->state()[0], -0.77007557841124044927, 5e-10);
  EXPECT_NEAR(rk->state()[1], 0.78834481699442438906, 5e-10);
  const State y = rk->state();
  EXPECT_NEAR((y[2] * y[2] + y[3] * y[3]) / 2 - 1 / std::hypot(y[0], y[1]), -0.5, 1e-10);
}

TEST_P(EveryMethod, charged_particle_in_crossed_fields_ends_at_the_closed_form) {
  const double b = 1.7;
  const double e = 0.3;
  const std::unique_ptr<Stepper> rk = stepper(smooth([=](const auto&, const auto& y, const auto& f) {
                                                for (std::size_t i = 0; i < 3; ++i)
                                                  f[i] = y[i + 3];
                                                f[3] = b * y[4] + e;
                                                f[4] = -b * y[3];
                                                f[5] = 0.0;
                                              }),
                                              tolerance(1e-12));
  rk->start(0, Vector{0, 0, 0, 1, 0.5, 0.2});
  integrate(*rk, 20);
  EXPECT_NEAR(rk->state()[0], 1.0468153572340264567, 1e-10);
  EXPECT_NEAR(rk->state()[1], -4.4062714111058136413, 1e-10);
  EXPECT_NEAR(rk->state()[2], 4, 1e-13);
}

TEST_P(EveryMethod, tighter_tolerance_gives_proportionally_smaller_error) {
  const Vector truth = trusted_pendulum_at(20);
  for (const double tol : {1e-5, 1e-7, 1e-9})
    EXPECT_LT(std::abs(pendulum_at(20, GetParam(), tolerance(tol))[0] - truth[0]), 100 * tol);
}

TEST_P(EveryMethod, evaluations_are_all_counted) {
  std::uint64_t calls = 0;
  const OdeProblem plain = pendulum();
  OdeProblem counted = plain;
  counted.rhs = [&](double t, State y, Rates f) {
    ++calls;
    plain.rhs(t, y, f);
  };
  const std::unique_ptr<Stepper> rk = stepper(counted, tolerance(1e-9));
  rk->start(0, Vector{1.2, 0.5});
  Vector y(2);
  integrate(*rk, 10, {.after_step = [&](Stepper& at) {
    at.interpolate(at.previous_time() + 1e-3, y);
    return true;
  }});
  EXPECT_EQ(rk->statistics().evaluations, calls);
}

TEST_P(EveryMethod, component_of_infinite_tolerance_does_not_steer) {
  const OdeProblem problem = smooth([](const auto& t, const auto& y, const auto& f) {
    using std::cos;
    f[0] = -y[0];
    f[1] = cos(1000.0 * t);
  });
  StepOptions options = tolerance(1e-8);
  options.absolute_tolerance = {1e-8, std::numeric_limits<double>::infinity()};
  const std::unique_ptr<Stepper> rk = stepper(problem, options);
  rk->start(0, Vector{1, 0});
  integrate(*rk, 1);
  EXPECT_LT(rk->statistics().accepted, 40U);
}

TEST_P(EveryMethod, singularity_is_reported_with_time_and_step) {
  const std::unique_ptr<Stepper> rk =
      stepper(smooth([](const auto&, const auto& y, const auto& f) { f[0] = y[0] * y[0]; }), tolerance(1e-9));
  rk->start(0, Vector{1});
  try {
    integrate(*rk, 2);
    FAIL() << "ran through a pole";
  } catch (const SolveError& error) {
    EXPECT_NEAR(error.place().time, 1, 1e-6);
    EXPECT_LT(error.place().step, 1e-6);
    EXPECT_THAT(error.what(), ::testing::HasSubstr("cannot continue past t = 1"));
  }
}

TEST_P(EveryMethod, first_component_that_is_not_finite_is_named) {
  if (GetParam().needs_series) GTEST_SKIP() << "it looks at no state beyond: its steps become short";
  OdeProblem problem{.rhs =
                         [](double t, State, Rates f) {
                           f[0] = 1;
                           f[1] = std::sqrt(3 - t);
                         },
                     .name = [](std::size_t i) { return i == 1 ? std::string("theta'") : std::string("x"); }};
  const std::unique_ptr<Stepper> rk = stepper(problem, tolerance(1e-9));
  rk->start(0, Vector{0, 0});
  try {
    integrate(*rk, 10);
    FAIL() << "ran through a NaN";
  } catch (const SolveError& error) {
    EXPECT_NEAR(error.place().time, 3, 1e-9);
    EXPECT_THAT(error.what(), ::testing::HasSubstr("the rate of theta' is not finite"));
  }
}

TEST_P(EveryMethod, a_refusing_right_hand_side_gives_its_own_reason) {
  const std::unique_ptr<Stepper> rk = stepper(smooth([](const auto& t, const auto&, const auto& f) {
                                                if (t > 2) throw SolveError("the rod has left the table", {});
                                                f[0] = 1.0;
                                              }),
                                              tolerance(1e-9));
  rk->start(0, Vector{0});
  try {
    integrate(*rk, 10);
    FAIL() << "ran through a refusal";
  } catch (const SolveError& error) {
    EXPECT_NEAR(error.place().time, 2, 1e-12);
    EXPECT_THAT(error.what(), ::testing::HasSubstr("the rod has left the table"));
  }
}

TEST_P(EveryMethod, a_step_shortened_by_a_trial_stage_recovers) {
  // The stages look past the wall at y = 0.999999 of a solution that stays below it.
  const std::unique_ptr<Stepper> rk = stepper(smooth([](const auto&, const auto& y, const auto& f) {
                                                if (y[0] > 1.000001) throw SolveError("past the wall", {});
                                                f[0] = 40.0 * (1.0 - y[0]);
                                              }),
                                              tolerance(1e-3));
  rk->start(0, Vector{0});
  integrate(*rk, 3);
  EXPECT_NEAR(rk->state()[0], 1, 1e-3);
}

TEST_P(EveryMethod, a_user_can_stop_the_run) {
  dalembert::StopToken stop;
  const std::unique_ptr<Stepper> rk = stepper(pendulum(), tolerance(1e-8));
  rk->start(0, Vector{1.2, 0.5});
  double share = 0;
  RunHooks hooks{.after_step =
                     [&](Stepper& at) {
                       if (at.time() > 3) stop.request();
                       return true;
                     },
                 .stop = &stop,
                 .progress = [&](double s) { share = s; }};
  EXPECT_EQ(integrate(*rk, 100, hooks), RunEnd::stopped_by_user);
  EXPECT_GT(rk->time(), 3);
  EXPECT_LT(rk->time(), 10);
  EXPECT_NEAR(share, rk->time() / 100, 1e-12);
}

TEST_P(EveryMethod, a_step_limit_is_kept) {
  StepOptions options = tolerance(1e-8);
  options.max_steps = 5;
  const std::unique_ptr<Stepper> rk = stepper(pendulum(), options);
  rk->start(0, Vector{1.2, 0.5});
  EXPECT_THROW(integrate(*rk, 1000), SolveError);
}

TEST_P(EveryMethod, long_sums_do_not_lose_digits) {
  // A hundred thousand steps: without compensation their rounding adds up to 1.6e-10.
  const std::unique_ptr<Stepper> rk =
      stepper(smooth([](const auto&, const auto&, const auto& f) { f[0] = std::numbers::pi; }), fixed(1e-3));
  rk->start(0, Vector{0});
  integrate(*rk, 100);
  EXPECT_NEAR(rk->state()[0], 100 * std::numbers::pi, 5e-13);
}

TEST_P(EveryMethod, an_event_in_a_step_is_enclosed_by_two_neighbouring_doubles) {
  const std::unique_ptr<Stepper> rk =
      stepper(smooth([](const auto&, const auto&, const auto& f) { f[0] = 1.0; }), fixed(2));
  rk->start(0, Vector{0});
  rk->step(2);
  const auto passed_a_third = [](double, State y) {
    return y[0] > 1.0 / 3 ? dalembert::RootSide::behind : dalembert::RootSide::before;
  };
  const auto event = locate_root(*rk, passed_a_third);
  ASSERT_TRUE(event);
  EXPECT_NEAR(event->before, 1.0 / 3, 1e-15);
  EXPECT_EQ(event->behind, std::nextafter(event->before, 2.0));
  EXPECT_FALSE(locate_root(*rk, [](double, State) { return dalembert::RootSide::nowhere; }));
}

} // namespace
