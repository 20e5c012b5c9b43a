// Forces that act on several points.
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/zero_test.h>

#include "sketched.h"

#include <gmock/gmock.h>

namespace dalembert {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string two_masses = "param m = 1 [kg], g = 9.81 [m/s^2], l = 1 [m]\n"
                               "coord x1 [m], y1 [m], x2 [m], y2 [m]\n"
                               "kinetic T = 1/2*m*(x1'^2 + y1'^2 + x2'^2 + y2'^2)\npotential V = m*g*(y1 + y2)\n";
const std::string two_bobs = "param M = 3 [kg], m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2], d = 1 [m]\n"
                             "coord x [m], a [rad], b [rad]\n"
                             "let xA = x + l*sin(a)\nlet yA = -l*cos(a)\nlet xB = x + d + l*sin(b)\n"
                             "let yB = -l*cos(b)\nkinetic T = 1/2*M*x'^2 + 1/2*m*(xA'^2 + yA'^2 + xB'^2 + yB'^2)\n"
                             "potential V = m*g*(yA + yB)\n";

/// All solid arrows together have the power of the reactions, R·∂s/∂q′ of each.
void expect_law(const Sketched& s) {
  const System& system = *s.system;
  Graph& graph = *system.graph;
  std::vector<Expr> left(system.coordinates.size(), graph.zero());
  for (const Reaction& reaction : system.reactions) {
    const std::vector<Expr> slopes = gradient(graph, reaction.speed, system.rates());
    for (std::size_t i = 0; i < left.size(); ++i)
      left[i] = graph.sub(left[i], graph.mul(reaction.symbol, slopes[i]));
  }
  const auto add = [&](const Place<Expr>& at, const Place<Expr>& vector, int sign) {
    for (std::size_t k = 0; k < at.size(); ++k) {
      const std::vector<Expr> slopes = gradient(graph, at[k], system.positions());
      for (std::size_t i = 0; i < left.size(); ++i)
        left[i] = graph.add(left[i], graph.scale(Rational(sign), graph.mul(vector[k], slopes[i])));
    }
  };
  for (const DrawnItem<Expr>& item : s.picture.items) {
    const auto* arrow = std::get_if<Arrow<Expr>>(&item.what);
    if (arrow == nullptr || arrow->standing != Standing::solid) continue;
    add(arrow->at, arrow->vector, 1);
    if (!arrow->against.empty()) add(arrow->against, arrow->vector, -1);
  }
  EXPECT_EQ(zero_test(graph, left).verdict, Answer::yes) << s.listing();
}

TEST(shared_forces, of_a_rope_over_a_movable_pulley_act_on_both_masses) {
  const Sketched s(two_masses + "constraint rope: y1 + 2*y2 = -3*l\nreaction S [N] of rope conjugate y1' + 2*y2'\n");
  EXPECT_THAT(s.listing(), HasSubstr("reaction solid S at (x1, y1) along (0, S)\n"));
  EXPECT_THAT(s.listing(), HasSubstr("reaction solid S at (x2, y2) along (0, 2*S)\n"));
  expect_law(s);
}

TEST(shared_forces, of_a_velocity_row_are_what_stands_before_the_velocities) {
  const Sketched s(two_masses +
                   "constraint skate: (x1' + x2')*(y2 - y1) - (y1' + y2')*(x2 - x1) = 0\n"
                   "reaction N [N] of skate conjugate ((x1' + x2')*(y2 - y1) - (y1' + y2')*(x2 - x1))/(2*l)\n");
  EXPECT_THAT(s.listing(), HasSubstr("reaction solid N at (x1, y1)"));
  EXPECT_THAT(s.listing(), HasSubstr("reaction solid N at (x2, y2)"));
  expect_law(s);
}

TEST(shared_forces, of_points_with_a_common_coordinate_follow_from_the_row) {
  const Sketched rod(two_bobs + "let D = sqrt((xA - xB)^2 + (yA - yB)^2)\nconstraint link: D = 6/5*l\n"
                                "reaction S [N] of link conjugate -D'\n");
  EXPECT_THAT(rod.listing(), HasSubstr("reaction solid S at (x + l*sin(a), -l*cos(a))"));
  EXPECT_THAT(rod.listing(), HasSubstr("against (d + x + l*sin(b), -l*cos(b))"));
  expect_law(rod);
  const Sketched mean(two_bobs + "constraint mean: (yA + 3*yB)/2 = -9/5*l\n"
                                 "reaction S [N] of mean conjugate (yA' + 3*yB')/2\n");
  EXPECT_THAT(mean.listing(), HasSubstr("reaction solid S at (x + l*sin(a), -l*cos(a)) along (0, 1/2*S)"));
  EXPECT_THAT(mean.listing(), HasSubstr("reaction solid S at (d + x + l*sin(b), -l*cos(b)) along (0, 3/2*S)"));
  expect_law(mean);
}

TEST(shared_forces, of_a_bob_and_its_cart_are_a_pair_and_no_force_on_the_bob_alone) {
  const Sketched s(two_bobs + "constraint guide: xA - x = 1/5*l\nreaction Q [N] of guide conjugate xA' - x'\n");
  EXPECT_THAT(s.listing(), Not(HasSubstr("along (0, ")));
  EXPECT_THAT(s.listing(), Not(HasSubstr("reaction solid Q at (x + l*sin(a), -l*cos(a)) along (Q, 0)\n")));
}

TEST(shared_forces, on_a_cart_have_no_part_that_its_rail_takes) {
  const std::string cart = "param m = 1 [kg], M = 2 [kg], l = 1 [m]\ncoord X [m], x [m], y [m]\n"
                           "kinetic T = 1/2*M*X'^2 + 1/2*m*(x'^2 + y'^2)\n";
  const Sketched rod(cart + "constraint rod: (x - X)^2 + y^2 = l^2\n"
                            "reaction S [N] of rod conjugate ((x - X)*(x' - X') + y*y')/l\n");
  EXPECT_THAT(rod.listing(), HasSubstr("reaction solid S at (x, y)"));
  EXPECT_THAT(rod.listing(), HasSubstr("against (X, 0)"));
  expect_law(rod);
}

TEST(shared_forces, in_space_of_a_row_that_moves) {
  const Sketched s("param m = 1 [kg], g = 9.81 [m/s^2], w = 1 [rad/s], l = 1 [m]\n"
                   "coord x1 [m], y1 [m], z1 [m], x2 [m], y2 [m], z2 [m]\n"
                   "kinetic T = 1/2*m*(x1'^2 + y1'^2 + z1'^2) + 1/2*m*(x2'^2 + y2'^2 + z2'^2)\n"
                   "constraint c: x1*y2 + 2*l*z2 = l^2*sin(w*t)\n"
                   "reaction N [N] of c conjugate (x1'*y2 + x1*y2')/l + 2*z2'\n");
  EXPECT_THAT(s.listing(), HasSubstr("reaction solid N at (x1, y1, z1) along (y2*N/l, 0, 0)"));
  EXPECT_THAT(s.listing(), HasSubstr("reaction solid N at (x2, y2, z2) along (0, x1*N/l, 2*N)"));
  expect_law(s);
}

TEST(shared_forces, are_not_shown_where_something_else_takes_part) {
  const std::string wheel = "param m = 1 [kg], J = 1 [kg*m^2], R = 1 [m]\ncoord x [m], y [m], a [rad]\n"
                            "kinetic T = 1/2*m*(x'^2 + y'^2) + 1/2*J*a'^2\n";
  const Sketched s(wheel + "constraint c: y + R*a = 0 [m]\nreaction N [N] of c conjugate 2*y' + 2*R*a'\n");
  EXPECT_THAT(s.listing(), Not(HasSubstr("solid")));
}

} // namespace
} // namespace dalembert
