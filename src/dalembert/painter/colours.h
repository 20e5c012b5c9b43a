#pragma once

#include <set>
#include <string>
#include <string_view>

namespace dalembert {
inline namespace painter {

/// Returns the style sheet of a picture for the classes that it uses. Every colour is a property of the class `dp`,
/// which the root of a picture has: `--dp-body` is the hue `body`, `--dp-body-0` to `-2` are its tints, and a page may
/// set them for its own themes (`.night .dp { … }`). Classes: `dp-s-body` strokes, `dp-u-body` strokes in the tint,
/// `dp-f-body` fills, `dp-t0-body` fills with a tint. Where a reader knows no properties, plain colours stand.
[[nodiscard]] std::string style_sheet(const std::set<std::string>& classes);

} // namespace painter
} // namespace dalembert
