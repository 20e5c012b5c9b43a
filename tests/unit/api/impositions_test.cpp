// Constraints that are imposed suddenly, against closed forms of the literature, and what is refused.
#include <dalembert/api/session.h>
#include <dalembert/base/errors.h>
#include <dalembert/base/random_stream.h>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace dalembert {
namespace {

RunResult imposed_motion(const std::string& model, const std::string& method = {}) {
  RunOptions options;
  if (!method.empty()) options.method = method;
  return Session("model.mech", model).run(options);
}

/// The only imposition of a run that was completed and whose certificate holds.
Imposition only_imposition(const std::string& model) {
  const RunResult result = imposed_motion(model);
  EXPECT_EQ(result.outcome, RunOutcome::completed) << result.failure;
  EXPECT_TRUE(result.certificate.failed.empty());
  EXPECT_EQ(result.impositions.size(), 1U);
  return result.impositions.at(0);
}

void expect_carnot(const Imposition& imposed) {
  const double size = imposed.report->kinetic_before + imposed.report->kinetic_after;
  // Two ways to one energy: rounding of its terms.
  EXPECT_NEAR(imposed.lost_velocities, imposed.report->kinetic_before - imposed.report->kinetic_after, 1e-13 * size);
  EXPECT_NEAR(imposed.work, imposed.report->kinetic_after - imposed.report->kinetic_before, 1e-13 * size);
}

const std::string rod_that_falls_flat = R"(model Rod
param m = 2 [kg], l = 0.3 [m], h = 1 [m], g = 9.81 [m/s^2]
coord x [m], y [m], theta [rad]
kinetic T = 1/2*m*(x'^2 + y'^2) + 1/6*m*l^2*theta'^2
potential V = m*g*y
event caught when y - l*sin(theta) <= 0
constraint across: x - l*cos(theta) = 0 from caught
constraint upward: y - l*sin(theta) = 0 from caught
reaction N [N] of upward conjugate (y - l*sin(theta))'
initial x = l, y = h, theta = 0, x' = 0, y' = 0, theta' = 0
simulate 0..1 [s]
)";

TEST(Impositions, a_falling_rod_that_is_caught_by_its_end_loses_a_quarter_of_its_energy) {
  const double speed = std::sqrt(2 * 9.81 * 1.0);
  for (const char* const method : {"rk8", "rk5", "taylor", "radau9"}) {
    const RunResult result = imposed_motion(rod_that_falls_flat, method);
    ASSERT_EQ(result.impositions.size(), 1U) << method;
    const Imposition& caught = result.impositions.front();
    // Free fall is exact in steps, and the row that catches it located to rounding: below the tolerance.
    EXPECT_NEAR(caught.time, std::sqrt(2 / 9.81), 1e-9) << method;
    // 100 tolerances (1e-9): speeds of 11 rad/s and works of 5 J.
    EXPECT_NEAR(caught.report->after.v[2], -3 * speed / (4 * 0.3), 1e-7) << method;
    EXPECT_NEAR(caught.work, -2.0 * speed * speed / 8, 1e-7) << method;
    EXPECT_NEAR(caught.report->reaction_impulses[0], 2.0 * speed / 4, 1e-7) << method;
    expect_carnot(caught);
    EXPECT_TRUE(result.certificate.failed.empty()) << method;
    EXPECT_EQ(result.events.size(), 1U) << method; // its sides are equal from then on, but for rounding
  }
}

TEST(Impositions, multipliers_are_zero_before_and_forces_behind) {
  const RunResult result = imposed_motion(rod_that_falls_flat);
  for (const Evaluation& row : result.table.evaluations) {
    if (row.state.t < result.impositions[0].time) {
      EXPECT_EQ(row.multipliers[0], 0.0);
      EXPECT_EQ(row.reactions[0], 0.0);
    } else if (row.state.t > result.impositions[0].time) {
      EXPECT_NE(row.multipliers[0], 0.0);
      EXPECT_LT(std::abs(row.position_violation[1]), 1e-10); // of the dense output
    }
  }
}

TEST(Impositions, an_ellipse_that_turns_about_one_focus_is_fixed_at_the_other) { // Routh
  const double e = 0.6;
  const Imposition fixed = only_imposition(R"(model Ellipse
param m = 1.3 [kg], a = 0.4 [m], e = 0.6
coord x [m], y [m], th [rad]
kinetic T = 1/2*m*(x'^2 + y'^2) + 1/8*m*a^2*(2 - e^2)*th'^2
constraint sx: x + a*e*cos(th) = a*e until 1 [s]
constraint sy: y + a*e*sin(th) = 0 until 1 [s]
constraint hx: (x - a*e*cos(th))' = 0 from 1 [s]
constraint hy: (y - a*e*sin(th))' = 0 from 1 [s]
initial th = 0, th' = 3 [rad/s]
simulate 0..2 [s]
)");
  EXPECT_EQ(fixed.imposed.size(), 2U);
  EXPECT_EQ(fixed.released.size(), 2U);
  EXPECT_EQ(fixed.time, 1.0);
  // Uniform rotation before; solved: rounding of 3, times the condition of six rows.
  EXPECT_NEAR(fixed.report->after.v[2], 3 * (2 - 5 * e * e) / (2 + 3 * e * e), 1e-11);
  expect_carnot(fixed);
}

TEST(Impositions, two_hinged_rods_in_flight_are_caught_by_one_end_at_the_start) {
  const Imposition caught = only_imposition(R"(model TwoRods
param m = 1.3 [kg], a = 0.4 [m], V = 3 [m/s]
coord x1 [m], y1 [m], t1 [rad], x2 [m], y2 [m], t2 [rad]
kinetic T = 1/2*m*(x1'^2 + y1'^2 + x2'^2 + y2'^2) + 1/6*m*a^2*(t1'^2 + t2'^2)
constraint bx: x1 + a*cos(t1) = x2 - a*cos(t2)
constraint by: y1 + a*sin(t1) = y2 - a*sin(t2)
constraint ax: (x1 - a*cos(t1))' = 0 from 0 [s]
constraint ay: (y1 - a*sin(t1))' = 0 from 0 [s]
initial x1 = 0, y1 = 0, t1 = 0, t2 = 0, x1' = 0, y1' = V, y2' = V, t1' = 0, t2' = 0
)");
  EXPECT_NEAR(caught.report->after.v[2], 9 * 3 / (14 * 0.4), 1e-13); // solved at the start: rounding of 12 m/s
  EXPECT_NEAR(caught.report->after.v[5], -3 * 3 / (14 * 0.4), 1e-13);
  expect_carnot(caught);
}

TEST(Impositions, two_wheels_are_locked_and_parted) {
  const std::string wheels = R"(model Wheels
param I1 = 2 [kg*m^2], I2 = 0.5 [kg*m^2], t0 = 0.7 [s]
coord a [rad], b [rad]
kinetic T = 1/2*I1*a'^2 + 1/2*I2*b'^2
force M0 on b = 1 [N*m]*heaviside(t - 0.7 [s])
constraint clutch: a' = b' from t0 until 1.5 [s]
reaction M [N*m] of clutch conjugate a' - b'
initial a' = 10 [rad/s], b' = -4 [rad/s]
simulate 0..2 [s]
check work(M) = work(M)
)";
  const RunResult result = imposed_motion(wheels);
  ASSERT_EQ(result.impositions.size(), 2U);
  const Imposition& locked = result.impositions[0];
  EXPECT_NEAR(locked.report->after.v[0], 7.2, 1e-12);                // uniform motion before: rounding of 7 m/s
  EXPECT_NEAR(locked.work, -0.5 * (2 * 0.5 / 2.5) * 14 * 14, 1e-11); // rounding of energies of 40 J
  EXPECT_NEAR(locked.report->reaction_impulses[0], 2 * (7.2 - 10), 1e-12);
  EXPECT_EQ(result.impositions[1].time, 1.5);
  EXPECT_FALSE(result.impositions[1].report.has_value());
  EXPECT_NEAR(result.final.state.v[0], 7.2 + 0.8 / 2.5, 1e-9); // uniform accelerations behind: below the tolerance
  EXPECT_NEAR(result.final.state.v[1], 7.2 + 0.8 / 2.5 + 0.5 / 0.5, 1e-9);
  EXPECT_EQ(result.final.multipliers[0], 0.0);
  EXPECT_TRUE(result.certificate.failed.empty());
}

TEST(Impositions, a_cube_that_turns_about_a_diagonal_is_caught_by_an_edge_with_rows_that_repeat_others) { // Routh
  const RunResult result = imposed_motion(R"(model Cube
param m = 1.3 [kg], a = 0.4 [m], w = 3 [rad/s]
coord x [m], y [m], z [m], psi [rad], theta [rad], phi [rad]
let wx = theta'*cos(psi) + phi'*sin(theta)*sin(psi)
let wy = theta'*sin(psi) - phi'*sin(theta)*cos(psi)
let wz = psi' + phi'*cos(theta)
kinetic T = 1/2*m*(x'^2 + y'^2 + z'^2) + 1/3*m*a^2*(wx^2 + wy^2 + wz^2)
let e1x = cos(psi)*cos(phi) - sin(psi)*cos(theta)*sin(phi)
let e1y = sin(psi)*cos(phi) + cos(psi)*cos(theta)*sin(phi)
let e1z = sin(theta)*sin(phi)
let e2x = -cos(psi)*sin(phi) - sin(psi)*cos(theta)*cos(phi)
let e2y = -sin(psi)*sin(phi) + cos(psi)*cos(theta)*cos(phi)
let e2z = sin(theta)*cos(phi)
let e3x = sin(psi)*sin(theta)
let e3y = -cos(psi)*sin(theta)
let e3z = cos(theta)
let px = x + a*(e1x - e2x) + a*e3x
let py = y + a*(e1y - e2y) + a*e3y
let pz = z + a*(e1z - e2z) + a*e3z
let qx = x + a*(e1x - e2x) - a*e3x
let qy = y + a*(e1y - e2y) - a*e3y
let qz = z + a*(e1z - e2z) - a*e3z
constraint p1: px' = 0 from 0.3 [s]
constraint p2: py' = 0 from 0.3 [s]
constraint p3: pz' = 0 from 0.3 [s]
constraint q1: qx' = 0 from 0.3 [s]
constraint q2: qy' = 0 from 0.3 [s]
constraint q3: qz' = 0 from 0.3 [s]
initial psi = 0.3, theta = 1.1, phi = 0.4, x = 0, y = 0, z = 0, x' = 0, y' = 0, z' = 0
initial wx = w*(e1x + e2x + e3x)/sqrt(3), wy = w*(e1y + e2y + e3y)/sqrt(3), wz = w*(e1z + e2z + e3z)/sqrt(3)
simulate 0..0.6 [s]
)");
  ASSERT_EQ(result.impositions.size(), 1U);
  expect_carnot(result.impositions[0]);
  const double about_edge = 8.0 / 3 * 1.3 * 0.4 * 0.4;
  const double turning = std::sqrt(2 * result.impositions[0].report->kinetic_after / about_edge);
  // Rates of Euler's angles after 0.3 s: a hundredth of the default tolerance.
  EXPECT_NEAR(turning, 3 / (4 * std::sqrt(3)), 1e-11);
  // A tenth of the default tolerance.
  EXPECT_NEAR(result.final.energies.kinetic, result.impositions[0].report->kinetic_after, 1e-10);
  EXPECT_TRUE(result.certificate.failed.empty());
  ASSERT_EQ(result.warnings.size(), 1U);
  EXPECT_EQ(result.warnings[0].code, "W0827");
  EXPECT_THAT(result.warnings[0].message, testing::HasSubstr("p1, p2, p3, q1, q2, q3"));
}

/// T, one persistent row and one or two imposed rows with random coefficients; `b`: of the first imposed row.
std::string random_model(RandomStream& random, std::size_t imposed, double b) {
  constexpr std::size_t n = 4;
  std::string text = "model Random\ncoord q1, q2, q3, q4\nkinetic T = ";
  for (std::size_t i = 0; i < n; ++i) { // a sum of squares, the mass depends on the position
    text += i == 0 ? "" : " + ";
    text += fmt::format("{}*(", random.between(0.5, 2.0));
    for (std::size_t j = 0; j < n; ++j)
      text += fmt::format("{}{}*q{}'", j == 0 ? "" : " + ", random.between(-1.0, 1.0) + (i == j ? 2.0 : 0.0), j + 1);
    text += ")^2*(2 + sin(q1))";
  }
  for (std::size_t k = 0; k <= imposed; ++k) {
    text += fmt::format("\nconstraint c{}: ", k);
    for (std::size_t j = 0; j < n; ++j)
      text += fmt::format("{}{}*q{}'", j == 0 ? "" : " + ", random.between(-1.0, 1.0), j + 1);
    text += fmt::format(" = {}", k == 1 ? b : 0.0);
    if (k > 0) text += " from 0.5";
  }
  text += "\ninitial ";
  for (std::size_t j = 0; j < n; ++j)
    text += fmt::format("{0}q{1} = {2}, q{1}' ~ {3}", j == 0 ? "" : ", ", j + 1, random.between(-1.0, 1.0),
                        random.between(-1.0, 1.0));
  return text + "\nsimulate 0..1\n";
}

TEST(Impositions, lose_the_energy_of_the_lost_velocities_in_random_systems) {
  RandomStream random{"impositions"};
  for (int trial = 0; trial < 20; ++trial) {
    const std::size_t rows = 1 + static_cast<std::size_t>(trial % 2);
    const Imposition imposed = only_imposition(random_model(random, rows, 0.0));
    EXPECT_GT(imposed.lost_velocities, 0.0);
    expect_carnot(imposed);
  }
}

TEST(Impositions, a_row_that_moves_supplies_energy_beside) { // T⁻ − T⁺ = T(Δv) + Λ·b, b = −½ here
  RandomStream random{"moving impositions"};
  for (int trial = 0; trial < 10; ++trial) {
    const Imposition imposed = only_imposition(random_model(random, 1, 0.5));
    const ImpactReport& impact = *imposed.report;
    const double lost = impact.kinetic_before - impact.kinetic_after;
    const double size = impact.kinetic_before + impact.kinetic_after;
    // Balances of impulses that are solved: rounding, times the condition of the random rows.
    EXPECT_NEAR(lost, imposed.lost_velocities - 0.5 * impact.multiplier_impulses[1], 1e-12 * size);
    EXPECT_NEAR(imposed.work, -lost, 1e-12 * size);
  }
}

TEST(Impositions, contacts_that_touch_are_pressed_or_let_go) {
  const RunResult result = imposed_motion(R"(model Bar
param m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2]
coord y [m], th [rad]
kinetic T = 1/2*m*y'^2 + 1/24*m*l^2*th'^2
potential V = m*g*y
constraint left: y - l/2*sin(th) >= 0
constraint right: y + l/2*sin(th) >= 0
constraint up: y' + l/2*cos(th)*th' = 0.5 [m/s] from 0.2 [s] until 0.3 [s]
reaction L [N] of left conjugate y' - l/2*cos(th)*th'
reaction U [N] of up conjugate y' + l/2*cos(th)*th'
simulate 0..0.4 [s]
)");
  ASSERT_EQ(result.impositions.size(), 2U);
  const ImpactReport& impact = *result.impositions[0].report;
  EXPECT_NEAR(impact.reaction_impulses[0], 1.0 / 6, 1e-14);  // U; solved at rest: rounding
  EXPECT_NEAR(impact.reaction_impulses[1], 1.0 / 12, 1e-14); // L: the left end stays, by an impulse that pushes
  EXPECT_NEAR(result.impositions[0].work, 0.5 / 12, 1e-14);  // ½ U·0.5 m/s
  const auto opens = std::ranges::find(result.contact_changes, ContactChange::Kind::opens, &ContactChange::kind);
  ASSERT_NE(opens, result.contact_changes.end());
  EXPECT_EQ(opens->contact, 1U);
  EXPECT_EQ(opens->time, 0.2);
}

TEST(Impositions, events_impose_and_release_again_and_again) {
  const RunResult result = imposed_motion(R"(model Clutch
param k = 3 [N/m], m = 1 [kg]
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = 1/2*k*(x^2 + 4*y^2)
event low when x <= 0
event high when x >= 0.2 [m]
constraint c: x' = y' from low until high
initial x = 1 [m], y = 0.5 [m]
simulate 0..10 [s]
)");
  ASSERT_GE(result.impositions.size(), 6U);
  for (std::size_t i = 0; i < result.impositions.size(); ++i) {
    EXPECT_EQ(result.impositions[i].imposed.size(), i % 2 == 0 ? 1U : 0U);
    EXPECT_EQ(result.impositions[i].released.size(), i % 2 == 0 ? 0U : 1U);
  }
  EXPECT_TRUE(result.certificate.failed.empty());
}

TEST(Impositions, an_equation_may_end_without_having_been_imposed) {
  const RunResult result = imposed_motion(R"(model CutString
param m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2]
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
constraint string: x^2 + y^2 = l^2 until 0.5 [s]
initial x = l, y ~ 0.1 [m]
simulate 0..1 [s]
check E = const
)");
  EXPECT_EQ(result.initial.degrees_of_freedom, 1);
  ASSERT_EQ(result.impositions.size(), 1U);
  EXPECT_EQ(result.final.multipliers[0], 0.0);
  EXPECT_EQ(result.checks.at(0).status, CheckStatus::holds);
  EXPECT_NEAR(result.final.accelerations[1], -9.81, 1e-14); // a body in free fall: an ulp of 10
}

const std::string off_its_place = R"(model Off
param t0 = 1 [s]
coord x [m]
kinetic T = 1/2*1 [kg]*x'^2
constraint peg: x = 0.5 [m] from t0
initial x' = 1 [m/s]
simulate 0..2 [s]
)";

TEST(Impositions, positions_are_not_moved) {
  const RunResult result = imposed_motion(off_its_place);
  EXPECT_EQ(result.outcome, RunOutcome::failed);
  EXPECT_THAT(result.failure, testing::HasSubstr("constraint peg, x = 0.5 [m], is imposed at t = 1 s, where its sides "
                                                 "differ by 0.5"));
  EXPECT_EQ(result.final.state.t, 1.0);
  std::string at_start = off_its_place;
  at_start.replace(at_start.find("t0 = 1"), 6, "t0 = 0");
  try {
    static_cast<void>(imposed_motion(at_start));
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_EQ(error.diagnostics().front().code, "E0715");
  }
  std::string in_place = off_its_place; // there to the errors of the run
  in_place.replace(in_place.find("t0 = 1"), 6, "t0 = 0.5");
  EXPECT_EQ(imposed_motion(in_place).outcome, RunOutcome::completed);
}

TEST(Impositions, constraints_that_contradict_one_another_end_the_run_with_their_names) {
  const RunResult result = imposed_motion(R"(model Contra
coord x [m]
kinetic T = 1/2*1 [kg]*x'^2
constraint run: x' = 1 [m/s]
constraint peg: x' = 0.5 [m/s] from 1 [s]
simulate 0..2 [s]
)");
  EXPECT_EQ(result.outcome, RunOutcome::failed);
  EXPECT_THAT(result.failure, testing::HasSubstr("not satisfied: run, peg"));
}

TEST(Impositions, impulses_of_friction_are_refused) {
  const RunResult result = imposed_motion(R"(model Pressed
param m = 1 [kg], g = 9.81 [m/s^2]
coord x [m], y [m]
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
constraint floor: y = 0
constraint ramp: y' - x' = 0 from 0.2 [s]
reaction N [N] of floor conjugate y'
friction F [N] of N conjugate x' { coefficient = 0.3 }
initial x' = 1 [m/s]
simulate 0..1 [s]
)");
  EXPECT_EQ(result.outcome, RunOutcome::failed);
  EXPECT_THAT(result.failure, testing::HasSubstr("presses N, at which the friction F acts"));
}

TEST(Impositions, equations_claims_and_forms_speak_of_the_start) {
  Session session("model.mech", rod_that_falls_flat);
  EXPECT_EQ(session.equations().system->constraints.size(), 0U);
  for (const char* const claim : {"N = 0 [N]", "lambda.across = 0 [N]"}) {
    try {
      Session asked("model.mech", rod_that_falls_flat);
      asked.ask(claim);
      static_cast<void>(asked.prove_report());
      FAIL() << claim;
    } catch (const ModelError& error) {
      EXPECT_EQ(error.diagnostics().front().code, "E0614");
      EXPECT_THAT(error.diagnostics().front().message, testing::HasSubstr("once its constraint is imposed"));
    }
  }
}

TEST(Impositions, methods_of_fixed_steps_take_them_too) {
  for (const char* const method : {"rattle", "spark4", "spark6", "symmetric"}) {
    RunOptions options;
    options.method = method;
    options.step = 1e-3;
    const RunResult result = Session("model.mech", rod_that_falls_flat).run(options);
    ASSERT_EQ(result.impositions.size(), 1U) << method;
    // Free fall is exact in steps of any order: far below the error of a motion that bends.
    EXPECT_NEAR(result.impositions[0].work, -2.0 * 2 * 9.81 / 8, 1e-8) << method;
  }
  EXPECT_THROW(imposed_motion(rod_that_falls_flat, "ida"), ModelError);
}

} // namespace
} // namespace dalembert
