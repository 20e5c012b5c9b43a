#include <dalembert/painter/draw_items.h>

#include <algorithm>
#include <cmath>

namespace dalembert {
inline namespace painter {

namespace {

Outline straight(const Spot& a, const Spot& b) {
  return Outline().move(a).line(b);
}

/// A bar with round ends and eyes.
void draw_rod(Sheet& sheet, const Spot& a, const Spot& b) {
  const std::string colour = sheet.colour(Hue::body);
  const double line = 1.3 * sheet.pen();
  const double width = std::max(sheet.width(7.0), 2.2 * line);
  sheet.stroke(straight(a, b), colour, width);
  sheet.tinted_stroke(straight(a, b), colour, width - 2.0 * line);
  constexpr double long_enough = 3.5; // times its width, for eyes
  if (sheet.facts().length.high * sheet.view().scale() < long_enough * width) return;
  const double eye = std::min(0.24 * width, 2.4 * sheet.pen());
  for (const Spot& end : {a, b})
    sheet.add("dp-s-" + colour + " dp-f-paper", " stroke-width=\"" + pixels(0.8 * line) + "\"",
              Outline().circle(end, eye));
}

void draw_rope(Sheet& sheet, const Spot& a, const Spot& b, double length) {
  constexpr double slack = 1e-4; // of the longest length
  const bool is_slack = sheet.facts().is_taut && length < sheet.facts().length.high * (1.0 - slack);
  const double width = sheet.width(1.3);
  const std::string dashes =
      is_slack ? " stroke-dasharray=\"" + pixels(5.0 * sheet.pen()) + " " + pixels(4.0 * sheet.pen()) + "\""
               : std::string();
  sheet.stroke(straight(a, b), sheet.colour(Hue::body), width, dashes);
}

/// How the drawn length of a segment follows from its longest one, px.
struct Stretch {
  Spot a;
  Spot along;
  Spot across;
  double length = 0.0;
  double longest = 0.0;
};

/// A zigzag of which the wire keeps its length: shorter is wider.
void draw_spring(Sheet& sheet, const Stretch& s, int coils) {
  const double lead = std::min({9.0 * sheet.pen(), 0.12 * s.longest, 0.5 * s.length});
  const double body = s.length - 2.0 * lead;
  const double pieces = 2.0 * coils;
  const double longest_body = s.longest - 2.0 * std::min(9.0 * sheet.pen(), 0.12 * s.longest);
  const double least = std::min(4.0 * sheet.pen(), 0.2 * s.longest); // half the width of the longest spring
  const double piece = std::hypot(longest_body / pieces, 2.0 * least);
  const double half = 0.5 * std::sqrt(std::max(0.0, piece * piece - (body / pieces) * (body / pieces)));
  std::vector<Spot> points{s.a, s.a + lead * s.along};
  for (int i = 0; i < 2 * coils; ++i) {
    const double side = i % 2 == 0 ? half : -half;
    points.push_back(s.a + (lead + body * (i + 0.5) / pieces) * s.along + side * s.across);
  }
  points.push_back(s.a + (lead + body) * s.along);
  points.push_back(s.a + s.length * s.along);
  sheet.stroke(Outline().polyline(points), sheet.colour(Hue::spring), sheet.width(1.5));
}

/// A pot that hangs on the first point, and a piston on the second.
void draw_damper(Sheet& sheet, const Stretch& s) {
  const std::string colour = sheet.colour(Hue::damper);
  const double line = sheet.width(1.5);
  const double bottom = 0.22 * s.longest;
  const double depth = 0.4 * s.longest;
  const double half = std::min(7.0 * sheet.pen(), 0.25 * s.longest);
  const double rod = s.longest - bottom - 0.85 * depth; // from the piston to the second point
  const double piston = std::max(s.length - rod, bottom + 0.08 * depth);
  const auto at = [&](double x, double y) { return s.a + x * s.along + y * s.across; };
  sheet.tinted_stroke(straight(at(bottom, 0.0), at(bottom + depth, 0.0)), colour, 2.0 * half,
                      " stroke-linecap=\"butt\"");
  sheet.stroke(straight(s.a, at(bottom, 0.0))
                   .move(at(bottom + depth, half))
                   .line(at(bottom, half))
                   .line(at(bottom, -half))
                   .line(at(bottom + depth, -half)),
               colour, line);
  sheet.stroke(straight(at(piston, 0.8 * half), at(piston, -0.8 * half)), colour, 2.0 * line);
  sheet.stroke(straight(at(piston, 0.0), at(s.length, 0.0)), colour, line);
}

} // namespace

void draw(Sheet& sheet, const Segment<double>& segment) {
  const Spot a = sheet.spot(segment.from);
  const Spot b = sheet.spot(segment.to);
  const Point3 from = point(segment.from);
  const Point3 to = point(segment.to);
  const double length = norm(to - from);
  sheet.at(Layer::body, 0.5 * (from + to));
  // a segment that points towards the reader is drawn shorter, whole with its wire
  const double seen = length > 0.0 ? norm(b - a) / length : 0.0;
  const double longest = std::max(sheet.facts().length.high, length);
  const Stretch stretch{a, unit(b - a), turned(unit(b - a)), norm(b - a), longest * seen};
  switch (segment.kind) {
  case SegmentKind::rod:
    draw_rod(sheet, a, b);
    break;
  case SegmentKind::rope:
    draw_rope(sheet, a, b, length);
    break;
  case SegmentKind::spring:
    draw_spring(sheet, stretch, std::clamp(segment.coils.value_or(8), 1, 200));
    break;
  case SegmentKind::damper:
    draw_damper(sheet, stretch);
    break;
  }
  const bool is_wide = segment.kind == SegmentKind::spring || segment.kind == SegmentKind::damper;
  sheet.name(0.5 * (a + b), is_wide ? 12.0 : 8.0, turned(unit(b - a)));
}

} // namespace painter
} // namespace dalembert
