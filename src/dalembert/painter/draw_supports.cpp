#include <dalembert/painter/draw_items.h>
#include <dalembert/painter/hatching.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace dalembert::inline painter {

namespace {

/// The part of the line through `p` along `u` that lies in `box`, as two lengths from `p`.
std::optional<std::pair<double, double>> within(const PageBox& box, const Spot& p, const Spot& u) {
  double first = -1e9;
  double last = 1e9;
  const auto cut = [&](double at, double speed, double low, double high) {
    if (std::abs(speed) < 1e-9) {
      if (at < low || at > high) last = first - 1.0;
      return;
    }
    const double a = (low - at) / speed;
    const double b = (high - at) / speed;
    first = std::max(first, std::min(a, b));
    last = std::min(last, std::max(a, b));
  };
  cut(p.x, u.x, box.left, box.right);
  cut(p.y, u.y, box.top, box.bottom);
  if (!(last > first)) return std::nullopt;
  return std::pair{first, last};
}

void draw_ground(Sheet& sheet, const Support<double>& support) {
  const Point3 along = unit(point(support.along), {1, 0, 0});
  const Spot p = sheet.spot(support.through);
  const Spot u = unit(sheet.view().vector(along));
  const Spot side = unit(sheet.view().vector({along.y, -along.x, 0.0})); // the right-hand side
  const double depth = 8.0 * sheet.pen();
  const auto part = within(sheet.stage().page, p, u);
  if (!part) return sheet.skip(2);
  const auto& [first, last] = *part;
  draw_hatched_line(sheet, p + first * u, p + last * u, side, depth, sheet.colour(Hue::ground),
                    first == 0.0 ? 1e-6 : first);
  sheet.name(p + (last - 30.0) * u, 8.0, -1.0 * side);
}

/// A square patch with a grid, about the middle of the scene.
void draw_patch(Sheet& sheet, const Support<double>& support) {
  const auto& [low, high] = sheet.stage().scene->bounds;
  const Point3 normal = unit(point(support.along), {0, 0, 1});
  const Point3 helper = std::abs(normal.x) < 0.9 ? Point3{1, 0, 0} : Point3{0, 1, 0};
  const Point3 u = unit(helper - dot(helper, normal) * normal, {0, 1, 0});
  const Point3 v = cross(normal, u);
  const Point3 middle = 0.5 * (Point3{low[0], low[1], low[2]} + Point3{high[0], high[1], high[2]});
  const Point3 through = point(support.through);
  const Point3 still = middle - dot(middle - through, normal) * normal;
  const Point3 size = Point3{high[0], high[1], high[2]} - Point3{low[0], low[1], low[2]};
  const auto half_along = [&size](const Point3& e) {
    return 0.5 * (std::abs(size.x * e.x) + std::abs(size.y * e.y) + std::abs(size.z * e.z));
  };
  const double half = std::max({half_along(u), half_along(v), 0.2 * norm(size)});
  constexpr int cells = 8;
  const double cell = 2.0 * half / cells;
  // the patch goes with the view, its grid stays where it is
  const Point3 went = sheet.view().followed() - through;
  const auto steps = [&](const Point3& e) { return cell * std::round(dot(went, e) / cell) * e; };
  const Point3 centre = sheet.stage().scene->follow.empty() ? still : through + steps(u) + steps(v);
  const auto at = [&](double a, double b) { return sheet.view().spot(centre + a * half * u + b * half * v); };
  const std::string colour = sheet.colour(Hue::ground);
  sheet.add("dp-patch dp-t0-" + colour, "", Outline().polygon({at(-1, -1), at(1, -1), at(1, 1), at(-1, 1)}));
  Outline grid;
  for (int i = 0; i <= cells; ++i) {
    const double s = 2.0 * i / cells - 1.0;
    grid.move(at(s, -1)).line(at(s, 1)).move(at(-1, s)).line(at(1, s));
  }
  sheet.stroke(grid, colour, 0.5 * sheet.pen(), " stroke-opacity=\".45\"");
  sheet.name(at(1, 1), 6.0);
}

} // namespace

void draw(Sheet& sheet, const Support<double>& support) {
  sheet.at(Layer::back, support.through);
  if (sheet.is_space())
    draw_patch(sheet, support);
  else
    draw_ground(sheet, support);
}

} // namespace dalembert::inline painter
