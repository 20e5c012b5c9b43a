// The shared suite of the integrators: every method answers the same claims.
#include <dalembert/numerics/step/integrate.h>
#include <dalembert/numerics/step/root.h>

#include "every_method.h"
#include "smooth_motion.h"

#include <gmock/gmock.h>

#include <numbers>

namespace {

using dalembert::integrate;
using dalembert::OdeProblem;
using dalembert::RunEnd;
using dalembert::RunHooks;
using dalembert::step_method;
using dalembert::StepMethod;
using dalembert::StepOptions;
using dalembert::Stepper;
using dalembert::test::smooth_motion;
using Vector = std::vector<double>;
using State = std::span<const double>;
using Rates = std::span<double>;

using dalembert::test::every_method;
using dalembert::test::EveryMethod;

INSTANTIATE_TEST_SUITE_P(StepMethods, EveryMethod, ::testing::ValuesIn(every_method()),
                         [](const auto& which) { return std::string(which.param.name); });

TEST_P(EveryMethod, many_short_steps_add_up_without_rounding_of_their_own) {
  if (is_other_code()) GTEST_SKIP() << "it adds up its steps without compensation";
  // x = 1 + t/10 in 20 000 steps: a plain sum of their increments is off by 1e-12.
  const OdeProblem line = smooth_motion(1, [](const auto&, const auto&, const auto&, const auto& a) { a[0] = 0.0; });
  const std::unique_ptr<Stepper> rk = stepper(line, fixed(0.01));
  rk->start(0, Vector{1.0, 0.1});
  integrate(*rk, 200.0);
  EXPECT_NEAR(rk->state()[0], 21.0, 3e-14); // eight ulps of 21
}

/// Plane pendulum, y = (angle, rate).
OdeProblem pendulum() {
  return smooth_motion(1, [](const auto&, const auto& q, const auto&, const auto& a) {
    using std::sin;
    a[0] = -sin(q[0]);
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
        stepper(smooth_motion(1,
                              [degree](const auto& t, const auto&, const auto&, const auto& a) {
                                a[0] = static_cast<double>(degree);
                                for (int k = 1; k < degree; ++k)
                                  a[0] = a[0] * t;
                              }),
                fixed(1));
    rk->start(0, Vector{0, 0});
    rk->step(1);
    const double error = std::abs(rk->state()[1] - 1);
    if (degree <= GetParam().order)
      EXPECT_LT(error, 1e-14) << degree; // weights that sum to 1: ulps
    else
      EXPECT_GT(error, 1e-7) << degree; // one degree beyond the order: the error constant is above 1e-7
  }
}

TEST_P(EveryMethod, error_falls_with_its_order_and_no_faster) {
  if (!has_one_order()) GTEST_SKIP();
  const Vector truth = trusted_pendulum_at(4);
  const double h = measured_step();
  // Of one component the leading term may nearly vanish at one instant.
  const auto error = [&](double step) {
    const Vector y = pendulum_at(4, GetParam(), fixed(step));
    return std::hypot(y[0] - truth[0], y[1] - truth[1]);
  };
  const double order = std::log2(error(h) / error(h / 2));
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
  const double h = GetParam().order <= 5 ? 0.1 : GetParam().order <= 6 ? 0.3 : GetParam().order <= 9 ? 0.6 : 0.4;
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
  // d times the second derivative, 1e-6, and a kink of the size of the tolerance, 1e-6.
  EXPECT_NEAR((after[0] - at[0]) / d, (at[0] - before[0]) / d, is_other_code() ? 2e-5 : 5e-6);
}

TEST_P(EveryMethod, run_and_return_end_where_they_began) {
  const std::unique_ptr<Stepper> rk = stepper(pendulum(), tolerance(1e-11));
  rk->start(0, Vector{1.2, 0.5});
  integrate(*rk, 10);
  integrate(*rk, 0);
  EXPECT_EQ(rk->time(), 0);
  EXPECT_NEAR(rk->state()[0], 1.2, is_other_code() ? 1e-8 : 1e-9); // 100 tolerances, there and back
  EXPECT_NEAR(rk->state()[1], 0.5, is_other_code() ? 1e-8 : 1e-9);
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
  // Formulas of several steps have each stop in their past for a while.
  EXPECT_LE(rk->statistics().accepted, plain->statistics().accepted + (is_other_code() ? 5 * 40 : 12));
}

TEST_P(EveryMethod, kepler_ellipse_keeps_the_reference_digits) {
  // e = 0.6, a = 1, mu = 1; the position at t = 20 from Kepler's equation.
  const std::unique_ptr<Stepper> rk = stepper(smooth_motion(2,
                                                            [](const auto&, const auto& q, const auto&, const auto& a) {
                                                              using std::sqrt;
                                                              const auto r = sqrt(q[0] * q[0] + q[1] * q[1]);
                                                              a[0] = -q[0] / (r * r * r);
                                                              a[1] = -q[1] / (r * r * r);
                                                            }),
                                              tolerance(1e-12));
  rk->start(0, Vector{0.4, 0, 0, 2});
  integrate(*rk, 20);
  // 20 s are three turns, along which the error grows with t²: 500 tolerances.
  EXPECT_NEAR(rk->state()[0], -0.77007557841124044927, reached(5e-10, 1e-12));
  EXPECT_NEAR(rk->state()[1], 0.78834481699442438906, reached(5e-10, 1e-12));
  const State y = rk->state();
  // Energy: 100 tolerances.
  EXPECT_NEAR((y[2] * y[2] + y[3] * y[3]) / 2 - 1 / std::hypot(y[0], y[1]), -0.5, reached(1e-10, 1e-12));
}

TEST_P(EveryMethod, charged_particle_in_crossed_fields_ends_at_the_closed_form) {
  const double b = 1.7;
  const double e = 0.3;
  const std::unique_ptr<Stepper> rk =
      stepper(smooth_motion(3,
                            [=](const auto&, const auto&, const auto& v, const auto& a) {
                              a[0] = b * v[1] + e;
                              a[1] = -b * v[0];
                              a[2] = 0.0;
                            }),
              tolerance(1e-12));
  rk->start(0, Vector{0, 0, 0, 1, 0.5, 0.2});
  integrate(*rk, 20);
  EXPECT_NEAR(rk->state()[0], 1.0468153572340264567, reached(1e-10, 1e-12)); // 20 s are six turns: 100 tolerances
  EXPECT_NEAR(rk->state()[1], -4.4062714111058136413, reached(1e-10, 1e-12));
  // A uniform motion: rounding; IDA is off by ten tolerances.
  EXPECT_NEAR(rk->state()[2], 4, is_other_code() ? 1e-11 : 1e-13);
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
  counted.momenta->evaluate = [&](double t, State q, State v, State multipliers,
                                  const dalembert::MomentumProblem::Values& out) {
    ++calls;
    plain.momenta->evaluate(t, q, v, multipliers, out);
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
  if (GetParam().has_fixed_steps) GTEST_SKIP() << "nothing steers its steps";
  const OdeProblem problem = dalembert::test::smooth([](const auto& t, const auto& y, const auto& f) {
    using std::cos;
    f[0] = -y[0];
    f[1] = cos(1000.0 * t);
  });
  StepOptions options = tolerance(1e-8);
  options.absolute_tolerance = {1e-8, std::numeric_limits<double>::infinity()};
  const std::unique_ptr<Stepper> rk = stepper(problem, options);
  rk->start(0, Vector{1, 0});
  integrate(*rk, 1);
  EXPECT_LT(rk->statistics().accepted, is_other_code() ? 100U : 40U);
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
  EXPECT_NEAR(share, rk->time() / 100, 1e-12); // rounding of one quotient
}

TEST_P(EveryMethod, long_sums_do_not_lose_digits) {
  if (is_other_code()) GTEST_SKIP() << "it adds up its steps without compensation";
  // A hundred thousand steps: without compensation their rounding adds up to 1.6e-10.
  const std::unique_ptr<Stepper> rk =
      stepper(smooth_motion(1, [](const auto&, const auto&, const auto&, const auto& a) { a[0] = 0.0; }), fixed(1e-3));
  rk->start(0, Vector{0, std::numbers::pi});
  integrate(*rk, 100);
  EXPECT_NEAR(rk->state()[0], 100 * std::numbers::pi, 5e-13); // nine ulps of 314
}

TEST_P(EveryMethod, an_event_in_a_step_is_enclosed_by_two_neighbouring_doubles) {
  const std::unique_ptr<Stepper> rk =
      stepper(smooth_motion(1, [](const auto&, const auto&, const auto&, const auto& a) { a[0] = 0.0; }), fixed(2));
  rk->start(0, Vector{0, 1});
  rk->step(2);
  const auto passed_a_third = [](double, State y) {
    return y[0] > 1.0 / 3 ? dalembert::RootSide::behind : dalembert::RootSide::before;
  };
  const auto event = locate_root(*rk, passed_a_third);
  ASSERT_TRUE(event);
  EXPECT_NEAR(event->before, 1.0 / 3, 1e-15); // located to neighbouring doubles; ulps of the dense output
  EXPECT_EQ(event->behind, std::nextafter(event->before, 2.0));
  EXPECT_FALSE(locate_root(*rk, [](double, State) { return dalembert::RootSide::nowhere; }));
}

} // namespace
