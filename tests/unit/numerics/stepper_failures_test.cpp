// The shared suite of the integrators, where a motion cannot go on: every method says so.
#include <dalembert/base/errors.h>
#include <dalembert/numerics/step/integrate.h>

#include "every_method.h"
#include "smooth_motion.h"

#include <gmock/gmock.h>

namespace {

using dalembert::integrate;
using dalembert::OdeProblem;
using dalembert::SolveError;
using dalembert::StepOptions;
using dalembert::Stepper;
using dalembert::test::every_method;
using dalembert::test::smooth_motion;
using Vector = std::vector<double>;

class EveryMethodThatFails : public dalembert::test::EveryMethod {};

OdeProblem pendulum_in_an_angle() {
  return smooth_motion(1, [](const auto&, const auto& q, const auto&, const auto& a) {
    using std::sin;
    a[0] = -sin(q[0]);
  });
}

INSTANTIATE_TEST_SUITE_P(StepMethods, EveryMethodThatFails, ::testing::ValuesIn(every_method()),
                         [](const auto& which) { return std::string(which.param.name); });

TEST_P(EveryMethodThatFails, singularity_is_reported_with_time_and_step) {
  OdeProblem problem =
      smooth_motion(1, [](const auto&, const auto&, const auto& v, const auto& a) { a[0] = v[0] * v[0]; });
  problem.name = [](std::size_t i) { return i == 1 ? std::string("theta'") : std::string("theta"); };
  const std::unique_ptr<Stepper> rk = stepper(problem, tolerance(1e-9));
  rk->start(0, Vector{0, 1});
  try {
    integrate(*rk, 2);
    FAIL() << "ran through a pole";
  } catch (const SolveError& error) {
    const double step = GetParam().has_fixed_steps ? step_for(1e-9) : 0;
    // Steps are shortened towards the pole until they are 1e-9 of the time and less; fixed ones end up to four before
    // it.
    EXPECT_NEAR(error.place().time, 1, std::max(1e-6, 4 * step));
    EXPECT_LT(error.place().step, std::max(1e-6, 1.01 * step)); // likewise
    EXPECT_THAT(error.what(), ::testing::HasSubstr(step > 0 || is_other_code() ? "cannot continue past t = "
                                                                               : "cannot continue past t = 1"));
    if (!GetParam().has_fixed_steps && !is_other_code()) {
      EXPECT_THAT(error.what(), ::testing::HasSubstr("theta'"));
    }
  }
}

TEST_P(EveryMethodThatFails, first_component_that_is_not_finite_is_named) {
  if (GetParam().needs_series) GTEST_SKIP() << "it looks at no state beyond: its steps become short";
  OdeProblem problem = smooth_motion(1, [](const auto& t, const auto&, const auto&, const auto& a) {
    using std::sqrt;
    a[0] = sqrt(3.0 - t);
  });
  problem.name = [](std::size_t i) { return i == 1 ? std::string("theta'") : std::string("theta"); };
  const std::unique_ptr<Stepper> rk = stepper(problem, tolerance(1e-9));
  rk->start(0, Vector{0, 0});
  try {
    integrate(*rk, 10);
    FAIL() << "ran through a NaN";
  } catch (const SolveError& error) {
    // Steps are shortened until they are the tolerance.
    EXPECT_NEAR(error.place().time, 3, GetParam().has_fixed_steps ? step_for(1e-9) : 1e-9);
    EXPECT_THAT(error.what(), ::testing::HasSubstr("the rate of theta' is not finite"));
  }
}

TEST_P(EveryMethodThatFails, a_refusing_right_hand_side_gives_its_own_reason) {
  const std::unique_ptr<Stepper> rk = stepper(smooth_motion(1,
                                                            [](const auto& t, const auto&, const auto&, const auto& a) {
                                                              if (t > 2)
                                                                throw SolveError("the rod has left the table", {});
                                                              a[0] = 1.0;
                                                            }),
                                              tolerance(1e-9));
  rk->start(0, Vector{0, 0});
  try {
    integrate(*rk, 10);
    FAIL() << "ran through a refusal";
  } catch (const SolveError& error) {
    // Steps are shortened until time stands still.
    EXPECT_NEAR(error.place().time, 2, GetParam().has_fixed_steps ? step_for(1e-9) : 1e-12);
    EXPECT_THAT(error.what(), ::testing::HasSubstr("the rod has left the table"));
  }
}

TEST_P(EveryMethodThatFails, a_step_shortened_by_a_trial_stage_recovers) {
  if (GetParam().has_fixed_steps) GTEST_SKIP() << "its steps are not shortened";
  // The stages look past the wall at y = 0.999999 of a solution that stays below it.
  const std::unique_ptr<Stepper> rk = stepper(dalembert::test::smooth([](const auto&, const auto& y, const auto& f) {
                                                if (y[0] > 1.000001) throw SolveError("past the wall", {});
                                                f[0] = 40.0 * (1.0 - y[0]);
                                              }),
                                              tolerance(1e-3));
  rk->start(0, Vector{0});
  integrate(*rk, 3);
  EXPECT_NEAR(rk->state()[0], 1, 1e-3); // the tolerance of the run
}

TEST_P(EveryMethodThatFails, a_step_limit_is_kept) {
  StepOptions options = tolerance(1e-8);
  options.max_steps = 5;
  const std::unique_ptr<Stepper> rk = stepper(pendulum_in_an_angle(), options);
  rk->start(0, Vector{1.2, 0.5});
  EXPECT_THROW(integrate(*rk, 1000), SolveError);
}

} // namespace
