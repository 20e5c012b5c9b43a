// What `eval` says at singular positions: no number stands for what the equations do not determine.
#include <dalembert/api/session.h>
#include <dalembert/base/errors.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace dalembert {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

EvalReport report_of(const std::string& model) {
  Session session("model.mech", model);
  return session.eval_report(session.initial_state().state);
}

/// Crank A, coupler B, follower C.
std::string four_bar(const std::string& lengths, const std::string& initial) {
  return "model FourBar\nparam " + lengths + ", J = 0.05 [kg*m^2], m = 1 [kg], g = 9.81 [m/s^2]\n" + R"(
coord A [rad], B [rad], C [rad]
kinetic T = 1/2*J*(A'^2 + B'^2 + C'^2) + 1/2*m*a^2*A'^2
potential V = m*g*a*sin(A)
constraint lx: a*cos(A) + b*cos(B) - c*cos(C) = d
constraint ly: a*sin(A) + b*sin(B) - c*sin(C) = 0
initial )" +
         initial;
}

const std::string equal_cranks = "a = 0.5 [m], b = 1 [m], c = 0.5 [m], d = 1 [m]";
const std::string change_point = "a = 1 [m], b = 3 [m], c = 2 [m], d = 2 [m]";

/// A chain that is folded flat onto itself: its rows are round-off along the line.
const char* folded_chain = R"(
model Folded
count n = 4
param l = 1 [m], m = 1 [kg], g = 9.81 [m/s^2]
coord th[1..n] [rad]
let x[i in 0..n] = if i = 0 then 0 else x[i-1] + l*cos(th[i])
let y[i in 0..n] = if i = 0 then 0 else y[i-1] + l*sin(th[i])
kinetic T = sum(i in 1..n: 1/2*m*(x[i]'^2 + y[i]'^2))
potential V = sum(i in 1..n: m*g*y[i])
constraint px: x[n] = 0
constraint py: y[n] = 0
initial th[i in 1..n] = if i = 2*floor(i/2) then pi else 0
)";

TEST(SingularEvaluation, multiplier_of_a_row_that_vanishes_has_no_value) {
  const EvalReport report = report_of(folded_chain);
  EXPECT_THAT(report.undetermined.multipliers, ElementsAre(true, false));
  EXPECT_THAT(report.undetermined.accelerations, Each(false));
  // Rows that vanish are 1e-16 here, and known to be none: rounding of 10.
  EXPECT_NEAR(report.evaluation.multipliers[1], 9.81, 1e-9);
  const std::vector<double> expected{-9.81, 0.0, 0.0, -9.81};
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(report.evaluation.accelerations[i], expected[i], 1e-9);
  EXPECT_THAT(eval_text(report, {}), HasSubstr("lambda.px    not determined"));
  EXPECT_THAT(eval_text(report, {}), HasSubstr("the row of constraint px vanishes here"));
  EXPECT_THAT(eval_json(report), HasSubstr("\"lambda.px\": null"));
  EXPECT_THAT(eval_json(report), HasSubstr("\"undetermined\": \"this is a singular position"));
}

TEST(SingularEvaluation, parallelogram_folded_flat_determines_what_the_other_row_does) {
  const EvalReport report = report_of(four_bar(equal_cranks, "A = 0, B = 0, C = 0, A' = 2 [rad/s], C' ~ 2 [rad/s]"));
  EXPECT_THAT(report.undetermined.multipliers, ElementsAre(true, false));
  EXPECT_FALSE(report.undetermined.has_contradiction);
}

TEST(SingularEvaluation, four_bar_at_its_change_point_is_singular) {
  const EvalReport report = report_of(four_bar(change_point, "A = 0, B = 0, C = 0"));
  EXPECT_THAT(report.undetermined.multipliers, ElementsAre(true, false));
}

TEST(SingularEvaluation, rows_that_require_different_accelerations_leave_nothing) {
  const EvalReport report = report_of(four_bar(equal_cranks, "A = 0, B = 0, C = 0, A' = -2 [rad/s]"));
  EXPECT_TRUE(report.undetermined.has_contradiction);
  EXPECT_THAT(report.undetermined.accelerations, ElementsAre(true, true, true));
  EXPECT_THAT(report.undetermined.multipliers, ElementsAre(true, true));
  const std::string text = eval_text(report, {});
  EXPECT_THAT(text, HasSubstr("A''          not determined"));
  EXPECT_THAT(text, HasSubstr("the constraints require different accelerations here"));
  EXPECT_THAT(text, testing::ContainsRegex("lx +position 0 m, rate 0 m/s, acceleration -?[1-9]"));
  EXPECT_THAT(eval_json(report), HasSubstr("\"A''\": null"));
}

TEST(SingularEvaluation, double_pendulum_pinned_straight_has_one_reaction_without_a_value) {
  const EvalReport report = report_of(R"(
model Pinned
param l = 1 [m], m = 1 [kg], g = 9.81 [m/s^2]
coord p [rad], q [rad]
let x = l*sin(p) + l*sin(q)
let y = -l*cos(p) - l*cos(q)
kinetic T = 1/2*m*l^2*p'^2 + 1/2*m*(x'^2 + y'^2)
potential V = m*g*(y - l*cos(p))
constraint tx: x = 0
constraint ty: y = -2*l
reaction R [N] of tx at (x, y) along (1, 0)
reaction S [N] of ty at (x, y) along (0, 1)
initial p = 0, q = 0
)");
  EXPECT_THAT(report.undetermined.multipliers, ElementsAre(false, true));
  EXPECT_THAT(report.undetermined.reactions, ElementsAre(false, true));
}

TEST(SingularEvaluation, rods_on_one_line_leave_a_combination) {
  const EvalReport report = report_of(R"(
model Rods
param m = 1 [kg], l = 1 [m]
coord x [m], y [m], z [m]
kinetic T = 1/2*m*(x'^2 + y'^2 + z'^2)
constraint first: x^2 + y^2 = l^2
constraint second: (x - 2*l)^2 + y^2 = l^2
initial x = 1 [m], y = 0, z' = 1 [m/s]
)");
  EXPECT_THAT(report.undetermined.multipliers, ElementsAre(true, true));
  EXPECT_THAT(report.undetermined.reason,
              HasSubstr("the rows of the constraints first, second are linearly dependent"));
  EXPECT_THAT(report.undetermined.accelerations, Each(false));
}

TEST(SingularEvaluation, gimbal_lock_is_refused_with_the_accelerations_that_are_open) {
  Session session("model.mech", R"(
model Gimbal
param A = 1 [kg*m^2], C = 0.5 [kg*m^2]
coord psi [rad], theta [rad], phi [rad]
kinetic T = 1/2*A*(psi'^2*sin(theta)^2 + theta'^2) + 1/2*C*(phi' + psi'*cos(theta))^2
initial theta = 0, phi' = 3 [rad/s]
)");
  try {
    static_cast<void>(session.eval_report(session.initial_state().state));
    FAIL() << "nothing determines psi'' and phi'' there";
  } catch (const SolveError& error) {
    EXPECT_THAT(error.what(), HasSubstr("do not determine psi'', phi''"));
  }
}

TEST(SingularEvaluation, a_message_shows_the_first_of_many) {
  Session session("model.mech", R"(
model Massless
count n = 30
param m = 1 [kg]
coord x[1..n] [m], y[1..n] [m]
kinetic T = sum(i in 1..n: 1/2*m*x[i]'^2) + 1/2*m*(sum(i in 1..n: y[i]'))^2
)");
  try {
    static_cast<void>(session.eval_report(session.initial_state().state));
    FAIL() << "29 accelerations are open";
  } catch (const SolveError& error) {
    EXPECT_THAT(error.what(), HasSubstr("and 25 more such combinations"));
    EXPECT_LT(std::string(error.what()).size(), 900U);
  }
}

TEST(SingularEvaluation, redundant_rows_keep_the_values_that_are_chosen_for_them_and_are_marked) {
  const EvalReport report = report_of(R"(
model Twice
param m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2]
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
constraint rod: x^2 + y^2 = l^2
constraint again: 2*x^2 + 2*y^2 = 2*l^2
initial x = 0.6 [m], y = -0.8 [m]
)");
  const std::string text = eval_text(report, {});
  EXPECT_THAT(text, HasSubstr("lambda.rod   -1.962 N/m (not determined)")); // least norm: -2.4525*(4, 2)/5
  EXPECT_THAT(text, HasSubstr("lambda.again -0.981 N/m (not determined)"));
  EXPECT_THAT(text, HasSubstr("accelerations  x''          -4.7088 m/s^2\n")); // these are determined
}

} // namespace
} // namespace dalembert
