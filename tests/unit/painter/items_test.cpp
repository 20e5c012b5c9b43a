#include <dalembert/painter/completed_scene.h>
#include <dalembert/painter/picture_svg.h>

#include "scenes.h"
#include "svg_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <string>

namespace dalembert {
namespace {

using testing::HasSubstr;
using testing::Not;

PictureOptions plain() {
  PictureOptions out;
  out.scale_bars = false;
  return out;
}

std::string paint(const SceneMaker& maker, double time = 0.0, const PictureOptions& options = plain()) {
  const SceneFrames frames = maker.frames();
  const Scene scene = completed(maker.scene, frames);
  return picture_svg(scene, {time, maker.row(time)}, &frames, options);
}

double length(const ReadSpot& a, const ReadSpot& b) {
  return std::hypot(b.x - a.x, b.y - a.y);
}

/// The ends of the first straight path of a class.
std::pair<ReadSpot, ReadSpot> line_of(const std::string& svg, const std::string& name_of_class) {
  const auto paths = paths_with(svg, name_of_class);
  if (paths.empty()) return {};
  const std::vector<ReadSpot> spots = read_path(paths.front().get("d"));
  return {spots.front(), spots.back()};
}

TEST(painter, a_metre_is_as_long_upward_as_to_the_right) {
  SceneMaker m;
  m.add(Path<SceneNumber>{PathKind::line, {place(-1, 2), place(3, 2)}}).colour.hue = Hue::a;
  m.add(Path<SceneNumber>{PathKind::line, {place(0, 0), place(0, 0.5)}}).colour.hue = Hue::b;
  const std::string svg = paint(m);
  const auto [left, right] = line_of(svg, "dp-s-a");
  const auto [low, high] = line_of(svg, "dp-s-b");
  EXPECT_GT(right.x, left.x);
  EXPECT_LT(high.y, low.y);
  // Places are written with two digits behind the point: 0.01 over half a metre, both ends.
  EXPECT_NEAR(length(left, right) / 4.0, length(low, high) / 0.5, 0.1);
  EXPECT_NEAR(left.x + (right.x - left.x) / 4.0, low.x, 0.1);
  EXPECT_NEAR(left.y, low.y - 4.0 * length(low, high), 0.1);
}

TEST(painter, up_turns_the_plane) {
  SceneMaker m;
  m.add(Path<SceneNumber>{PathKind::line, {place(0, 0), place(1, 0)}}).colour.hue = Hue::a;
  m.add(Path<SceneNumber>{PathKind::line, {place(0, 0), place(0, 1)}}).colour.hue = Hue::b;
  m.scene.settings.up = SceneUp::minus_y;
  auto [from, to] = line_of(paint(m), "dp-s-b");
  EXPECT_GT(to.y, from.y + 50.0);
  m.scene.settings.up = SceneUp::x;
  std::tie(from, to) = line_of(paint(m), "dp-s-a");
  EXPECT_LT(to.y, from.y - 50.0);
  std::tie(from, to) = line_of(paint(m), "dp-s-b");
  EXPECT_LT(to.x, from.x - 50.0);
}

TEST(painter, the_wire_of_a_spring_keeps_its_length) {
  SceneMaker m;
  const SceneNumber end = m.moving([](double t) { return 1.0 + 0.5 * std::cos(3.0 * t); });
  m.add(Segment<SceneNumber>{SegmentKind::spring, place(0, 0), {end, number(0)}, 6});
  std::vector<double> wires;
  for (const double time : {0.0, 0.3, 0.7, 1.0}) {
    const std::vector<ReadSpot> spots = read_path(paths_with(paint(m, time), "dp-s-spring").at(0).get("d"));
    double wire = 0.0;
    for (std::size_t i = 1; i < spots.size(); ++i)
      wire += length(spots[i - 1], spots[i]);
    wires.push_back(wire);
  }
  for (const double wire : wires)
    // Places are written with two digits: 0.01 on each of some dozen pieces.
    EXPECT_NEAR(wire, wires.front(), 2e-3 * wires.front());
}

TEST(painter, an_arrow_points_along_its_vector_and_is_as_long_as_its_scale_says) {
  SceneMaker m;
  m.add(Mark<SceneNumber>{MarkKind::point, place(0, 0), {}, {}});
  m.add(Mark<SceneNumber>{MarkKind::point, place(4, 3), {}, {}});
  m.add(Arrow<SceneNumber>{ArrowRole::applied, Standing::solid, "F", "N", place(1, 1), place(3, 4), {}});
  m.add(Arrow<SceneNumber>{ArrowRole::velocity, Standing::solid, "v", "m/s", place(1, 1), place(2, 0), {}});
  m.scene.settings.scales["N"] = 0.2;
  const std::string svg = paint(m);
  const std::vector<ReadSpot> head = read_path(paths_with(svg, "dp-f-applied").at(0).get("d"));
  const auto [from, neck] = line_of(svg, "dp-s-applied");
  // Places are written with two digits: 0.005 of 50 pixels.
  EXPECT_NEAR((head[0].x - from.x) / (from.y - head[0].y), 3.0 / 4.0, 1e-3);
  const Scene scene = completed(m.scene, m.frames());
  const std::vector<ReadElement> points = paths_with(svg, "dp-s-body");
  const double metre = length(read_path(points.at(0).get("d")).front(), read_path(points.at(1).get("d")).front()) / 5.0;
  EXPECT_NEAR(length(from, head[0]), 5.0 * 0.2 * metre, 0.1); // places are written with two digits, four of them here
  EXPECT_NEAR(scene.scales.at("m/s") * 2.0,
              0.18 * std::hypot(scene.bounds[1][0] - scene.bounds[0][0], scene.bounds[1][1] - scene.bounds[0][1]),
              1e-12); // one product: rounding
}

TEST(painter, action_and_reaction_are_opposite_and_the_reaction_is_thinner) {
  SceneMaker m;
  m.add(Arrow<SceneNumber>{ArrowRole::reaction, Standing::solid, "N", "N", place(0, 0), place(2, 1), place(3, 0)});
  const std::vector<ReadElement> arrows = paths_with(paint(m), "dp-solid");
  ASSERT_EQ(arrows.size(), 2U);
  const std::vector<ReadSpot> opposite = read_path(arrows[0].get("d"));
  const std::vector<ReadSpot> action = read_path(arrows[1].get("d"));
  const double cross = (opposite[1].x - opposite[0].x) * (action[1].y - action[0].y) -
                       (opposite[1].y - opposite[0].y) * (action[1].x - action[0].x);
  // Places are written with two digits, of arrows of 100 pixels.
  EXPECT_NEAR(cross / (length(opposite[0], opposite[1]) * length(action[0], action[1])), 0.0, 1e-3);
  EXPECT_LT((opposite[1].x - opposite[0].x) * (action[1].x - action[0].x), 0.0);
  EXPECT_LT(arrows[0].number("stroke-width"), arrows[1].number("stroke-width"));
}

TEST(painter, standings_are_told_apart) {
  SceneMaker m;
  for (const Standing standing : {Standing::solid, Standing::hollow, Standing::dashed})
    m.add(Arrow<SceneNumber>{ArrowRole::reaction, standing, "N", "N", place(0, 0), place(2, 1), {}});
  const std::string svg = paint(m);
  EXPECT_EQ(paths_with(svg, "dp-solid").size(), 1U);
  const auto hollow = paths_with(svg, "dp-hollow");
  const auto dashed = paths_with(svg, "dp-dashed");
  ASSERT_EQ(hollow.size(), 1U);
  ASSERT_EQ(dashed.size(), 1U);
  EXPECT_TRUE(hollow[0].has_class("dp-f-paper"));
  EXPECT_EQ(read_path(hollow[0].get("d")).size(), 7U);
  EXPECT_FALSE(dashed[0].get("stroke-dasharray").empty());
}

TEST(painter, long_arrows_are_cut_and_short_ones_are_dots) {
  SceneMaker m;
  m.add(Mark<SceneNumber>{MarkKind::point, place(1, 1), {}, {}});
  m.add(Arrow<SceneNumber>{ArrowRole::applied, Standing::solid, "F", "N", place(0, 0), place(100, 0), {}});
  m.add(Arrow<SceneNumber>{ArrowRole::applied, Standing::solid, "f", "N", place(0, 1), place(0.001, 0), {}});
  m.scene.settings.scales["N"] = 1.0;
  const std::string svg = paint(m);
  EXPECT_EQ(paths_with(svg, "dp-break").size(), 1U);
  EXPECT_EQ(paths_with(svg, "dp-dot").size(), 1U);
}

TEST(painter, a_moment_turns_the_way_of_its_sign) {
  for (const double value : {2.0, -2.0}) {
    SceneMaker m;
    m.add(Mark<SceneNumber>{MarkKind::point, place(1, 1), {}, {}});
    m.add(Arc<SceneNumber>{ArrowRole::reaction, Standing::solid, "M", "N*m", place(0, 0), number(value), {}});
    const auto [from, to] = line_of(paint(m), "dp-solid");
    EXPECT_GT((from.x - to.x) * value, 20.0); // over the top, counter-clockwise to the left
  }
}

TEST(painter, masses_have_areas_by_the_two_thirds_power) {
  SceneMaker m;
  m.add(Mark<SceneNumber>{MarkKind::mass, place(0, 0), {}, number(8.0)});
  m.add(Mark<SceneNumber>{MarkKind::mass, place(1, 0), {}, number(1.0)});
  const std::vector<ReadElement> dots = paths_with(paint(m), "dp-f-body");
  ASSERT_EQ(dots.size(), 2U);
  const auto diameter = [](const ReadElement& dot) {
    const std::vector<ReadSpot> spots = read_path(dot.get("d"));
    return length(spots[0], spots[1]);
  };
  // Places are written with two digits, of diameters of a few pixels.
  EXPECT_NEAR(diameter(dots[0]) / diameter(dots[1]), 2.0, 0.02);
}

TEST(painter, hatching_is_on_the_right_hand_side) {
  SceneMaker m;
  m.add(Mark<SceneNumber>{MarkKind::point, place(0, 1), {}, {}});
  m.add(Support<SceneNumber>{SupportKind::ground, place(0, 0), place(1, 0)});
  const std::vector<ReadElement> ground = paths_with(paint(m), "dp-s-ground");
  ASSERT_EQ(ground.size(), 2U);
  const double line = read_path(ground[1].get("d")).front().y;
  for (const ReadSpot& spot : read_path(ground[0].get("d")))
    EXPECT_GE(spot.y, line - 0.02); // places are written with two digits
}

TEST(painter, a_rope_is_dashed_while_it_is_slack_alone) {
  SceneMaker m;
  const SceneNumber end = m.moving([](double t) { return t < 1.0 ? 2.0 : 1.5; });
  m.add(Segment<SceneNumber>{SegmentKind::rope, place(0, 0), {end, number(0)}, {}});
  EXPECT_TRUE(paths_with(paint(m, 0.5), "dp-s-body").at(0).get("stroke-dasharray").empty());
  EXPECT_FALSE(paths_with(paint(m, 1.5), "dp-s-body").at(0).get("stroke-dasharray").empty());
  SceneMaker winch; // a line whose length changes all the time is not slack
  const SceneNumber along = winch.moving([](double t) { return 1.0 + 0.3 * t; });
  winch.add(Segment<SceneNumber>{SegmentKind::rope, place(0, 0), {along, number(0)}, {}});
  EXPECT_TRUE(paths_with(paint(winch, 0.5), "dp-s-body").at(0).get("stroke-dasharray").empty());
}

TEST(painter, what_is_hidden_or_has_no_finite_place_draws_nothing) {
  SceneMaker all = plane_of_all();
  for (auto& item : all.scene.items)
    item.visible = number(0.0);
  const std::string hidden = paint(all);
  EXPECT_TRUE(paths_with(hidden, "dp-s-body").empty());
  EXPECT_EQ(read_svg(hidden)->back().name, "svg");
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 1e300}) {
    SceneMaker m;
    const SceneNumber x = m.moving([bad](double) { return bad; });
    m.add(Segment<SceneNumber>{SegmentKind::rod, place(0, 0), {x, number(1)}, {}});
    m.add(Arrow<SceneNumber>{ArrowRole::reaction, Standing::solid, "N", "N", place(0, 0), {x, number(0)}, {}});
    m.add(Mark<SceneNumber>{MarkKind::mass, place(0, 0), {}, number(1)});
    const std::string svg = paint(m);
    EXPECT_EQ(paths_with(svg, "dp-f-body").size(), 1U);
    EXPECT_TRUE(paths_with(svg, "dp-s-body").empty());
    EXPECT_THAT(svg, Not(HasSubstr("nan")));
    EXPECT_THAT(svg, Not(HasSubstr("inf")));
  }
}

TEST(painter, a_colour_and_a_width_are_taken_as_given) {
  SceneMaker m;
  auto& rope = m.add(Segment<SceneNumber>{SegmentKind::rope, place(0, 0), place(1, 0), {}});
  rope.colour.hex = "#12ab9F";
  rope.width.pixels = 3.5;
  const std::string svg = paint(m);
  EXPECT_EQ(paths_with(svg, "dp-s-x12ab9F").at(0).number("stroke-width"), 3.5);
  EXPECT_THAT(svg, HasSubstr("#12ab9F"));
}

TEST(painter, a_trail_ends_at_the_point_and_is_as_old_as_it_says) {
  SceneMaker m;
  const SceneNumber x = m.moving([](double t) { return t; });
  m.add(Mark<SceneNumber>{MarkKind::point, {x, number(0)}, {}, {}});
  m.add(Trail<SceneNumber>{{x, number(0)}, 0.5});
  const std::string svg = paint(m, 1.0);
  const std::vector<ReadElement> trail = paths_with(svg, "dp-s-trail");
  ASSERT_FALSE(trail.empty());
  const std::vector<ReadSpot> ring = read_path(paths_with(svg, "dp-s-body").at(0).get("d"));
  const ReadSpot tip = read_path(trail.back().get("d")).back();
  EXPECT_NEAR(tip.x, 0.5 * (ring[0].x + ring[1].x), 0.05); // places are written with two digits, three of them here
  const auto [low, high] = completed(m.scene, m.frames()).bounds;
  const double metre = (tip.x - read_path(trail.front().get("d")).front().x) / 0.5;
  EXPECT_NEAR(metre * (high[0] - low[0]), 640.0, 60.0); // about the width of the picture, less its margins
  EXPECT_LT(trail.front().number("stroke-opacity"), trail.back().number("stroke-opacity"));
}

TEST(painter, a_hand_and_a_dot_show_coordinates_without_a_place) {
  SceneMaker m;
  m.add(Lane<SceneNumber>{false, "m", m.moving([](double t) { return t; })}, "x_1");
  m.add(Lane<SceneNumber>{true, "rad", number(0.5 * 3.141592653589793)}, "phi");
  const std::string svg = paint(m, 2.0);
  const std::vector<ReadSpot> ruled = read_path(paths_with(svg, "dp-s-ground").at(0).get("d"));
  const std::vector<ReadSpot> dot = read_path(paths_with(svg, "dp-f-body").at(0).get("d"));
  EXPECT_NEAR(0.5 * (dot[0].x + dot[1].x), ruled[1].x, 0.05); // places are written with two digits, three of them here
  const auto [from, to] = line_of(svg, "dp-s-body");
  EXPECT_NEAR(from.x, to.x, 0.02); // places are written with two digits
  EXPECT_LT(to.y, from.y - 10.0);
  EXPECT_THAT(svg, HasSubstr("φ"));
}

TEST(gauges, leave_room_for_the_drawing_and_say_how_many_are_left_out) {
  SceneMaker m;
  m.add(Mark<SceneNumber>{MarkKind::mass, place(0.0, 0.0), {}, {}}, "bob");
  for (int i = 0; i < 8; ++i)
    m.add(Gauge<SceneNumber>{"Z" + std::to_string(i), "N", number(1.0 + i)}, "Z" + std::to_string(i));
  PictureOptions narrow = plain();
  narrow.width = 230.0;
  narrow.height = 150.0;
  const std::string small = paint(m, 0.0, narrow);
  EXPECT_THAT(small, HasSubstr("and 6 more"));
  EXPECT_THAT(paint(m), HasSubstr("and 2 more"));
}

TEST(lanes, have_numbers_that_leave_their_names_and_units_free) {
  SceneMaker m;
  m.add(Lane<SceneNumber>{false, "m", m.moving([](double t) { return 0.00391 - 0.0034 * t; })}, "x1");
  const auto read = read_svg(paint(m));
  ASSERT_TRUE(read.has_value());
  std::map<std::string, double> middles;
  for (const ReadElement& element : *read)
    if (element.name == "text") middles[element.has_class("dp-f-ink") ? "name" : element.text] = element.number("x");
  ASSERT_EQ(middles.size(), 4U);
  constexpr double letter = 7.0; // px, of the font of 13 px
  EXPECT_LE(middles.at("name") + letter, middles.at("−0.00289") - 4 * letter);
  EXPECT_LE(middles.at("−0.00289") + 4 * letter, middles.at("0.00391") - 4 * letter);
  EXPECT_LE(middles.at("0.00391") + 4 * letter, middles.at("m") - letter);
}

} // namespace
} // namespace dalembert
