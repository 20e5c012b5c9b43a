#include <dalembert/painter/captions.h>
#include <dalembert/painter/completed_scene.h>
#include <dalembert/painter/document.h>
#include <dalembert/painter/picture_svg.h>
#include <dalembert/typesetting/svg_label.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dalembert {
inline namespace painter {

namespace {

std::vector<std::span<const double>> rows_of(const SceneFrames& frames) {
  return {frames.rows.begin(), frames.rows.end()};
}

/// The text below one instant of a strip.
Caption time_caption(const Stage& stage, double time) {
  const std::string value = value_text(time, stage.options->length_unit.empty() ? "" : "s");
  const double width = (text_width(value) + 2.2) * stage.font;
  return {no_item,
          svg_label("t", "\u00A0=\u00A0" + value),
          width,
          "soft",
          {0.5 * stage.page.width(), stage.height + 0.75 * stage.font},
          0.0,
          {},
          true};
}

} // namespace

std::string picture_svg(const Scene& scene, const Instant& instant, const SceneFrames* frames,
                        const PictureOptions& options) {
  SceneFrames alone;
  if (frames == nullptr || frames->rows.empty()) alone = {{instant.time}, {{instant.row.begin(), instant.row.end()}}};
  const SceneFrames& all = alone.rows.empty() ? *frames : alone;
  const Scene whole = is_complete(scene) ? scene : completed(scene, all);
  std::vector<std::span<const double>> rows = rows_of(all);
  const Stage stage = stage_of(whole, rows, alone.rows.empty() ? frames : nullptr, options);
  Document out;
  out.instant(stage, compose(stage, instant.row, instant.time));
  out.fixed(scale_bars(stage), stage.font);
  return out.text(whole, options, stage.page.width(), stage.height);
}

std::string strip_svg(const Scene& scene, const SceneFrames& frames, std::span<const std::size_t> shown,
                      const PictureOptions& options) {
  const Scene whole = is_complete(scene) ? scene : completed(scene, frames);
  constexpr double least_width = 190.0; // px, of one instant
  constexpr double gap = 10.0;
  const double count = std::max<double>(1.0, static_cast<double>(shown.size()));
  const double fitting = std::min(count, std::max(1.0, std::floor((options.width + gap) / (least_width + gap))));
  const double columns = std::ceil(count / std::ceil(count / fitting)); // as many in the last line, or nearly
  PictureOptions one = options;
  one.width = (options.width - gap * (columns - 1.0)) / columns;
  one.height = std::min(options.height, one.width * options.height / options.width);
  one.scale_bars = false;
  PictureOptions unnamed = one; // names stand in the first instant alone
  unnamed.labels = false;
  Stage stage = stage_of(whole, rows_of(frames), &frames, one);
  const double height = stage.height + 2.0 * stage.font;
  Document out;
  std::size_t place = 0;
  const auto in_row = static_cast<std::size_t>(columns);
  for (const std::size_t i : shown) {
    if (i >= frames.rows.size()) continue;
    const double x = static_cast<double>(place % in_row) * (one.width + gap);
    const std::size_t row = place / in_row;
    const double y = static_cast<double>(row) * (height + gap);
    out.add(fmt::format("<g transform=\"translate({} {})\">", pixels(x), pixels(y)));
    out.instant(stage, compose(stage, frames.rows[i], frames.times[i]));
    const Caption time = time_caption(stage, frames.times[i]);
    out.text(time, time.anchor, stage.font);
    out.add("</g>\n");
    stage.options = &unnamed;
    ++place;
  }
  const std::size_t lines = (std::max<std::size_t>(place, 1) + in_row - 1) / in_row;
  double bottom = static_cast<double>(lines) * (height + gap) - gap;
  if (options.scale_bars) {
    Stage bars = stage;
    bars.options = &options;
    bars.bars_top = bottom;
    bars.page.right = options.width;
    const Composed row = scale_bars(bars);
    if (!row.elements.empty()) bottom += scale_bars_height(bars);
    out.fixed(row, stage.font);
  }
  return out.text(whole, options, options.width, bottom);
}

std::vector<std::size_t> spaced_frames(const SceneFrames& frames, std::size_t count) {
  const std::vector<double>& times = frames.times;
  const std::size_t there = std::min(times.size(), frames.rows.size());
  std::vector<std::size_t> out;
  if (there == 0 || count == 0) return out;
  for (std::size_t i = 0; i < count; ++i) {
    const double share = count == 1 ? 0.0 : static_cast<double>(i) / static_cast<double>(count - 1);
    const double wanted = times[0] + share * (times[there - 1] - times[0]);
    const auto end = times.begin() + static_cast<std::ptrdiff_t>(there);
    auto after = static_cast<std::size_t>(std::lower_bound(times.begin(), end, wanted) - times.begin());
    after = std::min(after, there - 1);
    if (after > 0 && wanted - times[after - 1] < times[after] - wanted) --after;
    if (out.empty() || out.back() < after) out.push_back(after);
  }
  return out;
}

} // namespace painter
} // namespace dalembert
