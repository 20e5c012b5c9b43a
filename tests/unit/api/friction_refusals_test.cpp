// Frictions whose motion or force the model does not determine.
#include <dalembert/api/session.h>
#include <dalembert/base/errors.h>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace dalembert {
namespace {

std::string friction_refusal(const std::string& model) {
  try {
    return Session("model.mech", model).run({}).failure;
  } catch (const ModelError& error) {
    return error.diagnostics().front().code + " " + error.diagnostics().front().message;
  } catch (const SolveError& error) {
    return error.what();
  }
}

std::string block_on_a_floor(const std::string& rest) {
  return "model Block\nparam m = 2, g = 9.81\ncoord x, y\nkinetic T = 1/2*m*(x'^2 + y'^2)\npotential V = m*g*y\n"
         "constraint floor: y = 0\nreaction N of floor conjugate y'\n" +
         rest;
}

TEST(FrictionRefusals, a_uniform_rod_has_painleves_paradox_above_four_thirds_and_says_where) {
  const auto rod = [](double mu) {
    return fmt::format(R"(model Rod
param m = 1, l = 0.5, g = 9.81
coord x, y, th
kinetic T = 1/2*m*(x'^2 + y'^2) + 1/2*(1/3*m*l^2)*th'^2
potential V = m*g*y
constraint floor: y - l*sin(th) = 0
reaction N of floor conjugate y' - l*th'*cos(th)
friction F of N conjugate x' + l*th'*sin(th) {{ coefficient = {} }}
initial x = 0, th = atan(2), x' = 1, th' = 0
simulate 0..1e-4
)",
                       mu);
  };
  EXPECT_EQ(friction_refusal(rod(4.0 / 3 - 1e-3)), "");
  EXPECT_THAT(friction_refusal(rod(4.0 / 3 + 1e-3)),
              testing::HasSubstr("Coulomb's law for F of N has 2 solutions at t = 0 s: Painlevé"));
}

TEST(FrictionRefusals, a_static_coefficient_below_that_of_sliding_makes_no_sense) {
  EXPECT_THAT(friction_refusal(block_on_a_floor("friction F of N conjugate x' { coefficient = 0.3; static_coefficient "
                                                "= 0.2 }\ninitial x' = 1\nsimulate 0..1")),
              testing::HasSubstr(
                  "E0712 the static coefficient of F, 0.2, is smaller than its coefficient while it slides, 0.3"));
}

TEST(FrictionRefusals, a_slip_that_a_constraint_holds_leaves_the_force_undetermined) {
  EXPECT_THAT(friction_refusal(block_on_a_floor("constraint hold: x' = 0\nfriction F of N conjugate x' { coefficient = "
                                                "0.3 }\nsimulate 0..1")),
              testing::HasSubstr("the constraints hold the slip of F at 0 at t = 0 s whatever its force is"));
}

} // namespace
} // namespace dalembert
