// What pulls, where the model has no parameter that is an acceleration, and points that nothing ties to one another.
#include "sketched.h"

#include <gmock/gmock.h>

namespace dalembert {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string polar = "param m = 1 [kg], l = 1 [m], k = 50 [N/m], W = 9.81 [N]\ncoord r [m], a [rad]\n"
                          "kinetic T = 1/2*m*(r'^2 + r^2*a'^2)\n";

TEST(weights, with_a_number_for_g_give_an_angle_its_direction) {
  EXPECT_THAT(Sketched(polar + "potential V = -m*9.81 [m/s^2]*r*cos(a) + 1/2*k*(r - l)^2\n").listing(),
              HasSubstr("mass (r*sin(a), -r*cos(a)) m"));
}

TEST(weights, of_which_only_the_force_is_known_give_an_angle_none) {
  const Sketched s(polar + "potential V = -W*r*cos(a) + 1/2*k*(r - l)^2\n");
  EXPECT_THAT(s.listing(), Not(HasSubstr("mass")));
  EXPECT_THAT(s.listing(), HasSubstr("dial a"));
  EXPECT_THAT(Sketched(polar + "potential V = 1/2*k*(r - l)^2\n").listing(), HasSubstr("mass (r*cos(a), r*sin(a)) m"));
}

TEST(weights, turn_the_picture_where_a_height_counts_downwards) {
  const std::string flat = "param m = 1, W = 9.81\ncoord x, y\nkinetic T = 1/2*m*(x'^2 + y'^2)\n";
  EXPECT_EQ(Sketched(flat + "potential V = -9.81*m*y\n").picture.settings.up, SceneUp::minus_y);
  EXPECT_EQ(Sketched(flat + "potential V = -W*y\n").picture.settings.up, SceneUp::minus_y);
  EXPECT_EQ(Sketched(flat + "potential V = 9.81*m*y\n").picture.settings.up, std::nullopt);
  EXPECT_EQ(Sketched(flat + "potential V = -W*x\n").picture.settings.up, std::nullopt) << "a force, no weight";
}

TEST(weights, turn_a_sphere_where_its_angle_counts_from_below) {
  const std::string sphere = "param m = 1, l = 1, W = 9.81\ncoord a, b\n"
                             "kinetic T = 1/2*m*l^2*(a'^2 + sin(a)^2*b'^2)\n";
  for (const char* const weight : {"9.81*m", "W"}) {
    SCOPED_TRACE(weight);
    const std::string potential = std::string(weight) + "*l*cos(a)\n";
    EXPECT_THAT(Sketched(sphere + "potential V = " + potential).listing(), HasSubstr("l*sin(a)*sin(b), l*cos(a)) m"));
    EXPECT_THAT(Sketched(sphere + "potential V = -" + potential).listing(), HasSubstr("l*sin(a)*sin(b), -l*cos(a)) m"));
  }
}

TEST(weights, in_a_lagrangian_are_no_motion_of_axes) {
  const Sketched s("param m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2]\ncoord a [rad]\n"
                   "lagrangian L = 1/2*m*l^2*a'^2 + m*g*l*cos(a)\n");
  EXPECT_THAT(s.listing(), HasSubstr("mass (l*sin(a), -l*cos(a)) m"));
  EXPECT_FALSE(s.picture.moving_axes);
}

const std::string pair = "param M = 3 [kg], mu = 0.6 [kg], k = 1 [N*m^2], g = 9.81 [m/s^2]\n"
                         "coord X [m], Y [m], x [m], y [m]\n"
                         "kinetic T = 1/2*M*(X'^2 + Y'^2) + 1/2*mu*(x'^2 + y'^2)\n";

TEST(origins, of_a_centre_of_mass_and_of_a_vector_between_bodies_are_not_one) {
  for (const char* const potential : {"-k/sqrt(x^2 + y^2)", "M*g*Y - k/sqrt(x^2 + y^2)"}) {
    const Sketched s(pair + "potential V = " + potential + "\n");
    EXPECT_THAT(s.listing(), HasSubstr("mass (X, Y) M"));
    EXPECT_THAT(s.listing(), Not(HasSubstr("(x, y)")));
    EXPECT_THAT(s.listing(), HasSubstr("lane x\nlane y"));
    ASSERT_FALSE(s.picture.not_drawn.empty());
    EXPECT_EQ(s.picture.not_drawn.front().what, "x, y");
  }
}

TEST(origins, are_one_where_a_potential_a_constraint_or_gravity_says_so) {
  for (const char* const more : {"potential V = -k/sqrt((x - X)^2 + (y - Y)^2)\n", "potential V = M*g*Y + mu*g*y\n",
                                 "constraint rope: sqrt(x^2 + y^2) + sqrt(X^2 + Y^2) = 3 [m]\n",
                                 "force F = (1 [N], 0 [N]) at (x, y)\nforce G = (1 [N], 0 [N]) at (X, Y)\n"}) {
    const Sketched s(pair + more);
    EXPECT_THAT(s.listing(), HasSubstr("mass (X, Y) M")) << more;
    EXPECT_THAT(s.listing(), HasSubstr("mass (x, y) mu")) << more;
  }
}

} // namespace
} // namespace dalembert
