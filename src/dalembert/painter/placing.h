#pragma once

#include <dalembert/painter/sheet.h>

#include <optional>
#include <vector>

namespace dalembert {
inline namespace painter {

/// Chooses the places of captions: for each the vector from its anchor to its middle. A caption stays inside `box`, off
/// other captions, and off what is drawn as far as there is room.
[[nodiscard]] std::vector<Spot> placed(const std::vector<Caption>& captions, const std::vector<Element>& elements,
                                       const PageBox& box, double font);

/// A caption in some instants of a film; nothing in those that do not have it.
using CaptionInTime = std::vector<std::optional<Caption>>;

/// Chooses places that captions keep in a film: for each the vector from its anchor to its middle that is best over all
/// instants, of which `elements` says what is drawn. Captions that are fixed keep theirs, and others stay off them.
[[nodiscard]] std::vector<Spot> placed_over_time(const std::vector<CaptionInTime>& captions,
                                                 const std::vector<const std::vector<Element>*>& elements,
                                                 const PageBox& box, double font);

/// Moves the middle of a caption so that the caption is inside `box`.
[[nodiscard]] Spot inside(const Spot& middle, const Caption& caption, const PageBox& box, double font);

} // namespace painter
} // namespace dalembert
