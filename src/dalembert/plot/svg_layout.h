#pragma once

#include <dalembert/plot/axis.h>
#include <dalembert/plot/figure.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace plot {

/// The values between the lowest and the highest taken in.
struct DataRange {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void take(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  [[nodiscard]] bool is_empty() const { return low > high; }
};

/// One series and the number of its colour.
struct PageCurve {
  const Series* series = nullptr;
  std::size_t hue = 0;
};

/// The curves of one unit, and the rectangle they are drawn in.
struct PagePanel {
  std::string unit;
  std::vector<PageCurve> curves;
  DataRange x; ///< of the data that can be drawn
  DataRange y;
  Axis axis;
  double top = 0.0;
  double height = 0.0;

  [[nodiscard]] double y_pixel(double value) const {
    return top + height - (value - axis.low) / (axis.high - axis.low) * height;
  }
};

/// Where everything of a figure stands on its page; lengths in pixels.
struct PageLayout {
  static constexpr double right_margin = 28;
  static constexpr double font_size = 13;
  static constexpr double tick_length = 5;
  static constexpr double legend_row = 22;

  std::vector<PagePanel> panels;
  Axis x_axis;
  double page_width = 0.0;
  double left = 0.0; ///< of the panels
  double page_height = 0.0;

  [[nodiscard]] double plot_width() const { return page_width - right_margin - left; }
  [[nodiscard]] double x_pixel(double x) const;
};

/// Groups the curves of `figure` by unit, chooses the axes and places the panels.
[[nodiscard]] PageLayout layout_of(const Figure& figure);

/// True where `value` is finite and can be placed on an axis without overflow.
[[nodiscard]] bool is_drawable(double value);

/// Returns how many samples of `series` have both coordinates.
[[nodiscard]] std::size_t samples(const Series& series);

/// Returns `unit`, empty where it is 1.
[[nodiscard]] std::string unit_key(std::string_view unit);

/// Cuts the legend of a panel into rows; empty where one curve needs none.
[[nodiscard]] std::vector<std::vector<PageCurve>> legend_of(const PagePanel& panel, double width);

/// Returns the width of one entry of a legend, its line and gaps included.
[[nodiscard]] double legend_entry_width(const PageCurve& curve);

} // namespace plot
} // namespace dalembert
