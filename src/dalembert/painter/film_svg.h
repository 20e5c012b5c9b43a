#pragma once

#include <dalembert/painter/options.h>
#include <dalembert/picture/scene.h>

#include <string>

namespace dalembert {
inline namespace painter {

/// Paints the motion as a film that plays by itself and again: SVG animation without a script. Under reduced motion and
/// in print the first instant stands still.
///
/// An outline that keeps its form runs from frame to frame in straight lines; where the order in depth or the visible
/// faces change, one part of the film ends and the next begins. Frames are left out until the text is at most about
/// 300 kB.
[[nodiscard]] std::string film_svg(const Scene& scene, const SceneFrames& frames, const PictureOptions& options);

} // namespace painter
} // namespace dalembert
