#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace sketching {

/// The axes, by their number.
inline constexpr std::string_view axis_letters = "xyz";

/// A name read as the component of a point: `x1`, `xG`, `x_1`, `tip_x`, `px`, `x[i]`. Components of one point share
/// their tag.
struct AxisName {
  char axis = 'x'; ///< x, y or z
  std::string tag; ///< the rest of the name: `1` of x1, `tip_.` of tip_x (a dot: the letter was last), `^1` of X1
};

/// Returns every way to read `name` as a component; empty where it holds no letter of an axis in front or behind.
[[nodiscard]] std::vector<AxisName> axis_names(std::string_view name);

/// The words of a point whose components have these names: `x1, y1`.
[[nodiscard]] std::string joined_names(const std::vector<std::string>& names);

} // namespace sketching
} // namespace dalembert
