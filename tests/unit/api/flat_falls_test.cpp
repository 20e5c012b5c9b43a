// A box that falls flat while one of its corners slides on the floor.
#include <dalembert/api/session.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace dalembert {
namespace {

/// 1 kg, 0.6 by 1.0; the lower corners of its fall are 2 and 3.
std::string falling_box(const std::string& initial) {
  std::string out = R"(model Box
param m = 1, g = 9.81, b = 0.3, h = 0.5
coord x, y, th
kinetic T = 1/2*m*(x'^2+y'^2) + 1/6*m*(b^2+h^2)*th'^2
potential V = m*g*y
)";
  for (const std::string corner : {"0", "1", "2", "3"}) {
    const std::string across = corner < "2" ? "1" : "(-1)";
    const std::string up = corner == "0" || corner == "2" ? "1" : "(-1)";
    out += "let cx" + corner + " = x + " + across + "*b*cos(th) - " + up + "*h*sin(th)\n";
    out += "let cy" + corner + " = y + " + across + "*b*sin(th) + " + up + "*h*cos(th)\n";
    out += "constraint c" + corner + ": cy" + corner + " >= 0\n";
    out += "reaction N" + corner + " of c" + corner + " conjugate cy" + corner + "'\n";
    out += "friction F" + corner + " of N" + corner + " conjugate cx" + corner + "' { coefficient = 1 }\n";
  }
  return out + initial + "\nsimulate 0..1.5\n";
}

// Corner 2 would be let go while it slides and is pressed once it sticks; at the end nothing moves, and that is enough.
TEST(FlatFalls, a_box_that_falls_on_its_side_while_a_corner_slides_lies) {
  const RunResult result =
      Session("model.mech", falling_box("initial x = 0, y = 1.2431, th = 1.1441, x' = 1.3925, th' = 2.7573")).run({});
  EXPECT_EQ(result.outcome, RunOutcome::completed) << result.failure;
  EXPECT_EQ(std::ranges::count(result.warnings, "W0836", &Diagnostic::code), 1);
  ASSERT_EQ(result.contact_impacts.size(), 2U);
  const ImpactReport& flat = result.contact_impacts[1].report;
  const double struck = flat.impulses[3]; // of corner 3
  const double pressed = flat.multiplier_impulses[2];
  // Four digits are told, of a fall that amplifies what is left of the initial values.
  EXPECT_NEAR(struck, 1.9365, 1e-3);
  EXPECT_NEAR(pressed, 0.1267, 1e-3);
  // Balances of the impact: rounding of 2 N·s and of its works.
  EXPECT_NEAR(struck + pressed, -flat.before.v[1], 1e-12);
  double friction = 0.0;
  double works = 0.0;
  for (std::size_t i = 4; i < 8; ++i)
    friction += flat.impulses[i];
  for (const double work : flat.works)
    works += work;
  EXPECT_NEAR(friction, -flat.before.v[0], 1e-12);
  EXPECT_NEAR(flat.impulses[7] * pressed, flat.impulses[6] * struck, 1e-12);
  EXPECT_NEAR(works, result.contact_impacts[1].work, 1e-12);
  for (const double rate : result.final.state.v)
    EXPECT_NEAR(rate, 0.0, 1e-12); // at rest: rounding
  // Free flights are exact in steps; one corner is a pivot, at the tolerance 1e-9 of a short turn.
  EXPECT_LT(result.certificate.energy_defect_relative, 1e-11);
}

} // namespace
} // namespace dalembert
