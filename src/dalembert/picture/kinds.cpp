#include <dalembert/picture/kinds.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>

namespace dalembert {
inline namespace picture {

namespace {

// In the order of the enumerations.
constexpr std::array<std::string_view, 5> mark_words{"point", "mass", "pin", "coil", "label"};
constexpr std::array<std::string_view, 4> segment_words{"rod", "rope", "spring", "damper"};
constexpr std::array<std::string_view, 3> path_words{"line", "polygon", "curve"};
constexpr std::array<std::string_view, 8> shape_words{"disc",     "ring", "box",       "sphere",
                                                      "cylinder", "cone", "ellipsoid", "torus"};
constexpr std::array<std::string_view, 2> support_words{"ground", "plane"};
constexpr std::array<std::string_view, 5> role_words{"reaction", "friction", "applied", "impulse", "velocity"};
constexpr std::array<std::string_view, 3> standing_words{"solid", "hollow", "dashed"};
constexpr std::array<std::string_view, 16> hue_words{"",        "body",   "ground",   "spring", "damper", "force",
                                                     "applied", "moment", "velocity", "trail",  "a",      "b",
                                                     "c",       "d",      "e",        "f"};

bool is_hex_colour(std::string_view text) {
  return text.size() == 7 && text.front() == '#' &&
         std::all_of(text.begin() + 1, text.end(), [](char c) { return std::isxdigit(static_cast<unsigned char>(c)); });
}

} // namespace

std::string_view word(MarkKind kind) {
  return mark_words.at(static_cast<std::size_t>(kind));
}
std::string_view word(SegmentKind kind) {
  return segment_words.at(static_cast<std::size_t>(kind));
}
std::string_view word(PathKind kind) {
  return path_words.at(static_cast<std::size_t>(kind));
}
std::string_view word(ShapeKind kind) {
  return shape_words.at(static_cast<std::size_t>(kind));
}
std::string_view word(SupportKind kind) {
  return support_words.at(static_cast<std::size_t>(kind));
}
std::string_view word(ArrowRole role) {
  return role_words.at(static_cast<std::size_t>(role));
}
std::string_view word(Standing standing) {
  return standing_words.at(static_cast<std::size_t>(standing));
}
std::string_view word(Hue hue) {
  return hue_words.at(static_cast<std::size_t>(hue));
}

std::optional<Colour> colour_of(std::string_view text) {
  if (is_hex_colour(text)) return Colour{Hue::by_kind, std::string(text)};
  const auto* const found = std::find(hue_words.begin() + 1, hue_words.end(), text);
  if (text.empty() || found == hue_words.end()) return std::nullopt;
  return Colour{static_cast<Hue>(found - hue_words.begin()), {}};
}

} // namespace picture
} // namespace dalembert
