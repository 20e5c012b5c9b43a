#include <dalembert/plot/heat_map.h>

#include <gmock/gmock.h>

#include <limits>
#include <string>
#include <vector>

namespace {

using namespace dalembert;
using testing::HasSubstr;
using testing::Not;

HeatMap small_map() {
  return {{"theta_1", "rad", {0, 1, 2}, "at the start"},
          {"m", "kg", {1, 2}, {}},
          "x'",
          "m/s",
          "at the end",
          {0, 1, 2, 3, 4, std::numeric_limits<double>::quiet_NaN()}};
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t out = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++out;
  return out;
}

TEST(HeatMapTest, EveryValueIsACellAndWhatIsMissingIsNone) {
  const std::string drawn = svg(small_map());
  EXPECT_EQ(count(drawn, "stroke-width=\"0.5\""), 5U); // five colours
  EXPECT_EQ(count(drawn, "class=\"empty\""), 1U);
  EXPECT_THAT(drawn, HasSubstr("at the end"));
  EXPECT_THAT(drawn, HasSubstr("#440154")); // the least
  EXPECT_THAT(drawn, HasSubstr("#fde725")); // the greatest, in the scale
}

TEST(HeatMapTest, ConstantAndEmptyMapsAreDrawn) {
  HeatMap constant = small_map();
  constant.values.assign(6, 7.0);
  EXPECT_THAT(svg(constant), Not(HasSubstr("nan")));
  HeatMap empty = small_map();
  empty.values.assign(6, std::numeric_limits<double>::infinity());
  EXPECT_EQ(count(svg(empty), "class=\"empty\""), 1U);
  EXPECT_THAT(svg(empty), Not(HasSubstr("nan")));
}

TEST(HeatMapTest, AnAxisThatFallsIsDrawnRising) {
  HeatMap falling = small_map();
  falling.x.values = {2, 1, 0};
  falling.values = {2, 1, 0, std::numeric_limits<double>::quiet_NaN(), 4, 3};
  EXPECT_EQ(svg(falling), svg(small_map()));
}

TEST(HeatMapTest, CellsOfUnevenValuesReachToTheMiddleBetweenThem) {
  // 1, 2, 5 have cells from 0.5 to 1.5, 3.5 and 6.5: one, two and three sixths of the width.
  HeatMap uneven = small_map();
  uneven.x.values = {5, 1, 2};
  uneven.y.values = {1};
  uneven.values = {9, 0, 5};
  const std::string drawn = svg(uneven);
  std::vector<double> widths;
  for (std::size_t at = drawn.find("stroke-width=\"0.5\""); at != std::string::npos;
       at = drawn.find("stroke-width=\"0.5\"", at + 1))
    widths.push_back(std::stod(drawn.substr(drawn.find('h', drawn.find("d=\"M", at)) + 1)));
  ASSERT_EQ(widths.size(), 3U);                // in the order of the colours
  EXPECT_NEAR(widths[1], 2 * widths[0], 0.02); // lengths are written with two digits
  EXPECT_NEAR(widths[2], 3 * widths[0], 0.02);
}

TEST(HeatMapTest, PointsHavePlacesOfTheirOwn) {
  HeatMap points = small_map();
  points.x.values = {0, 1, 4, 2};
  points.y.values = {3, 3, 1, 2};
  points.values = {0, 1, 2, std::numeric_limits<double>::quiet_NaN()};
  points.marks = HeatMap::Marks::points;
  const std::string drawn = svg(points);
  EXPECT_EQ(count(drawn, "h0"), 4U);
  EXPECT_EQ(count(drawn, "stroke=\"#999\""), 1U);
  EXPECT_THAT(drawn, Not(HasSubstr("nan")));
  points.x.values = points.y.values = points.values = {};
  EXPECT_THAT(svg(points), Not(HasSubstr("nan")));
}

TEST(HeatMapTest, OneRowOrColumnHasRoom) {
  HeatMap row = small_map();
  row.y.values = {0};
  row.values.resize(3);
  EXPECT_THAT(svg(row), Not(HasSubstr("nan")));
}

TEST(HeatMapTest, LargeMapsAreThinned) {
  HeatMap large{{"x", "", {}, {}}, {"y", "", {}, {}}, "z", "", {}, {}};
  for (int i = 0; i < 1500; ++i)
    large.x.values.push_back(i);
  large.y.values = {0, 1};
  for (int i = 0; i < 3000; ++i)
    large.values.push_back(i % 7);
  EXPECT_LT(svg(large).size(), 100'000U);
}

} // namespace
