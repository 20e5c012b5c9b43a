#include <dalembert/simulation/watch/step_cause.h>

#include "study_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace dalembert::test {
namespace {

/// Returns the cause that the warning gives for q'' = −k·q − c·q' + 3 away from rest, after 10⁴ steps and a thousandth
/// of the run.
std::string cause(double k, double c) {
  StudyBuilder builder("Oscillator");
  Expr rate;
  static_cast<void>(builder.coordinate("q", rate));
  OdeProblem problem;
  problem.rhs = [k, c](double, std::span<const double> y, std::span<double> out) {
    out[0] = y[1];
    out[1] = -k * y[0] - c * y[1] + 3.0;
  };
  const std::vector<double> state{0.5, 2.0};
  const auto warning = step_warning(builder.study, problem, {0, 1, 1000, 10000, 0}, state);
  return warning ? warning->note : "";
}

TEST(StepCause, a_fast_decay_is_stiffness_with_its_time) {
  EXPECT_THAT(cause(1, 5e4), testing::HasSubstr("decay within about 2e-05 s"));
}

TEST(StepCause, a_fast_oscillation_has_its_period) {
  EXPECT_THAT(cause(1e8, 0), testing::AllOf(testing::HasSubstr("fastest oscillation"),
                                            testing::HasSubstr("a period of about 0.00063 s")));
}

TEST(StepCause, slow_equations_leave_it_to_the_tolerance) {
  EXPECT_THAT(cause(1, 0.1), testing::HasSubstr("the tolerance requires steps of 0.0001 s"));
}

} // namespace
} // namespace dalembert::test
