#pragma once

#include <dalembert/painter/sheet.h>

#include <cstddef>

// What has no place in the view: gauges at its right edge, lanes below it.
namespace dalembert {
inline namespace painter {

/// Room for gauges at the right edge of a view of this width, px: six at most, and no more than fit beside the drawing.
[[nodiscard]] double gauges_width(const Scene& scene, double width, double pen, double font);
/// Room for lanes below the view, px.
[[nodiscard]] double lanes_height(const Scene& scene, double width, double pen);

/// Draws the `place`-th gauge, where there is room for it: `sheet` has begun with it. The first says how many are left
/// out.
void draw_gauge(Sheet& sheet, const Gauge<double>& gauge, std::size_t place);
/// Draws a lane: the `place`-th of those that are ruled lines, or of those that are dials.
void draw_lane(Sheet& sheet, const Lane<double>& lane, std::size_t place);

} // namespace painter
} // namespace dalembert
