#include <dalembert/plot/svg_parts.h>
#include <dalembert/typesetting/palette.h>
#include <dalembert/typesetting/svg_label.h>

#include <fmt/format.h>

#include <cmath>
#include <cstddef>

namespace dalembert {
inline namespace plot {

std::string style_sheet() {
  std::string out = "text{font-family:'Helvetica Neue',Arial,'Liberation Sans','DejaVu Sans',sans-serif;font-size:13px;"
                    "fill:#222}.small{font-size:12px}.title{font-size:15px;font-weight:600}.paper{fill:#fff}"
                    ".frame{fill:none;stroke:#555}.grid{stroke:#e4e4e4}.tick{stroke:#555}.zero{stroke:#aaa}"
                    ".curve{fill:none;stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round}";
  for (std::size_t i = 0; i < palette.size(); ++i)
    out += fmt::format(".s{0}{{stroke:{1}}}.f{0}{{fill:{1}}}", i, palette.at(i).light);
  out += "@media (prefers-color-scheme:dark){text{fill:#e2e2e2}.paper{fill:#16181d}.frame,.tick{stroke:#9a9a9a}"
         ".grid{stroke:#2d3036}.zero{stroke:#5a5d63}";
  for (std::size_t i = 0; i < palette.size(); ++i)
    out += fmt::format(".s{0}{{stroke:{1}}}.f{0}{{fill:{1}}}", i, palette.at(i).dark);
  return out + "}";
}

std::string px(double value) {
  std::string out = fmt::format("{:.2f}", value);
  while (out.back() == '0')
    out.pop_back();
  if (out.back() == '.') out.pop_back();
  return out == "-0" ? "0" : out;
}

std::string axis_note(const Axis& axis, const std::string& unit) {
  std::string inside = power_of_ten_text(axis.power);
  if (!unit.empty()) inside += (inside.empty() ? "" : "\u00A0") + svg_unit(unit);
  return inside.empty() ? std::string() : fmt::format("\u00A0[{}]", inside);
}

std::string offset_note(const Axis& axis) {
  if (axis.offset == 0.0) return {};
  return fmt::format("\u00A0{}\u00A0{:.15g}", axis.offset < 0 ? "+" : "\u2212", std::abs(axis.offset));
}

} // namespace plot
} // namespace dalembert
