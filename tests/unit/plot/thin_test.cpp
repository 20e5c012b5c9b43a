#include <dalembert/plot/thin.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace dalembert {
namespace {

double distance_to_segment(const Pixel& p, const Pixel& a, const Pixel& b) {
  const double dx = b.x - a.x;
  const double dy = b.y - a.y;
  const double squared = dx * dx + dy * dy;
  const double s = squared == 0 ? 0 : std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / squared, 0.0, 1.0);
  return std::hypot(p.x - a.x - s * dx, p.y - a.y - s * dy);
}

double farthest(const std::vector<Pixel>& points, const std::vector<Pixel>& line) {
  double worst = 0.0;
  for (const Pixel& p : points) {
    double best = std::hypot(p.x - line.front().x, p.y - line.front().y);
    for (std::size_t i = 1; i < line.size(); ++i)
      best = std::min(best, distance_to_segment(p, line[i - 1], line[i]));
    worst = std::max(worst, best);
  }
  return worst;
}

TEST(thin_function, keeps_short_curves_as_they_are) {
  const std::vector<Pixel> curve{{0, 0}, {1, 5}, {2, 0}};
  EXPECT_EQ(thin_function(curve, 2000), curve);
}

TEST(thin_function, keeps_a_peak_of_one_sample_in_a_hundred_thousand) {
  std::vector<Pixel> curve;
  for (int i = 0; i < 100'000; ++i)
    curve.push_back({i * 0.006, std::sin(i * 0.3)});
  curve[77'777].y = 50.0;
  curve[12'345].y = -50.0;
  const auto thinned = thin_function(curve, 2000);
  EXPECT_LE(thinned.size(), 2000U);
  EXPECT_NE(std::find(thinned.begin(), thinned.end(), curve[77'777]), thinned.end());
  EXPECT_NE(std::find(thinned.begin(), thinned.end(), curve[12'345]), thinned.end());
  EXPECT_EQ(thinned.front(), curve.front());
  EXPECT_EQ(thinned.back(), curve.back());
  EXPECT_TRUE(std::is_sorted(thinned.begin(), thinned.end(), [](const Pixel& a, const Pixel& b) { return a.x < b.x; }));
}

TEST(thin_function, takes_many_samples_at_one_place) {
  const std::vector<Pixel> curve(5000, Pixel{3.0, 4.0});
  EXPECT_LE(thin_function(curve, 2000).size(), 2000U);
}

TEST(thin_path, stays_within_the_tolerance) {
  std::vector<Pixel> circle;
  for (int i = 0; i <= 20'000; ++i) {
    const double angle = 2 * std::numbers::pi * i / 20'000;
    circle.push_back({300 * std::cos(angle), 200 * std::sin(2 * angle)});
  }
  const auto thinned = thin_path(circle, 0.1);
  EXPECT_LT(thinned.size(), 1000U);
  EXPECT_LE(farthest(circle, thinned), 0.2);
}

TEST(thin_path, drops_what_lies_on_a_straight_line) {
  std::vector<Pixel> line;
  for (int i = 0; i <= 1000; ++i)
    line.push_back({i * 0.5, i * 0.25});
  EXPECT_EQ(thin_path(line, 0.1), (std::vector<Pixel>{line.front(), line.back()}));
}

TEST(thin_path, keeps_the_point_where_a_path_turns_back_on_itself) {
  std::vector<Pixel> path;
  for (int i = 0; i <= 100; ++i)
    path.push_back({static_cast<double>(i), 0.0});
  for (int i = 99; i >= -50; --i)
    path.push_back({static_cast<double>(i), 0.0});
  const auto thinned = thin_path(path, 0.1);
  EXPECT_LE(farthest(path, thinned), 0.1);
  EXPECT_NE(std::find(thinned.begin(), thinned.end(), Pixel{100.0, 0.0}), thinned.end());
}

TEST(thin_points, keeps_points_in_a_row) {
  const std::vector<Pixel> points{{0, 0}, {1, 0}, {2, 0}, {2.1, 0}, {3, 0}};
  EXPECT_EQ(thin_points(points, 0.5), (std::vector<Pixel>{{0, 0}, {1, 0}, {2, 0}, {3, 0}}));
}

} // namespace
} // namespace dalembert
