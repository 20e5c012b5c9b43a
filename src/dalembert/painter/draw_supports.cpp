#include <dalembert/painter/draw_items.h>
#include <dalembert/painter/hatching.h>
#include <dalembert/painter/support_extent.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace dalembert {
inline namespace painter {

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
  auto [first, last] = *part;
  if (const Span& near = sheet.facts().near; !near.is_empty() && sheet.stage().scene->follow.empty()) {
    const double beyond = 0.06 * sheet.stage().diagonal;
    first = std::max(first, near.low * sheet.view().scale() - beyond);
    last = std::min(last, near.high * sheet.view().scale() + beyond);
    if (!(last > first)) return sheet.skip(2);
  }
  draw_hatched_line(sheet, p + first * u, p + last * u, side, depth, sheet.colour(Hue::ground),
                    first == 0.0 ? 1e-6 : first);
  sheet.name(p + (last - 0.15 * (last - first)) * u, depth + 6.0, side);
}

/// A patch with a grid.
void draw_patch(Sheet& sheet, const Support<double>& support) {
  const Patch patch = patch_of(*sheet.stage().scene, support, sheet.view().followed());
  const auto at = [&](double a, double b) { return sheet.view().spot(patch.centre + a * patch.u + b * patch.v); };
  const std::string colour = sheet.colour(Hue::ground);
  sheet.add("dp-patch dp-t0-" + colour, "", Outline().polygon({at(-1, -1), at(1, -1), at(1, 1), at(-1, 1)}));
  Outline grid;
  const double a = patch.cell / norm(patch.u);
  const double b = patch.cell / norm(patch.v);
  constexpr double end = 1.0 + 1e-9;
  for (double s = -1.0; s < end; s += a)
    grid.move(at(s, -1)).line(at(s, 1));
  for (double s = -1.0; s < end; s += b)
    grid.move(at(-1, s)).line(at(1, s));
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

} // namespace painter
} // namespace dalembert
