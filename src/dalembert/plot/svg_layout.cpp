#include <dalembert/plot/svg_layout.h>
#include <dalembert/typesetting/svg_label.h>

#include <array>
#include <cmath>
#include <iterator>

namespace dalembert {
inline namespace plot {

namespace {

constexpr std::size_t colours = 6;
constexpr double title_height = 30;
constexpr double bottom_margin = 56;
constexpr double panel_gap = 22;
constexpr double digit_width = 7.4; ///< of a tick text, with some air
constexpr double usual_width = 720; ///< of a page

void take(const Series& series, PagePanel& panel) {
  for (std::size_t i = 0; i < samples(series); ++i) {
    if (!is_drawable(series.x[i]) || !is_drawable(series.y[i])) continue;
    panel.x.take(series.x[i]);
    panel.y.take(series.y[i]);
  }
}

std::vector<PagePanel> panels_of(const Figure& figure) {
  std::vector<PagePanel> out;
  for (std::size_t i = 0; i < figure.series.size(); ++i) {
    const std::string unit = unit_key(figure.series[i].unit);
    auto panel = std::find_if(out.begin(), out.end(), [&unit](const PagePanel& p) { return p.unit == unit; });
    if (panel == out.end()) {
      out.emplace_back();
      panel = std::prev(out.end());
      panel->unit = unit;
    }
    panel->curves.push_back({&figure.series[i], i % colours});
    take(figure.series[i], *panel);
  }
  if (out.empty()) out.emplace_back();
  return out;
}

/// Narrow pages are less high, too, but not in proportion.
double panel_height(const Figure& figure, std::size_t panels) {
  constexpr std::array<double, 3> heights{340, 220, 170};
  return heights.at(std::min(panels, heights.size()) - 1) * std::sqrt(std::min(1.0, figure.width / usual_width));
}

int ordinate_ticks(double height) {
  constexpr double spacing = 50;
  return std::max(3, static_cast<int>(height / spacing));
}

int abscissa_ticks(const Figure& figure) {
  constexpr double spacing = 100;
  return std::clamp(static_cast<int>(figure.width / spacing), 4, 7);
}

/// A curve that goes back and forth along the abscissa should not touch the frame.
bool is_path(const Figure& figure) {
  const auto goes_back = [](const Series& series) { return !std::is_sorted(series.x.begin(), series.x.end()); };
  return figure.aspect == Figure::Aspect::equal || std::any_of(figure.series.begin(), figure.series.end(), goes_back);
}

/// The abscissa is common to all panels.
Axis abscissa(const Figure& figure, const std::vector<PagePanel>& panels) {
  DataRange x;
  for (const PagePanel& panel : panels) {
    if (panel.x.is_empty()) continue;
    x.take(panel.x.low);
    x.take(panel.x.high);
  }
  if (x.is_empty()) x = {0.0, 1.0};
  const bool has_room = is_path(figure) || figure.mark != Figure::Mark::line;
  return make_axis(x.low, x.high, abscissa_ticks(figure), has_room ? Margin::around : Margin::none);
}

Axis ordinate(const Figure& figure, const PagePanel& panel) {
  DataRange y = panel.y;
  if (y.is_empty()) y = {0.0, 1.0};
  if (figure.mark == Figure::Mark::stem) y.take(0.0);
  return make_axis(y.low, y.high, ordinate_ticks(panel.height), is_path(figure) ? Margin::around : Margin::to_zero,
                   figure.resolution);
}

/// Room for the longest tick text and for the axis label on its side.
double left_margin(const std::vector<PagePanel>& panels) {
  std::size_t longest = 3;
  for (const PagePanel& panel : panels)
    for (const Tick& tick : panel.axis.ticks)
      longest = std::max(longest, tick.text.size());
  constexpr double label = 36;
  return label + PageLayout::tick_length + digit_width * static_cast<double>(longest);
}

/// The axis with `span` from end to end about the same middle, where that is more than it has.
Axis widened(const Axis& axis, double span, int ticks) {
  if (span <= (axis.high - axis.low) * (1 + 1e-9)) return axis;
  const double middle = axis.low + (axis.high - axis.low) / 2;
  return with_limits(middle - span / 2, middle + span / 2, ticks);
}

/// False where one extent of the data is so much smaller than the other that equal scales would draw a straight line:
/// 8 mm of wheel travel along 45 m of road. An extent that is rounding beside the other is a straight line, and stays.
bool shows_shape_at_equal_scales(const PageLayout& layout, const Figure& figure) {
  constexpr double flattest = 20;
  const PagePanel& panel = layout.panels.front();
  if (panel.x.is_empty()) return true;
  const double x_extent = panel.x.high - panel.x.low;
  const double y_extent = panel.y.high - panel.y.low;
  const double smaller = std::min(x_extent, y_extent);
  const double larger = std::max(x_extent, y_extent);
  return larger <= flattest * smaller || smaller <= figure.resolution * larger;
}

/// One unit gets the same length on both axes: the panel grows where it may, then the shorter interval is widened.
void make_equal(PageLayout& layout, PagePanel& panel, const Figure& figure) {
  const double lowest = 200 * figure.width / usual_width;
  const double highest = 620 * figure.width / usual_width;
  const double x_span = layout.x_axis.high - layout.x_axis.low;
  const double y_span = panel.axis.high - panel.axis.low;
  panel.height = std::clamp(layout.plot_width() * y_span / x_span, lowest, highest);
  const double unit_size = std::max(x_span / layout.plot_width(), y_span / panel.height);
  layout.x_axis = widened(layout.x_axis, unit_size * layout.plot_width(), abscissa_ticks(figure));
  panel.axis = widened(panel.axis, unit_size * panel.height, ordinate_ticks(panel.height));
}

} // namespace

bool is_drawable(double value) {
  constexpr double largest = 1e300; // the spread of two such values is still finite
  return std::abs(value) < largest; // false for NaN
}

std::size_t samples(const Series& series) {
  return std::min(series.x.size(), series.y.size());
}

std::string unit_key(std::string_view unit) {
  return unit == "1" ? std::string() : std::string(unit);
}

double legend_entry_width(const PageCurve& curve) {
  constexpr double line_and_gaps = 48;
  return line_and_gaps + PageLayout::font_size * label_width(curve.series->label);
}

std::vector<std::vector<PageCurve>> legend_of(const PagePanel& panel, double width) {
  std::vector<std::vector<PageCurve>> rows;
  if (panel.curves.size() < 2) return rows;
  double x = width;
  for (const PageCurve& curve : panel.curves) {
    if (rows.empty() || x + legend_entry_width(curve) > width) {
      rows.emplace_back();
      x = 0.0;
    }
    rows.back().push_back(curve);
    x += legend_entry_width(curve);
  }
  return rows;
}

double PageLayout::x_pixel(double x) const {
  return left + (x - x_axis.low) / (x_axis.high - x_axis.low) * plot_width();
}

PageLayout layout_of(const Figure& figure) {
  PageLayout layout;
  layout.page_width = figure.width;
  layout.panels = panels_of(figure);
  layout.x_axis = abscissa(figure, layout.panels);
  for (PagePanel& panel : layout.panels) {
    panel.height = panel_height(figure, layout.panels.size());
    panel.axis = ordinate(figure, panel);
  }
  layout.left = left_margin(layout.panels);
  const bool is_equal = figure.aspect == Figure::Aspect::equal && layout.panels.size() == 1;
  if (is_equal && shows_shape_at_equal_scales(layout, figure)) make_equal(layout, layout.panels.front(), figure);
  double y = figure.title.empty() ? 14 : title_height + 6;
  for (PagePanel& panel : layout.panels) {
    y += PageLayout::legend_row * static_cast<double>(legend_of(panel, layout.plot_width()).size());
    panel.top = y;
    y += panel.height + panel_gap;
  }
  layout.page_height = y - panel_gap + bottom_margin;
  return layout;
}

} // namespace plot
} // namespace dalembert
