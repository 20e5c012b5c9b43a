// The residual of Lagrange's equations along runs by other forms.
#include <dalembert/api/session.h>

#include <gtest/gtest.h>

#include <string>

namespace dalembert {
namespace {

TEST(FormResidual, is_round_off_by_hamiltons_equations_where_a_row_is_empty_at_the_start) {
  // At t = 0 the ball moves along y: y'' = 0, no force along y, and the friction along y is 0.
  Session session = Session::open(std::string(DALEMBERT_SOURCE_DIR) + "/models/gallery/ball_on_turntable.mech");
  session.set_form(Form::hamilton);
  const RunResult result = session.run({});
  EXPECT_EQ(result.outcome, RunOutcome::completed) << result.failure;
  // Solved by the other form: rounding and its condition, as a share of the largest force.
  EXPECT_LT(result.certificate.equation_residual.value, 1e-11);
}

} // namespace
} // namespace dalembert
