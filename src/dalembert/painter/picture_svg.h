#pragma once

#include <dalembert/painter/options.h>
#include <dalembert/picture/scene.h>

#include <span>
#include <string>
#include <vector>

namespace dalembert {
inline namespace painter {

/// One instant of a scene.
struct Instant {
  double time = 0.0;           ///< s
  std::span<const double> row; ///< the numbers of the scene at that time
};

/// Paints one instant of `scene` as a self-contained SVG document, light or dark as the reader's system asks.
/// `frames`, where given, are the rows of the whole motion: the view holds all of them, trails show the path before the
/// instant, and springs, ropes and masses are drawn to the longest and the heaviest. Bounds and scales are those of
/// `scene` (`completed`), or are made of what is given. A number that is not finite leaves its item out.
/// Cost: O(items · rows).
[[nodiscard]] std::string picture_svg(const Scene& scene, const Instant& instant, const SceneFrames* frames,
                                      const PictureOptions& options);

/// Paints the instants `shown` (numbers of rows) side by side in one view, each with its time below it.
[[nodiscard]] std::string strip_svg(const Scene& scene, const SceneFrames& frames, std::span<const std::size_t> shown,
                                    const PictureOptions& options);

/// Returns the numbers of `count` rows (fewer where there are fewer) that are spaced evenly in time, the first and the
/// last among them.
[[nodiscard]] std::vector<std::size_t> spaced_frames(const SceneFrames& frames, std::size_t count);

} // namespace painter
} // namespace dalembert
