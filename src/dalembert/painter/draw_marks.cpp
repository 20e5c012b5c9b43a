#include <dalembert/painter/captions.h>
#include <dalembert/painter/draw_items.h>
#include <dalembert/painter/hatching.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace dalembert {
inline namespace painter {

namespace {

using std::numbers::pi;
constexpr double largest_mass = 0.016; ///< radius, of the diagonal of the view

double mass_radius(const Sheet& sheet, const Mark<double>& mark) {
  const double heaviest = sheet.stage().facts.heaviest;
  const bool is_known = mark.mass && *mark.mass > 0.0 && heaviest > 0.0;
  const double share = is_known ? std::cbrt(*mark.mass / heaviest) : 0.8;
  const double page = std::hypot(sheet.stage().box.width(), sheet.stage().box.height());
  return std::max(2.5 * sheet.pen(), largest_mass * page * std::min(share, 1.0));
}

void draw_point(Sheet& sheet, const Spot& at) {
  const double radius = sheet.width(3.0);
  const std::string colour = sheet.colour(Hue::body);
  sheet.add("dp-s-" + colour + " dp-f-paper", " stroke-width=\"" + pixels(1.4 * sheet.pen()) + "\"",
            Outline().circle(at, radius));
  sheet.name(at, radius + 5.0);
}

void draw_mass(Sheet& sheet, const Mark<double>& mark, const Spot& at) {
  const double radius = mass_radius(sheet, mark);
  sheet.fill(Outline().circle(at, radius), sheet.colour(Hue::body));
  sheet.name(at, radius + 5.0);
}

/// A triangle below the point, on ground.
void draw_pin(Sheet& sheet, const Spot& at) {
  const double size = sheet.width(13.0);
  const double line = 1.5 * sheet.pen();
  const std::string colour = sheet.colour(Hue::ground);
  const Spot left = at + Spot{-0.62 * size, size};
  const Spot right = at + Spot{0.62 * size, size};
  sheet.face(Outline().polygon({at, left, right}), colour, line);
  const Spot over{0.35 * size, 0.0};
  draw_hatched_line(sheet, left - over, right + over, Spot{0.0, 1.0}, 0.4 * size, colour);
  sheet.add("dp-s-" + colour + " dp-f-paper", " stroke-width=\"" + pixels(line) + "\"",
            Outline().circle(at, 0.24 * size));
  sheet.name(at, 0.24 * size + 6.0, {-1.0, -0.3});
}

/// A spiral whose inner end turns with the thing; its outer end stays.
void draw_coil(Sheet& sheet, const Mark<double>& mark, const Spot& at) {
  const double radius = sheet.width(12.0);
  const Triad e = triad(mark.turned);
  const double wound = mark.turned.entries.size() == 1 ? mark.turned.entries[0] : std::atan2(e[0].y, e[0].x);
  constexpr double at_rest = 2.5 * 2.0 * pi;
  const double inside = std::clamp(wound, -1.5 * 2.0 * pi, 2.0 * 2.0 * pi); // angle at which the inner end stands
  const double sweep = at_rest - inside;
  constexpr int points = 48;
  const double inner = 0.22 * radius;
  std::vector<Spot> spiral;
  for (int i = 0; i <= points; ++i) {
    const double s = static_cast<double>(i) / points;
    const double angle = inside + s * sweep;
    const double r = inner + s * (radius - inner);
    spiral.push_back(at + r * Spot{std::cos(angle), -std::sin(angle)});
  }
  sheet.stroke(Outline().polyline(spiral), sheet.colour(Hue::spring), 1.4 * sheet.pen());
  sheet.name(at, radius + 4.0);
}

} // namespace

void draw(Sheet& sheet, const Mark<double>& mark) {
  const Spot at = sheet.spot(mark.at);
  sheet.at(Layer::body, mark.at);
  switch (mark.kind) {
  case MarkKind::point:
    return draw_point(sheet, at);
  case MarkKind::mass:
    return draw_mass(sheet, mark, at);
  case MarkKind::pin:
    return draw_pin(sheet, at);
  case MarkKind::coil:
    return draw_coil(sheet, mark, at);
  case MarkKind::label:
    return sheet.caption(
        name_markup(sheet.item().name), name_width(sheet.item().name), at, 0.0, {},
        sheet.item().colour.hue == Hue::by_kind && sheet.item().colour.hex.empty() ? "ink" : sheet.colour(Hue::body));
  }
}

} // namespace painter
} // namespace dalembert
