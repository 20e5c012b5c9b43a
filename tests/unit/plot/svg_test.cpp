#include <dalembert/plot/svg_plot.h>
#include <dalembert/typesetting/svg_label.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <string>

namespace dalembert {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();

Series wave(std::string label, std::string unit, double size) {
  Series out{std::move(label), std::move(unit), {}, {}};
  for (int i = 0; i <= 200; ++i) {
    out.x.push_back(0.05 * i);
    out.y.push_back(size * std::sin(0.05 * i));
  }
  return out;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size()))
    ++found;
  return found;
}

/// Removes the marks, so that what a reader sees remains.
std::string seen(const std::string& marked) {
  std::string out;
  bool inside = false;
  for (const char c : marked) {
    if (c == '<') inside = true;
    if (!inside) out += c;
    if (c == '>') inside = false;
  }
  return out;
}

struct Box {
  double low_x = 1e9;
  double high_x = -1e9;
  double low_y = 1e9;
  double high_y = -1e9;
};

/// The pixels that the first curve of a drawing covers.
Box first_curve(const std::string& drawn) {
  const std::size_t start = drawn.find(" d=\"M", drawn.find("<path class=\"curve")) + 5;
  std::string data = drawn.substr(start, drawn.find('"', start) - start);
  std::replace(data.begin(), data.end(), 'L', ' ');
  std::istringstream in(data);
  Box box;
  for (double x = 0, y = 0; in >> x >> y;) {
    box.low_x = std::min(box.low_x, x);
    box.high_x = std::max(box.high_x, x);
    box.low_y = std::min(box.low_y, y);
    box.high_y = std::max(box.high_y, y);
  }
  return box;
}

Figure figure(std::vector<Series> series) {
  Figure out;
  out.title = "a plot";
  out.x_label = "t";
  out.x_unit = "s";
  out.series = std::move(series);
  return out;
}

TEST(svg_label, sets_names_as_mathematics) {
  EXPECT_EQ(seen(svg_label("theta_1")), "θ1");
  EXPECT_EQ(seen(svg_label("x'")), "ẋ");
  EXPECT_EQ(seen(svg_label("lambda.blade")), "λblade");
  EXPECT_EQ(seen(svg_label("q[2]")), "q2");
  EXPECT_THAT(svg_label("theta_1"), HasSubstr("font-size=\"70%\" dy=\"0.357em\">1</tspan>"));
}

TEST(svg_label, comes_back_to_the_line_after_a_subscript) {
  EXPECT_THAT(svg_label("theta_1 + V"), HasSubstr("<tspan dy=\"-0.25em\">"));
}

TEST(svg_label, sets_what_follows_on_the_line_again) {
  EXPECT_THAT(svg_label("theta_1", "[rad]"), HasSubstr("<tspan dy=\"-0.25em\">[rad]</tspan>"));
  EXPECT_THAT(svg_label("theta", "[rad]"), testing::EndsWith("</tspan>[rad]"));
}

TEST(svg_label, sets_operators_and_powers_of_an_expression) {
  EXPECT_EQ(seen(svg_label("sqrt(Fx^2 + Fy^2)/N")), "sqrt(Fx2\u00A0+\u00A0Fy2)/N");
  EXPECT_EQ(seen(svg_label("m*g - k")), "m·g\u00A0−\u00A0k");
  EXPECT_EQ(seen(svg_label("x^n")), "x^n");
}

TEST(svg_label, escapes_what_xml_reserves) {
  EXPECT_EQ(svg_label("<&>"), "&lt;&amp;&gt;");
  EXPECT_EQ(xml_escaped("a\"b\x01"), "a&quot;b");
}

TEST(svg_label, sets_units_upright) {
  EXPECT_EQ(svg_unit("kg*m^2"), "kg·m²");
  EXPECT_EQ(svg_unit("m*s^-2"), "m·s⁻²");
  EXPECT_EQ(svg_unit("m^(1/2)"), "m^(1/2)");
}

TEST(svg_plot, shows_title_labels_units_and_both_schemes) {
  const std::string drawn = svg(figure({wave("S", "N", 0.3)}));
  EXPECT_THAT(drawn, HasSubstr("<title>a plot</title>"));
  EXPECT_THAT(seen(drawn), HasSubstr("S\u00A0[N]"));
  EXPECT_THAT(seen(drawn), HasSubstr("t\u00A0[s]"));
  EXPECT_THAT(drawn, HasSubstr("prefers-color-scheme:dark"));
  EXPECT_EQ(count(drawn, "<path class=\"curve"), 1U);
}

TEST(svg_plot, gives_every_unit_a_panel_and_every_shared_panel_a_legend) {
  const std::string drawn = svg(figure({wave("x", "m", 1), wave("S", "N", 1), wave("y", "m", 1)}));
  EXPECT_EQ(count(drawn, "class=\"frame\""), 2U);
  // Two curves of x and y with a legend line each, one curve of S without.
  EXPECT_EQ(count(drawn, "<path class=\"curve"), 5U);
  EXPECT_THAT(seen(drawn), HasSubstr("x,\u00A0y\u00A0[m]"));
}

TEST(svg_plot, a_missing_sample_breaks_the_curve) {
  Series broken = wave("S", "N", 1);
  broken.y[100] = nan_value;
  broken.y[150] = std::numeric_limits<double>::infinity();
  const std::string drawn = svg(figure({broken}));
  EXPECT_EQ(count(drawn, "<path class=\"curve"), 3U);
  EXPECT_THAT(drawn, Not(HasSubstr("nan")));
  EXPECT_THAT(drawn, Not(HasSubstr("inf")));
}

TEST(svg_plot, says_where_there_is_nothing_to_draw) {
  EXPECT_THAT(svg(figure({})), HasSubstr("no data"));
  EXPECT_THAT(svg(figure({Series{"S", "N", {0.0, 1.0}, {nan_value, nan_value}}})), HasSubstr("no data"));
  EXPECT_THAT(svg(figure({wave("S", "N", 1)})), Not(HasSubstr("no data")));
}

TEST(svg_plot, draws_one_sample_as_a_point) {
  EXPECT_EQ(count(svg(figure({Series{"S", "N", {1.0}, {2.0}}})), "<circle"), 1U);
}

TEST(svg_plot, survives_the_largest_numbers) {
  const double most = std::numeric_limits<double>::max();
  const std::string drawn = svg(figure({Series{"S", "N", {0, 1, 2, 3}, {-1e299, 1e299, most, -most}}}));
  EXPECT_THAT(drawn, Not(HasSubstr("nan")));
  EXPECT_THAT(drawn, Not(HasSubstr("inf")));
}

TEST(svg_plot, one_metre_is_equally_long_on_both_axes_of_a_path) {
  Figure path = figure({Series{"y", "m", {}, {}}});
  path.aspect = Figure::Aspect::equal;
  for (int i = 0; i <= 400; ++i) {
    path.series[0].x.push_back(3 + std::cos(0.1 * i));
    path.series[0].y.push_back(std::sin(0.1 * i));
  }
  const Box box = first_curve(svg(path));
  EXPECT_NEAR(box.high_x - box.low_x, box.high_y - box.low_y,
              0.5); // thinned to 0.05 pixels at each of four ends, of points 0.1 rad apart
  EXPECT_GT(box.high_x - box.low_x, 300);
}

TEST(svg_plot, a_path_much_longer_than_high_uses_the_height_of_its_panel) {
  Figure path = figure({Series{"u", "m", {}, {}}});
  path.aspect = Figure::Aspect::equal;
  for (int i = 0; i <= 400; ++i) {
    path.series[0].x.push_back(0.1 * i);
    path.series[0].y.push_back(0.004 * std::sin(0.1 * i));
  }
  const Box box = first_curve(svg(path));
  EXPECT_GT(box.high_y - box.low_y, 200);
}

TEST(svg_plot, a_path_that_is_straight_but_for_rounding_is_drawn_straight) {
  Figure path = figure({Series{"u", "m", {}, {}}});
  path.aspect = Figure::Aspect::equal;
  for (int i = 0; i <= 400; ++i) {
    path.series[0].x.push_back(0.1 * i);
    path.series[0].y.push_back(1e-15 * (i % 3));
  }
  const Box box = first_curve(svg(path));
  EXPECT_LT(box.high_y - box.low_y, 1);
}

TEST(svg_plot, stems_start_from_zero) {
  Figure impulses = figure({Series{"stop", "N*s", {1, 2}, {3, 4}}});
  impulses.mark = Figure::Mark::stem;
  const std::string drawn = svg(impulses);
  EXPECT_EQ(count(drawn, "<circle"), 2U);
  EXPECT_THAT(drawn, HasSubstr(">0.0</text>"));
}

TEST(svg_plot, stays_small_for_a_hundred_thousand_samples) {
  Series noise{"S", "N", {}, {}};
  for (int i = 0; i < 100'000; ++i) {
    noise.x.push_back(i);
    noise.y.push_back(std::sin(i * 1.7) * std::cos(i * 0.01));
  }
  EXPECT_LT(svg(figure({noise})).size(), 60'000U);
}

} // namespace
} // namespace dalembert
