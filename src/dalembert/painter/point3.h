#pragma once

#include <dalembert/picture/item.h>

#include <array>
#include <cmath>
#include <span>

namespace dalembert {
inline namespace painter {

/// A point or a vector in space; z is 0 in the plane.
struct Point3 {
  double x = 0.0;
  double y = 0.0;
  double z = 0.0;

  friend Point3 operator+(const Point3& a, const Point3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Point3 operator-(const Point3& a, const Point3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Point3 operator*(double k, const Point3& a) { return {k * a.x, k * a.y, k * a.z}; }
};

[[nodiscard]] inline double dot(const Point3& a, const Point3& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
[[nodiscard]] inline Point3 cross(const Point3& a, const Point3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
[[nodiscard]] inline double norm(const Point3& a) {
  return std::sqrt(dot(a, a));
}
/// The direction of `a`; `instead` where it has none.
[[nodiscard]] inline Point3 unit(const Point3& a, const Point3& instead) {
  const double length = norm(a);
  return length > 0.0 ? (1.0 / length) * a : instead;
}

[[nodiscard]] inline Point3 point(const picture::Place<double>& place) {
  return {!place.empty() ? place[0] : 0.0, place.size() > 1 ? place[1] : 0.0, place.size() > 2 ? place[2] : 0.0};
}

/// The axes of a thing that is turned.
using Triad = std::array<Point3, 3>;

[[nodiscard]] inline Triad triad(const Orientation<double>& turned) {
  const std::vector<double>& e = turned.entries;
  if (e.size() == 1)
    return {Point3{std::cos(e[0]), std::sin(e[0])}, Point3{-std::sin(e[0]), std::cos(e[0])}, {0, 0, 1}};
  if (e.size() != 6) return {Point3{1, 0, 0}, Point3{0, 1, 0}, Point3{0, 0, 1}};
  const Point3 first{e[0], e[1], e[2]};
  const Point3 second{e[3], e[4], e[5]};
  return {first, second, cross(first, second)};
}

} // namespace painter
} // namespace dalembert
