#include <dalembert/plot/heat_map.h>
#include <dalembert/plot/svg_frame.h>
#include <dalembert/plot/svg_layout.h>
#include <dalembert/plot/svg_parts.h>
#include <dalembert/typesetting/svg_label.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace dalembert {
inline namespace plot {

namespace {

constexpr std::size_t most_cells = 400; ///< along an axis
constexpr std::size_t shades = 64;

// The page, in pixels.
constexpr double map_page = 720;
constexpr double cells_top = 34;
constexpr double cells_height = 420;
constexpr double below_cells = 56;
constexpr double scale_gap = 24;
constexpr double scale_width = 16;
constexpr double tick_digit = 7.4;
constexpr double side_room = 40;

struct Rgb {
  double red = 0.0;
  double green = 0.0;
  double blue = 0.0;
};

/// From dark violet by green to yellow: ten points of the colour map `viridis` of Smith and van der Walt 2015.
constexpr std::array<Rgb, 10> anchors{{{68, 1, 84},
                                       {72, 40, 120},
                                       {62, 74, 137},
                                       {49, 104, 142},
                                       {38, 130, 142},
                                       {31, 158, 137},
                                       {53, 183, 121},
                                       {110, 206, 88},
                                       {181, 222, 43},
                                       {253, 231, 37}}};

std::string colour(std::size_t shade) {
  const double place = static_cast<double>(shade) / (shades - 1) * (anchors.size() - 1);
  const std::size_t first = std::min(static_cast<std::size_t>(place), anchors.size() - 2);
  const double part = place - static_cast<double>(first);
  const auto mixed = [part](double a, double b) { return static_cast<int>(std::lround(a + (b - a) * part)); };
  const Rgb& low = anchors.at(first);
  const Rgb& high = anchors.at(first + 1);
  return fmt::format("#{:02x}{:02x}{:02x}", mixed(low.red, high.red), mixed(low.green, high.green),
                     mixed(low.blue, high.blue));
}

/// The cells along one axis, from the lowest on.
struct Cells {
  std::vector<std::size_t> indices; ///< of their values
  std::vector<double> edges;        ///< one more
};

/// Those of every n-th value, so that there are no more than `most_cells`.
Cells cells_of(const std::vector<double>& values) {
  const std::size_t step = (values.size() + most_cells - 1) / most_cells;
  Cells out;
  for (std::size_t i = 0; i < values.size(); i += std::max<std::size_t>(step, 1))
    out.indices.push_back(i);
  std::ranges::stable_sort(out.indices, {}, [&values](std::size_t i) { return values[i]; });
  const auto value = [&](std::size_t cell) { return values[out.indices[cell]]; };
  const std::size_t last = out.indices.size() - 1;
  const bool is_one = value(0) == value(last);
  const double half = 0.5 * std::max(1.0, std::abs(value(0))); // of one value alone
  out.edges.push_back(value(0) - (is_one ? half : 0.5 * (value(1) - value(0))));
  for (std::size_t cell = 1; cell <= last; ++cell)
    out.edges.push_back(0.5 * (value(cell - 1) + value(cell)));
  out.edges.push_back(value(last) + (is_one ? half : 0.5 * (value(last) - value(last - 1))));
  return out;
}

/// The range of what a point can be drawn for.
DataRange drawn_range(const std::vector<double>& values) {
  DataRange out;
  for (const double v : values)
    if (is_drawable(v)) out.take(v);
  if (out.is_empty()) return {0.0, 1.0};
  return out;
}

std::size_t longest_text(const Axis& axis) {
  std::size_t out = 3;
  for (const Tick& tick : axis.ticks)
    out = std::max(out, tick.text.size());
  return out;
}

class MapDrawing {
public:
  explicit MapDrawing(const HeatMap& map) : map_(map) {
    constexpr int x_ticks = 6;
    constexpr int y_ticks = 8;
    DataRange range;
    if (has_points()) {
      const DataRange x = drawn_range(map.x.values);
      const DataRange y = drawn_range(map.y.values);
      x_axis_ = make_axis(x.low, x.high, x_ticks, Margin::around);
      y_axis_ = make_axis(y.low, y.high, y_ticks, Margin::around);
      range = drawn_range(map.values);
    } else {
      columns_ = cells_of(map.x.values);
      rows_ = cells_of(map.y.values);
      x_axis_ = with_limits(columns_.edges.front(), columns_.edges.back(), x_ticks);
      y_axis_ = with_limits(rows_.edges.front(), rows_.edges.back(), y_ticks);
      for (const std::size_t row : rows_.indices)
        for (const std::size_t column : columns_.indices)
          if (is_drawable(value(row, column))) range.take(value(row, column));
      if (range.is_empty()) range = {0.0, 1.0};
    }
    scale_ = make_axis(range.low, range.high, 8, Margin::none);
    left_ = side_room + PageLayout::tick_length + tick_digit * static_cast<double>(longest_text(y_axis_));
    const double right = tick_digit * static_cast<double>(longest_text(scale_)) + side_room;
    width_ = map_page - left_ - right - scale_gap - scale_width;
  }

  std::string text() {
    const double height = cells_top + cells_height + below_cells;
    add("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" role=\"img\" "
        "xml:space=\"preserve\">\n",
        px(map_page), px(height));
    add("<title>{}</title>\n<style>{}.empty{{fill:#999;fill-opacity:.25}}</style>\n",
        xml_escaped(fmt::format("{} over {} and {}", map_.label, map_.x.label, map_.y.label)), style_sheet());
    add("<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n");
    if (has_points())
      draw_points();
    else
      draw_cells();
    out_ += frame();
    draw_scale();
    out_ += "</svg>\n";
    return std::move(out_);
  }

private:
  template <typename... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
  }

  [[nodiscard]] bool has_points() const { return map_.marks == HeatMap::Marks::points; }
  [[nodiscard]] double value(std::size_t row, std::size_t column) const {
    return map_.values[row * map_.x.values.size() + column];
  }
  [[nodiscard]] double x_pixel(double x) const {
    return left_ + (x - x_axis_.low) / (x_axis_.high - x_axis_.low) * width_;
  }
  [[nodiscard]] static double y_pixel(const Axis& axis, double y) {
    return cells_top + cells_height - (y - axis.low) / (axis.high - axis.low) * cells_height;
  }
  [[nodiscard]] std::size_t shade_of(double v) const {
    const double part = (v - scale_.low) / (scale_.high - scale_.low);
    return std::min(static_cast<std::size_t>(std::max(part, 0.0) * shades), shades - 1);
  }

  /// Cells of one colour are one path; neighbours in a row are one rectangle, which overlaps the next by a little, so
  /// that no gap shows between them.
  void draw_cells() {
    constexpr std::size_t empty = shades;
    std::array<std::string, shades + 1> paths;
    const std::size_t columns = columns_.indices.size();
    for (std::size_t r = 0; r < rows_.indices.size(); ++r) {
      const auto shade_at = [&](std::size_t c) {
        const double v = value(rows_.indices[r], columns_.indices[c]);
        return is_drawable(v) ? shade_of(v) : empty;
      };
      const double bottom = y_pixel(y_axis_, rows_.edges[r]);
      const double height = bottom - y_pixel(y_axis_, rows_.edges[r + 1]);
      for (std::size_t c = 0; c < columns;) {
        const std::size_t shade = shade_at(c);
        std::size_t end = c + 1;
        while (end < columns && shade_at(end) == shade)
          ++end;
        const double left = x_pixel(columns_.edges[c]);
        const double width = x_pixel(columns_.edges[end]) - left;
        paths.at(shade) += fmt::format("M{} {}h{}v{}h{}z", px(left), px(bottom), px(width), px(-height), px(-width));
        c = end;
      }
    }
    for (std::size_t shade = 0; shade < shades; ++shade)
      if (!paths.at(shade).empty())
        add("<path fill=\"{0}\" stroke=\"{0}\" stroke-width=\"0.5\" d=\"{1}\"/>\n", colour(shade), paths.at(shade));
    if (!paths.at(empty).empty()) add("<path class=\"empty\" d=\"{}\"/>\n", paths.at(empty));
  }

  /// Points of one colour are one path of strokes without length; those without a value are grey.
  void draw_points() {
    constexpr std::size_t empty = shades;
    std::array<std::string, shades + 1> paths;
    for (std::size_t i = 0; i < map_.values.size(); ++i) {
      if (!is_drawable(map_.x.values[i]) || !is_drawable(map_.y.values[i])) continue;
      const double v = map_.values[i];
      paths.at(is_drawable(v) ? shade_of(v) : empty) +=
          fmt::format("M{} {}h0", px(x_pixel(map_.x.values[i])), px(y_pixel(y_axis_, map_.y.values[i])));
    }
    for (std::size_t shade = 0; shade <= shades; ++shade)
      if (!paths.at(shade).empty())
        add("<path fill=\"none\" stroke=\"{}\" stroke-width=\"5\" stroke-linecap=\"round\" d=\"{}\"/>\n",
            shade == empty ? "#999" : colour(shade), paths.at(shade));
  }

  [[nodiscard]] std::string frame() const {
    return frame_svg({x_axis_, y_axis_, left_, cells_top, width_, cells_height},
                     label(map_.x.label, map_.x.remark, x_axis_, map_.x.unit),
                     label(map_.y.label, map_.y.remark, y_axis_, map_.y.unit));
  }

  void draw_scale() {
    const double left = left_ + width_ + scale_gap;
    const double step = cells_height / shades;
    for (std::size_t shade = 0; shade < shades; ++shade)
      add("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n", px(left),
          px(cells_top + cells_height - step * static_cast<double>(shade + 1)), px(scale_width), px(step + 0.5),
          colour(shade));
    add("<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n", px(left), px(cells_top),
        px(scale_width), px(cells_height));
    for (const Tick& tick : scale_.ticks)
      add("<path class=\"tick\" d=\"M{} {}h{}\"/><text class=\"small\" x=\"{}\" y=\"{}\">{}</text>\n",
          px(left + scale_width), px(y_pixel(scale_, tick.value)), px(PageLayout::tick_length),
          px(left + scale_width + PageLayout::tick_length + 4), px(y_pixel(scale_, tick.value) + 4), tick.text);
    add("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n", px(map_page - 12), px(cells_top - 12),
        label(map_.label, map_.remark, scale_, map_.unit));
  }

  static std::string label(const std::string& name, const std::string& remark, const Axis& axis,
                           const std::string& unit) {
    return svg_label(name, (remark.empty() ? "" : "\u00A0" + xml_escaped(remark)) + offset_note(axis) +
                               axis_note(axis, unit_key(unit)));
  }

  const HeatMap& map_;
  Cells columns_; ///< those that are drawn
  Cells rows_;
  Axis x_axis_;
  Axis y_axis_;
  Axis scale_; ///< of the colours
  double left_ = 0.0;
  double width_ = 0.0;
  std::string out_;
};

} // namespace

std::string svg(const HeatMap& map) {
  return MapDrawing(map).text();
}

} // namespace plot
} // namespace dalembert
