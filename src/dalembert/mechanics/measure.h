#pragma once

#include <dalembert/base/dimension.h>

#include <optional>
#include <string>

namespace dalembert {
inline namespace mechanics {

/// What a quantity is measured in: its dimension, and whether it counts angles (rad, which the dimension cannot show).
/// `dimension` is empty in a file that uses no unit at all: nothing is checked there and no unit is printed.
struct Measure {
  std::optional<Dimension> dimension;
  bool angular = false;
  bool moment = false; ///< an energy per radian: `N·m`, never `J`

  /// Prints the coherent SI unit: `rad/s`, `N`, `N·m`, `m/s^2`, `1`; empty where the file uses no units.
  [[nodiscard]] std::string unit() const;

  friend bool operator==(const Measure&, const Measure&) = default;
};

/// The measure of a time derivative, [x]/s.
[[nodiscard]] Measure rate_of(const Measure& x);
/// The measure of `a·b` and of `a/b`; no dimension on either side gives none.
[[nodiscard]] Measure operator*(const Measure& a, const Measure& b);
[[nodiscard]] Measure operator/(const Measure& a, const Measure& b);
/// The measure of an energy (J) where `like` has a dimension, none otherwise.
[[nodiscard]] Measure energy_like(const Measure& like);

} // namespace mechanics
} // namespace dalembert
