#include <dalembert/painter/completed_scene.h>
#include <dalembert/painter/extent.h>
#include <dalembert/painter/film_svg.h>
#include <dalembert/painter/picture_svg.h>

#include "scenes.h"
#include "svg_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace dalembert {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::string painted_at(const SceneMaker& maker, double time, const PictureOptions& options) {
  const SceneFrames frames = maker.frames();
  const Scene scene = completed(maker.scene, frames);
  return picture_svg(scene, {time, maker.row(time)}, &frames, options);
}

void expect_inside(const std::string& svg) {
  const auto read = read_svg(svg);
  ASSERT_TRUE(read.has_value());
  const double width = read->front().number("width");
  const double height = read->front().number("height");
  for (const ReadElement& element : *read) {
    if (element.name == "text") {
      EXPECT_GE(element.number("x") + element.dx, 0.0) << element.text;
      EXPECT_LE(element.number("x") + element.dx, width) << element.text;
      EXPECT_LE(element.number("y") + element.dy, height) << element.text;
    }
    if (element.name != "path") continue;
    for (const ReadSpot& spot : read_path(element.get("d"))) {
      EXPECT_GE(spot.x + element.dx, -1.0) << element.attributes;
      EXPECT_LE(spot.x + element.dx, width + 1.0) << element.attributes;
      EXPECT_GE(spot.y + element.dy, -1.0) << element.attributes;
      EXPECT_LE(spot.y + element.dy, height + 1.0) << element.attributes;
    }
  }
}

TEST(painter, nothing_is_drawn_outside_the_page) {
  PictureOptions options;
  options.values = true;
  for (const SceneMaker& maker : {plane_of_all(), space_of_all()})
    for (const double time : {0.0, 0.4, 1.1, 2.0})
      for (const auto& [width, height] : {std::pair{640.0, 420.0}, std::pair{300.0, 500.0}}) {
        options.width = width;
        options.height = height;
        expect_inside(painted_at(maker, time, options));
      }
  PictureOptions strip;
  const SceneMaker plane = plane_of_all();
  const SceneFrames frames = plane.frames();
  expect_inside(strip_svg(plane.scene, frames, spaced_frames(frames, 6), strip));
}

TEST(painter, every_kind_draws_something_by_itself) {
  for (const SceneMaker& all : {plane_of_all(), space_of_all()})
    for (const auto& item : all.scene.items) {
      SceneMaker one = all;
      one.scene.items = {item};
      const auto* mark = std::get_if<Mark<SceneNumber>>(&item.what);
      const std::string svg = painted_at(one, 1.0, {});
      const auto read = read_svg(svg);
      ASSERT_TRUE(read.has_value()) << item.what.index();
      const auto drawn = std::count_if(read->begin(), read->end(), [](const ReadElement& element) {
        return element.name == "path" && !element.has_class("dp-s-soft") && !element.has_class("dp-f-soft");
      });
      if (mark != nullptr && mark->kind == MarkKind::label)
        EXPECT_THAT(svg, HasSubstr(">a word</text>"));
      else
        EXPECT_GT(drawn, 0) << item.what.index() << " " << item.name;
      expect_inside(svg);
      EXPECT_THAT(svg, Not(HasSubstr("nan")));
    }
}

TEST(painter, a_document_says_what_it_is) {
  PictureOptions options;
  options.title = "A <pendulum> & more";
  const std::string svg = painted_at(plane_of_all(), 0.0, options);
  EXPECT_THAT(svg, HasSubstr("role=\"img\""));
  EXPECT_THAT(svg, HasSubstr("<title>A &lt;pendulum&gt; &amp; more</title>"));
  EXPECT_THAT(svg, HasSubstr("<desc>ground, trail, curve, line, polygon lever, pin"));
  EXPECT_THAT(svg, HasSubstr("<g><title>crank</title>"));
  EXPECT_THAT(svg, HasSubstr("prefers-color-scheme:dark"));
  EXPECT_THAT(svg, Not(HasSubstr("<script")));
}

TEST(painter, names_are_set_as_the_other_printers_do_and_escaped) {
  SceneMaker m;
  m.add(Mark<SceneNumber>{MarkKind::mass, place(0, 0), {}, {}}, "a<b & \x01\"c\" d\xE2\x80\xAE");
  m.add(Mark<SceneNumber>{MarkKind::mass, place(1, 0), {}, {}}, "theta_1");
  m.add(Mark<SceneNumber>{MarkKind::mass, place(1, 1), {}, {}}, "x'");
  m.add(Mark<SceneNumber>{MarkKind::mass, place(0, 1), {}, {}}, "upper mass");
  const std::string svg = painted_at(m, 0.0, {});
  ASSERT_TRUE(read_svg(svg).has_value());
  EXPECT_THAT(svg, HasSubstr("a&lt;b &amp; &quot;c&quot; d⟨U+202E⟩</text>"));
  EXPECT_THAT(svg, HasSubstr("θ</tspan>"));
  EXPECT_THAT(svg, HasSubstr("ẋ</tspan>"));
  EXPECT_THAT(svg, HasSubstr(">upper mass</text>"));
}

TEST(painter, captions_do_not_lie_over_each_other) {
  SceneMaker m;
  for (int i = 0; i < 5; ++i)
    m.add(Mark<SceneNumber>{MarkKind::mass, place(0.02 * i, 0), {}, number(1)}, "body" + std::to_string(i));
  m.add(Mark<SceneNumber>{MarkKind::point, place(2, 1), {}, {}});
  const auto read = read_svg(painted_at(m, 0.0, {}));
  std::vector<ReadElement> texts;
  for (const ReadElement& element : *read)
    if (element.name == "text" && element.text.starts_with("body")) texts.push_back(element);
  ASSERT_EQ(texts.size(), 5U);
  for (std::size_t i = 0; i < texts.size(); ++i)
    for (std::size_t k = i + 1; k < texts.size(); ++k)
      EXPECT_TRUE(std::abs(texts[i].number("y") - texts[k].number("y")) > 11.0 ||
                  std::abs(texts[i].number("x") - texts[k].number("x")) > 28.0)
          << i << " " << k;
}

TEST(painter, values_have_three_digits_and_units_and_lengths_have_none_without) {
  SceneMaker m;
  m.add(Mark<SceneNumber>{MarkKind::mass, place(0, 0), {}, {}});
  m.add(Arrow<SceneNumber>{ArrowRole::applied, Standing::solid, "F", "N", place(0, 0), place(3.21875, 0), {}});
  PictureOptions options;
  options.values = true;
  const std::string svg = painted_at(m, 0.0, options);
  EXPECT_THAT(svg, HasSubstr("3.22\u00A0N"));
  EXPECT_THAT(svg, HasSubstr("\u00A0m</text>"));
  options.length_unit.clear();
  EXPECT_THAT(painted_at(m, 0.0, options), Not(HasSubstr("\u00A0m</text>")));
}

TEST(painter, arrows_are_chosen_by_their_role) {
  PictureOptions options;
  options.arrows = ArrowsShown::none;
  const std::string none = painted_at(plane_of_all(), 0.5, options);
  EXPECT_TRUE(paths_with(none, "dp-s-force").empty());
  EXPECT_TRUE(paths_with(none, "dp-hollow").empty());
  EXPECT_TRUE(paths_with(none, "dp-dashed").empty());
  options.arrows = ArrowsShown::reactions;
  const std::string reactions = painted_at(plane_of_all(), 0.5, options);
  EXPECT_FALSE(paths_with(reactions, "dp-s-force").empty());
  EXPECT_TRUE(paths_with(reactions, "dp-s-applied").empty());
  options.arrows = ArrowsShown::all;
  EXPECT_FALSE(paths_with(painted_at(plane_of_all(), 0.5, options), "dp-s-applied").empty());
}

TEST(painter, nearer_things_are_drawn_over_farther_ones) {
  SceneMaker m(3);
  m.add(Shape<SceneNumber>{ShapeKind::sphere, {number(0.5)}, place(0, -1, 0), {}}).colour.hue = Hue::a;
  m.add(Shape<SceneNumber>{ShapeKind::sphere, {number(0.5)}, place(0, 1, 0), {}}).colour.hue = Hue::b;
  PictureOptions options;
  options.camera = Camera{0.0, 0.1}; // from -y
  const std::string front = painted_at(m, 0.0, options);
  EXPECT_GT(front.find("class=\"dp-s-a dp-t0-a"), front.find("class=\"dp-s-b dp-t0-b"));
  options.camera = Camera{3.14159, 0.1};
  const std::string back = painted_at(m, 0.0, options);
  EXPECT_LT(back.find("class=\"dp-s-a dp-t0-a"), back.find("class=\"dp-s-b dp-t0-b"));
}

TEST(painter, the_camera_stands_where_it_is_said) {
  SceneMaker m(3);
  const auto line = [&m](Place<SceneNumber> to, Hue hue) {
    m.add(Path<SceneNumber>{PathKind::line, {place(0, 0, 0), std::move(to)}}).colour.hue = hue;
  };
  line(place(1, 0, 0), Hue::a);
  line(place(0, 1, 0), Hue::b);
  line(place(0, 0, 1), Hue::c);
  const auto run = [](const std::string& svg, const std::string& key) {
    const std::vector<ReadSpot> spots = read_path(paths_with(svg, key).at(0).get("d"));
    return ReadSpot{spots[1].x - spots[0].x, spots[0].y - spots[1].y};
  };
  PictureOptions options;
  options.camera = Camera{0.4, 0.3};
  const std::string svg = painted_at(m, 0.0, options);
  const double metre = run(svg, "dp-s-c").y / std::cos(0.3);
  // Places are written with two digits, four of them here.
  EXPECT_NEAR(run(svg, "dp-s-a").x, metre * std::cos(0.4), 0.05);
  EXPECT_NEAR(run(svg, "dp-s-b").x, metre * std::sin(0.4), 0.05);
  EXPECT_NEAR(run(svg, "dp-s-a").y, -metre * std::sin(0.4) * std::sin(0.3), 0.05);
  EXPECT_NEAR(run(svg, "dp-s-b").y, metre * std::cos(0.4) * std::sin(0.3), 0.05);
  m.scene.settings.up = SceneUp::y;
  const std::string y_up = painted_at(m, 0.0, options);
  EXPECT_NEAR(run(y_up, "dp-s-b").x, 0.0, 0.02); // places are written with two digits
  EXPECT_GT(run(y_up, "dp-s-b").y, 50.0);
}

TEST(painter, bounds_hold_all_places_of_all_rows) {
  SceneMaker m;
  const SceneNumber x = m.moving([](double t) { return 3.0 * t; });
  m.add(Shape<SceneNumber>{ShapeKind::disc, {number(0.5)}, {x, number(1)}, {}});
  const Bounds bounds = bounds_of(m.scene, m.frames());
  EXPECT_NEAR(bounds[0][0], -0.5 - 0.08 * 7.0, 1e-12); // sums of a few numbers below 10: rounding
  EXPECT_NEAR(bounds[1][0], 6.5 + 0.08 * 7.0, 1e-12);
  EXPECT_NEAR(bounds[1][1], 1.5 + 0.08 * 7.0, 1e-12);
  SceneMaker point;
  point.add(Mark<SceneNumber>{MarkKind::mass, place(5, 5), {}, {}});
  EXPECT_NEAR(bounds_of(point.scene, point.frames())[0][0], 4.0, 1e-12);
  EXPECT_LT(bounds_of(SceneMaker().scene, {})[0][0], bounds_of(SceneMaker().scene, {})[1][0]);
}

TEST(painter, the_scale_of_arrows_passes_over_the_largest_two_in_a_hundred) {
  SceneMaker m;
  m.add(Mark<SceneNumber>{MarkKind::mass, place(0, 0), {}, {}});
  const SceneNumber f = m.moving([](double t) { return t < 1.99 ? 2.0 : 1e6; });
  m.add(Arrow<SceneNumber>{ArrowRole::reaction, Standing::solid, "N", "N", place(0, 0), {f, number(0)}, {}});
  const SceneFrames frames = m.frames();
  const Bounds bounds = bounds_of(m.scene, frames);
  // A product and a root: rounding.
  EXPECT_NEAR(scales_of(m.scene, frames, bounds).at("N"), 0.18 * std::sqrt(8.0) / 2.0, 1e-12);
}

TEST(painter, frames_are_spaced_by_their_times) {
  SceneFrames frames;
  for (const double t : {0.0, 0.01, 0.02, 0.03, 1.0, 2.0}) {
    frames.times.push_back(t);
    frames.rows.emplace_back();
  }
  EXPECT_THAT(spaced_frames(frames, 3), ElementsAre(0, 4, 5));
  EXPECT_THAT(spaced_frames(frames, 1), ElementsAre(0));
  EXPECT_THAT(spaced_frames({}, 4), ElementsAre());
}

TEST(painter, a_strip_shows_each_instant_with_its_time) {
  const SceneMaker m = plane_of_all();
  const SceneFrames frames = m.frames();
  const std::string svg = strip_svg(m.scene, frames, spaced_frames(frames, 5), {});
  ASSERT_TRUE(read_svg(svg).has_value());
  for (const std::string time : {"0", "0.5", "1", "1.5", "2"})
    EXPECT_THAT(svg, HasSubstr("=\u00A0" + time + "\u00A0s</text>"));
}

TEST(painter, a_film_plays_without_a_script_and_stands_still_where_it_is_asked_to) {
  for (const SceneMaker& maker : {plane_of_all(), space_of_all()}) {
    const SceneFrames frames = maker.frames();
    const std::string svg = film_svg(maker.scene, frames, {});
    ASSERT_TRUE(read_svg(svg).has_value());
    EXPECT_LE(svg.size(), 300'000U);
    EXPECT_THAT(svg, Not(HasSubstr("<script")));
    EXPECT_THAT(svg, HasSubstr("@media (prefers-reduced-motion:reduce)"));
    EXPECT_THAT(svg, HasSubstr("@media print"));
    EXPECT_THAT(svg, HasSubstr("repeatCount=\"indefinite\""));
    EXPECT_THAT(svg, Not(HasSubstr("nan")));
  }
}

TEST(painter, the_values_of_a_film_have_one_form_and_as_many_times) {
  const SceneMaker maker = space_of_all();
  const auto read = read_svg(film_svg(maker.scene, maker.frames(), {}));
  ASSERT_TRUE(read.has_value());
  const auto form = [](const std::string& data) {
    std::string out;
    std::copy_if(data.begin(), data.end(), std::back_inserter(out),
                 [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; });
    return out;
  };
  std::size_t found = 0;
  for (const ReadElement& element : *read) {
    if (element.name != "animate" && element.name != "animateTransform") continue;
    std::vector<std::string> values;
    std::string text = element.get("values") + ";";
    for (std::size_t at = 0, end = text.find(';'); end != std::string::npos; at = end + 1, end = text.find(';', at))
      values.push_back(text.substr(at, end - at));
    const std::string times = element.get("keyTimes");
    if (!times.empty()) {
      EXPECT_EQ(static_cast<std::size_t>(std::count(times.begin(), times.end(), ';')) + 1, values.size());
      EXPECT_TRUE(times.starts_with("0;"));
    }
    if (element.get("attributeName") == "visibility" || element.get("attributeName") == "width") continue;
    ++found;
    EXPECT_TRUE(times.empty() || times.ends_with(";1")) << times;
    for (const std::string& value : values)
      EXPECT_EQ(form(value), form(values.front()));
  }
  EXPECT_GT(found, 20U);
}

TEST(painter, the_same_scene_gives_the_same_text) {
  EXPECT_EQ(painted_at(space_of_all(), 0.7, {}), painted_at(space_of_all(), 0.7, {}));
}

TEST(painter, an_empty_scene_is_a_document_too) {
  for (const int dimension : {2, 3}) {
    SceneMaker m(dimension);
    EXPECT_TRUE(read_svg(painted_at(m, 0.0, {})).has_value());
    EXPECT_TRUE(read_svg(film_svg(m.scene, {}, {})).has_value());
    EXPECT_TRUE(read_svg(strip_svg(m.scene, {}, {}, {})).has_value());
  }
}

} // namespace
} // namespace dalembert
