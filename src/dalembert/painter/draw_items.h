#pragma once

#include <dalembert/painter/sheet.h>

// How each kind of item is drawn: `sheet` has begun with the item.
namespace dalembert {
inline namespace painter {

void draw(Sheet& sheet, const Mark<double>& mark);
void draw(Sheet& sheet, const Segment<double>& segment);
void draw(Sheet& sheet, const Path<double>& path);
void draw(Sheet& sheet, const Surface<double>& surface);
void draw(Sheet& sheet, const Shape<double>& shape);
void draw(Sheet& sheet, const Support<double>& support);
void draw(Sheet& sheet, const Arrow<double>& arrow);
void draw(Sheet& sheet, const Arc<double>& arc);
void draw(Sheet& sheet, const Trail<double>& trail);
void draw(Sheet& sheet, const Axes<double>& axes);
void draw(Sheet& sheet, const AngleMark<double>& angle);
/// Gauges stand at the right edge, lanes below the picture.
inline void draw(Sheet&, const Gauge<double>&) {}
inline void draw(Sheet&, const Lane<double>&) {}

/// A shape in space; `draw` of a shape in the plane is in draw_shapes.cpp.
void draw_solid(Sheet& sheet, const Shape<double>& shape);

/// Draws a straight arrow from `from` along `v`, px, in `colour`: nothing shorter than a dot, nothing longer than the
/// page allows.
void draw_arrow(Sheet& sheet, const Spot& from, const Spot& v, Standing standing, const std::string& colour,
                double width);

} // namespace painter
} // namespace dalembert
