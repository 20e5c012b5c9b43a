#include <dalembert/painter/beside.h>
#include <dalembert/painter/captions.h>
#include <dalembert/painter/draw_items.h>
#include <dalembert/typesetting/svg_label.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace dalembert {
inline namespace painter {

namespace {

/// The width of a gauge with its name and its value, px.
double gauge_room(const Scene& scene, double pen, double font) {
  constexpr double usual = 64.0;    // px at pen 1
  constexpr double generous = 1.15; // letters of some fonts are wider than the average
  constexpr double apart = 4.0;     // px between two names
  double out = usual * pen;
  for (const SceneItem& item : scene.items)
    if (const auto* gauge = std::get_if<Gauge<SceneNumber>>(&item.what)) {
      const double name = name_width(item.name.empty() ? gauge->of : item.name);
      const double value = text_width("-0.00 " + gauge->unit);
      out = std::max(out, generous * std::max(name, value) * font + apart);
    }
  return out;
}

constexpr double lane_room = 38.0;
constexpr double dial_room = 96.0;
constexpr std::size_t most_gauges = 6; ///< side by side; of the others their number is said

std::size_t gauges(const Scene& scene) {
  return static_cast<std::size_t>(std::count_if(scene.items.begin(), scene.items.end(), [](const SceneItem& item) {
    return std::holds_alternative<Gauge<SceneNumber>>(item.what);
  }));
}

std::size_t lanes(const Scene& scene, bool is_angle) {
  return static_cast<std::size_t>(
      std::count_if(scene.items.begin(), scene.items.end(), [is_angle](const SceneItem& item) {
        const auto* lane = std::get_if<Lane<SceneNumber>>(&item.what);
        return lane != nullptr && lane->is_angle == is_angle;
      }));
}

std::size_t dials_in_row(double width, double pen) {
  return static_cast<std::size_t>(std::max(1.0, std::floor(width / (dial_room * pen))));
}

/// The range of a ruled line: what the value takes in all rows, or about one value.
Span range_of(const ItemFacts& facts, double value) {
  Span out = facts.value;
  out.take(value);
  const double size = std::max(std::abs(out.low), std::abs(out.high));
  if (out.length() <= 1e-9 * size || out.length() == 0.0) {
    const double about = size > 0.0 ? 0.5 * size : 1.0;
    out.low -= about;
    out.high += about;
  }
  return out;
}

void draw_line(Sheet& sheet, const Lane<double>& lane, double top) {
  const Stage& stage = sheet.stage();
  const double pen = sheet.pen();
  const Span range = range_of(sheet.facts(), lane.value);
  const double left = stage.page.left + 0.2 * stage.page.width();
  const double right = stage.page.right - 0.12 * stage.page.width();
  const double y = top + 0.42 * lane_room * pen;
  const auto x = [&](double value) { return left + (value - range.low) / range.length() * (right - left); };
  const std::string colour = sheet.colour(Hue::body);
  Outline ticks;
  for (const double value : {range.low, range.high})
    ticks.move({x(value), y - 4.0 * pen}).line({x(value), y + 4.0 * pen});
  if (range.low < 0.0 && range.high > 0.0) ticks.move({x(0.0), y - 6.0 * pen}).line({x(0.0), y + 6.0 * pen});
  sheet.stroke(Outline().move({left, y}).line({right, y}), "ground", 1.1 * pen);
  sheet.stroke(ticks, "ground", 1.1 * pen);
  sheet.fill(Outline().circle({x(lane.value), y}, 5.0 * pen), colour);
  const auto number = [&](double value, double end, double inwards) { // below the line, clear of name and unit
    const std::string text = three_digits(value);
    const double width = text_width(text);
    sheet.fixed_caption(text, width, {end + inwards * 0.5 * width * stage.font, y + 13.0 * pen}, "soft");
  };
  number(range.low, left, 1.0);
  number(range.high, right, -1.0);
  const double name = name_width(sheet.item().name);
  sheet.fixed_caption(
      name_markup(sheet.item().name), name,
      {std::max(left - 14.0 * pen - 0.5 * name * stage.font, stage.page.left + 0.5 * name * stage.font), y});
  if (lane.unit.empty() || lane.unit == "1") return;
  sheet.fixed_caption(svg_unit(lane.unit), text_width(lane.unit), {right + 24.0 * pen, y}, "soft");
}

void draw_dial(Sheet& sheet, const Lane<double>& lane, const Spot& corner) {
  const double pen = sheet.pen();
  const double radius = 26.0 * pen;
  const Spot centre = corner + Spot{0.5 * dial_room * pen, radius + 8.0 * pen};
  const std::string colour = sheet.colour(Hue::body);
  sheet.face(Outline().circle(centre, radius), "ground", 1.1 * pen);
  Outline ticks;
  for (int i = 0; i < 8; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / 8.0;
    const Spot out{std::cos(angle), -std::sin(angle)};
    ticks.move(centre + (i % 2 == 0 ? 0.8 : 0.88) * radius * out).line(centre + radius * out);
  }
  sheet.stroke(ticks, "ground", 0.8 * pen);
  const Spot hand{std::cos(lane.value), -std::sin(lane.value)};
  sheet.stroke(Outline().move(centre).line(centre + 0.9 * radius * hand), colour, 2.2 * pen);
  sheet.fill(Outline().circle(centre, 2.6 * pen), colour);
  sheet.fixed_caption(name_markup(sheet.item().name), name_width(sheet.item().name),
                      centre + Spot{0.0, radius + 11.0 * pen});
}

/// The largest value that a gauge of this unit shows, for all of them have one scale.
double largest_value(const Stage& stage, std::string_view unit) {
  double out = 0.0;
  for (std::size_t i = 0; i < stage.scene->items.size(); ++i) {
    const auto* gauge = std::get_if<Gauge<SceneNumber>>(&stage.scene->items[i].what);
    const Span& all = stage.facts.items.at(i).value;
    if (gauge != nullptr && gauge->unit == unit && !all.is_empty())
      out = std::max({out, std::abs(all.low), std::abs(all.high)});
  }
  return out;
}

/// As many gauges as leave room for the picture, one at least.
std::size_t gauges_drawn(const Scene& scene, double width, double pen, double font) {
  constexpr double share = 0.6; // of the width
  const double fitting = std::max(1.0, std::floor(share * width / gauge_room(scene, pen, font)));
  return std::min({gauges(scene), most_gauges, static_cast<std::size_t>(fitting)});
}

} // namespace

double gauges_width(const Scene& scene, double width, double pen, double font) {
  return gauge_room(scene, pen, font) * static_cast<double>(gauges_drawn(scene, width, pen, font));
}

double lanes_height(const Scene& scene, double width, double pen) {
  const std::size_t dials = lanes(scene, true);
  const std::size_t in_row = dials_in_row(width, pen);
  const std::size_t rows = (dials + in_row - 1) / in_row;
  return pen * (lane_room * static_cast<double>(lanes(scene, false)) + dial_room * static_cast<double>(rows));
}

void draw_gauge(Sheet& sheet, const Gauge<double>& gauge, std::size_t place) {
  if (place >= most_gauges) return;
  const Stage& stage = sheet.stage();
  const double pen = sheet.pen();
  const std::size_t drawn = gauges_drawn(*stage.scene, stage.page.width(), pen, stage.font);
  if (place >= drawn) return;
  const double x = stage.page.right - (0.5 + static_cast<double>(place)) * gauge_room(*stage.scene, pen, stage.font);
  const double zero = 0.5 * (stage.page.top + stage.page.bottom);
  const double half_height = std::clamp(0.5 * stage.page.height() - 36.0 * pen, 10.0 * pen, 110.0 * pen);
  const double top = zero - half_height;
  const double bottom = zero + half_height;
  const double most = std::max(std::abs(gauge.value), largest_value(stage, gauge.unit));
  constexpr double round_off = 1e-9; // of the largest value of this unit
  const double shown = std::abs(gauge.value) > round_off * most ? gauge.value : 0.0;
  const double height = most > 0.0 ? shown / most * 0.5 * (bottom - top) : 0.0;
  const double half = 6.0 * pen;
  const std::string colour = sheet.colour(Hue::force);
  sheet.at(Layer::beside, Point3{});
  sheet.face(Outline().polygon({{x - half, top}, {x + half, top}, {x + half, bottom}, {x - half, bottom}}), "ground",
             0.9 * pen);
  sheet.fill(
      Outline().polygon({{x - half, zero}, {x + half, zero}, {x + half, zero - height}, {x - half, zero - height}}),
      colour);
  sheet.stroke(Outline().move({x - 1.7 * half, zero}).line({x + 1.7 * half, zero}), "ink", 1.0 * pen);
  const std::string& name = sheet.item().name.empty() ? gauge.of : sheet.item().name;
  sheet.fixed_caption(name_markup(name), name_width(name), {x, top - 12.0 * pen});
  const std::string value = value_text(shown, gauge.unit);
  const auto below = [&](const std::string& text, double far, const std::string& in_colour) {
    const double width = text_width(text);
    const double within = std::min(x, stage.page.right - (0.5 * width + 0.2) * stage.font);
    sheet.fixed_caption(text, width, {within, bottom + far * pen}, in_colour);
  };
  if (stage.options->values) below(value, 13.0, colour);
  if (const std::size_t others = gauges(*stage.scene) - drawn; others > 0 && place == 0) {
    const std::string more = fmt::format("and {} more", others);
    below(more, 29.0, "soft");
  }
}

void draw_lane(Sheet& sheet, const Lane<double>& lane, std::size_t place) {
  const Stage& stage = sheet.stage();
  const double pen = sheet.pen();
  sheet.at(Layer::beside, Point3{});
  if (!lane.is_angle) return draw_line(sheet, lane, stage.lanes_top + lane_room * pen * static_cast<double>(place));
  const double first = stage.lanes_top + lane_room * pen * static_cast<double>(lanes(*stage.scene, false));
  const std::size_t in_row = dials_in_row(stage.page.width(), pen);
  const std::size_t row = place / in_row;
  draw_dial(sheet, lane,
            {stage.page.left + dial_room * pen * static_cast<double>(place % in_row),
             first + dial_room * pen * static_cast<double>(row)});
}

} // namespace painter
} // namespace dalembert
