#pragma once

#include <dalembert/painter/sheet.h>

#include <string>

namespace dalembert {
inline namespace painter {

/// Draws the line from `a` to `b` and slanted strokes of length `depth` on the side that `side` points to. The strokes
/// keep their places where the ends of the line move along it.
void draw_hatched_line(Sheet& sheet, const Spot& a, const Spot& b, const Spot& side, double depth,
                       const std::string& colour, double phase = 0.0);

} // namespace painter
} // namespace dalembert
