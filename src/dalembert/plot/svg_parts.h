#pragma once

#include <dalembert/plot/axis.h>

#include <string>

namespace dalembert {
inline namespace plot {

// What the drawings of this room share.

/// The style sheet of a page, light or dark as the reader's system asks.
[[nodiscard]] std::string style_sheet();

/// Prints a pixel coordinate with the precision that a screen shows.
[[nodiscard]] std::string px(double value);

/// Text in brackets behind a label: the unit, and the power of ten of the numbers.
[[nodiscard]] std::string axis_note(const Axis& axis, const std::string& unit);

/// What was taken off the numbers of an axis: ` − 1000`.
[[nodiscard]] std::string offset_note(const Axis& axis);

} // namespace plot
} // namespace dalembert
