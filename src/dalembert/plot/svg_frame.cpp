#include <dalembert/plot/svg_frame.h>
#include <dalembert/plot/svg_layout.h>
#include <dalembert/plot/svg_parts.h>

#include <fmt/format.h>

namespace dalembert {
inline namespace plot {

std::string frame_svg(const SvgFrame& frame, const std::string& x_label, const std::string& y_label) {
  const double bottom = frame.top + frame.height;
  std::string out;
  for (const Tick& tick : frame.x.ticks)
    out +=
        fmt::format("<path class=\"tick\" d=\"M{0} {1}v{2}\"/><text class=\"small\" x=\"{0}\" y=\"{3}\" "
                    "text-anchor=\"middle\">{4}</text>\n",
                    px(frame.x_pixel(tick.value)), px(bottom), px(PageLayout::tick_length), px(bottom + 20), tick.text);
  for (const Tick& tick : frame.y.ticks) {
    const double y = frame.y_pixel(tick.value);
    out += fmt::format("<path class=\"tick\" d=\"M{} {}h{}\"/><text class=\"small\" x=\"{}\" y=\"{}\" "
                       "text-anchor=\"end\">{}</text>\n",
                       px(frame.left), px(y), px(-PageLayout::tick_length),
                       px(frame.left - PageLayout::tick_length - 4), px(y + 4), tick.text);
  }
  out += fmt::format("<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n", px(frame.left),
                     px(frame.top), px(frame.width), px(frame.height));
  out += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", px(frame.left + frame.width / 2),
                     px(bottom + 43), x_label);
  out += fmt::format("<text transform=\"translate(20 {}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
                     px(frame.top + frame.height / 2), y_label);
  return out;
}

} // namespace plot
} // namespace dalembert
