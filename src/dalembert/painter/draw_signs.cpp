// Trails, axes and angles.
#include <dalembert/painter/captions.h>
#include <dalembert/painter/draw_items.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace dalembert {
inline namespace painter {

namespace {

using std::numbers::pi;

/// The places of a trail from `start` on until the instant, at `count` times spaced evenly.
std::vector<Point3> past(const Sheet& sheet, double start, std::size_t count) {
  const std::vector<double>& times = sheet.stage().frames->times;
  const std::vector<Point3>& path = sheet.facts().path;
  std::vector<Point3> out;
  for (std::size_t i = 0; i < count; ++i) {
    const double t = start + (sheet.time() - start) * static_cast<double>(i) / static_cast<double>(count - 1);
    const auto after = static_cast<std::size_t>(std::lower_bound(times.begin(), times.end(), t) - times.begin());
    if (after >= path.size()) {
      out.push_back(path.back());
    } else if (after == 0 || times[after] == t) {
      out.push_back(path[after]);
    } else {
      const double s = (t - times[after - 1]) / (times[after] - times[after - 1]);
      out.push_back(path[after - 1] + s * (path[after] - path[after - 1]));
    }
  }
  return out;
}

/// The whole path of a trail as one faint line.
void draw_whole_path(Sheet& sheet) {
  constexpr std::size_t most = 400;
  const std::vector<Point3>& path = sheet.facts().path;
  const std::size_t step = path.size() / most + 1;
  Outline outline;
  bool is_open = false;
  for (std::size_t i = 0; i < path.size(); i += step) {
    const bool is_there = std::isfinite(path[i].x);
    const Spot spot = is_there ? sheet.view().spot(path[i]) : Spot{};
    if (is_there) is_open ? outline.line(spot) : outline.move(spot);
    is_open = is_there;
  }
  sheet.at(Layer::trail, Point3{});
  sheet.stroke(outline, sheet.colour(Hue::trail), sheet.width(1.2), " stroke-opacity=\".5\"");
}

std::array<std::string_view, 3> axis_names(const Scene& scene) {
  if (scene.dimension == 3) return {"x", "y", "z"};
  switch (scene.settings.plane.value_or(ScenePlane::xy)) {
  case ScenePlane::xz:
    return {"x", "z", ""};
  case ScenePlane::yz:
    return {"y", "z", ""};
  default:
    return {"x", "y", ""};
  }
}

} // namespace

void draw(Sheet& sheet, const Trail<double>& trail) {
  const SceneFrames* frames = sheet.stage().frames;
  if (frames == nullptr || frames->times.empty() || sheet.facts().path.size() != frames->times.size()) return;
  const double first = frames->times.front();
  if (!trail.length && sheet.stage().is_film) return draw_whole_path(sheet);
  const double start = trail.length ? std::max(first, sheet.time() - *trail.length) : first;
  if (!(sheet.time() > start)) return;
  const std::size_t count = sheet.stage().trail_points;
  const std::vector<Point3> points = past(sheet, start, count);
  constexpr std::size_t pieces = 6;
  const std::string colour = sheet.colour(Hue::trail);
  sheet.at(Layer::trail, trail.of);
  for (std::size_t piece = 0; piece < pieces; ++piece) {
    const std::size_t from = piece * (count - 1) / pieces;
    const std::size_t to = (piece + 1) * (count - 1) / pieces;
    Outline outline;
    bool is_open = false;
    for (std::size_t i = from; i <= to; ++i) {
      const bool is_there = std::isfinite(points[i].x);
      const Spot spot = is_there ? sheet.view().spot(points[i]) : Spot{};
      if (is_there) is_open ? outline.line(spot) : outline.move(spot);
      is_open = is_there;
    }
    const double opacity = trail.length ? (static_cast<double>(piece) + 1.0) / pieces : 0.8;
    sheet.stroke(outline, colour, sheet.width(1.3),
                 fmt::format(" stroke-linecap=\"butt\" stroke-opacity=\"{}\"", pixels(opacity)));
  }
}

void draw(Sheet& sheet, const Axes<double>& axes) {
  const Triad e = triad(axes.turned);
  const Point3 origin = point(axes.at);
  constexpr double usual = 0.12; // of the diagonal
  const double length = axes.length.value_or(usual * sheet.stage().diagonal / sheet.view().scale());
  const std::string colour = sheet.colour(Hue::ground);
  const std::array<std::string_view, 3> names = axis_names(*sheet.stage().scene);
  const Spot from = sheet.view().spot(origin);
  for (std::size_t i = 0; i < static_cast<std::size_t>(sheet.stage().scene->dimension); ++i) {
    const Spot v = sheet.view().vector(length * e.at(i));
    sheet.at(Layer::body, origin + 0.5 * length * e.at(i));
    draw_arrow(sheet, from, v, Standing::solid, colour, sheet.width(1.2));
    if (norm(v) > 6.0)
      sheet.fixed_caption(name_markup(names.at(i)), 0.6, from + v + 9.0 * sheet.pen() * unit(v), colour);
  }
  sheet.name(from, 6.0, {-1.0, 1.0});
}

void draw(Sheet& sheet, const AngleMark<double>& angle) {
  const Point3 direction = angle.from.empty() ? Point3{1, 0, 0} : point(angle.from);
  const double level = std::hypot(direction.x, direction.y);
  if (!(level > 0.0)) return;
  const double start = std::atan2(direction.y, direction.x);
  const double radius = 26.0 * sheet.pen();
  const double metres = radius / sheet.view().scale();
  const Spot centre = sheet.spot(angle.at);
  const Spot u = sheet.view().vector({metres, 0, 0});
  const Spot v = sheet.view().vector({0, metres, 0});
  const auto at = [&](double a, double r) { return centre + (r * std::cos(a)) * u + (r * std::sin(a)) * v; };
  const double sweep = std::clamp(angle.value, -2.0 * pi, 2.0 * pi);
  const std::string colour = sheet.colour(Hue::ground);
  sheet.at(Layer::front, angle.at);
  sheet.stroke(Outline().move(centre).line(at(start, 1.5)), colour, 0.7 * sheet.pen(),
               fmt::format(" stroke-dasharray=\"{0} {0}\"", pixels(3.0 * sheet.pen())));
  const double head = std::min(6.0 * sheet.pen(), 0.6 * std::abs(sweep) * radius);
  sheet.stroke(Outline().arc(centre, u, v, start, start + sweep), colour, sheet.width(1.0));
  if (head > 1.0) {
    const Spot tip = at(start + sweep, 1.0);
    const Spot along = unit(tip - at(start + sweep - std::copysign(0.9 * head / radius, sweep), 1.0));
    const Spot back = tip - head * along;
    sheet.fill(Outline().polygon({tip, back + 0.34 * head * turned(along), back - 0.34 * head * turned(along)}),
               colour);
  }
  if (!sheet.stage().options->labels) return;
  const double width = name_width(sheet.item().name);
  const double away = 1.0 + (9.0 + 2.5 * width) / radius;
  sheet.fixed_caption(name_markup(sheet.item().name), width, at(start + 0.5 * sweep, away));
}

} // namespace painter
} // namespace dalembert
