#pragma once

#include <array>
#include <string_view>

namespace dalembert {
inline namespace typesetting {

/// A colour on light and on dark paper, `#rrggbb`.
struct PaletteColour {
  std::string_view light;
  std::string_view dark;
};

/// Colours without a meaning of their own, for curves and for what a user draws: the palette of Okabe and Ito without
/// its black and yellow.
inline constexpr std::array<PaletteColour, 6> palette{{{"#0072b2", "#5ab4f0"},
                                                       {"#d55e00", "#ff8f3f"},
                                                       {"#009e73", "#35d0a5"},
                                                       {"#b0558c", "#e59ac6"},
                                                       {"#b07800", "#f0c24b"},
                                                       {"#2e86b9", "#a5d8f5"}}};

} // namespace typesetting
} // namespace dalembert
