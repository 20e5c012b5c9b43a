#include <dalembert/derivation/form_table.h>
#include <dalembert/textbook/form_text.h>

#include "printed_model.h"

#include <gmock/gmock.h>

#include <map>

namespace dalembert::test {
namespace {

using testing::HasSubstr;

/// The lines of one kind in one form of a model.
using Lines = std::map<std::string, std::string>;

Lines lines(const PrintedModel& model, Form form, PartKind kind) {
  const MotionForm derived = derive_form(model.equations, form);
  Lines out;
  for (const FormText& text : form_text(model.equations, derived))
    if (text.kind == kind) {
      EXPECT_TRUE(text.line) << text.name;
      out[text.name] = text.line->left == text.name ? text.line->right : text.line->text();
    }
  return out;
}

std::string refusal(const PrintedModel& model, Form form) {
  try {
    static_cast<void>(derive_form(model.equations, form));
  } catch (const ModelError& error) {
    const Diagnostic& d = error.diagnostics().front();
    return d.code + " " + d.message + "\n" + d.note + "\n" + d.help;
  }
  return "applies";
}

TEST(Forms, the_naive_reduction_of_the_coin_lacks_two_terms_and_says_which) {
  const PrintedModel coin("seeds/s2_rolling_coin.mech");
  const Lines missing = lines(coin, Form::naive, PartKind::correction);
  EXPECT_EQ(missing.at("E.theta"), "-m*r^2*cos(phi)*psi'*phi'");
  EXPECT_EQ(missing.at("E.psi"), "m*r^2*cos(phi)*phi'*theta'");
  EXPECT_EQ(missing.at("E.phi"), "0");
  const Lines wrong = lines(coin, Form::naive, PartKind::naive_equation);
  EXPECT_EQ(wrong.at("theta"), "theta'' + sin(phi)*psi'' + cos(phi)*psi'*phi' = 0");
  const Lines right = lines(coin, Form::voronets, PartKind::equation);
  EXPECT_EQ(right.at("theta"), "3*theta'' + 3*sin(phi)*psi'' + 5*cos(phi)*psi'*phi' = 0");
  EXPECT_TRUE(derive_form(coin.equations, Form::naive).is_refuted);
}

TEST(Forms, the_naive_reduction_is_allowed_for_a_cylinder_and_wrong_for_a_sleigh) {
  EXPECT_FALSE(derive_form(PrintedModel("seeds/s1_rolling_cylinder.mech").equations, Form::naive).is_refuted);
  EXPECT_TRUE(derive_form(PrintedModel("seeds/s0_chaplygin_sleigh.mech").equations, Form::naive).is_refuted);
}

TEST(Forms, the_naive_reduction_of_the_sphere_is_right_exactly_without_vertical_spin) {
  const PrintedModel sphere("seeds/s0_rolling_sphere.mech");
  const Lines missing = lines(sphere, Form::naive, PartKind::correction);
  EXPECT_EQ(missing.at("E.psi"), "0");
  // Each holds the factor C1 = psi' + phi' cos theta; S0's own words, errata 3.
  EXPECT_EQ(missing.at("E.theta"), "-m*r^2*sin(theta)*(psi' + cos(theta)*phi')*phi'");
  EXPECT_EQ(missing.at("E.phi"), "m*r^2*sin(theta)*(psi' + cos(theta)*phi')*theta'");
}

TEST(Forms, eulers_equations_come_out_of_hamels_with_constant_structure_coefficients) {
  const PrintedModel body("seeds/s4_euler_rigid_body.mech", "speed w1 = wx, w2 = wy, w3 = wz");
  const Lines euler = lines(body, Form::hamel, PartKind::equation);
  EXPECT_EQ(euler.at("w1"), "Ix*w1' + (Iz - Iy)*w2*w3 = 0");
  EXPECT_EQ(euler.at("w2"), "Iy*w2' + (Ix - Iz)*w1*w3 = 0");
  EXPECT_EQ(euler.at("w3"), "Iz*w3' + (Iy - Ix)*w1*w2 = 0");
  const Lines structure = lines(body, Form::hamel, PartKind::structure);
  EXPECT_EQ(structure, (Lines{{"c.w1(w2, w3)", "1"}, {"c.w2(w1, w3)", "-1"}, {"c.w3(w1, w2)", "1"}}));
}

TEST(Forms, the_coin_in_quasi_velocities_turns_as_the_books_say) {
  const PrintedModel coin("seeds/s2_rolling_coin.mech",
                          "speed W1 = phi', W2 = theta' + psi'*sin(phi), W3 = psi'*cos(phi)");
  const Lines hamel = lines(coin, Form::hamel, PartKind::equation);
  EXPECT_EQ(hamel.at("W2"), "3/2*W2' + W1*W3 = 0");
}

TEST(Forms, the_sleigh_reduces_to_two_equations_in_its_own_speeds) {
  const PrintedModel sleigh("seeds/s0_chaplygin_sleigh.mech");
  const Lines hamel = lines(sleigh, Form::hamel, PartKind::equation);
  EXPECT_EQ(hamel.at("u"), "u' - b*theta'^2 = 0");
  EXPECT_EQ(hamel.at("theta"), "I_C*theta'' + m*b*theta'*u = 0");
  EXPECT_EQ(lines(sleigh, Form::eliminated, PartKind::equation).size(), 2U);
}

TEST(Forms, canonical_equations_of_moving_foundations_have_the_right_hamiltonian) {
  const PrintedModel x("seeds/s4_moving_foundation_uniform_x.mech");
  EXPECT_EQ(lines(x, Form::hamilton, PartKind::canonical).at("x'"), "p.x/m");
  const PrintedModel y("seeds/s4_moving_foundation_uniform_y.mech");
  EXPECT_EQ(lines(y, Form::hamilton, PartKind::canonical).at("y'"), "p.y/m - U");
}

TEST(Forms, constrained_momenta_change_by_the_multipliers) {
  const PrintedModel pendulum("gallery/pendulum_xy.mech");
  const Lines canonical = lines(pendulum, Form::hamilton, PartKind::canonical);
  EXPECT_THAT(canonical.at("p.x'"), HasSubstr("lambda.rod"));
}

TEST(Forms, a_spherical_pendulum_moves_in_its_effective_potential) {
  const PrintedModel pendulum("gallery/spherical_pendulum.mech");
  const Lines effective = lines(pendulum, Form::routh, PartKind::effective_potential);
  EXPECT_THAT(effective.at("V_eff"), HasSubstr("p.phi^2"));
}

TEST(Forms, what_does_not_apply_says_why_in_the_words_of_the_model) {
  const PrintedModel sleigh("seeds/s0_chaplygin_sleigh.mech");
  EXPECT_THAT(refusal(sleigh, Form::routh), HasSubstr("no coordinate has a constant momentum"));
  EXPECT_THAT(refusal(sleigh, Form::routh), HasSubstr("theta: it occurs in L"));
  const PrintedModel coin("seeds/s2_rolling_coin.mech");
  EXPECT_THAT(refusal(coin, Form::hamel), HasSubstr("declares no quasi-velocity"));
  EXPECT_THAT(refusal(PrintedModel("seeds/s2_rolling_coin.mech", "speed s = sqrt(x'^2 + y'^2)"), Form::hamel),
              HasSubstr("no declared speed is linear"));
  const PrintedModel nonlinear("gallery/appell_hamel.mech");
  EXPECT_THAT(refusal(nonlinear, Form::eliminated), HasSubstr("constraint slope is not linear in the rates"));
  EXPECT_THAT(refusal(nonlinear, Form::hamilton), HasSubstr("applies"));
  EXPECT_THAT(refusal(PrintedModel("gallery/kepler.mech"), Form::naive), HasSubstr("no constraint"));
  EXPECT_THAT(refusal(PrintedModel("seeds/c05_four_legged_table.mech"), Form::voronets),
              HasSubstr("leave no speed free"));
}

} // namespace
} // namespace dalembert::test
