#pragma once

#include <dalembert/base/diagnostic.h>
#include <dalembert/mechanics/study.h>
#include <dalembert/painter/options.h>
#include <dalembert/picture/scene.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace dalembert {
inline namespace report {

/// What `picture` prints: the scene of a model, the instants that are known of it, and those that are drawn.
struct PicturePage {
  std::shared_ptr<const Study> study;
  std::shared_ptr<const SourceMap> sources;
  Scene scene;                    ///< with bounds and scales
  SceneFrames frames;             ///< in order of time: a draft of the motion, and the instants that are drawn
  bool has_forces = true;         ///< false where no forces are known at what is shown
  std::vector<std::size_t> shown; ///< frames that are drawn; one, or a strip of several
  std::string failure;            ///< why instants that were asked for are missing; empty where none is
  std::vector<Diagnostic> diagnostics;
};

/// `picture`: one instant, or a strip of several, as SVG. Of `options`, units and descriptions are filled in.
[[nodiscard]] std::string picture_text(const PicturePage& page, PictureOptions options);

/// `picture --json`: `dalembert.scene/1` with one row of numbers for each instant shown.
[[nodiscard]] std::string picture_json(const PicturePage& page);

} // namespace report
} // namespace dalembert
