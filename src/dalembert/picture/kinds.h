#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dalembert {
inline namespace picture {

enum class MarkKind : std::uint8_t { point, mass, pin, coil, label };
enum class SegmentKind : std::uint8_t { rod, rope, spring, damper };
enum class PathKind : std::uint8_t { line, polygon, curve };
enum class ShapeKind : std::uint8_t { disc, ring, box, sphere, cylinder, cone, ellipsoid, torus };
enum class SupportKind : std::uint8_t { ground, plane };

/// What an arrow is: it decides the colour, and which arrows are shown.
enum class ArrowRole : std::uint8_t { reaction, friction, applied, impulse, velocity };

/// How much is known of an arrow. Solid: size, direction and point are proved or stated. Hollow: size and direction,
/// but not the point where it acts. Dashed: the force itself is not determined, its least-norm value is shown.
enum class Standing : std::uint8_t { solid, hollow, dashed };

/// The colours that have a meaning, and six without one.
enum class Hue : std::uint8_t {
  by_kind,
  body,
  ground,
  spring,
  damper,
  force,
  applied,
  moment,
  velocity,
  trail,
  a,
  b,
  c,
  d,
  e,
  f
};

/// A hue, or `#rrggbb` where `hex` is not empty.
struct Colour {
  Hue hue = Hue::by_kind;
  std::string hex;
};

[[nodiscard]] std::string_view word(MarkKind kind);
[[nodiscard]] std::string_view word(SegmentKind kind);
[[nodiscard]] std::string_view word(PathKind kind);
[[nodiscard]] std::string_view word(ShapeKind kind);
[[nodiscard]] std::string_view word(SupportKind kind);
[[nodiscard]] std::string_view word(ArrowRole role);
[[nodiscard]] std::string_view word(Standing standing);
[[nodiscard]] std::string_view word(Hue hue); ///< empty for `by_kind`

/// Reads a colour as the language writes it: the word of a hue, or `#rrggbb`. Nothing where it is neither.
[[nodiscard]] std::optional<Colour> colour_of(std::string_view text);

} // namespace picture
} // namespace dalembert
