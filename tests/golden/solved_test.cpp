#include <dalembert/textbook/solved_form.h>

#include "printed_model.h"

#include <gmock/gmock.h>

#include <map>

namespace dalembert::test {
namespace {

std::map<std::string, std::string> solved(const std::string& path) {
  std::map<std::string, std::string> out;
  for (const SolvedUnknown& u : solved_form(PrintedModel(path).equations))
    out[u.name] = u.value ? written(*u.value) : "";
  return out;
}

TEST(SolvedForm, a_ball_on_a_turntable_is_accelerated_across_its_velocity) {
  const auto s = solved("seeds/s0_sphere_turntable.mech");
  EXPECT_EQ(s.at("x''"), "-2/7*Omega*y'");
  EXPECT_EQ(s.at("y''"), "2/7*Omega*x'");
  EXPECT_EQ(s.at("lambda.slip_x"), "-2/7*m*Omega*y'");
}

TEST(SolvedForm, rates_are_eliminated_where_the_constraints_shorten_what_holds_on_them) {
  const auto s = solved("seeds/s0_rolling_sphere.mech");
  EXPECT_EQ(s.at("x''"), "5/7*g_x");
  EXPECT_EQ(s.at("lambda.slip1"), "-2/7*m*(g_x*cos(psi) + g_y*sin(psi))");
  EXPECT_EQ(solved("seeds/s1_bead_hoop.mech").at("theta''"), "-g*sin(theta)/r"); // r' = 0
}

TEST(SolvedForm, the_rolling_coin_turns_by_its_lean) {
  const auto s = solved("seeds/s2_rolling_coin.mech");
  EXPECT_EQ(s.at("psi''"), "-2*phi'*theta'/cos(phi)");
  EXPECT_EQ(s.at("phi''"), "cos(phi)*(sin(phi)*psi' + 6/5*theta')*psi' + 4/5*g*sin(phi)/r");
}

TEST(SolvedForm, the_sleigh_has_the_same_solution_whichever_way_its_constraint_is_written) {
  const auto s = solved("seeds/s0_chaplygin_sleigh.mech");
  EXPECT_EQ(s.at("theta''"), "-m*b*(cos(theta)*x' + sin(theta)*y')*theta'/I_C");
  EXPECT_EQ(s.at("lambda.blade"), "(1 - m*b^2/I_C)*m*(cos(theta)*x' + sin(theta)*y')*theta'");
  const auto printed = solved("seeds/s0_chaplygin_sleigh_printed.mech"); // y' = x'·tan θ
  EXPECT_EQ(printed.at("theta''"), "-m*b*x'*theta'/(I_C*cos(theta))");
}

TEST(SolvedForm, textbook_solutions_come_out_in_lowest_terms) {
  EXPECT_EQ(solved("gallery/kepler.mech").at("x''"), "-mu*x/sqrt(x^2 + y^2)^3");
  EXPECT_EQ(solved("gallery/pendulum_xy.mech").at("lambda.rod"),
            "m*(g*y*(x^2 + y^2) - (y*x' - x*y')^2)/sqrt(x^2 + y^2)^3");
  EXPECT_EQ(solved("seeds/s4_spring_pendulum.mech").at("r''"), "r*theta'^2 + k*(a - r)/m + g*cos(theta)");
  EXPECT_EQ(solved("seeds/s4_rigid_link.mech").at("x2''"),
            "m1*(x1 - x2)*((x1' - x2')^2 + (y1' - y2')^2 + (z1' - z2')^2)/"
            "((m1 + m2)*((x1 - x2)^2 + (y1 - y2)^2 + (z1 - z2)^2))");
}

TEST(SolvedForm, what_has_no_single_or_short_solution_is_left_out) {
  for (const auto* model : {"seeds/c05_four_legged_table.mech",  // redundant legs
                            "seeds/s3_collar_beam_coulomb.mech", // friction
                            "gallery/n_pendulum.mech"})
    for (const auto& [name, text] : solved(model))
      EXPECT_EQ(text, "") << model << " " << name;
}

TEST(SolvedForm, every_solution_of_the_seeds_passes_its_proof) {
  std::map<std::string, int> seen;
  for (const auto& row : table("shortest.txt"))
    if (seen[row.at(0)]++ == 0) {
      EXPECT_NO_THROW(solved(row.at(0)));
    }
  EXPECT_GT(seen.size(), 25U);
}

} // namespace
} // namespace dalembert::test
