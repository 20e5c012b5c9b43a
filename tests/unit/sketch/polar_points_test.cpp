// Rules P2 and P3: masses in polar coordinates, arms.
#include "sketched.h"

#include <gmock/gmock.h>

namespace dalembert {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string spring = "param m = 1 [kg], k = 9 [N/m], a = 1 [m], g = 9.81 [m/s^2]\ncoord r [m], th [rad]\n"
                           "kinetic T = 1/2*m*(r'^2 + r^2*th'^2)\n";

TEST(polar_points, count_their_angle_from_where_gravity_says) {
  const auto place = [](const std::string& height) {
    const Sketched s(spring + "potential V = m*g*r*" + height + "\n");
    return s.picture.items.empty() ? std::string() : s.words(s.picture.items.back());
  };
  EXPECT_EQ(place("(-cos(th))"), "mass (r*sin(th), -r*cos(th)) m");
  EXPECT_EQ(place("cos(th)"), "mass (r*sin(th), r*cos(th)) m");
  EXPECT_EQ(place("sin(th)"), "mass (r*cos(th), r*sin(th)) m");
  EXPECT_EQ(place("(-sin(th))"), "mass (r*cos(th), -r*sin(th)) m");
}

TEST(polar_points, without_gravity_count_from_x) {
  EXPECT_EQ(Sketched(spring).listing(), "line (0, 0) (r*cos(th), r*sin(th))\nmass (r*cos(th), r*sin(th)) m\n");
}

TEST(polar_points, whose_weight_is_not_understood_are_not_placed) {
  EXPECT_EQ(Sketched(spring + "potential V = m*g*r*cos(2*th)\n").listing(), "lane r\ndial th\n");
  EXPECT_EQ(Sketched(spring + "potential V = 2*m*g*r*cos(th)\n").listing(), "lane r\ndial th\n");
}

TEST(polar_points, hang_on_springs_that_V_shows) {
  EXPECT_THAT(Sketched(spring + "potential V = 1/2*k*(r - a)^2 - m*g*r*cos(th)\n").listing(),
              HasSubstr("spring (0, 0) (r*sin(th), -r*cos(th))"));
  EXPECT_THAT(Sketched(spring + "potential V = -1/2*k*(r - a)^2\n").listing(), Not(HasSubstr("spring")));
  EXPECT_THAT(Sketched(spring + "potential V = k*a^3/r\n").listing(), Not(HasSubstr("spring")));
}

TEST(polar_points, may_have_more_inertia_along_the_radius) {
  const Sketched s("param m = 1 [kg], M = 2 [kg], g = 9.81 [m/s^2]\ncoord r [m], th [rad]\n"
                   "kinetic T = 1/2*(m + M)*r'^2 + 1/2*m*r^2*th'^2\npotential V = M*g*r - m*g*r*cos(th)\n");
  EXPECT_THAT(s.listing(), HasSubstr("mass (r*sin(th), -r*cos(th)) m"));
}

TEST(polar_points, may_share_their_angle_with_a_body) {
  const std::string beam = "param m = 1 [kg], J = 1 [kg*m^2], Jb = 1 [kg*m^2], R = 0.1 [m], g = 9.81 [m/s^2]\n"
                           "coord r [m], a [rad]\npotential V = m*g*r*sin(a)\n";
  EXPECT_THAT(Sketched(beam + "kinetic T = 1/2*(Jb/R^2 + m)*r'^2 + 1/2*(J + m*r^2)*a'^2\n").listing(),
              HasSubstr("mass (r*cos(a), r*sin(a)) m"));
  EXPECT_THAT(Sketched(beam + "kinetic T = 1/2*(Jb/R^2 + m)*r'^2 + 1/2*(J + Jb + m*(R^2 + r^2))*a'^2\n").listing(),
              HasSubstr("mass (r*cos(a), r*sin(a)) m"));
  EXPECT_THAT(Sketched(beam + "kinetic T = 1/2*m*r'^2 + 1/2*(J + 2*m*r^2)*a'^2\n").listing(), Not(HasSubstr("mass")));
}

TEST(polar_points, may_be_spherical_and_cylindrical) {
  const Sketched sphere("param m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2]\ncoord th [rad], ph [rad]\n"
                        "kinetic T = 1/2*m*l^2*(th'^2 + sin(th)^2*ph'^2)\npotential V = -m*g*l*cos(th)\n");
  EXPECT_EQ(sphere.listing(), "rod (l*sin(th)*cos(ph), l*sin(th)*sin(ph), -l*cos(th)) (0, 0, 0)\npin (0, 0, 0)\n"
                              "mass (l*sin(th)*cos(ph), l*sin(th)*sin(ph), -l*cos(th)) m\n");
  const Sketched cylinder("param m = 1 [kg], g = 9.81 [m/s^2]\ncoord rho [m], ph [rad], z [m]\n"
                          "kinetic T = 1/2*m*(rho'^2 + rho^2*ph'^2 + z'^2)\npotential V = m*g*z\n");
  EXPECT_THAT(cylinder.listing(), HasSubstr("mass (rho*cos(ph), rho*sin(ph), z) m"));
}

TEST(polar_points, of_a_symmetric_top_are_none) {
  const Sketched s("param A = 1 [kg*m^2], m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2]\ncoord th [rad], ph [rad]\n"
                   "kinetic T = 1/2*A*(th'^2 + sin(th)^2*ph'^2)\npotential V = m*g*l*cos(th)\n");
  EXPECT_EQ(s.listing(), "dial th\ndial ph\n");
}

TEST(polar_points, have_one_pole_only_where_V_speaks_of_their_distance) {
  const std::string two = "param m = 1 [kg], k = 1 [N/m]\ncoord r1 [m], a1 [rad], r2 [m], a2 [rad]\n"
                          "kinetic T = 1/2*m*(r1'^2 + r1^2*a1'^2 + r2'^2 + r2^2*a2'^2)\n";
  EXPECT_THAT(Sketched(two).listing(), Not(HasSubstr("r2*cos")));
  EXPECT_THAT(Sketched(two + "potential V = 1/2*k*(r1^2 + r2^2 - 2*r1*r2*cos(a1 - a2))\n").listing(),
              HasSubstr("mass (r2*cos(a2), r2*sin(a2)) m"));
}

TEST(arms, are_masses_and_rods_where_gravity_confirms_them) {
  const auto listing = [](const std::string& kinetic, const std::string& potential) {
    return Sketched("param m = 1 [kg], L = 1 [m], g = 9.81 [m/s^2]\ncoord th [rad]\nkinetic T = " + kinetic +
                    "\npotential V = " + potential + "\n")
        .listing();
  };
  EXPECT_EQ(listing("1/2*m*L^2*th'^2", "-m*g*L*cos(th)"),
            "rod (L*sin(th), -L*cos(th)) (0, 0)\npin (0, 0)\nmass (L*sin(th), -L*cos(th)) m\n");
  EXPECT_EQ(listing("1/6*m*L^2*th'^2", "-m*g*L/2*cos(th)"),
            "rod (L*sin(th), -L*cos(th)) (0, 0)\npin (0, 0)\npoint (L*sin(th), -L*cos(th))\n");
  EXPECT_EQ(listing("1/6*m*L^2*th'^2", "-m*g*L*cos(th)"), "dial th\n");    // neither of them
  EXPECT_EQ(listing("1/2*m*L^2*th'^2", "-m*g*L/2*cos(th)"), "dial th\n");  // inertia of a hoop
  EXPECT_EQ(listing("1/24*m*L^2*th'^2", "-m*g*L/2*cos(th)"), "dial th\n"); // of half a rod
  EXPECT_EQ(listing("1/2*m*L^2*th'^2", "0 [J]"), "dial th\n");             // or of a wheel
}

TEST(arms, of_several_pivots_are_not_placed) {
  const Sketched s("param m1 = 1 [kg], m2 = 2 [kg], l1 = 1 [m], l2 = 1 [m], g = 9.81 [m/s^2]\ncoord a [rad], b [rad]\n"
                   "kinetic T = 1/2*m1*l1^2*a'^2 + 1/2*m2*l2^2*b'^2\n"
                   "potential V = -m1*g*l1*cos(a) - m2*g*l2*cos(b)\n");
  EXPECT_EQ(s.listing(), "dial a\ndial b\n");
}

TEST(arms, are_placed_by_a_force_at_their_end) {
  const Sketched s("param m1 = 1 [kg], m2 = 2 [kg], l1 = 1 [m], l2 = 1 [m], g = 9.81 [m/s^2], F = 3 [N]\n"
                   "coord a [rad], b [rad]\nkinetic T = 1/2*m1*l1^2*a'^2 + 1/2*m2*l2^2*b'^2\n"
                   "potential V = -m1*g*l1*cos(a) - m2*g*l2*cos(b)\nforce P = (F, 0) at (l1*sin(a), -l1*cos(a))\n");
  EXPECT_THAT(s.listing(), HasSubstr("rod (l1*sin(a), -l1*cos(a)) (0, 0)"));
  EXPECT_THAT(s.listing(), HasSubstr("dial b"));
}

TEST(arms, whose_pivot_is_elsewhere_are_not_tied_by_a_point_that_moves_alike) {
  // the rocker turns about (d, 0), and T does not say so
  const Sketched s("param m = 1 [kg], L = 1 [m], d = 2 [m], k = 3 [N], g = 9.81 [m/s^2]\ncoord a [rad], b [rad]\n"
                   "kinetic T = 1/6*m*L^2*a'^2 + 1/2*m*L^2*b'^2\npotential V = m*g*L/2*sin(a)\n"
                   "force F = (k, 0) at (d + L*cos(a), L*sin(a))\n");
  EXPECT_THAT(s.listing(), Not(HasSubstr("(L*cos(a), L*sin(a))")));
}

} // namespace
} // namespace dalembert
