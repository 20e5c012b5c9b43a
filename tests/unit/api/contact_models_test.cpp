// Models with contacts from the literature, and models with contacts that are refused.
#include <dalembert/api/session.h>
#include <dalembert/base/errors.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

namespace dalembert {
namespace {

constexpr double gravity = 9.81; // m/s²

RunResult motion_of(const std::string& model, const std::string& method = {}) {
  RunOptions options;
  if (!method.empty()) options.method = method;
  return Session("model.mech", model).run(options);
}

std::vector<double> times_of(const RunResult& result, ContactChange::Kind kind) {
  std::vector<double> out;
  for (const ContactChange& change : result.contact_changes)
    if (change.kind == kind) out.push_back(change.time);
  return out;
}

std::string code_of(const std::string& model, const std::string& claim) {
  try {
    Session session("model.mech", model);
    session.ask(claim);
    static_cast<void>(session.prove_report());
    return "none";
  } catch (const ModelError& error) {
    return error.diagnostics().front().code;
  }
}

const std::string chatter = R"(model Chatter
param m = 1 [kg], g = 9.81 [m/s^2], A = 0.02 [m], om = 25 [rad/s], e = 0.5
coord y [m]
kinetic T = 1/2*m*y'^2
potential V = m*g*y
constraint table: y >= A*sin(om*t) { restitution = e }
reaction N [N] of table conjugate y'
initial y = 0.05 [m], y' = 0
simulate 0..2 [s]
)";

TEST(ContactModels, a_ball_that_chatters_on_a_table_sticks_and_leaves_where_the_table_falls_as_it_would) {
  for (const char* const method : {"rk8", "rk5", "radau9"}) {
    const RunResult result = motion_of(chatter, method);
    const std::vector<double> leaves = times_of(result, ContactChange::Kind::opens);
    ASSERT_GE(leaves.size(), 6U);
    for (std::size_t k = 0; k < leaves.size(); ++k) { // A ω² sin ωt = g
      const double periods = std::round((leaves[k] * 25 - std::asin(gravity / 12.5)) / (2 * std::numbers::pi));
      // Roots are located to rounding, on the force of the table alone.
      EXPECT_NEAR(leaves[k], (std::asin(gravity / 12.5) + 2 * std::numbers::pi * periods) / 25, 1e-12) << method;
    }
    EXPECT_TRUE(result.certificate.failed.empty());
  }
}

TEST(ContactModels, a_string_goes_slack_and_is_taut_again_at_three_times_the_angle) {
  const RunResult result = motion_of(R"(model String
param m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2], v0 = 5.5 [m/s]
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
constraint rope: sqrt(x^2 + y^2) <= l
initial x = 0, y = -l, x' = v0, y' = 0
simulate 0..3 [s] { tolerance = 1e-12 }
)");
  ASSERT_EQ(times_of(result, ContactChange::Kind::opens).size(), 1U);
  ASSERT_EQ(result.contact_impacts.size(), 1U);
  // It is left at β above the horizontal with v² = g l sin β; the parabola meets the circle at 3 β below.
  const double beta = std::asin((5.5 * 5.5 - 2 * gravity) / (3 * gravity));
  const State& landing = result.contact_impacts[0].report.before;
  EXPECT_NEAR(std::atan2(landing.q[1], landing.q[0]), -3 * beta, 1e-11); // tolerance 1e-12: what the swing leaves of it
  EXPECT_NEAR(std::hypot(result.final.state.q[0], result.final.state.q[1]), 1.0, 1e-14); // projected: rounding
  EXPECT_GT(result.final.multipliers[0], 0.0);
}

TEST(ContactModels, a_block_that_rocks_on_a_smooth_floor_comes_to_rest_on_both_edges) {
  const RunResult result = motion_of(R"(model Block
param m = 1 [kg], h = 1 [m], b = 0.25 [m], g = 9.81 [m/s^2]
let I = m*(h^2 + b^2)/3
coord y [m], th [rad]
kinetic T = 1/2*m*y'^2 + 1/2*I*th'^2
potential V = m*g*y
constraint left: y - h*cos(th) - b*sin(th) >= 0
constraint right: y - h*cos(th) + b*sin(th) >= 0
initial th = 0.1 [rad], y ~ h*cos(th) + b*sin(th)
simulate 0..3 [s]
)");
  ASSERT_GT(result.contact_impacts.size(), 10U);
  const double inertia = (1 + 0.0625) / 3;
  for (std::size_t k = 0; k < 10; ++k) { // (I − m b²)/(I + m b²), by the moment of momentum about the edge struck
    const ImpactReport& hit = result.contact_impacts[k].report;
    // An impact is solved at its state: rounding.
    EXPECT_NEAR(hit.after.v[1] / hit.before.v[1], (inertia - 0.0625) / (inertia + 0.0625), 1e-12);
  }
  EXPECT_EQ(result.outcome, RunOutcome::completed);
  EXPECT_NEAR(result.final.state.q[1], 0.0, 1e-12);            // both contacts are closed: rounding of a gap
  EXPECT_NEAR(result.final.multipliers[0], gravity / 2, 1e-9); // forces at rest: rounding of 5 N
  EXPECT_NEAR(result.final.multipliers[1], gravity / 2, 1e-9);
}

TEST(ContactModels, a_rod_that_falls_on_one_end_and_then_the_other_lies_still) {
  const RunResult result = motion_of(R"(model Rod
param m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2]
coord y [m], th [rad]
kinetic T = 1/2*m*y'^2 + 1/24*m*l^2*th'^2
potential V = m*g*y
constraint a: y - l/2*sin(th) >= 0
constraint b: y + l/2*sin(th) >= 0
initial y = 1 [m], th = 0.4 [rad]
simulate 0..3 [s]
)");
  ASSERT_EQ(result.contact_impacts.size(), 2U);
  const double fall = 1 - 0.5 * std::sin(0.4);
  const double c = std::cos(0.4);
  // Free fall is exact in steps: rounding.
  EXPECT_NEAR(result.contact_impacts[0].report.before.t, std::sqrt(2 * fall / gravity), 1e-13);
  // Rounding of impulses of 3 N·s.
  EXPECT_NEAR(result.contact_impacts[0].report.impulses[0], std::sqrt(2 * gravity * fall) / (1 + 3 * c * c), 1e-12);
  double work = 0.0;
  for (const ContactImpact& impact : result.contact_impacts)
    work += impact.work;
  EXPECT_NEAR(work, -gravity, 1e-10);               // a tenth of the default tolerance, of 10 J
  EXPECT_NEAR(result.final.state.q[0], 0.0, 1e-14); // a closed contact is kept to rounding
}

std::string row_of_balls(const std::string& third, const std::string& restitution) {
  return "coord x1, x2, x3\n"
         "kinetic T = 1/2*(x1'^2 + x2'^2 + x3'^2)\n"
         "constraint ab: x2 - x1 >= 1 { restitution = 1 }\n"
         "constraint bc: x3 - x2 >= 1 { restitution = " +
         restitution +
         " }\n"
         "initial x1 = -1, x2 = 1, x3 = " +
         third + ", x1' = 1, x2' = 0, x3' = 0\nsimulate 0..5\n";
}

TEST(ContactModels, of_three_balls_in_a_row_the_last_one_leaves_where_they_are_apart) {
  const RunResult result = motion_of(row_of_balls("2.5", "1"));
  EXPECT_EQ(result.contact_impacts.size(), 2U);
  EXPECT_NEAR(result.final.state.v[2], 1.0, 1e-14); // uniform motion: rounding
  EXPECT_NEAR(result.final.state.v[0], 0.0, 1e-14);
}

TEST(ContactModels, balls_that_touch_are_struck_in_an_order_that_nobody_knows) {
  const RunResult elastic = motion_of(row_of_balls("2", "1"));
  EXPECT_EQ(elastic.outcome, RunOutcome::failed);
  EXPECT_THAT(elastic.failure, testing::HasSubstr("presses bc"));
  const RunResult plastic = motion_of(row_of_balls("2", "0")); // bc persists
  EXPECT_EQ(plastic.outcome, RunOutcome::completed);
  EXPECT_NEAR(plastic.final.state.v[0], -1.0 / 3, 1e-14); // uniform motion: rounding
  EXPECT_NEAR(plastic.final.state.v[2], 2.0 / 3, 1e-14);
}

TEST(ContactModels, a_ball_on_a_ball_that_lies_on_the_floor_leaves_that_where_it_is_with_a_warning) {
  const RunResult result = motion_of(R"(model Stack
param m1 = 1 [kg], m2 = 0.5 [kg], g = 9.81 [m/s^2], e = 0.5, d = 0.1 [m]
coord y1 [m], y2 [m]
kinetic T = 1/2*m1*y1'^2 + 1/2*m2*y2'^2
potential V = g*(m1*y1 + m2*y2)
constraint floor: y1 >= 0 { restitution = e }
constraint pair: y2 >= y1 + d { restitution = e }
initial y1 = 1 [m], y2 = 1.3 [m]
simulate 0..5 [s]
)");
  ASSERT_EQ(result.outcome, RunOutcome::completed) << result.failure;
  EXPECT_NEAR(result.final.multipliers[0], 1.5 * gravity, 1e-12); // forces at rest: rounding of 15 N
  EXPECT_NEAR(result.final.multipliers[1], 0.5 * gravity, 1e-12);
  double work = 0.0;
  for (const ContactImpact& impact : result.contact_impacts)
    work += impact.work;
  // Free flights are exact in steps: rounding of 10 J, over all bounces.
  EXPECT_NEAR(work, -gravity * (1 + 0.5 * 1.2), 1e-10);
  std::vector<std::string> codes;
  for (const Diagnostic& warning : result.warnings)
    codes.push_back(warning.code);
  EXPECT_THAT(codes, testing::ElementsAre("W0824"));
}

TEST(ContactModels, balls_that_collide_ever_faster_end_as_one) {
  const RunResult result = motion_of(R"(param e = 0.05
coord x1, x2, x3
kinetic T = 1/2*(x1'^2 + x2'^2 + x3'^2)
constraint a: x2 >= x1 { restitution = e }
constraint b: x3 >= x2 { restitution = e }
initial x1 = -1, x2 = 0, x3 = 0.4, x1' = 1.3, x2' = 0, x3' = -1
simulate 0..5
)");
  ASSERT_EQ(result.outcome, RunOutcome::completed) << result.failure;
  for (const double v : result.final.state.v)
    EXPECT_NEAR(v, 0.1, 1e-9); // momentum: rounding of each of the impacts
}

TEST(ContactModels, a_ball_comes_to_rest_in_a_crooked_wedge) {
  for (const char* const x : {"0.3", "0.2", "-0.25"}) {
    std::string model = R"(param g = 9.81
coord x, y
kinetic T = 1/2*(x'^2 + y'^2)
potential V = g*y
constraint left: y >= -0.5*x { restitution = 0.6 }
constraint right: y >= 0.8*x { restitution = 0.6 }
initial x = X, y = 1
simulate 0..8
check y >= -0.5*x
check y >= 0.8*x
)";
    model.replace(model.find('X'), 1, x);
    const RunResult result = motion_of(model);
    ASSERT_EQ(result.outcome, RunOutcome::completed) << result.failure;
    EXPECT_NEAR(result.final.state.q[0], 0.0, 1e-12); // closed contacts: rounding of gaps
    // Forces at rest: rounding of 6 N.
    EXPECT_NEAR(result.final.multipliers[0], 0.8 / 1.3 * gravity, 1e-9); // 0.5 λ₀ = 0.8 λ₁, λ₀ + λ₁ = g
    ASSERT_EQ(result.warnings.size(), 1U);
    EXPECT_EQ(result.warnings[0].code, "W0825");
    EXPECT_EQ(failing_checks(result.checks), 0U) << x;
  }
}

/// Eight balls in a box, from impact to impact.
double largest_difference_in_a_box(const RunResult& result) {
  constexpr double e = 0.9;
  constexpr double size = 0.01;
  std::vector<double> x;
  std::vector<double> v{1, 0, -0.7, 0, 0.5, 0, 0, -1.3};
  for (std::size_t i = 0; i < v.size(); ++i)
    x.push_back(0.1 * static_cast<double>(i + 1));
  double t = 0.0;
  double largest = 0.0;
  for (const ContactImpact& impact : result.contact_impacts) {
    double first = v[0] < 0 ? -x[0] / v[0] : 1e9;
    std::size_t next = v.size();
    if (v.back() > 0 && (1 - x.back()) / v.back() < first) {
      first = (1 - x.back()) / v.back();
      next = v.size() + 1;
    }
    for (std::size_t i = 0; i + 1 < v.size(); ++i) {
      const double until = (x[i + 1] - x[i] - size) / (v[i] - v[i + 1]);
      // Balls of one speed do not meet: rounding of speeds of 1 m/s.
      if (!(v[i] - v[i + 1] > 1e-14) || until >= first) continue;
      first = until;
      next = i;
    }
    t += first;
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] += v[i] * first;
    if (next == v.size()) {
      v.front() *= -e;
    } else if (next > v.size()) {
      v.back() *= -e;
    } else {
      const double mean = (v[next] + v[next + 1]) / 2;
      const double half = e * (v[next] - v[next + 1]) / 2;
      v[next] = mean - half;
      v[next + 1] = mean + half;
    }
    largest = std::max(largest, std::abs(impact.report.before.t - t));
  }
  return largest;
}

TEST(ContactModels, eight_balls_in_a_box_collide_when_they_should) {
  const RunResult result = motion_of(R"(count n = 8
param e = 0.9
coord x[1..n]
kinetic T = sum(i in 1..n: 1/2*x[i]'^2)
constraint c[i in 1..n-1]: x[i+1] >= x[i] + 0.01 { restitution = e }
constraint l: x[1] >= 0 { restitution = e }
constraint r: x[n] <= 1 { restitution = e }
initial x[i in 1..n] = 0.1*i, x[1]' = 1, x[3]' = -0.7, x[5]' = 0.5, x[8]' = -1.3
simulate 0..20
)");
  EXPECT_EQ(result.contact_impacts.size(), 104U);
  EXPECT_LT(largest_difference_in_a_box(result), 1e-12); // 104 impacts between uniform motions: rounding of each
}

TEST(ContactModels, a_block_slides_back_from_a_stop_with_its_friction_turned) {
  const std::string model = R"(model Slider
param m = 1 [kg], g = 9.81 [m/s^2], mu = 0.2, e = 0.5
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
constraint plane: y = 0
reaction N [N] of plane conjugate y'
friction F [N] of N conjugate x' { coefficient = mu }
constraint stop: x <= 1 [m] { restitution = e }
initial x = 0, y = 0, x' = 3 [m/s], y' = 0
simulate 0..0.8 [s]
)";
  const RunResult result = motion_of(model);
  EXPECT_EQ(result.outcome, RunOutcome::completed);
  const double before = std::sqrt(9 - 2 * 0.2 * gravity);
  const double since = 0.8 - (3 - before) / (0.2 * gravity);
  // Uniform deceleration is exact in steps: rounding.
  EXPECT_NEAR(result.final.state.v[0], -before / 2 + 0.2 * gravity * since, 1e-12);
  std::string slanted = model;
  slanted.replace(slanted.find("x <= 1"), 6, "x + y <= 1");
  EXPECT_THAT(motion_of(slanted).failure, testing::HasSubstr("presses N, at which the friction F acts"));
}

TEST(ContactModels, a_stop_of_a_pendulum_whose_rod_is_written_twice_holds_it) {
  const RunResult result = motion_of(R"(model Twice
param m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2], e = 0.5
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
constraint rod: x^2 + y^2 = l^2
constraint again: sqrt(x^2 + y^2) = l
constraint stop: x >= 0.3 [m] { restitution = e }
reaction S [N] of stop conjugate x'
initial x = 0.8 [m], y ~ -0.6 [m]
simulate 0..6 [s]
)");
  EXPECT_EQ(result.outcome, RunOutcome::completed);
  EXPECT_EQ(times_of(result, ContactChange::Kind::rests).size(), 1U);
  // At rest on a redundant row: rounding of 10 N over the stretched rod.
  EXPECT_NEAR(result.final.reactions[0], gravity * 0.3 / std::sqrt(1 - 0.09), 1e-10); // moments about the pivot
}

TEST(ContactModels, events_between_impacts_are_found_and_none_behind_them) {
  const RunResult result = motion_of(R"(model When
param g = 9.81
coord y
kinetic T = 1/2*y'^2
potential V = g*y
impact hit conjugate y' when y <= 0 { restitution = 0.5 }
event low when y <= 0.2
event rises when y' >= 0
initial y = 1, y' = 0
simulate 0..1
)");
  ASSERT_EQ(result.outcome, RunOutcome::completed) << result.failure;
  std::vector<double> low;
  std::vector<double> rises;
  for (const Event& event : result.events)
    (event.text == "low" ? low : rises).push_back(event.time);
  ASSERT_EQ(low.size(), 2U);
  const double first = std::sqrt(2 / gravity);
  const double half = std::sqrt(2 * gravity) / 2; // the speed behind the first impact
  // Free flights are exact in steps, and roots located to rounding.
  EXPECT_NEAR(low[0], std::sqrt(1.6 / gravity), 1e-12);
  EXPECT_NEAR(low[1], first + (half + std::sqrt(half * half - 0.4 * gravity)) / gravity, 1e-12);
  ASSERT_EQ(rises.size(), 2U); // at the impacts themselves
  EXPECT_NEAR(rises[0], first, 1e-12);
}

TEST(ContactModels, an_impact_cannot_hold_what_comes_to_rest_on_it) {
  const RunResult result = motion_of(R"(model When
param g = 9.81
coord y
kinetic T = 1/2*y'^2
potential V = g*y
impact hit conjugate y' when y <= 0 { restitution = 0.5 }
initial y = 1, y' = 0
simulate 0..5
)");
  EXPECT_EQ(result.outcome, RunOutcome::failed);
  EXPECT_THAT(result.failure, testing::HasSubstr("the bounces of hit die out at t = 1.354570923"));
}

TEST(ContactModels, two_models_are_compared_while_their_contacts_are_open) {
  Session session("model.mech", chatter);
  std::optional<Session> other;
  const std::string gallery = std::string(DALEMBERT_SOURCE_DIR) + "/models/gallery/bouncing_ball.mech";
  const ComparisonReport report = session.compare_with(gallery, {}, other);
  EXPECT_TRUE(report.has_contacts);
  EXPECT_THAT(comparison_json(report), testing::HasSubstr("\"contacts\": \"open\""));
}

TEST(ContactModels, pages_say_that_contacts_are_open_in_them) {
  Session session("model.mech", chatter);
  const auto says_so = testing::HasSubstr("is open here");
  EXPECT_THAT(check_text(session.overview(), {}), says_so);
  EXPECT_THAT(derive_text(session.structure(), Form::lagrange, {}), says_so);
  EXPECT_THAT(analyse_text(session.analysis(), {}), says_so);
  EXPECT_THAT(eval_text(session.eval_report({0.0, {1.0}, {0.0}}), {}), says_so);
}

TEST(ContactModels, claims_about_the_force_of_a_contact_and_other_forms_are_refused) {
  EXPECT_EQ(code_of(chatter, "N = m*g"), "E0614");
  EXPECT_EQ(code_of(chatter, "lambda.table = m*g"), "E0614");
  EXPECT_EQ(code_of(chatter, "y'' + g = 0"), "none");
  Session session("model.mech", chatter);
  try {
    session.set_form(Form::eliminated);
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_EQ(error.diagnostics().front().code, "E0611");
  }
}

} // namespace
} // namespace dalembert
