#include <dalembert/plot/band_chart.h>

#include <gmock/gmock.h>

#include <limits>
#include <string>

namespace {

using namespace dalembert;
using testing::HasSubstr;
using testing::Not;

BandChart small_fan() {
  return {"9 members",
          "t",
          "s",
          "theta_1",
          "rad",
          {0, 1, 2},
          {{"wide", {0, -1, -2}, {0, 1, 2}}},
          {{"median", {0, 0, 0.5}}}};
}

std::size_t pieces(const std::string& text, const std::string& part) {
  std::size_t out = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++out;
  return out;
}

TEST(BandChartTest, ABandIsOneShapeAndALineOneCurve) {
  const std::string drawn = svg(small_fan());
  EXPECT_EQ(pieces(drawn, "<path class=\"band"), 1U);
  EXPECT_EQ(pieces(drawn, "Z\"/>"), 1U);
  EXPECT_THAT(drawn, HasSubstr("9 members"));
  EXPECT_THAT(drawn, HasSubstr(">wide</text>"));
  EXPECT_THAT(drawn, HasSubstr(">median</text>"));
}

TEST(BandChartTest, WhatIsMissingIsAGap) {
  BandChart chart = small_fan();
  chart.x = {0, 1, 2, 3, 4};
  const double none = std::numeric_limits<double>::quiet_NaN();
  chart.bands[0] = {"", {0, -1, none, -1, -1}, {0, 1, none, 1, 1}};
  chart.lines[0].y = {0, 0, none, 0, 0};
  const std::string drawn = svg(chart);
  EXPECT_EQ(pieces(drawn, "Z"), 2U); // two shapes of one path
  EXPECT_THAT(drawn, Not(HasSubstr("nan")));
}

TEST(BandChartTest, NothingAtAllIsDrawnAsAnEmptyFrame) {
  BandChart chart = small_fan();
  chart.x.clear();
  chart.bands.clear();
  chart.lines.clear();
  EXPECT_THAT(svg(chart), HasSubstr("class=\"frame\""));
}

} // namespace
