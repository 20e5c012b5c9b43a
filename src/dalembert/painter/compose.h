#pragma once

#include <dalembert/painter/sheet.h>

#include <span>
#include <vector>

namespace dalembert {
inline namespace painter {

/// True where `scene` has its bounds and scales.
[[nodiscard]] bool is_complete(const Scene& scene);

/// Lays out the page for the instants `rows` of `scene`, which is complete and outlives the stage. `frames` may be
/// null. The picture of one instant is as large as `options` says, its row of scale bars included, lanes below it
/// excluded.
[[nodiscard]] Stage stage_of(const Scene& scene, const std::vector<std::span<const double>>& rows,
                             const SceneFrames* frames, const PictureOptions& options);

/// The drawing of one instant.
struct Composed {
  std::vector<Element> elements; ///< from the back to the front
  std::vector<Caption> captions;
};

/// Draws all items at one instant.
[[nodiscard]] Composed compose(const Stage& stage, std::span<const double> row, double time);

/// Draws a bar for lengths and one for each unit of the arrows that are shown, in the row below the view.
[[nodiscard]] Composed scale_bars(const Stage& stage);
/// The height of these bars, px.
[[nodiscard]] double scale_bars_height(const Stage& stage);

/// The number of an item that is none of the scene: scale bars, the axes of the camera.
constexpr std::size_t no_item = static_cast<std::size_t>(-1);

} // namespace painter
} // namespace dalembert
