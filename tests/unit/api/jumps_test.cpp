// Functions of the state that jump along a run: surfaces that are crossed, and on which the motion slides.
#include <dalembert/api/session.h>
#include <dalembert/base/errors.h>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

namespace dalembert {
namespace {

using testing::HasSubstr;
using Change = JumpChange::Kind;

constexpr double gravity_here = 9.81;

RunResult point_run(const std::string& rest) {
  return Session("model.mech", "model Point\nparam m = 1, g = 9.81, mu = 0.2\ncoord x\nkinetic T = 1/2*m*x'^2\n" + rest)
      .run({});
}

std::string end_of(const std::string& rest) {
  try {
    return point_run(rest).failure;
  } catch (const SolveError& error) {
    return error.what();
  }
}

TEST(Jumps, a_block_with_the_sign_of_its_speed_stops_and_slides_on_the_surface) {
  const RunResult result = point_run("force R on x = -0.3*m*g*sign(x')\ninitial x' = 2\n"
                                     "export csv \"out.csv\" { columns = (R) }\nsimulate 0..5");
  EXPECT_EQ(result.outcome, RunOutcome::completed);
  ASSERT_EQ(result.jump_changes.size(), 1U);
  EXPECT_EQ(result.jump_changes[0].kind, Change::slides);
  EXPECT_EQ(result.jumps.at(0).surface, "x'");
  // Uniform deceleration is exact in steps, and its end located to rounding.
  EXPECT_NEAR(result.jump_changes[0].time, 2 / (0.3 * gravity_here), 1e-14);
  EXPECT_NEAR(result.final.state.q[0], 4 / (2 * 0.3 * gravity_here), 1e-13); // likewise
  EXPECT_NEAR(result.final.state.v[0], 0.0, 1e-15);                          // the rate is held to rounding
  EXPECT_TRUE(result.certificate.failed.empty());
}

TEST(Jumps, an_oscillator_reverses_until_its_spring_is_too_weak) {
  const RunResult result = point_run("potential V = 1/2*100*x^2\nforce R on x = -0.1*m*g*sign(x')\ninitial x = 0.1\n"
                                     "simulate 0..5 { tolerance = 1e-12 }");
  ASSERT_EQ(result.jump_changes.size(), 5U);
  for (std::size_t k = 0; k < 5; ++k)
    // The tolerance, of a swing of 0.1 m.
    EXPECT_NEAR(result.jump_changes[k].time, static_cast<double>(k + 1) * std::numbers::pi / 10, 1e-12);
  EXPECT_NEAR(result.final.state.q[0], -(0.1 - 10 * 0.00981), 1e-12);
}

TEST(Jumps, on_a_belt_the_motion_leaves_the_surface_where_the_spring_breaks_it_loose) {
  const RunResult result = point_run("potential V = 1/2*50*x^2\nforce F on x = -mu*m*g*sign(x' - 0.3)\n"
                                     "initial x = 0, x' = 0.3\nsimulate 0..10 { tolerance = 1e-12 }");
  EXPECT_EQ(result.outcome, RunOutcome::completed) << result.failure;
  ASSERT_GE(result.jump_changes.size(), 2U);
  EXPECT_EQ(result.jump_changes[0].kind, Change::slides);
  EXPECT_EQ(result.jump_changes[1].kind, Change::leaves);
  const double center = 0.2 * gravity_here / 50;
  const double w = std::sqrt(50.0);
  EXPECT_NEAR(result.jump_changes[1].time, center / 0.3, 1e-12); // uniform motion at the speed of the belt: rounding
  const double t = 10 - center / 0.3;
  // 100 tolerances (1e-12), over 11 turns.
  EXPECT_NEAR(result.final.state.q[0], center + 0.3 / w * std::sin(w * t), 1e-10);
}

TEST(Jumps, a_relay_slides_on_its_switching_line_and_decays_as_exp) {
  const RunResult result = point_run("force u on x = -sign(x + x')\ninitial x = 0.5, x' = -0.2\n"
                                     "simulate 0..5 { tolerance = 1e-12 }");
  ASSERT_EQ(result.jump_changes.size(), 1U);
  const double reached = result.jump_changes[0].time;
  // A parabola is exact in steps: rounding.
  EXPECT_NEAR(0.5 - 0.2 * reached - reached * reached / 2 - 0.2 - reached, 0.0, 1e-14); // x + x' = 0
  const double x = 0.5 - 0.2 * reached - reached * reached / 2;
  EXPECT_NEAR(result.final.state.q[0], x * std::exp(-(5 - reached)), 1e-12);  // the tolerance, of a decay to 1e-2
  EXPECT_NEAR(result.final.state.q[0] + result.final.state.v[0], 0.0, 1e-15); // it is held on the surface: rounding
}

TEST(Jumps, a_force_that_jumps_with_the_position_is_crossed_at_each_surface) {
  const RunResult swing = point_run("potential V = abs(x)\ninitial x = 1\nsimulate 0..20 { tolerance = 1e-12 }");
  ASSERT_EQ(swing.jump_changes.size(), 7U);
  for (std::size_t k = 0; k < 7; ++k)
    // Ten tolerances (1e-12): seven parabolas, each located to rounding.
    EXPECT_NEAR(swing.jump_changes[k].time, (2 * static_cast<double>(k) + 1) * std::numbers::sqrt2, 1e-11);
  EXPECT_LT(swing.certificate.energy_defect_relative, 1e-12); // parabolas are exact in steps: rounding
  const RunResult stairs = point_run("force F on x = floor(x)\ninitial x = 0.5, x' = 1\nsimulate 0..1.5");
  ASSERT_EQ(stairs.jump_changes.size(), 2U);
  EXPECT_NEAR(stairs.jump_changes[0].time, 0.5, 1e-14); // uniform motion: rounding
  // A parabola is exact in steps: rounding.
  EXPECT_NEAR(stairs.jump_changes[1].time, 0.5 + std::sqrt(3.0) - 1, 1e-13); // t + t²/2 = 1
}

TEST(Jumps, a_selection_between_two_forces_holds_the_speed_at_which_they_change) {
  const RunResult result =
      point_run("force F on x = if x' < 1 then 2 else -3\ninitial x' = 0\nsimulate 0..2\nplot F vs t");
  EXPECT_EQ(result.outcome, RunOutcome::completed) << result.failure;
  ASSERT_EQ(result.jump_changes.size(), 1U);
  EXPECT_EQ(result.jump_changes[0].kind, Change::slides);
  EXPECT_NEAR(result.jump_changes[0].time, 0.5, 1e-14);  // uniform acceleration is exact in steps: rounding
  EXPECT_NEAR(result.jump_changes[0].value, 0.6, 1e-12); // 2·0.6 − 3·0.4 = 0; one quotient of two forces: rounding
  EXPECT_NEAR(result.final.state.q[0], 1.75, 1e-13);     // polynomials on both sides of the jump: rounding
  EXPECT_NEAR(result.final.accelerations[0], 0.0, 1e-13);
}

TEST(Jumps, on_a_step_of_a_staircase_the_rate_is_held_at_its_own_level) {
  // From rest at x = 1 the force 1/2 - x drives the rate to -1/4, where 4x' is -1 and both sides push back: it stays.
  const RunResult result = point_run("force F on x = -x - 1/2*floor(4*x')\ninitial x = 1\n"
                                     "simulate 0..3 { tolerance = 1e-12 }");
  EXPECT_EQ(result.outcome, RunOutcome::completed) << result.failure;
  ASSERT_GE(result.jump_changes.size(), 2U);
  EXPECT_EQ(result.jump_changes[0].kind, Change::slides);
  EXPECT_NEAR(result.jump_changes[0].time, std::numbers::pi / 6, 1e-12); // x = (1 + cos t)/2; the tolerance
  // The force of the stairs is 1 below the surface and 1/2 above it: they hold the rate until x is 1/2.
  const double reached = (1 + std::cos(std::numbers::pi / 6)) / 2;
  EXPECT_EQ(result.jump_changes[1].kind, Change::leaves);
  EXPECT_NEAR(result.jump_changes[1].time, std::numbers::pi / 6 + 4 * (reached - 0.5), 1e-11); // ten tolerances (1e-12)
  EXPECT_LT(result.certificate.energy_defect_relative, 1e-11);
  for (const std::string stairs : {"-floor(4*x')", "ceil(-4*x')", "-round(4*x' - 1/2)"}) {
    const RunResult other =
        point_run("force F on x = -x + 1/2*(" + stairs + ")\ninitial x = 1\nsimulate 0..3 { tolerance = 1e-12 }");
    EXPECT_EQ(other.outcome, RunOutcome::completed) << stairs << ": " << other.failure;
    // 100 tolerances (1e-12): stairs that are written otherwise end steps elsewhere.
    EXPECT_NEAR(other.final.state.q[0], result.final.state.q[0], 1e-10) << stairs;
    EXPECT_TRUE(other.certificate.failed.empty()) << stairs;
  }
}

TEST(Jumps, a_resistance_of_the_root_of_the_speed_stops_a_block_and_lets_it_go_again) {
  // x'' = -c sqrt(x'), as of an orifice: sqrt(x') = sqrt(v) - c t/2 is 0 at t = 2 sqrt(v)/c, at x = 2 v^(3/2)/(3 c).
  for (const auto& [c, v] : {std::pair{1.5, 1.0}, {0.4, 0.09}, {3.0, -4.0}}) {
    const RunResult result =
        point_run(fmt::format("force R on x = -{}*sqrt(abs(x'))*sign(x')\ninitial x' = {}\nsimulate 0..5", c, v));
    EXPECT_EQ(result.outcome, RunOutcome::completed) << result.failure;
    const double size = std::abs(v);
    // Ten tolerances (1e-9); where the force begins as a root, steps are short.
    EXPECT_NEAR(result.final.state.q[0], std::copysign(2 * size * std::sqrt(size) / (3 * c), v), 1e-8);
    EXPECT_EQ(result.final.state.v[0], 0.0);
  }
  const RunResult pushed = point_run("force R on x = -sqrt(abs(x'))*sign(x') + heaviside(t - 3)\ninitial x' = 1\n"
                                     "simulate 0..30");
  EXPECT_EQ(pushed.outcome, RunOutcome::completed) << pushed.failure;
  // The force is a root: it comes to its balance from below as e^(−t/2) in 27 s, 1e-6.
  EXPECT_NEAR(pushed.final.state.v[0], 1.0, 1e-4); // where the resistance is as large as the push
}

TEST(Jumps, two_surfaces_are_slid_on_at_once_where_the_inertia_couples_them) {
  const RunResult result = Session("model.mech", R"(model Two
coord x, y
kinetic T = 1/2*x'^2 + 1/2*y'^2 + 1/4*x'*y'
force F on x = -sign(x') + 0.2*sin(t)
force G on y = -sign(y') + 0.3*cos(t)
initial x' = 1, y' = -0.7
simulate 0..5
)")
                               .run({});
  EXPECT_EQ(result.outcome, RunOutcome::completed);
  ASSERT_EQ(result.jump_changes.size(), 2U);
  EXPECT_NEAR(result.final.state.v[0], 0.0, 1e-15); // it is held on the surface: rounding
  EXPECT_NEAR(result.final.state.v[1], 0.0, 1e-15);
  EXPECT_LT(result.certificate.energy_defect_relative, 1e-10); // a tenth of the default tolerance
}

TEST(Jumps, the_same_block_by_friction_and_by_sign_makes_the_same_motion) {
  const std::string head = "model Same\nparam m = 1, g = 9.81, mu = 0.2\ncoord x, y\n"
                           "kinetic T = 1/2*m*(x'^2 + y'^2)\npotential V = m*g*y + 20*x^2\nconstraint floor: y = 0\n"
                           "force push on x = 3*sin(2*t)\n";
  const std::string tail = "initial x = 0.1, x' = 0.5\nsimulate 0..8 { tolerance = 1e-12 }\n";
  const RunResult law = Session("law.mech", head +
                                                "reaction N of floor conjugate y'\n"
                                                "friction F of N conjugate x' { coefficient = mu }\n" +
                                                tail)
                            .run({});
  const RunResult written = Session("sign.mech", head + "force F on x = -mu*m*g*sign(x')\n" + tail).run({});
  ASSERT_EQ(law.friction_changes.size(), written.jump_changes.size());
  EXPECT_GT(law.friction_changes.size(), 4U);
  for (std::size_t k = 0; k < law.friction_changes.size(); ++k)
    EXPECT_NEAR(law.friction_changes[k].time, written.jump_changes[k].time, 1e-10); // 100 tolerances (1e-12)
  EXPECT_NEAR(law.final.state.q[0], written.final.state.q[0], 1e-10);
}

TEST(Jumps, a_blow_takes_the_motion_off_the_surface_that_it_slides_on) {
  // A block held by dry friction is struck with e = 1/2: q' = 3/4 behind, and F/m = 4 stops it 0.0703 m farther on.
  const RunResult struck = Session("model.mech", R"(param F = 4
coord q, z
kinetic T = 1/2*(q'^2 + z'^2)
force u = -F*sign(q') conjugate q'
constraint stop: q - z >= 0 { restitution = 1/2 }
initial q = 0, q' = 0, z = -0.5, z' = 1
simulate 0..0.7 { tolerance = 1e-12 }
)")
                               .run({});
  EXPECT_NEAR(struck.final.state.q[0], 0.75 * 0.75 / 8, 1e-12); // parabolas are exact in steps: rounding
  EXPECT_NEAR(struck.final.state.q[1], 0.25 * 0.2, 1e-12);
  EXPECT_EQ(struck.final.state.v[0], 0.0);
  EXPECT_TRUE(struck.certificate.failed.empty());
}

TEST(Jumps, a_constraint_imposed_on_a_slid_rate_takes_the_motion_off_its_surface) {
  const RunResult locked = Session("model.mech", R"(coord q, z
kinetic T = 1/2*(q'^2 + z'^2)
force u = -sign(q') conjugate q'
constraint lock: q' = z' from 0.5 until 0.6
initial q = 0, q' = 0, z = 0, z' = 1
simulate 0..0.6 { tolerance = 1e-12 }
)")
                               .run({});
  // Both go on at half the speed, and half of the friction holds each back.
  EXPECT_NEAR(locked.final.state.v[0], 0.5 - 0.05, 1e-11); // ten tolerances (1e-12)
  EXPECT_NEAR(locked.final.state.q[0], 0.05 - 0.5 * 0.5 * 0.01, 1e-11);
  EXPECT_TRUE(locked.certificate.failed.empty());
}

TEST(Jumps, beside_a_contact_are_drawn) {
  Session session("model.mech", R"(coord x, y
kinetic T = 1/2*(x'^2 + y'^2)
force u = -sign(y') conjugate y'
constraint head: x - y >= 0 { restitution = 1/2 }
initial x = 1, y = 0, x' = 0, y' = 1/2
simulate 0..1
)");
  EXPECT_FALSE(session.picture_page({}).frames.rows.empty());
}

TEST(Jumps, a_surface_that_pushes_away_at_the_start_is_said_to_be_ambiguous) {
  EXPECT_THAT(end_of("force F on x = sign(x')\nsimulate 0..1"),
              HasSubstr("the motion may go on to different sides of x' = 0 at t = 0 s, where sign(x') jumps"));
  EXPECT_EQ(end_of("potential V = abs(x)\nsimulate 0..1"), ""); // it rests in the kink
}

} // namespace
} // namespace dalembert
