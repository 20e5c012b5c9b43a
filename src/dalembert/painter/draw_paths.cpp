#include <dalembert/painter/draw_items.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace dalembert {
inline namespace painter {

namespace {

/// Cuts a long row of points in space into pieces that are sorted by depth one by one.
void draw_in_pieces(Sheet& sheet, const std::vector<Point3>& points, const std::string& colour, double width) {
  constexpr std::size_t piece = 8;
  for (std::size_t i = 0; i + 1 < points.size(); i += piece) {
    const std::size_t end = std::min(i + piece, points.size() - 1);
    Outline outline;
    Point3 middle;
    for (std::size_t k = i; k <= end; ++k) {
      const Spot spot = sheet.view().spot(points[k]);
      k == i ? outline.move(spot) : outline.line(spot);
      middle = middle + (1.0 / static_cast<double>(end - i + 1)) * points[k];
    }
    sheet.at(Layer::body, middle);
    sheet.stroke(outline, colour, width);
  }
}

/// The point of the path that is highest on the page.
Spot highest(const std::vector<Spot>& spots) {
  return *std::min_element(spots.begin(), spots.end(), [](const Spot& a, const Spot& b) { return a.y < b.y; });
}

} // namespace

void draw(Sheet& sheet, const Path<double>& path) {
  if (path.points.empty()) return;
  std::vector<Point3> points;
  std::vector<Spot> spots;
  Point3 middle;
  for (const Place<double>& place : path.points) {
    points.push_back(point(place));
    spots.push_back(sheet.view().spot(points.back()));
    middle = middle + (1.0 / static_cast<double>(path.points.size())) * points.back();
  }
  sheet.at(Layer::body, middle);
  if (path.kind == PathKind::polygon) {
    sheet.face(Outline().polygon(spots), sheet.colour(Hue::body), sheet.width(1.5));
  } else {
    const bool is_line = path.kind == PathKind::line;
    const std::string colour = sheet.colour(is_line ? Hue::body : Hue::ground);
    const double width = sheet.width(is_line ? 2.0 : 1.4);
    constexpr std::size_t few = 12;
    if (sheet.is_space() && spots.size() > few)
      draw_in_pieces(sheet, points, colour, width);
    else
      sheet.stroke(Outline().polyline(spots), colour, width);
  }
  sheet.name(highest(spots), 7.0, {0.0, -1.0});
}

void draw(Sheet& sheet, const Surface<double>& surface) {
  const std::size_t rows = surface.rows;
  const std::size_t columns = surface.columns;
  if (rows == 0 || columns == 0 || surface.points.size() < rows * columns) return;
  const std::string colour = sheet.colour(Hue::ground);
  const double width = sheet.width(0.7);
  std::vector<Point3> line;
  const auto at = [&](std::size_t r, std::size_t c) { return point(surface.points[r * columns + c]); };
  for (std::size_t r = 0; r < rows; ++r) {
    line.clear();
    for (std::size_t c = 0; c < columns; ++c)
      line.push_back(at(r, c));
    draw_in_pieces(sheet, line, colour, width);
  }
  for (std::size_t c = 0; c < columns; ++c) {
    line.clear();
    for (std::size_t r = 0; r < rows; ++r)
      line.push_back(at(r, c));
    draw_in_pieces(sheet, line, colour, width);
  }
  sheet.name(sheet.view().spot(at(0, 0)), 7.0);
}

} // namespace painter
} // namespace dalembert
