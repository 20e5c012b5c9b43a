#include <dalembert/plot/svg_layout.h>
#include <dalembert/plot/svg_parts.h>
#include <dalembert/plot/svg_plot.h>
#include <dalembert/plot/thin.h>
#include <dalembert/typesetting/palette.h>
#include <dalembert/typesetting/svg_label.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <string_view>

namespace dalembert {
inline namespace plot {

namespace {

constexpr std::size_t most_points = 2000;
constexpr double path_tolerance = 0.05; ///< unseen also where the page is enlarged
constexpr double point_distance = 0.5;

// ---- the drawing

class Drawing {
public:
  explicit Drawing(const Figure& figure) : figure_(figure), layout_(layout_of(figure)) {}

  std::string text() {
    open();
    for (const PagePanel& panel : layout_.panels)
      draw(panel);
    draw_abscissa();
    out_ += "</svg>\n";
    return std::move(out_);
  }

private:
  void draw_legend(const PagePanel& panel) {
    const auto rows = legend_of(panel, layout_.plot_width());
    double y = panel.top - PageLayout::legend_row * static_cast<double>(rows.size()) + 12;
    for (const std::vector<PageCurve>& row : rows) {
      double x = layout_.left;
      for (const PageCurve& curve : row) {
        draw_legend_entry(curve, x, y);
        x += legend_entry_width(curve);
      }
      y += PageLayout::legend_row;
    }
  }

  void draw_legend_entry(const PageCurve& curve, double x, double y) {
    if (figure_.mark == Figure::Mark::points)
      add("<circle class=\"f{}\" cx=\"{}\" cy=\"{}\" r=\"3\"/>\n", curve.hue, px(x + 12), px(y - 4));
    else
      add("<path class=\"curve s{}\"{} d=\"M{} {}h24\"/>\n", curve.hue, dashes(curve), px(x), px(y - 4));
    add("<text x=\"{}\" y=\"{}\">{}</text>\n", px(x + 30), px(y), svg_label(curve.series->label));
  }

  /// A second round through the palette is told apart by dashes.
  [[nodiscard]] std::string dashes(const PageCurve& curve) const {
    const auto index = static_cast<std::size_t>(curve.series - figure_.series.data());
    static constexpr std::array<std::string_view, 3> patterns{"", " stroke-dasharray=\"7 4\"",
                                                              " stroke-dasharray=\"2 4\""};
    return std::string(patterns.at(std::min(index / palette.size(), patterns.size() - 1)));
  }

  // ---- page and axes

  template <typename... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
  }

  void open() {
    add("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
        "role=\"img\" "
        "xml:space=\"preserve\">\n",
        px(layout_.page_width), px(layout_.page_height));
    add("<title>{}</title>\n<style>{}</style>\n", xml_escaped(title_text()), style_sheet());
    add("<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n");
    if (!figure_.title.empty())
      add("<text class=\"title\" x=\"{}\" y=\"22\">{}</text>\n", px(layout_.left), xml_escaped(figure_.title));
  }

  [[nodiscard]] std::string title_text() const {
    if (!figure_.title.empty()) return figure_.title;
    std::string out;
    for (const Series& series : figure_.series)
      out += (out.empty() ? "" : ", ") + series.label;
    return fmt::format("{} over {}", out, figure_.x_label);
  }

  void draw(const PagePanel& panel) {
    draw_legend(panel);
    const double right = layout_.left + layout_.plot_width();
    const double bottom = panel.top + panel.height;
    std::string grid;
    std::string ticks;
    for (const Tick& tick : layout_.x_axis.ticks) {
      const std::string x = px(layout_.x_pixel(tick.value));
      grid += fmt::format("M{} {}V{}", x, px(panel.top), px(bottom));
      ticks += fmt::format("M{} {}v{}", x, px(bottom), px(PageLayout::tick_length));
    }
    for (const Tick& tick : panel.axis.ticks) {
      const std::string y = px(panel.y_pixel(tick.value));
      grid += fmt::format("M{} {}H{}", px(layout_.left), y, px(right));
      ticks += fmt::format("M{} {}h{}", px(layout_.left), y, px(-PageLayout::tick_length));
    }
    add("<path class=\"grid\" d=\"{}\"/>\n", grid);
    if (panel.axis.low < 0 && panel.axis.high > 0)
      add("<path class=\"zero\" d=\"M{} {}H{}\"/>\n", px(layout_.left), px(panel.y_pixel(0.0)), px(right));
    for (const PageCurve& curve : panel.curves)
      draw_curve(panel, curve);
    add("<path class=\"tick\" d=\"{}\"/>\n", ticks);
    add("<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n", px(layout_.left), px(panel.top),
        px(layout_.plot_width()), px(panel.height));
    draw_ordinate_texts(panel);
    if (panel.y.is_empty())
      add("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">no data</text>\n",
          px(layout_.left + layout_.plot_width() / 2), px(panel.top + panel.height / 2));
  }

  void draw_ordinate_texts(const PagePanel& panel) {
    for (const Tick& tick : panel.axis.ticks)
      add("<text class=\"small\" x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n",
          px(layout_.left - PageLayout::tick_length - 4), px(panel.y_pixel(tick.value) + 4), tick.text);
    const double y = panel.top + panel.height / 2;
    add("<text transform=\"translate(20 {}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n", px(y),
        ordinate_label(panel));
  }

  /// The names of the panel's curves as far as they fit beside it, and the unit.
  [[nodiscard]] std::string ordinate_label(const PagePanel& panel) const {
    const std::string note = offset_note(panel.axis) + axis_note(panel.axis, panel.unit);
    std::string names;
    double width = label_width(note);
    for (const PageCurve& curve : panel.curves) {
      width += label_width(curve.series->label) + 1;
      names += (names.empty() ? "" : ", ") + curve.series->label;
    }
    const bool fits = width * PageLayout::font_size < panel.height || panel.curves.size() == 1;
    return svg_label(fits ? names : std::string(), note);
  }

  void draw_abscissa() {
    const double bottom = layout_.panels.back().top + layout_.panels.back().height;
    for (const Tick& tick : layout_.x_axis.ticks)
      add("<text class=\"small\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", px(layout_.x_pixel(tick.value)),
          px(bottom + 20), tick.text);
    const std::string note = offset_note(layout_.x_axis) + axis_note(layout_.x_axis, unit_key(figure_.x_unit));
    add("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", px(layout_.left + layout_.plot_width() / 2),
        px(bottom + 43), svg_label(figure_.x_label, note));
  }

  // ---- curves

  /// The curve in pixels, cut where a sample is missing.
  [[nodiscard]] std::vector<std::vector<Pixel>> strokes(const PagePanel& panel, const Series& series) const {
    std::vector<std::vector<Pixel>> out(1);
    for (std::size_t i = 0; i < samples(series); ++i) {
      if (is_drawable(series.x[i]) && is_drawable(series.y[i]))
        out.back().push_back({layout_.x_pixel(series.x[i]), panel.y_pixel(series.y[i])});
      else if (!out.back().empty())
        out.emplace_back();
    }
    if (out.back().empty()) out.pop_back();
    return out;
  }

  void draw_curve(const PagePanel& panel, const PageCurve& curve) {
    for (std::vector<Pixel>& stroke : strokes(panel, *curve.series)) {
      switch (figure_.mark) {
      case Figure::Mark::line:
        draw_line(stroke, curve);
        break;
      case Figure::Mark::points:
        draw_points(thin_points(stroke, point_distance), curve);
        break;
      case Figure::Mark::stem:
        draw_stems(panel, stroke, curve);
        break;
      }
    }
  }

  void draw_line(const std::vector<Pixel>& stroke, const PageCurve& curve) {
    // A single sample between gaps would be invisible as a line.
    if (stroke.size() == 1) return draw_points(stroke, curve);
    const bool is_function =
        std::is_sorted(stroke.begin(), stroke.end(), [](const Pixel& a, const Pixel& b) { return a.x < b.x; });
    std::vector<Pixel> thinned = is_function ? thin_function(stroke, most_points) : stroke;
    thinned = thin_path(thinned, path_tolerance);
    std::string path;
    for (const Pixel& p : thinned)
      path += fmt::format("{}{} {}", path.empty() ? 'M' : 'L', px(p.x), px(p.y));
    add("<path class=\"curve s{}\"{} d=\"{}\"/>\n", curve.hue, dashes(curve), path);
  }

  void draw_points(const std::vector<Pixel>& stroke, const PageCurve& curve) {
    for (const Pixel& p : stroke)
      add("<circle class=\"f{}\" cx=\"{}\" cy=\"{}\" r=\"2.4\"/>\n", curve.hue, px(p.x), px(p.y));
  }

  void draw_stems(const PagePanel& panel, const std::vector<Pixel>& stroke, const PageCurve& curve) {
    const std::vector<Pixel> thinned = thin_function(stroke, most_points);
    std::string path;
    for (const Pixel& p : thinned)
      path += fmt::format("M{} {}V{}", px(p.x), px(panel.y_pixel(0.0)), px(p.y));
    add("<path class=\"curve s{}\" d=\"{}\"/>\n", curve.hue, path);
    draw_points(thinned, curve);
  }

  const Figure& figure_;
  PageLayout layout_;
  std::string out_;
};

} // namespace

std::string svg(const Figure& figure) {
  return Drawing(figure).text();
}

} // namespace plot
} // namespace dalembert
