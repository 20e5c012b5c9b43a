// Rule P1: masses that T shows, and what looks like one and is none.
#include "sketched.h"

#include <gmock/gmock.h>

namespace dalembert {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(mass_points, a_square_of_two_coordinates_with_the_names_of_a_point_is_a_mass) {
  const Sketched s("param m = 1 [kg] \"ball\"\ncoord x [m], y [m]\nkinetic T = 1/2*m*(x'^2 + y'^2)\n");
  EXPECT_EQ(s.listing(), "mass (x, y) m\n");
  ASSERT_EQ(s.picture.items.size(), 1U);
  EXPECT_EQ(s.picture.items[0].rule, "P1");
  EXPECT_EQ(s.picture.items[0].name, "ball");
}

TEST(mass_points, separate_summands_of_one_mass_are_one_point) {
  const Sketched s("param m = 1 [kg], g = 10 [m/s^2]\ncoord x [m], y [m]\n"
                   "kinetic T = 1/2*m*x'^2 + 1/2*m*y'^2\npotential V = m*g*y\n");
  EXPECT_EQ(s.listing(), "mass (x, y) m\n");
}

TEST(mass_points, components_may_be_lets_and_carry_numbers) {
  const Sketched s("param m = 1 [kg], l = 2 [m], g = 10 [m/s^2]\ncoord a [rad]\nlet x1 = l/2*sin(a)\n"
                   "let y1 = -l/2*cos(a)\nkinetic T = 1/2*m*(x1'^2 + y1'^2)\npotential V = m*g*y1\n");
  EXPECT_THAT(s.listing(), HasSubstr("mass (1/2*l*sin(a), -1/2*l*cos(a)) m\n"));
  EXPECT_THAT(s.listing(), HasSubstr("rod (1/2*l*sin(a), -1/2*l*cos(a)) (0, 0)\n"));
}

TEST(mass_points, members_of_families_are_points_each) {
  const Sketched s("count n = 2\nparam m = 1 [kg]\ncoord x[1..n] [m], y[1..n] [m]\n"
                   "kinetic T = 1/2*m*sum(i in 1..n: x[i]'^2 + y[i]'^2)\n");
  EXPECT_EQ(s.listing(), "mass (x[1], y[1]) m\nmass (x[2], y[2]) m\n");
}

TEST(mass_points, one_letter_twice_is_two_masses_on_a_line) {
  const Sketched s("param m = 1 [kg]\ncoord x1 [m], x2 [m]\nkinetic T = 1/2*m*(x1'^2 + x2'^2)\n");
  EXPECT_EQ(s.listing(), "lane x1\nlane x2\n");
}

TEST(mass_points, equal_masses_called_x_and_y_that_a_spring_joins_are_no_point) {
  const Sketched s("param m = 1 [kg], k = 2 [N/m]\ncoord x [m], y [m]\nkinetic T = 1/2*m*(x'^2 + y'^2)\n"
                   "potential V = 1/2*k*(y - x)^2\n");
  EXPECT_EQ(s.listing(), "lane x\nlane y\n");
}

TEST(mass_points, equal_masses_on_a_rope_called_x_and_y_are_no_point) {
  const Sketched s("param m = 1 [kg], l = 2 [m], g = 9.81 [m/s^2]\ncoord x [m], y [m]\n"
                   "kinetic T = 1/2*m*x'^2 + 1/2*m*y'^2\npotential V = -m*g*x - m*g*y\nconstraint rope: x + y = l\n");
  EXPECT_EQ(s.listing(), "gauge lambda.rope\nlane x\nlane y\n");
}

TEST(mass_points, a_table_and_a_hanging_mass_called_x_and_y_are_no_point_on_a_slope) {
  const std::string model = "param m = 1 [kg], g = 9.81 [m/s^2]\ncoord x [m], y [m]\n"
                            "kinetic T = 1/2*m*x'^2 + 1/2*m*y'^2\npotential V = -m*g*y\nconstraint rope: x = y\n";
  EXPECT_THAT(Sketched(model).listing(), HasSubstr("lane x\nlane y"));
  // where a force acts at (x, y), it is a point
  EXPECT_THAT(Sketched(model + "reaction N [N] of rope at (x, y) along (1, -1)\n").listing(),
              HasSubstr("mass (x, y) m"));
}

TEST(mass_points, equal_masses_called_x_and_y_that_a_dashpot_joins_are_no_point) {
  const Sketched s("param m = 1 [kg], c = 2 [N*s/m]\ncoord x [m], y [m]\nkinetic T = 1/2*m*(x'^2 + y'^2)\n"
                   "dissipation D = 1/2*c*(y' - x')^2\n");
  EXPECT_EQ(s.listing(), "lane x\nlane y\n");
}

TEST(mass_points, that_mirror_one_another_are_points_and_no_mass) {
  const Sketched s("param m = 1 [kg], l = 1 [m]\ncoord a [rad]\nlet x1 = l*sin(a)\nlet y1 = -l*cos(a)\n"
                   "let x2 = -l*sin(a)\nlet y2 = -l*cos(a)\n"
                   "kinetic T = 1/2*m*(x1'^2 + y1'^2) + 1/2*m*(x2'^2 + y2'^2)\n");
  EXPECT_THAT(s.listing(), Not(HasSubstr("mass")));
  EXPECT_THAT(s.listing(), HasSubstr("point (l*sin(a), -l*cos(a))"));
  EXPECT_THAT(s.listing(), HasSubstr("point (-l*sin(a), -l*cos(a))"));
}

TEST(mass_points, two_masses_of_different_size_are_no_point) {
  const Sketched s("param m = 1 [kg], M = 2 [kg]\ncoord x [m], y [m]\nkinetic T = 1/2*m*x'^2 + 1/2*M*y'^2\n");
  EXPECT_EQ(s.listing(), "lane x\nlane y\n");
}

TEST(mass_points, an_absolute_and_a_relative_coordinate_are_no_point) {
  const Sketched s("param m1 = 2 [kg], m2 = 1 [kg]\ncoord x1 [m], y1 [m], x2 [m], y2 [m]\nlet xa = x1 + x2\n"
                   "let ya = y1 + y2\nkinetic T = 1/2*m1*(x1'^2 + y1'^2) + 1/2*m2*(xa'^2 + ya'^2)\nplot y2 vs x2\n");
  EXPECT_EQ(s.listing(), "mass (x1, y1) m1\nmass (x1 + x2, y1 + y2) m2\n");
}

TEST(mass_points, the_vector_between_two_bodies_is_no_mass) {
  const Sketched s(
      "param m1 = 1 [kg], m2 = 2 [kg]\ncoord x1 [m], y1 [m], x2 [m], y2 [m]\n"
      "let xc = (m1*x1 + m2*x2)/(m1 + m2)\nlet yc = (m1*y1 + m2*y2)/(m1 + m2)\nlet rx = x2 - x1\n"
      "let ry = y2 - y1\nkinetic T = 1/2*(m1 + m2)*(xc'^2 + yc'^2) + 1/2*m1*m2/(m1 + m2)*(rx'^2 + ry'^2)\n");
  EXPECT_THAT(s.listing(), Not(HasSubstr("x2 - x1")));
  EXPECT_THAT(s.listing(), Not(HasSubstr("mass")));
}

TEST(mass_points, a_reduced_mass_is_no_thing_beside_others) {
  const std::string model = "param m1 = 1 [kg], m2 = 2 [kg]\nparam mu = m1*m2/(m1 + m2)\n"
                            "coord X [m], Y [m], x [m], y [m]\n"
                            "kinetic T = 1/2*(m1 + m2)*(X'^2 + Y'^2) + 1/2*mu*(x'^2 + y'^2)\n";
  EXPECT_EQ(Sketched(model).listing(), "mass (X, Y) m1 + m2\nlane x\nlane y\n");
}

TEST(mass_points, a_point_whose_rates_are_coupled_is_no_mass) {
  const Sketched s("param m = 1 [kg], b = 1 [m], J = 3 [kg*m^2]\ncoord x [m], y [m], a [rad]\n"
                   "kinetic T = 1/2*m*(x'^2 + y'^2) + m*b*a'*(y'*cos(a) - x'*sin(a)) + 1/2*J*a'^2\n");
  EXPECT_EQ(s.listing(), "point (x, y)\ndial a\n");
}

TEST(mass_points, axes_that_move_are_said_to) {
  const Sketched s("param m = 1 [kg], w = 1 [rad/s]\ncoord x [m], y [m]\n"
                   "kinetic T = 1/2*m*((x' - w*y)^2 + (y' + w*x)^2)\n");
  EXPECT_EQ(s.listing(), "mass (x, y) m\n");
  EXPECT_TRUE(s.picture.moving_axes);
  const Sketched still("param m = 1 [kg]\ncoord x [m], y [m]\nkinetic T = 1/2*m*(x'^2 + y'^2)\n");
  EXPECT_FALSE(still.picture.moving_axes);
}

TEST(mass_points, a_height_in_V_is_the_third_component) {
  const Sketched s("param m = 1 [kg], R = 1 [m], g = 9.81 [m/s^2]\ncoord x [m], y [m], a [rad]\n"
                   "kinetic T = 1/2*m*(x'^2 + y'^2 + (R*cos(a)*a')^2)\npotential V = m*g*R*sin(a)\n");
  EXPECT_THAT(s.listing(), HasSubstr("mass (x, y, R*sin(a)) m"));
}

TEST(mass_points, components_without_names_follow_where_V_has_the_height) {
  const std::string kinetic = "param M = 2 [kg], m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2]\ncoord x [m], a [rad]\n"
                              "kinetic T = 1/2*M*x'^2 + 1/2*m*((x' + l*a'*cos(a))^2 + (l*a'*sin(a))^2)\n";
  EXPECT_EQ(Sketched(kinetic + "potential V = -m*g*l*cos(a)\n").listing(),
            "rod (x + l*sin(a), -l*cos(a)) (x, 0)\nmass (x + l*sin(a), -l*cos(a)) m\npoint (x, 0)\n");
  EXPECT_EQ(Sketched(kinetic).listing(), "lane x\ndial a\n");
}

TEST(mass_points, without_names_are_not_seen_from_behind) {
  const Sketched s("param m = 1 [kg], M = 2 [kg], J = 1 [kg*m^2], a = 1 [m], b = 2 [m], g = 9.81 [m/s^2]\n"
                   "coord p [rad], q [rad]\nkinetic T = 1/2*J*p'^2 + 1/2*m*((-a*sin(p)*p' - b*sin(q)*q')^2 + "
                   "(a*cos(p)*p' + b*cos(q)*q')^2)\npotential V = m*g*(a*sin(p) + b*sin(q))\n");
  EXPECT_THAT(s.listing(), HasSubstr("mass (a*cos(p) + b*cos(q), a*sin(p) + b*sin(q)) m"));
}

TEST(mass_points, up_is_where_gravity_says) {
  const auto up = [](const std::string& potential) {
    return Sketched("param m = 1 [kg], g = 9.81 [m/s^2]\ncoord x [m], y [m]\nkinetic T = 1/2*m*(x'^2 + y'^2)\n"
                    "potential V = " +
                    potential + "\n")
        .picture.settings.up;
  };
  EXPECT_EQ(up("m*g*y"), std::nullopt);
  EXPECT_EQ(up("-m*g*y"), SceneUp::minus_y);
  EXPECT_EQ(up("m*g*x"), SceneUp::x);
  EXPECT_EQ(up("-m*g*x"), SceneUp::minus_x);
}

TEST(mass_points, of_a_vertical_plane_keep_its_letters) {
  const Sketched s("param m = 1 [kg], g = 9.81 [m/s^2]\ncoord x [m], z [m]\nkinetic T = 1/2*m*(x'^2 + z'^2)\n"
                   "potential V = m*g*z\n");
  EXPECT_EQ(s.listing(), "mass (x, z) m\n");
  EXPECT_EQ(s.picture.settings.plane, ScenePlane::xz);
  EXPECT_EQ(s.picture.settings.up, std::nullopt);
}

} // namespace
} // namespace dalembert
