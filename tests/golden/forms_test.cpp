#include <dalembert/derivation/form_table.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/zero_test.h>
#include <dalembert/textbook/form_text.h>

#include "printed_model.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <stdexcept>

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
      out[text.name] = written(text.line->left) == text.name ? written(text.line->right) : text.line->text();
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

TEST(Forms, no_text_is_looked_for_beyond_a_number_of_nodes_and_short_parts_keep_theirs) {
  const PrintedModel coin("seeds/s2_rolling_coin.mech");
  const MotionForm hamilton = derive_form(coin.equations, Form::hamilton);
  const std::vector<FormText> all = form_text(coin.equations, hamilton);
  const std::vector<FormText> some = form_text(coin.equations, hamilton, 30);
  ASSERT_EQ(all.size(), some.size());
  std::size_t left_out = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool is_short = size_within(*coin.study->system.graph, hamilton.parts[i].left, 31) <= 30 &&
                          size_within(*coin.study->system.graph, hamilton.parts[i].right, 31) <= 30;
    EXPECT_EQ(some[i].line.has_value(), is_short) << some[i].name;
    if (is_short) {
      EXPECT_EQ(some[i].line->text(), all[i].line->text());
    }
    left_out += is_short ? 0 : 1;
  }
  EXPECT_GT(left_out, 0U);
  EXPECT_LT(left_out, all.size());
}

TEST(Forms, the_naive_reduction_is_called_neither_wrong_nor_allowed_where_that_is_not_decided) {
  // Ten roots and the sign of the time: the zero tests of the corrections draw on one budget, and it is spent.
  const PrintedModel chain("../tests/golden/models/chain_drawn_out.mech");
  const MotionForm naive = derive_form(chain.equations, Form::naive);
  EXPECT_FALSE(naive.is_refuted);
  EXPECT_THAT(naive.notes, testing::Contains(HasSubstr("not decided within the work limit whether the corrections E")));
  EXPECT_THAT(naive.notes, testing::Not(testing::Contains(HasSubstr("allowed here"))));
  EXPECT_THAT(naive.notes, testing::Not(testing::Contains(HasSubstr("WRONG"))));
  const auto shows = [&naive](PartKind kind) { return std::ranges::count(naive.parts, kind, &FormPart::kind); };
  EXPECT_EQ(shows(PartKind::naive_equation), 10);
  EXPECT_EQ(shows(PartKind::equation), 10);
  const MotionForm voronets = derive_form(chain.equations, Form::voronets);
  EXPECT_THAT(voronets.notes,
              testing::Contains(HasSubstr("not decided within the work limit whether these correction")));
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
  const PrintedModel body("seeds/s4_euler_rigid_body.mech");
  const Lines euler = lines(body, Form::hamel, PartKind::equation);
  EXPECT_EQ(euler.at("omega_x"), "Ix*omega_x' + (Iz - Iy)*omega_y*omega_z = 0");
  EXPECT_EQ(euler.at("omega_y"), "Iy*omega_y' + (Ix - Iz)*omega_x*omega_z = 0");
  EXPECT_EQ(euler.at("omega_z"), "Iz*omega_z' + (Iy - Ix)*omega_x*omega_y = 0");
  const Lines structure = lines(body, Form::hamel, PartKind::structure);
  EXPECT_EQ(structure, (Lines{{"c.omega_x(omega_y, omega_z)", "1"},
                              {"c.omega_y(omega_x, omega_z)", "-1"},
                              {"c.omega_z(omega_x, omega_y)", "1"}}));
}

TEST(Forms, the_coin_in_quasi_velocities_turns_as_the_books_say) {
  const PrintedModel coin("seeds/s2_rolling_coin.mech");
  const Lines hamel = lines(coin, Form::hamel, PartKind::equation);
  EXPECT_EQ(hamel.at("omega_2"), "3/2*omega_2' + omega_1*omega_3 = 0");
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

TEST(Forms, the_spherical_pendulum_oscillates_about_steady_circles_as_its_routhian_says) {
  const PrintedModel pendulum("gallery/spherical_pendulum.mech");
  const Lines effective = lines(pendulum, Form::routh, PartKind::effective_potential);
  EXPECT_EQ(effective.at("V_eff"), "p.phi^2/(2*m*l^2*sin(theta)^2) - m*l*g*cos(theta)");
  // V_eff' = 0 fixes p^2; then V_eff'' = m l^2 omega^2 with omega^2 = (g/l)(1 + 3 cos^2)/cos.
  const MotionForm form = derive_form(pendulum.equations, Form::routh);
  const System& system = *pendulum.equations.system;
  Graph& graph = *system.graph;
  Expr potential;
  for (const FormPart& part : form.parts)
    if (part.kind == PartKind::effective_potential) potential = part.right;
  const std::vector<Expr> theta{system.coordinates[0].position};
  ASSERT_EQ(system.coordinates[0].name, "theta");
  const auto named = [&](std::string_view name) {
    for (const Parameter& p : system.parameters)
      if (p.name == name) return p.symbol;
    throw std::runtime_error("no such parameter");
  };
  const Expr c = graph.cos(theta[0]);
  const Expr s = graph.sin(theta[0]);
  const Expr m = named("m");
  const Expr g = named("g");
  const Expr l = named("l");
  // p = m l sin^2 sqrt(g l / cos) on a steady circle.
  const Expr steady = graph.product({m, l, graph.square(s), graph.sqrt(graph.div(graph.mul(g, l), c))});
  const std::vector<Replacement> on_circle{{form.speeds.back(), steady}};
  const Expr slope = gradient(graph, potential, theta)[0];
  const Expr curvature = gradient(graph, slope, theta)[0];
  EXPECT_TRUE(is_zero(graph, substitute(graph, slope, on_circle)));
  const Expr expected =
      graph.div(graph.product({m, g, l, graph.add(graph.one(), graph.scale(Rational(3), graph.square(c)))}), c);
  EXPECT_TRUE(are_equal(graph, substitute(graph, curvature, on_circle), expected));
}

TEST(Forms, the_naive_reduction_of_a_sleigh_without_offset_is_wrong_too) {
  const PrintedModel sleigh("seeds/s0_chaplygin_sleigh.mech");
  const System& system = *sleigh.equations.system;
  Graph& graph = *system.graph;
  std::vector<Replacement> centred;
  for (const Parameter& p : system.parameters)
    if (p.name == "b") centred.push_back({p.symbol, graph.zero()});
  ASSERT_EQ(centred.size(), 1U);
  bool is_wrong = false;
  for (const FormPart& part : derive_form(sleigh.equations, Form::naive).parts)
    if (part.kind == PartKind::correction)
      is_wrong = is_wrong || !is_zero(graph, substitute(graph, part.right, centred));
  EXPECT_TRUE(is_wrong);
}

TEST(Forms, a_rolling_ball_on_a_turntable_is_turned_with_its_inhomogeneous_constraints) {
  const PrintedModel ball("seeds/s0_sphere_turntable.mech");
  const Lines hamel = lines(ball, Form::hamel, PartKind::equation);
  EXPECT_EQ(hamel.at("omega_x"), "r*(7/5*omega_x' - Omega*omega_y) + Omega^2*y = 0");
  EXPECT_EQ(hamel.at("omega_z"), "omega_z' = 0");
  // The pairs of index 0 come from the table's turning.
  EXPECT_EQ(lines(ball, Form::hamel, PartKind::structure).at("c.slip_x(0, omega_x)"), "-r*Omega");
}

TEST(Forms, a_bead_in_the_slot_of_a_turning_table_moves_in_its_effective_potential) {
  const PrintedModel table("seeds/c20_turntable_slot.mech");
  EXPECT_EQ(lines(table, Form::routh, PartKind::kinematics).at("phi'"), "p.phi/(J + m*r^2)");
  EXPECT_EQ(lines(table, Form::routh, PartKind::equation).at("r"), "m*(r'' - p.phi^2*r/(J + m*r^2)^2) + k*(r - a) = 0");
}

TEST(Forms, moving_axes_give_the_modified_equations_with_constant_coefficients) {
  const PrintedModel lamina("seeds/c24_moving_axes.mech");
  const Lines hamel = lines(lamina, Form::hamel, PartKind::equation);
  EXPECT_EQ(hamel.at("u"), "m*(u' - (v + b*w)*w) = F");
  EXPECT_EQ(hamel.at("v"), "v' + b*w' + u*w = 0");
}

TEST(Forms, what_does_not_apply_says_why_in_the_words_of_the_model) {
  const PrintedModel sleigh("seeds/s0_chaplygin_sleigh.mech");
  EXPECT_THAT(refusal(sleigh, Form::routh), HasSubstr("no coordinate is cyclic and free of forces"));
  EXPECT_THAT(refusal(sleigh, Form::routh), HasSubstr("theta: it occurs in L"));
  EXPECT_THAT(refusal(PrintedModel("gallery/kepler.mech"), Form::hamel), HasSubstr("declares no quasi-velocity"));
  EXPECT_THAT(refusal(PrintedModel("gallery/kepler.mech", "speed s = sqrt(x'^2 + y'^2)"), Form::hamel),
              HasSubstr("no declared speed is linear"));
  const PrintedModel nonlinear("gallery/appell_hamel.mech");
  EXPECT_THAT(refusal(nonlinear, Form::eliminated), HasSubstr("constraint slope is not linear in the rates"));
  EXPECT_THAT(refusal(nonlinear, Form::hamilton), HasSubstr("applies"));
  EXPECT_THAT(refusal(PrintedModel("gallery/kepler.mech"), Form::naive), HasSubstr("no constraint"));
  EXPECT_THAT(refusal(PrintedModel("seeds/c05_four_legged_table.mech"), Form::voronets),
              HasSubstr("leave no independent speed"));
}

} // namespace
} // namespace dalembert::test
