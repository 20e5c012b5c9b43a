// `auto` at tight tolerances: Taylor series for as long as they serve.
#include <dalembert/base/errors.h>
#include <dalembert/numerics/choice/series_first_stepper.h>
#include <dalembert/numerics/methods/taylor_stepper.h>
#include <dalembert/numerics/step/integrate.h>

#include "smooth_problem.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace {

using dalembert::Archive;
using dalembert::integrate;
using dalembert::make_series_first;
using dalembert::make_taylor;
using dalembert::OdeProblem;
using dalembert::SolveError;
using dalembert::StepOptions;
using dalembert::Stepper;
using dalembert::test::smooth;
using Vector = std::vector<double>;

StepOptions tight() {
  return {.relative_tolerance = 1e-11, .absolute_tolerance = {1e-11}};
}

OdeProblem plane_pendulum() {
  return smooth([](const auto&, const auto& y, const auto& f) {
    using std::sin;
    f[0] = y[1];
    f[1] = -sin(y[0]);
  });
}

/// Falls onto cos t within 1/rate seconds, from where it follows it.
OdeProblem fast_follower(double rate) {
  return smooth([rate](const auto& t, const auto& y, const auto& f) {
    using std::cos;
    using std::sin;
    f[0] = rate * (cos(t) - y[0]) - sin(t);
  });
}

std::unique_ptr<Stepper> integrated(const OdeProblem& problem, const Vector& from, double until) {
  std::unique_ptr<Stepper> out = make_series_first(problem, tight());
  out->start(0, from);
  integrate(*out, until);
  return out;
}

TEST(SeriesFirstStepper, steps_are_those_of_taylor_where_all_is_smooth) {
  const std::unique_ptr<Stepper> alone = make_taylor(plane_pendulum(), tight());
  alone->start(0, Vector{1.2, 0.5});
  integrate(*alone, 300);
  const std::unique_ptr<Stepper> first = integrated(plane_pendulum(), {1.2, 0.5}, 300);
  EXPECT_EQ(Vector(first->state().begin(), first->state().end()), Vector(alone->state().begin(), alone->state().end()));
  EXPECT_EQ(first->statistics().accepted, alone->statistics().accepted);
  EXPECT_GT(first->statistics().accepted, 200U) << "two looks were taken";
  EXPECT_TRUE(first->changes().empty());
}

TEST(SeriesFirstStepper, goes_on_by_explicit_steps_where_there_are_no_series) {
  OdeProblem problem = plane_pendulum();
  problem.series = [plain = plane_pendulum()](double t, std::span<const double> y, double unit, std::span<double> out) {
    if (t > 3) throw SolveError("no series here", {});
    return plain.series(t, y, unit, out);
  };
  const std::unique_ptr<Stepper> alone = make_taylor(plane_pendulum(), tight());
  alone->start(0, Vector{1.2, 0.5});
  integrate(*alone, 10);
  const std::unique_ptr<Stepper> first = integrated(problem, {1.2, 0.5}, 10);
  EXPECT_NEAR(first->state()[0], alone->state()[0], 1e-9); // 100 tolerances: rk8 goes on from t = 3
  ASSERT_EQ(first->changes().size(), 1U);
  EXPECT_EQ(first->changes()[0].method, "rk8");
  EXPECT_GT(first->changes()[0].time, 3);
  EXPECT_LT(first->changes()[0].time, 6);
  EXPECT_EQ(first->changes()[0].fastest, 0);
}

TEST(SeriesFirstStepper, fails_as_the_explicit_method_does) {
  OdeProblem problem = plane_pendulum();
  problem.rhs = [](double t, std::span<const double> /*y*/, std::span<double> dydt) {
    if (t > 2) throw SolveError("nothing lies behind the wall", {});
    dydt[0] = dydt[1] = 1;
  };
  const std::unique_ptr<Stepper> stepper = make_series_first(problem, tight());
  stepper->start(0, Vector{0, 0});
  try {
    integrate(*stepper, 5);
    FAIL() << "it passed the wall";
  } catch (const SolveError& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("nothing lies behind the wall"));
  }
  EXPECT_NEAR(stepper->time(), 2, 1e-6); // steps are shortened until the wall, to 1e-12 or a step of round-off
}

TEST(SeriesFirstStepper, stiff_equations_end_with_the_implicit_method_at_a_bounded_price) {
  std::vector<std::uint64_t> evaluations;
  for (const double rate : {1e4, 1e6}) {
    const std::unique_ptr<Stepper> at_end = integrated(fast_follower(rate), {1}, 30);
    EXPECT_NEAR(at_end->state()[0], std::cos(30.0), 1e-9) << rate; // 100 tolerances
    ASSERT_EQ(at_end->changes().size(), 2U) << rate;
    EXPECT_EQ(at_end->changes()[0].method, "rk8");
    EXPECT_GT(at_end->changes()[0].fastest, rate / 3);
    EXPECT_TRUE(at_end->changes()[1].is_stiff);
    evaluations.push_back(at_end->statistics().evaluations);
  }
  EXPECT_LT(evaluations[1], 2 * evaluations[0]);
}

TEST(SeriesFirstStepper, a_limit_of_steps_holds_for_both_together) {
  StepOptions options = tight();
  options.max_steps = 150;
  const std::unique_ptr<Stepper> stepper = make_series_first(fast_follower(1e4), options);
  stepper->start(0, Vector{1});
  EXPECT_THROW(integrate(*stepper, 30), SolveError);
  EXPECT_LE(stepper->statistics().accepted, 150U);
  ASSERT_EQ(stepper->changes().size(), 1U);
}

TEST(SeriesFirstStepper, goes_on_from_what_was_kept_as_if_nothing_had_been) {
  for (const double until : {2.0, 8.0}) { // by series, and behind them
    OdeProblem problem = plane_pendulum();
    problem.series = [plain = plane_pendulum()](double t, std::span<const double> y, double unit,
                                                std::span<double> out) {
      if (t > 3) throw SolveError("no series here", {});
      return plain.series(t, y, unit, out);
    };
    const std::unique_ptr<Stepper> stepper = integrated(problem, {1.2, 0.5}, until);
    Archive keeping;
    ASSERT_TRUE(stepper->archive(keeping));
    const std::unique_ptr<Stepper> other = make_series_first(problem, tight());
    other->start(0, Vector{1.2, 0.5});
    Archive kept(keeping.bytes());
    ASSERT_TRUE(other->archive(kept));
    for (Stepper* const each : {stepper.get(), other.get()})
      integrate(*each, 20);
    EXPECT_EQ(Vector(stepper->state().begin(), stepper->state().end()),
              Vector(other->state().begin(), other->state().end()));
    EXPECT_EQ(stepper->statistics().evaluations, other->statistics().evaluations);
    EXPECT_EQ(stepper->changes().size(), other->changes().size());
  }
}

} // namespace
