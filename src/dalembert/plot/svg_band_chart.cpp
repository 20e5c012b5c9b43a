#include <dalembert/plot/band_chart.h>
#include <dalembert/plot/svg_frame.h>
#include <dalembert/plot/svg_layout.h>
#include <dalembert/plot/svg_parts.h>
#include <dalembert/typesetting/svg_label.h>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace dalembert {
inline namespace plot {

namespace {

// The page, in pixels.
constexpr double chart_page = 720;
constexpr double chart_top = 58;
constexpr double chart_height = 360;
constexpr double below_chart = 56;
constexpr double chart_right = 28;
constexpr double chart_digit = 7.4;
constexpr double chart_side = 40;
constexpr double legend_gap = 18;

class BandDrawing {
public:
  explicit BandDrawing(const BandChart& chart) : chart_(chart) {
    DataRange x;
    DataRange y;
    const auto take = [&y](const std::vector<double>& values) {
      for (const double value : values)
        if (is_drawable(value)) y.take(value);
    };
    for (const double value : chart.x)
      if (is_drawable(value)) x.take(value);
    for (const BandChart::Band& band : chart.bands) {
      take(band.low);
      take(band.high);
    }
    for (const BandChart::Line& line : chart.lines)
      take(line.y);
    if (x.is_empty()) x = {0.0, 1.0};
    if (y.is_empty()) y = {0.0, 1.0};
    frame_.x = make_axis(x.low, x.high, 6, Margin::none);
    frame_.y = make_axis(y.low, y.high, 6, Margin::to_zero);
    std::size_t digits = 3;
    for (const Tick& tick : frame_.y.ticks)
      digits = std::max(digits, tick.text.size());
    frame_.left = chart_side + PageLayout::tick_length + chart_digit * static_cast<double>(digits);
    frame_.width = chart_page - frame_.left - chart_right;
  }

  std::string text() {
    const double height = chart_top + chart_height + below_chart;
    add("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" role=\"img\" "
        "xml:space=\"preserve\">\n",
        px(chart_page), px(height));
    add("<title>{}</title>\n<style>{}.band{{stroke:none;fill-opacity:.28}}</style>\n",
        xml_escaped(fmt::format("{} over {}", chart_.y_label, chart_.x_label)), style_sheet());
    add("<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n");
    add("<text class=\"title\" x=\"{}\" y=\"22\">{}</text>\n", px(frame_.left), xml_escaped(chart_.title));
    draw_grid();
    for (const BandChart::Band& band : chart_.bands)
      draw_band(band);
    for (std::size_t l = 0; l < chart_.lines.size(); ++l)
      draw_line(chart_.lines[l], l);
    draw_legend();
    out_ += axes();
    out_ += "</svg>\n";
    return std::move(out_);
  }

private:
  template <typename... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
  }

  [[nodiscard]] double x_pixel(double x) const { return frame_.x_pixel(x); }
  [[nodiscard]] double y_pixel(double y) const { return frame_.y_pixel(y); }

  void draw_grid() {
    for (const Tick& tick : frame_.x.ticks)
      add("<path class=\"grid\" d=\"M{} {}v{}\"/>\n", px(x_pixel(tick.value)), px(chart_top), px(chart_height));
    for (const Tick& tick : frame_.y.ticks)
      add("<path class=\"grid\" d=\"M{} {}h{}\"/>\n", px(frame_.left), px(y_pixel(tick.value)), px(frame_.width));
  }

  /// There along the upper edge, back along the lower one; a piece for each stretch without a gap.
  void draw_band(const BandChart::Band& band) {
    std::string path;
    const auto is_there = [&](std::size_t i) {
      return is_drawable(chart_.x[i]) && is_drawable(band.low[i]) && is_drawable(band.high[i]);
    };
    for (std::size_t i = 0; i < chart_.x.size();) {
      if (!is_there(i)) {
        ++i;
        continue;
      }
      std::size_t end = i;
      bool is_first = true;
      for (; end < chart_.x.size() && is_there(end); ++end) {
        path += fmt::format("{}{} {}", is_first ? 'M' : 'L', px(x_pixel(chart_.x[end])), px(y_pixel(band.high[end])));
        is_first = false;
      }
      for (std::size_t k = end; k-- > i;)
        path += fmt::format("L{} {}", px(x_pixel(chart_.x[k])), px(y_pixel(band.low[k])));
      path += 'Z';
      i = end;
    }
    if (!path.empty()) add("<path class=\"band f0\" d=\"{}\"/>\n", path);
  }

  void draw_line(const BandChart::Line& line, std::size_t number) {
    std::string path;
    bool is_down = false;
    for (std::size_t i = 0; i < chart_.x.size(); ++i) {
      const bool is_there = is_drawable(chart_.x[i]) && is_drawable(line.y[i]);
      if (is_there)
        path += fmt::format("{}{} {}", is_down ? 'L' : 'M', px(x_pixel(chart_.x[i])), px(y_pixel(line.y[i])));
      is_down = is_there;
    }
    if (!path.empty())
      add("<path class=\"curve s{}\"{} d=\"{}\"/>\n", number, number > 0 ? " stroke-dasharray=\"7 4\"" : "", path);
  }

  void draw_legend() {
    double x = frame_.left;
    const double y = chart_top - 14;
    for (std::size_t l = 0; l < chart_.lines.size(); ++l) {
      if (chart_.lines[l].label.empty()) continue;
      add("<path class=\"curve s{}\"{} d=\"M{} {}h24\"/>", l, l > 0 ? " stroke-dasharray=\"7 4\"" : "", px(x),
          px(y - 4));
      x = legend_text(chart_.lines[l].label, x, y);
    }
    // The widest band lies below the others, so each is as dark as all that lie upon it.
    for (std::size_t b = chart_.bands.size(); b-- > 0;) {
      if (chart_.bands[b].label.empty()) continue;
      for (std::size_t below = 0; below <= b; ++below)
        add("<rect class=\"band f0\" x=\"{}\" y=\"{}\" width=\"24\" height=\"10\"/>", px(x), px(y - 9));
      x = legend_text(chart_.bands[b].label, x, y);
    }
  }

  double legend_text(const std::string& label, double x, double y) {
    add("<text x=\"{}\" y=\"{}\">{}</text>\n", px(x + 30), px(y), xml_escaped(label));
    return x + 30 + chart_digit * static_cast<double>(label.size()) + legend_gap;
  }

  [[nodiscard]] std::string axes() const {
    return frame_svg(frame_,
                     svg_label(chart_.x_label, offset_note(frame_.x) + axis_note(frame_.x, unit_key(chart_.x_unit))),
                     svg_label(chart_.y_label, offset_note(frame_.y) + axis_note(frame_.y, unit_key(chart_.y_unit))));
  }

  const BandChart& chart_;
  SvgFrame frame_{.x = {}, .y = {}, .top = chart_top, .height = chart_height};
  std::string out_;
};

} // namespace

std::string svg(const BandChart& chart) {
  return BandDrawing(chart).text();
}

} // namespace plot
} // namespace dalembert
