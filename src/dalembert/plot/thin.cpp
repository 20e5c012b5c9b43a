#include <dalembert/plot/thin.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace dalembert {
inline namespace plot {

namespace {

/// Appends the first, lowest, highest and last of `curve[begin, end)`, in their order, each once.
void keep_extremes(const std::vector<Pixel>& curve, std::size_t begin, std::size_t end, std::vector<Pixel>& out) {
  const auto lower = [&curve](std::size_t a, std::size_t b) { return curve[a].y < curve[b].y; };
  std::array<std::size_t, 4> kept{begin, begin, begin, end - 1};
  for (std::size_t i = begin + 1; i < end; ++i) {
    if (lower(i, kept[1])) kept[1] = i;
    if (lower(kept[2], i)) kept[2] = i;
  }
  std::sort(kept.begin(), kept.end());
  for (std::size_t i = 0; i < kept.size(); ++i)
    if (i == 0 || kept.at(i) != kept.at(i - 1)) out.push_back(curve[kept.at(i)]);
}

/// The directions from a kept point in which a straight line passes all points since within the tolerance.
class Sleeve {
public:
  Sleeve(const Pixel& from, double tolerance) : from_(from), tolerance_(tolerance) {}

  /// Takes the next point in and returns true, or returns false where the line must bend before it.
  bool take(const Pixel& point) {
    const double dx = point.x - from_.x;
    const double dy = point.y - from_.y;
    const double distance = std::hypot(dx, dy);
    if (distance < farthest_ - tolerance_) return false;
    farthest_ = std::max(farthest_, distance);
    if (distance <= tolerance_) return true;
    const double half = std::asin(tolerance_ / distance);
    const double angle = std::atan2(dy, dx);
    if (!has_direction_) {
      has_direction_ = true;
      middle_ = angle;
      low_ = -half;
      high_ = half;
      return true;
    }
    const double turned = std::remainder(angle - middle_, 2 * std::numbers::pi);
    if (turned < low_ || turned > high_) return false;
    low_ = std::max(low_, turned - half);
    high_ = std::min(high_, turned + half);
    return true;
  }

private:
  Pixel from_;
  double tolerance_;
  double farthest_ = 0.0;
  bool has_direction_ = false;
  double middle_ = 0.0; ///< direction of the first distant point; low_ and high_ count from it, in rad
  double low_ = 0.0;
  double high_ = 0.0;
};

} // namespace

std::vector<Pixel> thin_function(const std::vector<Pixel>& curve, std::size_t limit) {
  if (curve.size() <= limit) return curve;
  const std::size_t columns = std::max<std::size_t>(1, limit / 4);
  const double width = (curve.back().x - curve.front().x) / static_cast<double>(columns);
  std::vector<Pixel> out;
  std::size_t begin = 0;
  for (std::size_t column = 1; column <= columns && begin < curve.size(); ++column) {
    const double edge = curve.front().x + width * static_cast<double>(column);
    std::size_t end = begin;
    while (end < curve.size() && (curve[end].x < edge || column == columns))
      ++end;
    if (end > begin) keep_extremes(curve, begin, end, out);
    begin = end;
  }
  return out;
}

std::vector<Pixel> thin_path(const std::vector<Pixel>& path, double tolerance) {
  if (path.size() < 3) return path;
  std::vector<Pixel> out{path.front()};
  Sleeve sleeve(path.front(), tolerance);
  for (std::size_t i = 1; i < path.size(); ++i) {
    if (sleeve.take(path[i])) continue;
    out.push_back(path[i - 1]);
    sleeve = Sleeve(path[i - 1], tolerance);
    sleeve.take(path[i]);
  }
  out.push_back(path.back());
  return out;
}

std::vector<Pixel> thin_points(const std::vector<Pixel>& points, double distance) {
  std::vector<Pixel> out;
  for (const Pixel& p : points)
    if (out.empty() || std::hypot(p.x - out.back().x, p.y - out.back().y) > distance) out.push_back(p);
  return out;
}

} // namespace plot
} // namespace dalembert
