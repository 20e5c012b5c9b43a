// Frictions at rest whose slips depend on one another: a ladder, and one that is climbed.
#include <dalembert/api/session.h>
#include <dalembert/base/errors.h>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace dalembert {
namespace {

/// A uniform rod that leans from a rough floor on a rough wall, by equations or by contacts.
std::string ladder(double degrees, const char* relation, const std::string& rest) {
  return fmt::format(R"(model Ladder
param m = 10 [kg], P = 70 [kg], l = 2 [m], g = 9.81 [m/s^2], muA = 0.5, muB = 0.3, a0 = {0} [deg], v = 0.5 [m/s]
coord x [m], y [m], q [rad]
kinetic T = 1/2*m*(x'^2 + y'^2) + 1/6*m*l^2*q'^2
potential V = m*g*y
let xA = x + l*cos(q)
let yA = y - l*sin(q)
let xB = x - l*cos(q)
let yB = y + l*sin(q)
let xM = xA - v*t*cos(q)
let yM = yA + v*t*sin(q)
constraint floor: yA {1} 0
constraint wall: xB {1} 0
reaction NA [N] of floor conjugate yA'
reaction NB [N] of wall conjugate xB'
friction FA [N] of NA conjugate xA' {{ coefficient = muA }}
friction FB [N] of NB conjugate yB' {{ coefficient = muB }}
initial q = a0, x = l*cos(a0), y = l*sin(a0), x' ~ 0, y' ~ 0, q' ~ 0
{2}
)",
                     degrees, relation, rest);
}

RunResult ladder_run(const std::string& model, const std::string& method = "rk8") {
  RunOptions options;
  options.method = method;
  return Session("ladder.mech", model).run(options);
}

TEST(DependentFrictions, a_ladder_rests_where_forces_within_the_bounds_can_hold_it) {
  const double limit = std::atan((1 - 0.5 * 0.3) / (2 * 0.5)) * 180 / std::numbers::pi; // 40.36°
  for (const char* const relation : {"=", ">="})
    for (const double beside : {-0.01, 0.01, 20.0}) {
      const RunResult result = ladder_run(ladder(limit + beside, relation, "simulate 0..0.5 [s]"));
      EXPECT_EQ(result.outcome, RunOutcome::completed) << result.failure;
      const bool rests = beside > 0;
      // What rests is at rest to rounding; what slips is far above.
      EXPECT_EQ(std::abs(result.final.state.v[2]) < 1e-12, rests) << relation << beside;
      EXPECT_EQ(std::ranges::count(result.warnings, "W0828", &Diagnostic::code), rests ? 1 : 0);
      if (!rests) continue;
      const std::vector<double>& normal = result.final.reactions;
      // A force may pass its bound by 1e-10 of it.
      EXPECT_LE(std::abs(result.final.frictions[0]), 0.5 * normal[0] * (1 + 1e-9));
      EXPECT_LE(std::abs(result.final.frictions[1]), 0.3 * normal[1] * (1 + 1e-9)); // as above
      // Forces of 100 N: rounding.
      EXPECT_NEAR(normal[0] + result.final.frictions[1], 10 * 9.81, 1e-9); // what is determined
      EXPECT_NEAR(normal[1] + result.final.frictions[0], 0, 1e-9);
    }
}

TEST(DependentFrictions, a_ladder_begins_to_slide_at_both_ends_under_whom_who_climbs_too_high) {
  const double normal_floor = 80 * 9.81 / (1 + 0.5 * 0.3);
  const double normal_wall = 0.5 * normal_floor;
  const double angle = 55 * std::numbers::pi / 180;
  const double height = (4 * normal_wall * (std::tan(angle) + 0.3) - 10 * 9.81 * 2) / (70 * 9.81); // along the ladder
  const std::string climbed = "kinetic T2 = 1/2*P*(xM'^2 + yM'^2)\npotential V2 = P*g*yM\nsimulate 0..6.5 [s]";
  for (const char* const method : {"rk8", "taylor", "radau9"})
    for (const char* const relation : {"=", ">="}) {
      const RunResult result = ladder_run(ladder(55, relation, climbed), method);
      EXPECT_EQ(result.outcome, RunOutcome::completed) << result.failure;
      ASSERT_EQ(result.friction_changes.size(), 4U) << method << relation;
      for (const std::size_t i : {2U, 3U}) {
        EXPECT_EQ(result.friction_changes[i].kind, FrictionChange::Kind::slides);
        // Forces are linear in t; one may pass its bound by 1e-10 of it.
        EXPECT_NEAR(result.friction_changes[i].time, height / 0.5, 1e-9) << method << relation;
      }
      // It has begun to slide: the threshold is far above rounding.
      EXPECT_LT(result.final.state.v[2], -0.01);
      EXPECT_TRUE(result.certificate.failed.empty());
    }
}

TEST(DependentFrictions, larger_static_coefficients_are_refused_by_name) {
  std::string model = ladder(60, "=", "simulate 0..1 [s]");
  model.replace(model.find("{ coefficient = muA }"), 21, "{ coefficient = muA; static_coefficient = 0.6 }");
  try {
    static_cast<void>(ladder_run(model));
    FAIL();
  } catch (const SolveError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("the slips of FA, FB are 0"));
  }
}

} // namespace
} // namespace dalembert
