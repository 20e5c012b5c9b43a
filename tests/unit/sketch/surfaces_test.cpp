// Curves and surfaces to which constraints keep a mass: each point of them satisfies the constraint.
#include <dalembert/expr/substitute.h>
#include <dalembert/sketch/kinematics.h>

#include "sketched.h"

#include <gmock/gmock.h>

#include <cmath>

namespace dalembert {
namespace {

using ::testing::HasSubstr;

const std::string lengths = "param m = 1 [kg], a = 1 [m], b = 0.5 [m], w = 1 [rad/s]\n";
const std::string in_plane = lengths + "coord x [m], y [m]\nkinetic T = 1/2*m*(x'^2 + y'^2)\nconstraint c: ";
const std::string in_space =
    lengths + "coord x [m], y [m], z [m]\nkinetic T = 1/2*m*(x'^2 + y'^2 + z'^2)\nconstraint c: ";

/// All points of curves and surfaces.
std::vector<Place<Expr>> points(const Sketched& s) {
  std::vector<Place<Expr>> out;
  for (const DrawnItem<Expr>& item : s.picture.items) {
    if (const auto* path = std::get_if<Path<Expr>>(&item.what); path && path->kind == PathKind::curve)
      out.insert(out.end(), path->points.begin(), path->points.end());
    if (const auto* surface = std::get_if<Surface<Expr>>(&item.what))
      out.insert(out.end(), surface->points.begin(), surface->points.end());
  }
  return out;
}

/// How many things rule P7 has drawn.
std::size_t drawn(const Sketched& s) {
  return static_cast<std::size_t>(
      std::ranges::count(s.picture.items, "P7", [](const DrawnItem<Expr>& item) { return item.rule; }));
}

/// The largest |φ| of the first constraint at these points, with x, y, z as its coordinates.
double largest_violation(Sketched& s) {
  Kinematics kinematics(s.reading.study, s.equations);
  Graph& graph = kinematics.graph();
  const System& system = s.reading.study.system;
  std::vector<Expr> all;
  for (const Place<Expr>& point : points(s)) {
    std::vector<Replacement> put;
    for (std::size_t k = 0; k < point.size(); ++k)
      put.push_back({system.coordinates[k].position, point[k]});
    all.push_back(substitute(graph, system.constraints.front().residual, put));
  }
  double out = 0.0;
  for (const double each : kinematics.at_start(all))
    out = std::isfinite(each) ? std::max(out, std::abs(each)) : each;
  return out;
}

/// The motion stays within 1 cm of the start.
std::optional<std::pair<double, double>> short_motion(const Sketched& s, std::size_t i) {
  Kinematics kinematics(s.reading.study, s.equations);
  const double start = kinematics.at_start(s.reading.study.system.coordinates[i].position);
  return std::pair(start - 0.01, start + 0.01);
}

struct Row {
  std::string constraint;
  std::size_t things = 1;
};

void expect_drawn(const std::string& model, const Row& row) {
  SCOPED_TRACE(row.constraint);
  Sketched s(model + row.constraint + "\n");
  EXPECT_EQ(drawn(s), row.things) << s.listing();
  EXPECT_FALSE(points(s).empty());
  EXPECT_LT(largest_violation(s), 1e-12); // points are formulas that solve the row: rounding of coordinates of 1 m
  EXPECT_TRUE(s.picture.not_drawn.empty());
}

TEST(surfaces, in_the_plane_are_curves_through_points_of_the_constraint) {
  const Row rows[] = {{"y = a*cosh(x/a)\ninitial x = 0.5 [m]"},
                      {"y^2 = 2*a*x\ninitial y = 1 [m]"},
                      {"x*y = a^2\ninitial x = 2 [m]"},
                      {"exp(x/a)*y = b\ninitial x = 0.2 [m]"},
                      {"x^2/a^2 + y^2/b^2 = 1\ninitial x = 0.2 [m], y ~ -0.4 [m]"},
                      {"x^2/a^2 - y^2/b^2 = 1\ninitial y = 0.3 [m], x ~ -1.2 [m]", 2},
                      {"4*x^2 + (y - a*sin(w*t))^2 + 2*b*x = a^2\ninitial x = 0 [m], y ~ 1 [m]"},
                      {"x*cos(w*t) + y*sin(w*t) = a + y^2/b\ninitial y = 0.1 [m]"}};
  for (const Row& row : rows)
    expect_drawn(in_plane, row);
}

TEST(surfaces, in_space_go_through_points_of_the_constraint) {
  const Row rows[] = {{"z = (x^2 + y^2)/(2*a)\ninitial x = 0.5 [m]"},
                      {"z = 2*sqrt(x^2 + y^2)\ninitial x = 0.5 [m]"},
                      {"z = (x^2 - y^2)/a\ninitial x = 0.5 [m]"},
                      {"z = x^2/a + b*sin(w*t)\ninitial x = 0.5 [m]"},
                      {"x = y*z/a\ninitial y = 0.5 [m], z = 0.3 [m]"},
                      {"x^2 + y^2 = a^2\ninitial x = 0.6 [m], y ~ 0.8 [m]"},
                      {"x^2/a^2 + y^2/a^2 + z^2/b^2 = 1\ninitial x = 0.6 [m], y = 0.2 [m], z ~ 0.3 [m]"},
                      {"x^2 + y^2 = 4*z^2\ninitial x = 0.6 [m], y = 0.8 [m], z ~ 0.5 [m]"},
                      {"x^2 + y^2 - z^2 = a^2\ninitial x = 1.2 [m], y = 0.1 [m], z ~ 0.6 [m]"},
                      {"z^2 - x^2 - y^2 = a^2\ninitial x = 0.2 [m], y = 0.1 [m], z ~ 1 [m]", 2}};
  for (const Row& row : rows)
    expect_drawn(in_space, row);
}

TEST(surfaces, that_are_flat_are_planes) {
  Sketched s(in_space + "x + 2*y + 3*z = a\n");
  EXPECT_THAT(s.listing(), HasSubstr("plane (0, 0, 1/3*a) along (1, 2, 3)"));
}

TEST(surfaces, that_no_function_gives_are_named_and_not_drawn) {
  for (const std::string& model : {in_plane + "x^4 + y^4 + x*y*a^2 = 3*a^4\ninitial x = 1 [m], y ~ 1 [m]\n",
                                   in_space + "(x^2 + y^2 + z^2 + 3*b^2)^2 = 4*a^2*(x^2 + y^2)\n"
                                              "initial x = 1.5 [m], y = 0 [m], z ~ 0 [m]\n"}) {
    const Sketched s(model);
    EXPECT_EQ(drawn(s), 0U) << s.listing();
    ASSERT_FALSE(s.picture.not_drawn.empty());
    EXPECT_EQ(s.picture.not_drawn.front().what, "c");
  }
}

TEST(surfaces, that_close_are_drawn_whole_however_short_the_motion) {
  for (const std::string& model :
       {in_plane + "x^2/(4*a^2) + y^2/a^2 = 1\ninitial x = 0.2 [m], y ~ -1 [m]\n",
        in_space +
            "x^2/(4*a^2) + y^2/a^2 + (z - b*sin(w*t))^2/b^2 = 1\ninitial x = 0.5 [m], y = 0.1 [m], z ~ -0.4 [m]\n",
        in_space + "x^2 + y^2 = a^2\ninitial x = 0.6 [m], y ~ 0.8 [m]\n",
        in_space + "z = (x^2 + y^2)/(2*a)\ninitial x = 1 [m]\n",
        in_space + "x^2 + y^2 - z^2 = a^2\ninitial x = 1.2 [m], y = 0.1 [m], z ~ 0.6 [m]\n"}) {
    Sketched s(model);
    s.picture = sketch(s.reading.study, s.equations, [&s](std::size_t i) { return short_motion(s, i); });
    EXPECT_EQ(drawn(s), 1U) << model << s.listing();
    EXPECT_LT(largest_violation(s), 1e-12); // points are formulas that solve the row: rounding of coordinates of 1 m
    EXPECT_TRUE(s.picture.not_drawn.empty());
  }
}

TEST(surfaces, reach_as_far_as_the_motion_does) {
  Sketched s(in_plane + "y = x^2/a\ninitial x = 0.5 [m]\n");
  const Picture wide = sketch(s.reading.study, s.equations, [](std::size_t i) {
    return std::optional(i == 0 ? std::pair(-2.0, 6.0) : std::pair(0.0, 36.0));
  });
  ASSERT_FALSE(wide.items.empty());
  const auto* const path = std::get_if<Path<Expr>>(&wide.items.front().what);
  ASSERT_NE(path, nullptr);
  EXPECT_EQ(s.text(path->points.front().front()), "-4");
  EXPECT_EQ(s.text(path->points.back().front()), "8");
}

} // namespace
} // namespace dalembert
