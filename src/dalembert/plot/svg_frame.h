#pragma once

#include <dalembert/plot/axis.h>

#include <string>

namespace dalembert {
inline namespace plot {

/// The rectangle of a drawing with one pair of axes; lengths in pixels.
struct SvgFrame {
  Axis x;
  Axis y;
  double left = 0.0;
  double top = 0.0;
  double width = 0.0;
  double height = 0.0;

  [[nodiscard]] double x_pixel(double value) const { return left + (value - x.low) / (x.high - x.low) * width; }
  [[nodiscard]] double y_pixel(double value) const {
    return top + height - (value - y.low) / (y.high - y.low) * height;
  }
};

/// Returns the rectangle with the ticks and their numbers on both axes, and the labels of these, which are SVG text.
[[nodiscard]] std::string frame_svg(const SvgFrame& frame, const std::string& x_label, const std::string& y_label);

} // namespace plot
} // namespace dalembert
