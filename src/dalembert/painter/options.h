#pragma once

#include <dalembert/picture/settings.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace dalembert {
inline namespace painter {

/// Which arrows of a scene are drawn: none, those of reactions, friction and impulses, or all.
enum class ArrowsShown : std::uint8_t { none, reactions, all };

/// How a scene is painted; lengths in pixels.
struct PictureOptions {
  double width = 640.0;
  double height = 420.0; ///< of one instant, with its scale bars; lanes stand below it
  ArrowsShown arrows = ArrowsShown::all;
  std::optional<Camera> camera;  ///< instead of that of the scene
  bool values = false;           ///< values with units at the heads of arrows
  bool labels = true;            ///< names that the user gave
  bool scale_bars = true;        ///< in the bottom row
  std::string length_unit = "m"; ///< empty where the file of the model has no units
  std::string title;             ///< for screen readers; "picture" where it is empty
  std::string description;       ///< for screen readers; a list of the named items where it is empty
  std::size_t film_frames = 120; ///< at most
  double film_seconds = 0.0;     ///< of one round; 0: the duration of the motion, divided by the speed of the scene
};

} // namespace painter
} // namespace dalembert
