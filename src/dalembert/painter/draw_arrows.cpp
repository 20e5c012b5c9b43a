#include <dalembert/painter/captions.h>
#include <dalembert/painter/draw_items.h>
#include <dalembert/typesetting/svg_label.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>

namespace dalembert {
inline namespace painter {

namespace {

using std::numbers::pi;
constexpr double shortest = 3.0;    ///< px; below it a dot stands for the arrow
constexpr double arc_radius = 0.06; ///< of the diagonal

Hue hue_of(ArrowRole role) {
  switch (role) {
  case ArrowRole::applied:
    return Hue::applied;
  case ArrowRole::velocity:
    return Hue::velocity;
  default:
    return Hue::force;
  }
}

std::string_view standing_class(Standing standing) {
  return standing == Standing::solid ? " dp-solid" : standing == Standing::hollow ? " dp-hollow" : " dp-dashed";
}

std::string dashes(double pen) {
  return fmt::format(" stroke-dasharray=\"{} {}\"", pixels(4.5 * pen), pixels(3.0 * pen));
}

Outline head_at(const Spot& tip, const Spot& along, double length) {
  const Spot across = turned(along);
  const Spot back = tip - length * along;
  return Outline().polygon({tip, back + 0.36 * length * across, back - 0.36 * length * across});
}

/// A block arrow, empty inside.
Outline hollow_outline(const Spot& from, const Spot& tip, const Spot& along, double head, double half) {
  const Spot across = turned(along);
  const Spot neck = tip - head * along;
  return Outline().polygon({from + half * across, neck + half * across, neck + 0.45 * head * across, tip,
                            neck - 0.45 * head * across, neck - half * across, from - half * across});
}

/// Two strokes across the shaft, where an arrow is longer than it is drawn.
void draw_break(Sheet& sheet, const Spot& at, const Spot& along, const std::string& colour, double width) {
  const double size = 4.5 * sheet.pen();
  const Spot slant = size * unit(turned(along) - 0.5 * along);
  const Spot gap = 2.0 * sheet.pen() * along;
  sheet.add("dp-s-paper", fmt::format(" stroke-width=\"{}\" stroke-linecap=\"butt\"", pixels(3.0 * width)),
            Outline().move(at - gap).line(at + gap));
  sheet.add(fmt::format("dp-s-{} dp-break", colour), fmt::format(" stroke-width=\"{}\"", pixels(0.8 * width)),
            Outline().move(at - gap - slant).line(at - gap + slant).move(at + gap - slant).line(at + gap + slant));
}

/// The name and, where they are asked for, the value and its unit.
void caption_of(Sheet& sheet, const std::string& of, double value, const std::string& unit_text, const Spot& at,
                const Spot& prefer, const std::string& colour) {
  const std::string& name = of.empty() ? sheet.item().name : of;
  const PictureOptions& options = *sheet.stage().options;
  const std::string number = options.values ? value_text(value, unit_text) : std::string();
  const bool has_unit = !unit_text.empty() && unit_text != "1";
  const double number_width =
      options.values ? text_width(three_digits(value) + (has_unit ? " " + unit_text : std::string())) : 0.0;
  if (name.empty() || !options.labels) return sheet.caption(number, number_width, at, 7.0, prefer, colour);
  const std::string behind = number.empty() ? "" : "\u00A0=\u00A0" + number;
  const bool is_set = name_markup(name) != xml_escaped(name);
  sheet.caption(is_set ? svg_label(name, behind) : xml_escaped(name) + behind,
                name_width(name) + (number.empty() ? 0.0 : number_width + 1.6), at, 7.0, prefer, colour);
}

/// How many arrows show the force `of`: its parts, where there are several.
std::ptrdiff_t arrows_of(const Sheet& sheet, const std::string& of) {
  return std::ranges::count_if(sheet.stage().scene->items, [&of](const SceneItem& item) {
    const auto* arrow = std::get_if<Arrow<SceneNumber>>(&item.what);
    return arrow != nullptr && arrow->of == of;
  });
}

/// The value of the force `of` that tables print; nothing where there is none.
std::optional<double> amount_of(const Sheet& sheet, const std::string& of) {
  const auto found = sheet.stage().scene->amounts.find(of);
  if (found == sheet.stage().scene->amounts.end()) return std::nullopt;
  const SceneNumber& number = found->second;
  if (number.column && *number.column >= sheet.row().size()) return std::nullopt;
  const double value = number.at(sheet.row());
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// What is written at an arrow of this size: the force as tables print it, or one of its parts with the same sign.
double written_size(const Sheet& sheet, const Arrow<double>& arrow, double size) {
  const std::optional<double> amount = amount_of(sheet, arrow.of);
  if (!amount) return size;
  return arrows_of(sheet, arrow.of) == 1 ? *amount : std::copysign(size, *amount);
}

double scale_of(const Sheet& sheet, const std::string& unit_text) {
  const auto found = sheet.stage().scales.find(unit_text);
  return found == sheet.stage().scales.end() ? 0.0 : found->second;
}

void draw_opposite(Sheet& sheet, const Arrow<double>& arrow, const Spot& v, const std::string& colour, double width) {
  constexpr double thinner = 0.6;
  draw_arrow(sheet, sheet.spot(arrow.against), -1.0 * v, arrow.standing, colour, thinner * width);
}

} // namespace

void draw_arrow(Sheet& sheet, const Spot& from, const Spot& v, Standing standing, const std::string& colour,
                double width) {
  const double longest = longest_arrow_drawn * sheet.stage().diagonal;
  const double full = norm(v);
  const double length = std::min(full, longest);
  const Spot along = unit(v);
  const Spot tip = from + length * along;
  const std::string classes = fmt::format("dp-s-{}{}", colour, standing_class(standing));
  if (full < shortest) {
    sheet.add(fmt::format("dp-f-{} dp-dot", colour), "", Outline().circle(from, 2.0 * sheet.pen()));
    return sheet.skip(3);
  }
  const double head = std::min(5.6 * width, 0.65 * length);
  if (standing == Standing::hollow) {
    sheet.add(classes + " dp-f-paper", fmt::format(" stroke-width=\"{}\"", pixels(0.6 * width)),
              hollow_outline(from, tip, along, 1.15 * head, 1.1 * width));
    sheet.skip();
  } else {
    sheet.add(classes,
              fmt::format(" stroke-width=\"{}\"{}{}", pixels(width), " stroke-linecap=\"butt\"",
                          standing == Standing::dashed ? dashes(sheet.pen()) : std::string()),
              Outline().move(from).line(tip - 0.8 * head * along));
    sheet.fill(head_at(tip, along, head), colour);
  }
  if (full > longest)
    draw_break(sheet, from + 0.55 * length * along, along, colour, width);
  else
    sheet.skip(2);
}

void draw(Sheet& sheet, const Arrow<double>& arrow) {
  if (!is_shown(arrow.role, sheet.stage().options->arrows)) return;
  const double scale = scale_of(sheet, arrow.unit);
  const double size = norm(point(arrow.vector));
  if (!(size > 0.0)) return;
  const Spot v = scale * sheet.view().vector(point(arrow.vector));
  const Spot from = sheet.spot(arrow.at);
  const std::string colour = sheet.colour(hue_of(arrow.role));
  const double width = sheet.width(1.9);
  sheet.at(Layer::front, arrow.at);
  if (arrow.role == ArrowRole::impulse)
    sheet.stroke(Outline().circle(from, 9.0 * sheet.pen()), colour, 1.4 * sheet.pen());
  if (!arrow.against.empty()) draw_opposite(sheet, arrow, v, colour, width);
  draw_arrow(sheet, from, v, arrow.standing, colour, width);
  const double drawn = std::min(norm(v), longest_arrow_drawn * sheet.stage().diagonal);
  if (norm(v) >= shortest)
    caption_of(sheet, arrow.of, written_size(sheet, arrow, size), arrow.unit, from + drawn * unit(v), unit(v), colour);
}

void draw(Sheet& sheet, const Arc<double>& arc) {
  if (!is_shown(arc.role, sheet.stage().options->arrows)) return;
  const double scale = scale_of(sheet, arc.unit);
  const double radius = arc_radius * sheet.stage().diagonal;
  // The length along the arc is that of a straight arrow.
  const double full = scale * sheet.view().scale() * std::abs(arc.value) / radius;
  const double sweep = std::copysign(std::min(full, longest_arrow_drawn / arc_radius), arc.value);
  const Point3 axis = arc.axis.empty() ? Point3{0, 0, 1} : unit(point(arc.axis), {0, 0, 1});
  const Directions& directions = sheet.view().directions();
  const Point3 u = sheet.is_space() ? unit(cross(directions.up, axis), directions.right) : Point3{1, 0, 0};
  const Point3 v = cross(axis, u);
  const Spot centre = sheet.spot(arc.at);
  const double metres = radius / sheet.view().scale();
  const Spot first = sheet.view().vector(metres * u);
  const Spot second = sheet.view().vector(metres * v);
  const std::string colour = sheet.colour(arc.role == ArrowRole::velocity ? Hue::velocity : Hue::moment);
  const double width = sheet.width(1.9);
  sheet.at(Layer::front, arc.at);
  if (full * radius < shortest) {
    sheet.add(fmt::format("dp-f-{} dp-dot", colour), "", Outline().circle(centre, 2.0 * sheet.pen()));
    return;
  }
  const double start = 0.5 * pi - 0.5 * sweep;
  const double head = std::min(5.6 * width, 0.65 * std::abs(sweep) * radius);
  const double end = start + sweep;
  const double neck = end - std::copysign(0.8 * head / radius, sweep);
  const auto at = [&](double angle) { return centre + std::cos(angle) * first + std::sin(angle) * second; };
  const bool is_dashed = arc.standing == Standing::dashed;
  sheet.skip();
  sheet.add(fmt::format("dp-s-{}{}", colour, standing_class(arc.standing)),
            fmt::format(" stroke-width=\"{}\" stroke-linecap=\"butt\"{}", pixels(width),
                        is_dashed ? dashes(sheet.pen()) : std::string()),
            Outline().arc(centre, first, second, start, neck));
  const Outline tip = head_at(at(end), unit(at(end) - at(neck)), head);
  if (arc.standing == Standing::hollow)
    sheet.add(fmt::format("dp-s-{} dp-f-paper", colour), fmt::format(" stroke-width=\"{}\"", pixels(0.6 * width)), tip);
  else
    sheet.fill(tip, colour);
  if (full > std::abs(sweep))
    draw_break(sheet, at(0.5 * (start + end)), unit(at(0.5 * (start + end) + 0.01) - at(0.5 * (start + end) - 0.01)),
               colour, width);
  else
    sheet.skip(2);
  const Spot top = at(0.5 * pi);
  caption_of(sheet, arc.of, amount_of(sheet, arc.of).value_or(arc.value), arc.unit, top, unit(top - centre), colour);
}

} // namespace painter
} // namespace dalembert
