#include <dalembert/painter/support_extent.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace painter {

namespace {

Point3 corner(const std::array<double, 3>& c) {
  return {c[0], c[1], c[2]};
}

bool counts(const SceneItem& item) {
  return !std::holds_alternative<Support<SceneNumber>>(item.what) &&
         !std::holds_alternative<Trail<SceneNumber>>(item.what);
}

} // namespace

Patch patch_of(const Scene& scene, const Support<double>& support, const Point3& follow) {
  constexpr double cells = 8.0; // along the longer side
  const Point3 low = corner(scene.bounds[0]);
  const Point3 high = corner(scene.bounds[1]);
  const Point3 size = high - low;
  const Point3 through = point(support.through);
  const Point3 normal = unit(point(support.along), {0, 0, 1});
  const Point3 helper = std::abs(normal.x) < 0.9 ? Point3{1, 0, 0} : Point3{0, 1, 0};
  const Point3 e1 = unit(helper - dot(helper, normal) * normal, {0, 1, 0});
  const Point3 e2 = cross(normal, e1);
  const auto half_along = [&size](const Point3& e) {
    return 0.5 * (std::abs(size.x * e.x) + std::abs(size.y * e.y) + std::abs(size.z * e.z));
  };
  const double least = 0.15 * norm(size);
  const double a = std::max(half_along(e1), least);
  const double b = std::max(half_along(e2), least);
  Patch out;
  out.cell = 2.0 * std::max(a, b) / cells;
  const auto whole = [&out](double half) { return 0.5 * out.cell * std::ceil(2.0 * half / out.cell - 1e-9); };
  out.u = whole(a) * e1;
  out.v = whole(b) * e2;
  const auto steps = [&](const Point3& e) { return out.cell * std::round(dot(follow, e) / out.cell) * e; };
  const Point3 middle = 0.5 * (low + high) + (scene.follow.empty() ? Point3{} : steps(e1) + steps(e2));
  out.centre = middle - dot(middle - through, normal) * normal;
  return out;
}

Span near_ground(const Scene& scene, const SceneItem& ground, const std::vector<std::span<const double>>& rows) {
  constexpr double near = 0.2;          // of the diagonal of the bounds
  constexpr std::size_t most_rows = 60; // that are looked at
  const double reach = near * norm(corner(scene.bounds[1]) - corner(scene.bounds[0]));
  Span out;
  const std::size_t step = rows.size() / most_rows + 1;
  for (std::size_t i = 0; i < rows.size(); i += step) {
    const auto support = with_numbers(ground, rows[i]);
    if (!support) continue;
    const auto& line = std::get<Support<double>>(support->what);
    const Point3 along = unit(point(line.along), {1, 0, 0});
    const Point3 across{-along.y, along.x, 0.0};
    for (const SceneItem& item : scene.items) {
      const auto now = counts(item) ? shown(item, rows[i]) : std::nullopt;
      if (!now) continue;
      for (const Ball& ball : filled(*now, 2)) {
        const Point3 from = ball.centre - point(line.through);
        if (std::abs(dot(from, across)) - ball.radius > reach) continue;
        out.take(dot(from, along) - ball.radius);
        out.take(dot(from, along) + ball.radius);
      }
    }
  }
  return out;
}

} // namespace painter
} // namespace dalembert
