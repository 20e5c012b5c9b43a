#pragma once

#include <dalembert/mechanics/picture.h>
#include <dalembert/mechanics/system.h>

#include <string>
#include <vector>

namespace dalembert {
inline namespace sketching {

/// Returns the `draw` and `animate` lines that make the masses, rods, springs, wires and trails of `picture`, one line
/// each. Arrows, gauges and lanes have no lines: they are added by themselves to what is drawn.
///
/// Values of `let`s stand by their names. Read again, the lines make the same items with the same expressions.
[[nodiscard]] std::vector<std::string> drawn_lines(const System& system, const Picture& picture);

/// The same as one text, each line ended.
[[nodiscard]] std::string drawn_text(const System& system, const Picture& picture);

} // namespace sketching
} // namespace dalembert
