// States between two steps: dense output, put onto the constraints.
#include <dalembert/api/session.h>
#include <dalembert/base/errors.h>
#include <dalembert/numerics/methods/sundials.h>
#include <dalembert/numerics/step/stepper.h>
#include <dalembert/simulation/motion/motion.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
namespace {

constexpr std::string_view four_bar_by_angles = R"(
coord a, b, c
kinetic T = 1/6*a'^2 + 2*b'^2 + 1/2*(a'^2 + 4*a'*b'*cos(a - b)) + 3/2*c'^2
potential V = 9.81*(sin(a) + sin(b) + 3/2*sin(c))
constraint across: cos(a) + 4*cos(b) - 3*cos(c) = 3
constraint upwards: sin(a) + 4*sin(b) - 3*sin(c) = 0
initial a = 1, b ~ 0.6, c ~ 1.4, a' = 2, b' ~ 0, c' ~ 0
simulate 0..1
)";

/// Constraints of rates beside one of positions.
constexpr std::string_view coin_on_waves = R"(
coord x, y, z, phi, psi
kinetic T = 1/2*(x'^2 + y'^2 + z'^2) + 1/2*phi'^2 + 1/4*psi'^2
potential V = y + 9.81*z
constraint floor: z = 1/2*sin(x)
constraint slip_x: x' = psi'*cos(phi)
constraint slip_y: y' = psi'*sin(phi)
initial x = 0, y = 0, z ~ 0, phi = 0.3, psi = 0, phi' = 1, psi' = 3, x' ~ 3, y' ~ 0, z' ~ 0
simulate 0..1
)";

constexpr std::string_view top_by_quaternion = R"(
coord q0, q1, q2, q3
let w1 = 2*(-q1*q0' + q0*q1' + q3*q2' - q2*q3')
let w2 = 2*(-q2*q0' - q3*q1' + q0*q2' + q1*q3')
let w3 = 2*(-q3*q0' + q2*q1' - q1*q2' + q0*q3')
kinetic T = 1/2*(0.5*w1^2 + 0.5*w2^2 + 0.3*w3^2)
potential V = 2*(q0^2 - q1^2 - q2^2 + q3^2)
constraint unit: q0^2 + q1^2 + q2^2 + q3^2 = 1
initial q0 = 0.9, q1 = 0.3, q2 = 0.1, q3 ~ 0.3, q0' ~ -0.5, q1' = 0.4, q2' = 0.6, q3' = 1.1
simulate 0..1
)";

/// The third crank repeats what the other two say.
constexpr std::string_view three_cranks = R"(
coord p, q, r, b
kinetic T = 1/20*(p'^2 + q'^2 + r'^2) + 1/2*((1/2*p'*sin(p) + 3/5*b'*sin(b))^2 + (1/2*p'*cos(p) + 3/5*b'*cos(b))^2)
potential V = 9.81*(1/2*sin(p) + 3/5*sin(b))
constraint x1: 1/2*cos(p) + 6/5*cos(b) = 6/5 + 1/2*cos(q)
constraint y1: 1/2*sin(p) + 6/5*sin(b) = 1/2*sin(q)
constraint x2: 1/2*cos(p) + 3/5*cos(b) = 3/5 + 1/2*cos(r)
constraint y2: 1/2*sin(p) + 3/5*sin(b) = 1/2*sin(r)
initial p = 0.8, q ~ 0.8, r ~ 0.8, b ~ 0, p' = 1.5, q' ~ 1.5, r' ~ 1.5, b' ~ 0
simulate 0..0.6
)";

/// A bead that leaves its hoop on the way: a contact that is closed at first.
constexpr std::string_view bead_on_hoop = R"(
coord x, y
kinetic T = 1/2*(x'^2 + y'^2)
potential V = 9.81*y
constraint hoop: x^2 + y^2 >= 1
initial x = 0, y = 1, x' = 0.5, y' = 0
simulate 0..1
)";

/// A hinge catches the end of a rod that falls: constraints imposed on the way.
constexpr std::string_view rod_and_hinge = R"(
coord x, y, theta
let xA = x - 3/10*cos(theta)
let yA = y - 3/10*sin(theta)
kinetic T = x'^2 + y'^2 + 3/100*theta'^2
potential V = 2*9.81*y
event caught when yA <= 0
constraint across: xA = 0 from caught
constraint upward: yA = 0 from caught
initial x = 0.3, y = 1, theta = 0, x' = 0, y' = 0, theta' = 0
simulate 0..1
)";

RunOptions rows_by(const std::string& method, std::size_t rows) {
  RunOptions out;
  out.method = method;
  out.table_rows = rows;
  const StepMethod* const known = step_method(method);
  if (known != nullptr && known->has_fixed_steps) out.step = 0.02;
  return out;
}

/// The largest violation of a constraint that acts, in rows of the table, beside 1.
double worst_of_rows(const RunResult& run) {
  double out = 0;
  for (const Evaluation& row : run.table.evaluations)
    for (std::size_t k = 0; k < row.multipliers.size(); ++k)
      if (row.multipliers[k] != 0.0)
        out = std::max({out, std::abs(row.position_violation[k]), std::abs(row.velocity_violation[k])});
  return out;
}

class EveryMethodShows : public testing::TestWithParam<std::string> {};

TEST_P(EveryMethodShows, states_on_the_constraints_between_its_steps) {
  const std::string& method = GetParam();
  if (method == "ida" && !why_no_sundials().empty()) GTEST_SKIP();
  const StepMethod* const known = step_method(method);
  for (const std::string_view model :
       {four_bar_by_angles, coin_on_waves, top_by_quaternion, three_cranks, bead_on_hoop, rod_and_hinge}) {
    const bool acts_always = model != bead_on_hoop && model != rod_and_hinge;
    if (method == "ida" && (model == three_cranks || !acts_always)) continue; // it needs independent rows
    if (model == coin_on_waves && known != nullptr && !known->takes_rows_of_rates) continue;
    Session session("model.mech", std::string(model));
    const RunResult run = session.run(rows_by(method, 301));
    ASSERT_EQ(run.outcome, RunOutcome::completed) << model << run.failure;
    ASSERT_EQ(run.table.times.size(), 301U);
    EXPECT_LE(worst_of_rows(run), 2e-14) << model; // put onto the constraints: ulps of sums of terms of 10
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, EveryMethodShows,
                         testing::Values("auto", "rk8", "rk5", "taylor", "radau", "rattle", "spark4", "spark6",
                                         "symmetric", "ida"),
                         [](const auto& each) { return each.param; });

/// Errors of q, v and λ over all rows by steps of at most `step`, of which most lie between.
std::vector<double> errors_of_rows(Session& session, const std::string& method, double step, const RunResult& exact) {
  RunOptions options = rows_by(method, exact.table.times.size());
  if (step_method(method)->has_fixed_steps) {
    options.step = step;
  } else {
    options.max_step = step;
    options.tolerance = 1e-3;
  }
  const RunResult run = session.run(options);
  std::vector<double> out(3, 0.0);
  for (std::size_t row = 0; row < run.table.times.size(); ++row) {
    const Evaluation& found = run.table.evaluations[row];
    const Evaluation& wanted = exact.table.evaluations[row];
    const auto compare = [](double& worst, const std::vector<double>& a, const std::vector<double>& b) {
      for (std::size_t i = 0; i < a.size(); ++i)
        worst = std::max(worst, std::abs(a[i] - b[i]));
    };
    compare(out[0], found.state.q, wanted.state.q);
    compare(out[1], found.state.v, wanted.state.v);
    compare(out[2], found.multipliers, wanted.multipliers);
  }
  return out;
}

TEST(RowsOnConstraints, keep_the_order_of_the_dense_output) {
  struct Case {
    const char* method;
    double step;
    double order; ///< of all three
  };
  Session session("model.mech", std::string(four_bar_by_angles));
  RunOptions exactly = rows_by("taylor", 301);
  exactly.tolerance = 1e-14;
  const RunResult exact = session.run(exactly);
  for (const Case& each : {Case{"rattle", 0.04, 2}, Case{"spark4", 0.04, 4}, Case{"spark6", 0.1, 6},
                           Case{"rk5", 0.05, 4}, Case{"rk8", 0.06, 7}}) {
    const std::vector<double> coarse = errors_of_rows(session, each.method, each.step, exact);
    const std::vector<double> fine = errors_of_rows(session, each.method, each.step / 2, exact);
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_GE(std::log2(coarse[i] / fine[i]), each.order - 0.5) << each.method << ' ' << i;
  }
}

TEST(RowsOnConstraints, do_not_depend_on_which_others_are_asked_for) {
  for (const std::string_view model :
       {four_bar_by_angles, coin_on_waves, top_by_quaternion, three_cranks, bead_on_hoop, rod_and_hinge}) {
    Session session("model.mech", std::string(model));
    const RunResult few = session.run(rows_by("rk8", 31));
    const RunResult many = session.run(rows_by("rk8", 301));
    for (std::size_t row = 0; row < few.table.times.size(); ++row) {
      const Evaluation& one = few.table.evaluations[row];
      const Evaluation& other = many.table.evaluations[10 * row];
      if (one.state.t != other.state.t) continue; // by a rounding
      EXPECT_EQ(one.state.q, other.state.q) << model << row;
      EXPECT_EQ(one.state.v, other.state.v) << model << row;
      EXPECT_EQ(one.multipliers, other.multipliers) << model << row;
    }
  }
}

/// Flat, with all rows in one direction: what corrects the smallest violation there is no small change.
TEST(RowsOnConstraints, stay_as_they_are_where_rows_are_nearly_dependent) {
  Session session("model.mech", R"(
coord p, q, b
kinetic T = 1/20*(p'^2 + q'^2) + 1/2*b'^2
constraint x: 1/2*cos(p) + cos(b) = 1 + 1/2*cos(q)
constraint y: 1/2*sin(p) + sin(b) = 1/2*sin(q)
initial p = 1, q ~ 1, b ~ 0, p' = 1, q' ~ 1, b' ~ 0
simulate 0..1
)");
  Motion motion(session.engine(), 1e-9);
  motion.start(session.initial_state().state, nullptr);
  const std::vector<double> start = motion.packed();
  std::vector<double> regular = start;
  regular[0] += 1e-8;
  motion.correct_dense_output(0.0, regular);
  EXPECT_NEAR(regular[0], regular[1], 1e-14); // put onto the row p = q: rounding
  EXPECT_NEAR(regular[0], 1.0, 1e-8);         // the displacement: it was moved by 1e-8, and is put back by half of it

  std::vector<double> flat = start;
  flat[0] = 1e-9;
  flat[1] = -1e-9;
  flat[2] = 2e-10;
  const std::vector<double> before = flat;
  motion.correct_dense_output(0.0, flat);
  for (std::size_t i = 0; i < flat.size(); ++i)
    // The state stays, within its distance from the flat position: no row has a rank beyond doubt there.
    EXPECT_NEAR(flat[i], before[i], 1e-6);
}

} // namespace
} // namespace dalembert
