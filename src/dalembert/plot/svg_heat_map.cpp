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

namespace dalembert::inline plot {

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

/// Every n-th index of so many, so that no more than `most_cells` are left.
std::vector<std::size_t> drawn_indices(std::size_t count) {
  const std::size_t step = (count + most_cells - 1) / most_cells;
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < count; i += std::max<std::size_t>(step, 1))
    out.push_back(i);
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
  explicit MapDrawing(const HeatMap& map)
      : map_(map), columns_(drawn_indices(map.x.values.size())), rows_(drawn_indices(map.y.values.size())) {
    x_axis_ = axis_of(map.x, columns_.size(), 6);
    y_axis_ = axis_of(map.y, rows_.size(), 8);
    DataRange range;
    for (const std::size_t row : rows_)
      for (const std::size_t column : columns_)
        if (is_drawable(value(row, column))) range.take(value(row, column));
    if (range.is_empty()) range = {0.0, 1.0};
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

  /// From half a cell before the first value to half a cell behind the last.
  static Axis axis_of(const MapAxis& axis, std::size_t cells, int ticks) {
    const auto [low, high] = std::minmax(axis.values.front(), axis.values.back());
    const double half =
        cells < 2 ? 0.5 * std::max(1.0, std::abs(low)) : (high - low) / static_cast<double>(cells - 1) / 2;
    return with_limits(low - half, high + half, ticks);
  }

  [[nodiscard]] double value(std::size_t row, std::size_t column) const {
    return map_.values[row * map_.x.values.size() + column];
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
    const bool goes_right = map_.x.values.front() <= map_.x.values.back();
    const bool goes_up = map_.y.values.front() <= map_.y.values.back();
    const double cell_width = width_ / static_cast<double>(columns_.size());
    const double cell_height = cells_height / static_cast<double>(rows_.size());
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      const std::size_t row = rows_[goes_up ? r : rows_.size() - 1 - r];
      const auto shade_at = [&](std::size_t c) {
        const double v = value(row, columns_[goes_right ? c : columns_.size() - 1 - c]);
        return is_drawable(v) ? shade_of(v) : empty;
      };
      const double bottom = cells_top + cells_height - cell_height * static_cast<double>(r);
      for (std::size_t c = 0; c < columns_.size();) {
        const std::size_t shade = shade_at(c);
        std::size_t end = c + 1;
        while (end < columns_.size() && shade_at(end) == shade)
          ++end;
        paths.at(shade) += fmt::format("M{} {}h{}v{}h{}z", px(left_ + cell_width * static_cast<double>(c)), px(bottom),
                                       px(cell_width * static_cast<double>(end - c)), px(-cell_height),
                                       px(-cell_width * static_cast<double>(end - c)));
        c = end;
      }
    }
    for (std::size_t shade = 0; shade < shades; ++shade)
      if (!paths.at(shade).empty())
        add("<path fill=\"{0}\" stroke=\"{0}\" stroke-width=\"0.5\" d=\"{1}\"/>\n", colour(shade), paths.at(shade));
    if (!paths.at(empty).empty()) add("<path class=\"empty\" d=\"{}\"/>\n", paths.at(empty));
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
  std::vector<std::size_t> columns_; ///< those that are drawn
  std::vector<std::size_t> rows_;
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

} // namespace dalembert::inline plot
