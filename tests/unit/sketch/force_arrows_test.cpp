// Where forces act, as far as the equations say.
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/zero_test.h>

#include "all_models.h"

#include <gmock/gmock.h>

#include <map>

namespace dalembert {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string plane = "param m = 1 [kg], J = 1 [kg*m^2], R = 1 [m], F = 2 [N]\ncoord x [m], y [m], a [rad]\n"
                          "kinetic T = 1/2*m*(x'^2 + y'^2) + 1/2*J*a'^2\n";

TEST(force_arrows, of_a_stated_reaction_stand_where_it_is_stated) {
  const Sketched s(plane + "constraint c: y = 0 [m]\nreaction N [N] of c at (x, y) along (0, 1) against (x, 0)\n");
  EXPECT_THAT(s.listing(), HasSubstr("reaction solid N at (x, y) along (0, N) against (x, 0)"));
}

TEST(force_arrows, of_one_statement_at_one_point_are_their_resultant) {
  const Sketched s(plane + "constraint c: y = 0 [m]\nconstraint d: x = 0 [m]\n"
                           "reaction (A, B) [N] of c, d at (x, y) along (1, 0), (0, 1)\n");
  EXPECT_THAT(s.listing(), HasSubstr("reaction solid A, B at (x, y) along (A, B)\n"));
}

TEST(force_arrows, of_a_speed_are_solid_where_one_point_explains_it) {
  const Sketched s(plane + "constraint c: y'*cos(a) - x'*sin(a) = 0\n"
                           "reaction N [N] of c conjugate y'*cos(a) - x'*sin(a)\n");
  EXPECT_THAT(s.listing(), HasSubstr("reaction solid N at (x, y) along (-N*sin(a), N*cos(a))"));
}

TEST(force_arrows, are_hollow_where_a_moment_remains) {
  const Sketched s(plane + "constraint c: x' - R*a' = 0\nreaction S [N] of c conjugate x' - R*a'\n");
  EXPECT_THAT(s.listing(), HasSubstr("reaction hollow S at (x, y) along (S, 0)"));
  ASSERT_FALSE(s.picture.not_drawn.empty());
  EXPECT_EQ(s.picture.not_drawn.front().what, "S");
}

TEST(force_arrows, of_a_link_have_an_opposite) {
  const Sketched s("param m = 1 [kg], l = 1 [m]\ncoord x1 [m], y1 [m], x2 [m], y2 [m]\n"
                   "let d = sqrt((x1 - x2)^2 + (y1 - y2)^2)\n"
                   "kinetic T = 1/2*m*(x1'^2 + y1'^2 + x2'^2 + y2'^2)\nconstraint link: d = l\n"
                   "reaction S [N] of link conjugate -d'\n");
  EXPECT_THAT(s.listing(), HasSubstr("rod (x1, y1) (x2, y2)"));
  EXPECT_THAT(s.listing(), HasSubstr("reaction solid S at (x1, y1)"));
  EXPECT_THAT(s.listing(), HasSubstr("against (x2, y2)"));
}

TEST(force_arrows, on_a_cart_are_not_drawn_at_its_pendulum) {
  const Sketched s("param M = 2 [kg], m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2]\ncoord x [m], a [rad]\n"
                   "let xp = x + l*sin(a)\nlet yp = -l*cos(a)\n"
                   "kinetic T = 1/2*M*x'^2 + 1/2*m*(xp'^2 + yp'^2)\npotential V = m*g*yp\nforce push on x = 3 [N]\n");
  EXPECT_THAT(s.listing(), HasSubstr("gauge push"));
  EXPECT_THAT(s.listing(), Not(HasSubstr("applied")));
}

TEST(force_arrows, stay_in_the_plane_of_their_speed) {
  const Sketched s("param m = 1 [kg], mu = 0.2, g = 9.81 [m/s^2]\ncoord x [m], y [m], z [m]\n"
                   "kinetic T = 1/2*m*(x'^2 + y'^2 + z'^2)\npotential V = m*g*z\nconstraint floor: z = 0 [m]\n"
                   "reaction N [N] of floor conjugate z'\nfriction S [N] of N conjugate x' { coefficient = mu }\n");
  EXPECT_THAT(s.listing(), HasSubstr("friction solid S at (x, y, z) along (S, 0, 0)"));
}

TEST(force_arrows, of_applied_forces_and_impacts_have_their_roles) {
  const Sketched s(plane + "force P = (F, 2*F) at (x, y)\nforce Q = F conjugate x'\nforce M on a = 3 [N*m]\n"
                           "impact I [N*s] conjugate y' { restitution = 1 }\n");
  EXPECT_THAT(s.listing(), HasSubstr("applied solid P at (x, y) along (F, 2*F)"));
  EXPECT_THAT(s.listing(), HasSubstr("applied solid Q at (x, y) along (F, 0)"));
  EXPECT_THAT(s.listing(), HasSubstr("gauge M"));
  EXPECT_THAT(s.listing(), HasSubstr("impulse solid I at (x, y) along (0, I)"));
}

TEST(force_arrows, of_moments_are_arcs_at_the_pole) {
  const std::string polar = "param m = 1 [kg], w = 1 [rad/s], g = 9.81 [m/s^2]\ncoord r [m], a [rad]\n"
                            "kinetic T = 1/2*m*(r'^2 + r^2*a'^2)\nconstraint drive: a = w*t\n"
                            "reaction M [N*m] of drive conjugate a'\n";
  EXPECT_THAT(Sketched(polar).listing(), HasSubstr("arc solid M at (0, 0) M\n"));
  EXPECT_THAT(Sketched(polar + "potential V = m*g*r*cos(a)\n").listing(), HasSubstr("arc solid M at (0, 0) -M\n"));
}

TEST(force_arrows, of_motors_are_arcs_at_their_joints) {
  const std::string arm =
      "param m = 1 [kg], l = 1 [m], M = 2 [N*m]\ncoord a [rad], b [rad]\n"
      "let xe = l*cos(a)\nlet ye = l*sin(a)\nlet xt = xe + l*cos(a + b)\nlet yt = ye + l*sin(a + b)\n"
      "kinetic T = 1/2*m*(xe'^2 + ye'^2) + 1/2*m*(xt'^2 + yt'^2)\n";
  const std::string both = Sketched(arm + "force shoulder on a = M\nforce elbow on b = 2*M\n").listing();
  EXPECT_THAT(both, HasSubstr("arc solid shoulder at (0, 0) M\n"));
  EXPECT_THAT(both, HasSubstr("arc solid elbow at (l*cos(a), l*sin(a)) 2*M\n"));
}

TEST(force_arrows, of_a_motor_between_two_angles_are_two_arcs) {
  const Sketched s("param m = 1 [kg], l = 1 [m], M = 2 [N*m]\ncoord a [rad], b [rad]\n"
                   "let x1 = l*sin(a)\nlet y1 = -l*cos(a)\nlet x2 = x1 + l*sin(b)\nlet y2 = y1 - l*cos(b)\n"
                   "kinetic T = 1/2*m*(x1'^2 + y1'^2) + 1/2*m*(x2'^2 + y2'^2)\nforce motor = M conjugate b' - a'\n");
  EXPECT_THAT(s.listing(), HasSubstr("arc solid motor at (0, 0) -M\n"));
  EXPECT_THAT(s.listing(), HasSubstr("arc solid motor at (l*sin(a), -l*cos(a)) M\n"));
}

TEST(force_arrows, of_moments_whose_joint_is_no_known_point_are_gauges) {
  const std::string end = "param m = 1 [kg], l = 1 [m], M = 2 [N*m]\ncoord a [rad], b [rad]\n"
                          "let x = l*(cos(a) + cos(b))\nlet y = l*(sin(a) + sin(b))\n"
                          "kinetic T = 1/2*m*(x'^2 + y'^2) + 1/2*m*l^2*b'^2\nforce shoulder on a = M\n";
  EXPECT_THAT(Sketched(end).listing(), HasSubstr("gauge shoulder"));
}

TEST(force_arrows, of_moments_in_space_are_arcs_about_their_axis) {
  const Sketched s("param m = 1 [kg], l = 1 [m], M = 2 [N*m]\ncoord a [rad], x [m]\nlet y = l*cos(a)\n"
                   "let z = l*sin(a)\nkinetic T = 1/2*m*(x'^2 + y'^2 + z'^2)\nforce motor on a = M\n");
  EXPECT_THAT(s.listing(), HasSubstr("arc solid motor at (x, 0, 0) M about (1, 0, 0)\n"));
}

TEST(force_arrows, of_what_is_not_determined_are_dashed) {
  const Sketched s(plane + "constraint c: y = 0 [m]\nreaction N [N] of c at (x, y) along (0, 1)\n"
                           "reaction P [N] of c at (2*x, y) along (0, 2)\n"); // two supports share the load
  EXPECT_THAT(s.listing(), HasSubstr("reaction dashed N at (x, y) along (0, N)"));
}

TEST(force_arrows, of_constraints_that_no_reaction_names_have_their_names) {
  EXPECT_THAT(Sketched(plane + "constraint c: y = 0 [m]\n").listing(),
              HasSubstr("reaction solid c at (x, y) along (0, lambda.c)"));
  EXPECT_THAT(Sketched(plane + "constraint c: x^2 + 4*y^2 = 4 [m^2]\n").listing(),
              HasSubstr("reaction solid c at (x, y) along (2*x*lambda.c, 8*y*lambda.c)"));
  EXPECT_THAT(Sketched(plane + "constraint c: x^2/R^2 + y^2/(4*R^2) = 1\n").listing(),
              HasSubstr("reaction solid c at (x, y) along"));
  EXPECT_THAT(Sketched(plane + "constraint c: x'*sin(a) = y'*cos(a)\n").listing(),
              HasSubstr("reaction solid c at (x, y) along (lambda.c*sin(a), -lambda.c*cos(a))"));
}

TEST(force_arrows, of_two_constraints_that_say_the_same_are_gauges_of_multipliers) {
  const std::string listing = Sketched(plane + "constraint c: y = 0 [m]\nconstraint d: 2*y = 0 [m]\n").listing();
  EXPECT_THAT(listing, HasSubstr("gauge lambda.c"));
  EXPECT_THAT(listing, HasSubstr("gauge lambda.d"));
}

TEST(force_arrows, of_constraints_between_angles_are_gauges_of_multipliers) {
  EXPECT_THAT(Sketched(plane + "coord b [rad]\nkinetic U = 1/2*J*b'^2\nconstraint c: a = 2*b\n").listing(),
              HasSubstr("gauge lambda.c"));
}

TEST(force_arrows, of_a_driven_angle_are_arcs_without_a_reaction_too) {
  EXPECT_THAT(Sketched("param m = 1 [kg], w = 1 [rad/s]\ncoord r [m], a [rad]\n"
                       "kinetic T = 1/2*m*(r'^2 + r^2*a'^2)\nconstraint drive: a = w*t\n")
                  .listing(),
              HasSubstr("arc solid drive at (0, 0) lambda.drive\n"));
}

/// Adds vector·∂P/∂q to the forces.
void add_power(const System& system, const Place<Expr>& at, const Place<Expr>& vector, bool is_opposite,
               std::vector<Expr>& forces) {
  Graph& graph = *system.graph;
  for (std::size_t k = 0; k < at.size(); ++k) {
    const std::vector<Expr> slopes = gradient(graph, at[k], system.positions());
    for (std::size_t i = 0; i < slopes.size(); ++i) {
      const Expr part = graph.mul(vector[k], slopes[i]);
      forces[i] = is_opposite ? graph.sub(forces[i], part) : graph.add(forces[i], part);
    }
  }
}

TEST(force_arrows, that_are_solid_have_the_power_of_their_forces_in_every_model) {
  std::size_t arrows = 0;
  for (const std::filesystem::path& path : all_models()) {
    SCOPED_TRACE(path.filename().string());
    const Sketched s(without_drawings(text_of(path)), beside(path));
    const System& system = *s.system;
    Graph& graph = *system.graph;
    std::map<std::string, std::pair<Expr, Expr>> known; // magnitude and speed
    for (const Reaction& each : system.reactions)
      known.emplace(each.name, std::pair(each.symbol, each.speed));
    for (const Friction& each : system.frictions)
      known.emplace(each.name, std::pair(each.symbol, each.slip));
    for (std::size_t k = 0; k < system.constraints.size(); ++k)
      known.emplace(system.constraints[k].name,
                    std::pair(system.constraints[k].multiplier, s.equations.constraint_rates[k]));
    // All arrows of one set of forces together have their power.
    std::map<std::string, std::vector<Expr>> drawn;
    for (const DrawnItem<Expr>& item : s.picture.items) {
      const auto* arrow = std::get_if<Arrow<Expr>>(&item.what);
      if (arrow == nullptr || arrow->standing != Standing::solid) continue;
      if (arrow->role != ArrowRole::reaction && arrow->role != ArrowRole::friction) continue;
      auto& forces =
          drawn.try_emplace(arrow->of, std::vector<Expr>(system.coordinates.size(), graph.zero())).first->second;
      add_power(system, arrow->at, arrow->vector, false, forces);
      if (!arrow->against.empty()) add_power(system, arrow->against, arrow->vector, true, forces);
      ++arrows;
    }
    for (auto& [names, forces] : drawn) {
      std::string rest = names;
      while (!rest.empty()) {
        const std::size_t comma = rest.find(", ");
        const auto& [magnitude, speed] = known.at(rest.substr(0, comma));
        rest = comma == std::string::npos ? std::string() : rest.substr(comma + 2);
        const std::vector<Expr> slopes = gradient(graph, speed, system.rates());
        for (std::size_t i = 0; i < slopes.size(); ++i)
          forces[i] = graph.sub(forces[i], graph.mul(magnitude, slopes[i]));
      }
      EXPECT_EQ(zero_test(graph, forces).verdict, Answer::yes) << names;
    }
  }
  EXPECT_GT(arrows, 30U);
}

} // namespace
} // namespace dalembert
