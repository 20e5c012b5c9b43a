#pragma once

#include <dalembert/painter/options.h>
#include <dalembert/painter/sheet.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// How a film runs: what moves from frame to frame, in the words of SVG animation.
namespace dalembert {
inline namespace painter {

/// When the frames of a film are shown.
struct FilmClock {
  double seconds = 1.0;       ///< of one round
  std::vector<double> shares; ///< of a round, one for each frame: from 0 to 1
  bool is_even = true;        ///< the frames are spaced evenly
};

/// Sets the clock for the rows `shown` of `frames`.
[[nodiscard]] FilmClock clock(const SceneFrames& frames, const std::vector<std::size_t>& shown, const Scene& scene,
                              const PictureOptions& options);

/// A path that runs from value to value; one value where it stands still.
struct MovingElement {
  Element element; ///< in the first frame of its part
  std::vector<std::string> values;
};

/// Frames in which the same paths of the same form lie over each other in the same order.
struct FilmPart {
  std::size_t first = 0;
  std::size_t end = 0; ///< one behind the last frame; where it is the number of frames, the part lasts until the end
  std::vector<MovingElement> elements;
};

/// Takes the paths at the very back that never change out of all frames.
[[nodiscard]] std::vector<Element> take_still(std::vector<std::vector<Element>>& frames, int decimals);

/// Cuts a film into parts.
[[nodiscard]] std::vector<FilmPart> parts_of(const std::vector<std::vector<Element>>& frames, int decimals);

/// The animation of an attribute whose values are those of the frames from `first` on; empty where it stands still.
[[nodiscard]] std::string animated(const FilmClock& clock, std::string_view attribute, std::size_t first,
                                   const std::vector<std::string>& values);

/// The animation of a shift, its values those of the frames from `first` on; empty where it stands still.
[[nodiscard]] std::string translated(const FilmClock& clock, std::size_t first, const std::vector<std::string>& values);

/// The animation of a path of a part that begins with frame `first`: a shift, or a change of its data.
[[nodiscard]] std::string moved(const FilmClock& clock, std::size_t first, const MovingElement& moving, int decimals);

/// The animation of `visibility` that shows a thing from frame `first` until frame `end`; empty where it is always
/// seen.
[[nodiscard]] std::string shown_while(const FilmClock& clock, std::size_t first, std::size_t end);

/// The animation of `visibility` with one value for each frame; empty where it is always the same.
[[nodiscard]] std::string switched(const FilmClock& clock, const std::vector<std::string>& values);

} // namespace painter
} // namespace dalembert
