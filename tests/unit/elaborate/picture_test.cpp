// What `draw` becomes: items of each kind, families, curves.
#include "pictured.h"

#include <array>
#include <cmath>

namespace dalembert {
namespace {

using Matrix = std::array<std::array<double, 3>, 3>;

Matrix about(int axis, double angle) {
  Matrix out{};
  const auto i = static_cast<std::size_t>((axis + 1) % 3);
  const auto k = static_cast<std::size_t>((axis + 2) % 3);
  out[static_cast<std::size_t>(axis)][static_cast<std::size_t>(axis)] = 1;
  out[i][i] = out[k][k] = std::cos(angle);
  out[k][i] = std::sin(angle);
  out[i][k] = -std::sin(angle);
  return out;
}

Matrix operator*(const Matrix& p, const Matrix& q) {
  Matrix out{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t j = 0; j < 3; ++j)
        out[i][k] += p[i][j] * q[j][k];
  return out;
}

std::vector<double> two_columns(const Matrix& m) {
  return {m[0][0], m[1][0], m[2][0], m[0][1], m[1][1], m[2][1]};
}

// ---- each kind

TEST(picture, marks_stand_at_a_point) {
  const Pictured p("draw mass at (x, 2*y) { mass = m; colour = \"spring\" } \"bob\"\ndraw coil at (0, 0) turned 2*a\n"
                   "draw pin at (0, 0)\ndraw point at (x, y)\ndraw label at (l, 0) \"B\"\n");
  EXPECT_EQ(p.codes(), "");
  const auto& mass = p.item<Mark<Expr>>();
  EXPECT_EQ(mass.kind, MarkKind::mass);
  expect_near(p.values(mass.at), {1.5, -1.0});
  EXPECT_EQ(p.value(*mass.mass), 2.0);
  EXPECT_EQ(p.picture().items[0].colour.hue, Hue::spring);
  EXPECT_EQ(p.picture().items[0].name, "bob");
  EXPECT_NEAR(p.value(p.item<Mark<Expr>>(1).turned.entries.at(0)), 0.8, 1e-15); // a few ulps of 1
  EXPECT_EQ(p.item<Mark<Expr>>(2).kind, MarkKind::pin);
  EXPECT_EQ(p.item<Mark<Expr>>(3).kind, MarkKind::point);
  EXPECT_EQ(p.item<Mark<Expr>>(4).kind, MarkKind::label);
  EXPECT_EQ(p.picture().items[4].name, "B");
}

TEST(picture, segments_join_two_points) {
  const Pictured p("draw spring from (0, 0) to (x, y) { coils = 8; width = 0.08 [m] }\n"
                   "draw rope from (x, 0)\n  to (x, y) { width = 2; visible = x' }\n");
  EXPECT_EQ(p.codes(), "");
  EXPECT_EQ(p.item<Segment<Expr>>().kind, SegmentKind::spring);
  EXPECT_EQ(p.item<Segment<Expr>>().coils, 8);
  EXPECT_NEAR(p.value(*p.picture().items[0].width.length), 0.08, 1e-16); // ulps of 0.1
  EXPECT_EQ(p.item<Segment<Expr>>(1).kind, SegmentKind::rope);
  EXPECT_EQ(p.picture().items[1].width.pixels, 2.0);
  EXPECT_EQ(p.value(*p.picture().items[1].visible), 4.0);
}

TEST(picture, a_rod_of_a_length_lies_about_its_centre) {
  const Pictured p("draw rod(2*l) at (x, y) turned a\n");
  const auto& rod = p.item<Segment<Expr>>();
  expect_near(p.values(rod.from), {1.5 - 3 * std::cos(0.4), -0.5 - 3 * std::sin(0.4)});
  expect_near(p.values(rod.to), {1.5 + 3 * std::cos(0.4), -0.5 + 3 * std::sin(0.4)});
  const Pictured q("draw rod(2*l) at (0, 0, z) turned rotation(y: b)\n");
  expect_near(q.values(q.item<Segment<Expr>>().to), {3 * std::cos(1.1), 0, 0.25 - 3 * std::sin(1.1)});
}

TEST(picture, shapes_keep_their_sizes_in_order) {
  const Pictured p(
      "draw disc(r) at (x, r) turned -a\ndraw box(l, r) at (0, 0)\ndraw cone(r, l) at (0, 0) along (0, 1)\n");
  EXPECT_EQ(p.codes(), "");
  EXPECT_NEAR(p.value(p.item<Shape<Expr>>().turned.entries.at(0)), -0.4, 1e-15); // a few ulps of 1
  expect_near(p.values(p.item<Shape<Expr>>(1).sizes), {3.0, 0.5});
  EXPECT_TRUE(p.item<Shape<Expr>>(1).turned.entries.empty());
  EXPECT_NEAR(p.value(p.item<Shape<Expr>>(2).turned.entries.at(0)), 0.0, 1e-15) << "its axis is e2 as it stands";
}

TEST(picture, a_cylinder_between_two_points_has_its_axis_there) {
  const Pictured p("draw cylinder(r) from (0, 0) to (x, 0)\n");
  const auto& plane = p.item<Shape<Expr>>();
  expect_near(p.values(plane.at), {0.75, 0.0});
  expect_near(p.values(plane.sizes), {0.5, 1.5});
  expect_near(p.values(plane.turned.entries), {-pi / 2}); // e2 along +x
  const Pictured q("draw cylinder(r) from (0, 0, 0) to (x, 0, x)\ndraw cylinder(r) from (0, 0, 0) to (0, 0, -l)\n");
  EXPECT_EQ(q.codes(), "");
  const double h = std::sqrt(0.5);
  expect_near(q.values(q.item<Shape<Expr>>().turned.entries), {0, 1, 0, -h, 0, h}); // e3 = (h, 0, h)
  EXPECT_TRUE(q.item<Shape<Expr>>(1).turned.entries.empty());
  EXPECT_NEAR(q.value(q.item<Shape<Expr>>(1).sizes.at(1)), 3.0, 1e-15); // two ulps of 3
}

TEST(picture, rotations_follow_each_other_about_axes_that_turn) {
  const Pictured p("draw sphere(r) at (x, y, z) turned rotation(z: a, x: b, z: c)\n"
                   "draw frame(l) at (0, 0, 0) turned rotation(y: -a, ((0, 0, 2)): b)\n");
  EXPECT_EQ(p.codes(), "");
  expect_near(p.values(p.item<Shape<Expr>>().turned.entries),
              two_columns(about(2, 0.4) * about(0, 1.1) * about(2, -0.7)));
  expect_near(p.values(p.item<Axes<Expr>>(1).turned.entries), two_columns(about(1, -0.4) * about(2, 1.1)));
  EXPECT_EQ(p.value(*p.item<Axes<Expr>>(1).length), 3.0);
}

TEST(picture, a_rotation_in_the_plane_is_one_angle) {
  const Pictured p("draw box(l, r) at (x, y) turned rotation(z: a, z: b)\n");
  expect_near(p.values(p.item<Shape<Expr>>().turned.entries), {1.5});
}

TEST(picture, an_axis_is_turned_from_the_line_of_nodes) {
  const Pictured p("draw disc(r) at (x, y, z) along (sin(a)*cos(b), -cos(a)*cos(b), sin(b)) turned c\n");
  EXPECT_EQ(p.codes(), "");
  const double ca = std::cos(0.4);
  const double sa = std::sin(0.4);
  const double cb = std::cos(1.1);
  const double sb = std::sin(1.1);
  // up × axis = (cos a cos b, sin a cos b, 0); axis × nodes = (−sin b sin a, sin b cos a, cos b)
  const std::array<double, 3> nodes{ca, sa, 0};
  const std::array<double, 3> ahead{-sb * sa, sb * ca, cb};
  std::vector<double> wanted;
  for (std::size_t i = 0; i < 3; ++i)
    wanted.push_back(std::cos(-0.7) * nodes[i] + std::sin(-0.7) * ahead[i]);
  for (std::size_t i = 0; i < 3; ++i)
    wanted.push_back(std::cos(-0.7) * ahead[i] - std::sin(-0.7) * nodes[i]);
  expect_near(p.values(p.item<Shape<Expr>>().turned.entries), wanted);
}

TEST(picture, ground_and_plane_have_usual_directions) {
  const Pictured p("draw ground through (0, 0)\ndraw ground through (0, 0) along (cos(a), sin(a))\n");
  expect_near(p.values(p.item<Support<Expr>>().along), {1, 0});
  expect_near(p.values(p.item<Support<Expr>>(1).along), {std::cos(0.4), std::sin(0.4)});
  const Pictured q("draw plane through (0, 0, z)\n");
  expect_near(q.values(q.item<Support<Expr>>().along), {0, 0, 1});
}

TEST(picture, gauges_trails_and_angles_have_what_they_show) {
  const Pictured p(
      "draw gauge of m*x'^2\ndraw trail of (x, y) { length = 5 [s] }\ndraw angle of a at (0, 0) from (0, -1)\n");
  EXPECT_EQ(p.codes(), "");
  EXPECT_EQ(p.item<Gauge<Expr>>().unit, "J");
  EXPECT_EQ(p.item<Gauge<Expr>>().of, "m*x'^2");
  EXPECT_EQ(p.value(p.item<Gauge<Expr>>().value), 32.0);
  EXPECT_EQ(p.item<Trail<Expr>>(1).length, 5.0);
  EXPECT_EQ(p.value(p.item<AngleMark<Expr>>(2).value), 0.4);
  EXPECT_EQ(p.picture().items[2].name, "a");
}

// ---- lines, families, curves

TEST(picture, the_points_of_a_polygon_are_turned_and_shifted) {
  const Pictured p("draw polygon through (0, 0), (l, 0), (l, r) turned a at (x, y)\n");
  const auto& polygon = p.item<Path<Expr>>();
  ASSERT_EQ(polygon.points.size(), 3U);
  expect_near(p.values(polygon.points[2]),
              {1.5 + 3 * std::cos(0.4) - 0.5 * std::sin(0.4), -0.5 + 3 * std::sin(0.4) + 0.5 * std::cos(0.4)});
}

TEST(picture, a_line_joins_its_members_and_other_points_stand_once) {
  const Pictured p("draw line through (0, 0), (x[i], y[i]), (L, 0) for i in 1..n \"chain\"\n", three_masses);
  EXPECT_EQ(p.codes(), "");
  ASSERT_EQ(p.picture().items.size(), 1U);
  const auto& line = p.item<Path<Expr>>();
  ASSERT_EQ(line.points.size(), 5U);
  EXPECT_EQ(p.reading.text(line.points[0][0]), "0");
  EXPECT_EQ(p.reading.text(line.points[3][1]), "y[3]");
  EXPECT_EQ(p.reading.text(line.points[4][0]), "L");
}

TEST(picture, points_of_several_indices_stand_once_for_each_that_they_hold) {
  const Pictured p("draw line through (x[i], 0), (x[i], y[k]) for i in 1..2, k in 1..2\n", three_masses);
  const auto& line = p.item<Path<Expr>>();
  std::string all;
  for (const auto& point : line.points)
    all += "(" + p.reading.text(point[0]) + ", " + p.reading.text(point[1]) + ")";
  EXPECT_EQ(all, "(x[1], 0)(x[1], y[1])(x[1], y[2])(x[2], 0)(x[2], y[1])(x[2], y[2])");
}

TEST(picture, other_things_are_drawn_for_each_member) {
  const Pictured p(
      "draw mass at (x[i], y[i]) for i in 1..n \"bob\"\nfor i in 2..n { draw rod from (x[i-1], 0) to (x[i], 0) }\n",
      three_masses);
  EXPECT_EQ(p.codes(), "");
  ASSERT_EQ(p.picture().items.size(), 5U);
  EXPECT_EQ(p.picture().items[1].name, "bob[2]");
  EXPECT_EQ(p.reading.text(p.item<Mark<Expr>>(2).at[0]), "x[3]");
  EXPECT_EQ(p.reading.text(p.item<Segment<Expr>>(4).from[0]), "x[2]");
}

TEST(picture, an_empty_family_draws_nothing) {
  const Pictured p("draw mass at (x[i], y[i]) for i in 2..1\ndraw line through (x[i], y[i]) for i in 1..0\n",
                   three_masses);
  EXPECT_EQ(p.codes(), "");
  EXPECT_TRUE(p.picture().items.empty());
}

TEST(picture, a_curve_is_sampled_from_one_end_of_its_range_to_the_other) {
  const Pictured p("draw curve through (l*cos(u), x + s*sin(u)) for u in -pi..pi { points = 5 }\nlet s = l\n");
  EXPECT_EQ(p.codes(), "");
  const auto& curve = p.item<Path<Expr>>();
  ASSERT_EQ(curve.points.size(), 5U);
  expect_near(p.values(curve.points[0]), {-3.0, 1.5});
  expect_near(p.values(curve.points[1]), {0.0, -1.5});
  expect_near(p.values(curve.points[4]), {-3.0, 1.5});
}

TEST(picture, a_curve_may_end_at_a_parameter_and_take_a_unit) {
  const Pictured p("draw curve through (s, 0) for s in 0..l { points = 3 }\n"
                   "draw curve through (s, 0) for s in 0..20 [cm] { points = 2 }\n");
  EXPECT_EQ(p.codes(), "");
  EXPECT_NEAR(p.value(p.item<Path<Expr>>().points[1][0]), 1.5, 1e-15);  // a few ulps of 1
  EXPECT_NEAR(p.value(p.item<Path<Expr>>(1).points[1][0]), 0.2, 1e-16); // ulps of 0.2
}

TEST(picture, a_curve_has_200_points_and_a_surface_24_times_48) {
  const Pictured p("draw curve through (r*u, 0) for u in 0..1\n");
  EXPECT_EQ(p.item<Path<Expr>>().points.size(), 200U);
  const Pictured q("draw surface through (r*sin(u)*cos(v), r*sin(u)*sin(v), r*cos(u)) for u in 0..pi, v in 0..2*pi\n");
  EXPECT_EQ(q.codes(), "");
  const auto& surface = q.item<Surface<Expr>>();
  EXPECT_EQ(surface.rows, 24U);
  EXPECT_EQ(surface.columns, 48U);
  ASSERT_EQ(surface.points.size(), 24U * 48U);
  const double u = pi * 5 / 23;
  const double v = 2 * pi * 7 / 47;
  expect_near(q.values(surface.points[5 * 48 + 7]),
              {0.5 * std::sin(u) * std::cos(v), 0.5 * std::sin(u) * std::sin(v), 0.5 * std::cos(u)});
}

} // namespace
} // namespace dalembert
