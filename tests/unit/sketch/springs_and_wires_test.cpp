// Rules P5 to P7: links, springs, wires.
#include "sketched.h"

#include <gmock/gmock.h>

namespace dalembert {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string particle = "param m = 1 [kg], k = 4 [N/m], l = 1 [m], p = 2 [m], g = 9.81 [m/s^2], xa = 3 [m], "
                             "ya = 1 [m]\ncoord x [m], y [m]\nkinetic T = 1/2*m*(x'^2 + y'^2)\n";

TEST(links, are_constant_distances_by_a_constraint) {
  EXPECT_THAT(Sketched(particle + "constraint rod: x^2 + y^2 = l^2\n").listing(), HasSubstr("rod (x, y) (0, 0)"));
  EXPECT_THAT(Sketched(particle + "constraint rod: sqrt((x - xa)^2 + (y - ya)^2) = l\n").listing(),
              HasSubstr("rod (x, y) (xa, ya)"));
  EXPECT_THAT(Sketched(particle + "constraint rod: x^2 + 2*y^2 = l^2\n").listing(), Not(HasSubstr("rod (")));
}

TEST(links, from_the_origin_are_rods_of_one_piece) {
  const std::string arm = "param m = 1 [kg], a = 1 [m], b = 2 [m], g = 9.81 [m/s^2]\ncoord p [rad], q [rad]\n"
                          "let x = a*cos(p) - b*sin(q)*sin(p)\nlet y = a*sin(p) + b*sin(q)*cos(p)\n"
                          "let z = b*cos(q)\nkinetic T = 1/2*m*(x'^2 + y'^2 + z'^2)\npotential V = m*g*z\n";
  const std::string with_inertia = "kinetic S = 1/2*m*a^2*(p' + q')^2\n"; // so that no pivot is looked for
  EXPECT_THAT(Sketched(arm + with_inertia).listing(), Not(HasSubstr("rod")));
  EXPECT_THAT(Sketched(arm + with_inertia).listing(), Not(HasSubstr("pin")));
  EXPECT_THAT(Sketched(arm + "let xe = a*cos(p)\nlet ye = a*sin(p)\nlet ze = 0*a\n").listing(),
              AllOf(HasSubstr("rod (a*cos(p), a*sin(p), 0) (0, 0, 0)"), HasSubstr("pin (0, 0, 0)")));
  EXPECT_THAT(Sketched("param m = 1 [kg], a = 1 [m], b = 2 [m]\ncoord q [rad]\nlet x = 3/2*(a + b)*cos(q)\n"
                       "let y = 3/2*(a + b)*sin(q)\nkinetic T = 1/2*m*(x'^2 + y'^2)\n")
                  .listing(),
              HasSubstr("rod"));
}

TEST(links, whose_length_changes_with_time_are_none) {
  EXPECT_THAT(Sketched(particle + "param v = 1 [m/s]\nconstraint rope: x^2 + y^2 = (l - v*t)^2\n").listing(),
              Not(HasSubstr("rod (")));
}

TEST(springs, lie_between_the_points_of_whose_distance_V_speaks) {
  EXPECT_THAT(Sketched(particle + "potential V = 1/2*k*(sqrt(x^2 + y^2) - l)^2\n").listing(),
              HasSubstr("spring (0, 0) (x, y)"));
  EXPECT_THAT(Sketched(particle + "potential V = 1/2*k*((x - xa)^2 + (y - ya)^2)\n").listing(),
              HasSubstr("spring (x, y) (xa, ya)"));
}

TEST(springs, of_a_lagrangian_are_those_of_its_potential) {
  EXPECT_THAT(Sketched("param m = 1, k = 4, l = 1, w = 2\ncoord x, y\n"
                       "lagrangian L = 1/2*m*(x'^2 + y'^2) - 1/2*k*(sqrt(x^2 + y^2) - l)^2\n")
                  .listing(),
              HasSubstr("spring (0, 0) (x, y)"));
  EXPECT_THAT(Sketched("param m = 1, k = 4, l = 1, w = 2\ncoord x, y\n"
                       "lagrangian L = 1/2*m*(x'^2 + y'^2) + 1/2*m*w^2*(x^2 + y^2)\n")
                  .listing(),
              Not(HasSubstr("spring")));
}

TEST(springs, may_end_at_a_fixed_point_of_which_only_V_speaks) {
  const Sketched s(particle +
                   "potential V = 1/2*k*(sqrt((x + p)^2 + (y - p/2)^2) - l)^2 + k*l^3/sqrt(x^2 + (y - p)^2)\n"
                   "constraint rod: (x - l)^2 + (y + 1 [m])^2 = 9*l^2\n");
  EXPECT_THAT(s.listing(), HasSubstr("spring (x, y) (-p, 1/2*p)"));
  EXPECT_THAT(s.listing(), HasSubstr("point (0, p)"));
  EXPECT_THAT(s.listing(), HasSubstr("rod (x, y) (l, -1)"));
  EXPECT_THAT(s.listing(), HasSubstr("pin (l, -1)"));
}

TEST(springs, may_end_at_a_point_that_moves_by_itself_or_with_another_coordinate) {
  const Sketched moving(particle + "potential V = 1/2*k*(sqrt((x - l*sin(t*1 [1/s]))^2 + y^2) - l)^2\n");
  EXPECT_THAT(moving.listing(), HasSubstr("spring (x, y) (l*sin(t), 0)"));
  const std::string cart = "param m = 1 [kg], M = 2 [kg], k = 4 [N/m], l = 1 [m], g = 9.81 [m/s^2]\n"
                           "coord s [m], x [m], y [m]\nkinetic T = 1/2*M*s'^2 + 1/2*m*(x'^2 + y'^2)\n";
  EXPECT_THAT(Sketched(cart + "potential V = m*g*y + 1/2*k*(sqrt((x - s)^2 + y^2) - l)^2\n").listing(),
              AllOf(HasSubstr("spring (x, y) (s, 0)"), HasSubstr("point (s, 0)")));
  const std::string rod = Sketched(cart + "potential V = m*g*y\nconstraint rod: (x - s)^2 + y^2 = l^2\n").listing();
  EXPECT_THAT(rod, HasSubstr("rod (x, y) (s, 0)"));
  EXPECT_THAT(rod, Not(HasSubstr("pin")));
}

TEST(links, end_at_the_pivot_about_which_one_angle_turns) {
  const std::string start = "param m = 1 [kg], M = 2 [kg], a = 1 [m], b = 2 [m], g = 9.81 [m/s^2]\n"
                            "coord s [m], p [rad], q [rad]\n";
  const auto listed = [&](const std::string& x, const std::string& y, const std::string& more = "") {
    return Sketched(start + "let x = " + x + "\nlet y = " + y + "\nkinetic T = 1/2*M*s'^2 + 1/2*m*(x'^2 + y'^2)" +
                    more + "\npotential V = m*g*y\n")
        .listing();
  };
  EXPECT_THAT(listed("s + a*sin(p)", "-a*cos(p)"),
              AllOf(HasSubstr("(s, 0)\n"), HasSubstr("rod"), Not(HasSubstr("pin"))));
  EXPECT_THAT(listed("a + b*sin(p)", "2*a - b*cos(p)"), HasSubstr("pin (a, 2*a)"));
  EXPECT_THAT(listed("s + a*sin(p)", "-a*cos(p)", " + 1/2*m*b^2*p'^2"), Not(HasSubstr("rod"))) << "a body";
  EXPECT_THAT(listed("s + a*sin(p) + b*sin(q)", "-a*cos(p) - b*cos(q)"), Not(HasSubstr("rod")))
      << "either is the elbow";
  EXPECT_THAT(listed("s + a*sin(p) + b*sin(q)", "-a*cos(p) - b*cos(q)", " + 1/2*m*b^2*q'^2"), Not(HasSubstr("rod")))
      << "a body that hangs by a thread";
  EXPECT_THAT(listed("s + a*sin(p) + b*sin(p + q)", "-a*cos(p) - b*cos(p + q)"),
              AllOf(HasSubstr("rod"), HasSubstr("point (s, 0)"), HasSubstr("point (s + a*sin(p), -a*cos(p))")));
  EXPECT_THAT(listed("s + a*p - a*sin(p)", "-a*cos(p)"), Not(HasSubstr("rod"))) << "a cycloid";
  EXPECT_THAT(listed("s + a*sin(p)", "-b*cos(p)"), Not(HasSubstr("rod"))) << "an ellipse";
}

TEST(links, end_at_a_pin_only_where_it_rests) {
  const std::string hanging = "param m = 1 [kg], l = 1 [m], A = 1 [m], w = 2 [rad/s], g = 9.81 [m/s^2]\ncoord a [rad]\n"
                              "let xm = xs + l*sin(a)\nlet ym = ys - l*cos(a)\nlet ys = A\n"
                              "kinetic T = 1/2*m*(xm'^2 + ym'^2)\npotential V = m*g*ym\n";
  EXPECT_THAT(Sketched(hanging + "let xs = 2*A\n").listing(), HasSubstr("pin (2*A, A)"));
  const std::string moving = Sketched(hanging + "let xs = A*sin(w*t)\n").listing();
  EXPECT_THAT(moving, HasSubstr("(A*sin(t*w), A)\n"));
  EXPECT_THAT(moving, Not(HasSubstr("pin")));
}

TEST(springs, have_no_end_where_no_square_of_a_distance_stands) {
  const Sketched s(particle + "potential V = 1/2*k*((x + p)^2 + 2*(y - p)^2) + k*x*y\n");
  EXPECT_THAT(s.listing(), Not(HasSubstr("spring")));
  EXPECT_THAT(s.listing(), Not(HasSubstr("point")));
}

TEST(springs, are_no_other_potentials) {
  EXPECT_THAT(Sketched(particle + "potential V = k*l^3/sqrt(x^2 + y^2)\n").listing(), Not(HasSubstr("spring")));
  EXPECT_THAT(Sketched(particle + "potential V = -1/2*k*(x^2 + y^2)\n").listing(), Not(HasSubstr("spring")));
  EXPECT_THAT(Sketched(particle + "potential V = k/l^2*(x^2 + y^2)^2\n").listing(), Not(HasSubstr("spring")));
  EXPECT_THAT(Sketched(particle + "potential V = 1/2*k*x^2\n").listing(), Not(HasSubstr("spring")));
}

TEST(wires, are_graphs_of_functions) {
  const Sketched s(particle + "constraint wire: y = x^2/(2*p)\ninitial x = 0.8 [m]\n");
  EXPECT_THAT(s.listing(), HasSubstr("curve (-8/5, 32/(25*p)) (8/5, 32/(25*p))"));
  ASSERT_FALSE(s.picture.items.empty());
  EXPECT_EQ(s.picture.items[0].rule, "P7");
}

TEST(wires, of_one_component_are_lines_and_planes) {
  EXPECT_THAT(Sketched(particle + "constraint rail: y = 2*l\n").listing(), HasSubstr("ground (0, 2*l) along (1, 0)"));
  const Sketched space("param m = 1 [kg], h = 1 [m]\ncoord x [m], y [m], z [m]\n"
                       "kinetic T = 1/2*m*(x'^2 + y'^2 + z'^2)\nconstraint table: z = h\n");
  EXPECT_THAT(space.listing(), HasSubstr("plane (0, 0, h) along (0, 0, 1)"));
}

TEST(wires, of_a_body_are_not_drawn_at_its_centre) {
  const Sketched s("param m = 1 [kg], R = 1 [m], J = 1 [kg*m^2]\ncoord x [m], y [m], a [rad]\n"
                   "kinetic T = 1/2*m*(x'^2 + y'^2) + 1/2*J*a'^2\nconstraint floor: y = R\n");
  EXPECT_THAT(s.listing(), Not(HasSubstr("ground")));
}

TEST(wires, with_a_parameter_without_inertia_are_curves) {
  const Sketched s(particle + "coord s [rad]\nconstraint cx: x = l*cos(s)\nconstraint cy: y = p*sin(s)\n");
  EXPECT_THAT(s.listing(), HasSubstr("curve (l*cos(16/5), -p*sin(16/5)) (l*cos(16/5), p*sin(16/5))"));
}

TEST(wires, in_space_with_a_parameter_without_inertia_are_curves) {
  const Sketched s("param m = 1 [kg], r = 1 [m], h = 0.2 [m]\ncoord x [m], y [m], z [m], s [rad]\n"
                   "kinetic T = 1/2*m*(x'^2 + y'^2 + z'^2)\nconstraint cx: x = r*cos(s)\n"
                   "constraint cy: y = r*sin(s)\nconstraint cz: z = h*s\n");
  EXPECT_THAT(s.listing(), HasSubstr("curve (r*cos(16/5), -r*sin(16/5), -16/5*h) (r*cos(16/5), r*sin(16/5), 16/5*h)"));
}

TEST(wheels, are_said_and_not_drawn_since_a_drum_has_the_same_equations) {
  const Sketched s("param m = 1 [kg], J = 1 [kg*m^2], R = 1 [m]\ncoord x [m], a [rad]\n"
                   "kinetic T = 1/2*m*x'^2 + 1/2*J*a'^2\nconstraint roll: x = R*a\n");
  EXPECT_THAT(s.listing(), Not(HasSubstr("ring")));
  ASSERT_FALSE(s.picture.not_drawn.empty());
  EXPECT_EQ(s.picture.not_drawn.front().suggest, "draw ring(R) at (x, R)");
}

TEST(lanes, hold_what_has_no_place) {
  const Sketched s("param m = 1 [kg], J = 1 [kg*m^2]\ncoord x [m] \"cart\", a [rad]\n"
                   "kinetic T = 1/2*m*x'^2 + 1/2*J*a'^2\n");
  EXPECT_EQ(s.listing(), "lane x\ndial a\n");
  EXPECT_EQ(s.picture.not_drawn.size(), 2U);
}

} // namespace
} // namespace dalembert
