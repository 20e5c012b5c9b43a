#pragma once

#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace plot {

/// A point of the drawing, in pixels, y downward.
struct Pixel {
  double x = 0.0;
  double y = 0.0;

  friend bool operator==(const Pixel&, const Pixel&) = default;
};

/// Thins a curve whose x never decreases to at most `limit` points: in each of limit/4 columns the first, the lowest,
/// the highest and the last point stay, in their order, so that no peak is lost. Short curves are returned as they are.
[[nodiscard]] std::vector<Pixel> thin_function(const std::vector<Pixel>& curve, std::size_t limit);

/// Thins any path so that it stays within `tolerance` pixels of every dropped point (a sleeve grown from each kept
/// point), ends and turning points included. Cost O(points).
[[nodiscard]] std::vector<Pixel> thin_path(const std::vector<Pixel>& path, double tolerance);

/// Drops every point that lies within `distance` pixels of the one kept before it.
[[nodiscard]] std::vector<Pixel> thin_points(const std::vector<Pixel>& points, double distance);

} // namespace plot
} // namespace dalembert
