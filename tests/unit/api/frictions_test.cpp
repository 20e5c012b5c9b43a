// Frictions that stick, slide and reverse along a run, against closed forms.
#include <dalembert/api/session.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

namespace dalembert {
namespace {

using Kind = FrictionChange::Kind;

constexpr double earth = 9.81;
constexpr double half_turn_of_phase = std::numbers::pi;

RunResult friction_motion(const std::string& model) {
  return Session("model.mech", model).run({});
}

/// A block of 2 kg on a floor, with its spring, forces and initial values in `rest`.
std::string block(const std::string& friction, const std::string& rest) {
  return fmt::format(R"(model Block
param m = 2, g = 9.81
coord x, y
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
constraint floor: y = 0
reaction N of floor conjugate y'
{}
{}
)",
                     friction, rest);
}

TEST(Frictions, a_block_on_a_table_stops_where_its_speed_is_used_up_and_stays) {
  const RunResult result = friction_motion(
      block("friction F of N conjugate x' { coefficient = 0.3 }", "initial x' = 2\nsimulate 0..5 { output = 0.5 }"));
  EXPECT_EQ(result.outcome, RunOutcome::completed);
  ASSERT_EQ(result.friction_changes.size(), 1U);
  EXPECT_EQ(result.friction_changes[0].kind, Kind::sticks);
  // Uniform deceleration is exact in steps, and its end located to rounding.
  EXPECT_NEAR(result.friction_changes[0].time, 2 / (0.3 * earth), 1e-14);
  EXPECT_NEAR(result.final.state.q[0], 4 / (2 * 0.3 * earth), 1e-13); // likewise
  EXPECT_EQ(result.final.state.v[0], 0.0);
  EXPECT_EQ(result.final.frictions[0], 0.0);
  // Forces are solved to rounding of 6 N.
  EXPECT_NEAR(result.table.evaluations[1].frictions[0], -0.3 * 2 * earth, 1e-12);
  EXPECT_LT(result.certificate.slip[0].value, 1e-15); // what sticks has the speed 0: rounding
  EXPECT_LT(result.certificate.energy_defect.value, 1e-12);
  EXPECT_TRUE(result.certificate.failed.empty());
}

TEST(Frictions, on_an_incline_a_block_holds_below_the_angle_of_friction_and_slides_back_above_it) {
  const auto incline = [](double mu) {
    return block(fmt::format("friction F of N conjugate x' {{ coefficient = {} }}", mu),
                 "param a = 0.4\nforce weight on x = -m*g*sin(a)\nforce other on y = m*g*(1 - cos(a))\n"
                 "initial x' = 3\nsimulate 0..3");
  };
  const double s = std::sin(0.4);
  const double c = std::cos(0.4);
  const RunResult holds = friction_motion(incline(0.5));
  ASSERT_EQ(holds.friction_changes.size(), 1U);
  // Uniform deceleration is exact in steps: rounding.
  EXPECT_NEAR(holds.friction_changes[0].time, 3 / (earth * (s + 0.5 * c)), 1e-14);
  EXPECT_NEAR(holds.final.state.q[0], 9 / (2 * earth * (s + 0.5 * c)), 1e-13); // likewise
  EXPECT_NEAR(holds.final.frictions[0], 2 * earth * s, 1e-12);                 // forces are solved to rounding of 8 N
  const RunResult slides = friction_motion(incline(0.3));
  ASSERT_EQ(slides.friction_changes.size(), 1U);
  EXPECT_EQ(slides.friction_changes[0].kind, Kind::reverses);
  const double up = 3 / (earth * (s + 0.3 * c));
  EXPECT_NEAR(slides.friction_changes[0].time, up, 1e-14); // uniform deceleration is exact in steps: rounding
  // Likewise, over 12 m and a change of direction.
  EXPECT_NEAR(slides.final.state.q[0], 3 * up / 2 - earth * (s - 0.3 * c) * (3 - up) * (3 - up) / 2, 1e-12);
}

TEST(Frictions, an_oscillator_loses_4_mu_m_g_over_k_a_cycle_and_sticks_where_the_spring_is_too_weak) {
  const RunResult result = friction_motion(block("friction F of N conjugate x' { coefficient = 0.1 }",
                                                 "potential Vs = 1/2*(200)*x^2\ninitial x = 0.1\n"
                                                 "simulate 0..5 { tolerance = 1e-12 }"));
  const double half = 0.1 * 2 * earth / 200;
  ASSERT_EQ(result.friction_changes.size(), 5U);
  for (std::size_t k = 0; k < 5; ++k) {
    EXPECT_EQ(result.friction_changes[k].kind, k < 4 ? Kind::reverses : Kind::sticks);
    // The tolerance, of a swing of 0.1 m.
    EXPECT_NEAR(result.friction_changes[k].time, static_cast<double>(k + 1) * half_turn_of_phase / 10, 1e-12);
  }
  EXPECT_NEAR(result.final.state.q[0], -(0.1 - 10 * half), 1e-12);
  EXPECT_NEAR(result.final.frictions[0], 200 * result.final.state.q[0], 1e-12);
}

TEST(Frictions, on_a_belt_the_stick_slip_cycle_has_its_period_to_1e_11) {
  const double w = 5;
  const double a = (0.4 - 0.2) * earth / (w * w);
  const double belt = 0.3;
  const double period = 2 * a / belt + 2 * (half_turn_of_phase - std::atan(a * w / belt)) / w;
  const RunResult result = friction_motion(block("friction F of N conjugate x' - 0.3 { coefficient = 0.2; "
                                                 "static_coefficient = 0.4 }",
                                                 "potential Vs = 1/2*(50)*x^2\ninitial x = 0, x' = 0.3\n"
                                                 "simulate 0..20 { tolerance = 1e-12 }"));
  std::vector<double> sticks;
  for (const FrictionChange& change : result.friction_changes)
    if (change.kind == Kind::sticks) sticks.push_back(change.time);
  ASSERT_GT(sticks.size(), 8U);
  for (std::size_t k = 2; k < sticks.size(); ++k)
    EXPECT_NEAR(sticks[k] - sticks[k - 1], period, 1e-11); // ten tolerances (1e-12): the difference of two times
  EXPECT_LT(result.certificate.slip[0].value, 1e-15);      // what sticks has the speed of the belt: rounding
  EXPECT_TRUE(result.certificate.failed.empty());
}

TEST(Frictions, without_static_excess_a_mass_on_a_belt_sticks_once_and_then_circles) {
  // x'' = −w²x + mu g while x' < 0.3: it circles about mu g/w² and touches the belt's speed at most once.
  const RunResult result = friction_motion(block("friction F of N conjugate x' - 0.3 { coefficient = 0.2 }",
                                                 "potential Vs = 1/2*(50)*x^2\ninitial x = 0, x' = 0.3\n"
                                                 "simulate 0..20 { tolerance = 1e-12 }"));
  ASSERT_GE(result.friction_changes.size(), 2U);
  // Uniform motion at the speed of the belt: rounding.
  EXPECT_NEAR(result.friction_changes[1].time, 0.2 * earth / 25 / 0.3, 1e-13);
  const double t = 20 - result.friction_changes[1].time;
  // 1000 tolerances (1e-12), over 16 turns.
  EXPECT_NEAR(result.final.state.q[0], 0.2 * earth / 25 + 0.3 / 5 * std::sin(5 * t), 1e-9);
}

TEST(Frictions, the_upper_of_two_blocks_slips_where_the_table_shakes_too_hard) {
  const RunResult result = friction_motion(R"(model Stack
param m = 1, M = 2, g = 9.81, mu = 0.3, a = 0.1, w = 8
coord X, x, y
kinetic T = 1/2*m*(x'^2 + y'^2) + 1/2*M*X'^2
potential V = m*g*y
constraint table: X = a*sin(w*t)
constraint floor: y = 0
reaction N of floor conjugate y'
friction F of N conjugate x' - X' { coefficient = mu }
initial X' = a*w, x' = a*w
simulate 0..0.2
)");
  ASSERT_EQ(result.friction_changes.size(), 2U);
  EXPECT_EQ(result.friction_changes[0].kind, Kind::sticks);
  const double start = std::asin(0.3 * earth / (0.1 * 64)) / 8;
  EXPECT_EQ(result.friction_changes[1].kind, Kind::slides);
  EXPECT_EQ(result.friction_changes[1].direction, 1.0);
  EXPECT_NEAR(result.friction_changes[1].time, start, 1e-12); // the force of a given motion: located to rounding
  const double left = 0.2 - start;
  // Uniform deceleration from a speed by rounding.
  EXPECT_NEAR(result.final.state.v[1], 0.8 * std::cos(8 * start) - 0.3 * earth * left, 1e-10);
}

TEST(Frictions, two_oscillators_stick_each_at_its_own_time) {
  const RunResult result = friction_motion(R"(model Two
param m = 1, g = 9.81, k1 = 100, k2 = 64
coord x1, y1, x2, y2
kinetic T = 1/2*m*(x1'^2 + y1'^2 + x2'^2 + y2'^2)
potential V = m*g*(y1 + y2) + 1/2*k1*x1^2 + 1/2*k2*x2^2
constraint floor1: y1 = 0
constraint floor2: y2 = 0
reaction N1 of floor1 conjugate y1'
reaction N2 of floor2 conjugate y2'
friction F1 of N1 conjugate x1' { coefficient = 0.1 }
friction F2 of N2 conjugate x2' { coefficient = 0.2 }
initial x1 = 0.1, x2 = -0.1
simulate 0..3 { tolerance = 1e-12 }
)");
  std::vector<double> rests(2, 0.0);
  for (const FrictionChange& change : result.friction_changes)
    if (change.kind == Kind::sticks) rests[change.friction] = change.time;
  EXPECT_NEAR(rests[0], 5 * half_turn_of_phase / 10, 1e-12); // the tolerance, of swings of 0.1 m
  EXPECT_NEAR(rests[1], 2 * half_turn_of_phase / 8, 1e-12);
  EXPECT_NEAR(result.final.state.q[0], -(0.1 - 10 * 0.00981), 1e-12);
  EXPECT_NEAR(result.final.state.q[2], -(0.1 - 4 * 0.2 * earth / 64), 1e-12);
}

TEST(Frictions, a_block_that_sticks_is_pulled_loose_by_its_neighbour_when_the_spring_is_long_enough) {
  const RunResult result = friction_motion(R"(model Chain
param m = 1, g = 9.81, k = 100
coord x1, y1, x2, y2
kinetic T = 1/2*m*(x1'^2 + y1'^2 + x2'^2 + y2'^2)
potential V = m*g*(y1 + y2) + 1/2*k*(x1 - x2)^2
constraint floor1: y1 = 0
constraint floor2: y2 = 0
reaction N1 of floor1 conjugate y1'
reaction N2 of floor2 conjugate y2'
friction F1 of N1 conjugate x1' { coefficient = 0.1 }
friction F2 of N2 conjugate x2' { coefficient = 0.3 }
initial x1 = 0, x1' = 1
simulate 0..0.1 { tolerance = 1e-12 }
)");
  // x1 = −c + c cos wt + sin(wt)/w with c = mu1 g/w² until k x1 = mu2 m g
  ASSERT_EQ(result.friction_changes.size(), 2U);
  EXPECT_EQ(result.friction_changes[0].kind, Kind::sticks);
  EXPECT_EQ(result.friction_changes[1].kind, Kind::slides);
  EXPECT_EQ(result.friction_changes[1].friction, 1U);
  const double w = 10;
  const double c = 0.1 * earth / 100;
  const double radius = std::hypot(c, 1 / w);
  const double target = 0.3 * earth / 100 + c;
  const double t = (std::asin(target / radius) - std::atan2(c, 1 / w)) / w;
  EXPECT_NEAR(result.friction_changes[1].time, t, 1e-12); // the tolerance, of a motion of 0.1 m
}

TEST(Frictions, two_feet_along_one_line_share_their_force_by_their_bounds_and_slide_together) {
  const RunResult result = friction_motion(R"(model Feet
param m = 2, g = 9.81, mu = 0.3, b = 0.5, c = 0.2, h = 0.3
coord x, y, th
kinetic T = 1/2*m*(x'^2 + y'^2) + 1/2*0.1*th'^2
potential V = m*g*y
force pull on x = t
constraint left: y - b*th = 0
constraint right: y + c*th = 0
reaction N1 of left conjugate y' - b*th'
reaction N2 of right conjugate y' + c*th'
friction F1 of N1 conjugate x' + h*th' { coefficient = mu }
friction F2 of N2 conjugate x' + h*th' { coefficient = mu }
simulate 0..8 { output = 2 }
)");
  ASSERT_EQ(result.friction_changes.size(), 4U);
  const double loose = 0.3 * 2 * earth;
  // The force is linear in t; one may pass its bound by 1e-10 of it.
  EXPECT_NEAR(result.friction_changes[2].time, loose, 1e-9);
  EXPECT_EQ(result.friction_changes[2].time, result.friction_changes[3].time);
  const Evaluation& held = result.table.evaluations[1];            // t = 2
  EXPECT_NEAR(held.frictions[0] + held.frictions[1], -2.0, 1e-13); // forces are solved to rounding of 2 N
  // A quotient of forces that are solved to rounding.
  EXPECT_NEAR(held.frictions[0] / held.reactions[0], held.frictions[1] / held.reactions[1], 1e-14);
  // The instant is wrong by 1e-10 of the bound at most: times an acceleration of 1 m/s² and the time since.
  EXPECT_NEAR(result.final.state.v[0], (8 - loose) * (8 - loose) / 2 / 2, 1e-8);
}

TEST(Frictions, a_bowling_ball_slides_then_rolls_with_five_sevenths_of_its_speed) {
  const RunResult result = friction_motion(R"(model Ball
param m = 7, R = 0.11, g = 9.81, mu = 0.15, v0 = 6
coord x, y, phi
kinetic T = 1/2*m*(x'^2 + y'^2) + 1/2*(2/5*m*R^2)*phi'^2
potential V = m*g*y
constraint floor: y = R
reaction N of floor conjugate y'
friction F of N conjugate x' - R*phi' { coefficient = mu }
initial x' = v0, y = R
simulate 0..3
)");
  ASSERT_EQ(result.friction_changes.size(), 1U);
  // Uniform deceleration is exact in steps: rounding.
  EXPECT_NEAR(result.friction_changes[0].time, 2 * 6 / (7 * 0.15 * earth), 1e-13);
  EXPECT_NEAR(result.final.state.v[0], 5.0 / 7 * 6, 1e-13);
  EXPECT_NEAR(result.final.frictions[0], 0.0, 1e-14); // rolling on a level floor: rounding of 0
}

TEST(Frictions, a_disc_driven_by_a_torque_rolls_while_two_thirds_of_it_are_within_the_bound) {
  const auto disc = [](double torque) {
    return fmt::format(R"(model Disc
param m = 3, R = 0.2, g = 9.81, mu = 0.2
coord x, y, phi
kinetic T = 1/2*m*(x'^2 + y'^2) + 1/2*(1/2*m*R^2)*phi'^2
potential V = m*g*y
force motor on phi = {}
constraint floor: y = R
reaction N of floor conjugate y'
friction F of N conjugate x' - R*phi' {{ coefficient = mu }}
initial y = R
simulate 0..2
)",
                       torque);
  };
  const double least = 1.5 * 0.2 * 0.2 * 3 * earth; // 3/2 R mu m g
  const RunResult rolls = friction_motion(disc(0.99 * least));
  EXPECT_EQ(rolls.friction_changes.at(0).kind, Kind::sticks);
  // Uniform acceleration is exact in steps: rounding of 20 m/s.
  EXPECT_NEAR(rolls.final.state.v[0], 2 * 0.99 * least / (1.5 * 3 * 0.2), 1e-12);
  EXPECT_NEAR(rolls.final.frictions[0], 2 * 0.99 * least / (3 * 0.2), 1e-12);
  const RunResult slips = friction_motion(disc(2 * least));
  EXPECT_TRUE(slips.friction_changes.empty()); // it slides from the start
  EXPECT_NEAR(slips.final.state.v[0], 0.2 * earth * 2, 1e-12);
}

TEST(Frictions, a_moment_of_a_brake_stops_a_wheel_and_holds_it) {
  const RunResult result = friction_motion(R"(model Brake
param J = 0.5 [kg*m^2], P = 40 [N], r = 0.25 [m], mu = 0.35, tau = 1 [N*m], m = 0.1 [kg]
coord phi [rad], s [m]
kinetic T = 1/2*J*phi'^2 + 1/2*m*s'^2
force motor on phi = tau
force pedal on s = P
constraint pad: s = 0
reaction N [N] of pad conjugate s'
friction B [N] of N conjugate r*phi' { coefficient = mu }
initial phi' = 10 [rad/s]
simulate 0..6 [s]
)");
  ASSERT_EQ(result.friction_changes.size(), 1U);
  // Uniform deceleration is exact in steps: rounding.
  EXPECT_NEAR(result.friction_changes[0].time, 0.5 * 10 / (0.35 * 40 * 0.25 - 1), 1e-12);
  EXPECT_NEAR(result.final.frictions[0], -1 / 0.25, 1e-12);
}

TEST(Frictions, a_static_coefficient_lets_go_later_than_the_one_of_sliding) {
  const RunResult result =
      friction_motion(block("friction F of N conjugate x' { coefficient = 0.2; static_coefficient = 0.5 }",
                            "force pull on x = t\nsimulate 0..12"));
  ASSERT_EQ(result.friction_changes.size(), 2U);
  const double loose = 0.5 * 2 * earth;
  // The force is linear in t; one may pass its bound by 1e-10 of it.
  EXPECT_NEAR(result.friction_changes[1].time, loose, 1e-9);
  const double left = 12 - loose;
  // Likewise, at an acceleration of 3 m/s².
  EXPECT_NEAR(result.final.state.v[0], ((0.5 - 0.2) * 2 * earth * left + left * left / 2) / 2, 1e-8);
}

TEST(Frictions, a_force_that_jumps_in_time_lets_a_block_go) {
  const RunResult result = friction_motion(block("friction F of N conjugate x' { coefficient = 0.3 }",
                                                 "force push on x = if t < 1 then 2 else if t < 2 then 10 else 0\n"
                                                 "simulate 0..4"));
  ASSERT_EQ(result.friction_changes.size(), 3U);
  EXPECT_EQ(result.friction_changes[1].kind, Kind::slides);
  EXPECT_NEAR(result.friction_changes[1].time, 1, 1e-12); // stopped at: an ulp
  const double speed = (10 - 0.3 * 2 * earth) / 2;
  EXPECT_NEAR(result.friction_changes[2].time, 2 + speed / (0.3 * earth), 1e-12);
}

TEST(Frictions, a_wall_far_from_the_floor_sends_a_sliding_block_back) {
  const RunResult result = friction_motion(block("friction F of N conjugate x' { coefficient = 0.3 }",
                                                 "constraint wall: x <= 0.5 { restitution = 0.5 }\n"
                                                 "initial x' = 3\nsimulate 0..4"));
  const double hit = std::sqrt(9 - 2 * 0.3 * earth * 0.5);
  // Uniform deceleration is exact in steps: rounding, over an impact.
  EXPECT_NEAR(result.final.state.q[0], 0.5 - hit * hit / 4 / (2 * 0.3 * earth), 1e-12);
  ASSERT_FALSE(result.friction_changes.empty());
  EXPECT_EQ(result.friction_changes.back().kind, Kind::sticks);
}

TEST(Frictions, redundant_rows_do_not_disturb_what_sticks) {
  const RunResult result = friction_motion(R"(model Twice
param m = 2, g = 9.81
coord x, y
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
constraint floor: y = 0
constraint again: 2*y = 0
reaction N of floor, again conjugate y'
friction F of N conjugate x' { coefficient = 0.3 }
initial x' = 2
simulate 0..5
)");
  EXPECT_EQ(result.outcome, RunOutcome::completed);
  // Uniform deceleration is exact in steps: rounding.
  EXPECT_NEAR(result.final.state.q[0], 4 / (2 * 0.3 * earth), 1e-12);
  EXPECT_NEAR(result.final.reactions[0], 2 * earth, 1e-11); // a redundant row: a decomposition, rounding of 20 N
}

TEST(Frictions, a_rod_over_a_rough_corner_reverses_and_keeps_to_coulombs_law_with_its_normal_force) {
  const RunResult result = friction_motion(R"(model Corner
param m = 1.3, l = 0.7, h = 0.45, g = 9.81, mu = 0.23
coord x, th
kinetic T = 1/2*m*(x'^2 - 2*l*x'*th'*sin(th) + 4/3*l^2*th'^2)
potential V = m*g*l*sin(th)
force push on x = 12
constraint corner: -x'*sin(th) + h*th'/sin(th) = 0
reaction N of corner conjugate -x'*sin(th) + h*th'/sin(th)
friction F of N conjugate x'*cos(th) { coefficient = mu }
initial th = 0.9, th' = 0.7153302527516818, x' ~ 0.524605740375241
simulate 0..0.6 { tolerance = 1e-12; output = 0.05 }
)");
  ASSERT_EQ(result.friction_changes.size(), 1U);
  const double turn = result.friction_changes[0].time;
  EXPECT_GT(turn, 0.25);
  for (const Evaluation& at : result.table.evaluations) {
    const double side = at.state.t < turn ? -1.0 : 1.0;
    // One product: rounding of forces of up to 100 N.
    EXPECT_NEAR(at.frictions[0], side * 0.23 * std::abs(at.reactions[0]), 1e-12);
  }
  EXPECT_LT(result.certificate.energy_defect_relative, 1e-12); // the tolerance
}

TEST(Frictions, a_wedge_whose_normal_force_depends_on_its_friction_lets_go_at_its_bound) {
  const RunResult result = friction_motion(R"(model Wedge
param m = 1, g = 9.81, mu = 0.4, a = 0.3, P = 3
coord x, y
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
force push on x = P*t
constraint slope: y*cos(a) - x*sin(a) = 0
reaction N of slope conjugate y'*cos(a) - x'*sin(a)
friction F of N conjugate x'*cos(a) + y'*sin(a) { coefficient = mu }
simulate 0..5
)");
  const double s = std::sin(0.3);
  const double c = std::cos(0.3);
  ASSERT_EQ(result.friction_changes.size(), 2U);
  // The force is linear in t; one may pass its bound by 1e-10 of it.
  EXPECT_NEAR(result.friction_changes[1].time, earth * (s + 0.4 * c) / (3 * (c - 0.4 * s)), 1e-9);
}

} // namespace
} // namespace dalembert
