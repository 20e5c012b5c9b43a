#include <dalembert/expr/zero_test.h>

#include "reading.h"

namespace dalembert {
namespace {

const std::string plane_model = "param m = 2\ncoord x, y\nkinetic T = 1/2*m*(x'^2 + y'^2)\n";

Expr checked(const Reading& r, std::size_t check) {
  return r.system().graph->sub(r.study.checks.at(check).left, r.study.checks.at(check).right);
}

TEST(meaning, names_may_be_used_before_they_are_declared) {
  const Reading r = read_right("kinetic T = 1/2*m*v^2\nlet v = x'\ncoord x\nparam m = 2*k, k = 3\n");
  EXPECT_EQ(r.text(r.system().energies[0].value), "1/2*m*x'^2");
  EXPECT_EQ(r.text(*r.system().parameters[0].value), "2*k");
}

TEST(meaning, unicode_names_are_their_ascii_spelling) {
  const Reading r = read_right("coord θ₁\nkinetic T = theta_1'^2\n");
  EXPECT_EQ(r.system().coordinates[0].name, "theta_1");
}

TEST(meaning, a_prime_is_the_total_time_derivative_of_any_expression) {
  const Reading r = read_right(plane_model + "let f = x*sin(y) + t^2\ncheck f' = x'*sin(y) + x*cos(y)*y' + 2*t\n"
                                             "check f'' = der(f'), ddt(x) = x'\n");
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_TRUE(is_zero(*r.system().graph, checked(r, i))) << i;
}

TEST(meaning, a_constraint_is_left_minus_right) {
  const Reading r = read_right(plane_model + "constraint a: x = y\nconstraint b: y = x\nconstraint c: x' = 3\n");
  EXPECT_EQ(r.text(r.system().constraints[0].residual), "x - y");
  EXPECT_EQ(r.text(r.system().constraints[1].residual), "y - x");
  EXPECT_EQ(r.system().constraints[1].kind, ConstraintKind::holonomic);
  EXPECT_EQ(r.system().constraints[2].kind, ConstraintKind::velocity);
}

TEST(meaning, squares_of_rates_that_cancel_are_linear) {
  const Reading r = read_right(plane_model + "constraint c: (x' + y)^2 - x'^2 = 1\n");
  EXPECT_EQ(r.system().constraints[0].kind, ConstraintKind::velocity);
  EXPECT_FALSE(r.system().constraints[0].chetaev);
}

TEST(meaning, a_force_at_a_point_works_on_its_velocity) {
  const Reading r =
      read_right(plane_model + "coord q\nkinetic R = q'^2\nforce F = (1, 2) at (x + cos(q), y) against (0, y)\n");
  ASSERT_EQ(r.system().forces[0].parts.size(), 2U);
  EXPECT_EQ(r.text(r.system().forces[0].parts[0].speed), "x' - q'*sin(q)");
  EXPECT_EQ(r.text(r.system().forces[0].parts[1].speed), "0");
}

TEST(meaning, a_reaction_along_a_direction_has_the_component_of_the_velocity) {
  const Reading r =
      read_right(plane_model + "constraint c: x = y\nreaction (A, B) of c at (x, y) along (1, 0), (3, 4)\n");
  EXPECT_EQ(r.text(r.system().reactions[0].speed), "x'");
  EXPECT_EQ(r.text(r.system().reactions[1].speed), "3*x' + 4*y'");
}

TEST(meaning, derived_names_are_what_mechanics_says) {
  const Reading r =
      read_right(plane_model + "potential V = 3*x + y*x'\nconstraint c: 5*x = y\n"
                               "check p.x = m*x' - y, L = T - V, h = T + 3*x, E = T + 3*x, Qc.x = 5*lambda.c, H = h\n"
                               "check d(T, x') = m*x', d(L, x)' = 0\n");
  for (std::size_t i = 0; i < r.study.checks.size(); ++i)
    EXPECT_TRUE(is_zero(*r.system().graph, checked(r, i))) << r.study.checks[i].text;
}

TEST(meaning, a_users_own_name_wins_over_a_derived_one) {
  const Reading r = read_right("param V = 3, h = 2\ncoord x\nkinetic T = V*x'^2\ncheck h = 2\n");
  EXPECT_EQ(r.text(r.system().energies[0].value), "V*x'^2");
  EXPECT_EQ(r.text(r.study.checks[0].left), "h");
}

TEST(meaning, terms_of_one_kind_add_up_under_their_letter) {
  const Reading r = read_right("coord x\nkinetic T = x'^2\nkinetic rod = 3*x'^2\ncheck T = 4*x'^2, rod = 3*x'^2\n");
  EXPECT_TRUE(is_zero(*r.system().graph, checked(r, 0)));
  EXPECT_TRUE(is_zero(*r.system().graph, checked(r, 1)));
}

TEST(meaning, histories_are_one_symbol_each) {
  const Reading r = read_right(
      plane_model + "dissipation D = x'^2\nforce f on x = 1\nconstraint c: y = 0\n"
                    "reaction N of c conjugate y'\ncheck drift(T) < 1, work(f) > 0, lost(D) > 0, drift(T) < 2\n"
                    "check impulse(N) = 0\n");
  ASSERT_EQ(r.study.derived.size(), 4U);
  EXPECT_EQ(r.study.derived[0].kind, DerivedKind::drift);
  EXPECT_EQ(r.study.derived[1].index, 0);
  EXPECT_EQ(r.study.checks[0].left, r.study.checks[3].left);
}

TEST(meaning, functions_of_the_user_are_written_out_and_unknown_ones_kept) {
  const Reading r = read_right("function x0(t), phi(a, b)\nlet square(a) = a^2\ncoord x\nkinetic T = square(x' + x0')\n"
                               "potential V = phi(x, 2)\ncheck d(V, x) = 0\n");
  EXPECT_EQ(r.text(r.system().energies[0].value), "(x' + x0'(t))^2");
  EXPECT_EQ(r.system().functions.size(), 2U);
  EXPECT_NE(r.text(r.study.checks[0].left), "0");
}

TEST(meaning, conditions_on_the_state_stay_and_those_on_indices_are_decided) {
  const Reading r = read_right("coord x\nkinetic T = x'^2\nlet a = if 1 < 2 then x else 1/0\n"
                               "let b = if x > 0 and not (x > 1 or t < 0) then x else -x\n");
  EXPECT_EQ(r.text(r.system().lets[0].value), "x");
  EXPECT_EQ(r.system().graph->kind(r.system().lets[1].value), NodeKind::select);
}

TEST(meaning, what_is_conserved_is_marked) {
  const Reading r = read_right(plane_model + "check T = const, x < 3 { tolerance = 1e-3 } \"two\"\n");
  EXPECT_TRUE(r.study.checks[0].is_constant);
  EXPECT_EQ(r.study.checks[1].relation, Comparison::less);
  EXPECT_DOUBLE_EQ(*r.study.checks[1].tolerance, 1e-3);
  EXPECT_EQ(r.study.checks[1].description, "two");
}

TEST(meaning, of_very_many_errors_the_first_are_told) {
  std::string model = "coord x\nkinetic T = x'^2\n";
  for (int i = 0; i < 1000; ++i)
    model += "let a" + std::to_string(i) + " = unknown" + std::to_string(i) + "\n";
  const Reading r(model);
  ASSERT_EQ(r.diagnostics.size(), 201U);
  EXPECT_TRUE(has_errors(r.diagnostics));
  EXPECT_EQ(r.diagnostics.back().code, "E0119");
}

TEST(meaning, a_model_without_name_has_a_study_all_the_same) {
  EXPECT_EQ(read_right("coord x\nkinetic T = x'^2\n").system().name, "");
}

TEST(Meaning, of_a_check_on_several_lines_is_told_on_one) {
  const Reading r("model M\ncoord x [m]\nkinetic T = 1/2*1 [kg]*x'^2\n"
                  "check x''  # inertia\n      + x'*0 [1/s]\t\n  = 0 [m/s^2] \"free\"\n");
  ASSERT_EQ(r.study.checks.size(), 1U);
  EXPECT_EQ(r.study.checks[0].text, "x'' + x'*0 [1/s] = 0 [m/s^2]");
}

TEST(Meaning, of_points_where_forces_act_is_kept_as_expressions) {
  const Reading model =
      read_right("param l = 1, k = 2\ncoord x, y, u\nlet X = x + l\nkinetic T = 1/2*(x'^2 + y'^2 + u'^2)\n"
                 "constraint c: x = u\nreaction (A, B) of c at (X, y) against (u, 0) along (1, k), (0, 1)\n"
                 "reaction C of c conjugate x'\nforce F = (k, 0) at (x, y)\nforce G on u = k\n");
  const auto texts = [&](const std::vector<Expr>& all) {
    std::string out;
    for (const Expr e : all)
      out += model.text(e) + ";";
    return out;
  };
  const System& system = model.system();
  EXPECT_EQ(texts(system.reactions[0].application->at), "l + x;y;");
  EXPECT_EQ(texts(system.reactions[0].application->along), "1;k;");
  EXPECT_EQ(texts(system.reactions[1].application->along), "0;1;");
  EXPECT_EQ(texts(system.reactions[1].application->against), "u;0;");
  EXPECT_FALSE(system.reactions[2].application.has_value());
  EXPECT_EQ(texts(system.forces[0].application->at), "x;y;");
  EXPECT_TRUE(system.forces[0].application->along.empty());
  EXPECT_FALSE(system.forces[1].application.has_value());
}

TEST(meaning, impacts_and_contacts_without_a_law_have_that_of_the_run) {
  const std::string contacts = plane_model + "constraint floor: y >= 0 { restitution = 1/2 }\n"
                                             "constraint wall: x >= 0 { law = newton; restitution = 1/2 }\n";
  const std::string run = "initial x = 1, y = 1\nsimulate 0..1 ";
  const Reading poisson = read_right(contacts + run + "{ impacts = poisson; max_impacts = 50 }\n");
  EXPECT_EQ(poisson.system().impacts[0].law, ImpactLaw::poisson);
  EXPECT_EQ(poisson.system().impacts[1].law, ImpactLaw::newton);
  EXPECT_EQ(poisson.study.simulate->max_impacts, 50U);
  const Reading silent = read_right(contacts + run + "\n");
  EXPECT_EQ(silent.system().impacts[0].law, ImpactLaw::newton);
  EXPECT_FALSE(silent.study.simulate->max_impacts);
  EXPECT_EQ(Reading(contacts + run + "{ impacts = huygens }\n").codes(), "E0803");
  for (const char* const count : {"0", "1.5", "1 [s]"})
    EXPECT_FALSE(Reading(contacts + run + "{ max_impacts = " + count + " }\n").is_clean()) << count;
}

} // namespace
} // namespace dalembert
