#include <dalembert/painter/extent.h>
#include <dalembert/painter/instants.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace dalembert {
inline namespace painter {

namespace {

constexpr double margin = 0.08;        ///< of the longest side, on each side
constexpr double around_point = 1.0;   ///< m, on each side of a box without extent
constexpr double longest_arrow = 0.18; ///< of the diagonal
constexpr double percentile = 0.98;

/// True for what says by its place alone where it is, although it has no end.
bool is_endless(const SceneItem& item) {
  return std::holds_alternative<Support<SceneNumber>>(item.what);
}

void take(std::array<Span, 3>& box, const Ball& ball, const Point3& origin) {
  const Point3 c = ball.centre - origin;
  const std::array<double, 3> place{c.x, c.y, c.z};
  for (std::size_t k = 0; k < 3; ++k) {
    box.at(k).take(place.at(k) - ball.radius);
    box.at(k).take(place.at(k) + ball.radius);
  }
}

} // namespace

Bounds bounds_of(const Scene& scene, const SceneFrames& frames) {
  std::array<Span, 3> box;
  const bool view_moves = !scene.follow.empty();
  for (const SceneItem& item : scene.items) {
    const bool moves = is_moving(item) || (view_moves && !is_endless(item));
    for (const std::vector<double>& row : frames.rows) {
      const Point3 origin = followed(scene, row);
      if (const auto now = shown(item, row))
        for (const Ball& ball : filled(*now, scene.dimension))
          take(box, ball, origin);
      if (!moves) break;
    }
  }
  double longest = 0.0;
  for (const Span& side : box)
    if (!side.is_empty()) longest = std::max(longest, side.length());
  const double wider = longest > 0.0 ? margin * longest : around_point;
  Bounds out{};
  for (std::size_t k = 0; k < static_cast<std::size_t>(scene.dimension); ++k) {
    const Span& side = box.at(k);
    out[0].at(k) = side.is_empty() ? -around_point : side.low - wider;
    out[1].at(k) = side.is_empty() ? around_point : side.high + wider;
  }
  return out;
}

std::map<std::string, double> scales_of(const Scene& scene, const SceneFrames& frames, const Bounds& bounds) {
  std::map<std::string, std::vector<double>> largest; ///< by unit, of each row
  for (const SceneItem& item : scene.items) {
    const std::string* unit = arrow_unit(item);
    if (unit == nullptr) continue;
    std::vector<double>& rows = largest[*unit];
    rows.resize(frames.rows.size(), 0.0);
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (const auto now = shown(item, frames.rows[i])) rows[i] = std::max(rows[i], arrow_size(*now));
  }
  const double diagonal =
      norm(Point3{bounds[1][0], bounds[1][1], bounds[1][2]} - Point3{bounds[0][0], bounds[0][1], bounds[0][2]});
  std::map<std::string, double> out;
  for (auto& [unit, sizes] : largest) {
    std::erase_if(sizes, [](double size) { return !(size > 0.0); });
    std::sort(sizes.begin(), sizes.end());
    const auto rank = static_cast<std::size_t>(std::ceil(percentile * static_cast<double>(sizes.size())));
    out[unit] = sizes.empty() ? 0.0 : longest_arrow * diagonal / sizes[std::max<std::size_t>(rank, 1) - 1];
  }
  for (const auto& [unit, scale] : scene.settings.scales)
    if (out.contains(unit)) out[unit] = scale;
  return out;
}

} // namespace painter
} // namespace dalembert
